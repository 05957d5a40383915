#include "mechanics/tree/step_cubic.h"

#include <Eigen/LU>

#include "base/rotation.h"

namespace carom {

namespace {

/// The cubic through q0 and q1 with rates v0 and v1, at the share x of h, and its rate.
template <typename A, typename B, typename C, typename D>
auto valueOf(const A& q0, const B& q1, const C& v0, const D& v1, double h, double x) {
  const double u = 1 - x;
  return (u * u * (1 + 2 * x) * q0 + x * x * (3 - 2 * x) * q1 + h * x * u * (u * v0 - x * v1)).eval();
}
template <typename A, typename B, typename C, typename D>
auto rateOf(const A& q0, const B& q1, const C& v0, const D& v1, double h, double x) {
  const double u = 1 - x;
  return (6 * x * u / h * (q1 - q0) + u * (u - 2 * x) * v0 + x * (x - 2 * u) * v1).eval();
}

}  // namespace

StepCubic::StepCubic(const Vector& q0, const Vector& q1, const Vector& v0, const Vector& v1, double h,
                     const std::vector<int>& rotations)
    : m_q0(q0), m_q1(q1), m_v0(v0), m_v1(v1), m_h(h) {
  m_turns.reserve(rotations.size());
  for (const int k : rotations) {
    const Eigen::Vector3d start = q0.segment<3>(k), y1 = composed(-start, q1.segment<3>(k));
    m_turns.push_back(
        {k, start, y1, RightJacobian(y1).matrix().inverse() * Eigen::Vector3d(v1.segment<3>(k))});
  }
}

Eigen::VectorXd StepCubic::configuration(double s) const {
  if (m_h == 0 || s == 0) return m_q0;
  const double x = s / m_h;
  Eigen::VectorXd q = valueOf(m_q0, m_q1, m_v0, m_v1, m_h, x);
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  for (const Turn& turn : m_turns)
    q.segment<3>(turn.coordinate) =
        composed(turn.start, valueOf(zero, turn.y1, m_v0.segment<3>(turn.coordinate), turn.dy1, m_h, x));
  return q;
}

Eigen::VectorXd StepCubic::velocity(double s) const {
  if (m_h == 0) return m_v0;
  const double x = s / m_h;
  Eigen::VectorXd v = rateOf(m_q0, m_q1, m_v0, m_v1, m_h, x);
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  for (const Turn& turn : m_turns) {
    const Eigen::Vector3d v0 = m_v0.segment<3>(turn.coordinate);
    v.segment<3>(turn.coordinate) = RightJacobian(valueOf(zero, turn.y1, v0, turn.dy1, m_h, x)) *
                                    rateOf(zero, turn.y1, v0, turn.dy1, m_h, x);
  }
  return v;
}

}  // namespace carom
