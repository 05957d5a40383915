#pragma once

#include <pybind11/pybind11.h>

#include "python/scene.h"

namespace carom::python {

/// Adds `landing` to the class Scene.
void defineLanding(py::class_<AssignedScene>& type);

}  // namespace carom::python
