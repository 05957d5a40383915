#include <Eigen/LU>
#include <QtTest>

#include "base/rotation.h"
#include "mechanics/contact/contact_frames.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/core_overlap.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/tree/contact_table.h"
#include "mechanics/tree/ellipsoid.h"
#include "support/free_pairs.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// A shape without its radius as the points c + B x, |x_k| ≤ 1.
struct Core {
  Vector3d centre;
  Matrix3d sides = Matrix3d::Zero();
  double radius = 0;
};

Core coreOf(const Shape& shape, const Pose& pose) {
  if (const auto* ball = std::get_if<Ball>(&shape))
    return {pose * ball->centre, Matrix3d::Zero(), ball->radius};
  if (const auto* point = std::get_if<Point>(&shape)) return {pose * point->at};
  if (const auto* rod = std::get_if<Segment>(&shape)) {
    Core core{pose * (0.5 * (rod->ends[0] + rod->ends[1])), Matrix3d::Zero(), rod->radius};
    core.sides.col(0) = 0.5 * (pose.R * (rod->ends[1] - rod->ends[0]));
    return core;
  }
  const Hull& hull = std::get<Hull>(shape);
  if (hull.solid->isBox)
    return {pose * hull.origin, pose.R * hull.rotation * halfSizeOf(*hull.solid).asDiagonal(), 0};
  const auto x = corners(hull);  // of parallelepiped()
  Core core{pose * (0.5 * (x[0] + x[7])), Matrix3d::Zero(), 0};
  for (int k = 0; k < 3; ++k)
    core.sides.col(k) = 0.5 * (pose.R * (x[std::size_t{1} << static_cast<std::size_t>(k)] - x[0]));
  return core;
}

/// The hull of c + B x with x_k = ±1.
Shape parallelepiped(const Vector3d& c, const Matrix3d& B) {
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    points.emplace_back(c + B * Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  return Hull{hullOf(points)};
}

/// min ‖(c₂ + B₂y) − (c₁ + B₁x)‖ over the two cubes, a convex quadratic programme in six variables: every set
/// of variables at a bound is tried, 3⁶ of them, and the least of those that are inside is the answer.
double coreDistance(const Core& a, const Core& b) {
  Eigen::Matrix<double, 3, 6> A;
  A << -a.sides, b.sides;
  const Vector3d d = b.centre - a.centre;
  double least = HUGE_VAL;
  for (int code = 0; code < 729; ++code) {
    std::array<int, 6> at{};
    Vector3d rest = d;
    std::vector<int> free;
    for (int k = 0, c = code; k < 6; ++k, c /= 3) {
      at[static_cast<std::size_t>(k)] = c % 3;
      if (c % 3 == 2)
        free.push_back(k);
      else
        rest += (c % 3 == 0 ? -1 : 1) * A.col(k);
    }
    if (free.size() > 3) continue;  // three free variables reach any point
    if (free.empty()) {
      least = std::min(least, rest.norm());
      continue;
    }
    const Eigen::MatrixXd F = A(Eigen::all, free);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(F.transpose() * F);
    if (!lu.isInvertible()) continue;  // another set has the same points
    const VectorXd x = lu.solve(-F.transpose() * rest);
    if (x.cwiseAbs().maxCoeff() > 1 + 1e-9) continue;
    least = std::min(least, (rest + F * x).norm());
  }
  return least;
}

Matrix3d anyRotation(examples::Random& random) {
  return rotationMatrix(3 * random.vector());
}

Shape anyShape(std::size_t kind, examples::Random& random) {
  const auto size = [&] { return 0.4 + 0.3 * random(); };
  if (kind == 0) return Ball{size(), 0.3 * random.vector()};
  if (kind == 1) return Point{0.3 * random.vector()};
  if (kind == 2) return Segment{{0.7 * random.vector(), 0.7 * random.vector()}, 0.5 * size()};
  if (kind == 3) return Segment{{0.7 * random.vector(), 0.7 * random.vector()}, 0};
  if (kind == 4) return boxHull({size(), size(), size()}, 0.3 * random.vector(), anyRotation(random));
  if (kind == 6) {  // across each of its axes
    Vector3d half(size(), size(), size());
    half[static_cast<Eigen::Index>(1.5 * (1 + 0.999 * random()))] = 0;
    return boxHull(half, 0.3 * random.vector(), anyRotation(random));
  }
  Matrix3d B = anyRotation(random);
  for (int k = 0; k < 3; ++k) B.col(k) = (B.col(k) + 0.4 * random.vector()) * size();
  Hull hull = std::get<Hull>(parallelepiped(0.3 * random.vector(), B));
  hull.rotation = anyRotation(random);
  hull.origin = 0.2 * random.vector();
  return hull;
}
constexpr std::array<const char*, 7> kinds{"ball", "point", "rod", "thin rod", "box", "hull", "rectangle"};

/// q of free bodies.
VectorXd placed(const Vector3d& xa, const Vector3d& wa, const Vector3d& xb, const Vector3d& wb) {
  VectorXd q(12);
  q << xa, wa, xb, wb;
  return q;
}
VectorXd anyPlace(examples::Random& random, double apart) {
  const Vector3d direction = random.vector().normalized();
  return placed(random.vector(), 2 * random.vector(), apart * direction + random.vector(),
                2 * random.vector());
}

double leastGap(const Mechanism& mechanism, const VectorXd& q) {
  return mechanism.gaps(q).minCoeff();
}

}  // namespace

