#pragma once

#include <pybind11/pybind11.h>

namespace carom::python {

namespace py = pybind11;

/// What __reduce__ returns: the function of carom._again that makes the object anew, and its arguments.
py::tuple again(const char* function, const py::tuple& arguments);

/// Closes what pybind11 leaves open, for all that the module has by now: Class.__new__ would make an object
/// without its C++ part, and a wrong argument would be answered with the types of C++.
void guard(py::module_& module);

}  // namespace carom::python
