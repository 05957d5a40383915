#include <Eigen/LU>
#include <QtTest>

#include "base/rotation.h"
#include "mechanics/contact/gap_bounds.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/contact_table.h"
#include "mechanics/tree/ellipsoid.h"
#include "support/free_pairs.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Matrix3d anyRotation(examples::Random& random) {
  return rotationMatrix(3 * random.vector());
}

Round roundOf(const Vector3d& half, const Vector3d& centre = Vector3d::Zero(),
              const Matrix3d& rotation = Matrix3d::Identity()) {
  return {std::make_shared<Ellipsoid>(half), centre, rotation};
}
Round anyEllipsoid(examples::Random& random, double least = 0.2) {
  const auto size = [&] { return least + 0.25 * (1 + random()); };
  return roundOf({size(), size(), size()}, 0.3 * random.vector(), anyRotation(random));
}

/// The nearest point of an ellipsoid to a point y outside of it, in its own frame: x_k = a_k² y_k/(a_k² + t)
/// where Σ (x_k/a_k)² = 1, which falls with t.
Vector3d nearestOf(const Vector3d& half, const Vector3d& y) {
  const auto at = [&](double t) {
    return Vector3d((half.array().square() * y.array() / (half.array().square() + t)).matrix());
  };
  double low = 0, high = y.norm() * half.maxCoeff();
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (at(middle).cwiseQuotient(half).norm() > 1 ? low : high) = middle;
  }
  return at(0.5 * (low + high));
}

/// The points c + B x, |x_k| ≤ 1, with a radius around them, and their point nearest to y: each x_k at a
/// bound or free, 27 sets.
struct Core {
  Vector3d centre;
  Matrix3d sides = Matrix3d::Zero();
  double radius = 0;

  Vector3d nearest(const Vector3d& y) const {
    Vector3d best = centre;
    double least = HUGE_VAL;
    for (int code = 0; code < 27; ++code) {
      Vector3d x = centre;
      std::vector<int> free;
      for (int k = 0, c = code; k < 3; ++k, c /= 3) {
        if (c % 3 == 2)
          free.push_back(k);
        else
          x += (c % 3 == 0 ? -1 : 1) * sides.col(k);
      }
      if (!free.empty()) {
        const Eigen::MatrixXd F = sides(Eigen::all, free);
        const Eigen::FullPivLU<Eigen::MatrixXd> lu(F.transpose() * F);
        if (!lu.isInvertible()) continue;
        const VectorXd s = lu.solve(F.transpose() * (y - x));
        if (s.cwiseAbs().maxCoeff() > 1 + 1e-12) continue;
        x += F * s;
      }
      if (const double distance = (y - x).norm(); distance < least) {
        least = distance;
        best = x;
      }
    }
    return best;
  }
};

constexpr std::array<const char*, 8> others{"ball",      "point",          "rod",      "thin rod", "box",
                                            "rectangle", "parallelepiped", "ellipsoid"};

/// A shape of a kind, and what it is for the search by projections; of an ellipsoid nothing.
std::pair<Shape, Core> someOther(std::size_t kind, examples::Random& random) {
  const auto size = [&] { return 0.4 + 0.3 * random(); };
  const Vector3d c = 0.3 * random.vector(), d = 0.7 * random.vector();
  if (kind == 0) {
    const double r = size();
    return {Ball{r, c}, {c, Matrix3d::Zero(), r}};
  }
  if (kind == 1) return {Point{c}, {c}};
  if (kind == 2 || kind == 3) {
    Core core{0.5 * (c + d), Matrix3d::Zero(), kind == 2 ? 0.5 * size() : 0.0};
    core.sides.col(0) = 0.5 * (d - c);
    return {Segment{{c, d}, core.radius}, core};
  }
  if (kind == 4 || kind == 5) {
    const Vector3d half(size(), size(), kind == 4 ? size() : 0.0);
    const Matrix3d R = anyRotation(random);
    return {boxHull(half, c, R), {c, R * half.asDiagonal()}};
  }
  if (kind == 7) return {anyEllipsoid(random), {}};
  Matrix3d B = anyRotation(random);
  for (int k = 0; k < 3; ++k) B.col(k) = (B.col(k) + 0.4 * random.vector()) * size();
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i)
    points.emplace_back(c + B * Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  return {Hull{hullOf(points)}, {c, B}};
}

