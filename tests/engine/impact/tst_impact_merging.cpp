// The merging tolerance: too small to join different momenta of the built-in scenes, and large enough to join
// equal ones after thousands of reflections.

#include <QtTest>
#include <numbers>

#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"
#include "support/impact_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// The momenta of all states, replayed word by word in extended precision, as white vectors over ‖p⁻‖.
Eigen::MatrixXd whiteStates(const ImpactReport& report) {
  const Eigen::LLT<Eigen::MatrixXd> factor(report.problem.metric().mass());
  Eigen::MatrixXd states(report.problem.dof(), static_cast<Eigen::Index>(report.graph->nodeCount()));
  for (Eigen::Index i = 0; i < states.cols(); ++i) {
    const Word word = report.graph->wordTo(static_cast<OrderingGraph::NodeId>(i));
    states.col(i) =
        factor.matrixL().solve(replay(report.problem, word).momentum) / report.problem.momentumNorm();
  }
  return states;
}

/// The smallest distance of two columns: sorted along a line, only near ones are compared.
double smallestDistance(const Eigen::MatrixXd& states) {
  Random random(1);
  const Eigen::VectorXd along = states.transpose() * random.normalVector(states.rows()).normalized();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(states.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return along[a] < along[b]; });
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size() && along[order[j]] - along[order[i]] < smallest; ++j)
      smallest = std::min(smallest, (states.col(order[i]) - states.col(order[j])).norm());
  }
  return smallest;
}

}  // namespace

class ImpactMerging : public QObject {
  Q_OBJECT

