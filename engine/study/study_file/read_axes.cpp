#include "study/study_file/read_axes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/near_names.h"
#include "scene/expression/expression.h"
#include "scene/expression/unit_check.h"
#include "study/parameter_numbers.h"

namespace carom {

namespace {

struct DistributionName {
  std::string_view name;
  Distribution::Kind kind;
  const char* expected;
};
constexpr std::array<DistributionName, 3> distributionNames{{
    {"uniform", Distribution::Kind::Uniform, "[A, B] with A < B"},
    {"log-uniform", Distribution::Kind::LogUniform, "[A, B] with 0 < A < B"},
    {"normal", Distribution::Kind::Normal, "[MEAN, DEVIATION] with a deviation > 0"},
}};

bool isValid(const Distribution& distribution) {
  const auto [kind, a, b] = distribution;
  if (kind == Distribution::Kind::Normal) return b > 0;
  return a < b && (kind == Distribution::Kind::Uniform || a > 0);
}

class AxesReader {
 public:
  AxesReader(const Scene& scene, const Assignments& set) : m_scene(scene), m_set(set), m_number(scene, set) {}

  std::vector<StudyAxis> read(const JsonValue& axes);

 private:
  StudyAxis axis(const JsonValue& value);
  StudyAxis grid(const JsonValue& value);
  StudyAxis list(const JsonValue& value);
  StudyAxis sample(const JsonValue& value);
  Distribution distribution(const JsonValue& value, const std::string& of);
  std::string parameter(const JsonValue& value);
  void useOnce(const JsonValue& place, const std::string& name);
  void takeName(const JsonValue& place, const std::string& name);
  double number(const JsonValue& value, const std::string& of);
  const ChoiceSpec* choice(const std::string& name) const;

