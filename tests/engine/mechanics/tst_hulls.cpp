#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <QtTest>

#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Points = std::vector<Vector3d>;

namespace {

/// Points on an ellipsoid: all are corners.
Points anyCorners(std::size_t count, double size, examples::Random& random) {
  Points points;
  const Vector3d axes = size * Vector3d(1, 0.8, 0.6);
  while (points.size() < count) {
    const Vector3d x = random.vector();
    if (x.norm() < 0.1) continue;
    const Vector3d point = axes.cwiseProduct(x.normalized());
    const auto isNear = [&](const Vector3d& other) { return (other - point).norm() < 0.2 * size; };
    if (std::ranges::none_of(points, isNear)) points.push_back(point);
  }
  return points;
}

Points boxCorners(const Vector3d& half) {
  Points points;
  for (int i = 0; i < 8; ++i)
    points.emplace_back(half.cwiseProduct(Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  return points;
}

/// A regular prism along z, or a polygon where its height is 0.
Points prism(int sides, double radius, double height) {
  Points points;
  for (int level = 0; level < (height > 0 ? 2 : 1); ++level)
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * M_PI * i / sides;
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), (level - 0.5) * height);
    }
  return points;
}

/// The distance of a point from a triangle, by its plane where the foot is inside, and by its sides.
double distanceToSide(const Vector3d& x, const Vector3d& a, const Vector3d& b) {
  const double s = std::clamp((x - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (x - a - s * (b - a)).norm();
}
double distanceToTriangle(const Vector3d& x, const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  const double sides = std::min({distanceToSide(x, a, b), distanceToSide(x, b, c), distanceToSide(x, c, a)});
  const Vector3d n = (b - a).cross(c - a);
  if (n.norm() < 1e-9) return sides;
  const double area = n.squaredNorm();
  const double u = (b - x).cross(c - x).dot(n) / area, v = (c - x).cross(a - x).dot(n) / area;
  return u >= 0 && v >= 0 && u + v <= 1 ? std::abs(n.dot(x - a)) / n.norm() : sides;
}
double distanceOfLines(const Vector3d& a, const Vector3d& b, const Vector3d& c, const Vector3d& d) {
  double least = std::min(
      {distanceToSide(a, c, d), distanceToSide(b, c, d), distanceToSide(c, a, b), distanceToSide(d, a, b)});
  const Vector3d n = (b - a).cross(d - c);
  if (n.norm() < 1e-9) return least;
  const double s = (c - a).cross(d - c).dot(n) / n.squaredNorm(),
               t = (c - a).cross(b - a).dot(n) / n.squaredNorm();
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = std::min(least, std::abs(n.dot(c - a)) / n.norm());
  return least;
}

/// The distance of two separate hulls without knowing their faces: the triangles of all triples of points and
/// the lines of all pairs lie in the hulls, and its faces and edges are among them.
double bruteDistance(const Points& a, const Points& b) {
  double least = HUGE_VAL;
  const auto triples = [&](const Points& solid, const Points& others) {
    for (std::size_t i = 0; i < solid.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (std::size_t k = 0; k < j; ++k)
          for (const Vector3d& x : others)
            least = std::min(least, distanceToTriangle(x, solid[i], solid[j], solid[k]));
  };
  triples(a, b);
  triples(b, a);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < b.size(); ++k)
        for (std::size_t l = 0; l < k; ++l) least = std::min(least, distanceOfLines(a[i], a[j], b[k], b[l]));
  return least;
}

Points moved(Points points, const Pose& pose) {
  for (Vector3d& point : points) point = pose * point;
  return points;
}

/// Free bodies with a shape each, and all their contacts.
Mechanism freeBodies(const std::vector<Shape>& shapes, const std::vector<Joint>& joints,
                     const Vector3d& gravity = Vector3d::Zero(), double restitution = 1,
                     double friction = 0) {
  std::vector<Body> bodies;
  for (const Shape& shape : shapes) {
    const bool isWall = std::holds_alternative<HalfSpace>(shape);
    Body body{"b" + std::to_string(bodies.size()), -1, Vector3d::Zero(), {}, 0, {shape}};
    if (!isWall) {
      body.joints = joints;
      body.mass = 1 + 0.3 * static_cast<double>(bodies.size());
      body.inertia = Vector3d(0.3, 0.4, 0.5).asDiagonal();
    }
    bodies.push_back(body);
  }
  const Mechanism tree(bodies, {}, gravity);
  std::vector<ContactPair> contacts;
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i)
    for (int j = i + 1; j < static_cast<int>(bodies.size()); ++j)
      for (const auto& part :
           contactParts(shapes[static_cast<std::size_t>(i)], shapes[static_cast<std::size_t>(j)],
                        meetInPlane(tree, {i, j}, {0, 0}))) {
        ContactPair pair{"c" + std::to_string(contacts.size()), {i, j}, {0, 0}, part};
        pair.coefficients.restitution = restitution;
        pair.coefficients.friction = friction;
        contacts.push_back(pair);
      }
  return {bodies, contacts, gravity};
}

VectorXd anyPlaces(int bodies, double apart, examples::Random& random) {
  VectorXd q(6 * bodies);
  for (int i = 0; i < bodies; ++i)
    q.segment<6>(6 * i) << i * apart * random.vector().normalized() + 0.3 * random.vector(),
        2 * random.vector();
  return q;
}

std::vector<double> sorted(const VectorXd& values) {
  std::vector<double> list(values.begin(), values.end());
  std::ranges::sort(list);
  return list;
}

}  // namespace

