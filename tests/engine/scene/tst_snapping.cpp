#include <Eigen/Geometry>
#include <QtTest>
#include <cmath>
#include <numbers>
#include <random>

#include "scene/edit/snapper.h"
#include "support/test_program.h"

using namespace carom;

namespace {

constexpr double closed = 1e-12;

PlacedShape ball(int body, double x, double y, double radius) {
  return {body, Ball{radius}, {Eigen::Matrix3d::Identity(), {x, y, 0}}};
}
PlacedShape wall(int body, const Eigen::Vector3d& normal, double offset) {
  return {body, HalfSpace{normal.normalized(), offset}, {}};
}
SnapOptions within(double reach) {
  SnapOptions options;
  options.reach = reach;
  return options;
}

}  // namespace

class TestSnapping : public QObject {
  Q_OBJECT
 private slots:
  void farFromEverythingNothingSnaps();
  void nearOneBallTheGapCloses();
  void cornersCloseBothGaps_data();
  void cornersCloseBothGaps();
  void directionsSnapToRoundAngles();
  void overlapsGiveWay();
  void marksOfTouchingAreKept();
  void onALineOnlyTheLineIsUsed();
  void rodsSnapWithTheirEnds();
  void whatIsFarIsPassedOver();
};

void TestSnapping::farFromEverythingNothingSnaps() {
  const Snapper snapper({ball(0, 0, 0, 1)}, {ball(1, 10, 0, 1), wall(2, {0, 1, 0}, -5)});
  const Snap snap = snapper.snap({3, 1, 0}, within(0.2));
  QVERIFY(snap.move == Eigen::Vector3d(3, 1, 0));
  QVERIFY(snap.free && snap.touches.empty() && !snap.angle);
}

void TestSnapping::nearOneBallTheGapCloses() {
  const Snapper snapper({ball(0, 0, 0, 1)}, {ball(7, 10, 0, 1.5)});
  SnapOptions options = within(0.3);
  options.angleStep = 0;
  const Snap snap = snapper.snap({7.4, 0.4, 0}, options);
  QCOMPARE(snap.touches.size(), std::size_t(1));
  QCOMPARE(snap.touches[0].body, 7);
  QVERIFY(std::abs(snapper.leastGap(snap.move)) <= closed);
  // The nearest place: on the line from the target to the other's centre.
  const Eigen::Vector3d expected =
      Eigen::Vector3d(10, 0, 0) + 2.5 * Eigen::Vector3d(-2.6, 0.4, 0).normalized();
  QVERIFY((snap.move - expected).norm() < 1e-12);
}

void TestSnapping::cornersCloseBothGaps_data() {
  QTest::addColumn<double>("radius");
  QTest::addColumn<double>("distance");
  for (const double radius : {0.03, 0.5, 1.0})
    for (const double distance : {2.1, 2.5, 3.0})
      QTest::addRow("r = %g, d = %g", radius, distance) << radius << distance;
}

/// A ball above two equal ones rests at the apex of an isosceles triangle.
void TestSnapping::cornersCloseBothGaps() {
  QFETCH(double, radius);
  QFETCH(double, distance);
  const double r = radius, d = distance * radius;
  const Snapper snapper({ball(0, 0, 5 * r, r)}, {ball(1, -d / 2, 0, r), ball(2, d / 2, 0, r)});
  const double height = std::sqrt(4 * r * r - d * d / 4);
  const Snap snap = snapper.snap({0.05 * r, height - 5 * r + 0.04 * r, 0}, within(0.2 * r));
  QCOMPARE(snap.touches.size(), std::size_t(2));
  QVERIFY((snap.move - Eigen::Vector3d(0, height - 5 * r, 0)).norm() < 1e-12);
  QVERIFY(std::abs(snapper.leastGap(snap.move)) <= closed);
}

void TestSnapping::directionsSnapToRoundAngles() {
  const Snapper snapper({ball(0, 0, 0, 1)}, {ball(1, 10, 0, 1)});
  const double angle = (180 - 46.0) * std::numbers::pi / 180;
  const Snap snap =
      snapper.snap(Eigen::Vector3d(10 + 2.05 * std::cos(angle), 2.05 * std::sin(angle), 0), within(0.1));
  QVERIFY(snap.angle);
  QVERIFY(std::abs(*snap.angle - 135 * std::numbers::pi / 180) < 1e-12);
  QVERIFY(std::abs(snapper.leastGap(snap.move)) <= closed);
}

