#include "scene/build/evaluate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <mutex>

#include "base/near_names.h"
#include "scene/expression/expression_slopes.h"
#include "scene/expression/unit_check.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

constexpr double wholeTolerance = 1e-9;
constexpr long mostRepeats = 100'000;  // the builder limits the bodies

std::string shown(double si, const std::string& unit) {
  std::array<char, 32> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), si / unitFactor(unit),
                                          std::chars_format::general, 9);
  return std::string(digits.data(), end) + (unit.empty() ? "" : ' ' + unit);
}

}  // namespace

QuantityValues::QuantityValues(const SceneSource& scene, Evaluator& evaluator, const Assignments& assignments)
    : m_scene(scene), m_evaluator(evaluator), m_assignments(assignments) {
  for (const ParameterSource& parameter : scene.parameters)
    m_inForce.push_back({&evaluator.expression(parameter.value.expression), parameter.spec.expression,
                         parameter.value.place, Mark::Open});
  for (const DerivedSource& derived : scene.derived)
    m_inForce.push_back({&evaluator.expression(derived.value.expression), derived.spec.expression,
                         derived.value.place, Mark::Open});
  m_assigned.reserve(assignments.size());  // InForce points into it
  for (const auto& [name, text] : assignments) {
    if (isInitialName(name)) {
      applyInitial(name, text);
      continue;
    }
    const auto isIt = [&name = name](const auto& known) { return known.spec.name == name; };
    if (std::none_of(scene.parameters.begin(), scene.parameters.end(), isIt) &&
        std::none_of(scene.choices.begin(), scene.choices.end(), isIt))
      throw SceneError(scene.file, name,
                       isDerived(name) ? "\"" + name + "\" follows from the parameters and cannot be set"
                                       : "unknown parameter \"" + name + '"',
                       knownNames(name), SceneError::Fault::Command);
  }
  applyChoices();
  applyAssignments();
}

std::string QuantityValues::knownNames(const std::string& wrong) const {
  std::vector<std::string> known;
  for (const ParameterSource& parameter : m_scene.parameters) known.push_back(parameter.spec.name);
  for (const ChoiceSource& choice : m_scene.choices) known.push_back(choice.spec.name);
  return known.empty() ? "no parameter: the scene has none"
                       : "one of " + nameList(nearestFirst(wrong, known));
}

void QuantityValues::applyChoices() {
  for (const ChoiceSource& choice : m_scene.choices) {
    const auto assigned = m_assignments.find(choice.spec.name);
    const std::string& option =
        assigned == m_assignments.end() ? choice.spec.defaultOption : assigned->second;
    const auto& options = choice.spec.options;
    const auto found = std::find(options.begin(), options.end(), option);
    if (found == options.end()) {
      std::string known;
      for (const std::string& word : options) known += (known.empty() ? "" : ", ") + word;
      throw SceneError(m_scene.file, choice.spec.name, "unknown option \"" + option + '"', "one of " + known,
                       SceneError::Fault::Command);
    }
    for (const auto& [quantity, value] : choice.settings[static_cast<std::size_t>(found - options.begin())])
      m_inForce[static_cast<std::size_t>(quantity)] = {&m_evaluator.expression(value.expression),
                                                       m_scene.expressions.text(value.expression),
                                                       value.place, Mark::Open};
  }
}

void QuantityValues::applyAssignments() {
  for (std::size_t i = 0; i < m_scene.parameters.size(); ++i) {
    const std::string& name = m_scene.parameters[i].spec.name;
    const auto assigned = m_assignments.find(name);
    if (assigned == m_assignments.end()) continue;
    if (const auto fault = unitFault(assigned->second, {m_scene.parameters[i].spec.unit}))
      throw SceneError(m_scene.file, name, fault->problem, fault->expected, SceneError::Fault::Command);
    try {
      m_assigned.push_back(m_evaluator.compile(assigned->second));
      for (const int symbol : m_assigned.back().uses())
        if (symbol >= size())
          throw symbol == m_scene.time ? ExpressionError("undefined parameter \"t\"", true)
                                       : ExpressionError("uses a repeat index");
    } catch (const ExpressionError& error) {
      throw SceneError(
          m_scene.file, name, error.what(),
          error.undefinedName() ? knownNames("") : "a number or an expression over the scene's parameters",
          SceneError::Fault::Command);
    }
    m_inForce[i] = {&m_assigned.back(), assigned->second, name, Mark::Open};
  }
}

/// An expression over parameters belongs into the scene: there every derivative knows of it.
void QuantityValues::applyInitial(const std::string& name, const std::string& text) {
  const auto refuse = [&](const std::string& problem) {
    throw SceneError(m_scene.file, name, problem, "a number with a unit", SceneError::Fault::Command);
  };
  try {
    const Expression expression = m_evaluator.compile(text);
    if (!expression.uses().empty()) refuse("uses a parameter");
    const double value = expression();
    if (!std::isfinite(value)) refuse("is not finite");
    if (name.starts_with(velocityPrefix))
      m_velocities[name.substr(velocityPrefix.size())] = value;
    else
      m_coordinates[name] = value;
  } catch (const ExpressionError& error) {
    refuse(error.what());
  }
}

