#include "study/drag_placement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/least_squares.h"
#include "scene/edit/own_coordinates.h"

namespace carom {

namespace {

constexpr int writtenDigits = 12;
constexpr int exactDigits = 17;
/// Least step, over the scales of the variables: its change of the squared distance is below rounding
/// (1e-20). A larger value ends the search before the body is at the target.
constexpr double leastStep = 1e-10;

std::string digits(double value, int count) {
  std::array<char, 40> text;
  return {
      text.data(),
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, count).ptr};
}

Eigen::Vector3d gripAt(const SceneInstance& instance, int body) {
  return carom::gripAt(*instance.mechanism, body, instance.initial.q);
}

struct Variable {
  std::string name, unit;
  double least = -HUGE_VAL, greatest = HUGE_VAL;
  double scale = 1;  ///< size of its range, the unit of its steps
};

/// The search for the parameters; x holds their values in SI units.
class PlacementSearch {
 public:
  PlacementSearch(const Scene& scene, const Assignments& assignments, int body, const Eigen::Vector3d& target,
                  const std::vector<std::string>& names);

  Placement run();

 private:
  using Offset = std::optional<Eigen::Vector3d>;  ///< body − target; empty where the scene is impossible
  struct Trial {
    Eigen::VectorXd x;
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();
    double square = HUGE_VAL;  ///< squared length of the offset; infinite where the scene is impossible
  };
  void addVariable(const ParameterSpec& spec, const ParameterValue& value);
  Offset offset(const Eigen::VectorXd& x) const;
  Eigen::Vector3d derivative(const Eigen::VectorXd& x, Eigen::Index i) const;
  Trial trial(const Eigen::VectorXd& step, double length) const;
  bool improve();
  Placement written() const;

  const Scene& m_scene;
  const Assignments& m_assignments;
  int m_body;
  Eigen::Vector3d m_target;
  std::vector<Variable> m_variables;
  Eigen::VectorXd m_start, m_x;
  Eigen::Vector3d m_offset;
};

PlacementSearch::PlacementSearch(const Scene& scene, const Assignments& assignments, int body,
                                 const Eigen::Vector3d& target, const std::vector<std::string>& names)
    : m_scene(scene), m_assignments(assignments), m_body(body), m_target(target) {
  const SceneInstance instance = scene.instantiate(assignments);
  m_offset = gripAt(instance, body) - target;
  std::vector<double> values;
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    const ParameterSpec& spec = scene.parameters()[i];
    const bool named = names.empty() || std::find(names.begin(), names.end(), spec.name) != names.end();
    if (!named || spec.integer) continue;
    addVariable(spec, instance.parameters[i]);
    values.push_back(instance.parameters[i].value);
  }
  m_start = m_x = Eigen::Map<Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

void PlacementSearch::addVariable(const ParameterSpec& spec, const ParameterValue& value) {
  Variable variable{spec.name, spec.unit};
  // A value typed beyond the slider may stay there.
  if (value.min) variable.least = std::min(*value.min, value.value);
  if (value.max) variable.greatest = std::max(*value.max, value.value);
  const bool bounded = value.min && value.max && *value.max > *value.min;
  variable.scale = bounded ? *value.max - *value.min : std::max(std::abs(value.value), 1e-3);
  m_variables.push_back(std::move(variable));
}

PlacementSearch::Offset PlacementSearch::offset(const Eigen::VectorXd& x) const {
  Assignments at = m_assignments;
  for (std::size_t i = 0; i < m_variables.size(); ++i)
    if (const auto k = static_cast<Eigen::Index>(i); x[k] != m_start[k])
      at[m_variables[i].name] = digits(x[k], exactDigits);
  try {
    const SceneInstance instance = m_scene.instantiate(at);
    return gripAt(instance, m_body) - m_target;
  } catch (const SceneError&) {
    return std::nullopt;
  }
}

/// ∂(body)/∂x_i times the scale of the variable, by a difference quotient over the possible sides.
Eigen::Vector3d PlacementSearch::derivative(const Eigen::VectorXd& x, Eigen::Index i) const {
  // Of the scale: the truncation error (1e-12 with both sides) stays below the rounding of the quotient
  // (1e-10).
  constexpr double h = 1e-6;
  const Variable& variable = m_variables[static_cast<std::size_t>(i)];
  Eigen::Vector3d ends[2] = {m_offset, m_offset};
  double width = 0;
  for (const int side : {0, 1}) {
    Eigen::VectorXd moved = x;
    moved[i] += (side == 0 ? -h : h) * variable.scale;
    if (moved[i] < variable.least || moved[i] > variable.greatest) continue;
    if (const Offset there = offset(moved)) {
      ends[side] = *there;
      width += h;
    }
  }
  return width > 0 ? Eigen::Vector3d((ends[1] - ends[0]) / width) : Eigen::Vector3d::Zero();
}

/// Takes one Gauss–Newton step; false where no step reduces the distance.
bool PlacementSearch::improve() {
  Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, m_x.size());
  for (Eigen::Index i = 0; i < m_x.size(); ++i) {
    const Variable& variable = m_variables[static_cast<std::size_t>(i)];
    J.col(i) = derivative(m_x, i);
    const double slope = J.col(i).dot(m_offset);
    const bool held = (m_x[i] <= variable.least && slope > 0) || (m_x[i] >= variable.greatest && slope < 0);
    if (held) J.col(i).setZero();
  }
  // Pivots of J below this are rounding of its difference quotients; a smaller value takes long steps along
  // them.
  constexpr double rankThreshold = 1e-9;
  const Eigen::VectorXd step = leastSquares(J, -m_offset, rankThreshold).x;
  // For far targets the step is not linear: the minimum of the parabola through f(0), f'(0) and f(1) gives
  // its length.
  const double before = m_offset.squaredNorm(), slope = -2 * (J * step).squaredNorm();
  const Trial full = trial(step, 1);
  const double curvature = std::isfinite(full.square) ? full.square - before - slope : 0;
  double length = curvature > 0 ? std::clamp(-0.5 * slope / curvature, 0.01, 10.0) : 0.5;
  Trial best = full;
  for (; length * step.norm() > leastStep; length *= 0.5) {
    const Trial next = trial(step, length);
    if (next.square < best.square) best = next;
    if (best.square < before) break;
  }
  if (best.square >= before) return false;
  const bool more = length * step.norm() > leastStep;
  m_x = best.x;
  m_offset = best.offset;
  return more;
}