  const Scene& m_scene;
  const Assignments& m_set;
  ParameterNumbers m_number;
  std::set<std::string> m_parameters, m_names;
};

/// A value of a parameter.
double AxesReader::number(const JsonValue& value, const std::string& of) {
  if (const auto fault = unitFault(value.expression(), {m_number.unitOf(of)}))
    value.refuse(fault->problem, fault->expected);
  try {
    const double number = m_number(value.expression());
    if (!std::isfinite(number)) value.refuse("is not finite", "a finite number");
    return number;
  } catch (const ExpressionError& error) {
    value.refuse(error.what(), "a number or an expression over the scene's parameters");
  }
}

const ChoiceSpec* AxesReader::choice(const std::string& name) const {
  const auto found = std::ranges::find(m_scene.choices(), name, &ChoiceSpec::name);
  return found == m_scene.choices().end() ? nullptr : &*found;
}

/// Each parameter is set by one axis only, and not by "set".
void AxesReader::useOnce(const JsonValue& place, const std::string& name) {
  std::vector<std::string> known;
  for (const ParameterSpec& spec : m_scene.parameters()) known.push_back(spec.name);
  for (const ChoiceSpec& spec : m_scene.choices()) known.push_back(spec.name);
  if (std::ranges::find(known, name) == known.end())
    place.refuse("unknown parameter \"" + name + '"', expectedName(name, known));
  if (m_set.contains(name)) place.refuse("\"" + name + "\" has a value in \"set\"", "another parameter");
  if (!m_parameters.insert(name).second)
    place.refuse("the parameter \"" + name + "\" stands there twice", "another parameter");
}

void AxesReader::takeName(const JsonValue& place, const std::string& name) {
  if (!m_names.insert(name).second)
    place.refuse("there are two axes called \"" + name + '"', "different names");
}

std::string AxesReader::parameter(const JsonValue& value) {
  const JsonValue place = value.at("name");
  const std::string name = place.string();
  useOnce(place, name);
  takeName(place, name);
  return name;
}

StudyAxis AxesReader::grid(const JsonValue& value) {
  value.allowKeys({"name", "from", "to", "points", "spacing"});
  const std::string name = parameter(value), spacing = value.stringOr("spacing", "linear");
  if (choice(name))
    value.at("name").refuse("\"" + name + "\" is a choice, which has no numbers", "\"values\": its options");
  if (spacing != "linear" && spacing != "log")
    value.at("spacing").refuse("unknown spacing \"" + spacing + '"', "linear or log");
  const StudyAxis::Grid grid{number(value.at("from"), name), number(value.at("to"), name),
                             wholeNumber(value.at("points"), 1, mostStudyPoints), spacing == "log"};
  if (grid.logarithmic && !(grid.a > 0 && grid.b > 0))
    value.at(grid.a > 0 ? "to" : "from").refuse("is not above 0", "ends > 0 for spacing in its logarithm");
  return {name, {name}, grid};
}

StudyAxis AxesReader::list(const JsonValue& value) {
  value.allowKeys({"name", "values"});
  const std::string name = parameter(value);
  const std::vector<JsonValue> elements = value.at("values").elements();
  if (elements.empty()) value.at("values").refuse("is empty", "at least one value");
  const ChoiceSpec* const words = choice(name);
  if (!words) {
    StudyAxis::List list;
    for (const JsonValue& element : elements) list.values.push_back(number(element, name));
    return {name, {name}, std::move(list)};
  }
  StudyAxis::Words list;
  for (const JsonValue& element : elements) {
    list.options.push_back(element.string());
    if (std::ranges::find(words->options, list.options.back()) == words->options.end())
      element.refuse("unknown option \"" + list.options.back() + '"',
                     expectedName(list.options.back(), words->options));
  }
  return {name, {name}, std::move(list)};
}

Distribution AxesReader::distribution(const JsonValue& value, const std::string& of) {
  const auto members = value.members();
  std::vector<std::string> known;
  for (const DistributionName& row : distributionNames) known.emplace_back(row.name);
  if (members.size() != 1)
    value.refuse("has " + std::to_string(members.size()) + " keys", expectedName("", known));
  const auto& [name, ends] = members.front();
  const auto row = std::ranges::find(distributionNames, name, &DistributionName::name);
  if (row == distributionNames.end())
    ends.refuse("unknown distribution \"" + name + '"', expectedName(name, known));
  const std::vector<JsonValue> numbers = ends.elements();
  if (numbers.size() != 2) ends.refuse("has " + std::to_string(numbers.size()) + " elements", row->expected);
  const Distribution result{row->kind, number(numbers[0], of), number(numbers[1], of)};
  if (!isValid(result)) ends.refuse("defines no distribution", row->expected);
  return result;
}

StudyAxis AxesReader::sample(const JsonValue& value) {
  value.allowKeys({"name", "sample", "points", "seed", "over"});
  static const std::vector<std::string> methods{"random", "latin-hypercube", "sobol"};  // as SampleMethod
  const std::string name = value.stringOr("name", "sample"), method = value.at("sample").string();
  takeName(value, name);
  const auto found = std::ranges::find(methods, method);
  if (found == methods.end())
    value.at("sample").refuse("unknown method \"" + method + '"', expectedName(method, methods));
  const auto kind = static_cast<SampleMethod>(found - methods.begin());
  const std::size_t points = wholeNumber(value.at("points"), 1, mostStudyPoints);
  std::uint64_t seed = 0;
  if (kind != SampleMethod::Sobol || value.has("seed"))  // random numbers without a seed are not repeatable
    seed = wholeNumber(value.at("seed"), 0, std::size_t{1} << 53);
  std::vector<std::string> parameters;
  std::vector<Distribution> distributions;
  const JsonValue over = value.at("over");
  for (const auto& [parameter, how] : over.members()) {
    useOnce(how, parameter);
    if (choice(parameter)) how.refuse("\"" + parameter + "\" is a choice", "parameters with numbers");
    parameters.push_back(parameter);
    distributions.push_back(distribution(how, parameter));
  }
  if (parameters.empty() || parameters.size() > mostSampleDimensions)
    over.refuse("has " + std::to_string(parameters.size()) + " parameters",
                "1 to " + std::to_string(mostSampleDimensions));
  return {name, parameters,
          StudyAxis::Sample{UnitSample(kind, points, parameters.size(), seed), points, distributions}};
}

StudyAxis AxesReader::axis(const JsonValue& value) {
  if (value.has("sample")) return sample(value);
  return value.has("values") ? list(value) : grid(value);
}

std::vector<StudyAxis> AxesReader::read(const JsonValue& axes) {
  std::vector<StudyAxis> result;
  std::size_t points = 1;
  for (const JsonValue& value : axes.elements()) {
    result.push_back(axis(value));
    if (result.back().size() > mostStudyPoints / points)
      axes.refuse("more than " + std::to_string(mostStudyPoints) + " points", "fewer points");
    points *= result.back().size();
  }
  if (result.empty()) axes.refuse("is empty", "at least one axis");
  for (const StudyAxis& axis : result)  // a file of results has both as names
    if (axis.isSample() && m_parameters.contains(axis.name()))
      axes.refuse("the sample \"" + axis.name() + "\" is called like a parameter", "another name");
  return result;
}

}  // namespace

std::vector<StudyAxis> readAxes(const JsonValue& axes, const Scene& scene, const Assignments& set) {
  return AxesReader(scene, set).read(axes);
}

std::size_t wholeNumber(const JsonValue& value, std::size_t least, std::size_t most) {
  const nlohmann::ordered_json& json = value.json();
  const std::string expected = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  const double number = json.is_number() ? json.get<double>() : -1;
  if (!(number >= static_cast<double>(least) && number <= static_cast<double>(most)) ||
      number != std::floor(number))
    value.refuse("is " + json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
                 expected);
  return static_cast<std::size_t>(number);
}

}  // namespace carom
