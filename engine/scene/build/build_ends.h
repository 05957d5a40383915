#pragma once

#include "mechanics/tree/mechanism.h"
#include "scene/build/evaluate.h"

namespace carom {

/// Calls `visit` with the two points of an entry, for each value of its repeat index. A pattern such as
/// "ball{i+1}" may run past the last body. Throws SceneError for unknown bodies.
template <typename Visit>
void eachEnds(SceneValues& values, const Mechanism& mechanism, const std::array<EndSource, 2>& sources,
              int index, const std::string& place, Visit&& visit) {
  int found = 0, tried = 0;
  values.repeatIndex(index, [&] {
    ++tried;
    std::array<BodyPoint, 2> ends;
    for (std::size_t k = 0; k < 2; ++k) {
      const EndSource& end = sources[k];
      ends[k].body = end.body ? mechanism.bodyIndex(values.name(*end.body)) : -1;
      ends[k].at = values.vector(end.at);
      if (!end.body || ends[k].body >= 0) continue;
      if (index >= 0) return;
      values.refuse(end.body->place, "there is no body \"" + values.name(*end.body) + '"',
                    "the name of a body");
    }
    ++found;
    visit(ends);
  });
  if (found == 0 && tried > 1)
    values.refuse(place, "no such bodies for any value of the index", "names of bodies");
}

/// The number of a coordinate. Throws SceneError where there is none, and for spherical joints unless
/// `anyJoint`; `instead` says what else to use.
int coordinateNamed(const SceneValues& values, const Mechanism& mechanism, const NamePattern& pattern,
                    bool anyJoint, const std::string& instead = "");

}  // namespace carom
