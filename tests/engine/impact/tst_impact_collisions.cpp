// Impacts whose contacts collide by themselves, with friction, in place of reflecting: the same tree of
// orderings [CR98 6.4].

#include <QtTest>

#include "impact/outcomes/endless_ordering.h"
#include "impact/reflection.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// No friction: −(1 + e) V_n / W_nn along the normal, what a reflection is.
Eigen::VectorXd smooth(const Eigen::MatrixXd& W, const Eigen::VectorXd& V, double e) {
  Eigen::VectorXd P = Eigen::VectorXd::Zero(V.size());
  P[0] = -(1 + e) * V[0] / W(0, 0);
  return P;
}

/// Sticks: the impulse after which V_n = −e V_n⁻ and the slip is gone.
Eigen::VectorXd rough(const Eigen::MatrixXd& W, const Eigen::VectorXd& V, double e) {
  Eigen::VectorXd change = -V;
  change[0] *= 1 + e;
  return W.ldlt().solve(change);
}

using Law = Eigen::VectorXd (*)(const Eigen::MatrixXd&, const Eigen::VectorXd&, double);

/// The problem with random tangents and a law at every contact for which `collides` holds.
ImpactProblem colliding(const ImpactProblem& problem, Law law, double e, int tangents, unsigned seed,
                        int every = 1) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<ContactLabel> labels = problem.labels();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels[i].restitution = e;
    if (static_cast<int>(i) % every != 0) continue;
    Eigen::MatrixXd T(tangents, problem.dof());
    for (double& t : T.reshaped()) t = 0.4 * normal(engine);
    labels[i].collision = std::make_shared<const SingleCollision>(SingleCollision{"test", T, law});
  }
  return {problem.metric().mass(), problem.normals(), problem.momentum(), labels};
}

/// Discs of mass 1, radius 1 and inertia I in the plane: a fixed one is struck by two that touch it and
/// approach along their normals with spin; rolling contact.
ImpactProblem spinningDiscs(Law law, double e, double angle = 2) {
  const double I = 0.5;
  Eigen::MatrixXd M = Eigen::VectorXd{{1, 1, I, 1, 1, I, 1, 1, I}}.asDiagonal();
  Eigen::VectorXd v{{0, 0, 0.3, 0, 0, 2, 0, 0, -1}};
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(2, 9);
  std::vector<ContactLabel> list = labels(2);
  for (int k = 0; k < 2; ++k) {
    const Eigen::Vector2d u(std::cos(k * angle), std::sin(k * angle)), t(-u.y(), u.x());
    const int at = 3 * (k + 1);
    normals.row(k).segment<2>(0) = -u.transpose();
    normals.row(k).segment<2>(at) = u.transpose();
    v.segment<2>(at) = -u * (1 + 0.2 * k);
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(1, 9);
    T.row(0).segment<2>(0) = -t.transpose();
    T.row(0).segment<2>(at) = t.transpose();
    T(0, 2) = -1;       // the point of disc 0 that touches moves with −ω along t
    T(0, at + 2) = -1;  // and that of the other disc, at −u, with −ω
    list[static_cast<std::size_t>(k)].restitution = e;
    list[static_cast<std::size_t>(k)].collision =
        std::make_shared<const SingleCollision>(SingleCollision{"test", T, law});
  }
  return {M, normals, M * v, list};
}

/// All momenta in which an ordering ends, by plain recursion over velocities; cut at `cut` ‖p⁻‖.
class Recursion {
 public:
  explicit Recursion(const ImpactProblem& problem) : m_problem(problem) {}
  std::vector<Eigen::VectorXd> ends;
  long orderings = 0;

  void follow(const Eigen::VectorXd& p) {
    const Eigen::VectorXd v = m_problem.metric().velocity(p);
    bool any = false;
    for (int j = 0; j < m_problem.contactCount(); ++j) {
      if (m_problem.normals().row(j).dot(v) / m_problem.normalNorms()[j] >= -1e-9 * m_problem.momentumNorm())
        continue;
      any = true;
      follow(p + change(j, v));
    }
    if (any) return;
    ++orderings;
    ends.push_back(p);
  }