bool QuantityValues::isDerived(const std::string& name) const {
  return std::ranges::any_of(m_scene.derived, [&](const auto& one) { return one.spec.name == name; });
}

const ParameterSpec& QuantityValues::spec(int quantity) const {
  const int derived = quantity - parameterCount();
  return derived < 0 ? m_scene.parameters[static_cast<std::size_t>(quantity)].spec
                     : m_scene.derived[static_cast<std::size_t>(derived)].spec;
}

/// The quantities from one that is being evaluated to the one that uses it: "a = b + p, b = 2*a".
std::string QuantityValues::cycleOf(int quantity) const {
  std::string cycle;
  for (auto one = std::ranges::find(m_open, quantity); one != m_open.end(); ++one)
    cycle += (cycle.empty() ? "" : ", ") + spec(*one).name + " = " +
             m_inForce[static_cast<std::size_t>(*one)].text;
  return cycle;
}

void QuantityValues::evaluate(int quantity, std::span<const double> moves) {
  InForce& inForce = m_inForce[static_cast<std::size_t>(quantity)];
  const ParameterSpec& spec = this->spec(quantity);
  if (inForce.mark == Mark::Done) return;
  if (inForce.mark == Mark::Active)
    throw SceneError(m_scene.file, inForce.place, "depends on itself: " + cycleOf(quantity),
                     std::string(isDerived(spec.name) ? "quantities" : "parameters") + " without a cycle");
  inForce.mark = Mark::Active;
  m_open.push_back(quantity);
  for (const int used : inForce.expression->uses()) evaluate(used, moves);
  m_open.pop_back();
  inForce.mark = Mark::Done;
  double value = (*inForce.expression)();
  if (!std::isfinite(value))
    throw SceneError(m_scene.file, inForce.place, "is not finite", "a finite number");
  if (spec.integer && std::abs(value - std::round(value)) > wholeTolerance)
    throw SceneError(m_scene.file, inForce.place, "is " + shown(value, spec.unit), "a whole number");
  if (static_cast<std::size_t>(quantity) < moves.size()) value += moves[static_cast<std::size_t>(quantity)];
  m_evaluator.value(quantity) = spec.integer ? std::round(value) : value;
}

