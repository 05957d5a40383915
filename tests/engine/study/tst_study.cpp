#include <QtTest>
#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>

#include "study/drag_placement.h"
#include "study/sweep.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

bool sameBits(const SweepPoint& a, const SweepPoint& b) {
  if (a.value.has_value() != b.value.has_value() || a.exact != b.exact) return false;
  return !a.value || std::memcmp(&*a.value, &*b.value, sizeof(double)) == 0;
}

SceneError commandFault(const std::function<void()>& call) {
  try {
    call();
  } catch (const SceneError& error) {
    return error;
  }
  return {"", "", "nothing was thrown", ""};
}

}  // namespace

class TestStudy : public QObject {
  Q_OBJECT
 private slots:
  void axesIncludeBothEnds();
  void measuresReadBack_data();
  void measuresReadBack();
  void parallelSweepsEqualSerialOnesToTheBit();
  void theFirstAxisIsTheOutermost();
  void impossibleScenesAreEmptyPoints();
  void countsAreExact();
  void gramOfANamedPair();
  void jammedScenesHaveNoIndeterminacy();
  void limitsAreReported();
  void commandFaultsAreThrown_data();
  void commandFaultsAreThrown();
  void progressRisesToOne();
  void cancelledSweepsSaySo();
  void draggingABallTurnsTheBreak_data();
  void draggingABallTurnsTheBreak();
  void draggingStopsAtTheSlidersEnds();
  void draggedValuesReadBackInTheirUnits();
  void severalParametersMayFollow();
  void integersAndBystandersStay();
  void unknownNamesAreRefused();
};

void TestStudy::axesIncludeBothEnds() {
  const SweepAxis axis = sweepAxis("theta", 0.1, 0.7, 7);
  QCOMPARE(axis.values.size(), std::size_t{7});
  QCOMPARE(axis.values.front(), 0.1);
  QCOMPARE(axis.values.back(), 0.7);
  QCOMPARE(sweepAxis("theta", 2, 3, 1).values, std::vector<double>{2});
  QCOMPARE(commandFault([] { sweepAxis("theta", 0, 1, 0); }).fault(), SceneError::Fault::Command);
}

void TestStudy::measuresReadBack_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<int>("kind");
  QTest::addColumn<QString>("pair");
  QTest::newRow("xi") << "xi" << static_cast<int>(Measure::Kind::Xi) << "|";
  QTest::newRow("gram") << "gram" << static_cast<int>(Measure::Kind::Gram) << "|";
  QTest::newRow("gram of a pair") << "gram:ac:ball0-ball1" << static_cast<int>(Measure::Kind::Gram)
                                  << "ac|ball0-ball1";
  QTest::newRow("p*") << "projection" << static_cast<int>(Measure::Kind::Projection) << "|";
  QTest::newRow("p* of a pair") << "projection:ac:bc" << static_cast<int>(Measure::Kind::Projection)
                                << "ac|bc";
  QTest::newRow("outcomes") << "outcomes" << static_cast<int>(Measure::Kind::Outcomes) << "|";
  QTest::newRow("orderings") << "orderings" << static_cast<int>(Measure::Kind::Orderings) << "|";
  for (const char* bad : {"", "Xi", "gram:", "gram:ac", "gram:ac:", "gram::ac", "xi:ac:bc"})
    QTest::newRow(bad) << bad << -1 << "";
}

void TestStudy::measuresReadBack() {
  QFETCH(QString, text);
  QFETCH(int, kind);
  QFETCH(QString, pair);
  if (kind < 0) {
    QCOMPARE(commandFault([&] { parseMeasure(text.toStdString()); }).fault(), SceneError::Fault::Command);
    return;
  }
  const Measure measure = parseMeasure(text.toStdString());
  QCOMPARE(static_cast<int>(measure.kind), kind);
  QCOMPARE(QString::fromStdString(measure.pair[0] + '|' + measure.pair[1]), pair);
}

void TestStudy::parallelSweepsEqualSerialOnesToTheBit() {
  const auto scene = Scene::open("billiard-break");
  const SweepAxis axis = sweepAxis("theta", 50 * degree, 180 * degree, 257);
  const SweepResult all = sweep(*scene, {{"rb", "1.3*ra"}}, {axis}, parseMeasure("xi"));
  QVERIFY(all.complete);
  QCOMPARE(all.points.size(), axis.values.size());
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    const SweepResult one =
        sweep(*scene, {{"rb", "1.3*ra"}}, {{"theta", {axis.values[i]}}}, parseMeasure("xi"));
    QVERIFY(sameBits(all.points[i], one.points[0]));
  }
}

