#include <Eigen/Dense>
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "mechanics/motion/run_motion.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/orbit/orbit.h"
#include "support/elastic_biped.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector4d;

namespace {

/// A compass walker with equations of its own: angles of the stance and the swing leg from the normal of the
/// floor, forward positive at the foot, in the frame of the floor. x = (s, w, s′, w′).
struct CompassWalker {
  double hip, leg, centre, length, gravity, slope;

  /// Lagrange's equations of ½ a s′² + c cos(s − w) s′w′ + ½ d w′² with the weights of hip and legs.
  Vector4d rate(const Vector4d& x) const {
    const double l = length, b = centre, s = x[0], w = x[1];
    const double a = hip * l * l + leg * ((l - b) * (l - b) + l * l), c = -leg * l * b, d = leg * b * b;
    const double gx = gravity * std::sin(slope), gy = -gravity * std::cos(slope);
    const double C = c * std::cos(s - w), S = c * std::sin(s - w);
    const double onStance = -(hip * l + leg * (l - b) + leg * l) * (gx * std::cos(s) + gy * std::sin(s)),
                 onSwing = leg * b * (gx * std::cos(w) + gy * std::sin(w));
    const double r1 = onStance - S * x[3] * x[3], r2 = onSwing + S * x[2] * x[2];
    const double stance = (r1 - C / d * r2) / (a - C / d * C);
    return {x[2], x[3], stance, (r2 - C * stance) / d};
  }

  /// The swing foot lands and stays: the angular momentum of everything about it, and that of the other leg
  /// about the hip, are kept. The legs exchange their parts.
  Vector4d landed(const Vector4d& x) const {
    const double l = length, b = centre;
    const auto along = [](double angle) { return Vector2d(std::sin(angle), -std::cos(angle)); };
    const auto across = [](double angle) { return Vector2d(std::cos(angle), std::sin(angle)); };
    const auto cross = [](const Vector2d& r, const Vector2d& v) { return r[0] * v[1] - r[1] * v[0]; };
    // From the foot of the leg at `foot`: momenta of the legs with the hip's velocity and the rates.
    const auto momenta = [&](double foot, double other, const Vector2d& hipVelocity, double footRate,
                             double otherRate) {
      const Vector2d toHip = -l * along(foot);
      const Vector2d v1 = hipVelocity + b * footRate * across(foot),
                     v2 = hipVelocity + b * otherRate * across(other);
      return Vector2d(hip * cross(toHip, hipVelocity) + leg * cross(toHip + b * along(foot), v1) +
                          leg * cross(toHip + b * along(other), v2),
                      leg * cross(b * along(other), v2));
    };
    const Vector2d kept = momenta(x[1], x[0], -l * x[2] * across(x[0]), x[3], x[2]);
    const auto after = [&](double foot, double other) {
      return momenta(x[1], x[0], -l * foot * across(x[1]), foot, other);
    };
    Matrix2d A;
    A << after(1, 0), after(0, 1);
    const Vector2d rates = A.partialPivLu().solve(kept);
    return {x[1], x[0], rates[0], rates[1]};
  }