class Hulls : public QObject {
  Q_OBJECT
 private slots:
  void pointsAreTheCornersOfAClosedSurface();
  void momentsAreThoseOfTheSolid();
  void faultsAreNamed_data();
  void faultsAreNamed();
  void innerPointsAreNoCorners();
  void theLeastGapIsTheDistance_data();
  void theLeastGapIsTheDistance();
  void depthsOfCornersAreThoseBelowFaces();
  void aBoxIsItsHull();
  void aBoxOnABoxRestsAsTheirHulls();
  void polygonsMeetAsTheirSides();
  void aPrismOfThePlaneIsItsPolygon();
  void aHullFallsOnItsFace();
  void hullsInFlightKeepTheirEnergy();
  void aPyramidStandsOnAHull();
};

void Hulls::pointsAreTheCornersOfAClosedSurface() {
  examples::Random random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const double size = std::pow(10, 3 * random());
    const Points points = anyCorners(static_cast<std::size_t>(5 + trial % 25), size, random);
    const auto solid = hullOf(points);
    QVERIFY(solid->corners == points);
    QCOMPARE(solid->corners.size() + solid->faces.size(), solid->edges.size() + 2);
    Vector3d area = Vector3d::Zero();
    for (const Polytope::Face& face : solid->faces) {
      for (const Vector3d& point : points) QVERIFY(face.normal.dot(point) <= face.offset + 1e-12 * size);
      Vector3d own = Vector3d::Zero();
      for (std::size_t i = 0; i < face.loop.size(); ++i) {
        const auto at = [&](std::size_t k) {
          return points[static_cast<std::size_t>(face.loop[k % face.loop.size()])];
        };
        own += 0.5 * at(i).cross(at(i + 1));
      }
      QVERIFY((own.normalized() - face.normal).norm() < 1e-9);
      area += own;
    }
    QVERIFY(area.norm() < 1e-12 * size * size);
    QVERIFY(hullOf(points) == solid);
  }
}

