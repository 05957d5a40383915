#pragma once

#include <memory>
#include <optional>

#include "answer/run_settings.h"
#include "scene/scene.h"

namespace carom {

/// What is edited: a scene, what its parameters are set to, and how its impacts are resolved. A value.
struct DocumentState {
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  std::optional<Word> ordering;  ///< chosen by hand, as contact indices of the initial impact
  ImpactSettings settings;  ///< the rule that chooses it otherwise, what it is compared with, restitution

  bool operator==(const DocumentState&) const = default;
};

}  // namespace carom
