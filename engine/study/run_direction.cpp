#include "study/run_direction.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/central_slope.h"
#include "base/near_names.h"
#include "base/number_text.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

class Directed {
 public:
  Directed(const Scene& scene, const Assignments& assignments, const SceneInstance& instance,
           const RunDirection& direction)
      : m_scene(scene), m_assignments(assignments), m_instance(instance) {
    const Mechanism& mechanism = *instance.mechanism;
    m_dq = m_dv = Eigen::VectorXd::Zero(mechanism.dof());
    for (const auto& [name, by] : direction) add(name, by);
  }

  DirectedRun along(const Trajectory& run, std::stop_token stop) {
    const Eigen::Index n = m_dq.size();
    const double epsilon = reachable(slope());
    DirectedRun directed;
    directed.start = centralSlope([&](double s) { return changed(s); }, epsilon);
    RunVariationOptions options;
    options.direction = directed.start;
    std::optional<ParameterSlope> parameter;
    if (!m_parameters.empty()) {
      parameter.emplace([&](double s) { return beside(s).mechanism; }, epsilon);
      options.parameter = &*parameter;
      options.startByParameter = directed.start;
      options.direction = Eigen::VectorXd::Unit(2 * n + 1, 2 * n);
    }
    directed.variation = runVariation(*m_instance.mechanism, run, options, std::move(stop));
    return directed;
  }

 private:
  struct Parameter {
    std::string name;
    double value, by;
  };

  void add(const std::string& name, double by) {
    const auto& coordinates = m_instance.mechanism->coordinates();
    std::vector<std::string> known;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      if (name == coordinates[i].name) m_dq[at] += by;
      if (name == "v:" + coordinates[i].name) m_dv[at] += by;
      known.push_back(coordinates[i].name);
      known.push_back("v:" + coordinates[i].name);
    }
    if (std::ranges::find(known, name) != known.end()) return;
    for (const ParameterSpec& spec : m_scene.parameters()) {
      if (spec.name == name && spec.integer)
        throw SceneError("", "--direction " + name, "is a whole number", "a continuous parameter",
                         SceneError::Fault::Command);
      if (!spec.integer) known.push_back(spec.name);
    }
    const ParameterValue* found = m_instance.parameter(name);
    if (!found || std::ranges::find(known, name) == known.end())
      throw SceneError("", "--direction " + name, "is unknown", expectedName(name, known),
                       SceneError::Fault::Command);
    m_parameters.push_back({name, found->value, by});
  }

  /// The s by which the start is moved for differences: a thousandth of the coordinates' and parameters'
  /// scales, which are 1 (m or rad) and their values, or 1 where these are 0.
  double slope() const {
    double fastest = m_dq.lpNorm<Eigen::Infinity>();
    for (const Parameter& one : m_parameters)
      fastest = std::max(fastest, std::abs(one.by) / (one.value == 0 ? 1 : std::abs(one.value)));
    return slopeShare / (fastest > 0 ? fastest : 1);
  }

  /// How far to go in differences: ε, or a tenth, a hundredth, … of it where a larger change of the
  /// parameters lets bodies overlap.
  double reachable(double epsilon) const {
    constexpr int most = 5;
    for (int i = 0;; ++i) {
      try {
        for (const double s : {-2 * epsilon, 2 * epsilon}) beside(s);
        return epsilon;
      } catch (const SceneError& error) {
        if (error.fault() == SceneError::Fault::Command) throw;
        if (i == most)
          throw SceneError("", "--direction",
                           "asks for the scene with slightly other parameters, and there " + error.place() +
                               ": " + error.problem(),
                           "parameters that may grow and shrink");
      }
      epsilon /= 10;
    }
  }

  /// The scene with the parameters at s.
  SceneInstance beside(double s) const {
    if (m_parameters.empty()) return m_instance;
    Assignments assignments = m_assignments;
    for (const Parameter& one : m_parameters) assignments[one.name] = shortestText(one.value + s * one.by);
    SceneInstance instance = m_scene.instantiate(assignments);
    const Mechanism &there = *instance.mechanism, &here = *m_instance.mechanism;
    const auto names = [](const Mechanism& mechanism) {
      std::vector<std::string> all;
      for (const Coordinate& coordinate : mechanism.coordinates()) all.push_back(coordinate.name);
      for (const ContactPair& contact : mechanism.contacts()) all.push_back(contact.name);
      return all;
    };
    if (names(there) != names(here))
      throw SceneError("", "--direction", "changes the coordinates or contacts of the scene",
                       "parameters that do not", SceneError::Fault::Command);
    return instance;
  }

  /// (q, p) of the start at s, minus that of the run: 2n, of a ball joint the turn and not the difference of
  /// its rotation vectors, which are the coordinates that change.
  Eigen::VectorXd changed(double s) const {
    const SceneInstance instance = beside(s);
    const Mechanism& mechanism = *instance.mechanism;
    const Eigen::VectorXd q = instance.initial.q + s * m_dq;
    const Eigen::VectorXd v = initialVelocity(instance) + s * m_dv;
    Eigen::VectorXd dx(2 * q.size());
    dx << m_instance.mechanism->difference(m_instance.initial.q, q),
        mechanism.massMatrix(q) * v - m_instance.initial.p;
    return dx;
  }

  const Scene& m_scene;
  const Assignments& m_assignments;
  const SceneInstance& m_instance;
  Eigen::VectorXd m_dq, m_dv;
  std::vector<Parameter> m_parameters;
};

}  // namespace

DirectedRun runInDirection(const Scene& scene, const Assignments& assignments, const SceneInstance& instance,
                           const Trajectory& run, const RunDirection& direction, std::stop_token stop) {
  return Directed(scene, assignments, instance, direction).along(run, std::move(stop));
}

}  // namespace carom