class ContactShapes : public QObject {
  Q_OBJECT
 private slots:
  void everyPairIsInTheTable_data();
  void everyPairIsInTheTable();
  void theLeastGapIsTheDistance_data() { pairs(); }
  void theLeastGapIsTheDistance();
  void someGapIsNegativeWhereBodiesPassIntoEachOther_data() { pairs(); }
  void someGapIsNegativeWhereBodiesPassIntoEachOther();
  void gapsDoNotDependOnTheOrderOrTheFrame_data() { pairs(); }
  void gapsDoNotDependOnTheOrderOrTheFrame();
  void normalsAreTheGapsDerivatives_data() { pairs(); }
  void normalsAreTheGapsDerivatives();
  void aBoxRestsOnTheCornersOfTheOther();
  void aPlankAcrossAPlankRestsOnFourCrossings();
  void flushEdgesKeepTheirNormalInRounding();
  void equalBoxesOnTopOfEachOtherTouchAtFourCorners();
  void edgesTouchAtTheirCrossing();
  void edgesOfTinyBodiesDoNotPassUnseen();
  void edgesThatTouchedKeepTheirSides();
  void flushEdgesThatTouchedKeepTheirSides();
  void edgesKeepTheSideThatTheyHad();
  void rectanglesHaveNoInside();
  void aBallRollsAroundAnEdge();
  void coresOverlapOnlyWhereTheyDo_data() { pairs(); }
  void coresOverlapOnlyWhereTheyDo();
  void rodsInSpaceNeverOverlap();
  void planarBoxesMeetAtTheirCorners();
  void thinRodsOfThePlaneStopEachOther();

 private:
  void pairs();
};

void ContactShapes::pairs() {
  QTest::addColumn<int>("first");
  QTest::addColumn<int>("second");
  examples::Random random(1);
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = 0; j < kinds.size(); ++j)
      if (whyNoContact(anyShape(i, random), anyShape(j, random), false).empty())
        QTest::addRow("%s, %s", kinds[i], kinds[j]) << static_cast<int>(i) << static_cast<int>(j);
}

void ContactShapes::everyPairIsInTheTable_data() {
  QTest::addColumn<bool>("planar");
  QTest::addColumn<QString>("refused");
  QTest::newRow("space") << false
                         << "half-space+half-space point+point point+segment segment+point segment+segment";
  QTest::newRow("plane") << true << "half-space+half-space point+point point+segment segment+point";
}

/// The thin ones of each kind; with a thickness all but two half-spaces touch.
void ContactShapes::everyPairIsInTheTable() {
  QFETCH(bool, planar);
  QFETCH(QString, refused);
  const std::vector<Shape> thin{Ball{1},
                                HalfSpace{},
                                Point{},
                                Segment{{Vector3d(-1, 0, 0), Vector3d(1, 0, 0)}},
                                boxHull({1, 1, 1}),
                                parallelepiped({0, 0, 0}, Matrix3d::Identity()),
                                Round{std::make_shared<Ellipsoid>(Vector3d(1, 0.5, 0.2))}};
  QStringList without;
  for (const Shape& a : thin)
    for (const Shape& b : thin) {
      const bool touches = !contactParts(a, b, planar).empty();
      QCOMPARE(touches, whyNoContact(a, b, planar).empty());
      if (!touches) without << QString::fromStdString(std::string(nameOf(a)) + '+' + std::string(nameOf(b)));
    }
  QCOMPARE(without.join(' '), refused);
}

