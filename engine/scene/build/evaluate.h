#pragma once

#include <map>
#include <span>

#include "scene/format/parsed_scene.h"

namespace carom {

/// The parameters and derived quantities of one instance, each evaluated after those that it uses.
class QuantityValues {
 public:
  /// Throws SceneError as Scene::instantiate does. The arguments outlive it.
  QuantityValues(const SceneSource& scene, Evaluator& evaluator, const Assignments& assignments);
  QuantityValues(const QuantityValues&) = delete;
  QuantityValues& operator=(const QuantityValues&) = delete;

  /// Leaves the values in the evaluator, so that the rest of the scene's expressions can be evaluated. moves:
  /// what is added to each parameter, SI; empty for nothing. Parameters that follow from others are moved
  /// from where these take them. Throws SceneError.
  void evaluate(std::span<const double> moves = {});
  /// The values that evaluate() left. Throws SceneError for one out of its range.
  std::vector<ParameterValue> parameters() const;
  std::vector<DerivedValue> derived() const;
  /// The initial coordinates that the assignments set, by name (m, rad).
  const std::map<std::string, double>& coordinates() const { return m_coordinates; }
  /// The initial velocities that they set, by name of the coordinate (m/s, rad/s).
  const std::map<std::string, double>& velocities() const { return m_velocities; }
  /// The text that was assigned to one of them.
  const std::string& assigned(const std::string& name) const { return m_assignments.at(name); }
  /// The expression in force of a quantity, by its symbol.
  const std::string& expression(int quantity) const {
    return m_inForce[static_cast<std::size_t>(quantity)].text;
  }
  int size() const { return static_cast<int>(m_inForce.size()); }

 private:
  enum class Mark { Open, Active, Done };
  struct InForce {
    const Expression* expression = nullptr;
    std::string text, place;
    Mark mark = Mark::Open;
  };

  void applyChoices();
  void applyAssignments();
  void applyInitial(const std::string& name, const std::string& text);
  void evaluate(int quantity, std::span<const double> moves);
  std::string cycleOf(int quantity) const;
  void checkRange(int parameter, double value) const;
  ParameterValue result(int parameter) const;
  std::optional<double> limit(const std::optional<Number>& number) const;
  std::string knownNames(const std::string& wrong) const;
  int parameterCount() const { return static_cast<int>(m_scene.parameters.size()); }
  bool isDerived(const std::string& name) const;
  const ParameterSpec& spec(int quantity) const;

  const SceneSource& m_scene;
  Evaluator& m_evaluator;
  const Assignments& m_assignments;
  std::vector<Expression> m_assigned;  ///< compiled from the assignments
  std::vector<InForce> m_inForce;      ///< per parameter and derived quantity
  std::vector<int> m_open;             ///< being evaluated, each used by the one before it
  std::map<std::string, double> m_coordinates, m_velocities;
};

/// Turns the numbers and names of a scene into values while repeat indices run. Throws SceneError with the
/// place, and with the index in force.
class SceneValues {
 public:
  SceneValues(const SceneSource& scene, Evaluator& evaluator) : m_scene(scene), m_evaluator(evaluator) {}

  /// From now on notes the symbols whose values are used, by their numbers.
  void note(std::vector<bool>* used) { m_used = used; }

  double operator()(const Number& number) const;  ///< finite
  double positive(const Number& number, const std::string& what) const;
  long whole(const Number& number) const;
  Eigen::Vector3d vector(std::span<const Number, 3> numbers) const;
  /// Scaled to length 1; refuses 0.
  Eigen::Vector3d direction(std::span<const Number, 3> numbers) const;
  std::string name(const NamePattern& pattern) const;
  /// Whether an entry is there.
  bool holds(const Condition& condition) const { return !condition || (*this)(*condition) != 0; }
  /// A number that may depend on the time; empty where it does not. The other symbols keep the values that
  /// they have now.
  TimeFunction overTime(const Number& number) const;

  [[noreturn]] void refuse(const std::string& place, const std::string& problem,
                           const std::string& expected) const;

  /// Runs `body` once, or for every value of a repeat.
  template <typename Body>
  void repeat(const std::optional<Repeat>& loop, Body&& body);
  /// The same for whatever uses the index of one of the scene's repeats; index −1 runs once.
  template <typename Body>
  void repeatIndex(int index, Body&& body);

 private:
  struct Range {
    long from, count;
  };
  Range rangeOf(const Repeat& loop) const;
  const Repeat& repeatOf(int index) const;

  const SceneSource& m_scene;
  Evaluator& m_evaluator;
  void noteUses(const Number& number) const;

  int m_index = -1;  ///< the index that runs
  std::vector<bool>* m_used = nullptr;
};

template <typename Body>
void SceneValues::repeat(const std::optional<Repeat>& loop, Body&& body) {
  if (!loop) return body();
  const Range range = rangeOf(*loop);
  m_index = loop->index;
  for (long i = 0; i < range.count; ++i) {
    m_evaluator.value(m_index) = static_cast<double>(range.from + i);
    body();
  }
  m_index = -1;
}

template <typename Body>
void SceneValues::repeatIndex(int index, Body&& body) {
  if (index < 0) return body();
  repeat(std::optional<Repeat>(repeatOf(index)), std::forward<Body>(body));
}

}  // namespace carom
