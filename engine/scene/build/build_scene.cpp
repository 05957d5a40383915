#include "scene/build/build_scene.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <unordered_map>

#include "base/near_names.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/core_overlap.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "scene/build/build_bodies.h"
#include "scene/build/build_forces.h"
#include "scene/build/build_loops.h"
#include "scene/build/contact_builder.h"
#include "scene/build/evaluate.h"
#include "scene/build/solve_touching.h"
#include "scene/expression/unit_check.h"
#include "scene/format/expression_reader.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

constexpr std::size_t mostBodies = 1000;

std::string metres(double length) {
  return roundedText(length) + " m";
}

/// The restitution of contacts that do not set theirs.
const Number& defaultRestitution(const SceneSource& scene) {
  const auto row = std::ranges::find(lawCoefficients, std::string_view("restitution"), &Coefficient::name);
  return scene.defaults.coefficients[static_cast<std::size_t>(row - lawCoefficients.begin())];
}

class SceneBuilder {
 public:
  SceneBuilder(const SceneSource& scene, Evaluator& evaluator, const QuantityValues& quantities)
      : m_scene(scene), m_values(scene, evaluator), m_quantities(quantities) {}

  std::shared_ptr<const Mechanism> mechanism();
  /// The same, or the last one where nothing that it depends on has changed.
  std::shared_ptr<const Mechanism> mechanism(Evaluator& evaluator, int quantities, LastMechanism& last);
  /// q as the file and the assignments have it.
  Eigen::VectorXd position();
  State stateAt(const Eigen::VectorXd& q);
  void checkMass(const BlockMatrix& M) const;
  void checkGaps(const Eigen::VectorXd& q);
  ViewHints view();

 private:
  void addBody(const BodySource& source);
  void addMass(const BodySource& source, Body& body) const;
  int parentOf(const BodySource& source, const std::string& name);
  Joint joint(const JointSource& source, const Body& body);
  void addLimits(const JointSource& source, const Body& body);
  std::vector<ContactPair> contacts(const Mechanism& tree);
  /// perTime: "", or "/s" of their rates.
  Eigen::VectorXd coordinates(const std::vector<CoordinateSource>& values, const char* perTime);
  /// Gives some of them the values that are assigned. prefix: of the names of these assignments.
  void assign(const std::map<std::string, double>& values, std::string_view prefix, const char* perTime,
              Eigen::VectorXd& x) const;
  int requiredBody(const NamePattern& pattern);
  std::vector<int> checkOverlap(const Eigen::VectorXd& q) const;
  void checkNormals(const std::vector<int>& closed, const Eigen::VectorXd& q) const;

  const SceneSource& m_scene;
  SceneValues m_values;
  const QuantityValues& m_quantities;
  std::vector<Body> m_bodies;
  std::vector<std::vector<const ShapeSource*>> m_shapeSources;  ///< per body and shape
  std::vector<std::string> m_places;                            ///< of the entry of each body
  std::unordered_map<std::string, int> m_bodyNumbers;
  std::vector<ContactPair> m_limits;  ///< of the joints read so far
  int m_dof = 0;                      ///< of these
  std::shared_ptr<const Mechanism> m_mechanism;
};

std::shared_ptr<const Mechanism> SceneBuilder::mechanism() {
  for (const BodySource& source : m_scene.bodies) m_values.repeat(source.repeat, [&] { addBody(source); });
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    if (!m_bodies[b].joints.empty() && !carriesMass(m_bodies, static_cast<int>(b)))
      m_values.refuse(m_places[b], "moves and has no mass",
                      "\"mass\" or \"solids\", or a body with a mass on it");
  const Eigen::Vector3d gravity = m_values.vector(m_scene.gravity);
  const Mechanism tree(m_bodies, {}, gravity);
  std::vector<ContactPair> contacts = this->contacts(tree);
  JointForces acting = buildForces(m_scene, m_values, tree);
  std::vector<Loop> loops = buildLoops(m_scene, m_values, tree);
  m_mechanism = std::make_shared<const Mechanism>(std::move(m_bodies), std::move(contacts), gravity,
                                                  std::move(acting), std::move(loops));
  return m_mechanism;
}