void ContactShapes::theLeastGapIsTheDistance() {
  QFETCH(int, first);
  QFETCH(int, second);
  examples::Random random(static_cast<unsigned>(17 + 10 * first + second));
  int apart = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Shape a = anyShape(static_cast<std::size_t>(first), random),
                b = anyShape(static_cast<std::size_t>(second), random);
    const Mechanism mechanism = pairOf(a, b, space());
    const VectorXd q = anyPlace(random, 2 + 2 * std::abs(random()));
    const Core ca = coreOf(a, mechanism.pose(0, q)), cb = coreOf(b, mechanism.pose(1, q));
    const double distance = coreDistance(ca, cb) - ca.radius - cb.radius;
    if (distance < 1e-3) continue;
    ++apart;
    QVERIFY2(std::abs(leastGap(mechanism, q) - distance) < 1e-11,
             qPrintable(QString("%1: %2 for %3").arg(trial).arg(leastGap(mechanism, q)).arg(distance)));
  }
  QVERIFY(apart > 20);
}

/// From a pose apart along a random way to one where the cores overlap: at the first contact of the
/// brute-force distance some gap passes from above 0 to below.
void ContactShapes::someGapIsNegativeWhereBodiesPassIntoEachOther() {
  QFETCH(int, first);
  QFETCH(int, second);
  examples::Random random(static_cast<unsigned>(171 + 10 * first + second));
  int touched = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Shape a = anyShape(static_cast<std::size_t>(first), random),
                b = anyShape(static_cast<std::size_t>(second), random);
    const Mechanism mechanism = pairOf(a, b, space());
    const VectorXd q0 = anyPlace(random, 4);
    VectorXd q1 = q0;
    q1.segment<3>(6) +=
        mechanism.pose(0, q0) * coreOf(a, Pose()).centre - mechanism.pose(1, q0) * coreOf(b, Pose()).centre;
    const auto at = [&](double s) { return VectorXd(q0 + s * (q1 - q0)); };
    const auto distance = [&](double s) {
      const Core ca = coreOf(a, mechanism.pose(0, at(s))), cb = coreOf(b, mechanism.pose(1, at(s)));
      return coreDistance(ca, cb) - ca.radius - cb.radius;
    };
    if (distance(0) < 1e-3) continue;
    double open = 0, shut = 1;  // cores of points and boxes: their distance is 0 inside
    for (int i = 0; i < 45; ++i) {
      const double m = 0.5 * (open + shut);
      (distance(m) > 1e-11 ? open : shut) = m;
    }
    ++touched;
    QVERIFY(leastGap(mechanism, at(open)) > -1e-12);
    QVERIFY(std::abs(leastGap(mechanism, at(shut))) < 1e-9);
    const double deeper = shut + 1e-5;
    const double overlap = leastGap(mechanism, at(deeper));
    QVERIFY2(overlap < -1e-9 && overlap > -1e-3, qPrintable(QString("%1: %2").arg(trial).arg(overlap)));
  }
  QVERIFY(touched > 20);
}

void ContactShapes::gapsDoNotDependOnTheOrderOrTheFrame() {
  QFETCH(int, first);
  QFETCH(int, second);
  examples::Random random(static_cast<unsigned>(31 + 10 * first + second));
  for (int trial = 0; trial < 30; ++trial) {
    const Shape a = anyShape(static_cast<std::size_t>(first), random),
                b = anyShape(static_cast<std::size_t>(second), random);
    const Mechanism mechanism = pairOf(a, b, space()), swapped = pairOf(b, a, space());
    const VectorXd q = anyPlace(random, 1.5);
    VectorXd other(12);
    other << q.tail(6), q.head(6);
    QVERIFY(std::abs(leastGap(mechanism, q) - leastGap(swapped, other)) < 1e-12);
    const Vector3d w = 2 * random.vector(), x = random.vector();
    VectorXd turned(12);
    for (int k = 0; k < 12; k += 6)
      turned.segment<6>(k) << rotationMatrix(w) * q.segment<3>(k) + x, composed(w, q.segment<3>(k + 3));
    QVERIFY((mechanism.gaps(q) - mechanism.gaps(turned)).cwiseAbs().maxCoeff() < 1e-11);
  }
}

