#pragma once

#include <pybind11/pybind11.h>

#include "python/scene.h"

namespace carom::python {

extern const char* const simulateDoc;

/// Scene.simulate(), a carom.Run: the options of `carom simulate` as keyword arguments.
py::object simulateScene(const AssignedScene& scene, const py::object& until, const py::object& step,
                         const py::object& every, const py::object& policy, const py::object& restitution,
                         const py::object& reflectionRestitution, const py::object& follow, bool alternatives,
                         bool localError, const py::object& start, const py::object& maxSteps,
                         const py::object& maxMemory, const py::object& push);

/// carom.Run.
void bindRun(py::module_& module);

}  // namespace carom::python
