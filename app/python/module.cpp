// The extension module carom._core. carom/__init__.py makes its names the package's own.
#include <pybind11/pybind11.h>

#include "answer/document/run_document.h"
#include "python/audit.h"
#include "python/errors.h"
#include "python/graph.h"
#include "python/guards.h"
#include "python/impact.h"
#include "python/keywords.h"
#include "python/law.h"
#include "python/long_call.h"
#include "python/report.h"
#include "python/run.h"
#include "python/scene.h"
#include "python/sweep.h"

/// The tables of answers and options: what the stub has of them, see resources/describe_python, and the
/// options of commands that the package asks the program.
static pybind11::dict tables() {
  namespace python = carom::python;
  const auto rowsOf = [](const auto& keys, bool (*leaveOut)(std::string_view)) {
    pybind11::list rows;
    for (const carom::AnswerKey& key : keys)
      if (!leaveOut(key.key))
        rows.append(pybind11::make_tuple(std::string(key.key), std::string(key.type), std::string(key.help)));
    return rows;
  };
  pybind11::dict attributes, keywords, options, all;
  attributes["Report"] = rowsOf(carom::impactKeys(), python::isOwnAttribute);
  attributes["Outcome"] = rowsOf(carom::outcomeKeys(), python::isOwnAttribute);
  attributes["Run"] = rowsOf(carom::runKeys(), [](std::string_view) { return false; });
  keywords["resolve"] = python::keywordRows(carom::Command::Resolve);
  keywords["simulate"] = python::keywordRows(carom::Command::Simulate);
  keywords["landing"] = python::keywordRows(carom::Command::Landing);
  keywords["sweep"] = python::keywordRows(carom::Command::Sweep);
  options["compare"] = python::optionRows(carom::Command::Compare);
  options["robust"] = python::optionRows(carom::Command::Robust);
  options["futures"] = python::optionRows(carom::Command::Futures);
  options["orbit"] = python::optionRows(carom::Command::Orbit);
  options["landing"] = python::optionRows(carom::Command::Landing);
  options["figure"] = python::optionRows(carom::Command::Figure);
  all["options"] = options;
  all["attributes"] = attributes;
  all["keywords"] = keywords;
  return all;
}

PYBIND11_MODULE(_core, module) {
  namespace python = carom::python;
  pybind11::options options;
  options.disable_function_signatures();  // the docstrings have their own
  module.attr("__version__") = CAROM_VERSION;
  python::registerErrors();
  python::stopCallsAtExit(module);
  python::bindGraph(module);
  python::bindReport(module);
  python::bindImpact(module);
  python::bindRun(module);
  python::bindSweep(module);
  python::bindScene(module);
  python::bindLaw(module);
  python::bindAudit(module);
  module.def("tables", tables, "tables()\n--\n\nThe rows of answers and options.");
  python::guard(module);
}
