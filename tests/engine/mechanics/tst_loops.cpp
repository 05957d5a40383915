#include <Eigen/Dense>
#include <QtTest>
#include <numbers>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/loop_equations.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "scene/scene.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

namespace {

/// A uniform rod along x, from the origin of its body.
Body loopedRod(const char* name, int parent, const Vector3d& origin, double m, double l,
               std::vector<Joint> joints = {examples::turn(Vector3d::UnitZ(), "angle")}) {
  Body rod{name, parent, origin, std::move(joints), m, {}};
  rod.centreOfMass = {l / 2, 0, 0};
  rod.inertia = m * l * l / 12 * Vector3d(0, 1, 1).asDiagonal().toDenseMatrix();
  return rod;
}

constexpr double crankLength = 0.2, rodLength = 0.5, rockerLength = 0.4, loopedGround = 0.6;

/// Crank, rod and rocker between two fixed hinges.
Mechanism fourBar(std::vector<Loop> loops = {{"tip", PinLoop{{BodyPoint{1, {rodLength, 0, 0}},
                                                              BodyPoint{2, {rockerLength, 0, 0}}}}}},
                  const Vector3d& gravity = {0, -9.81, 0}) {
  return {{loopedRod("crank", -1, Vector3d::Zero(), 1, crankLength),
           loopedRod("rod", 0, {crankLength, 0, 0}, 2, rodLength),
           loopedRod("rocker", -1, {loopedGround, 0, 0}, 1.5, rockerLength)},
          {},
          gravity,
          {},
          std::move(loops)};
}

/// A configuration and a momentum of the four-bar at a crank angle, by the law of cosines.
State fourBarAt(const Mechanism& mechanism, double angle, double rate) {
  const Vector3d knee = crankLength * Vector3d(std::cos(angle), std::sin(angle), 0);
  const Vector3d way = Vector3d(loopedGround, 0, 0) - knee;
  const double d = way.norm(), base = std::atan2(way.y(), way.x());
  const double inner =
      std::acos((d * d + rodLength * rodLength - rockerLength * rockerLength) / (2 * d * rodLength));
  const Vector3d tip = knee + rodLength * Vector3d(std::cos(base + inner), std::sin(base + inner), 0);
  State state;
  state.q = Vector3d(angle, base + inner - angle, std::atan2(tip.y(), tip.x() - loopedGround));
  LoopEquations loops(mechanism);
  loops.place(state.q);
  const MatrixXd A = loops.rows().topRows(2);
  const Eigen::Vector2d rest = A.rightCols(2).fullPivLu().solve(-rate * A.col(0));
  state.p = mechanism.massMatrix(state.q) * Vector3d(rate, rest[0], rest[1]);
  return state;
}

double energyOf(const Mechanism& mechanism, const State& state) {
  const VectorXd v = mechanism.massMatrix(state.q).llt().solve(state.p);
  return 0.5 * state.p.dot(v) + mechanism.potentialEnergy(state.q);
}

double openingOf(const Mechanism& mechanism, const VectorXd& q) {
  LoopEquations loops(mechanism);
  loops.place(q);
  return loops.values().lpNorm<Eigen::Infinity>();
}

void advance(const Mechanism& mechanism, State& state, double h, long steps) {
  MidpointIntegrator integrator(mechanism);
  QCOMPARE(integrator.steps(state.q, state.p, 0, h, steps), steps);
}

/// The motion of the four-bar in maximal coordinates: three bodies with x, y, angle of their centres each, by
/// Lagrange multipliers and Runge and Kutta's steps, the accelerations from M a + Bᵀλ = F, B a = −Ḃ ẋ.
VectorXd maximalFourBar(const State& start, double rate, double T, int steps) {
  const double m[] = {1, 2, 1.5}, l[] = {crankLength, rodLength, rockerLength};
  VectorXd x(9), v = VectorXd::Zero(9);
  const double angles[] = {start.q[0], start.q[0] + start.q[1], start.q[2]};
  const auto along = [](double a) { return Eigen::Vector2d(std::cos(a), std::sin(a)); };
  Eigen::Vector2d from[] = {{0, 0}, crankLength * along(angles[0]), {loopedGround, 0}};
  for (int i = 0; i < 3; ++i) {
    x.segment<2>(3 * i) = from[i] + 0.5 * l[i] * along(angles[i]);
    x[3 * i + 2] = angles[i];
  }
  // Equations: both ends of each rod, r = centre ± (l/2) e(angle).
  struct End {
    int body;
    double side;
  };
  struct Joint {
    End a, b;  // body −1: fixed
    Eigen::Vector2d at;
  };
  const Joint joints[] = {{{0, -1}, {-1, 0}, {0, 0}},
                          {{2, -1}, {-1, 0}, {loopedGround, 0}},
                          {{0, 1}, {1, -1}, {0, 0}},
                          {{1, 1}, {2, 1}, {0, 0}}};
  const auto equations = [&](const VectorXd& at, const VectorXd& rates, MatrixXd& B, VectorXd& turning,
                             VectorXd* open) {
    B = MatrixXd::Zero(8, 9);
    turning = VectorXd::Zero(8);
    for (int k = 0; k < 4; ++k)
      for (const double sign : {1.0, -1.0}) {
        const End& end = sign > 0 ? joints[k].a : joints[k].b;
        if (open) open->segment<2>(2 * k) -= (sign > 0 ? 1 : 0) * joints[k].at;
        if (end.body < 0) continue;
        const double angle = at[3 * end.body + 2], w = rates[3 * end.body + 2];
        const Eigen::Vector2d arm = 0.5 * end.side * l[end.body] * along(angle);
        B.block<2, 2>(2 * k, 3 * end.body) += sign * Eigen::Matrix2d::Identity();
        B.block<2, 1>(2 * k, 3 * end.body + 2) += sign * Eigen::Vector2d(-arm.y(), arm.x());
        turning.segment<2>(2 * k) -= sign * w * w * arm;
        if (open) open->segment<2>(2 * k) += sign * (at.segment<2>(3 * end.body) + arm);
      }
  };
  VectorXd M(9);
  for (int i = 0; i < 3; ++i) M.segment<3>(3 * i) << m[i], m[i], m[i] * l[i] * l[i] / 12;
  MatrixXd B;
  VectorXd turning;
  equations(x, v, B, turning, nullptr);
  // The only motion that the joints leave, with the crank's rate.
  const MatrixXd left = B.fullPivLu().kernel();
  v = left.col(0) * (rate / left(2, 0));
  const auto acceleration = [&](const VectorXd& at, const VectorXd& rates) -> VectorXd {
    equations(at, rates, B, turning, nullptr);
    MatrixXd K = MatrixXd::Zero(17, 17);
    K.topLeftCorner(9, 9) = M.asDiagonal();
    K.topRightCorner(9, 8) = B.transpose();
    K.bottomLeftCorner(8, 9) = B;
    VectorXd right = VectorXd::Zero(17);
    for (int i = 0; i < 3; ++i) right[3 * i + 1] = -9.81 * m[i];
    right.tail(8) = -turning;
    return VectorXd(K.fullPivLu().solve(right).head(9));
  };
  const double h = T / steps;
  for (int k = 0; k < steps; ++k) {
    const VectorXd a1 = acceleration(x, v), v2 = v + 0.5 * h * a1;
    const VectorXd a2 = acceleration(x + 0.5 * h * v, v2), v3 = v + 0.5 * h * a2;
    const VectorXd a3 = acceleration(x + 0.5 * h * v2, v3), v4 = v + h * a3;
    const VectorXd a4 = acceleration(x + h * v3, v4);
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return Vector3d(x[2], x[5] - x[2], x[8]);
}

/// A hexapod's leg, say: a free body with two legs of two rods each whose ends are one foot, and another foot
/// at the body. Every rod is free in maximal coordinates, too.
struct ClosedLeg {
  std::vector<Body> bodies;
  std::vector<Loop> loops;
  std::vector<ContactPair> contacts;
  VectorXd q;
};

ClosedLeg closedLeg() {
  ClosedLeg leg;
  const double upper = 0.3, lower = 0.35, half = 0.2;
  Body trunk{"trunk", -1, Vector3d::Zero(), examples::plane(), 5, {}};
  trunk.inertia = 0.2 * Eigen::Matrix3d::Identity();
  trunk.shapes = {Point{{-0.5, -0.55, 0}}};
  leg.bodies = {
      trunk, loopedRod("left", 0, {-half, 0, 0}, 1, upper), loopedRod("shin", 1, {upper, 0, 0}, 0.5, lower),
      loopedRod("right", 0, {half, 0, 0}, 1.2, upper), loopedRod("shank", 3, {upper, 0, 0}, 0.7, lower)};
  leg.bodies[2].shapes = {Point{{lower, 0, 0}}};
  leg.bodies.push_back({"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}});
  leg.loops = {{"foot", PinLoop{{BodyPoint{2, {lower, 0, 0}}, BodyPoint{4, {lower, 0, 0}}}}}};
  for (const int body : {0, 2}) {
    ContactPair pair;
    pair.name = body == 0 ? "trunk-floor" : "foot-floor";
    pair.body = {5, body};
    leg.contacts.push_back(pair);
  }
  // Both knees out; the foot below the middle of the trunk.
  const double down = 0.5, base = std::atan2(-down, half), way = std::hypot(half, down);
  const double inner = std::acos((way * way + upper * upper - lower * lower) / (2 * way * upper));
  const double knee =
      std::numbers::pi - std::acos((upper * upper + lower * lower - way * way) / (2 * upper * lower));
  const double first = base - inner, mirrored = -std::numbers::pi - first;
  leg.q = VectorXd::Zero(7);
  leg.q << 0.3, 0, 0, first, knee, mirrored, -knee;
  return leg;
}

}  // namespace

class TestLoops : public QObject {
  Q_OBJECT
 private slots:
  void theFourBarMovesAsInMaximalCoordinates() {
    const Mechanism mechanism = fourBar();
    const State start = fourBarAt(mechanism, 1.2, 3);
    QVERIFY(openingOf(mechanism, start.q) < 1e-15);
    constexpr double T = 1;
    const VectorXd exact = maximalFourBar(start, 3, T, 4000);
    double last = 0;
    for (const int steps : {100, 200, 400, 800}) {
      State state = start;
      advance(mechanism, state, T / steps, steps);
      QVERIFY(openingOf(mechanism, state.q) < 1e-14);
      const double error = (state.q - exact).norm();
      if (last > 0)
        QVERIFY2(last / error > 3.7 && last / error < 4.3, qPrintable(QString::number(last / error)));
      last = error;
    }
    QVERIFY(last < 1e-3);
  }

  void loopsDoNotDriftAndTheEnergyIsBounded() {
    const Mechanism mechanism = fourBar();
    const State start = fourBarAt(mechanism, 1.2, 12);
    const double before = energyOf(mechanism, start);
    double worst[2] = {0, 0};
    for (int halving = 0; halving < 2; ++halving) {
      State state = start;
      MidpointIntegrator integrator(mechanism);
      const double h = halving ? 5e-4 : 1e-3;
      for (int k = 0; k < 100'000; ++k) {
        QCOMPARE(integrator.step(state.q, state.p, k * h, h), StepStatus::Done);
        if (k % 97) continue;
        worst[halving] = std::max(worst[halving], std::abs(energyOf(mechanism, state) - before));
        QVERIFY(openingOf(mechanism, state.q) < 1e-12);
      }
      // 50 and 100 s: no drift, or the longer run would err more.
    }
    QVERIFY2(worst[0] < 5e-3 * before && worst[0] / worst[1] > 3.5,
             qPrintable(QString("%1 %2 of %3").arg(worst[0]).arg(worst[1]).arg(before)));
  }

  void stepsAreSymmetricInTime() {
    const Mechanism mechanism = fourBar();
    const State start = fourBarAt(mechanism, 0.4, -7);
    State state = start;
    advance(mechanism, state, 2e-3, 500);
    QVERIFY((state.q - start.q).norm() > 0.1);
    advance(mechanism, state, -2e-3, 500);
    QVERIFY((state.q - start.q).norm() < 1e-11);
    QVERIFY((state.p - start.p).norm() < 1e-10);
  }

  /// Equations that say the same: the tip twice, the distance of two of its points, and in space all five of
  /// a hinge.
  void redundantLoopsGiveTheSameMotion() {
    const Mechanism once = fourBar();
    const std::array ends{BodyPoint{1, {rodLength, 0, 0}}, BodyPoint{2, {rockerLength, 0, 0}}};
    const Mechanism twice = fourBar(
        {{"tip", PinLoop{ends}},
         {"again", PinLoop{ends}},
         {"far", RodLoop{{BodyPoint{1, Vector3d::Zero()}, BodyPoint{2, {rockerLength, 0, 0}}}, rodLength}}});
    // The same with the axes turned out of the plane: spatial joints, so that a hinge has five equations of
    // which three say nothing new.
    const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, Vector3d(1, 2, -0.5).normalized()).toRotationMatrix();
    std::vector<Body> bodies = examples::turned(once, R).bodies();
    const Vector3d axis = R.col(2);
    const Mechanism space(
        std::move(bodies), {}, R * once.gravity(), {},
        {{"tip", HingeLoop{{BodyPoint{1, rodLength * R.col(0)}, BodyPoint{2, rockerLength * R.col(0)}},
                           {axis, axis}}}});
    QVERIFY(!space.isPlanar());
    const State start = fourBarAt(once, 1.2, 3);
    State a = start, b = start, c = start;
    advance(once, a, 1e-3, 1000);
    advance(twice, b, 1e-3, 1000);
    advance(space, c, 1e-3, 1000);
    QVERIFY((a.q - b.q).norm() < 1e-11);
    QVERIFY((a.q - c.q).norm() < 1e-10);
    QVERIFY(openingOf(space, c.q) < 1e-12);
  }

  /// A parallelogram turns on evenly through the positions in which its rods lie in one line, where its
  /// equations depend on each other and it could fold as well; also from such a position on.
  void aParallelogramPassesItsSingularPositions() {
    constexpr double rate = 5, T = 3;
    const Mechanism mechanism(
        {loopedRod("crank", -1, Vector3d::Zero(), 1, crankLength),
         loopedRod("rod", 0, {crankLength, 0, 0}, 1, loopedGround),
         loopedRod("rocker", -1, {loopedGround, 0, 0}, 1, crankLength)},
        {}, Vector3d::Zero(), {},
        {{"tip", PinLoop{{BodyPoint{1, {loopedGround, 0, 0}}, BodyPoint{2, {crankLength, 0, 0}}}}}});
    for (const double angle : {0.0, 0.3, 1.2, std::numbers::pi})
      for (const long steps : {300L, 3000L, 7001L}) {
        State state;
        state.q = Vector3d(angle, -angle, angle);
        state.p = mechanism.massMatrix(state.q) * Vector3d(rate, -rate, rate);
        MotionOptions options;
        options.duration = T;
        options.step = T / static_cast<double>(steps);
        const Trajectory motion = runMotion(mechanism, state, options);
        QVERIFY2(motion.complete, motion.stopReason.c_str());
        const double end = angle + rate * T;
        const VectorXd q = motion.configuration(motion.end());
        QVERIFY2((q - Vector3d(end, -end, end)).norm() < 1e-6,
                 qPrintable(QString("%1 %2: %3").arg(angle).arg(steps).arg(q[0] - end)));
      }
  }

  /// A pin of a crank in the slot of a yoke that travels along x: x = r cos θ, and the energy is that of the
  /// inertia I + m r² sin² θ.
  void aCrankMovesItsYoke() {
    constexpr double r = crankLength, mass = 0.7, rate = 5;
    Body yoke{"yoke", -1, Vector3d::Zero(), {examples::slide(Vector3d::UnitX(), "x")}, mass, {}};
    const Mechanism mechanism(
        {loopedRod("crank", -1, Vector3d::Zero(), 1, r), yoke}, {}, Vector3d::Zero(), {},
        {{"slot", SlotLoop{{BodyPoint{1, Vector3d::Zero()}, BodyPoint{0, {r, 0, 0}}}, Vector3d::UnitY()}}});
    const auto inertia = [&](double angle) {
      return r * r / 3 + mass * r * r * std::sin(angle) * std::sin(angle);
    };
    State state;
    state.q = Eigen::Vector2d(0.4, r * std::cos(0.4));
    state.p = mechanism.massMatrix(state.q) * Eigen::Vector2d(rate, -r * rate * std::sin(0.4));
    const double energy = energyOf(mechanism, state);
    QVERIFY(std::abs(energy - 0.5 * inertia(0.4) * rate * rate) < 1e-14);
    // The time of the crank from one angle to another: ∫ √(I/2E) dθ by Simpson's rule.
    const double T = 0.8;
    double last = 0;
    for (const int steps : {400, 800}) {
      State now = state;
      advance(mechanism, now, T / steps, steps);
      QVERIFY(openingOf(mechanism, now.q) < 1e-14);
      QVERIFY(std::abs(now.q[1] - r * std::cos(now.q[0])) < 1e-13);
      constexpr int parts = 2000;
      const double d = (now.q[0] - 0.4) / parts;
      double time = 0;
      for (int i = 0; i <= parts; ++i)
        time += (i == 0 || i == parts ? 1 : 2 + 2 * (i % 2)) * std::sqrt(inertia(0.4 + i * d) / (2 * energy));
      const double error = std::abs(time * d / 3 - T);
      QVERIFY(error < 1e-4);
      if (last > 0)
        QVERIFY2(last / error > 3.9 && last / error < 4.1, qPrintable(QString::number(last / error)));
      last = error;
    }
  }

  /// The equations of a slot are the distances of a point from a line of a turned body, and their rows the
  /// derivatives.
  void aSlotKeepsAPointOnALine() {
    examples::Random random(5);
    for (int trial = 0; trial < 20; ++trial) {
      const auto arm = [&](const char* name, int parent) {
        Body body{name,
                  parent,
                  random.vector(3),
                  {examples::turn(random.vector(3).normalized(), "a"),
                   examples::turn(random.vector(3).normalized(), "b")},
                  1,
                  {}};
        body.inertia = Eigen::Matrix3d::Identity();
        return body;
      };
      const Vector3d axis = random.vector(3).normalized(), at = random.vector(3), other = random.vector(3);
      const Mechanism mechanism({arm("one", -1), arm("two", 0), arm("three", -1)}, {}, Vector3d::Zero(), {},
                                {{"slot", SlotLoop{{BodyPoint{1, at}, BodyPoint{2, other}}, axis}}});
      const VectorXd q = random.vector(6);
      LoopEquations loops(mechanism);
      loops.place(q);
      const Pose first = mechanism.pose(1, q);
      const Vector3d way = mechanism.pose(2, q) * other - first * at, line = first.R * axis;
      QVERIFY(std::abs(loops.values().norm() - way.cross(line).norm()) < 1e-14);
      const MatrixXd A = loops.rows();
      QCOMPARE(A.rows(), Eigen::Index{2});
      constexpr double step = 1e-5;
      for (int i = 0; i < 6; ++i) {
        loops.place(q + step * VectorXd::Unit(6, i));
        const VectorXd after = loops.values();
        loops.place(q - step * VectorXd::Unit(6, i));
        QVERIFY(((after - loops.values()) / (2 * step) - A.col(i)).norm() < 1e-8);
      }
    }
  }

  void gearsShareTheirMotion() {
    // Two discs on fixed axes, the second turns −2 times as fast: inertia I₁ + 4 I₂ under a torque at the
    // first.
    Body one{"one", -1, Vector3d::Zero(), {examples::turn(Vector3d::UnitZ(), "angle")}, 1, {}}, two = one;
    two.name = "two";
    one.inertia = 0.3 * Eigen::Matrix3d::Identity();
    two.inertia = 0.05 * Eigen::Matrix3d::Identity();
    JointForces forces;
    forces.springs = {{0, 4, 0}};
    const Mechanism mechanism({one, two}, {}, Vector3d::Zero(), forces, {{"gears", TieLoop{1, 0, -2, 0.1}}});
    State state;
    state.q = Eigen::Vector2d(0.5, -0.9);
    state.p = VectorXd::Zero(2);
    const double omega = std::sqrt(4 / (0.3 + 4 * 0.05)), T = 1;
    double last = 0;
    for (const int steps : {100, 200}) {
      State now = state;
      advance(mechanism, now, T / steps, steps);
      QVERIFY(std::abs(now.q[1] + 2 * now.q[0] - 0.1) < 1e-14);
      const double error = std::abs(now.q[0] - 0.5 * std::cos(omega * T));
      if (last > 0) QVERIFY(last / error > 3.9 && last / error < 4.1);
      last = error;
    }
  }

  /// G, c and p⁺ of an impact of a closed leg, against all bodies free with every joint an equation.
  void impactsAreThoseOfMaximalCoordinates() {
    const ClosedLeg leg = closedLeg();
    const Mechanism mechanism(leg.bodies, leg.contacts, {0, -9.81, 0}, {}, leg.loops);
    VectorXd q = leg.q;
    QVERIFY(openingOf(mechanism, q) < 1e-14);
    // Down until the foot of the legs is on the floor; the trunk's own foot is placed to touch, too.
    q[1] = -mechanism.gap(1, q);
    std::vector<Body> bodies = leg.bodies;
    std::get<Point>(bodies[0].shapes[0]).at.y() = -q[1];
    const Mechanism touching(bodies, leg.contacts, {0, -9.81, 0}, {}, leg.loops);
    QVERIFY(touching.gaps(q).lpNorm<Eigen::Infinity>() < 1e-14);
    examples::Random random(11);
    for (int trial = 0; trial < 50; ++trial) {
      // The velocities of all bodies, from those of the tree that keep the loop closed.
      VectorXd p = random.vector(7);
      p[1] -= 3;
      const KineticMetric metric(touching.massMatrix(q));
      loopsAt(touching, metric, q).project(p);
      const auto impact = impactAt(touching, q, p);
      QVERIFY(impact);
      constexpr int count = 5;  // bodies that move
      MatrixXd M = MatrixXd::Zero(3 * count, 3 * count), J(3 * count, 7);
      for (int i = 0; i < count; ++i) {
        const Body& body = touching.bodies()[static_cast<std::size_t>(i)];
        M.block<3, 3>(3 * i, 3 * i) = Vector3d(body.mass, body.mass, body.inertia(2, 2)).asDiagonal();
        J.middleRows<2>(3 * i) = touching.pointJacobian(i, q, touching.centreOfMass(i, q)).topRows<2>();
        J.row(3 * i + 2) = touching.angularJacobian(i, q).row(2);
      }
      // A row of the velocity of a point of a body along an axis.
      const auto rowOf = [&](int body, const Vector3d& point, int axis) {
        VectorXd row = VectorXd::Zero(3 * count);
        const Vector3d arm = point - touching.centreOfMass(body, q);
        row[3 * body + axis] = 1;
        row[3 * body + 2] = axis == 0 ? -arm.y() : arm.x();
        return row;
      };
      MatrixXd B(10, 3 * count);
      const int pairs[5][2] = {{0, 1}, {1, 2}, {0, 3}, {3, 4}, {2, 4}};
      for (int k = 0; k < 5; ++k) {
        const Vector3d at =
            k < 4 ? touching.position(pairs[k][1], q) : touching.worldPoint({2, {0.35, 0, 0}}, q);
        for (int axis = 0; axis < 2; ++axis)
          B.row(2 * k + axis) = (rowOf(pairs[k][0], at, axis) - rowOf(pairs[k][1], at, axis)).transpose();
      }
      MatrixXd N(2, 3 * count);
      N.row(0) = rowOf(0, touching.contactPoint(0, q), 1).transpose();
      N.row(1) = rowOf(2, touching.contactPoint(1, q), 1).transpose();
      const MatrixXd inverse = M.inverse();
      const MatrixXd P =
          inverse - inverse * B.transpose() * (B * inverse * B.transpose()).inverse() * B * inverse;
      const MatrixXd W = N * P * N.transpose();
      const VectorXd v = J * metric.velocity(p);
      QVERIFY((B * v).norm() < 1e-12);
      QVERIFY(std::abs(impact->gram()(0, 1) - W(0, 1) / std::sqrt(W(0, 0) * W(1, 1))) < 1e-12);
      for (int i = 0; i < 2; ++i) QVERIFY(std::abs(impact->approachSpeed(i) - N.row(i).dot(v)) < 1e-12);
      // The contacts reflect one after the other.
      VectorXd after = v, momentum = p;
      for (const int i : {1, 0, 1}) {
        after -= 2 * N.row(i).dot(after) / W(i, i) * P * N.row(i).transpose();
        const VectorXd u = impact->unitNormals().row(i);
        momentum -= 2 * metric.inner(momentum, u) * u;
      }
      QVERIFY((J * metric.velocity(momentum) - after).norm() < 1e-11);
    }
  }

  void aSceneClosesItsLoopsByTheLeastChange() {
    const auto scene = Scene::parse(R"({"format": 1,
      "bodies": [
        {"name": "crank", "joints": ["angle"], "mass": 1, "inertia": 0.1},
        {"name": "rod", "parent": "crank", "origin": [0.2, 0, 0], "joints": ["angle"], "mass": 1, "inertia": 0.1},
        {"name": "rocker", "origin": [0.6, 0, 0], "joints": ["angle"], "mass": 1, "inertia": 0.1}],
      "loops": [{"type": "pin", "name": "tip",
                 "between": [{"body": "rod", "at": [0.5, 0, 0]}, {"body": "rocker", "at": [0.4, 0, 0]}]}],
      "initial": {"q": {"crank.angle": 1.2, "rod.angle": -0.8, "rocker.angle": 1.9},
                  "velocity": {"crank.angle": 3}}})",
                                    "four-bar");
    const SceneInstance instance = scene->instantiate();
    QVERIFY(instance.closing);
    QCOMPARE(instance.closing->moved.size(), std::size_t(3));
    QVERIFY(instance.closing->residual < 1e-13);
    const VectorXd& q = instance.initial.q;
    QVERIFY(openingOf(*instance.mechanism, q) < 1e-13);
    // No closed configuration nearby is nearer to the start: the way there is along no motion of the loop,
    // but for the square of the change.
    const Vector3d start(1.2, -0.8, 1.9), change = q - start;
    LoopEquations loops(*instance.mechanism);
    loops.place(q);
    const MatrixXd motion = loops.rows().fullPivLu().kernel();
    QVERIFY(std::abs(motion.col(0).normalized().dot(change)) < 0.3 * change.squaredNorm() + 1e-12);
    // The velocity is the one asked for, projected in the kinetic metric: it keeps the loop closed, and what
    // is taken off is orthogonal to every motion of the loop.
    const MatrixXd M = instance.mechanism->massMatrix(q);
    const VectorXd v = M.llt().solve(instance.initial.p);
    QVERIFY((loops.rows() * v).norm() < 1e-12);
    QVERIFY(std::abs(motion.col(0).dot(M * (Vector3d(3, 0, 0) - v))) < 1e-12);
  }

