#pragma once

#include <optional>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The potential energy (J) of the rest that a mechanism settles to from q when all motion is damped, such as
/// the hanging rest of a pendulum. Empty where it has none: a body that can fall for ever.
std::optional<double> restPotential(const Mechanism& mechanism, const Eigen::VectorXd& q);

}  // namespace carom
