// Answers near every special case, against a recursion that shares nothing with the engine: nothing says
// unique beside two outcomes, undecided and cut answers say so, and nothing runs longer than its budget.

#include <QtTest>

#include "impact/certificate/collapse.h"
#include "impact/outcomes/lossy_ending.h"
#include "impact/outcomes/random_orderings.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// All orderings by recursion on momenta in long double; nothing is joined.
class AllWords {
 public:
  explicit AllWords(const ImpactProblem& problem, Real feasible = 1e-12L)
      : m_normals(problem.normals().cast<Real>()), m_start(problem.momentum().cast<Real>()) {
    const Matrix inverse = problem.metric().mass().cast<Real>().inverse();
    m_inverse = inverse;
    for (Eigen::Index i = 0; i < m_normals.rows(); ++i) {
      const Vector u = m_normals.row(i), v = inverse * u;
      m_directions.push_back(v);
      m_squares.push_back(u.dot(v));
      m_factors.push_back(1 + static_cast<Real>(problem.labels()[static_cast<std::size_t>(i)].restitution));
    }
    m_threshold = -feasible * norm(m_start);
  }

  Real norm(const Vector& p) const { return std::sqrt(p.dot(m_inverse * p)); }
  const Vector& start() const { return m_start; }
  Real coordinate(const Vector& p, std::size_t i) const {
    return p.dot(m_directions[i]) / std::sqrt(m_squares[i]);
  }
  std::vector<std::size_t> infeasible(const Vector& p) const {
    std::vector<std::size_t> contacts;
    for (std::size_t i = 0; i < m_factors.size(); ++i)
      if (coordinate(p, i) < m_threshold) contacts.push_back(i);
    return contacts;
  }
  Vector reflected(const Vector& p, std::size_t i) const {
    return p - m_factors[i] * p.dot(m_directions[i]) / m_squares[i] *
                   m_normals.row(static_cast<Eigen::Index>(i)).transpose();
  }
  /// The ends of all words; empty where there are more than `most`.
  std::vector<Vector> ends(std::size_t most = 20'000) const {
    std::vector<Vector> found;
    walk(m_start, found, most);
    if (found.size() > most) found.clear();
    return found;
  }
  /// Largest distance of two ends over ‖p⁻‖.
  Real xi(const std::vector<Vector>& ends) const {
    Real largest = 0;
    for (std::size_t a = 0; a < ends.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) largest = std::max(largest, norm(ends[a] - ends[b]));
    return largest / norm(m_start);
  }
  /// How far the nearest outcome is from an end, over ‖p⁻‖.
  Real distance(const Vector& end, const ImpactReport& report) const {
    Real nearest = std::numeric_limits<Real>::infinity();
    for (const Outcome& outcome : report.outcomes)
      nearest = std::min(nearest, norm(end - outcome.momentum.cast<Real>()));
    return nearest / norm(m_start);
  }

 private:
  void walk(const Vector& p, std::vector<Vector>& found, std::size_t most) const {
    if (found.size() > most) return;
    const std::vector<std::size_t> open = infeasible(p);
    if (open.empty()) found.push_back(p);
    for (const std::size_t i : open) walk(reflected(p, i), found, most);
  }

  Matrix m_normals, m_inverse;
  Vector m_start;
  std::vector<Vector> m_directions;
  std::vector<Real> m_squares, m_factors;
  Real m_threshold = 0;
};

/// Whether reflecting a pair in turn ends, with numbers that are made large again at each turn.
bool turnsEndByHand(Real G, Real r, Real c, Real s, Real d) {
  for (int turn = 0; turn < 200'000; ++turn) {
    d -= (1 + r) * c * G;
    c = -r * c;
    if (d >= 0) return true;
    const Real size = -d;
    const Real other = c / size;
    c = -1;
    d = other;
    std::swap(r, s);
  }
  return false;
}

/// Contacts in a chain, near a Coxeter group: G of neighbours is −cos(π/m) and off by up to `off`.
ImpactProblem nearGroup(Random& random, int k, double off) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Identity(k, k);
  for (int i = 0; i + 1 < k; ++i) {
    const int m = i == 0 ? 2 + random.below(3) : 2 + random.below(2);
    G(i, i + 1) = G(i + 1, i) = -std::cos(std::numbers::pi / m) + off * random.uniform(-1, 1);
  }
  Eigen::VectorXd c(k);
  for (double& value : c) value = random.uniform(-1, 0.2);
  return fromGram(G, c);
}

