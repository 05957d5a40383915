// Laws that hold for every impact, on seeded random ones, and against the whole tree walked on momenta.

#include <QtTest>

#include "base/nonnegative_least_squares.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr int trials = 40;

std::size_t reflections(const ImpactReport& report) {
  return report.maxLength;
}

/// Whether every momentum of one set has one of the other within the tolerance.
bool sameOutcomes(const ImpactProblem& problem, const std::vector<Eigen::VectorXd>& a,
                  const std::vector<Eigen::VectorXd>& b) {
  return hausdorff(problem.metric(), a, b) < 1e-7 * problem.momentumNorm();
}

/// A matrix whose entries are mostly 0, so that its columns are often separate groups.
Eigen::MatrixXd sparseMatrix(Random& random, int rows, int cols) {
  Eigen::MatrixXd A = random.normalMatrix(rows, cols);
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i)
      if (random.uniform() > 1.5 / cols) A(i, j) = 0;
  return A;
}

}  // namespace

class ImpactProperties : public QObject {
  Q_OBJECT

 private slots:
  void graphAgreesWithTheWholeTree_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("k");
    QTest::newRow("2 in 2") << 2 << 2;
    QTest::newRow("2 in 6") << 6 << 2;
    QTest::newRow("3 in 3") << 3 << 3;
    QTest::newRow("4 in 3, dependent") << 3 << 4;
    QTest::newRow("4 in 6") << 6 << 4;
    QTest::newRow("5 in 2, dependent") << 2 << 5;
  }
  void graphAgreesWithTheWholeTree() {
    QFETCH(int, n);
    QFETCH(int, k);
    Random random(static_cast<std::uint64_t>(100 * n + k));
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactProblem problem = randomProblem(random, n, k, 0.3);
      const Tree tree = wholeTree(problem);
      const ImpactReport report = resolveImpact(problem);
      QVERIFY(report.complete());
      QVERIFY(report.orderings == tree.words.size());
      const auto [shortest, longest] =
          std::minmax_element(tree.words.begin(), tree.words.end(),
                              [](const Word& a, const Word& b) { return a.size() < b.size(); });
      QCOMPARE(std::size_t{report.minLength}, shortest->size());
      QCOMPARE(std::size_t{report.maxLength}, longest->size());
      QVERIFY(sameOutcomes(problem, tree.ends, momenta(report)));
      for (const Word& word : tree.words) QVERIFY(report.graph->isOutcome(report.graph->follow(word)));
      double xi = 0;
      for (const auto& a : tree.ends) {
        for (const auto& b : tree.ends)
          xi = std::max(xi, problem.metric().norm(a - b) / problem.momentumNorm());
      }
      QVERIFY(std::abs(report.indeterminacy.xi - xi) < 1e-7);
    }
  }

  void energyAndTangentialMomentumAreKept() {
    Random random(1);
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 6, 4));
      const KineticMetric& metric = report.problem.metric();
      const Eigen::VectorXd& p = report.problem.momentum();
      // A direction that is orthogonal to every normal keeps its part of p.
      const Eigen::MatrixXd& U = report.problem.normals();
      const Eigen::MatrixXd MinvU = metric.mass().ldlt().solve(U.transpose());
      const Eigen::VectorXd x = random.normalVector(6);
      const Eigen::VectorXd tangent = x - U.transpose() * (U * MinvU).ldlt().solve(MinvU.transpose() * x);
      for (const Outcome& outcome : report.outcomes) {
        QVERIFY(outcome.relativeEnergyError <= 1e-13);
        QVERIFY(std::abs(metric.inner(outcome.momentum, tangent) - metric.inner(p, tangent)) <
                1e-12 * metric.norm(tangent) * metric.norm(p));
        for (int i = 0; i < 4; ++i) {
          const Eigen::VectorXd u = report.problem.unitNormals().row(i);
          QVERIFY(metric.inner(outcome.momentum, u) >= -1e-11 * metric.norm(p));
        }
      }
    }
  }

  void relabellingContactsChangesNoNumber() {
    Random random(2);
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactProblem problem = randomProblem(random, 4, 4);
      const std::vector<int> order{2, 0, 3, 1};
      const ImpactProblem relabelled(problem.metric().mass(), problem.normals()(order, Eigen::all),
                                     problem.momentum(), problem.labels());
      const ImpactReport a = resolveImpact(problem), b = resolveImpact(relabelled);
      QVERIFY(a.orderings == b.orderings);
      QCOMPARE(a.graph->nodeCount(), b.graph->nodeCount());
      QVERIFY(sameOutcomes(problem, momenta(a), momenta(b)));
      QVERIFY(std::abs(a.indeterminacy.xi - b.indeterminacy.xi) < 1e-9);
    }
  }

  void lengthOfNormalsAndUnitsOfMassDoNotMatter() {
    Random random(3);
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactProblem problem = randomProblem(random, 4, 3);
      Eigen::MatrixXd normals = problem.normals();
      for (Eigen::Index i = 0; i < 3; ++i) normals.row(i) *= std::exp(8 * random.normal());
      // Heavier by 2²⁰ (exact in binary) and the momentum with it.
      const double heavier = 1048576;
      const ImpactProblem scaled(heavier * problem.metric().mass(), normals, heavier * problem.momentum(),
                                 problem.labels());
      const ImpactReport a = resolveImpact(problem), b = resolveImpact(scaled);
      QVERIFY(a.orderings == b.orderings);
      QVERIFY(std::abs(a.indeterminacy.xi - b.indeterminacy.xi) < 1e-9);
      std::vector<Eigen::VectorXd> back = momenta(b);
      for (auto& p : back) p /= heavier;
      QVERIFY(sameOutcomes(problem, momenta(a), back));
    }
  }

  void coordinatesDoNotMatter() {
    // q' = A q: M' = A⁻ᵀ M A⁻¹, covectors a' = a A⁻¹.
    Random random(4);
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactProblem problem = randomProblem(random, 3, 3);
      const Eigen::MatrixXd A = random.normalMatrix(3, 3) + 3 * Eigen::Matrix3d::Identity();
      const Eigen::MatrixXd inverse = A.inverse();
      const ImpactProblem other(inverse.transpose() * problem.metric().mass() * inverse,
                                problem.normals() * inverse, inverse.transpose() * problem.momentum(),
                                problem.labels());
      const ImpactReport a = resolveImpact(problem), b = resolveImpact(other);
      QVERIFY(a.orderings == b.orderings);
      std::vector<Eigen::VectorXd> back = momenta(b);
      for (auto& p : back) p = A.transpose() * p;
      QVERIFY(sameOutcomes(problem, momenta(a), back));
    }
  }

  void outcomesMoveNoFartherThanTheMomentum() {
    // Reflecting where infeasible is a folding: outcome sets are at most ‖p − p′‖ apart, also where counts
    // jump.
    Random random(5);
    int jumps = 0;
    for (int trial = 0; trial < 4 * trials; ++trial) {
      const ImpactProblem problem = randomProblem(random, 4, 4, 0.3);
      const double size = std::pow(10, -random.uniform(0, 6));
      const ImpactProblem moved = problem.withMomentum(problem.momentum() + size * random.normalVector(4));
      const ImpactReport a = resolveImpact(problem), b = resolveImpact(moved);
      const double step = problem.metric().norm(moved.momentum() - problem.momentum());
      QVERIFY(hausdorff(problem.metric(), momenta(a), momenta(b)) <= step + 3e-8 * problem.momentumNorm());
      jumps += a.orderings != b.orderings;
    }
    QVERIFY(jumps > 5);
  }

  void outcomesAreContinuousAcrossAWall() {
    // A contact that is just pressed, just not, or exactly at c = 0.
    const auto at = [](double c) {
      return resolveImpact(fromGram(coxeterGram(3, {{0, 1, 3}, {1, 2, 5}}) + Eigen::Matrix3d::Zero(),
                                    Eigen::Vector3d(-1, c, -0.7)));
    };
    const ImpactReport zero = at(0), above = at(1e-7), below = at(-1e-7);
    QVERIFY(hausdorff(zero.problem.metric(), momenta(zero), momenta(above)) < 1e-6);
    QVERIFY(hausdorff(zero.problem.metric(), momenta(zero), momenta(below)) < 1e-6);
    QVERIFY(below.maxLength > zero.maxLength);
  }

  void orthogonalContactsCommute() {
    Random random(6);
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactProblem problem = fromGram(Eigen::MatrixXd::Identity(4, 4), random.normalVector(4));
      Eigen::VectorXd ab = problem.contactCoordinates(), ba = ab;
      reflect(ab, problem.gram(), 0);
      reflect(ab, problem.gram(), 2);
      reflect(ba, problem.gram(), 2);
      reflect(ba, problem.gram(), 0);
      QCOMPARE(ab, ba);
      const ImpactReport report = resolveImpact(problem);
      const int pressed = static_cast<int>((problem.contactCoordinates().array() < 0).count());
      QCOMPARE(std::size_t{report.maxLength}, static_cast<std::size_t>(pressed));
      QCOMPARE(report.graph->nodeCount(), std::size_t{1} << pressed);
      QCOMPARE(report.outcomes.size(), std::size_t{1});
    }
  }

  void symmetricImpactsHaveSymmetricOutcomes() {
    // A line of balls with masses and velocities that are each other's mirror image.
    Random random(7);
    for (int trial = 0; trial < trials; ++trial) {
      const double m = random.uniform(0.3, 3), n = random.uniform(0.3, 3), v = random.uniform(0, 2);
      Eigen::VectorXd masses(5), velocities(5);
      masses << m, n, 1, n, m;
      velocities << v + 1, v, 0, -v, -v - 1;
      const ImpactReport report = resolveImpact(line(masses, velocities));
      std::vector<Eigen::VectorXd> mirror = momenta(report);
      for (auto& p : mirror) p = Eigen::VectorXd(-p.reverse());
      QVERIFY(sameOutcomes(report.problem, momenta(report), mirror));
    }
  }

  void symmetricScenesHaveSymmetricOutcomes_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::newRow("break, 100°") << "billiard-break"
                                 << "theta"
                                 << "100deg";
    QTest::newRow("break, 150°") << "billiard-break"
                                 << "theta"
                                 << "150deg";
    QTest::newRow("break, a and b touch") << "billiard-break"
                                          << "theta"
                                          << "60deg";
    QTest::newRow("rack of 2") << "rack-break"
                               << "rows"
                               << "2";
    QTest::newRow("rack of 3") << "rack-break"
                               << "rows"
                               << "3";
  }
  void symmetricScenesHaveSymmetricOutcomes() {
    // Mirrored about the x axis the balls change places by their y; so do the outcomes.
    QFETCH(QString, scene);
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    const SceneInstance instance =
        Scene::open(scene.toStdString())->instantiate({{parameter.toStdString(), value.toStdString()}});
    const Mechanism& mechanism = *instance.mechanism;
    const ImpactReport report =
        resolveImpact(impactAt(mechanism, instance.initial.q, instance.initial.p).value());
    const Eigen::VectorXd& q = instance.initial.q;
    const auto mirrored = [&](const Eigen::VectorXd& p) {
      Eigen::VectorXd image = p;
      for (Eigen::Index i = 0; i < q.size(); i += 2) {
        Eigen::Index j = 0;  // the ball at the mirrored place
        while (std::abs(q[j] - q[i]) > 1e-9 || std::abs(q[j + 1] + q[i + 1]) > 1e-9) j += 2;
        image[j] = p[i];
        image[j + 1] = -p[i + 1];
      }
      return image;
    };
    std::vector<Eigen::VectorXd> mirror;
    for (const Eigen::VectorXd& p : momenta(report)) mirror.push_back(mirrored(p));
    QVERIFY(sameOutcomes(report.problem, momenta(report), mirror));
  }

  void everyOrderingKeepsTheImpulseBound() {
    // Σλ_i ≤ (‖p‖ − ⟨p,w⟩)/ρ, word by word over the whole tree.
    Random random(18);
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactProblem problem = randomProblem(random, 4, 4, 0.3);
      const Termination termination = decideTermination(problem);
      const double bound =
          (problem.momentumNorm() - problem.metric().inner(problem.momentum(), termination.interior)) /
          termination.margin;
      for (const Word& word : wholeTree(problem).words) {
        const double sum = replay(problem, word).impulses.dot(problem.normalNorms());
        QVERIFY(sum <= bound * (1 + 1e-12));
      }
    }
  }

  void impulsesAreBoundedByTheDistanceToAJam() {
    // Σλ_i ≤ (‖p‖ − ⟨p,w⟩)/ρ for every ordering.
    Random random(8);
    double tightest = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 4, 5, 0.1));
      const KineticMetric& metric = report.problem.metric();
      const double bound = (report.problem.momentumNorm() -
                            metric.inner(report.problem.momentum(), report.termination.interior)) /
                           report.termination.margin;
      for (const Outcome& outcome : report.outcomes) {
        const double sum = outcome.impulses.dot(report.problem.normalNorms());
        QVERIFY(sum <= bound * (1 + 1e-12));
        tightest = std::max(tightest, sum / bound);
      }
    }
    QVERIFY(tightest > 0.2);
  }

  void pairXiHasItsClosedForm() {
    // Both words of length m: ξ = 2|sin(mδ)| ‖p_N‖/‖p‖.
    Random random(9);
    int seen = 0;
    for (int trial = 0; trial < 10 * trials; ++trial) {
      const ImpactReport report = resolveImpact(randomProblem(random, 4, 2));
      if (report.outcomes.size() != 2 || report.minLength != report.maxLength) continue;
      const double delta = report.certificate.angle(0, 1);
      const Eigen::VectorXd& c = report.problem.contactCoordinates();
      const double normal = std::sqrt(c.dot(report.problem.gram().ldlt().solve(c)));
      const double xi =
          2 * std::abs(std::sin(report.minLength * delta)) * normal / report.problem.momentumNorm();
      QVERIFY(std::abs(report.indeterminacy.xi - xi) < 1e-12);
      ++seen;
    }
    QVERIFY(seen > 20);
  }

  void indeterminacyStaysWithinItsBound() {
    Random random(10);
    int cut = 0;
    for (int trial = 0; trial < 4 * trials; ++trial) {
      const int n = 2 + random.below(4), k = 2 + random.below(4);
      const ImpactReport whole = resolveImpact(randomProblem(random, n, k));
      QVERIFY(whole.indeterminacy.xi <= indeterminacyBound(whole.problem) + 1e-12);
      QCOMPARE(whole.indeterminacy.lower, whole.indeterminacy.xi);
      QCOMPARE(whole.indeterminacy.upper, whole.indeterminacy.xi);
      ResolveOptions options;
      options.limits.maxStates = 2 + static_cast<std::size_t>(random.below(10));
      const ImpactReport part = resolveImpact(whole.problem, options);
      if (part.complete()) continue;
      QVERIFY(part.indeterminacy.lower <= whole.indeterminacy.xi + 1e-12);
      QVERIFY(part.indeterminacy.upper >= whole.indeterminacy.xi - 1e-12);
      QVERIFY(!part.indeterminacy.xiMinimal);
      ++cut;
    }
    QVERIFY(cut > trials);
  }

  void sameInputGivesTheSameBits() {
    Random random(12);
    const ImpactProblem problem = randomProblem(random, 4, 5);
    const ImpactReport a = resolveImpact(problem), b = resolveImpact(problem);
    QCOMPARE(a.outcomes.size(), b.outcomes.size());
    for (std::size_t i = 0; i < a.outcomes.size(); ++i) {
      QCOMPARE(a.outcomes[i].momentum, b.outcomes[i].momentum);
      QCOMPARE(a.outcomes[i].example, b.outcomes[i].example);
    }
    QCOMPARE(a.indeterminacy.xi, b.indeterminacy.xi);
    QCOMPARE(reflections(a), reflections(b));
  }

  void nonNegativeLeastSquaresMeetsItsConditions() {
    // Kuhn–Tucker: x ≥ 0, Aᵀr ≤ 0, and Aᵀr = 0 where x > 0; also with repeated and opposite columns.
    Random random(13);
    for (int trial = 0; trial < 10 * trials; ++trial) {
      const int rows = 1 + random.below(8), cols = 1 + random.below(12);
      Eigen::MatrixXd A = random.normalMatrix(rows, cols);
      for (int j = 1; j < cols; ++j) {
        if (random.uniform() < 0.2) A.col(j) = (random.uniform() < 0.5 ? 2 : -0.5) * A.col(j - 1);
      }
      if (cols > 2 && random.uniform() < 0.2) A.col(2).setZero();
      const Eigen::VectorXd b = random.normalVector(rows);
      const Nnls solution = nnls(A, b);
      QVERIFY(solution.converged);
      QVERIFY((solution.x.array() >= 0).all());
      QVERIFY((solution.residual - (b - A * solution.x)).norm() < 1e-12);
      const Eigen::VectorXd gradient = A.transpose() * solution.residual;
      for (int j = 0; j < cols; ++j) {
        const double scale = 1e-11 * (1 + A.col(j).norm()) * (1 + b.norm()) * (1 + solution.x.norm());
        QVERIFY(gradient[j] <= scale);
        if (solution.x[j] > 0) QVERIFY(std::abs(gradient[j]) <= scale);
      }
    }
  }

  /// Beyond 64 columns with a weight their factors are kept from step to step; columns come and go.
  void manyNonNegativeColumnsMeetTheConditions() {
    Random random(19);
    for (const int rows : {80, 120, 200}) {
      const int cols = 2 * rows;
      Eigen::MatrixXd A = random.normalMatrix(rows, cols);
      for (int j = 1; j < cols; ++j)  // correlated columns take each other's weight away
        if (random.uniform() < 0.6) A.col(j) = A.col(j - 1) + 0.1 * A.col(j);
      const Eigen::VectorXd b = A * random.normalVector(cols).cwiseAbs() + random.normalVector(rows);
      const Nnls solution = nnls(A, b);
      QVERIFY(solution.converged && (solution.x.array() >= 0).all());
      QVERIFY((solution.x.array() > 0).count() > 64);
      const Eigen::VectorXd gradient = A.transpose() * solution.residual;
      const double scale = 1e-11 * A.colwise().norm().maxCoeff() * b.norm() * (1 + solution.x.norm());
      QVERIFY(gradient.maxCoeff() <= scale);
      QVERIFY(solution.x.cwiseProduct(gradient).cwiseAbs().maxCoeff() <= scale * solution.x.maxCoeff());
      std::stop_source source;
      source.request_stop();
      QVERIFY(!nnls(A, b, source.get_token()).converged);
    }
  }

  void separateColumnsAreOrthogonalAndTheRestIsConnected() {
    Random random(15);
    for (int trial = 0; trial < 10 * trials; ++trial) {
      const Eigen::MatrixXd A = sparseMatrix(random, 1 + random.below(12), 1 + random.below(12));
      const auto groups = separateColumns(A);
      std::vector<int> groupOf(static_cast<std::size_t>(A.cols()), -1);
      for (std::size_t g = 0; g < groups.size(); ++g)
        for (const Eigen::Index j : groups[g]) groupOf[static_cast<std::size_t>(j)] = static_cast<int>(g);
      // Columns that share a row, by paths of any length: powers of the matrix of shared rows.
      const Eigen::MatrixXd touches = (A.array() != 0).cast<double>();
      Eigen::MatrixXd reaches = touches.transpose() * touches;
      for (int k = 0; k < 4; ++k) reaches = ((reaches * reaches).array() != 0).cast<double>();
      for (Eigen::Index i = 0; i < A.cols(); ++i) {
        QCOMPARE(groupOf[static_cast<std::size_t>(i)] < 0, A.col(i).isZero(0));
        for (Eigen::Index j = 0; j < i; ++j)
          if (!A.col(i).isZero(0) && !A.col(j).isZero(0))
            QCOMPARE(groupOf[static_cast<std::size_t>(i)] == groupOf[static_cast<std::size_t>(j)],
                     reaches(i, j) != 0);
      }
    }
  }

  void leastSquaresOfSeparateGroupsMeetTheConditionsOfTheWhole() {
    Random random(16);
    for (int trial = 0; trial < 10 * trials; ++trial) {
      const Eigen::MatrixXd A = sparseMatrix(random, 2 + random.below(30), 2 + random.below(40));
      const Eigen::VectorXd b = random.normalVector(static_cast<int>(A.rows()));
      const Nnls solution = nnls(A, b);
      QVERIFY(solution.converged && (solution.x.array() >= 0).all());
      QVERIFY((solution.residual - (b - A * solution.x)).norm() < 1e-11 * (1 + solution.x.norm()));
      const Eigen::VectorXd gradient = A.transpose() * solution.residual;
      for (Eigen::Index j = 0; j < A.cols(); ++j) {
        const double scale = 1e-11 * (1 + A.col(j).norm()) * (1 + b.norm()) * (1 + solution.x.norm());
        QVERIFY(gradient[j] <= scale);
        if (solution.x[j] > 0) QVERIFY(std::abs(gradient[j]) <= scale);
      }
    }
  }

  void hullsOfSeparateGroupsReachZeroWhereOneDoes() {
    // Opposite columns have 0 between them; so has the hull, however many other groups there are.
    Random random(17);
    for (int trial = 0; trial < 10 * trials; ++trial) {
      const int jammed = random.below(3), open = 1 + random.below(4);
      Eigen::MatrixXd V = Eigen::MatrixXd::Zero(2 * (jammed + open), 2 * (jammed + open));
      for (int g = 0; g < jammed + open; ++g) {
        const double size = std::pow(10.0, 20 * random.uniform() - 10);
        V.block(2 * g, 2 * g, 2, 1) = size * random.normalMatrix(2, 1).normalized();
        V.block(2 * g, 2 * g + 1, 2, 1) = -V.block(2 * g, 2 * g, 2, 1);
        if (g >= jammed) V(2 * g, 2 * g + 1) += 0.5 * size;
      }
      const HullPoint hull = nearestHullPoint(V);
      QVERIFY(hull.weights.allFinite() && (hull.weights.array() >= 0).all());
      QVERIFY(std::abs(hull.weights.sum() - 1) < 1e-12);
      const double nearest = hull.point.norm();
      if (jammed > 0) QVERIFY(nearest < 1e-14 * V.colwise().norm().maxCoeff());
      double squares = 0;  // 1/‖v‖² = Σ 1/‖v_g‖²
      for (int g = jammed; g < jammed + open; ++g)
        squares += 1 / nearestHullPoint(V.middleCols(2 * g, 2)).point.squaredNorm();
      if (jammed == 0) QVERIFY(std::abs(nearest * std::sqrt(squares) - 1) < 1e-6);
    }
  }

  void nearestPointOfAHullIsNearest() {
    Random random(14);
    for (int trial = 0; trial < 20 * trials; ++trial) {
      const int rows = 1 + random.below(6), cols = 1 + random.below(9);
      const Eigen::MatrixXd V =
          trial % 2 == 0
              ? Eigen::MatrixXd(random.normalMatrix(rows, cols).colwise() + random.normalVector(rows))
              : sparseMatrix(random, 2 * rows, cols);
      const HullPoint hull = nearestHullPoint(V);
      QVERIFY((hull.weights.array() >= 0).all());
      QVERIFY(std::abs(hull.weights.sum() - 1) < 1e-12);
      for (int j = 0; j < cols; ++j) {
        QVERIFY(hull.point.dot(V.col(j) - hull.point) >= -1e-10 * (1 + V.squaredNorm()));
      }
    }
  }
};

CAROM_TEST(ImpactProperties);
#include "tst_impact_properties.moc"