void TestSnapping::overlapsGiveWay() {
  const Snapper snapper({ball(0, 0, 0, 1)}, {ball(1, 5, 0, 1), wall(2, {0, 1, 0}, -3)});
  for (const Eigen::Vector3d& target : {Eigen::Vector3d(4.2, 0.3, 0), Eigen::Vector3d(5.5, -2.4, 0),
                                        Eigen::Vector3d(0, -9, 0), Eigen::Vector3d(5, -1, 0)}) {
    const Snap snap = snapper.snap(target, within(0.05));
    QVERIFY(snap.free);
    QVERIFY(snapper.leastGap(snap.move) >= -closed);
    QVERIFY(!snap.touches.empty());
  }
}

void TestSnapping::marksOfTouchingAreKept() {
  const Snapper snapper({ball(0, 0, 0, 1)}, {ball(1, 2, 0, 1), ball(2, 2, 5, 1)});
  SnapOptions options = within(0.05);
  options.kept = {1};
  options.angleStep = 0;
  const Snap snap = snapper.snap({2.4, 3.5, 0}, options);  // far away: it slides to that side
  QCOMPARE(snap.touches.size(), std::size_t(1));
  QCOMPARE(snap.touches[0].body, 1);
  QVERIFY((snap.move - (Eigen::Vector3d(2, 0, 0) + 2 * Eigen::Vector3d(0.4, 3.5, 0).normalized())).norm() <
          1e-9);
}

void TestSnapping::onALineOnlyTheLineIsUsed() {
  const Snapper snapper({ball(0, 0, 0, 1)}, {ball(1, 5, 1, 1)});
  SnapOptions options = within(0.3);
  options.directions = Eigen::Vector3d::UnitX();
  const Snap snap = snapper.snap({3.1, 4, 0}, options);
  QVERIFY((snap.move - Eigen::Vector3d(5 - std::sqrt(3), 0, 0)).norm() < 1e-12);
}

void TestSnapping::rodsSnapWithTheirEnds() {
  const double c = std::cos(0.5), s = std::sin(0.5);
  Pose tilted;
  tilted.R << c, -s, 0, s, c, 0, 0, 0, 1;
  const PlacedShape rod{0, Segment{{Eigen::Vector3d(-1, 0, 0), Eigen::Vector3d(1, 0, 0)}, 0}, tilted};
  const Snapper snapper({rod}, {wall(1, {0, 1, 0}, -2), wall(2, {1, 0, 0}, -3)});
  const Snap snap = snapper.snap({-3 + c + 0.02, -2 + s + 0.03, 0}, within(0.1));
  QCOMPARE(snap.touches.size(), std::size_t(2));  // its lower left end lies in the corner
  QVERIFY((snap.move - Eigen::Vector3d(-3 + c, -2 + s, 0)).norm() < 1e-12);
}

/// Among many shapes the answer is that of the few near ones, and of all gaps.
void TestSnapping::whatIsFarIsPassedOver() {
  std::mt19937 random(11);
  const auto between = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  const auto shape = [&](int kind) -> Shape {
    if (kind == 0) return Ball{between(0.1, 0.4)};
    if (kind == 1) return Segment{{Eigen::Vector3d(-0.5, 0, 0), Eigen::Vector3d(0.4, 0.1, 0)}, 0.05};
    if (kind == 2) return boxHull({0.3, 0.2, 0.2}, {0.1, 0, 0});
    return boxHull({0.1, 0, 0.2}, {0.3, 0.2, 0.2});  // without width: a line in the plane
  };
  const auto placed = [&](int body, double extent) {
    const double angle = between(-3, 3), x = between(-extent, extent), y = between(-extent, extent);
    Pose pose{Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()).toRotationMatrix(), {x, y, 0}};
    return PlacedShape{body, shape(body % 4), pose};
  };
  const std::vector<PlacedShape> mine{placed(0, 0), placed(1, 0)};
  std::vector<PlacedShape> others{wall(2, {0, 1, 0}, -20)};
  for (int body = 3; body < 300; ++body) others.push_back(placed(body, 20));
  const Snapper all(mine, others);
  int snapped = 0;
  for (int k = 0; k < 200; ++k) {
    const Eigen::Vector3d move(between(-18, 18), between(-18, 18), 0);
    for (const double gap : {-closed, 0.0, 0.1, 0.4})
      QCOMPARE(all.isClear(move, gap), all.leastGap(move) >= gap);
    std::vector<PlacedShape> few;
    for (const PlacedShape& other : others)
      if (std::holds_alternative<HalfSpace>(other.shape) || (other.pose.x - move).norm() < 4)
        few.push_back(other);
    const Snapper near(mine, few);
    const Snap wanted = near.snap(move, within(0.2)), found = all.snap(move, within(0.2));
    QVERIFY(found.move == wanted.move && found.free == wanted.free);
    QCOMPARE(found.touches.size(), wanted.touches.size());
    snapped += !found.touches.empty();
  }
  QVERIFY(snapped > 20);
}

CAROM_TEST(TestSnapping);
#include "tst_snapping.moc"