std::shared_ptr<const Mechanism> SceneBuilder::mechanism(Evaluator& evaluator, int quantities,
                                                         LastMechanism& last) {
  if (const auto known = last.find(evaluator)) {
    m_bodyNumbers = known->bodyNumbers;
    return m_mechanism = known->mechanism;
  }
  std::vector<bool> used(m_scene.expressions.symbols().size());
  m_values.note(&used);
  mechanism();
  m_values.note(nullptr);
  auto built = std::make_shared<LastMechanism::Built>();
  built->mechanism = m_mechanism;
  built->bodyNumbers = m_bodyNumbers;
  for (int symbol = 0; symbol < quantities; ++symbol)  // indices of repeats and the time come after them
    if (used[static_cast<std::size_t>(symbol)]) built->inputs.emplace_back(symbol, evaluator.value(symbol));
  last.set(std::move(built));
  return m_mechanism;
}

std::vector<ContactPair> SceneBuilder::contacts(const Mechanism& tree) {
  ContactBuilder builder(m_values, {tree, m_bodyNumbers, m_shapeSources});
  if (m_scene.contacts)
    for (const ContactSource& source : *m_scene.contacts) builder.add(source);
  if (m_scene.allPairs) builder.addAllPairs(m_scene.defaults);
  std::vector<ContactPair> all = builder.take();
  for (ContactPair& stop : m_limits) {
    if (std::ranges::find(all, stop.name, &ContactPair::name) != all.end())
      m_values.refuse("contacts", "there are two contacts called \"" + stop.name + '"', "different names");
    all.push_back(std::move(stop));
  }
  return all;
}

void SceneBuilder::addBody(const BodySource& source) {
  if (m_bodies.size() >= mostBodies)
    m_values.refuse(source.place, "is one body too many",
                    "at most " + std::to_string(mostBodies) + " bodies");
  Body body;
  body.name = m_values.name(source.name);
  if (!isName(body.name))
    m_values.refuse(source.name.place, "\"" + body.name + "\" is no name",
                    "letters, digits, _ and -, a letter first");
  if (!m_bodyNumbers.emplace(body.name, static_cast<int>(m_bodies.size())).second)
    m_values.refuse(source.name.place, "there are two bodies called \"" + body.name + '"', "different names");
  body.parent = parentOf(source, body.name);
  body.origin = m_values.vector(source.origin);
  for (const JointSource& one : source.joints) body.joints.push_back(joint(one, body));
  addMass(source, body);
  m_shapeSources.emplace_back();
  for (const ShapeSource& one : source.shapes) {
    body.shapes.push_back(shapeOf(one, m_values));
    m_shapeSources.back().push_back(&one);
  }
  m_bodies.push_back(std::move(body));
  m_places.push_back(source.place);
}

void SceneBuilder::addMass(const BodySource& source, Body& body) const {
  if (!source.solids.empty()) {
    addSolids(source, m_values, body);
  } else {
    if (source.mass) body.mass = m_values.positive(*source.mass, "a mass");
    body.centreOfMass = m_values.vector(source.centreOfMass);
    body.inertia = inertiaOf(source, m_values);
  }
  const bool isOut = body.mass > heaviest || (body.mass > 0 && body.mass < 1 / heaviest);
  if (isOut)
    m_values.refuse(source.mass ? source.mass->place : source.place, "is out of all bounds",
                    "a mass between 1e-100 and 1e100 kg");
}