ImpactProblem withRestitutions(const ImpactProblem& problem, const std::vector<double>& r) {
  return problem.withRestitution(
      Eigen::Map<const Eigen::VectorXd>(r.data(), static_cast<Eigen::Index>(r.size())));
}

/// A ball between two walls (x) at the end of a row of n balls along y that fall on it one by one. With a
/// witness, a ball that touches it aslant and flies away, the row is not orthogonal to the walls.
ImpactProblem trappedUnderARow(int n, bool witness) {
  const int dof = 1 + n + 1 + witness;
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(2 + n + witness, dof);
  normals(0, 0) = 1;
  normals(1, 0) = -1;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(dof);
  if (witness) {
    normals(2 + n, 0) = 0.6;
    normals(2 + n, 1) = 0.8;
    normals(2 + n, dof - 1) = -1;
    v[dof - 1] = -1000;
  }
  for (int i = 0; i < n; ++i) {
    normals(2 + i, 1 + i) = -1;
    normals(2 + i, 2 + i) = 1;
    v[2 + i] = -(i + 1) * (1 + 0.1 * i);
  }
  return problem(Eigen::MatrixXd::Identity(dof, dof), normals, v);
}

/// Three contacts of which no pair fits the rule, all approaching.
ImpactProblem threeCoupled() {
  Eigen::Matrix3d G;
  G << 1, -0.3, -0.4, -0.3, 1, -0.2, -0.4, -0.2, 1;
  return fromGram(G, Eigen::Vector3d(-1, -0.7, -0.4));
}

}  // namespace

class ImpactHonesty : public QObject {
  Q_OBJECT

 private slots:
  void xiOfAPairFollowsItsClosedForm() {
    // Two contacts that are solved in two reflections: ξ = 4|c| √(a² + b² − 2abc)/‖p‖ with c = G_ab, a =
    // ⟨p,û⟩, b = ⟨p,v̂⟩. Numbers of long double: the double ones of a report leave 1e-3 of 1e-13.
    for (int i = 4; i <= 22; ++i) {
      const double degrees = std::pow(10, -i / 2.0);
      const ImpactProblem problem = billiardBreak((90 + degrees) * std::numbers::pi / 180);
      const AllWords all(problem);
      const Matrix U = problem.normals().cast<Real>();  // unit masses
      const Real c = U.row(0).dot(U.row(1)) / (U.row(0).norm() * U.row(1).norm());
      const Real a = all.coordinate(all.start(), 0), b = all.coordinate(all.start(), 1);
      const Real xi = 4 * std::abs(c) * std::sqrt(a * a + b * b - 2 * a * b * c) / all.norm(all.start());
      const ImpactReport report = resolveImpact(problem);
      QVERIFY2(std::abs(report.indeterminacy.xi / xi - 1) < 1e-6, qPrintable(QString::number(degrees)));
      QVERIFY(report.indeterminacy.isExact());
      QCOMPARE(report.outcomes.size(), std::size_t(report.certificate.unique == true ? 1 : 2));
    }
  }

