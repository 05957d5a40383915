#pragma once

#include <pybind11/pybind11.h>

namespace carom::python {

/// carom.audit().
void bindAudit(pybind11::module_& module);

}  // namespace carom::python
