#pragma once

#include <pybind11/pybind11.h>

namespace carom::python {

namespace py = pybind11;

/// What __reduce__ returns: the function of carom._again that makes the object anew, and its arguments.
py::tuple again(const char* function, const py::tuple& arguments);

/// What was asked, for answers that pickle as their question: the object, its method, and the arguments.
template <typename Of>
py::tuple asked(const Of& of, const char* method, const py::tuple& arguments, const py::kwargs& given) {
  return py::make_tuple(py::cast(of, py::return_value_policy::reference), method, arguments, given);
}
/// __reduce__ of such an answer, which is computed again. Throws TypeError where it is a part of another one.
py::tuple askedAgain(const py::object& question);

/// Closes what pybind11 leaves open, for all that the module has by now: Class.__new__ would make an object
/// without its C++ part, and a wrong argument would be answered with the types of C++.
void guard(py::module_& module);

}  // namespace carom::python
