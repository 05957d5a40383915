#pragma once

#include <optional>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The potential energy (J) at which a mechanism comes to rest from q when all motion is damped, such as that
/// of a hanging pendulum. Empty where a body can fall without end.
std::optional<double> restPotential(const Mechanism& mechanism, const Eigen::VectorXd& q);

}  // namespace carom
