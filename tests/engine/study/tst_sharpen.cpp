// Corners of ξ curves, located between the points of a sweep.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "study/curve_corners.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

/// Equal balls: the third reflection sets in where cos θ = (1 − √5)/2.
const double corner = std::acos((1 - std::sqrt(5.0)) / 2);

SweepResult swept(const Scene& scene, double from, double to, int count) {
  return sweep(scene, {}, {sweepAxis("theta", from, to, count)}, Measure{});
}

const std::vector<double>& places(const SweepResult& curve) {
  return curve.over.front().values;
}

double distanceToNearest(const std::vector<double>& values, double x) {
  double least = 1e9;
  for (const double value : values) least = std::min(least, std::abs(value - x));
  return least;
}

/// Two balls that a third one strikes, one of them at a gap beyond which the second contact is open: the
/// longest ordering jumps from 2 reflections to 1, and ξ with it.
std::shared_ptr<const Scene> jumping() {
  return Scene::parse(R"({
    "format": 1, "title": "Jump",
    "parameters": {"theta": {"value": 1, "range": [0, 3]}},
    "bodies": [
      {"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.5}]},
      {"name": "b", "joints": ["x"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.5}]},
      {"name": "c", "joints": ["x"], "mass": 3, "shapes": [{"type": "ball", "radius": 0.5}]}],
    "contacts": [{"between": ["a", "b"]}, {"between": ["b", "c"]}],
    "initial": {"q": {"a.x": -1, "c.x": "theta < 1.7 ? 1 : 1 + theta"}, "velocity": {"a.x": 1}},
    "view": {"sweep": "theta"}})",
                      "jump.carom.json");
}

}  // namespace

class TestSharpen : public QObject {
  Q_OBJECT
 private slots:
  void theCornerOfTheBreakIsFound_data();
  void theCornerOfTheBreakIsFound();
  void aZeroBetweenPointsIsFound();
  void thePointsThatWereThereStay();
  void everyPointIsTheSweepsValue();
  void smoothCurvesAreLeftAlone();
  void aJumpKeepsBothItsSides();
  void gapsStayGaps_data();
  void gapsStayGaps();
  void toleranceIsOfTheRange();
  void stoppingKeepsTheSweep();
};

void TestSharpen::theCornerOfTheBreakIsFound_data() {
  QTest::addColumn<int>("points");
  for (const int points : {4, 13, 61, 361}) QTest::addRow("%d points", points) << points;
}

void TestSharpen::theCornerOfTheBreakIsFound() {
  QFETCH(int, points);
  const auto scene = Scene::open("billiard-break");
  const SweepResult curve = sharpenCorners(*scene, {}, swept(*scene, 95 * degree, 150 * degree, points));
  const auto& x = places(curve);
  QVERIFY(distanceToNearest(x, corner) < 1e-9);
  // Both sides of it: two reflections at most before, three behind.
  const auto behind = std::ranges::upper_bound(x, corner) - x.begin();
  const auto at = [&](auto i) { return curve.points[static_cast<std::size_t>(i)]; };
  QCOMPARE(at(behind - 2).maxLength, 2U);
  QCOMPARE(at(behind + 1).maxLength, 3U);
  const double peak =
      std::ranges::max(curve.points, {}, [](const SweepPoint& p) { return *p.value; }).value.value();
  QVERIFY(std::abs(peak - *at(behind - 1).value) < 1e-9);
}

void TestSharpen::aZeroBetweenPointsIsFound() {
  const auto scene = Scene::open("billiard-break");
  const SweepResult coarse = swept(*scene, 61 * degree, 125 * degree, 9);
  QVERIFY(distanceToNearest(places(coarse), 90 * degree) > 0.01);
  const SweepResult curve = sharpenCorners(*scene, {}, coarse);
  const auto lowest =
      std::ranges::min_element(curve.points, {}, [](const SweepPoint& p) { return *p.value; });
  const double x = places(curve)[static_cast<std::size_t>(lowest - curve.points.begin())];
  QVERIFY2(std::abs(x - 90 * degree) < 1e-8, qPrintable(QString::number(x - 90 * degree)));
  QVERIFY(*lowest->value < 1e-8);
}

