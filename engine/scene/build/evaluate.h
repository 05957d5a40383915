#pragma once

#include "scene/format/parsed_scene.h"

namespace carom {

/// Evaluates the parameters under assignments and leaves their values in the evaluator, the rest of the
/// scene's expressions can then be evaluated. Throws SceneError as Scene::instantiate does.
std::vector<ParameterValue> evaluateParameters(const SceneSource& scene, Evaluator& evaluator,
                                               const Assignments& assignments);

/// Turns the numbers and names of a scene into values while repeat indices run. Throws SceneError with the
/// place, and with the index in force.
class SceneValues {
 public:
  SceneValues(const SceneSource& scene, Evaluator& evaluator) : m_scene(scene), m_evaluator(evaluator) {}

  double operator()(const Number& number) const;  ///< finite
  double positive(const Number& number, const std::string& what) const;
  long whole(const Number& number) const;
  Eigen::Vector3d vector(const NumberVector& numbers) const;
  /// Scaled to length 1; refuses 0.
  Eigen::Vector3d direction(const NumberVector& numbers) const;
  std::string name(const NamePattern& pattern) const;

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
  int m_index = -1;  ///< the index that runs
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
