#pragma once

#include <pybind11/pybind11.h>

namespace carom::python {

namespace py = pybind11;

/// carom.Impact, an immutable ImpactProblem, and carom.impact().
void bindImpact(py::module_& module);

}  // namespace carom::python
