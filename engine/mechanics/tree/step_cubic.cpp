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
    : m_q0(q0), m_q1(q1), m_v0(v0), m_v1(v1), m_h(h), m_rotations(rotations) {}

StepCubic::Turn StepCubic::turnAt(int coordinate) const {
  const Eigen::Vector3d start = m_q0.segment<3>(coordinate),
                        y1 = composed(-start, m_q1.segment<3>(coordinate));
  return {coordinate, start, y1,
          RightJacobian(y1).matrix().inverse() * Eigen::Vector3d(m_v1.segment<3>(coordinate))};
}

const std::vector<StepCubic::Turn>& StepCubic::turns() const {
  if (m_turns.empty())
    for (const int k : m_rotations) m_turns.push_back(turnAt(k));
  return m_turns;
}

Eigen::Vector3d StepCubic::rotation(const Turn& turn, double x) const {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  return composed(turn.start, valueOf(zero, turn.y1, m_v0.segment<3>(turn.coordinate), turn.dy1, m_h, x));
}

Eigen::Vector3d StepCubic::angularVelocity(const Turn& turn, double x) const {
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero(), v0 = m_v0.segment<3>(turn.coordinate);
  return RightJacobian(valueOf(zero, turn.y1, v0, turn.dy1, m_h, x)) *
         rateOf(zero, turn.y1, v0, turn.dy1, m_h, x);
}

Eigen::VectorXd StepCubic::configuration(double s) const {
  if (m_h == 0 || s == 0) return m_q0;
  const double x = s / m_h;
  Eigen::VectorXd q = valueOf(m_q0, m_q1, m_v0, m_v1, m_h, x);
  for (const Turn& turn : turns()) q.segment<3>(turn.coordinate) = rotation(turn, x);
  return q;
}

Eigen::VectorXd StepCubic::velocity(double s) const {
  if (m_h == 0) return m_v0;
  const double x = s / m_h;
  Eigen::VectorXd v = rateOf(m_q0, m_q1, m_v0, m_v1, m_h, x);
  for (const Turn& turn : turns()) v.segment<3>(turn.coordinate) = angularVelocity(turn, x);
  return v;
}

void StepCubic::place(double s, std::span<const int> coordinates, Eigen::VectorXd& q) const {
  const bool stays = m_h == 0 || s == 0;
  const double x = stays ? 0 : s / m_h;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const int k = coordinates[i];
    if (stays)
      q[k] = m_q0[k];
    else if (turns(k)) {
      q.segment<3>(k) = rotation(turnAt(k), x);
      i += 2;
    } else
      q.segment<1>(k) =
          valueOf(m_q0.segment<1>(k), m_q1.segment<1>(k), m_v0.segment<1>(k), m_v1.segment<1>(k), m_h, x);
  }
}

void StepCubic::move(double s, std::span<const int> coordinates, Eigen::VectorXd& v) const {
  const double x = m_h == 0 ? 0 : s / m_h;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const int k = coordinates[i];
    if (m_h == 0)
      v[k] = m_v0[k];
    else if (turns(k)) {
      v.segment<3>(k) = angularVelocity(turnAt(k), x);
      i += 2;
    } else
      v.segment<1>(k) =
          rateOf(m_q0.segment<1>(k), m_q1.segment<1>(k), m_v0.segment<1>(k), m_v1.segment<1>(k), m_h, x);
  }
}

}  // namespace carom
