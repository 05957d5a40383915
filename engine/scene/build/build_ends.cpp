#include "scene/build/build_ends.h"

#include <algorithm>

namespace carom {

int coordinateNamed(const SceneValues& values, const Mechanism& mechanism, const NamePattern& pattern,
                    bool anyJoint, const std::string& instead) {
  const std::string name = values.name(pattern);
  const auto& all = mechanism.coordinates();
  const auto found = std::ranges::find(all, name, &Coordinate::name);
  if (found == all.end())
    values.refuse(pattern.place, "there is no coordinate \"" + name + '"',
                  "body.joint, such as \"leg.knee\"");
  const auto index = found - all.begin();
  if (!anyJoint && mechanism.links()[static_cast<std::size_t>(index)].spherical >= 0)
    values.refuse(pattern.place, "\"" + name + "\" belongs to a spherical joint",
                  "a coordinate of a prismatic or revolute joint" + instead);
  return static_cast<int>(index);
}

}  // namespace carom