/// The distance of an ellipsoid from another body, by projections from one to the other in turns [von
/// Neumann].
template <typename NearestOfOther>
double distanceFrom(const Round& round, const Pose& pose, Vector3d y, const NearestOfOther& other) {
  const Matrix3d R = pose.R * round.rotation;
  const Vector3d c = pose * round.origin;
  double distance = HUGE_VAL;
  for (int i = 0; i < 100'000; ++i) {
    const Vector3d x = c + R * nearestOf(round.solid->halfSize(), R.transpose() * (y - c));
    y = other(x);
    const double now = (y - x).norm();
    if (std::abs(now - distance) < 1e-16) break;
    distance = now;
  }
  return distance;
}

VectorXd anyPlace(examples::Random& random, double apart) {
  VectorXd q(12);
  q << random.vector(), 2 * random.vector(), apart * random.vector().normalized() + random.vector(),
      2 * random.vector();
  return q;
}

/// One free body over the floor z = 0.
Mechanism overFloor(const Shape& shape, const Vector3d& inertia, double restitution, double friction) {
  Body body{"a", -1, Vector3d::Zero(), space(), 1, {shape}};
  body.inertia = inertia.asDiagonal();
  const Body floor{"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitZ(), 0}}};
  ContactPair pair{"c", {0, 1}, {0, 0}, {0, 0}};
  pair.coefficients.restitution = restitution;
  pair.coefficients.friction = friction;
  return {{body, floor}, {pair}, {0, 0, -g}};
}
Vector3d inertiaOf(const Vector3d& half) {
  const Vector3d squares = half.cwiseAbs2();
  return (Vector3d::Constant(squares.sum()) - squares) / 5;
}
double energyOf(const Mechanism& mechanism, const VectorXd& q, const VectorXd& v) {
  return 0.5 * v.dot(mechanism.massMatrix(q) * v) + mechanism.potentialEnergy(q);
}

}  // namespace

class RoundShapes : public QObject {
  Q_OBJECT
 private slots:
  void theGapIsTheDistance_data() { pairs(); }
  void theGapIsTheDistance();
  void flatOnesAreAsFarApartAsTheyArePlaced_data();
  void flatOnesAreAsFarApartAsTheyArePlaced();
  void theGapGoesOnBelowZero_data() { pairs(); }
  void theGapGoesOnBelowZero();
  void deepOverlapsAreNoDeeperThanAlongTheAxes_data() { pairs(); }
  void deepOverlapsAreNoDeeperThanAlongTheAxes();
  void theGapFromAPlaneIsThatOfItsLowestPoint();
  void normalsAreTheGapsDerivatives_data() { pairs(); }
  void normalsAreTheGapsDerivatives();
  void gapsDoNotDependOnTheOrderOrTheFrame_data() { pairs(); }
  void gapsDoNotDependOnTheOrderOrTheFrame();
  void anEllipseMeetsABoxInThePlane();
  void anEllipsoidOfEqualAxesIsABall();
  void itRocksAtTheRateOfItsCurvature();
  void elasticBouncesKeepTheEnergy();
  void heapsLoseEnergyAndDoNotSink_data();
  void heapsLoseEnergyAndDoNotSink();

 private:
  void pairs();
};

void RoundShapes::pairs() {
  QTest::addColumn<int>("kind");
  for (std::size_t i = 0; i < others.size(); ++i) QTest::newRow(others[i]) << static_cast<int>(i);
}

