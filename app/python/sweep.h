#pragma once

#include <pybind11/pybind11.h>

#include "python/scene.h"
#include "study/sweep.h"

namespace carom::python {

/// carom.Sweep.
struct Sweep {
  std::string title, measure;
  SweepResult result;
  py::object asked{};
};

extern const char* const sweepDoc;

/// Scene.sweep(): the options of `carom sweep`, and the axes as keyword arguments.
Sweep sweepScene(const AssignedScene& scene, const py::kwargs& given);

void bindSweep(py::module_& module);

}  // namespace carom::python
