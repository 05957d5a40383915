// Slips that stop and turn round, openings and starts of motors within a step: closed forms, and Newton's
// equations by a Runge–Kutta method of their own, whose events are bisected.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "mechanics/motion/run_motion.h"
#include "mechanics/variation/run_variation.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double weight = 9.81;

/// A rigid body in the plane with one point over the floor y = 0, pulled by what acts on its coordinates.
struct Slider {
  double mass = 1, inertia = 1, friction = 0;
  Vector2d point{0, 0}, gravity{0, -weight};
  JointForces forces{};
  Vector3d q{0, 0, 0}, v{0, 0, 0};

  Mechanism mechanism() const {
    Body body{"body", -1, Vector3d::Zero(), plane(), mass, {Point{{point.x(), point.y(), 0}}}};
    body.inertia = inertia * Eigen::Matrix3d::Identity();
    ContactPair contact{"tip", {0, 1}, {}};
    contact.coefficients.friction = friction;
    contact.coefficients.restitution = 0;
    return {{body, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitY(), 0}}}},
            {contact},
            {gravity.x(), gravity.y(), 0},
            forces};
  }
  /// Puts the point on the floor at an angle, with a slip and a turn.
  void place(double angle, double slip, double turn) {
    const Vector2d r = Eigen::Rotation2Dd(angle) * point;
    q << 0, -r.y(), angle;
    v << slip + turn * r.y(), -turn * r.x(), turn;
  }
  Trajectory run(double duration, double step) const {
    const Mechanism built = mechanism();
    return runMotion(built, {0, q, built.massMatrix(q) * v}, {.duration = duration, .step = step});
  }
};

/// The motion of a Slider in modes.
class Newton {
 public:
  enum class Mode { Open, Left, Right, Stick };

  explicit Newton(const Slider& slider) : m_body(slider) {
    for (const Motor& motor : slider.forces.motors) m_starts.push_back(motor.start);
    std::ranges::sort(m_starts);
  }

  /// The state (q, v) after `duration`. Empty where the point meets the floor again, or where modes follow
  /// each other without end.
  std::optional<VectorXd> after(double duration) {
    constexpr double longest = 1e-4;
    constexpr int mostModes = 40;
    m_now = {0, m_body.q, m_body.v};
    Mode mode = choose(m_now);
    while (m_now.time < duration) {
      double end = duration;
      for (const double start : m_starts)
        if (start > m_now.time) end = std::min(end, start);
      const double h = std::min(longest, end - m_now.time);
      State next = stepped(m_now, mode, h);
      if (excess(next, mode) < 0) {
        if (mode == Mode::Open || ++m_changes > mostModes) return std::nullopt;
        double before = 0, past = h;
        for (int i = 0; i < 60; ++i) {
          const double middle = 0.5 * (before + past);
          (excess(stepped(m_now, mode, middle), mode) < 0 ? past : before) = middle;
        }
        m_now = onFloor(stepped(m_now, mode, before), mode);
        const Mode last = std::exchange(mode, afterChange(mode));
        if (mode == Mode::Open || last == Mode::Stick) m_ends.push_back({m_now.time, mode != Mode::Open});
        continue;
      }
      const bool isBreak = h == end - m_now.time;
      m_now = onFloor(next, mode);
      if (!isBreak) continue;
      m_now.time = end;
      if (mode != Mode::Open) mode = choose(m_now);
    }
    VectorXd state(6);
    state << m_now.q, m_now.v;
    return state;
  }
  int changes() const { return m_changes; }
  /// Where the point begins to slip, and where it leaves the floor.
  struct End {
    double time = 0;
    bool slips = false;
  };
  const std::vector<End>& ends() const { return m_ends; }

