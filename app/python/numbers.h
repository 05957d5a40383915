#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <string>
#include <vector>

#include "base/count.h"

namespace carom::python {

namespace py = pybind11;

/// A vector of finite numbers: anything that NumPy makes an array of numbers of. size: −1 for any. Raises
/// carom.CommandError, which names `place`, the shape and the index of the fault.
Eigen::VectorXd vectorFrom(const py::object& value, const std::string& place, Eigen::Index size = -1);
/// The same for a matrix. rows, columns: −1 for any.
Eigen::MatrixXd matrixFrom(const py::object& value, const std::string& place, Eigen::Index rows = -1,
                           Eigen::Index columns = -1);

/// An option or a parameter as text: a string as it is, a number with all its digits, None as "". Raises
/// carom.CommandError for NaN and infinity, TypeError for anything else.
std::string textFrom(const py::object& value, const std::string& place);

/// A str as UTF-8. Raises TypeError for anything else, carom.CommandError for a str that is no text, because
/// it has half of a surrogate pair.
std::string utf8From(const py::handle& text, const std::string& place);

/// The texts of a string or of a sequence of strings, the string being one.
std::vector<std::string> textsFrom(const py::object& value, const std::string& place);

/// A new array that Python may not write to.
template <class Array>
Array readOnly(Array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

/// A count as a Python int.
py::int_ wholeNumber(const Count& count);

}  // namespace carom::python
