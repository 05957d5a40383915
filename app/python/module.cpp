// The extension module carom._core. carom/__init__.py makes its names the package's own.
#include <pybind11/pybind11.h>

#include "python/audit.h"
#include "python/errors.h"
#include "python/graph.h"
#include "python/guards.h"
#include "python/impact.h"
#include "python/law.h"
#include "python/long_call.h"
#include "python/report.h"
#include "python/run.h"
#include "python/scene.h"
#include "python/sweep.h"

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
  python::guard(module);
}
