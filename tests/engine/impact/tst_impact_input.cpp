// What bad or extreme input gets: one clear error, or a stated result.

#include <QtTest>

#include "impact/reflection.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Bad {
  const char* name;
  Eigen::MatrixXd M, normals;
  Eigen::VectorXd p;
  int labels;
  const char* says;
};

std::vector<Bad> badInputs() {
  const Eigen::MatrixXd I = Eigen::Matrix2d::Identity();
  const Eigen::MatrixXd U = Eigen::RowVector2d(1, 0);
  const Eigen::VectorXd p = Eigen::Vector2d(-1, 0);
  const auto mass = [](double a, double b, double c, double d) {
    return Eigen::MatrixXd(Eigen::Matrix2d{{a, b}, {c, d}});
  };
  return {
      {"mass not square", Eigen::MatrixXd::Ones(2, 3), U, p, 1, "2×3"},
      {"mass empty", Eigen::MatrixXd(0, 0), U, p, 1, "0×0"},
      {"mass not finite", mass(1, 0, 0, notANumber), U, p, 1, "(1, 1) is not finite"},
      {"mass not symmetric", mass(1, 0.5, 0.4, 1), U, p, 1, "not symmetric"},
      {"mass zero", mass(1, 0, 0, 0), U, p, 1, "(1, 1) is not positive"},
      {"mass negative", mass(-1, 0, 0, 1), U, p, 1, "(0, 0) is not positive"},
      {"mass singular", mass(1, 1, 1, 1), U, p, 1, "singular"},
      {"mass singular and badly scaled", mass(1e20, 1e10, 1e10, 1), U, p, 1, "singular"},
      {"mass indefinite", mass(1, 2, 2, 1), U, p, 1, "singular"},
      {"normal zero", I, Eigen::RowVector2d(0, 0), p, 1, "'a0' is zero"},
      {"normal not finite", I, Eigen::RowVector2d(infinity, 0), p, 1, "'a0' is not finite"},
      {"normal of another size", I, Eigen::RowVector3d(1, 0, 0), p, 1, "3 entries, expected 2"},
      {"momentum of another size", I, U, Eigen::Vector3d(1, 0, 0), 1, "3 entries, expected 2"},
      {"momentum not finite", I, U, Eigen::Vector2d(notANumber, 0), 1, "momentum is not finite"},
      {"momentum too large", I, U, Eigen::Vector2d(1e200, 0), 1, "energy is not finite"},
      {"labels missing", I, U, p, 0, "1 contact normals, but 0 labels"},
  };
}

}  // namespace

class ImpactInput : public QObject {
  Q_OBJECT

