#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace carom::python {

namespace py = pybind11;

/// Registers how errors of the engine become the exceptions of carom/_errors.py.
void registerErrors();

/// Raises carom.CommandError: a wrong argument, by its name, and what was expected.
[[noreturn]] void refuse(const std::string& place, const std::string& problem, const std::string& expected);

}  // namespace carom::python