 private:
  struct State {
    double time = 0;
    Vector3d q, v;
  };
  Vector2d arm(const State& s) const { return Eigen::Rotation2Dd(s.q[2]) * m_body.point; }
  Vector2d pointVelocity(const State& s) const {
    const Vector2d r = arm(s);
    return {s.v[0] - s.v[2] * r.y(), s.v[1] + s.v[2] * r.x()};
  }
  Vector3d load(const State& s) const {
    Vector3d Q(m_body.mass * m_body.gravity.x(), m_body.mass * m_body.gravity.y(), 0);
    const JointForces& forces = m_body.forces;
    for (const JointSpring& spring : forces.springs)
      Q[spring.coordinate] += spring.stiffness * (spring.rest - s.q[spring.coordinate]);
    for (const JointDamper& damper : forces.dampers)
      Q[damper.coordinate] -= damper.damping * s.v[damper.coordinate];
    for (const Motor& motor : forces.motors) {
      const double passed = std::max(0.0, s.time - motor.start), rate = s.time > motor.start ? motor.rate : 0;
      Q[motor.coordinate] +=
          motor.proportional * (motor.reference + motor.rate * passed - s.q[motor.coordinate]) +
          motor.derivative * (rate - s.v[motor.coordinate]);
    }
    return Q;
  }
  /// The acceleration of the body in a mode; of the point and the force on it, tangent first.
  Vector3d acceleration(const State& s, Mode mode, Vector2d* ofPoint = nullptr,
                        Vector2d* force = nullptr) const {
    const Vector2d r = arm(s);
    Eigen::Matrix<double, 2, 3> J;
    J << 1, 0, -r.y(), 0, 1, r.x();
    const Vector3d light(1 / m_body.mass, 1 / m_body.mass, 1 / m_body.inertia);
    const Vector3d Q = load(s);
    const Vector2d towards = -s.v[2] * s.v[2] * r;
    const Vector2d free = J * light.cwiseProduct(Q) + towards;
    const Matrix2d W = J * light.asDiagonal() * J.transpose();
    Vector2d F(0, 0);
    if (mode == Mode::Stick) {
      F = W.inverse() * -free;
    } else if (mode != Mode::Open) {
      const double side = mode == Mode::Right ? 1 : -1;
      F.y() = -free.y() / (W(1, 1) - m_body.friction * side * W(1, 0));
      F.x() = -m_body.friction * side * F.y();
    }
    if (ofPoint) *ofPoint = free + W * F;
    if (force) *force = F;
    return light.cwiseProduct(Q + J.transpose() * F);
  }
  /// > 0 as long as the mode goes on.
  double excess(const State& s, Mode mode) const {
    if (mode == Mode::Open) return s.q[1] + arm(s).y();
    Vector2d F;
    acceleration(s, mode, nullptr, &F);
    if (mode == Mode::Stick) return std::min(F.y(), m_body.friction * F.y() - std::abs(F.x()));
    return std::min(F.y(), (mode == Mode::Right ? 1 : -1) * pointVelocity(s).x());
  }
  /// A step of the classical method of order four; forces before and after it are those within.
  State stepped(const State& s, Mode mode, double h) const {
    constexpr double within = 1e-9;  // of the step, where forces jump at its ends
    const auto at = [&](double part, const Vector3d& rate, const Vector3d& change) {
      return State{s.time + std::clamp(part, within, 1 - within) * h, s.q + part * h * rate,
                   s.v + part * h * change};
    };
    const State a = at(0, s.v, s.v);
    const Vector3d first = acceleration(a, mode);
    const State b = at(0.5, a.v, first);
    const Vector3d second = acceleration(b, mode);
    const State c = at(0.5, b.v, second);
    const Vector3d third = acceleration(c, mode);
    const State d = at(1, c.v, third);
    const Vector3d fourth = acceleration(d, mode);
    return {s.time + h, s.q + h / 6 * (a.v + 2 * b.v + 2 * c.v + d.v),
            s.v + h / 6 * (first + 2 * second + 2 * third + fourth)};
  }
  /// Takes the rounding of a step out of the conditions of its mode.
  State onFloor(State s, Mode mode) const {
    if (mode == Mode::Open) return s;
    const Vector2d r = arm(s);
    s.q[1] = -r.y();
    s.v[1] = -s.v[2] * r.x();
    if (mode == Mode::Stick) s.v[0] = s.v[2] * r.y();
    return s;
  }
  /// The mode with which a point on the floor goes on.
  Mode choose(const State& s) const {
    constexpr double still = 1e-9;
    Vector2d F, a;
    const double slip = pointVelocity(s).x();
    if (std::abs(slip) > still) return slip > 0 ? Mode::Right : Mode::Left;
    acceleration(s, Mode::Stick, nullptr, &F);
    if (F.y() >= 0 && std::abs(F.x()) <= m_body.friction * F.y()) return Mode::Stick;
    for (const Mode mode : {Mode::Right, Mode::Left}) {
      acceleration(s, mode, &a, &F);
      if (F.y() >= 0 && (mode == Mode::Right) == (a.x() > 0)) return mode;
    }
    return Mode::Open;
  }
  /// The mode after the end of another one, at m_now.
  Mode afterChange(Mode mode) {
    constexpr double none = 1e-8;  // N
    Vector2d F;
    acceleration(m_now, mode, nullptr, &F);
    if (F.y() < none) return Mode::Open;
    if (mode == Mode::Stick) return F.x() > 0 ? Mode::Left : Mode::Right;
    m_now.v[0] -= pointVelocity(m_now).x();
    return choose(m_now);
  }

