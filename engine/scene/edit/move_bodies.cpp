#include "scene/edit/move_bodies.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>

#include "base/least_squares.h"
#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/expand_repeat.h"
#include "scene/edit/own_coordinates.h"
#include "scene/edit/parts.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"
#include "scene/expression/holes.h"
#include "scene/initial_velocity.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

/// The unit after a plain number: "mm" of "28.6mm".
std::string unitBehind(const Json& value) {
  if (!value.is_string() || !parseQuantity(value.get<std::string>())) return {};
  const auto text = value.get<std::string>();
  const auto end = text.find_last_not_of(" \t");
  double ignored = 0;
  const auto start = text.find_first_not_of(" \t-");
  const auto number = std::from_chars(text.data() + start, text.data() + text.size(), ignored);
  const auto unit = text.find_first_not_of(" \t", static_cast<std::size_t>(number.ptr - text.data()));
  return unit == std::string::npos ? "" : text.substr(unit, end - unit + 1);
}

Json written(const Json* before, double value) {
  const std::string unit = before ? unitBehind(*before) : "";
  if (unit.empty()) return number(value);
  const double shown = value / unitFactor(unit);
  const std::string text = textOf(number(shown)) + unit;
  // Rounding in another unit could open a gap that is to be 0.
  return parseQuantity(text) == value ? Json(text) : number(value);
}

bool isNumber(const Json& value) {
  return value.is_number() || (value.is_string() && parseQuantity(value.get<std::string>()));
}

void write(Json& scene, const std::string& place, double value) {
  Json text = written(find(scene, place), value);
  make(scene, place) = std::move(text);
}

/// The bodies of a scene whose places are plain numbers; the scene is searched once.
class FreeBodies {
 public:
  explicit FreeBodies(const Json& scene) : m_scene(scene), m_names(scene) {
    if (const Json* q = find(scene, "initial.q"))
      for (const auto& [coordinate, value] : q->items())
        if (!isNumber(value)) m_bound.insert(splitCoordinate(coordinate).first);
  }

  bool isRepeat(const std::string& body) const {
    const int entry = m_names.entry(body);
    return entry >= 0 && at(entry).contains("repeat");
  }
  bool isFree(const std::string& body) const {
    const int entry = m_names.entry(body);
    if (entry < 0 || at(entry).contains("repeat")) return false;
    if (!at(entry).value("joints", Json::array()).empty()) return !m_bound.contains(body);
    const Json origin = at(entry).value("origin", Json::array({0, 0, 0}));
    return std::all_of(origin.begin(), origin.end(), isNumber);
  }
  void require(const std::string& body) const {
    if (isRepeat(body)) refuse("bodies", "\"" + body + "\" is one of a repeat", "a single body");
    if (!isFree(body)) refuse("initial.q", "where \"" + body + "\" is depends on parameters", "numbers");
  }

 private:
  const Json& at(int entry) const { return m_scene["bodies"][static_cast<std::size_t>(entry)]; }

  const Json& m_scene;
  BodyNames m_names;
  std::set<std::string> m_bound;  ///< with an expression among their coordinates
};

int requireBody(const Mechanism& mechanism, const std::string& name) {
  const int body = mechanism.bodyIndex(name);
  if (body < 0) refuse("bodies", "there is no body \"" + name + '"', "the name of a body");
  return body;
}

constexpr double rankThreshold = 1e-9;  // of the Jacobian of a point

/// Brings a point that is fixed to a body as near to a target as the given coordinates allow.
void reach(const Mechanism& mechanism, int body, const Eigen::Vector3d& local, const Eigen::Vector3d& target,
           const std::vector<int>& own, Eigen::VectorXd& q) {
  constexpr int mostSteps = 40;
  constexpr double longestTurn = 0.5, enough = 1e-15;
  const auto distance = [&](const Eigen::VectorXd& at) {
    return (mechanism.pose(body, at) * local - target).norm();
  };
  for (int step = 0; step < mostSteps && !own.empty(); ++step) {
    const Eigen::Vector3d at = mechanism.pose(body, q) * local;
    const Eigen::MatrixXd J = mechanism.pointJacobian(body, q, at)(Eigen::all, own);
    Eigen::VectorXd change = leastSquares(J, target - at, rankThreshold).x;
    const bool turns = mechanism.coordinates()[static_cast<std::size_t>(own.front())].unit != "m";
    if (turns && change.norm() > longestTurn) change *= longestTurn / change.norm();
    Eigen::VectorXd next = q;
    next(own) += change;
    while (turns && change.norm() > enough && distance(next) > distance(q)) {  // it cannot reach that far
      change *= 0.5;
      next(own) = q(own) + change;
    }
    q = next;
    if (change.norm() <= enough * (1 + q(own).norm())) break;
  }
}