int SceneBuilder::parentOf(const BodySource& source, const std::string& name) {
  if (!source.parent) return -1;
  const std::string parent = m_values.name(*source.parent);
  if (parent == name) m_values.refuse(source.parent->place, "\"" + name + "\" is its own parent", "a tree");
  if (const auto known = m_bodyNumbers.find(parent); known != m_bodyNumbers.end()) return known->second;
  // Not above it in the list: below it, perhaps in a cycle, or nowhere.
  std::string next = parent, path = name + " → " + parent;
  for (std::size_t step = 0; step <= m_scene.bodies.size(); ++step) {
    const auto below = std::find_if(m_scene.bodies.begin(), m_scene.bodies.end(), [&](const BodySource& b) {
      return b.name.holes.empty() && b.name.texts[0] == next;
    });
    if (below == m_scene.bodies.end()) break;
    if (!below->parent || !below->parent->holes.empty())
      m_values.refuse(source.parent->place, "\"" + parent + "\" is listed later",
                      "parents before their children");
    next = below->parent->texts[0];
    path += " → " + next;
    if (next == name) m_values.refuse(source.parent->place, "the bodies form a cycle: " + path, "a tree");
  }
  m_values.refuse(source.parent->place, "there is no body \"" + parent + "\" above this one",
                  "a body listed before");
}

Joint SceneBuilder::joint(const JointSource& source, const Body& body) {
  Joint joint{Spherical{}, source.name};
  if (source.kind == JointSource::Kind::Prismatic) joint.kind = Prismatic{m_values.direction(source.axis)};
  if (source.kind == JointSource::Kind::Revolute) joint.kind = Revolute{m_values.direction(source.axis)};
  if (source.armature) joint.armature = m_values(*source.armature);
  if (joint.armature < 0) m_values.refuse(source.armature->place, "is negative", "an armature ≥ 0");
  for (const Joint& other : body.joints)
    for (const std::string& taken : coordinateNames(other))
      for (const std::string& name : coordinateNames(joint))
        if (taken == name)
          m_values.refuse(source.place, "there are two joints called \"" + name + '"', "different names");
  addLimits(source, body);
  m_dof += static_cast<int>(coordinateNames(joint).size());
  return joint;
}

/// Adds the stops of a joint that is about to become the next coordinate.
void SceneBuilder::addLimits(const JointSource& source, const Body& body) {
  if (!source.lower && !source.upper) return;
  const int index = static_cast<int>(m_bodies.size());
  if (source.lower && source.upper && !(m_values(*source.lower) < m_values(*source.upper)))
    m_values.refuse(source.lower->place, "is not below the upper limit", "lower < upper");
  const Number& restitution = source.restitution ? *source.restitution : defaultRestitution(m_scene);
  for (const auto* bound : {&source.lower, &source.upper}) {
    if (!*bound) continue;
    const bool isLower = bound == &source.lower;
    ContactPair stop;
    stop.name = body.name + '.' + source.name + (isLower ? ".lower" : ".upper");
    stop.body = {body.parent < 0 ? index : body.parent, index};
    stop.limit = JointLimit{m_dof, m_values(**bound), isLower ? 1.0 : -1.0};
    stop.coefficients.restitution = m_values(restitution);
    if (stop.coefficients.restitution < 0 || stop.coefficients.restitution > 1)
      m_values.refuse(restitution.place, "is " + roundedText(stop.coefficients.restitution), "0 ≤ e ≤ 1");
    m_limits.push_back(std::move(stop));
  }
}

Eigen::VectorXd SceneBuilder::coordinates(const std::vector<CoordinateSource>& values, const char* perTime) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(m_mechanism->dof());
  if (values.empty()) return x;
  std::unordered_map<std::string_view, int> numbers;
  for (int i = 0; i < m_mechanism->dof(); ++i)
    numbers.emplace(m_mechanism->coordinates()[static_cast<std::size_t>(i)].name, i);
  for (const CoordinateSource& source : values)
    m_values.repeatIndex(source.coordinate.index, [&] {
      const std::string name = m_values.name(source.coordinate);
      const auto coordinate = numbers.find(name);
      if (coordinate == numbers.end())
        m_values.refuse(source.coordinate.place, "there is no coordinate \"" + name + '"',
                        "body.joint, such as \"a.x\"");
      const std::string unit =
          m_mechanism->coordinates()[static_cast<std::size_t>(coordinate->second)].unit + perTime;
      if (const auto fault = unitFault(m_scene.expressions.text(source.value.expression), {unit}))
        m_values.refuse(source.value.place, fault->problem, fault->expected);
      x[coordinate->second] = m_values(source.value);
    });
  return x;
}