/// Closed forms of a cuboid and a regular prism; a turned and moved solid has the turned tensor; the halves
/// of a solid that a symmetry maps onto itself.
void Hulls::momentsAreThoseOfTheSolid() {
  const Vector3d half(0.3, 0.2, 0.1);
  const SolidMoments box = momentsOf(*hullOf(boxCorners(half)));
  QVERIFY(std::abs(box.volume - 8 * half.prod()) < 1e-15);
  QVERIFY(box.centre.norm() < 1e-15);
  const Vector3d squares = half.cwiseAbs2();
  const Vector3d expected = box.volume / 3 * (Vector3d::Constant(squares.sum()) - squares);
  QVERIFY((box.inertia - Matrix3d(expected.asDiagonal())).norm() < 1e-15);
  for (const int n : {3, 5, 12, 100}) {
    const double r = 0.7, h = 0.4;
    const SolidMoments made = momentsOf(*hullOf(prism(n, r, h))), flat = momentsOf(*hullOf(prism(n, r, 0)));
    const double area = 0.5 * n * r * r * std::sin(2 * M_PI / n);
    // About z: A r² (2 + cos 2π/n)/6; about x and y half of that, and a rod's h²/12.
    const double polar = area * r * r * (2 + std::cos(2 * M_PI / n)) / 6;
    QVERIFY(std::abs(made.volume - area * h) < 1e-14);
    QVERIFY(std::abs(made.inertia(2, 2) - polar * h) < 1e-14);
    QVERIFY(std::abs(made.inertia(0, 0) - (0.5 * polar * h + area * h * h * h / 12)) < 1e-14);
    QVERIFY(std::abs(flat.volume - area) < 1e-14);
    QVERIFY(std::abs(flat.inertia(2, 2) - polar) < 1e-14);
  }
  examples::Random random(8);
  for (int trial = 0; trial < 30; ++trial) {
    const Points points = anyCorners(12, 1, random);
    const Pose pose{rotationMatrix(3 * random.vector()), 2 * random.vector()};
    const SolidMoments here = momentsOf(*hullOf(points)), there = momentsOf(*hullOf(moved(points, pose)));
    QVERIFY(std::abs(here.volume - there.volume) < 1e-13);
    QVERIFY((pose * here.centre - there.centre).norm() < 1e-13);
    QVERIFY((pose.R * here.inertia * pose.R.transpose() - there.inertia).norm() < 1e-13);
    // Midpoints of a grid: volume, centre and inertia of a sum of small cubes, to the size of the cubes.
    const auto solid = hullOf(points);
    constexpr int n = 60;
    double count = 0;
    Vector3d sum = Vector3d::Zero();
    Matrix3d second = Matrix3d::Zero();
    for (int i = 0; i < n * n * n; ++i) {
      const Vector3d x =
          (2.0 / n) * Vector3d(i % n + 0.5, i / n % n + 0.5, i / n / n + 0.5) - Vector3d::Ones();
      const auto isBelow = [&](const Polytope::Face& face) { return face.normal.dot(x) <= face.offset; };
      if (!std::ranges::all_of(solid->faces, isBelow)) continue;
      ++count;
      sum += x;
      second += x * x.transpose();
    }
    const double cube = std::pow(2.0 / n, 3), volume = count * cube;
    QVERIFY(std::abs(volume - here.volume) < 0.02 * volume);
    QVERIFY((sum / count - here.centre).norm() < 0.01);
    second = cube * second - volume * (sum / count) * (sum / count).transpose();
    const Matrix3d inertia = second.trace() * Matrix3d::Identity() - second;
    QVERIFY((inertia - here.inertia).norm() < 0.04 * inertia.norm());
  }
}

