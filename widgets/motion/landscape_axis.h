#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

/// A parameter or an initial coordinate that a landscape can be over, as it is shown.
struct LandscapeAxis {
  std::string name;
  bool isCoordinate = false;
  QString symbol;  ///< "θ", "r_a"; of a coordinate its name
  QString unit;    ///< of the display: "deg", "mm"
  double factor = 1;
  double present = 0;              ///< SI
  double least = 0, greatest = 0;  ///< ends of the slider (SI); of a coordinate a range around its value
};

/// The parameters with a slider that are no counts, the free ones first, then the initial coordinates. An
/// angle is shown up to 30° to both sides of its value, a length up to the size of the scene.
std::vector<LandscapeAxis> landscapeAxes(const Snapshot& snapshot);
/// Also a parameter without a slider. Empty where the scene has no such name.
std::optional<LandscapeAxis> landscapeAxis(const Snapshot& snapshot, const std::string& name);

}  // namespace carom
