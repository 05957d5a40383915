// The drop experiment of [SM14 Fig. 8] against the closed form of two contacts and the numbers of free fall.
#include <QtTest>
#include <cmath>

#include "answer/drop_experiment.h"
#include "answer/impact_of_run.h"
#include "answer/run_distance.h"
#include "support/slow_build.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"

using namespace carom;

namespace {

const Snapshot& straightOf(const Snapshot& experiment) {
  return *experiment.kept.at(0).answer;
}

/// The first impact of two contacts.
int firstOf(const Snapshot& run) {
  for (std::size_t i = 0; i < run.trajectory->impacts.size(); ++i)
    if (run.trajectory->impacts[i].contacts.size() == 2) return static_cast<int>(i);
  return -1;
}

/// ξ of two contacts that are resolved in two reflections, 4|c| √(a² + b² − 2abc)/‖p‖.
double closedForm(const Snapshot& run) {
  const ImpactProblem& problem = wholeImpactOf(run, firstOf(run)).problem;
  const double c = problem.gram()(0, 1), a = problem.contactCoordinates()[0],
               b = problem.contactCoordinates()[1];
  return 4 * std::abs(c) * std::sqrt(a * a + b * b - 2 * a * b * c) / problem.momentumNorm();
}

}  // namespace

class DropExperimentTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { m_drop = dropExperiment(*makeSnapshot("trex")); }

  /// Both fall 17 cm: √(2·0.17/9.81) s.
  void bothGaitsLandAtOnce() {
    for (const Snapshot* run : {m_drop.get(), &straightOf(*m_drop)}) {
      QCOMPARE(firstOf(*run), 0);
      QVERIFY(std::abs(run->trajectory->impacts[0].time - std::sqrt(2 * 0.17 / 9.81)) < 1e-8);
      QCOMPARE(run->settings.rule->kind, OrderingRule::Kind::MostInfeasible);
      QCOMPARE(run->settings.branch->rule->kind, OrderingRule::Kind::LeastInfeasible);
      QVERIFY(run->comparison);
    }
  }

  void onlyTheStraightGaitIsIndeterminate() {
    const double orthogonal = firstIndeterminacy(*m_drop).value(),
                 straight = firstIndeterminacy(straightOf(*m_drop)).value();
    QVERIFY2(orthogonal < 1e-14, qPrintable(QString::number(orthogonal)));
    QVERIFY2(std::abs(straight / 6.36e-4 - 1) < 1e-3, qPrintable(QString::number(straight)));
    QVERIFY(std::abs(straight / closedForm(straightOf(*m_drop)) - 1) < 1e-9);
  }

  /// Up to the first impact both runs of a gait are one; right after it they are ξ apart.
  void distanceStartsAtTheFirstImpact() {
    const RunDistance distance = distanceAlongTime(straightOf(*m_drop));
    const double landing = straightOf(*m_drop).trajectory->impacts[0].time;
    double after = 0;
    for (Eigen::Index i = 0; i < distance.time.size(); ++i) {
      if (distance.time[i] < landing) QVERIFY(!(distance.xi[i] > 0));
      if (distance.time[i] >= landing && after == 0) after = distance.xi[i];
    }
    QVERIFY(std::abs(after / firstIndeterminacy(straightOf(*m_drop)).value() - 1) < 1e-9);
  }

  /// The same impact of both runs is one impact, although rounding gives it two times. After the landing a
  /// foot bounces elastically, some two thousand times a second, and each bounce enlarges that rounding:
  /// with the optimiser of the sanitizers it parts the times by more than those of one impact before 0.4 s.
  void roundingOfImpactTimesIsNoDifference() {
    const RunDistance distance = distanceAlongTime(*m_drop);
    const auto largestUntil = [&](double end) {
      double largest = 0;
      for (Eigen::Index i = 0; i < distance.time.size(); ++i)
        if (distance.time[i] < end) largest = std::max(largest, distance.xi[i]);
      return largest;
    };
    const double early = largestUntil(0.2), late = largestUntil(tests::isSanitized ? 0.3 : 0.4);
    // Some hundred hits after the landing.
    QVERIFY2(early <= (tests::isSanitized ? 1e-8 : 1e-9), qPrintable(QString::number(early)));
    QVERIFY2(late <= 1e-7, qPrintable(QString::number(late)));
  }

  /// Points come in order of time, gait after gait; they are the distance that the answer has.
  void pointsOfARunComeWhileItGoesOn() {
    std::vector<DropPoint> points;
    std::vector<double> shares;
    const DropWatch watch{[&](double share) { shares.push_back(share); },
                          [&](const DropPoint& point) { points.push_back(point); }};
    const SnapshotPtr drop = dropExperiment(*makeSnapshot("trex"), {}, watch);
    QVERIFY(std::ranges::is_sorted(shares));
    QVERIFY(!shares.empty() && shares.front() >= 0 && shares.back() <= 1 && shares.back() > 0.9);
    QVERIFY(isSameMotion(*drop, *m_drop));  // watching changes nothing
    QVERIFY(std::ranges::is_sorted(points, {},
                                   [](const DropPoint& p) { return std::pair(p.isStraight, p.time); }));
    for (const Snapshot* run : {drop.get(), &straightOf(*drop)}) {
      const bool isStraight = run != drop.get();
      const double landing = run->trajectory->impacts[0].time, end = run->trajectory->end();
      const auto own = [&](const DropPoint& point) { return point.isStraight == isStraight; };
      QVERIFY(std::ranges::count_if(points, own) > 400);  // steps of 1 ms in half a second
      double last = 0;
      for (const DropPoint& point : points) {
        if (!own(point)) continue;
        last = point.time;
        if (point.time < landing) QVERIFY(!(point.xi > 0));
        // The discrete momenta are those of the trajectory up to the error of a step.
        if (isStraight && point.time > landing && point.time < landing + 0.01)
          QVERIFY(std::abs(point.xi / distanceBetweenRuns(*run, point.time) - 1) < 0.2);
      }
      QVERIFY(std::abs(last - end) < 2e-3);
    }
  }

  void aStopEndsTheExperiment() {
    std::stop_source source;
    std::size_t points = 0;
    const DropWatch watch{{}, [&](const DropPoint&) {
                            if (++points == 10) source.request_stop();
                          }};
    QVERIFY(!dropExperiment(*makeSnapshot("trex"), source.get_token(), watch));
    QCOMPARE(points, std::size_t{10});
  }

  void aHeightThatIsSetIsKept() {
    const SnapshotPtr drop = dropExperiment(*makeSnapshot("trex", {{"drop", "5cm"}, {"density", "1200"}}));
    QVERIFY(std::abs(drop->trajectory->impacts.at(0).time - std::sqrt(2 * 0.05 / 9.81)) < 1e-8);
    QCOMPARE(drop->assignments.at("density"), std::string("1200"));
    QVERIFY(firstIndeterminacy(*drop).value() < 1e-14);
  }

  /// The variables of the design are those of the gaits, whatever was set before.
  void variablesOfTheDesignAreSetAgain() {
    const SnapshotPtr drop =
        dropExperiment(*makeSnapshot("trex", {{"row", "optimised"}, {"phi_right", "2.7"}}));
    const auto angle = [](const Snapshot& run) {
      const auto& all = run.instance.parameters;
      return std::ranges::find(all, "phi_right", &ParameterValue::name)->value;
    };
    QCOMPARE(angle(*drop), angle(*m_drop));
    QVERIFY(std::abs(angle(*drop) - 2.7) > 0.1);  // near that of the row
  }

  void otherScenesAreRefused() {
    QVERIFY(canDrop(*Scene::open("trex")));
    for (const BuiltinScene& scene : builtinScenes())
      QCOMPARE(canDrop(*Scene::open(scene.name)), scene.name == "trex");
    QVERIFY_THROWS_EXCEPTION(SceneError, dropExperiment(*makeSnapshot("rhex")));
  }

 private:
  SnapshotPtr m_drop;
};

CAROM_TEST(DropExperimentTest);
#include "tst_drop_experiment.moc"