void RoundShapes::theGapIsTheDistance() {
  QFETCH(int, kind);
  examples::Random random(static_cast<unsigned>(7 + kind));
  int apart = 0;
  double worst = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Round round = anyEllipsoid(random, trial % 2 == 0 ? 0.2 : 0.05);
    const auto [shape, core] = someOther(static_cast<std::size_t>(kind), random);
    const Mechanism mechanism = pairOf(round, shape);
    QCOMPARE(mechanism.contacts().size(), 1u);
    const VectorXd q = anyPlace(random, 2.2);
    const double gap = mechanism.gap(0, q);
    if (gap < 0.2) continue;  // projections take many turns nearer than that
    const Pose a = mechanism.pose(0, q), b = mechanism.pose(1, q);
    double distance = 0;
    if (const auto* other = std::get_if<Round>(&shape)) {
      const Matrix3d R = b.R * other->rotation;
      const Vector3d c = b * other->origin;
      distance = distanceFrom(round, a, c, [&](const Vector3d& x) {
        return Vector3d(c + R * nearestOf(other->solid->halfSize(), R.transpose() * (x - c)));
      });
    } else {
      distance = distanceFrom(round, a, b * core.centre,
                              [&](const Vector3d& x) {
                                return Vector3d(b * core.nearest(b.R.transpose() * (x - b.x)));
                              }) -
                 core.radius;
    }
    ++apart;
    worst = std::max(worst, std::abs(gap - distance));
    QVERIFY2(std::abs(gap - distance) < 1e-12,
             qPrintable(QString("%1: %2 for %3").arg(trial).arg(gap, 0, 'g', 16).arg(distance, 0, 'g', 16)));
  }
  QVERIFY(apart > 60);
}

void RoundShapes::flatOnesAreAsFarApartAsTheyArePlaced_data() {
  QTest::addColumn<double>("ratio");
  QTest::addColumn<double>("gap");  // over the least radius of curvature where it is below 0, else m
  for (const double ratio : {2.0, 30.0, flattestEllipsoid})
    for (const double gap : {1.0, 1e-3, 1e-9, 0.0, -1e-3, -0.5})
      QTest::addRow("1:%g, %g", ratio, gap) << ratio << gap;
}

/// Points of two bodies with opposite normals, one over the other along these, are the nearest ones.
void RoundShapes::flatOnesAreAsFarApartAsTheyArePlaced() {
  QFETCH(double, ratio);
  QFETCH(double, gap);
  examples::Random random(static_cast<unsigned>(1000 * ratio + 7));
  const auto anyFlat = [&] {
    const double flat = std::pow(ratio, -0.5 * (1 + random()));
    const Vector3d half = random() > 0 ? Vector3d(flat, 1, 0.8) : Vector3d(1, flat, 1.2 * flat);
    return roundOf(half, 0.3 * random.vector(), anyRotation(random));
  };
  const auto pointOf = [](const Round& round, const Vector3d& n) {
    const Vector3d along = round.rotation.transpose() * n, half = round.solid->halfSize();
    return Vector3d(round.origin + round.rotation * half.cwiseProduct(half.cwiseProduct(along)) /
                                       half.cwiseProduct(along).norm());
  };
  for (int trial = 0; trial < 300; ++trial) {
    const Round round = anyFlat();
    const Vector3d n = random.vector().normalized();
    Shape other = Ball{0.3 + 0.2 * random()};
    Vector3d lowest = -std::get<Ball>(other).radius * n;
    if (trial % 3 == 1) {
      other = anyFlat();
      lowest = pointOf(std::get<Round>(other), -n);
    } else if (trial % 3 == 2) {
      const Vector3d half(0.5, 0.3, 0.4);
      other = boxHull(half);
      lowest = -half.cwiseProduct(n.cwiseSign());
    }
    const Mechanism mechanism = pairOf(round, other);
    const double apart = gap < 0 ? gap * round.solid->leastRadius() : gap;
    VectorXd q = VectorXd::Zero(12);
    q.segment<3>(6) = pointOf(round, n) + apart * n - lowest;
    const double found = mechanism.gap(0, q);
    QVERIFY2(std::abs(found - apart) < 1e-13,
             qPrintable(QString("%1: %2 for %3").arg(trial).arg(found, 0, 'g', 12).arg(apart)));
    QVERIFY((mechanism.normal(0, q).segment<3>(6) - n).norm() < 1e-9 * ratio);
  }
}