/// Central differences along every coordinate, extrapolated (Richardson) so that they are good to 1e-9.
void ContactShapes::normalsAreTheGapsDerivatives() {
  QFETCH(int, first);
  QFETCH(int, second);
  examples::Random random(static_cast<unsigned>(57 + 10 * first + second));
  int compared = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Mechanism mechanism = pairOf(anyShape(static_cast<std::size_t>(first), random),
                                       anyShape(static_cast<std::size_t>(second), random), space());
    const VectorXd q = anyPlace(random, 2.5);
    for (int contact = 0; contact < static_cast<int>(mechanism.contacts().size()); ++contact) {
      if (mechanism.gap(contact, q) < 0.1) continue;
      const VectorXd u = mechanism.normal(contact, q);
      for (int i = 0; i < 12; ++i) {
        const VectorXd e = VectorXd::Unit(12, i);
        const auto slope = [&](double h) {
          return (mechanism.gap(contact, mechanism.moved(q, e, h)) -
                  mechanism.gap(contact, mechanism.moved(q, e, -h))) /
                 (2 * h);
        };
        const double fine = slope(5e-5), coarse = slope(1e-4), derivative = (4 * fine - coarse) / 3;
        // At the border between two features of a body the second derivative jumps.
        if (std::abs(fine - coarse) > 1e-6) continue;
        QVERIFY2(std::abs(u[i] - derivative) < 1e-8, qPrintable(QString("%1, contact %2, %3: %4 for %5")
                                                                    .arg(trial)
                                                                    .arg(contact)
                                                                    .arg(i)
                                                                    .arg(u[i])
                                                                    .arg(derivative)));
        ++compared;
      }
    }
  }
  QVERIFY(compared > 150);
}

/// A small box flat on a large one, m = 1, half sizes a, b, c: reflecting at the corners (x, y), (x', y')
/// couples by ⟨u, u'⟩ = 1/m + yy'/I_x + xx'/I_y with both bodies' own.
void ContactShapes::aBoxRestsOnTheCornersOfTheOther() {
  const Mechanism mechanism = pairOf(boxHull({1, 1, 0.5}), boxHull({0.3, 0.2, 0.1}), space());
  const VectorXd q = placed({0, 0, 0}, {0, 0, 0}, {0.2, 0.1, 0.6}, {0, 0, 0});
  const auto problem = impactAt(mechanism, q, VectorXd::Unit(12, 8) * -1.0);
  QVERIFY(problem);
  QCOMPARE(problem->contactCount(), 4);
  const std::vector<int> closed = closedContacts(mechanism, q);
  Eigen::Matrix4d W;
  std::vector<Vector3d> points;
  for (const int contact : closed) points.push_back(mechanism.contactPoint(contact, q));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const auto coupling = [&](const Vector3d& centre, double m, double Ix, double Iy) {
        const Vector3d a = points[static_cast<std::size_t>(i)] - centre,
                       b = points[static_cast<std::size_t>(j)] - centre;
        return 1 / m + a.y() * b.y() / Ix + a.x() * b.x() / Iy;
      };
      W(i, j) = coupling({0, 0, 0}, 1.3, 0.3, 0.4) + coupling({0.2, 0.1, 0.6}, 0.7, 0.2, 0.15);
    }
  for (int i = 0; i < 4; ++i) {
    const Vector3d corner = points[static_cast<std::size_t>(i)] - Vector3d(0.2, 0.1, 0.5);
    QVERIFY((corner.cwiseAbs() - Vector3d(0.3, 0.2, 0)).norm() < 1e-14);
    for (int j = 0; j < 4; ++j)
      QVERIFY(std::abs(problem->gram()(i, j) - W(i, j) / std::sqrt(W(i, i) * W(j, j))) < 1e-13);
  }
}

void ContactShapes::aPlankAcrossAPlankRestsOnFourCrossings() {
  for (const double angle : {0.5 * M_PI, 1.0, 0.3}) {
    const Mechanism mechanism = pairOf(boxHull({1, 0.1, 0.05}), boxHull({1, 0.1, 0.05}), space());
    const VectorXd q = placed({0, 0, 0}, {0, 0, 0}, {0, 0, 0.1}, {0, 0, angle});
    const std::vector<int> closed = closedContacts(mechanism, q);
    QCOMPARE(closed.size(), 4u);
    for (const int contact : closed) {
      const Vector3d x = mechanism.contactPoint(contact, q);
      const Vector3d seen = rotationMatrix({0, 0, -angle}) * x;
      QVERIFY(std::abs(std::abs(x.y()) - 0.1) < 1e-14 && std::abs(std::abs(seen.y()) - 0.1) < 1e-14);
      QVERIFY(std::abs(mechanism.normal(contact, q)[8] - 1) < 1e-14);
      VectorXd lower = q;
      lower[8] -= 3e-10;
      QVERIFY(std::abs(mechanism.gap(contact, lower) + 3e-10) < 1e-15);
    }
  }
}

