#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace carom::python {

namespace py = pybind11;

/// carom.Scene: a scene with values of its parameters, and its mechanism under these.
struct AssignedScene {
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  std::shared_ptr<const SceneInstance> instance;

  /// The impact of the contacts that are closed at the initial state. Throws SceneError and ImpactError.
  ImpactProblem impact() const;
  /// An expression over the parameters, in SI. Raises carom.CommandError, which names `place`.
  double evaluate(const std::string& text, const std::string& place) const;
};

/// The names of parameters and choices.
std::vector<std::string> parameterNames(const Scene& scene);

/// A carom.Scene, or what carom.scene() takes with all parameters as they are.
AssignedScene sceneFrom(const py::object& source);

/// Builds the mechanism, without the GIL. Throws SceneError.
AssignedScene assignedScene(std::shared_ptr<const Scene> scene, Assignments assignments);

/// Raises carom.CommandError for a name that is not among the known ones, with the nearest of them first.
[[noreturn]] void refuseName(const std::string& place, const std::string& kind, const std::string& name,
                             const std::vector<std::string>& known);

/// carom.Scene, carom.scene() and carom.scenes().
void bindScene(py::module_& module);

}  // namespace carom::python