void SceneBuilder::assign(const std::map<std::string, double>& values, std::string_view prefix,
                          const char* perTime, Eigen::VectorXd& x) const {
  const auto& all = m_mechanism->coordinates();
  for (const auto& [name, value] : values) {
    const std::string assigned = std::string(prefix) + name;
    const int index = m_mechanism->coordinateIndex(name);
    if (index < 0) {
      std::vector<std::string> names;
      for (const Coordinate& coordinate : all) names.push_back(coordinate.name);
      throw SceneError(m_scene.file, assigned, "unknown coordinate \"" + name + '"',
                       expectedName(name, names), SceneError::Fault::Command);
    }
    const std::string& unit = all[static_cast<std::size_t>(index)].unit;
    if (const auto fault = unitFault(m_quantities.assigned(assigned), {unit + perTime}))
      throw SceneError(m_scene.file, assigned, fault->problem, fault->expected, SceneError::Fault::Command);
    x[index] = value;
  }
}

Eigen::VectorXd SceneBuilder::position() {
  Eigen::VectorXd q = coordinates(m_scene.q, "");
  assign(m_quantities.coordinates(), "", "", q);
  return q;
}

State SceneBuilder::stateAt(const Eigen::VectorXd& q) {
  State state;
  state.q = q;
  const BlockMatrix M = m_mechanism->massBlocks(state.q);
  checkMass(M);
  Eigen::VectorXd v = coordinates(m_scene.velocity, "/s");
  assign(m_quantities.velocities(), velocityPrefix, "/s", v);
  state.p = M.times(v);
  if (!m_mechanism->loops().empty()) loopsAt(*m_mechanism, KineticMetric(M), state.q).project(state.p);
  if (!state.p.allFinite() || !std::isfinite(state.p.dot(v)))
    m_values.refuse("initial.velocity", "the momentum or energy is not finite", "finite momenta");
  return state;
}

/// Refuses joints that move the same bodies the same way: they leave M singular. Bodies that share no joint
/// are blocks of M, so that many free ones cost little.
void SceneBuilder::checkMass(const BlockMatrix& M) const {
  constexpr double leastPivot = 1e-12;     // of the diagonal
  std::map<int, std::vector<int>> blocks;  // coordinates, by the first one on the way from the world
  for (std::size_t b = 0; b < m_mechanism->bodies().size(); ++b) {
    const std::vector<int>& chain = m_mechanism->chain(static_cast<int>(b));
    std::ptrdiff_t own = 0;
    for (const Joint& joint : m_mechanism->bodies()[b].joints) own += std::ssize(coordinateNames(joint));
    if (own > 0) blocks[chain.front()].insert(blocks[chain.front()].end(), chain.end() - own, chain.end());
  }
  for (const auto& [first, block] : blocks) {
    const Eigen::MatrixXd part = M.part(block);
    const Eigen::LLT<Eigen::MatrixXd> factor(part);
    const Eigen::ArrayXd pivots = Eigen::MatrixXd(factor.matrixL()).diagonal().array().square();
    if (factor.info() == Eigen::Success && (pivots > leastPivot * part.diagonal().array()).all()) continue;
    const std::string& name = m_mechanism->coordinates()[static_cast<std::size_t>(first)].name;
    m_values.refuse(
        "bodies",
        "the joints on top of " + name + " do not move independently, or masses are out of all proportion",
        "a mass matrix that is positive definite");
  }
}