/// A plank that lies on a plank, tilted and lowered by less than a closed gap: where their edges cross, the
/// gap is the height of the upper plank there, below 0 with its sign, and its normal is up.
void ContactShapes::flushEdgesKeepTheirNormalInRounding() {
  examples::Random random(6);
  const Mechanism mechanism = pairOf(boxHull({1, 0.1, 0.05}), boxHull({1, 0.1, 0.05}), space());
  for (int trial = 0; trial < 300; ++trial) {
    const double angle = 0.3 + std::abs(random()), tilt = std::pow(10.0, -12 + trial % 5);
    const VectorXd flat = placed({0, 0, 0}, {0, 0, 0}, {0, 0, 0.1}, {0, 0, angle});
    const Vector3d turn = 3 * tilt * Vector3d(random(), random(), 0);
    VectorXd q = flat;
    q.tail<3>() += turn;  // small, and the turn about z commutes with it to O(tilt)
    q[8] += 3e-10 * random();
    const std::vector<int> closed = closedContacts(mechanism, flat);
    QCOMPARE(closed.size(), 4u);
    for (const int contact : closed) {
      const Vector3d x = mechanism.contactPoint(contact, flat);
      const Eigen::Matrix3d R = rotationMatrix(q.tail<3>());
      const Vector3d below =
          rotationMatrix({0, 0, -angle}) * Vector3d(x.x(), x.y(), 0) - Vector3d(0, 0, 0.05);
      const double height = (q.segment<3>(6) + R * below).z() - 0.05;
      const QString what =
          QString("%1: tilt %2, gap %3 of %4").arg(trial).arg(tilt).arg(mechanism.gap(contact, q));
      QVERIFY2(std::abs(mechanism.gap(contact, q) - height) < 1e-14 + 10 * tilt * tilt,
               qPrintable(what.arg(height)));
      QVERIFY2(std::abs(mechanism.normal(contact, q)[8] - 1) < 1e-12, qPrintable(what.arg(height)));
    }
  }
}

/// Also where rounding or a little drift puts a corner on either side of an edge.
void ContactShapes::equalBoxesOnTopOfEachOtherTouchAtFourCorners() {
  examples::Random random(5);
  const Mechanism mechanism = pairOf(boxHull({0.5, 0.4, 0.3}), boxHull({0.5, 0.4, 0.3}), space());
  for (int trial = 0; trial < 200; ++trial) {
    const double drift = trial == 0 ? 0 : std::pow(10.0, -17 + trial % 8);
    VectorXd q = placed({0, 0, 0}, {0, 0, 0}, {0, 0, 0.6}, {0, 0, 0});
    q.segment<2>(6) += 0.3 * drift * random.vector(2);
    q[8] += 3e-10 * random();
    const std::vector<int> closed = closedContacts(mechanism, q);
    QVERIFY2(closed.size() == 4,
             qPrintable(QString("%1: %2 at %3").arg(trial).arg(closed.size()).arg(drift)));
    for (const int contact : closed) {
      QVERIFY(std::abs(mechanism.normal(contact, q)[8] - 1) < 1e-14);
      QVERIFY(std::abs(mechanism.gap(contact, q) - (q[8] - 0.6)) < 1e-15);
    }
  }
}

/// Two boxes turned by 45° about x and y: the upper edge of the one crosses the lower one of the other.
void ContactShapes::edgesTouchAtTheirCrossing() {
  const double r = 0.1 * std::sqrt(2.0);
  const Mechanism boxes = pairOf(boxHull({1, 0.1, 0.1}), boxHull({0.1, 1, 0.1}), space());
  const Mechanism rods = pairOf(Segment{{Vector3d(-1, 0, 0), Vector3d(1, 0, 0)}, 0.1},
                                Segment{{Vector3d(0, -1, 0), Vector3d(0, 1, 0)}, 0.1}, space());
  const VectorXd q = placed({0.3, 0, 0}, {M_PI / 4, 0, 0}, {0, 0.2, 2 * r}, {0, M_PI / 4, 0});
  const VectorXd onRods = placed({0.3, 0, 0}, {0.4, 0, 0}, {0, 0.2, 0.2}, {0, 0.7, 0});
  for (const auto& [mechanism, place, height] :
       {std::tuple(&boxes, &q, r), std::tuple(&rods, &onRods, 0.1)}) {
    const std::vector<int> closed = closedContacts(*mechanism, *place);
    QCOMPARE(closed.size(), 1u);
    QVERIFY((mechanism->contactPoint(closed[0], *place) - Vector3d(0, 0, height)).norm() < 1e-14);
    QVERIFY(std::abs(mechanism->normal(closed[0], *place)[8] - 1) < 1e-14);
  }
}