void moveFixed(Json& scene, const SceneInstance& instance, int body, const Eigen::Vector3d& by) {
  const Mechanism& mechanism = *instance.mechanism;
  const Body& spec = mechanism.bodies()[static_cast<std::size_t>(body)];
  const Eigen::Matrix3d R = spec.parent < 0 ? Eigen::Matrix3d(Eigen::Matrix3d::Identity())
                                            : mechanism.pose(spec.parent, instance.initial.q).R;
  const Eigen::Vector3d origin = spec.origin + R.transpose() * by;
  Json& entry = scene["bodies"][static_cast<std::size_t>(requireEntry(scene, spec.name))];
  const Json before = entry.value("origin", Json::array({0, 0, 0}));
  Json after = Json::array();
  for (int axis = 0; axis < 3; ++axis) {
    const Json& old = before[static_cast<std::size_t>(axis)];
    after.push_back(origin[axis] == spec.origin[axis] ? old : written(&old, origin[axis]));
  }
  entry["origin"] = std::move(after);
}

bool isCarried(const Mechanism& mechanism, int body, const std::vector<BodyMove>& moves) {
  for (int above = mechanism.bodies()[static_cast<std::size_t>(body)].parent; above >= 0;
       above = mechanism.bodies()[static_cast<std::size_t>(above)].parent) {
    const std::string& name = mechanism.bodies()[static_cast<std::size_t>(above)].name;
    if (std::any_of(moves.begin(), moves.end(), [&](const BodyMove& move) { return move.body == name; }))
      return true;
  }
  return false;
}

}  // namespace

Json setInitial(const Json& scene, const std::string& coordinate, double value) {
  Json result = scene;
  write(result, "initial.q." + coordinate, value);
  return result;
}

Json setInitialVelocity(const Json& scene, const std::string& coordinate, double value) {
  Json result = scene;
  const std::string place = "initial.velocity." + coordinate;
  if (value != 0 || find(result, place)) write(result, place, value);
  return result;
}

bool isFree(const Json& scene, const std::string& body) {
  return FreeBodies(scene).isFree(body);
}

bool areFree(const Json& scene, const std::vector<std::string>& bodies) {
  const FreeBodies free(scene);
  return std::all_of(bodies.begin(), bodies.end(),
                     [&](const std::string& body) { return free.isFree(body); });
}

namespace {

bool hasCoordinates(const Mechanism& mechanism, int body) {
  const auto [travel, turn] = ownCoordinates(mechanism, body);
  return !travel.empty() || !turn.empty();
}

/// The coordinates after the moves of bodies that have some of their own.
Eigen::VectorXd movedPosition(const SceneInstance& instance, const std::vector<BodyMove>& moves) {
  const Mechanism& mechanism = *instance.mechanism;
  Eigen::VectorXd q = instance.initial.q;
  for (const BodyMove& move : moves) {
    const int body = requireBody(mechanism, move.body);
    if (isCarried(mechanism, body, moves)) continue;
    const auto [travel, turn] = ownCoordinates(mechanism, body);
    if (move.turn && turn.size() == 1) q[turn.front()] += *move.turn;
    const Pose now = mechanism.pose(body, instance.initial.q);
    const Eigen::Vector3d local = now.R.transpose() * (move.from - now.x);
    if (!travel.empty()) {  // the body travels as a whole: a turn about its origin stays what it is
      const Eigen::Vector3d origin = mechanism.position(body, q) + (move.to - move.from);
      reach(mechanism, body, Eigen::Vector3d::Zero(), origin, travel, q);
    } else if (!move.turn) {
      reach(mechanism, body, local, move.to, turn, q);
    }
  }
  return q;
}

/// Calls `found` with the place and the number of each initial coordinate that is another at q.
void eachMoved(const SceneInstance& instance, const Eigen::VectorXd& q,
               const std::function<void(const std::string& coordinate, double value)>& found) {
  const auto& all = instance.mechanism->coordinates();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (const auto k = static_cast<Eigen::Index>(i); q[k] != instance.initial.q[k]) found(all[i].name, q[k]);
}

}  // namespace

