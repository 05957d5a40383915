#pragma once

#include <pybind11/pybind11.h>

#include "python/scene.h"
#include "study/sweep.h"

namespace carom::python {

/// carom.Sweep.
struct Sweep {
  std::string title, measure;
  SweepResult result;
};

extern const char* const sweepDoc;

/// Scene.sweep(): the axes are keyword arguments.
Sweep sweepScene(const AssignedScene& scene, const std::string& measure, const py::object& maxStates,
                 const py::object& maxMemory, const py::kwargs& axes);

void bindSweep(py::module_& module);

}  // namespace carom::python