/// The same boxes at a millionth of their size: a step that brings their edges through each other, by less
/// than half of the way through a body, finds them so.
void ContactShapes::edgesOfTinyBodiesDoNotPassUnseen() {
  for (const double size : {1.0, 1e-3, 1e-6}) {
    const double r = 0.1 * std::sqrt(2.0) * size;
    const Mechanism boxes =
        pairOf(boxHull(Vector3d(1, 0.1, 0.1) * size), boxHull(Vector3d(0.1, 1, 0.1) * size), space());
    for (const double depth : {-0.3 * r, -2e-9, 2e-9, std::min(0.3 * r, 5e-7)}) {
      const VectorXd q =
          placed({0.3 * size, 0, 0}, {M_PI / 4, 0, 0}, {0, 0.2 * size, 2 * r - depth}, {0, M_PI / 4, 0});
      QVERIFY2(std::abs(leastGap(boxes, q) + depth) < 1e-9 * std::abs(depth) + 1e-15,
               qPrintable(QString::number(size) + " " + QString::number(depth) + " " +
                          QString::number(leastGap(boxes, q))));
    }
  }
}

/// A step that starts with edges that touch and ends with them deep through each other has overlap, not a
/// gap.
void ContactShapes::edgesThatTouchedKeepTheirSides() {
  const double r = 0.1 * std::sqrt(2.0);
  const Mechanism boxes = pairOf(boxHull({1, 0.1, 0.1}), boxHull({0.1, 1, 0.1}), space());
  const auto at = [&](double depth) {
    return placed({0.3, 0, 0}, {M_PI / 4, 0, 0}, {0, 0.2, 2 * r - depth}, {0, M_PI / 4, 0});
  };
  const std::vector<int> closed = closedContacts(boxes, at(0));
  QCOMPARE(closed.size(), 1u);
  ContactFrames frames(boxes);
  frames.place(at(0));
  const int side = frames.face(closed[0]);
  for (const double depth : {1e-9, 1e-5, 1e-3, 0.3 * r}) {
    frames.place(at(depth));
    QVERIFY(std::abs(frames.gap(closed[0], side) + depth) < 1e-14);
  }
}

/// The upper of two flush boxes tilts while it sinks and rises: a step leaves faces at an angle. The gap at
/// each crossing of their edges is the height of the one edge over the other, by the points where they cross
/// as seen from above, and its normal leads upwards.
void ContactShapes::flushEdgesThatTouchedKeepTheirSides() {
  examples::Random random(8);
  const Mechanism boxes = pairOf(boxHull({0.15, 0.15, 0.15}), boxHull({0.15, 0.15, 0.15}), space());
  for (int trial = 0; trial < 300; ++trial) {
    const double tilt = std::pow(10.0, -9 + trial % 7), angle = 0.05 + 0.4 * std::abs(random());
    const VectorXd flat = placed({0, 0, 0}, {0, 0, 0}, {0, 0, 0.3}, {0, 0, angle});
    const std::vector<int> closed = closedContacts(boxes, flat);
    QCOMPARE(closed.size(), 8u);
    ContactFrames frames(boxes);
    frames.place(flat);
    VectorXd q = flat;
    q[8] += 0.1 * tilt * random();
    q.segment<2>(9) += tilt * random.vector(2);
    for (const int contact : closed) {
      frames.place(flat);
      const int side = frames.face(contact);
      frames.place(q);
      const auto ends = [&](std::size_t body) {
        return std::get<WorldSegment>(frames.part(contact, body)).ends;
      };
      const auto a = ends(0), b = ends(1);
      const Vector3d u = a[1] - a[0], w = b[1] - b[0], r = b[0] - a[0];
      const double across = u.x() * w.y() - u.y() * w.x(), s = (r.x() * w.y() - r.y() * w.x()) / across,
                   t = (r.x() * u.y() - r.y() * u.x()) / across;
      const double height = (b[0] + t * w - a[0] - s * u).z();
      const Separation found = frames.separation(contact, side);
      const QString what =
          QString("%1: tilt %2, gap %3 for %4").arg(trial).arg(tilt).arg(found.gap).arg(height);
      // Along the normal, which is tilted by tilt/angle.
      QVERIFY2(std::abs(found.gap - height) <= 1e-14 + std::abs(height) * std::pow(tilt / angle, 2),
               qPrintable(what));
      QVERIFY2(found.direction.z() > 0, qPrintable(what));
    }
  }
}