Json moveBodies(Json scene, const SceneInstance& instance, const std::vector<BodyMove>& moves) {
  const Mechanism& mechanism = *instance.mechanism;
  const FreeBodies free(scene);
  for (const BodyMove& move : moves) {
    const int body = requireBody(mechanism, move.body);
    if (isCarried(mechanism, body, moves)) continue;
    free.require(move.body);
    if (!hasCoordinates(mechanism, body)) moveFixed(scene, instance, body, move.to - move.from);
  }
  eachMoved(instance, movedPosition(instance, moves), [&](const std::string& coordinate, double value) {
    write(scene, "initial.q." + coordinate, value);
  });
  return scene;
}

std::optional<Assignments> movedCoordinates(const Json& scene, const SceneInstance& instance,
                                            const std::vector<BodyMove>& moves) {
  const Mechanism& mechanism = *instance.mechanism;
  for (const BodyMove& move : moves)
    if (const int body = requireBody(mechanism, move.body);
        !isCarried(mechanism, body, moves) && !hasCoordinates(mechanism, body))
      return std::nullopt;
  Assignments moved;
  eachMoved(instance, movedPosition(instance, moves), [&](const std::string& coordinate, double value) {
    moved[coordinate] = textOf(written(find(scene, "initial.q." + coordinate), value));
  });
  return moved;
}

namespace {

/// Initial velocities by the names of their coordinates.
using Rates = std::vector<std::pair<std::string, double>>;

std::string placeOfRate(const std::string& coordinate) {
  return "initial.velocity." + coordinate;
}

/// The velocities of a body's own joints with which its origin moves so.
Rates ratesOfVelocity(const Json& scene, const SceneInstance& instance, const std::string& name,
                      const Eigen::Vector3d& velocity) {
  const Mechanism& mechanism = *instance.mechanism;
  const int body = requireBody(mechanism, name);
  if (isRepeat(scene, name)) refuse("bodies", "\"" + name + "\" is one of a repeat", "a single body");
  const auto [travel, turn] = ownCoordinates(mechanism, body);
  const std::vector<int>& own = travel.empty() ? turn : travel;
  if (own.empty()) refuse("initial.velocity", "\"" + name + "\" does not move", "a body with joints");
  const Eigen::VectorXd& q = instance.initial.q;
  const Eigen::Vector3d at = travel.empty() ? mechanism.centreOfMass(body, q) : mechanism.position(body, q);
  const Eigen::MatrixXd J = mechanism.pointJacobian(body, q, at)(Eigen::all, own);
  const Eigen::VectorXd v = leastSquares(J, velocity, rankThreshold).x;
  Rates rates;
  for (std::size_t k = 0; k < own.size(); ++k)
    rates.emplace_back(mechanism.coordinates()[static_cast<std::size_t>(own[k])].name,
                       v[static_cast<Eigen::Index>(k)]);
  return rates;
}

/// The velocity of the joint by which a body turns about z, so that it turns so.
Rates ratesOfSpin(const Json& scene, const SceneInstance& instance, const std::string& name, double omega) {
  const Mechanism& mechanism = *instance.mechanism;
  const int body = requireBody(mechanism, name);
  if (isRepeat(scene, name)) refuse("bodies", "\"" + name + "\" is one of a repeat", "a single body");
  const std::vector<int> turn = ownCoordinates(mechanism, body).turn;
  const State& start = instance.initial;
  Eigen::VectorXd own = Eigen::VectorXd::Zero(mechanism.dof());
  if (turn.size() == 1) own[turn.front()] = 1;
  const Eigen::Vector3d axis = mechanism.angularVelocity(body, start.q, own);
  if (axis.head<2>().norm() > 1e-9 || axis.z() == 0)
    refuse("initial.velocity", "\"" + name + "\" does not turn about z alone", "a body that turns about z");
  Eigen::VectorXd others = initialVelocity(instance);
  others[turn.front()] = 0;
  const double carried = mechanism.angularVelocity(body, start.q, others).z();
  return {
      {mechanism.coordinates()[static_cast<std::size_t>(turn.front())].name, (omega - carried) / axis.z()}};
}

/// Refuses velocities that are expressions over parameters.
void requireNumbers(const Json& scene, const Rates& rates) {
  for (const auto& [coordinate, value] : rates)
    if (const Json* before = find(scene, placeOfRate(coordinate)); before && !isNumber(*before))
      refuse(placeOfRate(coordinate), "depends on parameters", "a number");
}

Json withRates(const Json& scene, const Rates& rates) {
  requireNumbers(scene, rates);
  Json result = scene;
  for (const auto& [coordinate, value] : rates) result = setInitialVelocity(result, coordinate, value);
  return result;
}

/// What withRates() writes.
Assignments assignmentsOf(const Json& scene, const Rates& rates) {
  requireNumbers(scene, rates);
  Assignments assigned;
  for (const auto& [coordinate, value] : rates)
    if (const Json* before = find(scene, placeOfRate(coordinate)); before || value != 0)
      assigned[std::string(velocityPrefix) + coordinate] = textOf(written(before, value));
  return assigned;
}

}  // namespace