void TestStudy::theFirstAxisIsTheOutermost() {
  const auto scene = Scene::open("line-and-wall");
  const SweepResult table =
      sweep(*scene, {}, {sweepAxis("n", 1, 3, 3), sweepAxis("first", 1, 2, 2)}, parseMeasure("orderings"));
  QCOMPARE(table.points.size(), std::size_t{6});
  QCOMPARE(table.points[0].exact, std::string("1"));
  QCOMPARE(table.points[1].exact, std::string("1"));
  QCOMPARE(table.points[2].exact, std::string("2"));   // n = 2, equal masses
  QCOMPARE(table.points[4].exact, std::string("42"));  // n = 3, equal masses
}

void TestStudy::impossibleScenesAreEmptyPoints() {
  const SweepResult table = sweep(*Scene::open("billiard-break"), {},
                                  {sweepAxis("theta", 30 * degree, 210 * degree, 7)}, parseMeasure("xi"));
  QVERIFY(table.complete);
  for (std::size_t i = 0; i < 7; ++i) QCOMPARE(table.points[i].value.has_value(), i >= 1 && i <= 5);
  QVERIFY(std::abs(*table.points[2].value) < 1e-14);
}

void TestStudy::countsAreExact() {
  const SweepResult table =
      sweep(*Scene::open("converging-line"), {}, {sweepAxis("n", 3, 7, 5)}, parseMeasure("orderings"));
  const char* expected[] = {"2", "16", "768", "292864", "1100742656"};
  for (std::size_t i = 0; i < 5; ++i) QCOMPARE(table.points[i].exact, std::string(expected[i]));
  QCOMPARE(*table.points[1].value, 16.0);
  const SweepResult outcomes =
      sweep(*Scene::open("converging-line"), {}, {sweepAxis("n", 1, 4, 4)}, parseMeasure("outcomes"));
  for (const SweepPoint& point : outcomes.points) QCOMPARE(point.exact, std::string("1"));
}

void TestStudy::gramOfANamedPair() {
  const auto scene = Scene::open("billiard-break");
  const auto gram = [&](const char* measure, double angle) {
    return sweep(*scene, {}, {{"theta", {angle * degree}}}, parseMeasure(measure)).points[0].value;
  };
  QVERIFY(std::abs(*gram("gram", 120) + 0.25) < 1e-15);
  QVERIFY(std::abs(*gram("gram:bc:ac", 120) + 0.25) < 1e-15);
  QVERIFY(!gram("gram:ac:ab", 120));  // ab is open there
  QVERIFY(gram("gram:ac:ab", 60));
}

void TestStudy::jammedScenesHaveNoIndeterminacy() {
  const auto scene = Scene::open("trapped-ball");
  QVERIFY(!sweep(*scene, {}, {{"speed", {1}}}, parseMeasure("xi")).points[0].value);
  QCOMPARE(sweep(*scene, {}, {{"speed", {1}}}, parseMeasure("outcomes")).points[0].exact, std::string("0"));
}

void TestStudy::limitsAreReported() {
  ResolveOptions options;
  options.limits.maxStates = 50;
  const SweepResult table = sweep(*Scene::open("converging-line"), {}, {sweepAxis("n", 3, 6, 4)},
                                  parseMeasure("orderings"), options);
  QVERIFY(!table.complete);
  QVERIFY(table.limit == Limit::MaxStates);
  QVERIFY(table.points[0].value && !table.points[3].value);
}

void TestStudy::commandFaultsAreThrown_data() {
  QTest::addColumn<QString>("axis");
  QTest::addColumn<QString>("measure");
  QTest::addColumn<QString>("assigned");
  QTest::newRow("unknown axis") << "phi"
                                << "xi"
                                << "1";
  QTest::newRow("unknown contact") << "theta"
                                   << "gram:ac:ad"
                                   << "1";
  QTest::newRow("broken expression") << "theta"
                                     << "xi"
                                     << "2*";
}

void TestStudy::commandFaultsAreThrown() {
  QFETCH(QString, axis);
  QFETCH(QString, measure);
  QFETCH(QString, assigned);
  const SceneError error = commandFault([&] {
    sweep(*Scene::open("billiard-break"), {{"speed", assigned.toStdString()}},
          {sweepAxis(axis.toStdString(), 2, 3, 9)}, parseMeasure(measure.toStdString()));
  });
  QCOMPARE(error.fault(), SceneError::Fault::Command);
}

