#pragma once

#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom::edit {

/// The coordinates of a body's own joints, as indices into Mechanism::coordinates(): those that it travels
/// along (m) and those that it turns about (rad).
struct OwnCoordinates {
  std::vector<int> travel, turn;
};
OwnCoordinates ownCoordinates(const Mechanism& mechanism, int body);

}  // namespace carom::edit
