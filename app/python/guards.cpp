#include "python/guards.h"

#include <string>

namespace carom::python {

namespace {

PyCFunctionWithKeywords dispatcher = nullptr;  ///< pybind11's, the same for all functions

/// Without it a class has that of pybind11's base, which makes an object without its C++ part.
py::object refuseNew() {
  const py::cpp_function refuse([](const py::args&, const py::kwargs&) {
    throw py::type_error("objects of carom are made by functions and methods of carom only");
  });
  return py::module_::import("builtins").attr("staticmethod")(refuse);
}

/// Without it protocols 0 and 1 of pickle make an object of pybind11's base, which ends the process.
py::object refusePickle(py::handle type) {
  return py::cpp_function([](const py::object&) -> py::tuple { return askedAgain({}); }, py::is_method(type),
                          py::name("__reduce__"));
}

/// Says in Python's words what is wrong with arguments that no C++ function takes.
void explainTypeError(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  const std::string words = py::str(py::handle(value));
  PyErr_Restore(type, value, traceback);
  if (words.find("incompatible function arguments") == std::string::npos) return;
  const auto* const function = static_cast<py::detail::function_record*>(
      PyCapsule_GetPointer(self, py::detail::get_function_record_capsule_name()));
  PyErr_Clear();
  try {
    const std::string doc = function->doc ? function->doc : "";
    py::module_::import("carom._errors")
        .attr("_explain")(function->name, doc, py::handle(arguments),
                          keywords ? py::reinterpret_borrow<py::object>(keywords) : py::dict());
  } catch (py::error_already_set& error) {
    error.restore();
  }
  if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, words.substr(0, words.find('.')).c_str());
}

PyObject* dispatch(PyObject* self, PyObject* arguments, PyObject* keywords) {
  PyObject* const result = dispatcher(self, arguments, keywords);
  if (!result && PyErr_ExceptionMatches(PyExc_TypeError) != 0) explainTypeError(self, arguments, keywords);
  return result;
}

/// Lets a function of pybind11 answer wrong arguments in Python's words.
void guardFunction(py::handle object) {
  const py::handle function =
      PyInstanceMethod_Check(object.ptr()) != 0 ? PyInstanceMethod_Function(object.ptr()) : object.ptr();
  if (PyCFunction_Check(function.ptr()) == 0) return;
  PyMethodDef* const method = reinterpret_cast<PyCFunctionObject*>(function.ptr())->m_ml;
  const auto called =
      reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(method->ml_meth));
  if (!dispatcher) dispatcher = called;
  if (called == dispatcher)
    method->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&dispatch));
}

void guardClass(py::handle type) {
  const auto* const object = reinterpret_cast<PyTypeObject*>(type.ptr());
  for (const auto& [name, member] : py::reinterpret_borrow<py::dict>(object->tp_dict)) guardFunction(member);
  type.attr("__new__") = refuseNew();
  if (!py::reinterpret_borrow<py::dict>(object->tp_dict).contains("__reduce__"))
    type.attr("__reduce__") = refusePickle(type);
}

}  // namespace

py::tuple again(const char* function, const py::tuple& arguments) {
  return py::make_tuple(py::module_::import("carom._again").attr(function), arguments);
}

py::tuple askedAgain(const py::object& question) {
  if (!question) throw py::type_error("cannot pickle a part of an answer; pickle the whole");
  return again("answer", question.cast<py::tuple>());
}

void guard(py::module_& module) {
  for (const auto& [name, member] : py::reinterpret_borrow<py::dict>(module.attr("__dict__"))) {
    if (PyType_Check(member.ptr()) != 0)
      guardClass(member);
    else
      guardFunction(member);
  }
}

}  // namespace carom::python
