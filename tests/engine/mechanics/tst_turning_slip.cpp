// A tripod that slides and spins on a floor: friction whose direction turns, against Newton's equations by a
// Runge–Kutta method of their own.
#include <QtTest>
#include <array>
#include <cmath>

#include "mechanics/motion/run_motion.h"
#include "support/mechanism_examples.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::examples;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double gravity = 9.81, height = 0.2, friction = 0.3, spinInertia = 0.03;

std::array<Vector3d, 3> feet() {
  return {Vector3d(0.2, 0, -height), Vector3d(-0.1, 0.15, -height), Vector3d(-0.12, -0.17, -height)};
}

Mechanism tripod() {
  Body body{"tripod", -1, Vector3d::Zero(), space(), 1, {}};
  body.inertia = Vector3d(0.02, 0.025, spinInertia).asDiagonal();
  std::vector<ContactPair> contacts;
  for (const Vector3d& foot : feet()) {
    const auto shape = static_cast<int>(body.shapes.size());
    body.shapes.push_back(Point{foot});
    ContactPair contact{"foot" + std::to_string(shape), {0, 1}, {shape, 0}};
    contact.coefficients.friction = friction;
    contact.coefficients.restitution = 0;
    contacts.push_back(contact);
  }
  return {{body, {"floor", -1, Vector3d::Zero(), {}, 0, {HalfSpace{Vector3d::UnitZ(), 0}}}},
          contacts,
          {0, 0, -gravity}};
}

/// x, y, angle and their rates.
using Slide = Eigen::Matrix<double, 6, 1>;

/// The loads of the feet balance the weight and, as the tripod stays upright, the moments about x and y.
Slide rateOf(const Slide& s) {
  const Matrix3d R = Eigen::AngleAxisd(s[2], Vector3d::UnitZ()).toRotationMatrix();
  Matrix3d balance;
  std::array<Vector3d, 3> force, moment;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3d r = R * feet()[i];
    Vector3d slip = Vector3d(s[3], s[4], 0) + Vector3d(0, 0, s[5]).cross(r);
    slip.z() = 0;
    force[i] = Vector3d::UnitZ() - friction * slip.normalized();
    moment[i] = r.cross(force[i]);
    balance.col(static_cast<Eigen::Index>(i)) = Vector3d(1, moment[i].x(), moment[i].y());
  }
  const Vector3d load = balance.fullPivLu().solve(Vector3d(gravity, 0, 0));
  Slide rate;
  rate.setZero();
  rate.head<3>() = s.tail<3>();
  for (std::size_t i = 0; i < 3; ++i) {
    const double N = load[static_cast<Eigen::Index>(i)];
    rate.segment<2>(3) += N * force[i].head<2>();
    rate[5] += N * moment[i].z() / spinInertia;
  }
  return rate;
}

Slide slideFor(double duration) {
  constexpr int steps = 4000;
  const double h = duration / steps;
  Slide s;
  s << 0, 0, 0, 1, 0.3, 5;
  for (int i = 0; i < steps; ++i) {
    const Slide a = rateOf(s), b = rateOf(s + 0.5 * h * a), c = rateOf(s + 0.5 * h * b),
                d = rateOf(s + h * c);
    s += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return s;
}

}  // namespace

class TestTurningSlip : public QObject {
  Q_OBJECT
 private slots:
  void theErrorIsOfSecondOrder();
};

void TestTurningSlip::theErrorIsOfSecondOrder() {
  const Mechanism mechanism = tripod();
  constexpr double duration = 0.1;
  const Slide exact = slideFor(duration);
  VectorXd q = VectorXd::Zero(6), v = q;
  q[2] = height;
  v[0] = 1;
  v[1] = 0.3;
  v[5] = 5;
  double before = 0;
  for (const double step : {4e-3, 2e-3, 1e-3, 5e-4}) {
    double rising = 0, wrong = 0;
    const double first = 0.5 * v.dot(mechanism.massMatrix(q) * v);
    MotionOptions options{.duration = duration, .step = step};
    options.observe = [&](const ObservedState& state) {
      const VectorXd now = mechanism.massMatrix(state.q).llt().solve(state.p);
      rising = std::max(rising, std::abs(now[2]));
      wrong = std::max(wrong, std::abs(0.5 * state.p.dot(now) - first - state.flow.given()));
    };
    const Trajectory motion = runMotion(mechanism, {0, q, mechanism.massMatrix(q) * v}, options);
    QVERIFY2(motion.complete, motion.stopReason.c_str());
    QVERIFY(motion.impacts.empty());
    QVERIFY2(rising < 1e-12, qPrintable(QString::number(rising)));  // the motion has no vertical velocity
    QVERIFY2(wrong < 1e-12, qPrintable(QString::number(wrong)));    // the work of friction, to rounding
    const VectorXd end = motion.configuration(duration), rate = motion.velocity(duration);
    Slide error;
    error << end[0] - exact[0], end[1] - exact[1], end[5] - exact[2], rate[0] - exact[3], rate[1] - exact[4],
        rate[5] - exact[5];
    if (before > 0)
      QVERIFY2(std::abs(before / error.norm() - 4) < 0.2, qPrintable(QString::number(before / error.norm())));
    before = error.norm();
  }
  QVERIFY2(before < 1e-6, qPrintable(QString::number(before)));
}

CAROM_TEST(TestTurningSlip);
#include "tst_turning_slip.moc"