void TestStudy::progressRisesToOne() {
  double last = 0;
  bool rising = true;
  sweep(*Scene::open("billiard-break"), {}, {sweepAxis("theta", 2, 3, 64)}, parseMeasure("xi"), {}, {},
        [&](double fraction) {
          rising = rising && fraction > last;
          last = fraction;
        });
  QVERIFY(rising);
  QCOMPARE(last, 1.0);
}

void TestStudy::cancelledSweepsSaySo() {
  std::stop_source stop;
  const SweepResult table =
      sweep(*Scene::open("billiard-break"), {}, {sweepAxis("theta", 2, 3, 500)}, parseMeasure("xi"), {},
            stop.get_token(), [&](double) { stop.request_stop(); });
  QVERIFY(!table.complete);
  QVERIFY(table.limit == Limit::Cancelled);
  QVERIFY(table.points[0].value && table.points.size() < 500);
}

void TestStudy::draggingABallTurnsTheBreak_data() {
  QTest::addColumn<int>("body");
  QTest::addColumn<double>("degrees");
  for (const double degrees : {61.0, 75.0, 101.25, 160.0, 179.0}) {
    QTest::addRow("a to %g", degrees) << 0 << degrees;
    QTest::addRow("b to %g", degrees) << 1 << degrees;
  }
}

void TestStudy::draggingABallTurnsTheBreak() {
  QFETCH(int, body);
  QFETCH(double, degrees);
  const auto scene = Scene::open("billiard-break");
  const double side = body == 0 ? 1 : -1, half = degrees / 2 * degree;
  // The mouse is further out than the ball can follow: only the direction counts.
  const Eigen::Vector3d target(0.09 * std::cos(half), side * 0.09 * std::sin(half), 0);
  const Placement placement = placeBody(*scene, {{"speed", "2"}}, body, target, {"theta"});
  QCOMPARE(placement.parameters, std::vector<std::string>{"theta"});
  QCOMPARE(placement.assignments.at("speed"), std::string("2"));
  QVERIFY(std::abs(scene->instantiate(placement.assignments).parameters[0].value - degrees * degree) < 1e-8);
  QVERIFY(std::abs(placement.distance - (0.09 - 0.0572)) < 1e-12);
}

void TestStudy::draggingStopsAtTheSlidersEnds() {
  const auto scene = Scene::open("billiard-break");
  QCOMPARE(placeBody(*scene, {}, 0, {0.06, -0.01, 0}, {"theta"}).assignments.at("theta"),
           std::string("60deg"));
  QCOMPARE(placeBody(*scene, {}, 0, {-0.02, 0.06, 0}, {"theta"}).assignments.at("theta"),
           std::string("180deg"));
}

void TestStudy::draggedValuesReadBackInTheirUnits() {
  const auto scene = Scene::open("billiard-break");
  const Placement placement = placeBody(*scene, {}, 0, {0.0613, 0.0571, 0}, {"ra", "theta"});
  QVERIFY(placement.assignments.at("theta").ends_with("deg"));
  QVERIFY(placement.assignments.at("ra").ends_with("mm"));
  const SceneInstance instance = scene->instantiate(placement.assignments);
  const double distance =
      (instance.mechanism->position(0, instance.initial.q) - Eigen::Vector3d(0.0613, 0.0571, 0)).norm();
  QCOMPARE(placement.distance, distance);
  QVERIFY(distance < 1e-10);
}

void TestStudy::severalParametersMayFollow() {
  const auto scene = Scene::open("billiard-break");
  const Placement placement = placeBody(*scene, {}, 0, {0.05, 0.05, 0}, {});
  QVERIFY(placement.distance < 1e-10);
  QCOMPARE(placement.parameters, (std::vector<std::string>{"theta", "ra", "rc"}));
}

void TestStudy::integersAndBystandersStay() {
  const auto scene = Scene::open("newtons-cradle");
  const Placement placement = placeBody(*scene, {}, 2, {1, 0, 0}, {});
  QVERIFY(placement.parameters.empty());
  QVERIFY(placement.assignments.empty());
  QVERIFY(std::abs(placement.distance - 0.8) < 1e-15);
}

void TestStudy::unknownNamesAreRefused() {
  const SceneError error = commandFault(
      [] { placeBody(*Scene::open("billiard-break"), {}, 0, Eigen::Vector3d::Zero(), {"phi"}); });
  QCOMPARE(error.fault(), SceneError::Fault::Command);
}

CAROM_TEST(TestStudy);
#include "tst_study.moc"
