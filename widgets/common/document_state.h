#pragma once

#include <memory>
#include <optional>

#include "answer/snapshot.h"
#include "scene/scene.h"

namespace carom {

/// The state that edits change: a scene, assignments of its parameters, and how its impacts are resolved. A
/// value.
struct DocumentState {
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  std::optional<Word> ordering;  ///< chosen by hand, as contact indices of the initial impact
  ImpactSettings settings;  ///< the rule that chooses the ordering otherwise, the comparison, restitution

  std::vector<KeptRun> kept{};  ///< runs that are shown beside the one of this state, by name

  bool operator==(const DocumentState&) const = default;
};

}  // namespace carom
