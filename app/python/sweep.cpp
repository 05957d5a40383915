#include "python/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/big_int.h"
#include "base/number_text.h"
#include "python/errors.h"
#include "python/guards.h"
#include "python/keywords.h"
#include "python/long_call.h"
#include "python/numbers.h"

namespace carom::python {

const char* const sweepDoc =
    "A table over one or two parameters, and returns a Sweep; all cores, the same bits as one.\n\n"
    "axes: theta=('60deg', '180deg', 121), a tuple of the first value, the last and the number of values; or "
    "a list or\n"
    "an array of values in SI. The first axis is the outermost. A point that reaches max_states is empty;\n"
    "where most are, a RuntimeWarning says why.\n"
    "Other Python threads go on meanwhile; Ctrl-C stops it and raises KeyboardInterrupt.";

namespace {

constexpr std::size_t mostPoints = 10'000'000;

double endFrom(const AssignedScene& scene, const py::object& value, const std::string& place) {
  if (py::isinstance<py::str>(value)) return scene.evaluate(utf8From(value, place), place);
  return std::stod(textFrom(value, place));
}

SweepAxis axisFrom(const AssignedScene& scene, const std::string& name, const py::object& value) {
  if (!py::isinstance<py::tuple>(value)) {
    const Eigen::VectorXd values = vectorFrom(value, name);
    if (values.size() == 0) refuse(name, "has no values", "at least one");
    return {name, {values.begin(), values.end()}};
  }
  const auto range = value.cast<py::tuple>();
  if (range.size() != 3 || PyIndex_Check(range[2].ptr()) == 0)
    refuse(name, "is no range", "(first, last, number of values), or a list of values");
  const double first = endFrom(scene, range[0], name), last = endFrom(scene, range[1], name);
  if (!std::isfinite(first) || !std::isfinite(last))
    refuse(name, "has an end that is not finite", "finite ends");
  const py::int_ count = py::object(range[2]);
  if (count < py::int_(1) || count > py::int_(mostPoints))
    refuse(name, "has " + std::string(py::str(py::object(count))) + " values",
           "1 to " + std::to_string(mostPoints));
  return sweepAxis(name, first, last, count.cast<int>());
}

std::vector<SweepAxis> axesFrom(const AssignedScene& scene, const py::kwargs& given) {
  if (given.empty() || given.size() > 2)
    refuse("sweep", "has " + std::to_string(given.size()) + " axes",
           "one or two, such as theta=(1.0, 2.0, 101)");
  std::vector<SweepAxis> axes;
  std::size_t points = 1;
  std::vector<std::string> known;
  for (const ParameterSpec& parameter : scene.scene->parameters()) known.push_back(parameter.name);
  for (const auto& [key, value] : given) {
    const auto name = utf8From(key, "sweep");
    if (std::ranges::find(known, name) == known.end()) {
      for (const Option* option : optionsOf(Command::Sweep)) known.push_back(identifierOf(*option));
      refuseName(name, "parameter", name, known);
    }
    axes.push_back(axisFrom(scene, name, py::reinterpret_borrow<py::object>(value)));
    points *= axes.back().values.size();
  }
  if (points > mostPoints)
    refuse("sweep", "has " + std::to_string(points) + " points", "at most " + std::to_string(mostPoints));
  return axes;
}

std::vector<py::ssize_t> shapeOf(const Sweep& self) {
  std::vector<py::ssize_t> shape;
  for (const SweepAxis& axis : self.result.over)
    shape.push_back(static_cast<py::ssize_t>(axis.values.size()));
  return shape;
}

py::object overOf(const Sweep& self) {
  py::dict over;
  for (const SweepAxis& axis : self.result.over)
    over[axis.name.c_str()] =
        readOnly(py::array_t<double>(static_cast<py::ssize_t>(axis.values.size()), axis.values.data()));
  return over;
}

py::object valuesOf(const Sweep& self) {
  py::array_t<double> values(shapeOf(self));
  std::fill_n(values.mutable_data(), values.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < self.result.done; ++i)
    if (const auto& value = self.result.points[i].value) values.mutable_data()[i] = *value;
  return readOnly(std::move(values));
}

/// An array of objects: that of each point that was computed, else None.
template <class Cell>
py::object cellsOf(const Sweep& self, const Cell& cell) {
  const auto total = static_cast<std::size_t>(py::array_t<double>(shapeOf(self)).size());
  py::list cells;
  for (std::size_t i = 0; i < total; ++i)
    cells.append(i < self.result.done ? py::object(cell(self.result.points[i])) : py::object(py::none()));
  py::object array = py::module_::import("numpy").attr("empty")(total, "O");
  array[py::ellipsis()] = cells;
  return array.attr("reshape")(shapeOf(self));
}

py::object exactOf(const Sweep& self) {
  return cellsOf(self, [](const SweepPoint& point) -> py::object {
    if (point.exact.empty()) return py::none();
    return wholeNumber(toCount(BigInt(point.exact)));
  });
}

py::object emptyOf(const Sweep& self) {
  return cellsOf(self, [](const SweepPoint& point) -> py::object {
    if (point.value) return py::none();
    return py::str(std::string(toString(point.why)));
  });
}

/// Why the scene refuses a point, in its own words.
std::string refusalAt(const AssignedScene& scene, const SweepResult& result, std::size_t point) {
  Assignments at = scene.assignments;
  for (auto axis = result.over.rbegin(); axis != result.over.rend(); ++axis) {
    at[axis->name] = shortestText(axis->values[point % axis->values.size()]);
    point /= axis->values.size();
  }
  try {
    scene.scene->instantiate(at);
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

/// A warning where most points have no number, as the command line says it on standard error.
void warnOfEmptyPoints(const AssignedScene& scene, const std::string& measure, const SweepResult& result) {
  std::size_t count = 0;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < result.done; ++i) {
    if (result.points[i].value) continue;
    ++count;
    if (!first) first = i;
  }
  if (!first || 2 * count <= result.done) return;
  const EmptyCell why = result.points[*first].why;
  const std::string refusal = why == EmptyCell::Impossible ? refusalAt(scene, result, *first) : std::string();
  const std::string text = measure + ": " + std::to_string(count) + " of " + std::to_string(result.done) +
                           " points are empty: " + (refusal.empty() ? std::string(toString(why)) : refusal);
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace

Sweep sweepScene(const AssignedScene& scene, const py::kwargs& given) {
  py::kwargs options, axes;
  for (const auto& [key, value] : given) {
    const auto isAxis = [&](const Option* option) {
      return identifierOf(*option) == std::string(py::str(key));
    };
    (std::ranges::none_of(optionsOf(Command::Sweep), isAxis) ? axes : options)[key] = value;
  }
  const Question question = readQuestion(wordsFrom(options, Command::Sweep), Command::Sweep, {});
  ResolveOptions wanted = resolveOptions(question);
  wanted.minimalityChecks = 0;
  const std::string measure = question.measure.empty() ? "xi" : question.measure;
  std::vector<SweepAxis> over = axesFrom(scene, axes);
  SweepResult result = callLong([&](std::stop_token stop) {
    return sweep(*scene.scene, scene.assignments, std::move(over), parseMeasure(measure), wanted, stop);
  });
  warnOfEmptyPoints(scene, measure, result);
  return {scene.scene->title(), measure, std::move(result), asked(scene, "sweep", py::tuple(), given)};
}

void bindSweep(py::module_& module) {
  py::class_<Sweep>(
      module, "Sweep",
      "A table over one or two parameters. Arrays have the shape of the table, the first axis outermost,\n"
      "and are made anew at each use; values and the axes are read-only.")
      .def("__reduce__", [](const Sweep& self) { return askedAgain(self.asked); })
      .def_property_readonly("over", overOf,
                             "A dict of the axes: the name and the values (SI) of each parameter.")
      .def_property_readonly(
          "measure", [](const Sweep& self) { return self.measure; }, "The measure.")
      .def_property_readonly("values", valuesOf, "The table of float, NaN where a point has no number.")
      .def_property_readonly("empty", emptyOf,
                             "Why a point has no number: 'impossible', 'no-pair', 'jammed', 'limit', "
                             "'undecided', 'no-answer'; None where "
                             "it has one, and where it was not computed.")
      .def_property_readonly("exact", exactOf,
                             "Counts as exact Python ints, which values rounds above 2^53; else None.")
      .def_property_readonly(
          "complete", [](const Sweep& self) { return self.result.complete; }, "Whether no limit was reached.")
      .def_property_readonly(
          "limit",
          [](const Sweep& self) -> py::object {
            if (self.result.complete) return py::none();
            return py::str(std::string(toString(self.result.limit)));
          },
          "The limit that was reached, or None.")
      .def_property_readonly(
          "done", [](const Sweep& self) { return self.result.done; },
          "The number of points that were computed, the first ones of the table.")
      .def_property_readonly(
          "title", [](const Sweep& self) { return self.title; }, "The title of the scene.")
      .def("__len__", [](const Sweep& self) { return self.result.over.front().values.size(); })
      .def("__repr__",
           [](const Sweep& self) {
             std::string text = "<carom.Sweep of " + self.measure + " over";
             for (const SweepAxis& axis : self.result.over)
               text += ' ' + axis.name + " (" + std::to_string(axis.values.size()) + ')';
             return text + '>';
           })
      .def(
          "_repr_html_",
          [](const py::object& self) {
            return py::module_::import("carom._pictures").attr("sweep_html")(self);
          },
          "_repr_html_($self)\n--\n\nThe curve of a table over one parameter, or the map of one over two, as "
          "SVG, for notebooks.");
}

}  // namespace carom::python