/// A body that is moved along the common normal stays nearest at the same points, also when it overlaps by
/// less than the least radius of curvature.
void RoundShapes::theGapGoesOnBelowZero() {
  QFETCH(int, kind);
  examples::Random random(static_cast<unsigned>(77 + kind));
  for (int trial = 0; trial < 100; ++trial) {
    const Round round = anyEllipsoid(random, 0.1);
    const Mechanism mechanism = pairOf(round, someOther(static_cast<std::size_t>(kind), random).first);
    VectorXd q = anyPlace(random, 3);
    const double gap = mechanism.gap(0, q), deep = 0.5 * round.solid->leastRadius();
    if (gap < 1e-3) continue;
    const VectorXd u = mechanism.normal(0, q);
    q.segment<3>(6) -= (gap + deep) * u.segment<3>(6);
    QVERIFY2(std::abs(mechanism.gap(0, q) + deep) < 1e-12,
             qPrintable(QString("%1: %2 for %3").arg(trial).arg(mechanism.gap(0, q)).arg(-deep)));
    QVERIFY((mechanism.normal(0, q).segment<3>(6) - u.segment<3>(6)).norm() < 1e-11);
  }
}

/// Of deep overlaps the gap is minus the depth along some direction: no more than the best of all, and no
/// less than the best along the axes of the ellipsoid. The depth along n, from h(n) = max ⟨n, x⟩ of both
/// bodies.
void RoundShapes::deepOverlapsAreNoDeeperThanAlongTheAxes() {
  QFETCH(int, kind);
  examples::Random random(static_cast<unsigned>(707 + kind));
  int deep = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Round round = anyEllipsoid(random, 0.05);
    const auto [shape, core] = someOther(static_cast<std::size_t>(kind), random);
    const Mechanism mechanism = pairOf(round, shape);
    VectorXd q = anyPlace(random, 0);
    const auto* ellipsoid = std::get_if<Round>(&shape);
    const Vector3d centre = ellipsoid ? ellipsoid->origin : core.centre;
    q.segment<3>(6) +=
        mechanism.pose(0, q) * round.origin - mechanism.pose(1, q) * centre + 0.03 * random.vector();
    const double gap = mechanism.gap(0, q);
    if (gap > -round.solid->leastRadius()) continue;
    ++deep;
    const Pose a = mechanism.pose(0, q), b = mechanism.pose(1, q);
    const auto support = [](const Round& of, const Pose& pose, const Vector3d& n) {
      const Matrix3d R = pose.R * of.rotation;
      return n.dot(pose * of.origin) + of.solid->halfSize().cwiseProduct(R.transpose() * n).norm();
    };
    const auto along = [&](const Vector3d& n) {
      const double first = support(round, a, n);
      if (ellipsoid) return -first - support(*ellipsoid, b, -n);
      return n.dot(b * core.centre) - (n.transpose() * b.R * core.sides).cwiseAbs().sum() - core.radius -
             first;
    };
    double axes = -HUGE_VAL, most = -HUGE_VAL;
    for (int k = 0; k < 3; ++k)
      for (const double sign : {1.0, -1.0})
        axes = std::max(axes, along(sign * (a.R * round.rotation).col(k)));
    for (int i = 0; i < 20'000; ++i) most = std::max(most, along(random.vector().normalized()));
    QVERIFY2(gap >= axes - 1e-12, qPrintable(QString("%1: %2, %3 along axes").arg(trial).arg(gap).arg(axes)));
    QVERIFY2(gap <= most + 0.02, qPrintable(QString("%1: %2, %3 at best").arg(trial).arg(gap).arg(most)));
  }
  QVERIFY(deep > 5);
}

