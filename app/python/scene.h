#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "scene/scene.h"

namespace carom::python {

namespace py = pybind11;

/// carom.Scene: a scene with values of its parameters, and its mechanism under these.
struct AssignedScene {
  std::shared_ptr<const Scene> scene;
  Assignments assignments;
  std::shared_ptr<const SceneInstance> instance;

  /// An expression over the parameters, in SI. Raises carom.CommandError, which names `place`.
  double evaluate(const std::string& text, const std::string& place) const;
};

/// Raises carom.CommandError for a name that is not among the known ones, with the nearest of them first.
[[noreturn]] void refuseName(const std::string& place, const std::string& kind, const std::string& name,
                             const std::vector<std::string>& known);

/// carom.Scene, carom.scene() and carom.scenes().
void bindScene(py::module_& module);

}  // namespace carom::python
