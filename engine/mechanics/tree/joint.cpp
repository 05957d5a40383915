#include "mechanics/tree/joint.h"

namespace carom {

std::vector<std::string> coordinateNames(const Joint& joint) {
  const std::string& name = joint.coordinate;
  if (!std::holds_alternative<Spherical>(joint.kind)) return {name};
  return {name + 'x', name + 'y', name + 'z'};
}

}  // namespace carom