/// Wherever an edge of one hull meets an edge of another with both bodies on their own sides, one that lasts
/// has the same gap and normal, for bodies of 1 µm to 1 km.
void ContactShapes::edgesKeepTheSideThatTheyHad() {
  examples::Random random(9);
  int met = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const double size = std::pow(10.0, -6 + trial % 10);
    Hull first = std::get<Hull>(anyShape(4, random)), second = std::get<Hull>(anyShape(4, random));
    const auto scaled = [&](const Hull& hull) {
      return boxHull(size * halfSizeOf(*hull.solid), size * hull.origin, hull.rotation);
    };
    const Mechanism pair = pairOf(scaled(first), scaled(second), space());
    VectorXd q = anyPlace(random, 1.2);
    q.head<3>() *= size;
    q.segment<3>(6) *= size;
    ContactFrames frames(pair);
    frames.place(q);
    for (int contact = 0; contact < static_cast<int>(pair.contacts().size()); ++contact) {
      if (!std::holds_alternative<WorldSegment>(frames.part(contact, 0)) ||
          !std::holds_alternative<WorldSegment>(frames.part(contact, 1)))
        continue;
      const Separation free = frames.separation(contact, 0);
      const auto &a = std::get<WorldSegment>(frames.part(contact, 0)),
                 &b = std::get<WorldSegment>(frames.part(contact, 1));
      const Vector3d n = (a.ends[1] - a.ends[0]).cross(b.ends[1] - b.ends[0]).normalized();
      const bool across = std::abs(free.direction.dot(n)) > 1 - 1e-9;  // else the nearest point is an end
      const auto isAhead = [&](const WorldSegment& edge, double sign) {
        return std::ranges::all_of(
            edge.inward, [&](const Vector3d& into) { return sign * free.direction.dot(into) > 1e-3 * size; });
      };
      if (!across || !isAhead(a, -1) || !isAhead(b, 1)) continue;
      ++met;
      const Separation lasting = frames.separation(contact, 1);
      QVERIFY2(lasting.direction.dot(free.direction) > 1 - 1e-12 &&
                   std::abs(lasting.gap - free.gap) <= 1e-12 * size,
               qPrintable(QString("%1: %2 for %3").arg(trial).arg(lasting.gap).arg(free.gap)));
    }
  }
  QVERIFY2(met > 200, qPrintable(QString::number(met)));
}

/// A rectangle has no inside: its edges, flush over those of a box, have the side of the box.
void ContactShapes::rectanglesHaveNoInside() {
  examples::Random random(10);
  const Mechanism pair = pairOf(boxHull({0.15, 0.15, 0.15}), boxHull({0.15, 0.15, 0}), space());
  for (int trial = 0; trial < 400; ++trial) {
    const double angle = 0.1 + 0.4 * std::abs(random()), height = 1e-9 + 1e-6 * std::abs(random());
    const int side = trial % 2 == 0 ? 1 : -1;
    const VectorXd q = placed({0, 0, 0}, {0, 0, 0}, {0, 0, side * (0.15 + height)},
                              {1e-9 * random(), 1e-9 * random(), angle});
    ContactFrames frames(pair);
    frames.place(q);
    int crossings = 0;
    for (int contact = 0; contact < static_cast<int>(pair.contacts().size()); ++contact) {
      if (!std::holds_alternative<WorldSegment>(frames.part(contact, 0)) ||
          !std::holds_alternative<WorldSegment>(frames.part(contact, 1)))
        continue;
      const Separation found = frames.separation(contact, 1);
      if (std::abs(found.gap) > 2 * height) continue;
      ++crossings;
      QVERIFY2(found.gap > 0 && side * found.direction.z() > 0,
               qPrintable(QString("%1: %2 at %3").arg(trial).arg(found.gap).arg(height)));
    }
    QVERIFY2(crossings >= 8, qPrintable(QString("%1: %2").arg(trial).arg(crossings)));
  }
}

