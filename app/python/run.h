#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "python/scene.h"

namespace carom::python {

/// carom.Run.
class Run;

extern const char* const simulateDoc;

/// Scene.simulate(): the options of `carom simulate` as keyword arguments.
std::shared_ptr<Run> simulateScene(const AssignedScene& scene, const py::object& until,
                                   const py::object& step, const py::object& every, const py::object& policy,
                                   const py::object& restitution, const py::object& reflectionRestitution,
                                   const py::object& follow, bool alternatives, bool localError,
                                   const py::object& start, const py::object& maxSteps,
                                   const py::object& maxMemory);

void bindRun(py::module_& module);

}  // namespace carom::python
