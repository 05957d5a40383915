#pragma once

#include <pybind11/pybind11.h>

#include "python/scene.h"

namespace carom::python {

/// Adds `design` and `unique_values` to the class Scene.
void defineDesign(py::class_<AssignedScene>& type);

}  // namespace carom::python
