#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// The collision law of a contact that does not reflect: an impulse along its normal and its tangents, V_f −
/// V_i = W P [CR98 eq. 2].
struct SingleCollision {
  std::string law;  ///< its name, "chatterjee-ruina"
  /// t×n, t ≤ 2: rows T of the relative velocity V_t = T q̇ along tangents of unit length (m per unit of each
  /// coordinate), each different from 0.
  Eigen::MatrixXd tangents;
  /// P (N·s) from the inverse local mass W (1/kg), the velocity V_i of approach (m/s) and the contact's
  /// restitution e: 1 + t each, the normal first. Throws ImpactError where the law has no answer.
  std::function<Eigen::VectorXd(const Eigen::MatrixXd& W, const Eigen::VectorXd& V, double e)> impulse;
  double friction = 0;  ///< μ ≥ 0 of the law, may be infinite
  /// Of a law in the plane, t = 1, vectors h (2): for all V with V_n < 0 between neighbouring rays h·V = 0
  /// the impulse is one matrix times V. Null, or without a result, where this is not so or not known.
  std::function<std::optional<std::vector<Eigen::Vector2d>>(const Eigen::MatrixXd& W, double e)> kinks{};
};

}  // namespace carom