/// The point after a part of a step, clamped to the limits.
PlacementSearch::Trial PlacementSearch::trial(const Eigen::VectorXd& step, double length) const {
  Trial trial{m_x};
  for (Eigen::Index i = 0; i < trial.x.size(); ++i) {
    const Variable& variable = m_variables[static_cast<std::size_t>(i)];
    trial.x[i] =
        std::clamp(trial.x[i] + length * step[i] * variable.scale, variable.least, variable.greatest);
  }
  if (const Offset there = offset(trial.x)) {
    trial.offset = *there;
    trial.square = there->squaredNorm();
  }
  return trial;
}

Placement PlacementSearch::written() const {
  Placement placement{m_assignments, {}, 0};
  for (std::size_t i = 0; i < m_variables.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const Variable& variable = m_variables[i];
    if (!derivative(m_x, k).isZero(0)) placement.parameters.push_back(variable.name);
    if (m_x[k] == m_start[k]) continue;
    placement.assignments[variable.name] =
        digits(m_x[k] / unitFactor(variable.unit), writtenDigits) + variable.unit;
  }
  const SceneInstance instance = m_scene.instantiate(placement.assignments);
  placement.distance = (gripAt(instance, m_body) - m_target).norm();
  return placement;
}

Placement PlacementSearch::run() {
  constexpr int mostSteps = 40;
  if (m_x.size() > 0)
    for (int i = 0; i < mostSteps && improve(); ++i) {
    }
  return written();
}

}  // namespace

Eigen::Vector3d gripAt(const Mechanism& mechanism, int body, const Eigen::VectorXd& q) {
  const auto [travel, turn] = edit::ownCoordinates(mechanism, body);
  if (!travel.empty() || turn.empty()) return mechanism.position(body, q);
  const Eigen::Vector3d& centre = mechanism.bodies()[static_cast<std::size_t>(body)].centreOfMass;
  constexpr double least = 1e-9;  // m
  return mechanism.pose(body, q) * (centre.norm() > least ? centre : Eigen::Vector3d::UnitX().eval());
}

Placement placeBody(const Scene& scene, const Assignments& assignments, int body,
                    const Eigen::Vector3d& target, const std::vector<std::string>& parameters) {
  for (const std::string& name : parameters) {
    const auto isIt = [&](const ParameterSpec& spec) { return spec.name == name; };
    if (std::none_of(scene.parameters().begin(), scene.parameters().end(), isIt))
      throw SceneError(scene.name(), name, "unknown parameter \"" + name + '"', "a parameter of the scene",
                       SceneError::Fault::Command);
  }
  return PlacementSearch(scene, assignments, body, target, parameters).run();
}

}  // namespace carom
