#pragma once

#include <optional>
#include <string>

#include "scene/scene.h"

namespace carom {

/// Evaluates expressions over the parameters of a scene under some assignments. The scene is built at the
/// first expression that names a parameter.
class ParameterNumbers {
 public:
  ParameterNumbers(const Scene& scene, const Assignments& assignments)
      : m_scene(scene), m_assignments(assignments) {}

  /// In SI; may be infinite or not a number. Throws ExpressionError, and SceneError where the scene rejects
  /// the assignments.
  double operator()(const std::string& text);
  /// The display unit of a parameter; empty where it has none, and for other names.
  std::string unitOf(const std::string& name) const;

 private:
  const Scene& m_scene;
  const Assignments& m_assignments;
  std::optional<std::vector<ParameterValue>> m_parameters;
};

}  // namespace carom