/// Over the face, around the edge, over the next face: the gap stays, its normal turns no faster than the
/// ball.
void ContactShapes::aBallRollsAroundAnEdge() {
  const Mechanism mechanism = pairOf(boxHull({1, 1, 1}), Ball{0.25}, space());
  const double length = 0.5 + 0.25 * M_PI / 2 + 0.5;
  VectorXd before;
  for (int i = 0; i <= 1000; ++i) {
    const double s = length * i / 1000, turn = std::clamp((s - 0.5) / 0.25, 0.0, M_PI / 2);
    const Vector3d out(std::sin(turn), 0, std::cos(turn));
    Vector3d x = Vector3d(1, 0.2, 1) + 0.25 * out;
    x.x() -= std::max(0.0, 0.5 - s);
    x.z() -= std::max(0.0, s - 0.5 - 0.25 * M_PI / 2);
    const VectorXd q = placed({0, 0, 0}, {0, 0, 0}, x, {0, 0, 0});
    QCOMPARE(mechanism.contacts().size(), 1u);
    QVERIFY(std::abs(mechanism.gap(0, q)) < 1e-14);
    const VectorXd u = mechanism.normal(0, q);
    QVERIFY((u.segment<3>(6) - out).norm() < 1e-12);
    if (before.size() > 0) QVERIFY((u - before).norm() < 20 * length / 1000);
    before = u;
  }
}

/// Against the brute-force distance: cores that are apart do not overlap.
void ContactShapes::coresOverlapOnlyWhereTheyDo() {
  QFETCH(int, first);
  QFETCH(int, second);
  examples::Random random(static_cast<unsigned>(89 + 10 * first + second));
  int apart = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Shape a = anyShape(static_cast<std::size_t>(first), random),
                b = anyShape(static_cast<std::size_t>(second), random);
    const Mechanism mechanism = pairOf(a, b, space());
    const VectorXd q = anyPlace(random, 0.5 + std::abs(random()));
    const double distance = coreDistance(coreOf(a, mechanism.pose(0, q)), coreOf(b, mechanism.pose(1, q)));
    if (distance < 1e-9) continue;
    ++apart;
    QVERIFY(coreOverlap(mechanism, mechanism.contacts()[0], q) <= 1e-12);
  }
  QVERIFY(apart > 20);
}

/// Also where they are parallel, or nearly so, and no axis is across both.
void ContactShapes::rodsInSpaceNeverOverlap() {
  const Segment rod{{Vector3d(-0.3, 0, 0), Vector3d(0.3, 0, 0)}, 0.05};
  const Mechanism mechanism = pairOf(rod, rod, space());
  for (const double angle : {0.0, 1e-12, 1e-9, 1e-6, 1e-3, 1.0})
    for (const double apart : {0.0, 1e-9, 1e-3, 0.2, 1.0}) {
      const VectorXd q = placed({0, 0, 0}, {0, 0, 0}, {0, 0, apart}, {0, 0, angle});
      QVERIFY(coreOverlap(mechanism, mechanism.contacts()[0], q) <= 0);
      // Lines that meet at a smaller angle than parallelEdges have their ends' distance.
      if (apart >= 1e-3) QVERIFY(std::abs(leastGap(mechanism, q) - (apart - 0.1)) < 1e-12);
    }
}

void ContactShapes::planarBoxesMeetAtTheirCorners() {
  const Mechanism mechanism = pairOf(boxHull({0.5, 0.3, 0.2}), boxHull({0.2, 0.2, 0.2}), plane());
  QCOMPARE(mechanism.contacts().size(), 8u);
  VectorXd q(6);
  q << 0, 0, 0, 0.1, 0.5, 0;
  QCOMPARE(closedContacts(mechanism, q).size(), 2u);
  q << 0, 0, 0, 0.1, 0.3 + 0.2 * std::sqrt(2.0), M_PI / 4;
  QCOMPARE(closedContacts(mechanism, q).size(), 1u);
  QVERIFY((mechanism.contactPoint(closedContacts(mechanism, q)[0], q).head<2>() - Eigen::Vector2d(0.1, 0.3))
              .norm() < 1e-14);
}

void ContactShapes::thinRodsOfThePlaneStopEachOther() {
  const Segment rod{{Vector3d(-0.5, 0, 0), Vector3d(0.5, 0, 0)}};
  const Mechanism mechanism = pairOf(rod, rod, plane());
  VectorXd q(6);
  for (const double height : {1e-3, 1e-10, -1e-10, -1e-3}) {
    q << 0, 0, 0, 0.2, 0.5 + height, M_PI / 2;
    QVERIFY(std::abs(leastGap(mechanism, q) - height) < 1e-14);
    q << 0, 0, 0, 0.2, -0.5 - height, M_PI / 2;
    QVERIFY(std::abs(leastGap(mechanism, q) - height) < 1e-14);
  }
  q << 0, 0, 0, 0.51, 0.4, M_PI / 2;  // past the end
  QVERIFY(std::abs(leastGap(mechanism, q) - 0.01) < 1e-14);
}

CAROM_TEST(ContactShapes);
#include "tst_contact_shapes.moc"
