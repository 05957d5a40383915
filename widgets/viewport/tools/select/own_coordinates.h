#pragma once

#include <string>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The coordinates of a body's own joints with a unit: "m" for those that it travels along, "rad" for those
/// that it turns about. Indices into Mechanism::coordinates().
std::vector<int> ownCoordinates(const Mechanism& mechanism, int body, const std::string& unit);

}  // namespace carom