void Hulls::faultsAreNamed_data() {
  QTest::addColumn<Points>("points");
  QTest::addColumn<QString>("fault");
  QTest::addColumn<int>("point");
  const Points cube = boxCorners({1, 1, 1});
  const auto with = [&](const Vector3d& point) {
    Points more = cube;
    more.push_back(point);
    return more;
  };
  QTest::newRow("none") << Points() << "has 0 points" << -1;
  QTest::newRow("two") << Points{{0, 0, 0}, {1, 0, 0}} << "has 2 points" << -1;
  QTest::newRow("many") << prism(200, 1, 1) << "has 400 points" << -1;
  QTest::newRow("line") << Points{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}} << "all points lie in one line"
                        << -1;
  QTest::newRow("equal") << Points(5, Vector3d(1, 2, 3)) << "all points lie in one line" << -1;
  QTest::newRow("tilted") << Points{{0, 0, 0}, {1, 0, 1}, {0, 1, 0}, {1, 1, 1}}
                          << "all points lie in one plane" << -1;
  QTest::newRow("inside") << with({0, 0.1, 0}) << "is no corner of the hull of the points" << 8;
  QTest::newRow("on a face") << with({1, 0.1, 0}) << "is no corner of the hull of the points" << 8;
  QTest::newRow("on an edge") << with({1, 1, 0.25}) << "is no corner of the hull of the points" << 8;
  QTest::newRow("in a side") << Points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}
                             << "is no corner of the hull of the points" << 1;
  QTest::newRow("dent") << Points{{0, 0, 2}, {2, 0, 2}, {0.5, 0.5, 2}, {0, 2, 2}}
                        << "is no corner of the hull of the points" << 2;
  QTest::newRow("infinite") << with({HUGE_VAL, 0, 0}) << "is not finite" << 8;
}

void Hulls::faultsAreNamed() {
  QFETCH(Points, points);
  QFETCH(QString, fault);
  QFETCH(int, point);
  try {
    hullOf(points);
    QFAIL("a hull");
  } catch (const HullFault& found) {
    QCOMPARE(QString(found.what()), fault);
    QCOMPARE(found.point, point);
    QVERIFY(!found.expected.empty());
  }
}

void Hulls::innerPointsAreNoCorners() {
  examples::Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    Points points = anyCorners(15, 1, random);
    for (int i = 0; i < 200; ++i) points.push_back(0.1 * random.vector());
    std::vector<int> expected;
    for (int i = 0; i < 15; ++i) expected.push_back(i);
    QVERIFY(hullCorners(points) == expected);
  }
  QVERIFY_THROWS_EXCEPTION(HullFault, hullCorners(prism(8, 1, 0)));
}

void Hulls::theLeastGapIsTheDistance_data() {
  QTest::addColumn<int>("other");
  QTest::newRow("hull") << 0;
  QTest::newRow("box") << 1;
  QTest::newRow("segment") << 2;
  QTest::newRow("ball") << 3;
  QTest::newRow("point") << 4;
  QTest::newRow("half-space") << 5;
}

/// Over five decades of size.
void Hulls::theLeastGapIsTheDistance() {
  QFETCH(int, other);
  examples::Random random(static_cast<unsigned>(71 + other));
  int apart = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const double size = std::pow(10, 2.5 * random());
    const Points points = anyCorners(static_cast<std::size_t>(5 + trial % 6), size, random);
    const Hull hull{hullOf(points), size * random.vector(), rotationMatrix(2 * random.vector())};
    Points core;
    double radius = 0;
    Shape shape;
    if (other == 0) {
      core = anyCorners(static_cast<std::size_t>(5 + trial % 5), size, random);
      shape = Hull{hullOf(core)};
    } else if (other == 1) {
      core = boxCorners(size * Vector3d(0.5, 0.7, 0.3));
      shape = boxHull(size * Vector3d(0.5, 0.7, 0.3));
    } else if (other == 2) {
      core = {size * random.vector(), size * random.vector()};
      radius = trial % 2 ? 0.1 * size : 0;
      shape = Segment{{core[0], core[1]}, radius};
    } else {
      core = {Vector3d::Zero()};
      radius = other == 3 ? 0.4 * size : 0;
      if (other == 3) shape = Ball{radius};
      if (other == 4) shape = Point{};
      if (other == 5) shape = HalfSpace{Vector3d::UnitZ(), -1.5 * size};
    }
    const Mechanism mechanism = freeBodies({hull, shape}, space());
    VectorXd q = anyPlaces(2, 0, random).head(mechanism.dof());
    for (int i = 0; i < q.size(); i += 6) q.segment<3>(i) *= size;
    if (other != 5) q.segment<3>(6) += 3 * size * random.vector();
    const Points a = moved(moved(points, {hull.rotation, hull.origin}), mechanism.pose(0, q));
    double distance = HUGE_VAL;
    if (other == 5)
      for (const Vector3d& x : a) distance = std::min(distance, x.z() + 1.5 * size);
    else
      distance = bruteDistance(a, moved(core, mechanism.pose(1, q))) - radius;
    if (distance < 1e-2 * size) continue;
    ++apart;
    const double gap = mechanism.gaps(q).minCoeff();
    QVERIFY2(std::abs(gap - distance) < 1e-12 * size,
             qPrintable(QString("%1: %2 for %3").arg(trial).arg(gap, 0, 'g', 17).arg(distance, 0, 'g', 17)));
  }
  QVERIFY2(apart > 20, qPrintable(QString::number(apart)));
}

