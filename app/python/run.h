#pragma once

#include <pybind11/pybind11.h>

#include "python/scene.h"

namespace carom::python {

extern const char* const simulateDoc;

/// Scene.simulate(), a carom.Run: the options of `carom simulate` as keyword arguments.
py::object simulateScene(const AssignedScene& scene, const py::object& until, const py::kwargs& given);

/// carom.Run.
void bindRun(py::module_& module);

}  // namespace carom::python
