#pragma once

#include <pybind11/pybind11.h>

#include "answer/question/options.h"
#include "python/scene.h"

namespace carom::python {

namespace py = pybind11;

/// The words of keyword arguments: the options of a command with _ for -, lists as sequences of texts, flags
/// as bool, follow as {impact: names of contacts}. `others`: arguments that the caller reads itself. Raises
/// TypeError for a name that the command does not have.
OptionWords wordsFrom(const py::kwargs& given, Command command,
                      const std::vector<std::string_view>& others = {});

/// The docstring of a method, whose keyword arguments are the options of a command: its signature, `about`,
/// and a line for each option. first: arguments before the options, "until, "; last: those behind them.
std::string methodDoc(const std::string& name, Command command, const std::string& first,
                      const std::string& last, const std::string& about);

/// The same options as rows, for the stub: name, form of the value, "text", "list" or "flag", and unit.
py::list keywordRows(Command command);

/// All options of a command, for functions that ask the program: name, form of the value, and what it takes.
py::list optionRows(Command command);

/// The instance of a scene at start=(q, p), two arrays (n,); at its own initial state without it.
std::shared_ptr<const SceneInstance> startingAt(const AssignedScene& scene, const py::kwargs& given);

}  // namespace carom::python