 private slots:
  void differentMomentaAreFarApart_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("settings");
    const auto row = [](const char* scene, const char* settings) {
      QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(scene, settings))) << scene << settings;
    };
    for (const char* theta : {"60deg", "61deg", "89.9deg", "90.1deg", "120deg", "128deg", "175deg", "179deg"})
      row("billiard-break", qPrintable(QStringLiteral("theta=%1").arg(theta)));
    row("newtons-cradle", "n=20");
    row("newtons-cradle", "n=8 moving=3");
    for (const char* n : {"4", "6", "7"}) row("converging-line", qPrintable(QStringLiteral("n=%1").arg(n)));
    for (const char* growth : {"0.01", "0.1", "0.5", "1", "4"}) {
      row("converging-line", qPrintable(QStringLiteral("n=4 growth=%1").arg(growth)));
      row("converging-line", qPrintable(QStringLiteral("n=5 growth=%1").arg(growth)));
    }
    for (const char* first : {"0.1", "0.9", "1", "1.01", "3"}) {
      row("line-and-wall", qPrintable(QStringLiteral("n=2 first=%1").arg(first)));
      row("line-and-wall", qPrintable(QStringLiteral("n=3 first=%1").arg(first)));
    }
    for (const char* digits : {"0", "1", "2", "3"})
      row("galperin", qPrintable(QStringLiteral("digits=%1").arg(digits)));
    for (const char* rows : {"1", "2", "3"})
      row("rack-break", qPrintable(QStringLiteral("rows=%1").arg(rows)));
  }
  void differentMomentaAreFarApart() {
    QFETCH(QString, scene);
    QFETCH(QString, settings);
    Assignments assignments;
    for (const QString& setting : settings.split(' '))
      assignments[setting.section('=', 0, 0).toStdString()] = setting.section('=', 1).toStdString();
    const SceneInstance instance = Scene::open(scene.toStdString())->instantiate(assignments);
    const ImpactReport report =
        resolveImpact(impactAt(*instance.mechanism, instance.initial.q, instance.initial.p).value());
    QVERIFY(report.complete());
    QCOMPARE(report.graph->mergeTolerance(), 1e-12);
    const double distance = smallestDistance(whiteStates(report));
    QVERIFY2(distance > 1e-6, qPrintable(QString::number(distance)));
  }

  void momentaThatDoCrowdAreStillAnsweredToTheTolerance_data() {
    QTest::addColumn<double>("growth");
    for (const double growth : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10})
      QTest::newRow(qPrintable(QString::number(growth))) << growth;
  }
  void momentaThatDoCrowdAreStillAnsweredToTheTolerance() {
    // Nearly equal masses: different states come as near as the square of the difference. No outcome is
    // farther off than the tolerance; where the certificate makes them one, no farther than ξ says.
    QFETCH(double, growth);
    const ImpactReport report = resolveImpact(convergingLine(4, growth));
    const Tree tree = wholeTree(report.problem);
    const double scale = report.problem.momentumNorm();
    const KineticMetric& metric = report.problem.metric();
    double xi = 0;
    for (const Eigen::VectorXd& a : tree.ends)
      for (const Eigen::VectorXd& b : tree.ends) xi = std::max(xi, metric.norm(a - b) / scale);
    const bool one = report.certificate.unique == true;
    QVERIFY(hausdorff(metric, tree.ends, momenta(report)) <=
            (report.graph->mergeTolerance() + (one ? xi : 0)) * scale);
    QVERIFY(std::abs(report.indeterminacy.xi - xi) <= 2 * report.graph->mergeTolerance());
    if (growth >= 1e-3) QVERIFY(smallestDistance(whiteStates(report)) > 1e-7);
  }

  void equalMomentaJoinAfterThousandsOfReflections_data() {
    QTest::addColumn<int>("m");
    // At m = 10000 the extended G knows the angle to 5e-20 m/π, and as many reflections pass the tolerance.
    for (const int m : {100, 1000, 3000}) QTest::newRow(qPrintable(QString::number(m))) << m;
  }
  void equalMomentaJoinAfterThousandsOfReflections() {
    // −p in the chamber of a pair with angle π/m: both words have m reflections and meet only at their end.
    // The normals are given by their coordinates: G = −cos(π/m) in double knows the angle to 1e-16 m/π only,
    // and the words of m = 3000, beyond the certificate, then truly end 1e-9 apart.
    QFETCH(int, m);
    const double angle = std::numbers::pi / m;
    Eigen::Matrix2d normals;
    normals << 1, 0, -std::cos(angle), std::sin(angle);
    const ImpactReport report = resolveImpact(
        problem(Eigen::Matrix2d::Identity(), normals, -(normals.row(0) + normals.row(1)).transpose()));
    QVERIFY(report.complete());
    QCOMPARE(report.minLength, static_cast<std::uint32_t>(m));
    QCOMPARE(report.maxLength, static_cast<std::uint32_t>(m));
    QVERIFY(report.orderings == 2);
    QCOMPARE(report.outcomes.size(), std::size_t{1});
    QCOMPARE(report.graph->nodeCount(), static_cast<std::size_t>(2 * m));
  }

  void roundingStaysFarBelowTheTolerance() {
    // Wherever two edges meet, replaying both words gives the same momentum to 1e-13: the tolerance is never
    // needed for rounding.
    Random random(2);
    for (int trial = 0; trial < 20; ++trial) {
      const ImpactReport report =
          resolveImpact(convergingLine(5, trial % 2 == 0 ? 0 : random.uniform(0.1, 2)));
      const OrderingGraph& graph = *report.graph;
      for (OrderingGraph::NodeId node = 0; node < graph.nodeCount(); ++node) {
        Word word = graph.wordTo(node);
        word.push_back(0);
        for (const OrderingGraph::Edge& edge : graph.edges(node)) {
          word.back() = edge.contact;
          const Eigen::VectorXd here = replay(report.problem, word).momentum,
                                there = replay(report.problem, graph.wordTo(edge.target)).momentum;
          QVERIFY(report.problem.metric().norm(here - there) < 1e-13 * report.problem.momentumNorm());
        }
      }
    }
  }

  void outcomesOfNearlyCertifiedPairsStaySeparate() {
    // A pair off the rule by more than the certificate allows has two outcomes, however near they are.
    for (const double off : {1e-3, 1e-5, 1e-7}) {
      const double delta = std::numbers::pi / (3 + off);
      const double G = -std::cos(delta);
      const ImpactReport report =
          resolveImpact(fromGram(Eigen::Matrix2d{{1, G}, {G, 1}}, Eigen::Vector2d(-1, -1)));
      QVERIFY(report.certificate.unique == false);
      QCOMPARE(report.outcomes.size(), std::size_t{2});
      QVERIFY(report.indeterminacy.xi > 0.1 * off);
    }
  }
};

CAROM_TEST(ImpactMerging);
#include "tst_impact_merging.moc"
