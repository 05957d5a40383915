#pragma once

#include <string>
#include <utility>
#include <vector>

namespace carom {

/// A direction in which the start of a run changes, by names: initial coordinates "a.x", their velocities
/// "v:a.x" and continuous parameters, each by an amount (SI) per unit.
using RunDirection = std::vector<std::pair<std::string, double>>;

}  // namespace carom