 private:
  Eigen::VectorXd change(int j, const Eigen::VectorXd& v) const {
    const ContactLabel& label = m_problem.labels()[static_cast<std::size_t>(j)];
    Eigen::MatrixXd J = m_problem.normals().row(j);
    if (!label.collision) {
      const double norm = m_problem.normalNorms()[j];
      return -(1 + label.restitution) * (J * v)(0) / (norm * norm) * J.transpose();
    }
    J.conservativeResize(1 + label.collision->tangents.rows(), Eigen::NoChange);
    J.bottomRows(label.collision->tangents.rows()) = label.collision->tangents;
    const Eigen::MatrixXd W = J * m_problem.metric().mass().inverse() * J.transpose();
    return J.transpose() * label.collision->impulse(W, J * v, label.restitution);
  }

  const ImpactProblem& m_problem;
};

}  // namespace

class ImpactCollisions : public QObject {
  Q_OBJECT

 private slots:
  void aSmoothCollisionIsAReflection_data() {
    QTest::addColumn<double>("e");
    for (const double e : {1.0, 0.7, 0.0}) QTest::addRow("e = %g", e) << e;
  }
  void aSmoothCollisionIsAReflection() {
    QFETCH(double, e);
    int compared = 0;
    for (const ImpactProblem& given : randomProblems(21, 8)) {
      const ImpactProblem reflects = given.reflecting(e);
      const ImpactProblem collides = colliding(given, smooth, e, 2, 5);
      QVERIFY(!collides.reflectsOnly() && !collides.isElastic());
      ResolveOptions options;
      options.limits.maxStates = 20'000;
      const ImpactReport a = resolveImpact(reflects, options), b = resolveImpact(collides, options);
      // Reflections may join momenta that are farther apart to come to an end; laws may not.
      if (!a.complete() || a.jammed() || a.graph->mergeTolerance() > lossyTolerance) continue;
      // Of laws nothing is proven: what is found before the search meets its limit has the proven limit.
      QVERIFY(b.complete() || a.collapses);
      QVERIFY(!b.outcomes.empty() && !b.collapses);
      QVERIFY(hausdorff(given.metric(), momenta(a), momenta(b)) < 1e-7 * given.momentumNorm());
      QVERIFY(std::abs(a.indeterminacy.xi - b.indeterminacy.xi) < 2e-7);
      if (e > 0 && e < 1)
        QCOMPARE(b.orderings.str(), a.orderings.str());  // endless ones are counted to their cut
      for (const auto kind : {Policy::Kind::MostInfeasible, Policy::Kind::LeastInfeasible,
                              Policy::Kind::ApproachSpeed, Policy::Kind::Random}) {
        const Word word = followPolicy(collides, {kind, {}, 3});
        QCOMPARE(word, followPolicy(colliding(reflects, smooth, e, 1, 7), {kind, {}, 3}));
        QVERIFY((replay(collides, word).momentum - replay(reflects, word).momentum).norm() <
                1e-12 * given.momentum().norm());
      }
      ++compared;
    }
    QVERIFY(compared > 3);
  }

  void theTreeIsThatOfPlainRecursion_data() {
    QTest::addColumn<double>("e");
    QTest::addColumn<double>("angle");
    for (const double e : {0.0, 0.4, 1.0})
      for (const double angle : {1.2, 2.0, 2.8}) QTest::addRow("e = %g, %g rad", e, angle) << e << angle;
  }
  void theTreeIsThatOfPlainRecursion() {
    QFETCH(double, e);
    QFETCH(double, angle);
    const ImpactProblem problem = spinningDiscs(rough, e, angle);
    Recursion plain(problem);
    plain.follow(problem.momentum());
    const ImpactReport report = resolveImpact(problem);
    QVERIFY(report.complete());
    QCOMPARE(report.orderings.str(), std::to_string(plain.orderings));
    QVERIFY(hausdorff(problem.metric(), momenta(report), plain.ends) < 1e-7 * problem.momentumNorm());
  }