  const Slider m_body;
  State m_now;
  std::vector<double> m_starts;
  std::vector<End> m_ends;
  int m_changes = 0;
};

double errorOf(const Trajectory& motion, double time, const VectorXd& exact) {
  VectorXd state(6);
  state << motion.configuration(time), motion.velocity(time);
  return (state - exact).lpNorm<Eigen::Infinity>();
}

Slider rod(double friction) {
  Slider slider;
  slider.friction = friction;
  slider.inertia = 1.0 / 12;
  slider.point = {-0.5, 0};
  return slider;
}

/// A body of any proportions with springs, dampers and motors, whose point slides or rests.
Slider randomSlider(unsigned seed, double duration) {
  examples::Random random(seed);
  const auto unit = [&] { return 0.5 * (random() + 1); };
  Slider slider;
  slider.friction = 0.05 + unit() * unit();
  slider.mass = 0.5 + unit();
  slider.inertia = slider.mass * (0.02 + 0.2 * unit());
  const bool leans = unit() < 0.5;
  slider.point = leans ? Vector2d(-0.5, 0.1 * random()) : Vector2d(0.2 * random(), -0.3);
  const double incline = 0.3 * random(), turn = 2.5 * random();
  slider.gravity = weight * Vector2d(std::sin(incline), -std::cos(incline));
  slider.place(leans ? 0.4 + 2.3 * unit() : 0.4 * random(), unit() < 0.3 ? 0 : 1.5 * random(), turn);
  if (unit() < 0.7) slider.forces.springs.push_back({0, 60 * unit(), 0.3 * random()});
  if (unit() < 0.5) slider.forces.springs.push_back({2, 5 * unit(), slider.q[2] + 0.5 * random()});
  if (unit() < 0.4) slider.forces.dampers.push_back({0, 3 * unit()});
  const auto motor = [&](int coordinate, double reference, double rate) {
    return Motor{.coordinate = coordinate,
                 .proportional = 20 + 100 * unit(),
                 .derivative = unit(),
                 .reference = reference,
                 .rate = rate,
                 .start = duration * unit()};
  };
  if (unit() < 0.5) slider.forces.motors.push_back(motor(1, slider.q[1], 0.5 * unit()));
  if (unit() < 0.5) slider.forces.motors.push_back(motor(0, 0.1 * random(), random()));
  return slider;
}

}  // namespace

Q_DECLARE_METATYPE(Slider)

class TestFrictionEvents : public QObject {
  Q_OBJECT
 private slots:
  void aBlockOnASpringRestsWhereItsHalfPeriodsEnd();
  void aBlockOnASlopeTurnsRoundOrStays();
  void slipsOfAnySizeStopWhereFrictionEndsThem();
  void variationsGoOnWhereABlockStops();
  void theErrorsAreOfSecondOrder_data();
  void theErrorsAreOfSecondOrder();
  void randomSlidersAreOfSecondOrder();
  void contactsOpenAndSlipAtTheirTimes();
  void derivativesAreOfSecondOrder_data();
  void derivativesAreOfSecondOrder();
};