/// A corner, and the centre of a ball, inside: minus the least depth below a face.
void Hulls::depthsOfCornersAreThoseBelowFaces() {
  examples::Random random(19);
  for (int trial = 0; trial < 40; ++trial) {
    const Points points = anyCorners(12, 1, random);
    const Mechanism mechanism = freeBodies({Hull{hullOf(points)}, Ball{0.05}}, space());
    VectorXd q = VectorXd::Zero(12);
    q.segment<3>(6) = 0.2 * random.vector();
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (std::size_t k = 0; k < j; ++k) {
          Vector3d n = (points[i] - points[k]).cross(points[j] - points[k]).normalized();
          double low = HUGE_VAL, high = -HUGE_VAL;
          for (const Vector3d& x : points) {
            low = std::min(low, n.dot(x - points[k]));
            high = std::max(high, n.dot(x - points[k]));
          }
          if (low < -1e-12 && high > 1e-12) continue;  // no face
          if (low >= -1e-12) n = -n;
          least = std::min(least, -n.dot(q.segment<3>(6) - points[k]));
        }
    QVERIFY(std::abs(mechanism.gap(0, q) - (-least - 0.05)) < 1e-13);
  }
}

/// All gaps and normals of a box are those of the hull of its corners, in every order of the parts.
void Hulls::aBoxIsItsHull() {
  examples::Random random(23);
  int compared = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vector3d half(0.5, 0.4, 0.3), other(0.2, 0.3, 0.6);
    const auto solid = hullOf(boxCorners(half));
    const Matrix3d R = rotationMatrix(random.vector());
    const Vector3d x = 0.2 * random.vector();
    const Mechanism boxes = freeBodies({boxHull(half, x, R), boxHull(other), Ball{0.2}}, space()),
                    hulls = freeBodies({Hull{solid, x, R}, boxHull(other), Ball{0.2}}, space()),
                    both =
                        freeBodies({Hull{solid, x, R}, Hull{hullOf(boxCorners(other))}, Ball{0.2}}, space());
    QCOMPARE(boxes.contacts().size(), hulls.contacts().size());
    const VectorXd q = anyPlaces(3, 0.9, random);
    const auto a = sorted(boxes.gaps(q)), b = sorted(hulls.gaps(q)), c = sorted(both.gaps(q));
    for (std::size_t i = 0; i < a.size(); ++i) {
      QVERIFY2(std::abs(a[i] - b[i]) < 1e-12,
               qPrintable(QString("%1 %2: %3, %4").arg(trial).arg(i).arg(a[i]).arg(b[i])));
      QVERIFY(std::abs(a[i] - c[i]) < 1e-12);
      ++compared;
    }
    for (std::size_t i = 0; i < 8; ++i) QVERIFY(boxes.contacts()[i].part == hulls.contacts()[i].part);
    for (int i = 0; i < 8; ++i)
      if (std::abs(boxes.gap(i, q)) > 1e-3) QVERIFY((boxes.normal(i, q) - hulls.normal(i, q)).norm() < 1e-11);
  }
  QVERIFY(compared > 1000);
}