  void randomOrderingsAreThoseOfTheTree_data() { theTreeIsThatOfPlainRecursion_data(); }
  /// Every end of a random ordering is an outcome of the search, all are found, and their number is right.
  void randomOrderingsAreThoseOfTheTree() {
    QFETCH(double, e);
    QFETCH(double, angle);
    const ImpactProblem problem = spinningDiscs(rough, e, angle);
    const ImpactReport all = resolveImpact(problem);
    ResolveOptions options;
    options.sample = SampleOptions{.samples = 2000};
    const ImpactReport sampled = resolveImpact(problem, options);
    QVERIFY(sampled.complete() == false && sampled.limit() == Limit::None);
    QCOMPARE(sampled.estimate->samples, 2000U);
    QVERIFY(hausdorff(problem.metric(), momenta(all), momenta(sampled)) < 1e-7 * problem.momentumNorm());
    const OrderingsEstimate& estimate = *sampled.estimate;
    QVERIFY(std::abs(estimate.value - std::stod(all.orderings.str())) <= 5 * estimate.standardError + 1e-9);
  }

  void gapsFollowOrderingsOfTheTree_data() { theTreeIsThatOfPlainRecursion_data(); }
  /// Every ordering of random gaps is among those that gaps realise and ends in an outcome of the search.
  void gapsFollowOrderingsOfTheTree() {
    QFETCH(double, e);
    QFETCH(double, angle);
    const ImpactProblem problem = spinningDiscs(rough, e, angle);
    ResolveOptions options;
    const std::size_t outcomes = resolveImpact(problem).outcomes.size();
    options.gaps = GapOptions{.samples = 2000};
    const ImpactReport report = resolveImpact(problem, options);
    QCOMPARE(report.outcomes.size(), outcomes);
    QVERIFY(report.gaps->realisable.complete);
    double sum = 0, first = 0, error = 0;
    for (const GapOrdering& ordering : report.gaps->orderings) {
      QVERIFY(std::ranges::binary_search(report.gaps->realisable.words, ordering.word));
      sum += ordering.probability;
      if (ordering.word.front() == 0) first += ordering.probability;
      error = std::max(error, ordering.standardError);
    }
    QVERIFY(std::abs(sum - 1) < 1e-12);
    QVERIFY(std::abs(first - (*report.gaps->exactFirst)[0]) < 6 * error + 0.02);
  }

  /// By all subsequences of a word, replayed one by one.
  void minimalWordsHaveNoFeasibleSubsequence() {
    int minimal = 0, other = 0;
    for (const ImpactProblem& given : randomProblems(25, 12)) {
      const ImpactProblem problem = colliding(given, rough, 0.4, 1, 3);
      ResolveOptions options;
      options.limits.maxStates = 5'000;
      const ImpactReport report = resolveImpact(problem, options);
      for (const Outcome& outcome : report.outcomes) {
        if (outcome.cut || outcome.example.size() > 10) continue;
        bool found = false;
        for (std::size_t mask = 0; mask + 1 < (std::size_t{1} << outcome.example.size()); ++mask) {
          Word word;
          for (std::size_t i = 0; i < outcome.example.size(); ++i)
            if (mask >> i & 1) word.push_back(outcome.example[i]);
          const Eigen::VectorXd c =
              problem.unitNormals() * problem.metric().velocity(replay(problem, word).momentum);
          found = found || std::ranges::none_of(c, [&](double x) { return problem.isInfeasible(x); });
        }
        QVERIFY(outcome.minimal.has_value());
        QCOMPARE(*outcome.minimal, !found);
        ++(found ? other : minimal);
      }
    }
    QVERIFY2(minimal > 5, QByteArray::number(minimal) + ' ' + QByteArray::number(other));
  }