/// Each half period of the spring loses 2 μ m g/k of the amplitude, until the spring cannot move the block.
void TestFrictionEvents::aBlockOnASpringRestsWhereItsHalfPeriodsEnd() {
  Slider block;
  block.friction = 0.3;
  block.forces.springs = {{0, 40, 0}};
  block.q[0] = 0.5;
  const double lost = 2 * 0.3 * weight / 40;
  double x = 0.5, side = 1;
  for (; x > 0.5 * lost; x -= lost) side = -side;
  for (double step = 0.2; step > 1e-4; step *= 0.43) {
    const Trajectory motion = block.run(2, step);
    QVERIFY2(motion.complete && motion.impacts.empty(), motion.stopReason.c_str());
    // The midpoint rule keeps this energy, so that only the times at which the block turns are not exact.
    QVERIFY2(std::abs(motion.configuration(2)[0] - side * x) < 1e-10,
             qPrintable(QString::number(motion.configuration(2)[0])));
    QVERIFY(motion.velocity(2).norm() < 1e-12);
  }
}

void TestFrictionEvents::aBlockOnASlopeTurnsRoundOrStays() {
  constexpr double angle = 0.5, speed = 1.5, duration = 0.6;
  for (const double friction : {0.3, 0.8}) {
    Slider block;
    block.friction = friction;
    block.gravity = weight * Vector2d(-std::sin(angle), -std::cos(angle));
    block.v[0] = speed;
    const double up = weight * (std::sin(angle) + friction * std::cos(angle)), time = speed / up;
    const double down = std::max(0.0, weight * (std::sin(angle) - friction * std::cos(angle)));
    const double left = duration - time;
    for (double step = 0.05; step > 1e-5; step *= 0.37) {
      const Trajectory motion = block.run(duration, step);
      QVERIFY(motion.complete && motion.impacts.empty());
      VectorXd exact(6);
      exact << speed * speed / (2 * up) - 0.5 * down * left * left, 0, 0, -down * left, 0, 0;
      const double error = errorOf(motion, duration, exact);
      QVERIFY2(error < 1e-8, qPrintable(QString::number(error)));
    }
  }
}

/// The time at which it turns depends on its state, which the tangents of single steps leave out. A block
/// that stays there has a derivative: x(T) changes by the speed at the start over the deceleration.
/// v²/(2 μ g), from slips that stop within 10⁻⁶ of a step to those that last for many.
void TestFrictionEvents::slipsOfAnySizeStopWhereFrictionEndsThem() {
  for (const double friction : {0.05, 0.5, 5.0})
    for (const double step : {1e-4, 1e-3, 1e-2})
      for (double speed = 1e-7; speed < 3; speed *= 3.7) {
        Slider slider;
        slider.friction = friction;
        slider.place(0, speed, 0);
        const double stops = speed / (friction * weight), way = 0.5 * speed * stops;
        const Trajectory run = slider.run(stops + 2 * step, step);
        QVERIFY(run.complete);
        const double end = run.configuration(stops + 2 * step)[0];
        const bool isRounding = stops <= 4e-6 * step;  // a slip that would stop so soon counts as none
        QVERIFY2(std::abs(end - way) <= (isRounding ? way : 1e-9 * (way + speed * step)),
                 qPrintable(QStringLiteral("μ = %1, h = %2, v = %3: %4 for %5")
                                .arg(friction)
                                .arg(step)
                                .arg(speed)
                                .arg(end)
                                .arg(way)));
        QVERIFY(run.velocity(stops + 2 * step).norm() < 1e-13);  // rounding of g h
      }
}

/// A block slides up a slope, stops, and stays there or slides back: the time of the stop depends on its
/// speed.
void TestFrictionEvents::variationsGoOnWhereABlockStops() {
  constexpr double angle = 0.5, speed = 1.5, duration = 0.6;
  for (const double friction : {0.3, 0.8}) {
    Slider block;
    block.friction = friction;
    block.gravity = weight * Vector2d(-std::sin(angle), -std::cos(angle));
    block.v[0] = speed;
    const double up = weight * (std::sin(angle) + friction * std::cos(angle)),
                 down = std::max(0.0, weight * (std::sin(angle) - friction * std::cos(angle)));
    const RunVariation variation = runVariation(block.mechanism(), block.run(duration, 0.0123));
    QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
    // x = v²/2a − ½ b (T − v/a)²
    const double place = speed / up + down * (duration - speed / up) / up;
    QVERIFY2(std::abs(variation.map(0, 3) - place) < 1e-9,
             std::to_string(variation.map(0, 3) - place).c_str());
    QVERIFY(std::abs(variation.map(3, 3) - down / up) < 1e-9);
  }
}