  static constexpr int steps = 500;  // of a time in which a leg swings
  Vector4d moved(const Vector4d& x, double h) const {
    const Vector4d a = rate(x), b = rate(x + h / 2 * a), c = rate(x + h / 2 * b), d = rate(x + h * c);
    return x + h / 6 * (a + 2 * b + 2 * c + d);
  }
  /// Goes on until `gap` falls below 0, having been positive. The time is added to `time`.
  template <typename Gap>
  Vector4d until(Vector4d x, const Gap& gap, double& time) const {
    const double h = std::sqrt(length / gravity) / steps;
    bool isOpen = gap(x) > 0;
    for (int i = 0; i < 20 * steps; ++i) {
      const Vector4d next = moved(x, h);
      if (isOpen && gap(next) < 0) {
        double part = h * gap(x) / (gap(x) - gap(next));
        for (int newton = 0; newton < 4; ++newton) {
          constexpr double by = 1e-4;
          const double slope = (gap(moved(x, part + by * h)) - gap(moved(x, part - by * h))) / (2 * by * h);
          part -= gap(moved(x, part)) / slope;
        }
        time += part;
        return moved(x, part);
      }
      isOpen = isOpen || gap(next) > 0;
      x = next;
      time += h;
    }
    return Vector4d::Constant(NAN);
  }
  struct Step {
    Vector4d struck, end;  ///< after the landing, and where the next leg stands upright
    double time;
  };
  /// From an upright stance leg to the next.
  Step step(const Eigen::Vector3d& section) const {
    Step one{{}, {}, 0};
    const Vector4d x(0, section[1], section[0], section[2]);
    const Vector4d lands = until(
        x, [](const Vector4d& y) { return std::cos(y[0]) - std::cos(y[1]); }, one.time);
    one.struck = landed(lands);
    one.end = until(
        one.struck, [](const Vector4d& y) { return y[0]; }, one.time);
    return one;
  }
  Eigen::Vector3d map(const Eigen::Vector3d& z) const {
    const Vector4d x = step(z).end;
    return {x[2], x[1], x[3]};
  }
  Eigen::Matrix3d derivative(const Eigen::Vector3d& z) const {
    Eigen::Matrix3d D;
    constexpr double by = 1e-4;
    for (Eigen::Index j = 0; j < 3; ++j) {
      const Eigen::Vector3d e = by * Eigen::Vector3d::Unit(j);
      D.col(j) = (8 * (map(z + e) - map(z - e)) - (map(z + 2 * e) - map(z - 2 * e))) / (12 * by);
    }
    return D;
  }
  /// The gait near a section, by Newton's method.
  Eigen::Vector3d gait(Eigen::Vector3d z) const {
    for (int i = 0; i < 6; ++i)
      z -= (derivative(z) - Eigen::Matrix3d::Identity()).partialPivLu().solve(map(z) - z);
    return z;
  }
  std::vector<std::complex<double>> multipliers(const Eigen::Vector3d& z) const {
    const Eigen::Vector3cd values = derivative(z).eigenvalues();
    std::vector<std::complex<double>> all(values.begin(), values.end());
    std::ranges::sort(all, [](auto p, auto q) {
      return std::pair(std::abs(p), p.imag()) > std::pair(std::abs(q), q.imag());
    });
    return all;
  }
};

using Vector5d = Eigen::Vector<double, 5>;
using Vector10d = Eigen::Vector<double, 10>;

/// elasticBiped() with equations of its own: x = (q, v), q = (x, y, angle, left, right).
struct BipedByHand {
  double hips;