/// Flush, across each other, edge on edge, corner on corner: as many closed contacts, with the same Gram
/// matrix up to their order.
void Hulls::aBoxOnABoxRestsAsTheirHulls() {
  const Vector3d half(0.5, 0.4, 0.3), other(0.2, 0.3, 0.1);
  struct Place {
    Vector3d x, w;
  };
  const std::vector<Place> places{
      {{0, 0, 0.4}, {0, 0, 0}},       {{0.1, 0, 0.4}, {0, 0, 0.7}},
      {{0.4, 0.1, 0.4}, {0, 0, 0}},   {{0.7, 0, 0}, {0, 0, 0}},
      {{0.3, 0.1, 0.4}, {0, 0, 0}},   {{0.7, 0.7, 0.4}, {0, 0, 0}},
      {{0.6, 0.5, 0.4}, {0, 0, 0.3}}, {{0, 0, 0.3 + 0.5 / std::sqrt(10)}, {std::atan2(1, 3), 0, 0}}};
  int touching = 0;
  for (const Place& place : places) {
    const auto solid = [](const Vector3d& size) { return Hull{hullOf(boxCorners(size))}; };
    const Mechanism boxes = freeBodies({boxHull(half), boxHull(other)}, space()),
                    hulls = freeBodies({solid(half), solid(other)}, space()),
                    mixed = freeBodies({solid(half), boxHull(other)}, space());
    VectorXd q = VectorXd::Zero(12);
    q.tail(6) << place.x, place.w;
    const VectorXd p = VectorXd::Unit(12, 8) * -1.0;
    const auto a = impactAt(boxes, q, p), b = impactAt(hulls, q, p), c = impactAt(mixed, q, p);
    QCOMPARE(a.has_value(), b.has_value());
    QCOMPARE(a.has_value(), c.has_value());
    if (!a) continue;
    ++touching;
    QCOMPARE(b->contactCount(), a->contactCount());
    QCOMPARE(c->contactCount(), a->contactCount());
    const auto spectrum = [](const ImpactProblem& problem) {
      return sorted(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(problem.gram()).eigenvalues());
    };
    for (std::size_t i = 0; i < spectrum(*a).size(); ++i) {
      QVERIFY(std::abs(spectrum(*a)[i] - spectrum(*b)[i]) < 1e-12);
      QVERIFY(std::abs(spectrum(*a)[i] - spectrum(*c)[i]) < 1e-12);
    }
  }
  QVERIFY(touching >= 6);
}

/// In the plane: the distance of two polygons is that of their sides.
void Hulls::polygonsMeetAsTheirSides() {
  examples::Random random(41);
  int apart = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Points a = prism(3 + trial % 5, 0.5, 0), b = prism(3 + trial % 4, 0.4, 0);
    const Mechanism mechanism = freeBodies({Hull{hullOf(a)}, Hull{hullOf(b)}}, plane());
    VectorXd q(6);
    q << 0, 0, 3 * random(), 2 * random(), 2 * random(), 3 * random();
    const Points x = moved(a, mechanism.pose(0, q)), y = moved(b, mechanism.pose(1, q));
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < y.size(); ++j)
        least = std::min({least, distanceToSide(x[i], y[j], y[(j + 1) % y.size()]),
                          distanceToSide(y[j], x[i], x[(i + 1) % x.size()])});
    const double gap = mechanism.gaps(q).minCoeff();
    if (gap < 0) continue;
    ++apart;
    QVERIFY2(std::abs(gap - least) < 1e-13,
             qPrintable(QString("%1: %2 for %3").arg(trial).arg(gap).arg(least)));
  }
  QVERIFY(apart > 40);
}

/// A prism that moves in the plane has the contacts of its polygon.
void Hulls::aPrismOfThePlaneIsItsPolygon() {
  examples::Random random(43);
  for (int trial = 0; trial < 30; ++trial) {
    const int sides = 3 + trial % 6;
    const Hull solid{hullOf(prism(sides, 0.5, 0.3))}, flat{hullOf(prism(sides, 0.5, 0))};
    const Hull box = boxHull({0.4, 0.2, 0.3});
    const Mechanism of = freeBodies({solid, box, Ball{0.2}}, plane()),
                    by = freeBodies({flat, boxHull({0.4, 0.2, 0}), Ball{0.2}}, plane());
    QCOMPARE(of.contacts().size(), by.contacts().size());
    VectorXd q(9);
    for (double& x : q) x = 2 * random();
    const auto a = sorted(of.gaps(q)), b = sorted(by.gaps(q));
    for (std::size_t i = 0; i < a.size(); ++i) QVERIFY(std::abs(a[i] - b[i]) < 1e-12);
  }
}

