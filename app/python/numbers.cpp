#include "python/numbers.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/number_text.h"
#include "python/errors.h"

namespace carom::python {

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

std::string shapeText(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(array.shape(i));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

std::string shapeText(Eigen::Index rows, Eigen::Index columns) {
  const auto number = [](Eigen::Index n, const char* any) { return n < 0 ? any : std::to_string(n); };
  return '(' + number(rows, "any") + (columns == 0 ? ",)" : ", " + number(columns, "any") + ')');
}

/// The numbers of `value`, with ndim dimensions.
Numbers numbersFrom(const py::object& value, const std::string& place, py::ssize_t ndim,
                    const std::string& shape) {
  const std::string expected = "finite numbers of shape " + shape;
  // What is masked is missing; as an array it would be the number behind the mask.
  if (std::string(py::str(py::type::of(value).attr("__name__"))) == "MaskedArray" &&
      value.attr("mask").attr("any")().cast<bool>())
    refuse(place, "has masked values", expected);
  const py::array array = py::array::ensure(value);
  if (!array) {
    PyErr_Clear();
    refuse(place, "is no array", expected);
  }
  if (std::strchr("iuf", array.dtype().kind()) == nullptr && array.size() > 0)
    refuse(place, "has the type " + std::string(py::str(array.dtype())), expected);
  if (array.ndim() != ndim) refuse(place, "has the shape " + shapeText(array), expected);
  Numbers numbers = Numbers::ensure(array);
  if (!numbers) throw py::error_already_set();
  for (py::ssize_t i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers.data()[i])) {
      const py::ssize_t columns = ndim == 2 ? numbers.shape(1) : 1;
      const std::string index =
          ndim == 2 ? std::to_string(i / columns) + ", " + std::to_string(i % columns) : std::to_string(i);
      refuse(place + '[' + index + ']', "is " + shortestText(numbers.data()[i]), "a finite number");
    }
  return numbers;
}

}  // namespace

Eigen::VectorXd vectorFrom(const py::object& value, const std::string& place, Eigen::Index size) {
  const std::string shape = shapeText(size, 0);
  const Numbers numbers = numbersFrom(value, place, 1, shape);
  if (size >= 0 && numbers.shape(0) != size)
    refuse(place, "has the shape " + shapeText(numbers), "finite numbers of shape " + shape);
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), numbers.shape(0));
}

Eigen::MatrixXd matrixFrom(const py::object& value, const std::string& place, Eigen::Index rows,
                           Eigen::Index columns) {
  const std::string shape = shapeText(rows, columns);
  const Numbers numbers = numbersFrom(value, place, 2, shape);
  if ((rows >= 0 && numbers.shape(0) != rows) || (columns >= 0 && numbers.shape(1) != columns))
    refuse(place, "has the shape " + shapeText(numbers), "finite numbers of shape " + shape);
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(numbers.data(), numbers.shape(0), numbers.shape(1));
}

std::string utf8From(const py::handle& text, const std::string& place) {
  if (!py::isinstance<py::str>(text)) throw py::type_error(place + ": expected a str");
  Py_ssize_t size = 0;
  if (const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size))
    return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  refuse(place, "has half of a surrogate pair", "text");
}

std::string textFrom(const py::object& value, const std::string& place) {
  if (value.is_none()) return "";
  if (py::isinstance<py::str>(value)) return utf8From(value, place);
  if (py::isinstance<py::array>(value) && py::array(value).ndim() == 0)
    return textFrom(value.attr("item")(), place);
  const bool isNumber = PyNumber_Check(value.ptr()) != 0 && !py::isinstance<py::bool_>(value) &&
                        !py::isinstance<py::array>(value);
  if (isNumber && PyIndex_Check(value.ptr()) != 0) {
    const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    const auto digits = py::reinterpret_steal<py::object>(whole ? PyObject_Str(whole.ptr()) : nullptr);
    if (digits) return utf8From(digits, place);
    PyErr_Clear();
    if (whole) refuse(place, "has too many digits", "a number");
  }
  const double number = isNumber ? PyFloat_AsDouble(value.ptr()) : 0;
  if (!isNumber || PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::type_error(place + ": expected a number or an expression, not " +
                         std::string(py::str(py::type::of(value).attr("__name__"))));
  }
  if (!std::isfinite(number)) refuse(place, "is " + shortestText(number), "a finite number");
  return shortestText(number);
}

std::vector<std::string> textsFrom(const py::object& value, const std::string& place) {
  if (py::isinstance<py::str>(value)) return {utf8From(value, place)};
  std::vector<std::string> texts;
  if (!py::isinstance<py::iterable>(value)) throw py::type_error(place + ": expected names");
  if (PyAnySet_Check(value.ptr()) != 0) throw py::type_error(place + ": expected a list; a set has no order");
  for (const py::handle& item : value) {
    if (!py::isinstance<py::str>(item)) throw py::type_error(place + ": expected names");
    texts.push_back(utf8From(item, place));
  }
  return texts;
}

py::int_ wholeNumber(const Count& count) {
  const std::vector<std::uint64_t>& limbs = count.limbs();
  if (limbs.size() <= 1) return {limbs.empty() ? 0 : limbs.front()};
  std::string digits;  // to the base 16, for which Python has no limit of length
  for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(*limb));
    digits += text;
  }
  PyObject* const number = PyLong_FromString(digits.c_str(), nullptr, 16);
  if (number == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::int_>(number);
}

}  // namespace carom::python