 private slots:
  void badInputIsRefusedWithTheReason_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Bad& bad : badInputs()) QTest::newRow(bad.name) << index++;
  }
  void badInputIsRefusedWithTheReason() {
    QFETCH(int, index);
    const Bad bad = badInputs()[static_cast<std::size_t>(index)];
    try {
      const ImpactProblem accepted(bad.M, bad.normals, bad.p, labels(bad.labels));
      QFAIL("accepted");
    } catch (const ImpactError& error) {
      const QString what = QString::fromUtf8(error.what());
      QVERIFY2(what.contains(QString::fromUtf8(bad.says)), qPrintable(what));
      QVERIFY(!what.contains('\n'));
    }
  }

  void newMomentumIsCheckedToo() {
    const ImpactProblem problem = convergingLine(3);
    QVERIFY_THROWS_EXCEPTION(ImpactError, problem.withMomentum(Eigen::Vector2d(1, 0)));
    QVERIFY_THROWS_EXCEPTION(ImpactError, problem.withMomentum(Eigen::Vector3d(notANumber, 0, 0)));
    const ImpactProblem other = problem.withMomentum(Eigen::Vector3d(0, 0, -1));
    QCOMPARE(other.contactCoordinates()[0], 0.0);
    QVERIFY(other.isInfeasible(other.contactCoordinates()[1]));
  }

  void wordsNameContactsThatExist() {
    QVERIFY_THROWS_EXCEPTION(ImpactError, replay(convergingLine(3), Word{0, 2}));
    QVERIFY_THROWS_EXCEPTION(ImpactError, momentaAlong(convergingLine(3), Word{7}));
  }

  void impactWithoutContactsHasTheEmptyOrdering() {
    const ImpactReport report = resolveImpact(
        ImpactProblem(Eigen::Matrix2d::Identity(), Eigen::MatrixXd(0, 2), Eigen::Vector2d(1, 2), {}));
    QVERIFY(report.orderings == 1);
    QCOMPARE(report.graph->nodeCount(), std::size_t{1});
    QVERIFY(report.certificate.unique == true);
    QCOMPARE(report.outcomes[0].momentum, Eigen::VectorXd(Eigen::Vector2d(1, 2)));
    QVERIFY(followPolicy(report.problem, Policy{}).empty());
  }

  void massesMayDifferByAnyFactor() {
    const ImpactReport report =
        resolveImpact(line(Eigen::Vector3d(1e-12, 1, 1e12), Eigen::Vector3d(2, 1, 0)));
    QVERIFY(report.complete());
    QVERIFY(report.worstRelativeEnergyError() <= 1e-13);
  }

  void tinyAndHugeMomentaAreScaledAlike_data() {
    QTest::addColumn<double>("scale");
    QTest::newRow("1e-120") << 1e-120;
    QTest::newRow("1e120") << 1e120;
  }
  void tinyAndHugeMomentaAreScaledAlike() {
    QFETCH(double, scale);
    const ImpactProblem problem = convergingLine(4, 0.3);
    const ImpactReport a = resolveImpact(problem),
                       b = resolveImpact(problem.withMomentum(scale * problem.momentum()));
    QVERIFY(a.orderings == b.orderings);
    QCOMPARE(a.outcomes.size(), b.outcomes.size());
    QVERIFY(std::abs(a.indeterminacy.xi - b.indeterminacy.xi) < 1e-12);
  }

  void twoHundredContactsAreAnswered() {
    // A line of 201 balls at rest, hit by the first: one ordering of 200 reflections.
    Eigen::VectorXd v = Eigen::VectorXd::Unit(201, 0);
    const ImpactReport report = resolveImpact(line(Eigen::VectorXd::Ones(201), v));
    QVERIFY(report.complete());
    QCOMPARE(report.graph->nodeCount(), std::size_t{201});
    QCOMPARE(report.certificate.group, std::string("A200"));
    QVERIFY((report.outcomes[0].momentum - Eigen::VectorXd::Unit(201, 200)).norm() < 1e-14);
  }

  void everyLegalInputHasAStatedResult_data() {
    QTest::addColumn<Eigen::MatrixXd>("normals");
    QTest::addColumn<Eigen::VectorXd>("p");
    QTest::addColumn<int>("orderings");  // −1: jammed
    QTest::addColumn<int>("states");
    const auto row = [](const char* name, std::initializer_list<Eigen::RowVector2d> normals, double x,
                        double y, int orderings, int states) {
      Eigen::MatrixXd U(static_cast<Eigen::Index>(normals.size()), 2);
      Eigen::Index i = 0;
      for (const Eigen::RowVector2d& u : normals) U.row(i++) = u;
      QTest::newRow(name) << U << Eigen::VectorXd(Eigen::Vector2d(x, y)) << orderings << states;
    };
    row("collinear: either reflects", {{1, 0}, {3, 0}}, -1, 0, 2, 2);
    row("collinear and one more", {{1, 0}, {3, 0}, {0, 1}}, -1, -1, 4, 4);
    row("opposite, one pressed", {{1, 0}, {-2, 0}}, -1, 0.5, -1, 1);
    row("opposite, along both", {{1, 0}, {-2, 0}}, 0, 1, 1, 1);
    row("opposite, along both, against a third", {{1, 0}, {-2, 0}, {0, 1}}, 0, -1, 1, 2);
    row("three that hold each other", {{1, 0}, {-1, 1}, {-1, -1}}, -1, 0, -1, 1);
    row("p = 0", {{1, 0}, {0, 1}}, 0, 0, 1, 1);
    row("p = 0 in a jam", {{1, 0}, {-1, 0}}, 0, 0, 1, 1);
    row("feasible", {{1, 0}, {0, 1}}, 1, 2, 1, 1);
    row("on a wall, leaving the other", {{1, 0}, {0, 1}}, 0, 2, 1, 1);
    row("on a wall, pressing the other", {{1, 0}, {0, 1}}, 0, -2, 1, 2);
    row("on a wall that the other pushes off", {{1, 0}, {0.6, 0.8}}, 0, -2, 1, 2);
    row("on a wall that the other pushes into", {{1, 0}, {-0.6, 0.8}}, 0, -2, 1, 4);
  }
  void everyLegalInputHasAStatedResult() {
    QFETCH(Eigen::MatrixXd, normals);
    QFETCH(Eigen::VectorXd, p);
    QFETCH(int, orderings);
    QFETCH(int, states);
    const ImpactProblem problem(Eigen::Matrix2d::Identity(), normals, p,
                                labels(static_cast<int>(normals.rows())));
    ResolveOptions gaps, lossy, whole;
    gaps.gaps = GapOptions{50, 1};
    lossy.reflectionRestitution = 0.3;
    whole.restitution = 0.3;
    for (const ResolveOptions& options : {ResolveOptions{}, gaps, whole}) {
      const ImpactReport report = resolveImpact(problem, options);
      QCOMPARE(report.jammed(), orderings < 0);
      if (report.jammed()) {
        QVERIFY(report.outcomes.empty());
        QVERIFY((normals.transpose() * report.termination.jamWeights.cwiseQuotient(problem.normalNorms()))
                    .norm() < 1e-9);
        continue;
      }
      QVERIFY(report.complete());
      QVERIFY(report.orderings == orderings);
      QCOMPARE(report.graph->nodeCount(), static_cast<std::size_t>(states));
      for (const Outcome& outcome : report.outcomes) QVERIFY(isFeasible(problem, outcome.momentum));
    }
    // With losses everything comes to an end or a limit, jams too.
    const ImpactReport report = resolveImpact(problem, lossy);
    QVERIFY(!report.jammed() && !report.outcomes.empty());
    for (const Outcome& outcome : report.outcomes) {
      QVERIFY(outcome.momentum.allFinite());
      QVERIFY((normals * outcome.momentum).minCoeff() >= -1e-9 * (1 + p.norm()));
      QVERIFY(outcome.momentum.norm() <= p.norm() + 1e-12);
    }
  }

  void twoHundredPressedContactsAreAProductOrMeetTheLimit_data() {
    QTest::addColumn<bool>("separate");
    QTest::newRow("200 separate contacts") << true;
    QTest::newRow("a line of 201 converging balls") << false;
  }
  void twoHundredPressedContactsAreAProductOrMeetTheLimit() {
    // More states than atoms: the limit is stated, with an estimate and the certificate's ξ.
    QFETCH(bool, separate);
    ResolveOptions options;
    options.limits.maxStates = 2'000;
    options.samplePastLimit.samples = 2;
    const ImpactReport report = resolveImpact(separate ? coxeter(200, {}) : convergingLine(201), options);
    QCOMPARE(report.problem.contactCount(), 200);
    QVERIFY(report.certificate.unique == true);
    QCOMPARE(report.complete(), separate);
    if (separate) {  // each by itself: found without the search
      QVERIFY(report.states == *report.certificate.closedFormStates);
      return;
    }
    QCOMPARE(toString(report.limit()), std::string_view("max-states"));
    QVERIFY(report.graph->nodeCount() <= 2'000);
    QVERIFY(report.estimate && std::isfinite(report.estimate->log10) && report.estimate->log10 > 300);
    QCOMPARE(report.indeterminacy.upper, report.indeterminacy.lower);
    QVERIFY(report.indeterminacy.upper < 1e-10);
    for (const Outcome& outcome : report.outcomes) QVERIFY(isFeasible(report.problem, outcome.momentum));
  }

  void contactThatBarelyPressesEndsToo() {
    // Steps shorter than the distance at which momenta are merged must not close a loop.
    for (const double c : {-1e-8, -1e-9, -1e-10, -1e-11, -2e-12}) {
      const ImpactReport report =
          resolveImpact(fromGram(coxeterGram(3, {{0, 1, 3}, {1, 2, 3}}), Eigen::Vector3d(c, 1, c)));
      QVERIFY(report.complete());
      QCOMPARE(report.graph->nodeCount(), std::size_t{4});
      QVERIFY(report.orderings == 2);
      QCOMPARE(report.maxLength, 2u);
    }
  }

  void massMatrixMayBeFull() {
    Random random(1);
    const Eigen::MatrixXd A = random.normalMatrix(5, 5);
    const Eigen::MatrixXd M = A * A.transpose() + Eigen::MatrixXd::Identity(5, 5);
    const KineticMetric metric(M);
    const Eigen::VectorXd a = random.normalVector(5), b = random.normalVector(5);
    QVERIFY(std::abs(metric.inner(a, b) - a.dot(M.inverse() * b)) < 1e-12);
    QVERIFY(std::abs(metric.norm(a) * metric.norm(a) - metric.inner(a, a)) < 1e-12);
    QVERIFY((metric.momentum(metric.velocity(a)) - a).norm() < 1e-12);
    QVERIFY(std::abs(metric.energy(a) - 0.5 * metric.inner(a, a)) < 1e-15);
  }
};

CAROM_TEST(ImpactInput);
#include "tst_impact_input.moc"