void RoundShapes::theGapFromAPlaneIsThatOfItsLowestPoint() {
  examples::Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const Round round = anyEllipsoid(random, 0.05);
    const Vector3d n = random.vector().normalized();
    const Mechanism mechanism = pairOf(round, HalfSpace{n, 0.3 * random()});
    const VectorXd q = anyPlace(random, 1);
    const Pose a = mechanism.pose(0, q), b = mechanism.pose(1, q);
    const double offset = std::get<HalfSpace>(mechanism.bodies()[1].shapes[0]).offset;
    const Vector3d along = (a.R * round.rotation).transpose() * (b.R * n);
    const double height =
        (b.R * n).dot(a * round.origin - b.x) - offset - round.solid->halfSize().cwiseProduct(along).norm();
    QVERIFY(std::abs(mechanism.gap(0, q) - height) < 1e-13);
  }
}

/// Central differences along every coordinate, extrapolated.
void RoundShapes::normalsAreTheGapsDerivatives() {
  QFETCH(int, kind);
  examples::Random random(static_cast<unsigned>(57 + kind));
  int compared = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Mechanism mechanism =
        pairOf(anyEllipsoid(random), someOther(static_cast<std::size_t>(kind), random).first);
    const VectorXd q = anyPlace(random, 2.5);
    if (mechanism.gap(0, q) < 0.1) continue;
    const VectorXd u = mechanism.normal(0, q);
    for (int i = 0; i < 12; ++i) {
      const auto slope = [&](double h) {
        const VectorXd e = VectorXd::Unit(12, i);
        return (mechanism.gap(0, mechanism.moved(q, e, h)) - mechanism.gap(0, mechanism.moved(q, e, -h))) /
               (2 * h);
      };
      const double fine = slope(5e-5), coarse = slope(1e-4);
      if (std::abs(fine - coarse) > 1e-6) continue;  // where the nearest feature of the other changes
      QVERIFY(std::abs(u[i] - (4 * fine - coarse) / 3) < 1e-8);
      ++compared;
    }
  }
  QVERIFY(compared > 100);
}

void RoundShapes::gapsDoNotDependOnTheOrderOrTheFrame() {
  QFETCH(int, kind);
  examples::Random random(static_cast<unsigned>(31 + kind));
  for (int trial = 0; trial < 40; ++trial) {
    const Shape a = anyEllipsoid(random), b = someOther(static_cast<std::size_t>(kind), random).first;
    const Mechanism mechanism = pairOf(a, b), swapped = pairOf(b, a);
    const VectorXd q = anyPlace(random, 2);
    if (mechanism.gap(0, q) < -0.02) continue;  // deeper overlaps are measured along a few directions
    VectorXd other(12), turned(12);
    other << q.tail(6), q.head(6);
    QVERIFY(std::abs(mechanism.gap(0, q) - swapped.gap(0, other)) < 1e-12);
    const Vector3d w = 2 * random.vector(), x = random.vector();
    for (int k = 0; k < 12; k += 6)
      turned.segment<6>(k) << rotationMatrix(w) * q.segment<3>(k) + x, composed(w, q.segment<3>(k + 3));
    QVERIFY(std::abs(mechanism.gap(0, q) - mechanism.gap(0, turned)) < 1e-12);
  }
}

/// In the plane the box is endless along z: its sides and corners are those of the rectangle.
void RoundShapes::anEllipseMeetsABoxInThePlane() {
  examples::Random random(3);
  int sides = 0, corners = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Vector3d half(0.3 + 0.2 * random(), 0.3 + 0.2 * random(), 0.2), box(0.4, 0.25, 0.1);
    const Mechanism mechanism = pairOf(roundOf(half), boxHull(box, {0, 0, 0.05}), plane());
    QVERIFY(mechanism.contacts()[0].planar);
    VectorXd q(6);
    q << random(), random(), 3 * random(), 2 * random(), 2 * random(), 3 * random();
    const double gap = mechanism.gap(0, q);
    if (gap < 0.05) continue;
    const Pose a = mechanism.pose(0, q), b = mechanism.pose(1, q);
    const Core core{{0, 0, 0}, Vector3d(box.x(), box.y(), 0).asDiagonal()};
    Vector3d last = b.x;
    const double distance = distanceFrom(roundOf(half), a, b.x, [&](const Vector3d& x) {
      return last = b * core.nearest(b.R.transpose() * (x - b.x));
    });
    QVERIFY2(std::abs(gap - distance) < 1e-12, qPrintable(QString::number(gap - distance)));
    const Vector3d at = (b.R.transpose() * (last - b.x)).cwiseQuotient(box).cwiseAbs();
    (at.x() > 1 - 1e-9 && at.y() > 1 - 1e-9 ? corners : sides)++;
  }
  QVERIFY(sides > 5 && corners > 5);
}