Json setBodyVelocity(const Json& scene, const SceneInstance& instance, const std::string& name,
                     const Eigen::Vector3d& velocity) {
  return withRates(scene, ratesOfVelocity(scene, instance, name, velocity));
}

std::optional<Assignments> assignedVelocities(const Json& scene, const SceneInstance& instance,
                                              const std::vector<BodyVelocity>& bodies) try {
  Assignments all;
  for (const BodyVelocity& one : bodies)
    all.merge(assignmentsOf(scene, ratesOfVelocity(scene, instance, one.body, one.velocity)));
  return all;
} catch (const SceneError&) {
  return std::nullopt;
}

Json setBodySpin(const Json& scene, const SceneInstance& instance, const std::string& name, double omega) {
  return withRates(scene, ratesOfSpin(scene, instance, name, omega));
}

std::optional<Assignments> assignedSpin(const Json& scene, const SceneInstance& instance,
                                        const std::string& body, double omega) try {
  return assignmentsOf(scene, ratesOfSpin(scene, instance, body, omega));
} catch (const SceneError&) {
  return std::nullopt;
}

namespace {

struct Extent {
  Eigen::Vector3d least = Eigen::Vector3d::Constant(HUGE_VAL), most = -least;
  void add(const Eigen::Vector3d& point, double radius) {
    least = least.cwiseMin((point.array() - radius).matrix());
    most = most.cwiseMax((point.array() + radius).matrix());
  }
};

Extent extentOf(const Mechanism& mechanism, int body, const Eigen::VectorXd& q) {
  Extent extent;
  const Pose pose = mechanism.pose(body, q);
  for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes) {
    const SpannedBy span = spanOf(shape);
    for (const Eigen::Vector3d& point : span.points) extent.add(pose * point, span.radius);
  }
  if (!(extent.least.x() <= extent.most.x())) extent.add(pose.x, 0);
  return extent;
}

/// How far a body is moved so that it is in line with the first.
Eigen::Vector3d alignmentMove(const Extent& first, const Extent& other, Alignment alignment) {
  Eigen::Vector3d by = Eigen::Vector3d::Zero();
  switch (alignment) {
    case Alignment::Left:
      by.x() = first.least.x() - other.least.x();
      break;
    case Alignment::Right:
      by.x() = first.most.x() - other.most.x();
      break;
    case Alignment::Bottom:
      by.y() = first.least.y() - other.least.y();
      break;
    case Alignment::Top:
      by.y() = first.most.y() - other.most.y();
      break;
    case Alignment::CentreX:
      by.x() = 0.5 * (first.least.x() + first.most.x() - other.least.x() - other.most.x());
      break;
    case Alignment::CentreY:
      by.y() = 0.5 * (first.least.y() + first.most.y() - other.least.y() - other.most.y());
      break;
  }
  return by;
}

}  // namespace

Json alignBodies(const Json& scene, const SceneInstance& instance, const std::vector<std::string>& bodies,
                 Alignment alignment) {
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd& q = instance.initial.q;
  std::vector<BodyMove> moves;
  std::optional<Extent> first;
  for (const std::string& name : bodies) {
    const int body = requireBody(mechanism, name);
    const Extent extent = extentOf(mechanism, body, q);
    if (!first) {
      first = extent;
      continue;
    }
    const Eigen::Vector3d at = mechanism.position(body, q);
    moves.push_back({name, at, at + alignmentMove(*first, extent, alignment), {}});
  }
  return moveBodies(scene, instance, moves);
}

}  // namespace carom::edit
