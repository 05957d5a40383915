#include "cli/sweep.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "cli/impact_json.h"
#include "cli/terminal.h"
#include "scene/expression/expression.h"
#include "study/sweep.h"

namespace carom {

namespace {

constexpr std::size_t mostPoints = 10'000'000;

struct Options {
  std::string scene, maxStates, measure = "xi";
  std::vector<std::string> set, over;
  bool json = false;
};

[[noreturn]] void refuse(const std::string& over, const std::string& problem) {
  throw CommandError(ExitStatus::CommandFault, "--over " + over + ": " + problem);
}

/// One end of a range, in SI: an expression over the scene's parameters, with units.
double evaluateEnd(const Scene& scene, const Assignments& assignments, const std::string& over,
                   const std::string& text) {
  try {
    std::vector<std::string> names;
    std::vector<double> values;
    try {
      return Expression(text, names, values.data())();
    } catch (const ExpressionError& error) {
      if (!error.undefinedName()) throw;
    }
    for (const ParameterValue& parameter : scene.instantiate(assignments).parameters) {
      names.push_back(parameter.name);
      values.push_back(parameter.value);
    }
    return Expression(text, names, values.data())();
  } catch (const ExpressionError& error) {
    refuse(over, error.what());
  }
}

SweepAxis parseOver(const Scene& scene, const Assignments& assignments, const std::string& over) {
  const auto equals = over.find('=');
  const std::vector<std::string> range =
      splitText(equals == std::string::npos ? "" : over.substr(equals + 1), ':');
  if (range.size() != 3) refuse(over, "expected NAME=A:B:N");
  const double a = evaluateEnd(scene, assignments, over, range[0]);
  const double b = evaluateEnd(scene, assignments, over, range[1]);
  if (!std::isfinite(a) || !std::isfinite(b)) refuse(over, "the ends are not finite");
  const std::size_t count = parseCount("--over " + over + ": N =", range[2], 1, mostPoints);
  return sweepAxis(over.substr(0, equals), a, b, static_cast<int>(count));
}

std::vector<SweepAxis> parseAxes(const Scene& scene, const Options& options, const Assignments& assignments) {
  if (options.over.size() > 2) throw CommandError(ExitStatus::CommandFault, "--over: expected at most two");
  std::vector<SweepAxis> axes;
  std::size_t points = 1;
  for (const std::string& over : options.over) {
    axes.push_back(parseOver(scene, assignments, over));
    points *= axes.back().values.size();
    if (axes.size() == 2 && axes[0].name == axes[1].name) refuse(over, "the same parameter twice");
  }
  if (points > mostPoints)
    throw CommandError(ExitStatus::CommandFault,
                       "--over: expected at most " + std::to_string(mostPoints) + " points");
  return axes;
}

std::string shortest(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string csv(const SweepResult& result, const std::string& measure) {
  std::string text;
  for (const SweepAxis& axis : result.over) text += axis.name + ',';
  // A column more where some cell is empty: why.
  const bool anyEmpty =
      std::ranges::any_of(result.points, [](const SweepPoint& point) { return !point.value; });
  text += measure + (anyEmpty ? ",empty\n" : "\n");
  const std::size_t inner = result.over.back().values.size();
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    if (result.over.size() == 2) text += shortest(result.over[0].values[i / inner]) + ',';
    text += shortest(result.over.back().values[i % inner]) + ',';
    const SweepPoint& point = result.points[i];
    if (point.value) text += point.exact.empty() ? shortest(*point.value) : point.exact;
    if (anyEmpty) text += ',' + std::string(toString(point.why));
    text += '\n';
  }
  return text;
}

Json cell(const SweepPoint& point, Measure::Kind kind) {
  if (!point.value) return nullptr;
  if (kind == Measure::Kind::Orderings) return point.exact;  // passes 2^53 early
  if (kind == Measure::Kind::Outcomes) return static_cast<std::int64_t>(*point.value);
  return *point.value;
}

Json sweepJson(const std::string& scene, const SweepResult& result, const std::string& measure) {
  Json json = {{"scene", scene}, {"over", Json::array()}, {"measure", measure}};
  for (const SweepAxis& axis : result.over)
    json["over"].push_back({{"name", axis.name}, {"values", axis.values}});
  const std::size_t inner = result.over.back().values.size();
  Json values = Json::array(), empty = Json::array();
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    Json& row = result.over.size() == 1 ? values
                : i % inner == 0        ? values.emplace_back(Json::array())
                                        : values.back();
    row.push_back(cell(result.points[i], result.measure.kind));
    Json& reasons = result.over.size() == 1 ? empty
                    : i % inner == 0        ? empty.emplace_back(Json::array())
                                            : empty.back();
    const SweepPoint& point = result.points[i];
    reasons.push_back(point.value ? Json(nullptr) : Json(std::string(toString(point.why))));
  }
  json["values"] = std::move(values);
  json["empty"] = std::move(empty);
  json["complete"] = result.complete;
  if (!result.complete) json["limit"] = std::string(toString(result.limit));
  return json;
}

ExitStatus runSweep(const Options& options) {
  const Measure measure = parseMeasure(options.measure);
  ResolveOptions limits;
  limits.minimalityChecks = 0;
  if (!options.maxStates.empty()) limits.limits.maxStates = parseCount("--max-states", options.maxStates, 1);
  const auto scene = Scene::open(options.scene);
  const Assignments assignments = parseAssignments(options.set);
  const std::vector<SweepAxis> axes = parseAxes(*scene, options, assignments);
  SweepResult result;
  {
    LongWork work;
    result = sweep(*scene, assignments, axes, measure, limits, work.stopToken(), work.progress());
  }
  writeOutput(options.json ? documentText(sweepJson(scene->name(), result, options.measure))
                           : csv(result, options.measure));
  return result.complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addSweepCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("sweep", "A table over one or two parameters");
  auto options = std::make_shared<Options>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  command->add_option("--over", options->over, "N points from A to B, both included; twice for a grid")
      ->type_name("NAME=A:B:N")
      ->required()
      ->allow_extra_args(false);
  command
      ->add_option("--measure", options->measure,
                   "xi (the default), gram, gram:CONTACT:CONTACT, outcomes or orderings")
      ->type_name("MEASURE");
  addSetOption(*command, options->set);
  command->add_option("--max-states", options->maxStates, "Stop a point after this many distinct momenta")
      ->type_name("N");
  command->add_flag("--json", options->json, "Print one JSON document in place of CSV");
  command->callback([options, &action] { action = [options] { return runSweep(*options); }; });
}

}  // namespace carom