void RoundShapes::anEllipsoidOfEqualAxesIsABall() {
  examples::Random random(9);
  for (std::size_t kind = 0; kind < others.size(); ++kind)
    for (int trial = 0; trial < 20; ++trial) {
      const double r = 0.3 + 0.1 * random();
      const Shape other = someOther(kind, random).first;
      const Mechanism asBall = pairOf(Ball{r}, other),
                      asRound = pairOf(roundOf(Vector3d::Constant(r)), other);
      const VectorXd q = anyPlace(random, 1.5);
      if (asBall.gap(0, q) < -0.5 * r) continue;
      QVERIFY(std::abs(asBall.gap(0, q) - asRound.gap(0, q)) < 1e-12);
      QVERIFY((asBall.normal(0, q) - asRound.normal(0, q)).norm() < 1e-11);
    }
}

/// An ellipsoid that rolls about its place of rest: ω² = m g (R − c)/(I + m c²), c the half axis upwards and
/// R = a²/c the radius of curvature below.
void RoundShapes::itRocksAtTheRateOfItsCurvature() {
  const Vector3d half(0.3, 0.25, 0.2);
  const Vector3d inertia = inertiaOf(half);
  const Mechanism mechanism = overFloor(roundOf(half), inertia, 0, 5);
  const double R = half.x() * half.x() / half.z(),
               omega = std::sqrt(g * (R - half.z()) / (inertia.y() + half.z() * half.z()));
  constexpr double tilt = 1e-3;
  VectorXd q = VectorXd::Zero(6);
  q[4] = tilt;  // about y
  q[2] = Vector3d(half.x() * std::sin(tilt), 0, half.z() * std::cos(tilt)).norm();
  MotionOptions options;
  options.duration = 2 * M_PI / omega;
  options.step = options.duration / 2000;
  const Trajectory motion = runMotion(mechanism, {0, q, VectorXd::Zero(6)}, options);
  QVERIFY(motion.complete);
  QVERIFY(std::abs(motion.configuration(0.5 * options.duration)[4] + tilt) < 1e-4 * tilt);
  QVERIFY(std::abs(motion.configuration(0.25 * options.duration)[4]) < 1e-3 * tilt);
  QVERIFY(std::abs(motion.configuration(options.duration)[4] - tilt) < 1e-4 * tilt);
}

void RoundShapes::elasticBouncesKeepTheEnergy() {
  examples::Random random(21);
  for (int trial = 0; trial < 10; ++trial) {
    const Vector3d half(0.2 + 0.1 * random(), 0.2 + 0.1 * random(), 0.2 + 0.1 * random());
    const Mechanism mechanism = overFloor(roundOf(half), inertiaOf(half), 1, 0);
    VectorXd q = VectorXd::Zero(6), v(6);
    q[2] = 0.8;
    v << random.vector(), 3 * random.vector();
    MotionOptions options;
    options.duration = 2;
    const double before = energyOf(mechanism, q, v);
    const Trajectory motion = runMotion(mechanism, {0, q, mechanism.massMatrix(q) * v}, options);
    QVERIFY(motion.complete);
    QVERIFY(motion.impacts.size() >= 2);
    for (int i = 0; i <= 100; ++i) {
      const double time = options.duration * i / 100;
      const VectorXd at = motion.configuration(time);
      QVERIFY(mechanism.gap(0, at) > -1e-8);
      QVERIFY(std::abs(energyOf(mechanism, at, motion.velocity(time)) - before) < 1e-5 * before);
    }
  }
}

