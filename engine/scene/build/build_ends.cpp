#include "scene/build/build_ends.h"

#include <algorithm>

namespace carom {

int coordinateNamed(const SceneValues& values, const Mechanism& mechanism, const NamePattern& pattern,
                    bool anyJoint, const std::string& instead) {
  const std::string name = values.name(pattern);
  const int index = mechanism.coordinateIndex(name);
  if (index < 0)
    values.refuse(pattern.place, "there is no coordinate \"" + name + '"',
                  "body.joint, such as \"leg.knee\"");
  if (!anyJoint && mechanism.links()[static_cast<std::size_t>(index)].spherical >= 0)
    values.refuse(pattern.place, "\"" + name + "\" belongs to a spherical joint",
                  "a coordinate of a prismatic or revolute joint" + instead);
  return index;
}

}  // namespace carom