  void whatCannotCloseIsRefused_data() {
    QTest::addColumn<QByteArray>("loops");
    QTest::addColumn<QString>("words");
    QTest::newRow("too far")
        << QByteArray(
               R"([{"type": "pin", "name": "tip", "between": [{"body": "a", "at": [1, 0, 0]}, {"at": [3, 0, 0]}]}])")
        << "tip";
    QTest::newRow("contradiction")
        << QByteArray(R"([{"type": "tie", "coordinate": "b.angle", "to": "a.angle", "name": "one"},
                          {"type": "tie", "coordinate": "b.angle", "to": "a.angle", "offset": 0.1, "name": "other"}])")
        << "cannot be closed";
    QTest::newRow("itself")
        << QByteArray(R"([{"type": "pin", "between": [{"body": "a"}, {"body": "a", "at": [1, 0, 0]}]}])")
        << "to itself";
    QTest::newRow("fixed") << QByteArray(R"([{"type": "pin", "between": [{"body": "wall"}, {}]}])")
                           << "do not move";
    QTest::newRow("no body") << QByteArray(R"([{"type": "pin", "between": [{"body": "c"}, {}]}])")
                             << "no body \"c\"";
    QTest::newRow("kind") << QByteArray(R"([{"type": "nail", "between": [{"body": "a"}, {}]}])")
                          << "no loop \"nail\"";
    QTest::newRow("length")
        << QByteArray(R"([{"type": "rod", "length": 0, "between": [{"body": "a"}, {"body": "b"}]}])")
        << "loops[0].length";
    QTest::newRow("twice") << QByteArray(
                                  R"([{"type": "tie", "coordinate": "b.angle", "to": "a.angle", "name": "x"},
                                             {"type": "tie", "coordinate": "b.angle", "to": "a.angle", "name": "x"}])")
                           << "two loops";
  }
  void whatCannotCloseIsRefused() {
    QFETCH(QByteArray, loops);
    QFETCH(QString, words);
    const QByteArray text = R"({"format": 1, "bodies": [
      {"name": "a", "joints": ["angle"], "mass": 1, "inertia": 0.1},
      {"name": "b", "origin": [0.6, 0, 0], "joints": ["angle"], "mass": 1, "inertia": 0.1},
      {"name": "wall"}], "loops": )" +
                            loops + "}";
    try {
      Scene::parse(text.toStdString(), "scene")->instantiate();
      QFAIL("not refused");
    } catch (const SceneError& error) {
      QVERIFY2(QString(error.what()).contains(words), error.what());
    }
  }
};

CAROM_TEST(TestLoops);
#include "tst_loops.moc"