void RoundShapes::heapsLoseEnergyAndDoNotSink_data() {
  QTest::addColumn<bool>("isPlanar");
  QTest::addColumn<int>("seed");
  for (const bool isPlanar : {true, false})
    for (int seed = 1; seed <= 15; ++seed)
      QTest::addRow("%s, %d", isPlanar ? "plane" : "space", seed) << isPlanar << seed;
}

/// Ellipsoids, a ball, a rod and a box that fall on a floor and on each other, with friction and restitution.
void RoundShapes::heapsLoseEnergyAndDoNotSink() {
  QFETCH(bool, isPlanar);
  QFETCH(int, seed);
  examples::Random random(static_cast<unsigned>(seed + (isPlanar ? 100 : 0)));
  const auto size = [&] { return 0.08 + 0.05 * random(); };
  const Vector3d half(size(), size(), size());
  std::vector<Body> bodies;
  for (const Shape& shape :
       {Shape(roundOf(half)), Shape(roundOf({size(), size(), size()})), Shape(Ball{size()}),
        Shape(Segment{{Vector3d(-0.1, 0, 0), Vector3d(0.1, 0, 0)}, 0.02}),
        Shape(boxHull({size(), size(), size()}))}) {
    Body body{"b" + std::to_string(bodies.size()),
              -1,
              Vector3d::Zero(),
              isPlanar ? plane() : space(),
              1 + 0.5 * random(),
              {shape}};
    body.inertia = inertiaOf(half).asDiagonal();
    bodies.push_back(body);
  }
  const int count = static_cast<int>(bodies.size());
  bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  const Mechanism tree(bodies, {}, {0, -g, 0});
  std::vector<ContactPair> contacts;
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b <= count; ++b)
      for (const auto& part :
           contactParts(bodies[static_cast<std::size_t>(a)].shapes[0],
                        bodies[static_cast<std::size_t>(b)].shapes[0], meetInPlane(tree, {a, b}, {0, 0}))) {
        contacts.push_back({"c" + std::to_string(contacts.size()), {a, b}, {0, 0}, part});
        contacts.back().coefficients.friction = 0.3 * (1 + random());
        contacts.back().coefficients.restitution = 0.25 * (1 + random());
      }
  const Mechanism mechanism(bodies, contacts, {0, -g, 0});
  VectorXd q = random.vector(mechanism.dof());
  const int each = mechanism.dof() / count;
  for (int i = 0; i < count; ++i) {
    q[each * i] *= 0.1;
    q[each * i + 1] = 0.3 + 0.35 * i;
    if (!isPlanar) q[each * i + 2] *= 0.1;
  }
  MotionOptions options;
  options.duration = 1.2;
  const Trajectory motion = runMotion(mechanism, {0, q, VectorXd::Zero(mechanism.dof())}, options);
  QVERIFY2(motion.complete, qPrintable(QString::number(motion.end())));
  const double first = energyOf(mechanism, q, VectorXd::Zero(mechanism.dof()));
  double before = first;
  for (int i = 0; i <= 120; ++i) {
    const double time = motion.end() * i / 120;
    const VectorXd at = motion.configuration(time);
    const double energy = energyOf(mechanism, at, motion.velocity(time));
    QVERIFY2(energy < before + 1e-4 * first,
             qPrintable(QString("%1 s: %2 J more").arg(time).arg(energy - before)));
    QVERIFY2(mechanism.gaps(at).minCoeff() > -1e-6,
             qPrintable(QString("%1 s: %2 m").arg(time).arg(mechanism.gaps(at).minCoeff())));
    before = std::min(before, energy);
  }
  QVERIFY(before < 0.5 * first);
}

CAROM_TEST(RoundShapes);
#include "tst_round_shapes.moc"