std::optional<double> QuantityValues::limit(const std::optional<Number>& number) const {
  if (!number) return std::nullopt;
  const double value = m_evaluator(number->expression);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

void QuantityValues::checkRange(int parameter, double value) const {
  const ParameterSource& source = m_scene.parameters[static_cast<std::size_t>(parameter)];
  const auto least = limit(source.range[0]), greatest = limit(source.range[1]);
  // A limit that is an expression is met up to its rounding.
  const double slack = 1e-9 * std::max(std::abs(least.value_or(0)), std::abs(greatest.value_or(0)));
  const bool inside = (!least || value >= *least - slack) && (!greatest || value <= *greatest + slack);
  if (inside) return;
  const std::string& unit = source.spec.unit;
  const std::string expected = !greatest ? "at least " + shown(*least, unit)
                               : !least  ? "at most " + shown(*greatest, unit)
                                         : shown(*least, unit) + " to " + shown(*greatest, unit);
  throw SceneError(m_scene.file, m_inForce[static_cast<std::size_t>(parameter)].place,
                   "is " + shown(value, unit) + ", out of range", expected);
}

ParameterValue QuantityValues::result(int parameter) const {
  const ParameterSource& source = m_scene.parameters[static_cast<std::size_t>(parameter)];
  ParameterValue result;
  result.name = source.spec.name;
  result.expression = m_inForce[static_cast<std::size_t>(parameter)].text;
  result.value = m_evaluator.value(parameter);
  result.min = limit(source.slider[0] ? source.slider[0] : source.range[0]);
  result.max = limit(source.slider[1] ? source.slider[1] : source.range[1]);
  return result;
}

void QuantityValues::evaluate(std::span<const double> moves) {
  for (InForce& one : m_inForce) one.mark = Mark::Open;
  for (int i = 0; i < size(); ++i) evaluate(i, moves);
}

std::vector<ParameterValue> QuantityValues::parameters() const {
  std::vector<ParameterValue> results;
  for (int i = 0; i < parameterCount(); ++i) {
    checkRange(i, m_evaluator.value(i));
    results.push_back(result(i));
  }
  return results;
}

std::vector<DerivedValue> QuantityValues::derived() const {
  std::vector<DerivedValue> results;
  for (int i = parameterCount(); i < size(); ++i)
    results.push_back({spec(i).name, expression(i), m_evaluator.value(i)});
  return results;
}

void SceneValues::refuse(const std::string& place, const std::string& problem,
                         const std::string& expected) const {
  std::string where = place;
  if (m_index >= 0)
    where += " (" + m_scene.expressions.symbols()[static_cast<std::size_t>(m_index)] + " = " +
             std::to_string(std::lround(m_evaluator.value(m_index))) + ')';
  throw SceneError(m_scene.file, where, problem, expected);
}

void SceneValues::noteUses(const Number& number) const {
  if (!m_used) return;
  for (const int symbol : m_scene.expressions.uses(number.expression))
    (*m_used)[static_cast<std::size_t>(symbol)] = true;
}

double SceneValues::operator()(const Number& number) const {
  noteUses(number);
  const double value = m_evaluator(number.expression);
  if (!std::isfinite(value)) refuse(number.place, "is not finite", "a finite number");
  return value;
}

double SceneValues::positive(const Number& number, const std::string& what) const {
  const double value = (*this)(number);
  if (!(value > 0)) refuse(number.place, "is " + shown(value, ""), what + " > 0");
  return value;
}

long SceneValues::whole(const Number& number) const {
  const double value = (*this)(number);
  if (std::abs(value - std::round(value)) > wholeTolerance || std::abs(value) > 1e9)
    refuse(number.place, "is " + shown(value, ""), "a whole number");
  return std::lround(value);
}

Eigen::Vector3d SceneValues::vector(std::span<const Number, 3> numbers) const {
  return {(*this)(numbers[0]), (*this)(numbers[1]), (*this)(numbers[2])};
}

Eigen::Vector3d SceneValues::direction(std::span<const Number, 3> numbers) const {
  const Eigen::Vector3d v = vector(numbers);
  const double length = v.stableNorm();
  const std::string place = numbers[0].place.substr(0, numbers[0].place.rfind('['));
  if (!(length > 0) || !std::isfinite(length)) refuse(place, "has length 0", "a direction");
  return v / length;
}

std::string SceneValues::name(const NamePattern& pattern) const {
  std::string name = pattern.texts[0];
  for (std::size_t i = 0; i < pattern.holes.size(); ++i)
    name += std::to_string(whole(pattern.holes[i])) + pattern.texts[i + 1];
  return name;
}

namespace {

/// An expression over the time, with an evaluator of its own: threads that share a mechanism take turns.
class TimeExpression {
 public:
  TimeExpression(const ExpressionTable& table, int expression, Evaluator& values, int time)
      : m_table(table.symbols()),
        m_expression(m_table.add(table.text(expression))),
        m_evaluator(m_table),
        m_slopes(m_table, m_evaluator),
        m_time(time) {
    for (int i = 0; i < static_cast<int>(table.symbols().size()); ++i) m_evaluator.value(i) = values.value(i);
    m_slopes.setSlope(time, 1);
  }
  OverTime operator()(double t) {
    const std::scoped_lock lock(m_mutex);
    const ValueAndSlope found = at(t);
    if (std::isfinite(found.slope)) return {found.value, found.slope};
    constexpr double justAfter = 1e-9;  // s: at a corner the rate is that after it
    const double rate = at(t + justAfter).slope;
    return {found.value, std::isfinite(rate) ? rate : 0};
  }

 private:
  ValueAndSlope at(double t) {
    m_evaluator.value(m_time) = t;
    return m_slopes(m_expression);
  }

  ExpressionTable m_table;
  int m_expression;
  Evaluator m_evaluator;
  ExpressionSlopes m_slopes;
  int m_time;
  std::mutex m_mutex;
};

}  // namespace

TimeFunction SceneValues::overTime(const Number& number) const {
  const std::vector<int>& uses = m_scene.expressions.uses(number.expression);
  if (std::ranges::find(uses, m_scene.time) == uses.end()) return {};
  noteUses(number);
  auto course =
      std::make_shared<TimeExpression>(m_scene.expressions, number.expression, m_evaluator, m_scene.time);
  try {
    if (!std::isfinite((*course)(0).value)) refuse(number.place, "is not finite at t = 0", "a finite number");
  } catch (const ExpressionError& error) {
    refuse(number.place, error.what(), "an expression that has a rate");
  }
  return [course](double t) { return (*course)(t); };
}

SceneValues::Range SceneValues::rangeOf(const Repeat& loop) const {
  const Range range{whole(loop.from), whole(loop.count)};
  if (range.count < 0) refuse(loop.count.place, "is " + std::to_string(range.count), "a count ≥ 0");
  if (range.count > mostRepeats)
    refuse(loop.count.place, "is " + std::to_string(range.count), "at most " + std::to_string(mostRepeats));
  return range;
}

const Repeat& SceneValues::repeatOf(int index) const {
  const auto body = std::find_if(m_scene.bodies.begin(), m_scene.bodies.end(),
                                 [&](const BodySource& b) { return b.repeat && b.repeat->index == index; });
  return *body->repeat;  // the reader made the index from this repeat
}

}  // namespace carom