void SceneBuilder::checkGaps(const Eigen::VectorXd& q) {
  checkNormals(checkOverlap(q), q);
  if (m_scene.touching.solved) return;  // and closed
  eachTouching(m_scene, m_values, *m_mechanism, [&](int contact, const std::string& place) {
    if (const double gap = m_mechanism->gap(contact, q); gap > closedGap)
      m_values.refuse(place,
                      "contact " + m_mechanism->contacts()[static_cast<std::size_t>(contact)].name +
                          " has a gap of " + metres(gap),
                      "a gap of 0");
  });
}

/// The closed contacts; refuses overlaps.
std::vector<int> SceneBuilder::checkOverlap(const Eigen::VectorXd& q) const {
  std::vector<int> closed;
  int deepest = -1;
  double least = -closedGap;
  const std::vector<int> near = nearContacts(*m_mechanism, q);
  for (const int i : near) {
    const double gap = m_mechanism->gap(i, q);
    if (std::abs(gap) <= closedGap) closed.push_back(i);
    if (gap >= least) continue;
    least = gap;
    deepest = i;
    if (std::isnan(gap)) break;  // overflow: comparisons with it are false
  }
  if (deepest < 0) {  // bodies that cross may have no corner inside of each other
    const ContactPair* before = nullptr;
    for (const int i : near) {
      const ContactPair& contact = m_mechanism->contacts()[static_cast<std::size_t>(i)];
      const bool same = before && before->body == contact.body && before->shape == contact.shape;
      before = &contact;
      const double depth = same ? 0 : coreOverlap(*m_mechanism, contact, q);
      if (depth <= -least) continue;
      least = -depth;
      deepest = i;
    }
  }
  if (deepest < 0) return closed;
  const ContactPair& contact = m_mechanism->contacts()[static_cast<std::size_t>(deepest)];
  if (contact.limit) {
    const Coordinate& coordinate =
        m_mechanism->coordinates()[static_cast<std::size_t>(contact.limit->coordinate)];
    m_values.refuse(
        "initial", coordinate.name + " is beyond its limit by " + roundedText(-least) + ' ' + coordinate.unit,
        "a start within the limits");
  }
  const auto& [a, b] = contact.body;
  const auto name = [&](int body) { return m_mechanism->bodies()[static_cast<std::size_t>(body)].name; };
  const std::string pair = name(a) + " and " + name(b);
  if (std::isnan(least)) m_values.refuse("initial", "the gap of " + pair + " is not finite", "a finite gap");
  m_values.refuse("initial", pair + " overlap by " + metres(-least), "no overlap");
}

/// A closed contact that points at a hinge, say, takes part in no impact.
void SceneBuilder::checkNormals(const std::vector<int>& closed, const Eigen::VectorXd& q) const {
  LoopProjection loops;
  if (!closed.empty() && !m_mechanism->loops().empty())
    loops = loopsAt(*m_mechanism, KineticMetric(m_mechanism->massBlocks(q)), q);
  for (const int contact : closed) {
    Eigen::VectorXd n = m_mechanism->normal(contact, q);
    loops.project(n);
    if (n.allFinite() && !n.isZero(0)) continue;
    m_values.refuse("initial",
                    "contact " + m_mechanism->contacts()[static_cast<std::size_t>(contact)].name +
                        " is closed, and no motion opens it",
                    "a contact that can open");
  }
}

int SceneBuilder::requiredBody(const NamePattern& pattern) {
  const std::string name = m_values.name(pattern);
  const auto body = m_bodyNumbers.find(name);
  if (body == m_bodyNumbers.end())
    m_values.refuse(pattern.place, "there is no body \"" + name + '"', "the name of a body");
  return body->second;
}