  void someContactsCollideAndOthersReflect() {
    int compared = 0;
    for (const ImpactProblem& given : randomProblems(23, 8)) {
      const ImpactProblem problem = colliding(given, rough, 0.3, 1, 9, 2);
      ResolveOptions options;
      options.limits.maxStates = 2'000;
      const ImpactReport report = resolveImpact(problem, options);
      if (!report.complete() || report.orderings > 100'000) continue;
      Recursion plain(problem);
      plain.follow(problem.momentum());
      QCOMPARE(report.orderings.str(), std::to_string(plain.orderings));
      QVERIFY(hausdorff(problem.metric(), momenta(report), plain.ends) < 1e-6 * problem.momentumNorm());
      ++compared;
    }
    QVERIFY(compared > 3);
  }

  void impulsesOfNormalsAndTangentsAddUp() {
    const ImpactProblem problem = spinningDiscs(rough, 0.4);
    for (const Outcome& outcome : resolveImpact(problem).outcomes) {
      Eigen::VectorXd p = problem.momentum();
      for (int i = 0; i < problem.contactCount(); ++i) {
        p += outcome.impulses[i] * problem.normals().row(i).transpose();
        p += outcome.friction(i, 0) *
             problem.labels()[static_cast<std::size_t>(i)].collision->tangents.row(0).transpose();
      }
      QVERIFY((p - outcome.momentum).norm() < 1e-7 * problem.momentum().norm());
      QVERIFY(outcome.friction.norm() > 0.1);
    }
  }

  void theEnergyThatALawTakesIsAccountedFor() {
    const ImpactProblem problem = spinningDiscs(rough, 0.8);
    for (const Outcome& outcome : resolveImpact(problem).outcomes) {
      const double left = problem.metric().energy(outcome.momentum);
      QVERIFY(std::abs(problem.metric().energy(problem.momentum()) - left - outcome.energyLoss) < 1e-12);
      QVERIFY(outcome.energyLoss > 0.01);
      QVERIFY(outcome.relativeEnergyError < 1e-14);
    }
  }

  void oneContactIsCertifiedAndCoupledOnesAreNot() {
    const ImpactProblem one =
        colliding(line(Eigen::VectorXd::Ones(2), Eigen::Vector2d(1, 0)), rough, 0.5, 1, 1);
    QCOMPARE(resolveImpact(one).certificate.unique, std::optional(true));
    // Discs that are struck at right angles: orthogonal normals, but the spin of the middle one couples them.
    const ImpactProblem coupled = spinningDiscs(rough, 0.5, std::acos(0.0));
    QVERIFY(std::abs(coupled.gram()(0, 1)) < 1e-15);
    const ImpactReport report = resolveImpact(coupled);
    QVERIFY(!report.certificate.unique);
    QVERIFY(report.indeterminacy.xi > 0.01);
    QCOMPARE(resolveImpact(coupled.reflecting(0.5)).certificate.unique, std::optional(true));
  }

  void aLawOfTheWholeImpactTakesThePlaceOfThoseOfContacts() {
    const ImpactProblem problem = spinningDiscs(rough, 0.5), elastic = problem.reflecting(1);
    ResolveOptions whole;
    whole.restitution = 1;
    const ImpactReport a = resolveImpact(problem, whole), b = resolveImpact(elastic);
    QCOMPARE(a.indeterminacy.xi, b.indeterminacy.xi);
    for (std::size_t i = 0; i < b.outcomes.size(); ++i)
      QVERIFY((a.outcomes[i].momentum - b.outcomes[i].momentum).norm() < 1e-14);
  }

  void aZeroTangentIsRefused() {
    std::vector<ContactLabel> list = labels(1);
    list[0].collision =
        std::make_shared<const SingleCollision>(SingleCollision{"test", Eigen::MatrixXd::Zero(1, 1), rough});
    const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(1, 1);
    QVERIFY_THROWS_EXCEPTION(ImpactError, ImpactProblem(one, one, Eigen::VectorXd::Ones(1), list));
  }
};

CAROM_TEST(ImpactCollisions);
#include "tst_impact_collisions.moc"
