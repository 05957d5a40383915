#include "mechanics/motion/free_flight.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>

#include "base/rotation.h"

namespace carom {

namespace {

/// The Hermite cubic between two nodes, which fits q and q̇ at both, over s in [0,1], and its rate.
///
/// For a rotation: R(t) = R₀ exp(ŷ(t)), y the cubic with y(0) = 0, ẏ(0) = ω₀, y(h) = log(R₀ᵀR₁), ẏ(h) =
/// J_r(y)⁻¹ ω₁, and ω = J_r(y) ẏ.
struct Cubic {
  const MotionNodes& nodes;
  Eigen::Index i;
  double s = 0, h = 0;

  Cubic(const MotionNodes& motion, double t) : nodes(motion) {
    const double* first = motion.time.data();
    const Eigen::Index N = motion.time.size();
    const auto later = std::upper_bound(first, first + N, t) - first;
    i = std::clamp<Eigen::Index>(later - 1, 0, std::max<Eigen::Index>(N - 2, 0));
    h = N > 1 ? motion.time[i + 1] - motion.time[i] : 0;
    s = h > 0 ? std::clamp((t - motion.time[i]) / h, 0.0, 1.0) : 0;
  }
  Eigen::VectorXd value() const {
    if (h == 0 || s == 0) return nodes.q.col(i);
    Eigen::VectorXd q = value(nodes.q.col(i), nodes.q.col(i + 1), nodes.v.col(i), nodes.v.col(i + 1));
    for (const int k : nodes.rotations) q.segment<3>(k) = composed(nodes.q.col(i).segment<3>(k), turn(k)[0]);
    return q;
  }
  Eigen::VectorXd rate() const {
    if (h == 0) return nodes.v.col(i);
    Eigen::VectorXd v = rate(nodes.q.col(i), nodes.q.col(i + 1), nodes.v.col(i), nodes.v.col(i + 1));
    for (const int k : nodes.rotations) {
      const auto [y, dy] = turn(k);
      v.segment<3>(k) = RightJacobian(y) * dy;
    }
    return v;
  }

 private:
  Eigen::VectorXd value(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1, const Eigen::VectorXd& v0,
                        const Eigen::VectorXd& v1) const {
    const double u = 1 - s;
    return u * u * (1 + 2 * s) * q0 + s * s * (3 - 2 * s) * q1 + h * s * u * (u * v0 - s * v1);
  }
  Eigen::VectorXd rate(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1, const Eigen::VectorXd& v0,
                       const Eigen::VectorXd& v1) const {
    const double u = 1 - s;
    return 6 * s * u / h * (q1 - q0) + u * (u - 2 * s) * v0 + s * (s - 2 * u) * v1;
  }
  /// y and ẏ.
  std::array<Eigen::Vector3d, 2> turn(int k) const {
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero(), v0 = nodes.v.col(i).segment<3>(k);
    const Eigen::Vector3d end = composed(-nodes.q.col(i).segment<3>(k), nodes.q.col(i + 1).segment<3>(k));
    const Eigen::Vector3d v1 =
        RightJacobian(end).matrix().inverse() * Eigen::Vector3d(nodes.v.col(i + 1).segment<3>(k));
    return {value(zero, end, v0, v1), rate(zero, end, v0, v1)};
  }
};

}  // namespace

Eigen::VectorXd FreeFlight::configuration(double t) const {
  if (nodes) return Cubic(*nodes, t).value();
  const double s = t - start;
  return q + s * (v + 0.5 * s * a);
}

Eigen::VectorXd FreeFlight::velocity(double t) const {
  if (nodes) return Cubic(*nodes, t).rate();
  return v + (t - start) * a;
}

EnergyFlow FreeFlight::flowAt(double t) const {
  if (!nodes) return flow;
  const double* first = nodes->time.data();
  const auto later = std::upper_bound(first, first + nodes->time.size(), t) - first;
  return nodes->flow[static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - 1, 0))];
}

}  // namespace carom