/// A prism of five sides dropped flat: closed form of the fall, and five contacts. Set down, it rests.
void Hulls::aHullFallsOnItsFace() {
  const double H = 0.3, h = 0.2;
  const Mechanism mechanism =
      freeBodies({HalfSpace{Vector3d::UnitZ(), 0}, Hull{hullOf(prism(5, 0.3, h))}}, space(), {0, 0, -g}, 0);
  VectorXd q = VectorXd::Zero(6);
  q[2] = 0.5 * h + H;
  MotionOptions options;
  options.duration = 0.3;
  const Trajectory motion = runMotion(mechanism, {0, q, VectorXd::Zero(6)}, options);
  QVERIFY2(motion.complete, motion.stopReason.c_str());
  QVERIFY(std::abs(motion.impacts[0].time - std::sqrt(2 * H / g)) < 1e-12);
  QCOMPARE(closedContacts(mechanism, motion.configuration(motion.impacts[0].time)).size(), 5u);
  q[2] = 0.5 * h;
  const Trajectory rest = runMotion(mechanism, {0, q, VectorXd::Zero(6)}, options);
  QVERIFY2(rest.complete, rest.stopReason.c_str());
  const double height = rest.configuration(0.3)[2] - 0.5 * h;
  QVERIFY2(std::abs(height) < 2e-9, qPrintable(QString::number(height)));
}

/// Elastic hulls in a closed box of half-spaces: energy to rounding of the impacts, no penetration.
void Hulls::hullsInFlightKeepTheirEnergy() {
  examples::Random random(47);
  for (int trial = 0; trial < 4; ++trial) {
    std::vector<Shape> shapes;
    for (int k = 0; k < 3; ++k)
      for (const double sign : {1.0, -1.0}) shapes.emplace_back(HalfSpace{sign * Vector3d::Unit(k), -1.5});
    const Points first = anyCorners(6, 0.5, random), second = anyCorners(5, 0.4, random);
    shapes.emplace_back(Hull{hullOf(first)});
    shapes.emplace_back(Hull{hullOf(second)});
    std::vector<Body> bodies;
    for (const Shape& shape : shapes) {
      const bool isWall = std::holds_alternative<HalfSpace>(shape);
      Body body{"b" + std::to_string(bodies.size()), -1, Vector3d::Zero(), {}, 0, {shape}};
      if (!isWall) {
        const SolidMoments moments = momentsOf(*std::get<Hull>(shape).solid);
        body.joints = space();
        body.mass = 1000 * moments.volume;
        body.centreOfMass = moments.centre;
        body.inertia = 1000 * moments.inertia;
      }
      bodies.push_back(body);
    }
    std::vector<ContactPair> contacts;
    for (int wall = 0; wall < 6; ++wall)
      for (int body = 6; body < 8; ++body)
        for (const auto& part : contactParts(shapes[static_cast<std::size_t>(wall)],
                                             shapes[static_cast<std::size_t>(body)], false))
          contacts.push_back({"c" + std::to_string(contacts.size()), {wall, body}, {0, 0}, part});
    for (const auto& part : contactParts(shapes[6], shapes[7], false))
      contacts.push_back({"c" + std::to_string(contacts.size()), {6, 7}, {0, 0}, part});
    const Mechanism mechanism(bodies, contacts, {0, 0, -g});
    VectorXd q(12), v(12);
    q << -0.6, 0, 0.1, random.vector(), 0.6, 0, -0.1, random.vector();
    v << 2, 0.3 * random(), 0.3 * random(), random.vector(), -2, 0.3 * random(), 0.3 * random(),
        random.vector();
    const VectorXd p = mechanism.massMatrix(q) * v;
    const double energy = 0.5 * p.dot(v) + mechanism.potentialEnergy(q);
    double deepest = 0;
    MotionOptions options;
    options.duration = 1.5;
    options.step = 5e-4;
    options.observe = [&](const ObservedState& state) {
      // Edges whose bodies lie on both sides of their common normal have no side: the bodies are apart or
      // another contact shows it, so the least depth over faces of corners counts.
      for (int i = 0; i < static_cast<int>(contacts.size()); ++i) {
        const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(i)];
        const bool isCorner = pair.part[0] == 0 || pair.part[1] == 0;
        if (isCorner) deepest = std::max(deepest, -mechanism.gap(i, state.q));
      }
    };
    const Trajectory motion = runMotion(mechanism, {0, q, p}, options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY(motion.impacts.size() >= 3);
    QVERIFY2(deepest < 2e-9, qPrintable(QString::number(deepest)));
    const VectorXd q1 = motion.configuration(motion.end()), v1 = motion.velocity(motion.end());
    const double after = 0.5 * v1.dot(mechanism.massMatrix(q1) * v1) + mechanism.potentialEnergy(q1);
    QVERIFY2(std::abs(after - energy) < 1e-4 * std::abs(energy),
             qPrintable(QString("%1 %2").arg(after).arg(energy)));
  }
}