void TestFrictionEvents::theErrorsAreOfSecondOrder_data() {
  QTest::addColumn<Slider>("slider");
  QTest::addColumn<double>("duration");
  QTest::addColumn<int>("changes");
  const auto add = [](const char* name, double friction, double angle, double slip, double turn,
                      double duration, int changes, const JointForces& forces = {}) {
    Slider slider = rod(friction);
    slider.place(angle, slip, turn);
    slider.forces = forces;
    for (Motor& motor : slider.forces.motors)
      if (motor.coordinate == 1) motor.reference = slider.q[1];
    QTest::newRow(name) << slider << duration << changes;
  };
  add("slides on, turning", 0.6, 1.0, -1, 3.5, 0.3, 0);
  add("slides, then sticks", 0.6, 1.0, 1, 3.5, 0.3, 1);
  add("slips from rest, turns round", 0.2, 1.2, 0, 0, 0.5, 1);
  add("slides, sticks, slips", 0.9, 1.3, 1, 0, 0.5, 2);
  add("slides, sticks, is lifted", 1.2, 1.0, -0.5, 0, 0.3, 3, {{}, {}, {{1, 400, 0, 0, 0.3}}});
  add("slides until it is lifted", 1.2, 1.0, 0.5, 0, 0.3, 1, {{}, {}, {{1, 400, 0, 0, 0.3}}});
  add("pulled from a time on", 0.3, 1.5, 0, 0, 0.3, 1, {{}, {}, {{0, 50, 3, 0, 1.5, 0.1234567}}});
}

void TestFrictionEvents::theErrorsAreOfSecondOrder() {
  QFETCH(Slider, slider);
  QFETCH(double, duration);
  QFETCH(int, changes);
  Newton newton(slider);
  const auto exact = newton.after(duration);
  QVERIFY(exact);
  QCOMPARE(newton.changes(), changes);
  double coarse = 0, fine = 0;
  for (double steps = 40.3; steps < 1e4; steps *= 2.03) {
    const Trajectory motion = slider.run(duration, duration / steps);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    const double scaled = errorOf(motion, duration, *exact) * steps * steps;
    double& largest = steps < 400 ? coarse : fine;
    largest = std::max(largest, scaled);
  }
  // Where a contact begins to slip is not located: the error is within O(h²), but not smooth.
  QVERIFY2(fine < 2 * coarse + 1e-3, qPrintable(QStringLiteral("%1 after %2").arg(fine).arg(coarse)));
}

void TestFrictionEvents::randomSlidersAreOfSecondOrder() {
  constexpr double duration = 0.35;
  int changes = 0, runs = 0, odd = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Slider slider = randomSlider(seed, duration);
    Newton newton(slider);
    const auto exact = newton.after(duration);
    if (!exact) continue;  // it meets the floor again
    changes += newton.changes();
    ++runs;
    double coarse = 0, fine = 0;
    for (const double steps : {40.3, 81.7, 151.3, 1201.9, 3301.3}) {
      const Trajectory motion = slider.run(duration, duration / steps);
      QVERIFY2(motion.complete,
               qPrintable(QStringLiteral("%1: %2").arg(seed).arg(motion.stopReason.c_str())));
      const double scaled = errorOf(motion, duration, *exact) * steps * steps;
      double& largest = steps < 1000 ? coarse : fine;
      largest = std::max(largest, scaled);
    }
    odd += fine > 3 * coarse + 1e-2;
  }
  QVERIFY2(runs > 50 && changes > 50,
           qPrintable(QStringLiteral("%1 runs, %2 changes").arg(runs).arg(changes)));
  // Where a slip turns round within 1e-6 of a step's end, or modes change twice in a step.
  QVERIFY2(odd <= 1, qPrintable(QString::number(odd)));
}

