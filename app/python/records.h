#pragma once

#include <pybind11/pybind11.h>

#include "answer/document/json_values.h"

namespace carom::python {

namespace py = pybind11;

/// A part of a document as Python has it: an object is a carom.Record, a list of numbers a read-only array of
/// float (NaN where it has null), rows of them an array of two dimensions, any other list a tuple, null None,
/// and a count an int, though the document has it as a text.
py::object fromJson(const Json& json);
/// The value of a key; None where the document does not have it.
py::object fromJson(const Json& document, const char* key);

}  // namespace carom::python
