#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scene/format/parsed_scene.h"

namespace carom {

/// The mechanism that was built last, with what it was built from. A drag that changes initial coordinates
/// only has the same mechanism in every step. Threads may share it.
class LastMechanism {
 public:
  struct Built {
    std::shared_ptr<const Mechanism> mechanism;
    std::unordered_map<std::string, int> bodyNumbers;
    /// The parameters and derived quantities that it depends on, as symbols, and their values (SI).
    std::vector<std::pair<int, double>> inputs;
  };
  /// Null where the values of the evaluator give another one.
  std::shared_ptr<const Built> find(Evaluator& evaluator) const;
  void set(std::shared_ptr<const Built> built);
  /// Has what another scene has that differs in its initial state only.
  void take(const LastMechanism& other);

 private:
  mutable std::mutex m_mutex;
  std::shared_ptr<const Built> m_built;
};

/// A scene with numbers: parameters, mechanism, initial state, view. The evaluator belongs to the caller's
/// thread meanwhile. `last`: of this scene. Throws SceneError as Scene::instantiate does.
SceneInstance buildScene(const SceneSource& scene, Evaluator& evaluator, const Assignments& assignments,
                         LastMechanism& last);

}  // namespace carom