void TestFrictionEvents::contactsOpenAndSlipAtTheirTimes() {
  constexpr double duration = 0.35;
  int compared = 0, opened = 0, ends = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    const Slider slider = randomSlider(seed, duration);
    Newton newton(slider);
    if (!newton.after(duration)) continue;
    double scaled[2] = {0, 0};
    bool known = true;
    for (const int i : {0, 1}) {
      const double h = duration / (i == 0 ? 151.3 : 1201.9);
      const Trajectory motion = slider.run(duration, h);
      QVERIFY(motion.complete);
      // Those well within a step are located; each end of the motion has at most one.
      for (const ContactChange& change : motion.changes) {
        double least = duration;
        for (const Newton::End& end : newton.ends())
          if (end.slips == change.slips) least = std::min(least, std::abs(end.time - change.time));
        known = known && least <= h;
        scaled[i] = std::max(scaled[i], least / (h * h));
        compared += i;
        opened += i == 1 && !change.slips;
      }
    }
    ends += static_cast<int>(newton.ends().size());
    QVERIFY2(known, qPrintable(QString::number(seed)));
    QVERIFY2(scaled[1] < 3 * scaled[0] + 10,
             qPrintable(QStringLiteral("%1: %2 after %3").arg(seed).arg(scaled[1]).arg(scaled[0])));
  }
  // Ends shortly before an end of a step come there.
  QVERIFY2(ends > 40 && opened > 10 && compared >= 0.9 * ends,
           qPrintable(QStringLiteral("%1 of %2, %3 open").arg(compared).arg(ends).arg(opened)));
}

void TestFrictionEvents::derivativesAreOfSecondOrder_data() {
  QTest::addColumn<double>("friction");
  QTest::addColumn<double>("angle");
  QTest::addColumn<double>("slip");
  QTest::addColumn<double>("lift");
  QTest::newRow("slides until it is lifted") << 1.2 << 1.0 << 0.5 << 400.0;
  QTest::newRow("slides, sticks, is lifted") << 1.2 << 1.0 << -0.5 << 400.0;
  QTest::newRow("slides, sticks, slips") << 0.9 << 1.3 << 1.0 << 0.0;
}

/// By the slip at the start, of the state at the end: against differences of Newton's equations.
void TestFrictionEvents::derivativesAreOfSecondOrder() {
  QFETCH(double, friction);
  QFETCH(double, angle);
  QFETCH(double, slip);
  QFETCH(double, lift);
  const double duration = lift > 0 ? 0.3 : 0.5;
  const auto at = [&](double s) {
    Slider slider = rod(friction);
    slider.place(angle, slip + s, 0);
    if (lift > 0) slider.forces.motors.push_back({1, lift, 0, slider.q[1], 0.3});
    return slider;
  };
  const auto end = [&](double s) { return *Newton(at(s)).after(duration); };
  constexpr double epsilon = 1e-3;
  const VectorXd exact =
      (8 * (end(epsilon) - end(-epsilon)) - end(2 * epsilon) + end(-2 * epsilon)) / (12 * epsilon);
  const Slider slider = at(0);
  const Mechanism built = slider.mechanism();
  const Eigen::MatrixXd M = built.massMatrix(slider.q);
  VectorXd start = VectorXd::Zero(6);
  start.tail(3) = M.col(0);
  double coarse = 0, fine = 0;
  for (double steps = 80.3; steps < 1e4; steps *= 1.37) {
    const RunVariation variation = runVariation(built, slider.run(duration, duration / steps));
    QVERIFY2(variation.stopped.empty(), variation.stopped.c_str());
    VectorXd change = variation.map * start;
    change.tail(3) = M.inverse() * change.tail(3);
    const double error = (change - exact).norm() / exact.norm();
    (steps < 800 ? coarse : fine) = std::max(steps < 800 ? coarse : fine, error * steps * steps);
  }
  QVERIFY2(fine < 2 * coarse + 1e-3, qPrintable(QStringLiteral("%1 after %2").arg(fine).arg(coarse)));
}

CAROM_TEST(TestFrictionEvents);
#include "tst_friction_events.moc"
