#include "python/errors.h"

#include <algorithm>
#include <cctype>

#include "cli/options.h"
#include "impact/impact_problem.h"
#include "laws/collision_law.h"
#include "scene/expression/expression.h"
#include "scene/scene_error.h"

namespace carom::python {

namespace {

/// The message of a command with its options as arguments: "--max-states 0: …" → "max_states 0: …".
std::string withArguments(std::string message) {
  for (std::size_t at = message.find("--"); at != std::string::npos; at = message.find("--", at)) {
    message.erase(at, 2);
    for (;
         at < message.size() && (std::islower(static_cast<unsigned char>(message[at])) || message[at] == '-');
         ++at)
      if (message[at] == '-') message[at] = '_';
  }
  return message;
}

py::object exceptionClass(const char* name) {
  return py::module_::import("carom._errors").attr(name);
}

/// The message begins with the place where `hasPlace`: "max_states 0: expected …".
void raise(const char* name, const std::string& message, bool hasPlace = false) {
  const std::size_t length = hasPlace ? std::min(message.find_first_of(" :"), message.size()) : 0;
  const py::object type = exceptionClass(name);
  PyErr_SetObject(type.ptr(), type(message, "", message.substr(0, length)).ptr());
}

void raise(const SceneError& error) {
  const py::object type =
      exceptionClass(error.fault() == SceneError::Fault::Command ? "CommandError" : "SceneError");
  const py::object line = error.line() ? py::cast(*error.line()) : py::none();
  PyErr_SetObject(
      type.ptr(),
      type(error.what(), error.file(), error.place(), error.problem(), error.expected(), line).ptr());
}

}  // namespace

void registerErrors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const SceneError& error) {
      raise(error);
    } catch (const CommandError& error) {
      raise("CommandError", withArguments(error.what()), true);
    } catch (const ExpressionError& error) {
      raise("CommandError", error.what());
    } catch (const ImpactError& error) {
      raise("ImpactError", error.what());
    } catch (const LawError& error) {
      raise("LawError", error.what());
    } catch (const py::cast_error&) {  // whose words name types of C++
      PyErr_SetString(PyExc_TypeError, "an argument has a type that it cannot have");
    }
  });
}

void refuse(const std::string& place, const std::string& problem, const std::string& expected) {
  throw SceneError("", place, problem, expected, SceneError::Fault::Command);
}

}  // namespace carom::python
