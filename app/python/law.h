#pragma once

#include <pybind11/pybind11.h>

namespace carom::python {

/// carom.law() and carom.laws().
void bindLaw(pybind11::module_& module);

}  // namespace carom::python