void TestSharpen::thePointsThatWereThereStay() {
  const auto scene = Scene::open("billiard-break");
  const SweepResult before = swept(*scene, 65 * degree, 180 * degree, 40);
  const SweepResult after = sharpenCorners(*scene, {}, before);
  QVERIFY(std::ranges::is_sorted(places(after)));
  QVERIFY(std::ranges::adjacent_find(places(after)) == places(after).end());
  QCOMPARE(places(after).size(), after.points.size());
  for (std::size_t i = 0; i < before.points.size(); ++i) {
    const auto found = std::ranges::find(places(after), places(before)[i]);
    QVERIFY(found != places(after).end());
    const SweepPoint& point = after.points[static_cast<std::size_t>(found - places(after).begin())];
    QCOMPARE(point.value.value(), before.points[i].value.value());
    QCOMPARE(point.maxLength, before.points[i].maxLength);
  }
}

void TestSharpen::everyPointIsTheSweepsValue() {
  const auto scene = Scene::open("billiard-break");
  const SweepResult curve = sharpenCorners(*scene, {}, swept(*scene, 65 * degree, 150 * degree, 20));
  const SweepResult again = sweep(*scene, {}, curve.over, Measure{});
  for (std::size_t i = 0; i < curve.points.size(); ++i)
    QCOMPARE(curve.points[i].value.value(), again.points[i].value.value());
}

void TestSharpen::smoothCurvesAreLeftAlone() {
  const auto scene = Scene::open("billiard-break");
  for (const auto& [from, to] : {std::pair{62.0, 88.0}, std::pair{95.0, 125.0}, std::pair{130.0, 160.0}}) {
    const SweepResult before = swept(*scene, from * degree, to * degree, 30);
    QCOMPARE(places(sharpenCorners(*scene, {}, before)), places(before));
  }
}

void TestSharpen::aJumpKeepsBothItsSides() {
  const auto scene = jumping();
  const SweepResult before = swept(*scene, 0.5, 2.9, 8);
  const std::uint32_t longer = before.points.front().maxLength, shorter = before.points.back().maxLength;
  QVERIFY(longer > shorter);
  const SweepResult after = sharpenCorners(*scene, {}, before);
  QCOMPARE(after.points.size(), before.points.size() + 2);
  int jumps = 0;
  for (std::size_t i = 0; i + 1 < after.points.size(); ++i) {
    if (after.points[i].maxLength == after.points[i + 1].maxLength) continue;
    ++jumps;
    QCOMPARE(after.points[i].maxLength, longer);
    QCOMPARE(after.points[i + 1].maxLength, shorter);
    QVERIFY(places(after)[i] < 1.7 && places(after)[i + 1] >= 1.7);
    QVERIFY(places(after)[i + 1] - places(after)[i] < 1e-9);
  }
  QCOMPARE(jumps, 1);
}

void TestSharpen::gapsStayGaps_data() {
  QTest::addColumn<double>("from");
  QTest::addColumn<double>("to");
  QTest::newRow("impossible at the left") << 20.0 << 120.0;
  QTest::newRow("impossible everywhere") << 10.0 << 50.0;
  QTest::newRow("one point") << 70.0 << 70.0;
}

/// Below 60° the balls overlap: there is no ξ, and nothing is searched there.
void TestSharpen::gapsStayGaps() {
  QFETCH(double, from);
  QFETCH(double, to);
  const auto scene = Scene::open("billiard-break");
  const SweepResult before = swept(*scene, from * degree, to * degree, from == to ? 1 : 21);
  const SweepResult after = sharpenCorners(*scene, {}, before);
  QVERIFY(after.points.size() >= before.points.size());
  for (std::size_t i = 0; i < after.points.size(); ++i)
    QCOMPARE(after.points[i].value.has_value(), places(after)[i] > 59.999 * degree);
}

void TestSharpen::toleranceIsOfTheRange() {
  const auto scene = Scene::open("billiard-break");
  const SweepResult coarse = swept(*scene, 100 * degree, 150 * degree, 6);
  for (const double tolerance : {1e-2, 1e-5}) {
    const SweepResult curve = sharpenCorners(*scene, {}, coarse, {}, {}, tolerance);
    QVERIFY(distanceToNearest(places(curve), corner) <= tolerance * 50 * degree);
  }
}

void TestSharpen::stoppingKeepsTheSweep() {
  const auto scene = Scene::open("billiard-break");
  const SweepResult before = swept(*scene, 65 * degree, 150 * degree, 20);
  std::stop_source stop;
  stop.request_stop();
  const SweepResult after = sharpenCorners(*scene, {}, before, {}, stop.get_token());
  for (std::size_t i = 0; i < before.points.size(); ++i)
    QVERIFY(std::ranges::find(places(after), places(before)[i]) != places(after).end());
  for (const SweepPoint& point : after.points) QVERIFY(point.value.has_value());
}

CAROM_TEST(TestSharpen);
#include "tst_sharpen.moc"