  static constexpr double trunk = 4, inertia = 0.15, leg = 0.6, legInertia = 0.01, stiffness = 100,
                          gravity = 9.81;
  static Vector2d turned(double angle, const Vector2d& r) {
    return {std::cos(angle) * r[0] - std::sin(angle) * r[1], std::sin(angle) * r[0] + std::cos(angle) * r[1]};
  }
  static Vector2d across(const Vector2d& r) { return {-r[1], r[0]}; }
  /// The derivative of a place on a leg (−1: left, 1: right) by q, 2×5.
  Eigen::Matrix<double, 2, 5> jacobian(const Vector5d& q, int side, const Vector2d& place) const {
    const Vector2d hip = turned(q[2], {side * hips, 0}), rest = turned(q[2] + q[side < 0 ? 3 : 4], place);
    Eigen::Matrix<double, 2, 5> J = Eigen::Matrix<double, 2, 5>::Zero();
    J.leftCols<2>().setIdentity();
    J.col(2) = across(hip + rest);
    J.col(side < 0 ? 3 : 4) = across(rest);
    return J;
  }
  Eigen::Matrix<double, 5, 5> mass(const Vector5d& q) const {
    Eigen::Matrix<double, 5, 5> M = Eigen::Matrix<double, 5, 5>::Zero();
    M.diagonal() << trunk, trunk, inertia, 0, 0;
    for (const int side : {-1, 1}) {
      const auto J = jacobian(q, side, {0, -0.2});
      Vector5d turn = Vector5d::Unit(2);
      turn[side < 0 ? 3 : 4] = 1;
      M += leg * J.transpose() * J + legInertia * turn * turn.transpose();
    }
    return M;
  }
  Vector10d rate(const Vector10d& x) const {
    const Vector5d q = x.head<5>(), v = x.tail<5>();
    Vector5d force(0, -trunk * gravity, 0, -stiffness * q[3], -stiffness * q[4]);
    for (const int side : {-1, 1}) {
      const int i = side < 0 ? 3 : 4;
      const Vector2d turning = -v[2] * v[2] * turned(q[2], {side * hips, 0}) -
                               std::pow(v[2] + v[i], 2) * turned(q[2] + q[i], {0, -0.2});
      force += leg * jacobian(q, side, {0, -0.2}).transpose() * (Vector2d(0, -gravity) - turning);
    }
    Vector10d all;
    all << v, mass(q).llt().solve(force);
    return all;
  }
  static Vector2d foot(int side) { return {side * 0.05, -0.4}; }
  double gap(const Vector10d& x, int side) const {
    const double angle = x[2];
    return x[1] + turned(angle, {side * hips, 0})[1] + turned(angle + x[side < 0 ? 3 : 4], foot(side))[1];
  }
  Vector10d reflected(Vector10d x, int side) const {
    const Vector5d u = jacobian(x.head<5>(), side, foot(side)).row(1);
    const Vector5d w = mass(x.head<5>()).llt().solve(u);
    x.tail<5>() -= 2 * u.dot(x.tail<5>()) / u.dot(w) * w;
    return x;
  }
  Vector10d moved(const Vector10d& x, double h) const {
    const Vector10d a = rate(x), b = rate(x + h / 2 * a), c = rate(x + h / 2 * b), d = rate(x + h * c);
    return x + h / 6 * (a + 2 * b + 2 * c + d);
  }
  /// After a time, with each foot reflected where it meets the floor. `first` meets it first where both do at
  /// once.
  Vector10d after(Vector10d x, double time, int first) const {
    constexpr double step = 2e-4;
    for (double left = time; left > 0;) {
      double h = std::min(step, left);
      int hits = 0;
      for (const int side : {first, -first}) {
        const Vector10d next = moved(x, h);
        const double rise = jacobian(next.head<5>(), side, foot(side)).row(1).dot(next.tail<5>());
        if (!(gap(next, side) < 0 && rise < 0)) continue;
        double at = h;
        for (int i = 0; i < 60; ++i) {
          const Vector10d y = moved(x, at);
          at -= gap(y, side) / jacobian(y.head<5>(), side, foot(side)).row(1).dot(y.tail<5>());
        }
        if (hits != 0 && at >= h) continue;
        h = std::max(0.0, at);
        hits = side;
      }
      x = moved(x, h);
      if (hits != 0) x = reflected(x, hits);
      left -= h;
    }
    return x;
  }
};

Orbit caromsGait(const Assignments& assignments, double period, double step) {
  const auto scene = Scene::open("compass-gait");
  MotionOptions motion;
  motion.step = step;
  return findOrbit(*scene, assignments,
                   {.vary = {"stance_rate", "swing", "swing_rate", "period"},
                    .travel = {{"hip.x", std::nullopt}},
                    .mirror = {{"left.angle", "right.angle", 1}, {"right.angle", "left.angle", 1}},
                    .period = period,
                    .accuracy = 1e-9},
                   motion);
}

double farthest(const std::vector<std::complex<double>>& a, const std::vector<std::complex<double>>& b) {
  double most = 0;
  for (std::size_t i = 0; i < b.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

/// Gaits of walking machines with published states, and multipliers by integrations of their own.
class TestWalkers : public QObject {
  Q_OBJECT

 private slots:
  void aCompassWalksAsPublished();
  void theSimplestWalkerIsTheLimitOfLightFeet();
  void bothOrdersHaveMultipliersOfTheirOwn();
  void theMostStableCompassHasTwoEqualMultipliers();
  void aHopperIsStableInEveryOrder();
  void theMostStableHopperIsBesideNoBetterOne();
  void legsThatDoNotPushEachOtherHaveOneMap();
  void whatChangesSidesAndGrowsIsUnstable();
  void jointedLegsLandUniquely();
  void derivativesThroughATouchDownAreOfSecondOrder();
};

/// The foot on which a compass stands is left closing or opening by O(h²) at the end of a step, and the
/// touch-down of the other ends a step of any length: the derivative of the motion after it is known to O(h²)
/// for each of them.
void TestWalkers::derivativesThroughATouchDownAreOfSecondOrder() {
  const SceneInstance instance = Scene::open("compass-gait")->instantiate();
  const auto mapWith = [&](double h) {
    MotionOptions options;
    options.step = h;
    options.duration = 0.9;
    options.mostNodes = 10'000'000;
    const Trajectory run = runMotion(*instance.mechanism, instance.initial, options);
    const RunVariation variation = runVariation(*instance.mechanism, run);
    if (!variation.stopped.empty() || run.impacts.empty()) throw std::runtime_error("no variation");
    return variation.map;
  };
  const Eigen::MatrixXd exact = mapWith(1e-4);
  for (const double h : {2e-3, 1e-3, 5e-4})
    for (int phase = 0; phase < 6; ++phase) {
      const double step = h * (1 - 0.013 * phase), error = (mapWith(step) - exact).norm() / exact.norm();
      QVERIFY2(error < 8 * step * step, qPrintable(QString("%1: %2").arg(step).arg(error)));
    }
}

/// Legs of 5 kg, 10 kg at the hip, 3° [Goswami, Thuilot & Espiau 1998]: the state after the landing is known
/// to three or four digits, (θ_s, θ_ns) = (−0.3234, 0.2187) rad from the vertical, rates −1.09 and −0.377.
void TestWalkers::aCompassWalksAsPublished() {
  const CompassWalker walker{10, 5, 0.5, 1, 9.81, 3 * std::numbers::pi / 180};
  const Eigen::Vector3d section = walker.gait({-0.56, 0.33, 1.31});
  const auto [struck, end, time] = walker.step(section);
  QVERIFY(std::abs(struck[0] - (0.2187 + 0.3234) / 2) < 1e-4);
  QVERIFY(std::abs(struck[2] + 1.0918) < 1e-3 && std::abs(struck[3] + 0.3772) < 1e-3);
  const auto multipliers = walker.multipliers(section);
  double before = 0;
  for (const double h : {2e-3, 1e-3, 5e-4}) {
    const Orbit orbit = caromsGait({}, 0.73, h);
    QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
    // The discrete motion is of second order.
    const double allowed = 40 * h * h;
    QVERIFY(std::abs(orbit.period - time) < allowed);
    for (Eigen::Index i = 0; i < 3; ++i)
      QVERIFY(std::abs(orbit.values[static_cast<std::size_t>(i)] - section[i]) < allowed);
    const double error = farthest(orbit.maps[0].multipliers, multipliers);
    QVERIFY2(error < allowed, std::to_string(error / h / h).c_str());
    if (before > 0) QVERIFY2(before / error > 3, std::to_string(before / error).c_str());
    before = error;
    QVERIFY(orbit.stability == OrbitStability::Stable);
    // What is left of the 2n multipliers are those of the stance, which are 0.
    for (std::size_t i = 3; i < orbit.maps[0].multipliers.size(); ++i)
      QVERIFY(std::abs(orbit.maps[0].multipliers[i]) < 1e-9);
  }
}

/// Feet without mass, 0.009 rad [Garcia, Chatterjee, Ruina & Coleman 1998]: the step of the stable gait is
/// known to many digits. Walkers with light feet come to it as their mass does to 0, by its first power.
void TestWalkers::theSimplestWalkerIsTheLimitOfLightFeet() {
  const double slope = 0.009;
  const auto walker = [&](double feet) { return CompassWalker{1, feet, 1, 1, 1, slope}; };
  const Eigen::Vector3d limit = walker(1e-9).gait({-0.0594, 0.0532, 0.2804});
  const Vector4d struck = walker(1e-9).step(limit).struck;
  QVERIFY(std::abs(struck[0] - 0.200310900544287) < 1e-8);
  QVERIFY(std::abs(struck[2] + 0.199832473004977) < 1e-8);
  const auto published = walker(1e-9).multipliers(limit);
  QVERIFY(std::abs(published[0]) < 0.6 && published[0].imag() != 0);
  double before = 0;
  for (const double feet : {4e-3, 2e-3, 1e-3}) {
    const Eigen::Vector3d section = walker(feet).gait(limit);
    const auto text = [](double value) { return QString::number(value, 'g', 17).toStdString(); };
    const Orbit orbit = caromsGait({{"walker", "garcia"},
                                    {"leg", text(feet)},
                                    {"gravity", "1"},
                                    {"stance_rate", text(section[0])},
                                    {"swing", text(section[1])},
                                    {"swing_rate", text(section[2])}},
                                   3.88, 2e-3);
    QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
    const double error = farthest(orbit.maps[0].multipliers, walker(feet).multipliers(section));
    QVERIFY2(error < 1e-5, std::to_string(error).c_str());
    // From the simplest walker by the first power of the mass.
    const double away = std::abs(orbit.maps[0].multipliers[0] - published[0]);
    if (before > 0)
      QVERIFY2(before / away > 1.8 && before / away < 2.2, std::to_string(before / away).c_str());
    before = away;
    QVERIFY(orbit.stability == OrbitStability::Stable);
  }
}

/// Two feet touch down at once, with orthogonal normals: the outcome is one, and the derivative of the hop is
/// piecewise linear, with multipliers of their own for each order [Pace & Burden 2017]. Both maps are those
/// of differences of runs by other equations and another integration, to the side of each order.
void TestWalkers::bothOrdersHaveMultipliersOfTheirOwn() {
  const auto scene = elasticBiped();
  const Orbit orbit = uniqueGait(*scene);
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QCOMPARE(orbit.maps.size(), std::size_t{2});
  QVERIFY((orbit.maps[0].map - orbit.maps[1].map).norm() > 1e-2 * orbit.maps[0].map.norm());
  const BipedByHand biped{orbit.values[3]};
  const Eigen::MatrixXd M = biped.mass(orbit.start.q);
  Vector10d start;
  start << orbit.start.q, M.llt().solve(orbit.start.p);
  const double apart = (biped.after(start, orbit.period, -1) - biped.after(start, orbit.period, 1)).norm();
  // Touch-downs of both programs are apart by h², and the normals there are that far from orthogonal.
  QVERIFY2(apart < 1e-3, std::to_string(apart).c_str());
  // (δq, δp) at the end of a start that is moved by a share of a direction.
  const auto ends = [&](const Eigen::VectorXd& direction, double share, int first) {
    Vector10d moved;
    const Vector5d q = orbit.start.q + share * direction.head<5>(),
                   p = orbit.start.p + share * direction.tail<5>();
    moved << q, biped.mass(q).llt().solve(p);
    const Vector10d x = biped.after(moved, orbit.period, first);
    Vector10d end;
    end << x.head<5>(), biped.mass(x.head<5>()) * x.tail<5>();
    return end;
  };
  const SceneInstance instance = scene->instantiate(orbit.assignments);
  for (const OrbitMap& map : orbit.maps) {
    const int first = map.words[0][0].starts_with("left") ? -1 : 1;
    Eigen::MatrixXd byHand(10, 10);
    for (Eigen::Index k = 0; k < 10; ++k) {
      // To the side to which the feet close in this order: the other foot is higher then.
      Eigen::VectorXd e = Eigen::VectorXd::Unit(10, k);
      const auto lead = [&](double share) {
        const Vector5d q = orbit.start.q + share * e.head<5>(), p = orbit.start.p + share * e.tail<5>();
        Vector10d x;
        x << q, biped.mass(q).llt().solve(p);
        const double before = orbit.run.impacts[0].time - orbit.run.start() - 1e-3;
        const Vector10d falling = biped.after(x, before, 1);
        return biped.gap(falling, -first) - biped.gap(falling, first);
      };
      if (lead(1e-5) < 0) e = -e;
      constexpr double small = 1e-5;
      const Vector10d base = ends(e, 0, first);
      const Vector10d slope =
          (4 * (ends(e, small, first) - base) - (ends(e, 2 * small, first) - base)) / (2 * small);
      byHand.col(k) = slope * e[k];
    }
    const double error = (byHand - map.map).norm() / map.map.norm();
    QVERIFY2(error < 1e-3, std::to_string(error).c_str());
    // So are the multipliers; by hand the shift in time and the travel are among them.
    const Eigen::VectorXcd values = byHand.eigenvalues();
    for (const std::complex<double>& multiplier : map.multipliers) {
      const double off = (values.array() - multiplier).abs().minCoeff();
      QVERIFY2(off < 2e-3 * (1 + std::abs(multiplier)), std::to_string(off).c_str());
    }
  }
}

/// Of compasses with masses at different distances from the hip, the most stable one is where two multipliers
/// meet: to one side they are a pair whose modulus falls, to the other two real numbers that part.
void TestWalkers::theMostStableCompassHasTwoEqualMultipliers() {
  const auto scene = Scene::open("compass-gait");
  OrbitQuestion question{.vary = {"stance_rate", "swing", "swing_rate", "period", "centre"},
                         .travel = {{"hip.x", std::nullopt}},
                         .mirror = {{"left.angle", "right.angle", 1}, {"right.angle", "left.angle", 1}},
                         .isMostStable = true,
                         .period = 0.73};
  MotionOptions motion;
  motion.step = 2e-3;
  const Orbit best = findOrbit(*scene, {}, question, motion);
  QVERIFY2(best.failed.empty(), best.failed.c_str());
  QVERIFY(best.mostStable && best.mostStable->freedoms == 1 && best.mostStable->isComplete);
  QVERIFY(best.growth() < best.mostStable->before);
  const auto& values = best.maps[0].multipliers;
  QVERIFY2(std::abs(values[0] - values[1]) < 0.1, std::to_string(std::abs(values[0] - values[1])).c_str());
  question.vary.pop_back();
  question.isMostStable = false;
  for (const double beside : {-0.005, 0.005}) {
    const std::string centre = QString::number(best.values[4] + beside, 'g', 17).toStdString();
    const Orbit other = findOrbit(*scene, {{"centre", centre}}, question, motion);
    QVERIFY2(other.failed.empty(), other.failed.c_str());
    QVERIFY(other.growth() > best.growth());
  }
}

/// The hopper of the scene, its hips moved: the search finds the distance at which the landing of one foot
/// does not push the other, and every order of the feet is stable. Runs from beside it come back in both
/// orders.
void TestWalkers::aHopperIsStableInEveryOrder() {
  const auto scene = Scene::open("hopper");
  const Orbit orbit = findOrbit(
      *scene, {{"hips", "0.46"}},
      {.vary = {"height", "rise", "extension", "stretching", "hips"}, .isUnique = true, .period = 0.4}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QCOMPARE(orbit.ties.size(), std::size_t{1});
  QCOMPARE(orbit.ties[0].exponent, 2);
  QVERIFY(orbit.stability == OrbitStability::Stable);
  QVERIFY(orbit.maps.size() > 1);
  const SceneInstance instance = scene->instantiate(orbit.assignments);
  MotionOptions motion;
  motion.duration = 5 * orbit.period;
  for (const double turn : {-1e-3, 1e-3}) {
    State start = orbit.start;
    start.q[1] += turn;
    const Trajectory run = runMotion(*instance.mechanism, start, motion);
    QVERIFY(run.complete);
    QVERIFY(run.impacts[0].contacts.size() == 1);  // one foot first
    QVERIFY((run.configuration(run.end()) - orbit.start.q).norm() < 1e-3 * std::abs(turn));
  }
}

/// Of hoppers whose touch-down is unique, none with another damping near the one that was found grows less.
void TestWalkers::theMostStableHopperIsBesideNoBetterOne() {
  const auto scene = Scene::open("hopper");
  OrbitQuestion question{.vary = {"height", "rise", "extension", "stretching", "hips", "damping"},
                         .isUnique = true,
                         .isMostStable = true,
                         .period = 0.4};
  MotionOptions motion;
  motion.step = 4e-3;
  const Orbit best = findOrbit(*scene, {{"damping", "20"}}, question, motion);
  QVERIFY2(best.failed.empty(), best.failed.c_str());
  QVERIFY(best.growth() < best.mostStable->before && best.stability == OrbitStability::Stable);
  QCOMPARE(best.ties[0].exponent, 2);
  question.isMostStable = false;
  question.vary.pop_back();
  question.begin.assign(best.values.begin(), best.values.end() - 1);
  for (const double share : {0.98, 1.02}) {
    Assignments other = best.assignments;
    other["damping"] = QString::number(share * best.values.back(), 'g', 17).toStdString();
    const Orbit beside = findOrbit(*scene, other, question, motion);
    QVERIFY2(beside.failed.empty(), beside.failed.c_str());
    QVERIFY(beside.growth() > best.growth());
  }
}

/// Legs at right angles to the trunk move each foot alone: then the order of the feet does not matter to
/// first order either [Pace & Burden 2017], up to the error h² of the steps. Splayed legs have a map for each
/// order.
void TestWalkers::legsThatDoNotPushEachOtherHaveOneMap() {
  const auto scene = Scene::open("hopper");
  const auto apart = [&](double h) {
    MotionOptions motion;
    motion.step = h;
    const Orbit orbit =
        findOrbit(*scene,
                  {{"splay", "0"},
                   {"hips", "0.25"},
                   {"height", "0.008412"},
                   {"rise", "-1.39819"},
                   {"extension", "-0.063672"},
                   {"stretching", "-0.040635"},
                   {"phase", "4.71238898038469"}},
                  {.vary = {"height", "rise", "extension", "stretching"}, .period = 0.4}, motion);
    if (!orbit.failed.empty() || orbit.maps.size() != 2 || orbit.ties[0].exponent != 2) return HUGE_VAL;
    return (orbit.maps[0].map - orbit.maps[1].map).norm() / orbit.maps[0].map.norm();
  };
  const double coarse = apart(2e-3), fine = apart(5e-4);
  QVERIFY2(coarse < 1e-3 && fine < coarse / 8, std::to_string(coarse / fine).c_str());
}

/// A stiff hopper rocks from one foot to the other: the perturbation has a negative multiplier and comes back
/// in the other order. Both orders in turn are one that grows.
void TestWalkers::whatChangesSidesAndGrowsIsUnstable() {
  const auto scene = Scene::open("hopper");
  const Assignments set{{"splay", "0"},
                        {"hips", "0.2"},
                        {"stiffness", "900"},
                        {"damping", "12"},
                        {"height", "0.152703"},
                        {"rise", "-0.564611"},
                        {"extension", "-0.0642"},
                        {"stretching", "-0.034795"},
                        {"phase", "4.71238898038469"}};
  const Orbit orbit =
      findOrbit(*scene, set, {.vary = {"height", "rise", "extension", "stretching"}, .period = 0.4}, {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QVERIFY(orbit.maps[0].multipliers[0].real() < -1);
  QVERIFY(orbit.stability == OrbitStability::Unstable);
  QVERIFY(orbit.maps[0].grows && orbit.maps[1].grows);
  // Runs do it: the trunk leans to one side and to the other, further each time.
  const SceneInstance instance = scene->instantiate(orbit.assignments);
  MotionOptions motion;
  motion.duration = 2 * orbit.period;
  State start = orbit.start;
  start.q[1] += 1e-5;
  const Trajectory run = runMotion(*instance.mechanism, start, motion);
  QVERIFY(run.complete);
  QVERIFY((run.configuration(run.end()) - orbit.start.q).norm() > 2e-5);
}

/// RHex with motors: the angle of the knees at which both feet land at right angles, and the gait with it.
/// Only the speed along the floor, which nothing changes, keeps its perturbations.
void TestWalkers::jointedLegsLandUniquely() {
  const auto scene = Scene::open("rhex-gait");
  const Orbit orbit =
      findOrbit(*scene, {{"gamma", "0.73"}},
                {.vary = {"height", "rise", "thigh", "thigh_rate", "shin", "shin_rate", "gamma"},
                 .travel = {{"body.x", std::nullopt}},
                 .isUnique = true,
                 .period = 1.0 / 3},
                {});
  QVERIFY2(orbit.failed.empty(), orbit.failed.c_str());
  QCOMPARE(orbit.ties.size(), std::size_t{1});
  QCOMPARE(orbit.ties[0].exponent, 2);
  QVERIFY(std::abs(orbit.values.back() - 0.710624) < 1e-5);
  QVERIFY(orbit.stability == OrbitStability::Neutral);
  for (const OrbitMap& map : orbit.maps) {
    QVERIFY(std::abs(map.multipliers[0] - 1.0) < 1e-6);
    // Of second order through slips and openings: 0.6447 with short steps.
    QVERIFY(std::abs(map.multipliers[1] - 0.6447) < 1e-3);
  }
}

CAROM_TEST(TestWalkers);
#include "tst_walkers.moc"