  void nearlyEqualMassesAreOneGroupWithTheirTrueXi_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("growth");
    for (const int n : {3, 4, 5})
      for (const double growth : {1e-3, 1e-4, 5e-5, 2e-5, 3e-6, 1e-6})
        QTest::newRow(qPrintable(QStringLiteral("%1 balls, %2").arg(n).arg(growth))) << n << growth;
  }
  void nearlyEqualMassesAreOneGroupWithTheirTrueXi() {
    QFETCH(int, n);
    QFETCH(double, growth);
    const ImpactProblem problem = convergingLine(n, growth);
    const AllWords all(problem);
    const ImpactReport report = resolveImpact(problem);
    const std::vector<Vector> ends = all.ends();
    const auto xi = static_cast<double>(all.xi(ends));
    QVERIFY(std::abs(report.indeterminacy.xi - xi) <= 1e-6 * xi + 2e-14);
    QVERIFY(report.complete());
    if (report.certificate.unique == true) {
      QCOMPARE(report.outcomes.size(), std::size_t{1});
      QVERIFY(report.states == *report.certificate.closedFormStates);
      QVERIFY(report.orderings == *report.certificate.closedFormOrderings);
    }
  }

  void nothingIsUniqueBesideTwoOutcomes() {
    Random random(7);
    int certified = 0, nearly = 0, tooMany = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const double off = trial % 5 == 0 ? 0 : std::pow(10, -random.uniform(4, 13));
      const ImpactProblem problem = nearGroup(random, 2 + random.below(3), off);
      const AllWords all(problem);
      const std::vector<Vector> ends = all.ends();
      const ImpactReport report = resolveImpact(problem);
      QVERIFY(report.complete() && report.ends == true);
      if (ends.empty()) {  // B4 has up to 24024 words
        QVERIFY(report.orderings > 20'000);
        ++tooMany;
        continue;
      }
      const auto xi = static_cast<double>(all.xi(ends));
      QVERIFY2(std::abs(report.indeterminacy.xi - xi) <= 1e-6 * xi + 4e-12,
               qPrintable(QString::number(trial)));
      if (report.certificate.unique == true) {
        ++certified;
        nearly += report.certificate.nearly;
        QCOMPARE(report.outcomes.size(), std::size_t{1});
      }
      for (const Vector& end : ends)
        QVERIFY(all.distance(end, report) <= xi * (report.outcomes.size() == 1) + 4e-12L);
    }
    QVERIFY(certified > 100 && nearly > 50 && certified < 380 && tooMany < 20);
  }

  void answersOfOddMassesAgree() {
    // Masses over many orders of magnitude, some normals dependent.
    Random random(8);
    int compared = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const int n = 3 + random.below(2);
      Eigen::VectorXd masses(n), v(n);
      for (double& m : masses) m = std::pow(10, random.uniform(-2, 2));
      for (double& x : v) x = random.uniform(-1, 1);
      const ImpactProblem problem = trial % 3 == 0 ? randomProblem(random, 2, 3, 0.3) : line(masses, v);
      const AllWords all(problem);
      const std::vector<Vector> ends = all.ends(5'000);
      if (ends.empty()) continue;
      ++compared;
      const ImpactReport report = resolveImpact(problem);
      QVERIFY(report.complete());
      QVERIFY(report.certificate.unique != true || report.outcomes.size() == 1);
      const auto xi = static_cast<double>(all.xi(ends));
      QVERIFY(std::abs(report.indeterminacy.xi - xi) <= 1e-6 * xi + 4e-12);
      for (const Vector& end : ends) QVERIFY(all.distance(end, report) <= 1e-11L);
    }
    QVERIFY(compared > 100);
  }

  void gapsMayEndWhereTheGraphDoesNot_data() {
    QTest::addColumn<double>("growth");
    for (const double growth : {1e-3, 1e-4, 5e-5, 1e-6})
      QTest::newRow(qPrintable(QString::number(growth))) << growth;
  }
  void gapsMayEndWhereTheGraphDoesNot() {
    QFETCH(double, growth);
    ResolveOptions options;
    options.gaps = GapOptions{2000, 1};
    const ImpactReport report = resolveImpact(convergingLine(6, growth), options);
    double total = 0;
    for (const Outcome& outcome : report.outcomes) total += outcome.probability.value().value;
    QVERIFY(std::abs(total - 1) < 1e-12);
  }

  void outcomesOutsideOfTheGraphAreNotLookedUpInIt() {
    // Past its limit a graph has few of the ends that gaps find.
    ResolveOptions options;
    options.gaps = GapOptions{500, 3};
    options.limits.maxStates = 20;
    options.samplePastLimit.samples = 50;
    const ImpactReport report = resolveImpact(convergingLine(5, 0.3), options);
    QVERIFY(!report.complete() && report.outcomes.size() > 5);
  }

  void aSearchThatMeetsItsLimitProvesNothing() {
    // The row leaves the trapped ball alone, but there are too many orderings to see that.
    ResolveOptions options;
    options.limits.maxStates = 250'000;
    const ImpactReport undecided = resolveImpact(trappedUnderARow(12, true), options);
    QVERIFY(!undecided.ends && !undecided.jammed() && !undecided.complete());
    QCOMPARE(toString(undecided.limit()), std::string_view("max-states"));
    QVERIFY(!undecided.estimate);
    options.sample = SampleOptions{100, 1};
    const ImpactReport sampled = resolveImpact(trappedUnderARow(12, true), options);
    QVERIFY(!sampled.ends && !sampled.estimate && sampled.outcomes.empty());
    QVERIFY(sampled.limit() != Limit::None);
    for (const bool witness : {false, true}) {
      const ImpactReport few = resolveImpact(trappedUnderARow(4, witness));
      QVERIFY(few.ends == true && few.complete() && few.outcomes.size() == 1);
    }
  }

  void aJamThatNothingTouchesIsLeftAlone() {
    // The row is orthogonal to the walls: that needs no search.
    ResolveOptions options;
    options.limits.maxStates = 2;
    options.samplePastLimit.samples = 0;
    QVERIFY(resolveImpact(trappedUnderARow(12, false), options).ends == true);
  }

  void turnsOfAPairEndAsByHand() {
    Random random(9);
    int endless = 0, undecided = 0;
    for (int trial = 0; trial < 2'000; ++trial) {
      const Real r = random.uniform(0, 0.3),
                 s = trial % 2 == 0 ? r : static_cast<Real>(random.uniform(0, 0.3));
      const Real critical = -(std::sqrt(r) + std::sqrt(s)) / std::sqrt((1 + r) * (1 + s));
      const Real G = trial % 4 == 0
                         ? critical + std::pow(Real(10), -static_cast<Real>(random.uniform(1, 5))) *
                                          (random.below(2) * 2 - 1)
                         : static_cast<Real>(random.uniform(-0.99, 0.2));
      if (G <= -1) continue;
      const Real c = -random.uniform(0.1, 1), d = random.uniform(-1, 0.5);
      const std::optional<bool> ends = turnsEnd(G, {r, c}, {s, d});
      undecided += !ends;
      if (!ends) continue;
      QCOMPARE(*ends, turnsEndByHand(G, r, c, s, d));
      endless += !*ends;
    }
    QVERIFY(endless > 100 && undecided == 0);
  }

  void endsOfLossyImpactsAreDecidedOrNot_data() {
    QTest::addColumn<double>("r");
    QTest::addColumn<bool>("ends");
    QTest::newRow("0.02: never") << 0.02 << false;
    QTest::newRow("below 7 − 4√3") << 7 - 4 * std::sqrt(3) - 1e-6 << false;
    QTest::newRow("above, although c gets small first") << std::sqrt(0.0052) << true;
    QTest::newRow("0.5") << 0.5 << true;
  }
  void endsOfLossyImpactsAreDecidedOrNot() {
    QFETCH(double, r);
    QFETCH(bool, ends);
    const ImpactProblem balls = line(Eigen::Vector3d::Ones(), Eigen::Vector3d(1, 0, 0));
    QVERIFY(resolveImpact(withRestitutions(balls, {r, r})).ends == ends);
    QVERIFY(withReflectionRestitution(balls, r * r).ends == ends);
  }

  void coincidentContactsOfUnequalRestitutionAreNotUnique() {
    const ImpactProblem two =
        problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, 2), Eigen::VectorXd::Constant(1, -1));
    const ImpactReport unequal = resolveImpact(withRestitutions(two, {0.9, 0.1}));
    QVERIFY(unequal.certificate.unique != true);
    QCOMPARE(unequal.outcomes.size(), std::size_t{2});
    QVERIFY(std::abs(unequal.indeterminacy.xi - 0.8) < 1e-15);
    QVERIFY(resolveImpact(withRestitutions(two, {0.4, 0.4})).certificate.unique == true);
    QVERIFY(!unequal.bounds && !unequal.sensitivity);
    QVERIFY(resolveImpact(two).bounds && resolveImpact(two).sensitivity);
  }

  void restitutionByContactAgreesWithAllWords() {
    Random random(10);
    int compared = 0;
    for (int trial = 0; trial < 150; ++trial) {
      const int k = 2 + random.below(2);
      std::vector<double> r(static_cast<std::size_t>(k));
      for (double& value : r) value = random.uniform(0.4, 1);
      const ImpactProblem problem = withRestitutions(randomProblem(random, 3, k, 0.3), r);
      const AllWords all(problem);
      const std::vector<Vector> ends = all.ends(5'000);
      if (ends.empty()) continue;
      ++compared;
      const ImpactReport report = resolveImpact(problem);
      QVERIFY(report.complete() && report.ends != false);
      QVERIFY(report.certificate.unique != true || report.outcomes.size() == 1);
      for (const Vector& end : ends) QVERIFY(all.distance(end, report) <= report.tolerance + 1e-11L);
      const auto xi = static_cast<double>(all.xi(ends));
      QVERIFY(report.indeterminacy.lower <= xi + 1e-11 && xi <= report.indeterminacy.upper + 1e-11);
    }
    QVERIFY(compared > 100);
  }

  void lossySearchAnswersToItsTolerance_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("e");
    QTest::newRow("3, plastic") << 3 << 0.0;
    QTest::newRow("4, 0.02") << 4 << 0.02;
    QTest::newRow("4, 0.01") << 4 << 0.01;
  }
  void lossySearchAnswersToItsTolerance() {
    QFETCH(int, n);
    QFETCH(double, e);
    const ImpactProblem balls = line(Eigen::VectorXd::Ones(n), falling(n));
    const ImpactReport report = withReflectionRestitution(balls, e);
    QVERIFY(report.complete());
    QVERIFY2(report.tolerance < 1e-3, qPrintable(QString::number(report.tolerance)));
    const AllWords all(balls.reflecting(std::sqrt(e)), 1e-14L);
    Random random(11);
    Real xi = 0;
    std::vector<Vector> ends;
    for (int trial = 0; trial < 300; ++trial) {
      Vector p = all.start();
      for (int i = 0; i < 5'000; ++i) {
        const std::vector<std::size_t> open = all.infeasible(p);
        if (open.empty()) break;
        p = all.reflected(p, open[static_cast<std::size_t>(random.below(static_cast<int>(open.size())))]);
      }
      QVERIFY(all.distance(p, report) <= report.tolerance + 1e-12L);
      ends.push_back(p);
    }
    xi = all.xi(ends);
    QVERIFY(xi <= report.indeterminacy.upper + 1e-12L);
  }

  void collapseIsProvenUpToItsCurve_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<double>("share");
    for (const int n : {3, 4, 5})
      for (const double share : {0.0, 0.1, 0.8, 1.1, 2.0})
        QTest::newRow(qPrintable(QStringLiteral("%1 balls, %2").arg(n).arg(share))) << n << share;
    for (const double share : {0.0, 0.1})
      QTest::newRow(qPrintable(QStringLiteral("6 balls, %1").arg(share))) << 6 << share;
  }
  void collapseIsProvenUpToItsCurve() {
    // Equal balls: as of a pair, with the largest eigenvalue λ of 1 − G in the place of −G, so that r = r*
    // where 2√r/(1+r) = λ.
    QFETCH(int, n);
    QFETCH(double, share);
    const double lambda = std::cos(std::numbers::pi / n);
    const double root = (1 - std::sqrt(1 - lambda * lambda)) / lambda;
    for (const Eigen::VectorXd& v : {Eigen::VectorXd(Eigen::VectorXd::Unit(n, 0)), falling(n)}) {
      const ImpactReport report =
          withReflectionRestitution(line(Eigen::VectorXd::Ones(n), v), share * std::pow(root, 4));
      QVERIFY(!report.collapses || share < 1);
      QVERIFY(report.collapses || share > 1 || n == 3);  // a pair is searched to its end
      if (!report.collapses) continue;
      QVERIFY(report.complete() && report.ends == false && report.tolerance == 0);
      QVERIFY(report.indeterminacy.isExact() && report.indeterminacy.xi == 0);
      QVERIFY((report.outcomes.at(0).velocity - Eigen::VectorXd::Constant(n, v.mean())).norm() < 1e-12);
    }
  }

  void collapseAgreesWithAllWords() {
    // Random scenes of little restitution: where the proof is found, random words end in the one limit.
    Random random(15);
    int proven = 0, refused = 0;
    for (int trial = 0; trial < 120; ++trial) {
      const int k = 2 + random.below(3);
      std::vector<double> r(static_cast<std::size_t>(k));
      for (double& value : r) value = random.uniform(0, 0.15);
      Eigen::VectorXd masses(k + 1), v(k + 1);
      for (double& m : masses) m = random.uniform(0.4, 2);
      for (double& x : v) x = random.uniform(-1, 1);
      const ImpactProblem problem =
          withRestitutions(trial % 3 == 0 ? randomProblem(random, k, k, 0.1) : line(masses, v), r);
      if (problem.isFeasible()) continue;
      const bool collapses = everyOrderingCollapses(problem);
      (collapses ? proven : refused) += 1;
      if (!collapses) continue;
      const ImpactReport report = resolveImpact(problem);
      QCOMPARE(report.outcomes.size(), std::size_t{1});
      const AllWords all(problem, 1e-13L);
      for (int word = 0; word < 100; ++word) {
        Vector p = all.start();
        for (int i = 0; i < 20'000; ++i) {
          const std::vector<std::size_t> open = all.infeasible(p);
          if (open.empty()) break;
          // Some words let one contact wait.
          const bool waits = open.size() > 1 && open[0] == 0 && word % 2 == 0 && random.below(8) > 0;
          const int from = waits ? 1 : 0;
          p = all.reflected(
              p, open[static_cast<std::size_t>(from + random.below(static_cast<int>(open.size()) - from))]);
        }
        QVERIFY(all.distance(p, report) < 1e-10L);
      }
    }
    QVERIFY2(proven > 20 && refused > 20, qPrintable(QStringLiteral("%1 %2").arg(proven).arg(refused)));
  }

  void nearbyLossySearchesAnswerToTheirTolerance() {
    // Beside the curve of collapse words are long and states many: what is joined and cut is within what is
    // said.
    Random random(16);
    int compared = 0, joined = 0;
    for (int trial = 0; trial < 40; ++trial) {
      const int k = 2 + random.below(3);
      const ImpactProblem problem =
          randomProblem(random, 3, k, 0.1).reflecting(trial % 2 == 0 ? random.uniform(0, 0.3) : 0);
      ResolveOptions options;
      options.samplePastLimit.samples = 64;
      const ImpactReport report = resolveImpact(problem, options);
      if (!report.complete()) continue;
      ++compared;
      joined += report.tolerance > 1e-6;
      const AllWords all(problem, 1e-13L);
      std::vector<Vector> ends;
      for (int word = 0; word < 50; ++word) {
        Vector p = all.start();
        for (int i = 0; i < 20'000; ++i) {
          const std::vector<std::size_t> open = all.infeasible(p);
          if (open.empty()) break;
          p = all.reflected(p, open[static_cast<std::size_t>(random.below(static_cast<int>(open.size())))]);
        }
        QVERIFY(all.distance(p, report) <= report.tolerance + 1e-10L);
        ends.push_back(p);
      }
      QVERIFY(all.xi(ends) <= report.indeterminacy.upper + 1e-10L);
    }
    QVERIFY2(compared > 20 && joined > 0, qPrintable(QStringLiteral("%1 %2").arg(compared).arg(joined)));
  }

  void plasticBlendsAreOneOutcome() {
    Random random(12);
    for (int trial = 0; trial < 50; ++trial) {
      ResolveOptions options;
      options.restitution = 0;
      const ImpactReport report = resolveImpact(randomProblem(random, 4, 3, 0.3), options);
      const ImpactReport elastic = resolveImpact(report.problem);
      QCOMPARE(report.outcomes.size(), std::size_t{1});
      QCOMPARE(report.indeterminacy.xi, 0.0);
      QVERIFY(report.outcomes[0].orderings == elastic.orderings);
    }
  }

  void lawsOfSingleContactsHaveNoBoundOnXi() {
    // Each contact gives back twice the speed: outcomes may be as far apart as they like.
    const auto doubling = std::make_shared<SingleCollision>();
    doubling->law = "doubling";
    doubling->tangents = Eigen::MatrixXd(0, 3);
    doubling->impulse = [](const Eigen::MatrixXd& W, const Eigen::VectorXd& V, double) -> Eigen::VectorXd {
      return Eigen::VectorXd::Constant(1, V[0] < 0 ? -3 * V[0] / W(0, 0) : 0);
    };
    std::vector<ContactLabel> named = labels(2);
    for (ContactLabel& label : named) label.collision = doubling;
    const ImpactProblem balls = line(Eigen::Vector3d(1, 2, 3), Eigen::Vector3d(3, 2, 1));
    ResolveOptions options;
    options.limits.maxStates = 2;
    options.samplePastLimit.samples = 0;
    const ImpactReport report =
        resolveImpact({balls.metric().mass(), balls.normals(), balls.momentum(), named}, options);
    QVERIFY(!report.complete());
    QVERIFY(std::isinf(report.indeterminacy.upper));
  }

  void blendsOfALimitedSearchStayWithinTheirBound() {
    // With R < 1 outcomes are of unequal length: p⁻ bounds them, not the angle of the cone.
    Random random(13);
    for (int trial = 0; trial < 60; ++trial) {
      const ImpactProblem problem = randomProblem(random, 3, 3, 0.3);
      ResolveOptions options;
      options.restitution = random.uniform();
      const double xi = resolveImpact(problem, options).indeterminacy.xi;
      options.limits.maxStates = 2;
      options.samplePastLimit.samples = 0;
      const ImpactReport limited = resolveImpact(problem, options);
      if (!limited.complete()) QVERIFY(limited.indeterminacy.upper >= xi);
    }
  }

  void nearJamsAreNoJams() {
    // Three free balls on a line end whatever their masses: their normals are independent.
    for (const double mass : {1e6, 1e12, 1e16, 1e20, 1e24}) {
      const ImpactProblem balls = line(Eigen::Vector3d(mass, 1, mass), Eigen::Vector3d(1, 0, -1));
      const Termination termination = decideTermination(balls);
      QVERIFY(termination.decided && termination.terminates && termination.coneHasInterior);
      // ρ is half the angle between the nearly opposite normals: √(1/(mass + 1))/√2 to first order.
      QVERIFY(std::abs(termination.margin * std::sqrt(2 * (mass + 1)) - 1) < 1e-3);
    }
    const ImpactProblem trapped =
        problem(Eigen::MatrixXd::Identity(1, 1), Eigen::Vector2d(1, -1), Eigen::VectorXd::Constant(1, 1));
    QVERIFY(resolveImpact(trapped).jammed());
  }

  void lengthOfAPairsOrderingIsKnownBefore() {
    Random random(17);
    for (int trial = 0; trial < 100; ++trial) {
      const Eigen::Vector3d masses(std::pow(10, random.uniform(-3, 3)), 1,
                                   std::pow(10, random.uniform(-3, 3)));
      const ImpactProblem balls =
          line(masses, Eigen::Vector3d(random.uniform(0, 1), random.uniform(-1, 1), random.uniform(-1, 0)));
      const ImpactReport report = resolveImpact(balls);
      QVERIFY(report.complete());
      QVERIFY(std::abs(std::ceil(shortestPairOrdering(balls) - 1e-6) - report.minLength) < 0.5);
    }
  }

  void aPairOfEndlessLookingOrderingsIsNotSearched() {
    // 10^10 reflections: known before the search, and the feasible cone is so thin that ξ is known, too.
    const ImpactReport report =
        resolveImpact(line(Eigen::Vector3d(1e20, 1, 1e20), Eigen::Vector3d(1, 0, -1)));
    QVERIFY(report.ends == true && !report.complete());
    QCOMPARE(toString(report.limit()), std::string_view("max-states"));
    QVERIFY(report.states <= 10'000);
    QVERIFY(report.indeterminacy.upper < 1e-9);
  }

  void theLimitOfACollapseMayBeFarAway() {
    // A light ball brings two heavy ones to rest, although what presses it is little beside their momentum.
    for (const double mass : {1e16, 1e20}) {
      const ImpactReport report =
          withReflectionRestitution(line(Eigen::Vector3d(mass, 1, mass), Eigen::Vector3d(1, 0, -1)), 0.5);
      QVERIFY(report.collapses && report.outcomes.size() == 1);
      QVERIFY(report.outcomes[0].velocity.norm() < 1e-7);
      QVERIFY(std::abs(report.outcomes[0].energyLoss / mass - 1) < 1e-12);
    }
  }

  void aBodyFarAwayDecidesNothing() {
    // Three balls of 1 kg, and one that nothing touches with momentum 1e16 kg·m/s.
    const ImpactProblem alone = line(Eigen::Vector3d(1, 2, 4), Eigen::Vector3d(3, 2, 1));
    Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(2, 4);
    normals.leftCols(3) = alone.normals();
    const ImpactProblem with =
        problem(Eigen::Vector4d(1, 2, 4, 1e6).asDiagonal(), normals, Eigen::Vector4d(3, 2, 1, 1e10));
    const ImpactReport a = resolveImpact(alone), b = resolveImpact(with);
    QCOMPARE(b.outcomes.size(), a.outcomes.size());
    QVERIFY(a.orderings == b.orderings && a.orderings > 1);
    for (std::size_t i = 0; i < a.outcomes.size(); ++i)
      QVERIFY((a.outcomes[i].velocity - b.outcomes[i].velocity.head(3)).norm() < 1e-14);
  }

  void minimalityOfShortWordsIsDecided() {
    Random random(14);
    ResolveOptions options;
    options.minimalityChecks = 1;
    int decided = 0, checked = 0;
    for (int trial = 0; trial < 60; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 4, 4, 0.2), options);
      for (const Outcome& outcome : report.outcomes) {
        if (outcome.example.size() > 16) continue;
        QVERIFY(outcome.minimal.has_value());
        ++decided;
        if (outcome.example.size() > 12) continue;
        QCOMPARE(*outcome.minimal, isMinimal(report.problem, outcome.example));
        ++checked;
      }
    }
    QVERIFY(decided > 100 && checked > 60);
  }

  void samplingEndsWithItsBudget() {
    SampleOptions options{1'000'000, 1, 1'000'000};
    const ImpactProblem balls = convergingLine(40, 0.3);
    const SampleReport report = sampleOrderings(balls, options);
    QVERIFY(report.limit == Limit::Work && report.estimate.samples > 0);
    QVERIFY(report.estimate.samples * report.minLength * 119 <=
            options.budget);  // k + 2n numbers a reflection
    QVERIFY(sampleOrderings(balls, {3, 1}).limit == Limit::None);
    // Orderings that are no longer than this are followed as often as was asked.
    options = {.samples = 200, .seed = 1, .budget = 1'000, .uncounted = report.maxLength * 2};
    QVERIFY(sampleOrderings(balls, options).limit == Limit::None);
    options.uncounted = 10;
    QVERIFY(sampleOrderings(balls, options).limit == Limit::Work);
  }

  void momentaWhoseSquaresAreZeroHaveTheAnswerOfLargerOnes() {
    // ‖p‖ times a power of two: the same digits everywhere. At 2⁻⁵⁵⁰ ‖p‖² is 0 in double.
    const ImpactProblem impact = threeCoupled();
    const ImpactReport report = resolveImpact(impact);
    QVERIFY(report.outcomes.size() > 1 && report.indeterminacy.xi > 0.01);
    for (const int exponent : {-550, -300, 300}) {
      const double factor = std::ldexp(1.0, exponent);
      const ImpactReport scaled = resolveImpact(impact.withMomentum(factor * impact.momentum()));
      QCOMPARE(scaled.indeterminacy.xi, report.indeterminacy.xi);
      QCOMPARE(scaled.indeterminacy.xiMinimal, report.indeterminacy.xiMinimal);
      QCOMPARE(scaled.indeterminacy.pair, report.indeterminacy.pair);
      QCOMPARE(scaled.choice.nearest, report.choice.nearest);
      QVERIFY(scaled.choice.convex.momentum == factor * report.choice.convex.momentum);
    }
  }

  void gapsCloseInOrderAtTheLeastMomentum() {
    // Of a momentum of one unit of the last place of all doubles, a gap over c is infinite.
    const ImpactProblem impact = threeCoupled();
    const Eigen::VectorXd least = impact.momentum().unaryExpr(
        [](double p) { return std::copysign(std::numeric_limits<double>::denorm_min(), p); });
    const GapReport gaps = sampleGaps(impact.withMomentum(least), {.samples = 50, .arriving = false});
    QCOMPARE(gaps.samples, std::size_t{50});
    for (const GapOrdering& ordering : gaps.orderings)
      for (const ContactIndex contact : ordering.word) QVERIFY(contact < 3);
  }

  void wordsWithoutEndInSightFillNoMemory() {
    // Masses over 17 orders of magnitude: words of millions of reflections.
    Eigen::VectorXd masses(5);
    masses << 6e5, 6e-12, 6e5, 6e-12, 6e5;
    ResolveOptions options;
    options.limits.maxStates = 1000;
    const ImpactReport report = resolveImpact(line(masses, falling(5)), options);
    QVERIFY(!report.complete() && report.ends == true);
    QCOMPARE(toString(report.limit()), std::string_view("max-states"));
  }
};

CAROM_TEST(ImpactHonesty);
#include "tst_impact_honesty.moc"