/// A pyramid set down on the slanted roof of a hull on the floor slides by g sin α where smooth and stays
/// with friction.
void Hulls::aPyramidStandsOnAHull() {
  const double alpha = 0.3;
  for (const double friction : {0.0, 0.8}) {
    Points wedge;
    for (const double y : {-1.0, 1.0})
      for (const auto& [x, z] :
           {std::pair(-1.0, 0.0), std::pair(1.0, 0.0), std::pair(-1.0, -0.5), std::pair(1.0, -0.5)})
        wedge.emplace_back(x, y, z);
    const Points pyramid{{-0.1, -0.1, 0}, {0.1, -0.1, 0}, {0.1, 0.1, 0}, {-0.1, 0.1, 0}, {0, 0, 0.1}};
    const Matrix3d tilt = rotationMatrix({0, alpha, 0});
    const SolidMoments moments = momentsOf(*hullOf(pyramid));
    Body roof{"roof", -1, Vector3d::Zero(), {}, 0, {Hull{hullOf(wedge), Vector3d::Zero(), tilt}}};
    Body body{"body",
              -1,
              Vector3d::Zero(),
              space(),
              1000 * moments.volume,
              {Hull{hullOf(pyramid)}},
              moments.centre,
              1000 * moments.inertia};
    std::vector<ContactPair> contacts;
    for (const auto& part : contactParts(roof.shapes[0], body.shapes[0], false)) {
      ContactPair pair{"c" + std::to_string(contacts.size()), {0, 1}, {0, 0}, part};
      pair.coefficients.friction = friction;
      pair.coefficients.restitution = 0;
      contacts.push_back(pair);
    }
    const Mechanism mechanism({roof, body}, contacts, {0, 0, -g});
    VectorXd q = VectorXd::Zero(6);
    q[4] = alpha;
    q.head<3>() = tilt * Vector3d(-0.5, 0, 0);
    QCOMPARE(closedContacts(mechanism, q).size(), 4u);
    MotionOptions options;
    options.duration = 0.3;
    const Trajectory motion = runMotion(mechanism, {0, q, VectorXd::Zero(6)}, options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    const double way = (tilt.transpose() * Vector3d(motion.configuration(0.3).head<3>() - q.head<3>())).x();
    const double expected = friction > 0 ? 0 : 0.5 * g * std::sin(alpha) * 0.09;
    QVERIFY2(std::abs(way - expected) < 1e-6, qPrintable(QString("%1 for %2").arg(way).arg(expected)));
  }
}

CAROM_TEST(Hulls);
#include "tst_hulls.moc"