ViewHints SceneBuilder::view() {
  const ViewSource& source = m_scene.view;
  const auto& bodies = m_mechanism->bodies();
  ViewHints view;
  view.duration = m_values.positive(source.duration, "a duration");
  view.leadIn = m_values(source.leadIn);
  if (view.leadIn < 0) m_values.refuse(source.leadIn.place, "is negative", "a time ≥ 0");
  view.sweep = source.sweep;
  for (const ArcSource& arc : source.arcs)
    view.arcs.push_back({arc.parameter, requiredBody(arc.vertex), arc.from ? requiredBody(*arc.from) : -1,
                         requiredBody(arc.to)});
  for (const DragSource& drag : source.drag)
    m_values.repeatIndex(drag.body.index, [&] { view.drag[requiredBody(drag.body)] = drag.parameters; });
  view.colors.resize(bodies.size());
  for (const Body& body : bodies) view.labels.push_back(body.name);
  const auto label = [&](const std::vector<LabelSource>& labels, std::vector<std::string>& texts) {
    for (const LabelSource& one : labels)
      m_values.repeatIndex(one.body.index, [&] {
        texts[static_cast<std::size_t>(requiredBody(one.body))] = m_values.name(one.text);
      });
  };
  label(source.colors, view.colors);
  label(source.labels, view.labels);
  view.planar = isPlanar(*m_mechanism);
  if (source.planar) view.planar = *source.planar;
  return view;
}

}  // namespace

std::shared_ptr<const LastMechanism::Built> LastMechanism::find(Evaluator& evaluator) const {
  std::shared_ptr<const Built> built;
  {
    const std::scoped_lock lock(m_mutex);
    built = m_built;
  }
  const bool same = built && std::ranges::all_of(built->inputs, [&](const auto& input) {
                      return std::bit_cast<std::uint64_t>(evaluator.value(input.first)) ==
                             std::bit_cast<std::uint64_t>(input.second);
                    });
  return same ? built : nullptr;
}

void LastMechanism::take(const LastMechanism& other) {
  const std::scoped_lock lock(m_mutex, other.m_mutex);
  m_built = other.m_built;
}

void LastMechanism::set(std::shared_ptr<const Built> built) {
  const std::scoped_lock lock(m_mutex);
  m_built = std::move(built);
}

SceneInstance buildScene(const SceneSource& scene, Evaluator& evaluator, const Assignments& assignments,
                         LastMechanism& last) {
  SceneInstance instance;
  QuantityValues quantities(scene, evaluator, assignments);
  quantities.evaluate();
  instance.parameters = quantities.parameters();
  Eigen::VectorXd moves;
  SceneValues values(scene, evaluator);
  const bool touches = scene.touching.solved && values(scene.touching.when) != 0;
  if (touches || !scene.loops.empty()) {
    StartMoves solved = solveStart(scene, values, [&](std::span<const double> parameters) {
      quantities.evaluate(parameters);
      SceneBuilder builder(scene, evaluator, quantities);
      auto mechanism = builder.mechanism();
      return Posture{std::move(mechanism), builder.position()};
    });
    quantities.evaluate(solved.parameters);
    quantities.parameters();  // refuses those that are out of their range now
    moves = std::move(solved.coordinates);
    instance.touching = std::move(solved.touching);
    instance.closing = std::move(solved.closing);
    if (instance.touching)
      for (StartMove& move : instance.touching->moved)
        if (const int symbol = scene.expressions.symbol(move.name); symbol >= 0)
          move.value = evaluator.value(symbol);
  }
  instance.derived = quantities.derived();
  SceneBuilder builder(scene, evaluator, quantities);
  instance.mechanism = builder.mechanism(evaluator, quantities.size(), last);
  Eigen::VectorXd q = builder.position();
  if (moves.size() > 0) q = instance.mechanism->moved(q, moves, 1);
  const auto setValues = [&](std::vector<StartMove>& moved) {
    for (StartMove& move : moved)
      for (int i = 0; i < instance.mechanism->dof(); ++i)
        if (instance.mechanism->coordinates()[static_cast<std::size_t>(i)].name == move.name)
          move.value = q[i];
  };
  if (instance.touching) setValues(instance.touching->moved);
  if (instance.closing) setValues(instance.closing->moved);
  instance.initial = builder.stateAt(q);
  builder.checkGaps(q);
  instance.view = builder.view();
  return instance;
}

}  // namespace carom
