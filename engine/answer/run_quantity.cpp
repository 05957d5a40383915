#include "answer/run_quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "answer/coordinate_units.h"
#include "impact/kinetic_metric.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"
#include "scene/edit/own_coordinates.h"

namespace carom {

namespace {

using Kind = RunQuantity::Kind;

/// The most work of a growth, as steps and samples times (2n)³: some tenths of a second. Of larger runs
/// `carom simulate --variation` tells it.
constexpr double mostGrowthWork = 1e8;

/// By RunQuantity::Energy.
constexpr std::array energyNames{"gravity", "springs", "dampers", "friction", "impacts",
                                 "motors",  "total",   "pushes",  "kinetic"};

RunQuantity ofCoordinate(const Mechanism& mechanism, Kind kind, std::size_t place) {
  const Coordinate& coordinate = mechanism.coordinates()[place];
  const int index = static_cast<int>(place);
  if (kind == Kind::Velocity)
    return {kind, index, "v " + coordinate.name, "velocity of %1", coordinate.name, velocityUnit(coordinate)};
  if (kind == Kind::Momentum)
    return {kind, index, "p " + coordinate.name, "momentum of %1", coordinate.name, momentumUnit(coordinate)};
  return {kind, index, "q " + coordinate.name, "coordinate %1", coordinate.name, coordinate.unit};
}

RunQuantity ofContact(const Mechanism& mechanism, Kind kind, std::size_t place) {
  const std::string& name = mechanism.contacts()[place].name;
  const int index = static_cast<int>(place);
  if (kind == Kind::Gap) return {kind, index, "gap " + name, "gap of %1", name, "m"};
  return {kind, index, "impulse " + name, "impulse of %1 in impacts, summed up", name, "N·s"};
}

/// What follows the quantities without a coordinate or contact: for each coordinate these, then for each
/// contact those.
struct PlaceKind {
  const char* prefix;
  Kind kind;
};
constexpr PlaceKind coordinateKinds[] = {
    {"q ", Kind::Coordinate}, {"v ", Kind::Velocity}, {"p ", Kind::Momentum}};
constexpr PlaceKind contactKinds[] = {{"gap ", Kind::Gap}, {"impulse ", Kind::Impulse}};

void addEnergies(std::vector<RunQuantity>& all, const SceneInstance& instance) {
  all.push_back(
      {Kind::Energy, RunQuantity::Total, "E total", "total energy, kinetic and potential", {}, "J"});
  for (const int body : movingBodies(*instance.mechanism)) {
    const auto& name = instance.mechanism->bodies()[static_cast<std::size_t>(body)].name;
    all.push_back({Kind::Kinetic, body, "E " + name, "kinetic energy of %1", name, "J"});
  }
  const auto add = [&](int energy, const char* words) {
    const std::string key = RunQuantity::energyKey(energy);
    all.push_back({Kind::Energy, energy, "E in " + key, words, key, "J"});
  };
  for (int entry = 0; entry < RunQuantity::ledger; ++entry)
    add(entry, entry <= RunQuantity::Springs ? "energy of %1" : "energy taken by %1");
  add(RunQuantity::Motors, "energy given by motors");
  add(RunQuantity::Pushes, "energy given by pushes");
}

/// Steps and impacts of a run.
double stepsOf(const Trajectory& run) {
  double steps = static_cast<double>(run.flights.size());
  for (const FreeFlight& flight : run.flights)
    if (flight.nodes) steps += static_cast<double>(flight.nodes->time.size());
  return steps;
}

/// The impulses of an impact by contact of the mechanism (N·s).
Eigen::VectorXd impulsesOf(const Mechanism& mechanism, const Trajectory& motion, std::size_t impact) {
  const ImpactEvent& event = motion.impacts[impact];
  const WholeImpact whole = wholeImpact(mechanism, motion, impact);
  const ImpactPassage passage = passageOf(mechanism, event, whole.problem, motion.law.restitution);
  Eigen::VectorXd all = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mechanism.contacts().size()));
  for (std::size_t i = 0; i < event.contacts.size(); ++i)
    all[event.contacts[i]] += passage.impulses.normal[static_cast<Eigen::Index>(i)];
  return all;
}

}  // namespace

const char* RunQuantity::energyKey(int energy) {
  return energyNames[static_cast<std::size_t>(energy)];
}

std::string RunQuantity::name() const {
  std::string text = words;
  if (const std::size_t at = text.find("%1"); at != std::string::npos) text.replace(at, 2, of);
  return text;
}

RunQuantities::RunQuantities(const SceneInstance& instance)
    : m_mechanism(instance.mechanism), m_first{{Kind::Time, 0, "time", "time", {}, "s"}} {
  addEnergies(m_first, instance);
  m_first.push_back({Kind::Growth, 0, "growth", "growth of perturbations", {}, "1"});
}

std::size_t RunQuantities::size() const {
  return m_first.size() + std::size(coordinateKinds) * coordinates() +
         std::size(contactKinds) * m_mechanism->contacts().size();
}

RunQuantity RunQuantities::operator[](std::size_t place) const {
  if (place < m_first.size()) return m_first[place];
  place -= m_first.size();
  constexpr std::size_t perCoordinate = std::size(coordinateKinds), perContact = std::size(contactKinds);
  if (place < perCoordinate * coordinates())
    return ofCoordinate(*m_mechanism, coordinateKinds[place % perCoordinate].kind, place / perCoordinate);
  place -= perCoordinate * coordinates();
  return ofContact(*m_mechanism, contactKinds[place % perContact].kind, place / perContact);
}

std::optional<std::size_t> RunQuantities::placeOf(std::string_view key) const {
  const auto first = std::ranges::find(m_first, key, &RunQuantity::key);
  if (first != m_first.end()) return static_cast<std::size_t>(first - m_first.begin());
  const auto among = [&](const auto& kinds, const auto& parts) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < std::size(kinds); ++i) {
      const std::string_view prefix(kinds[i].prefix);
      if (!key.starts_with(prefix)) continue;
      const auto part = std::ranges::find_if(
          parts, [name = key.substr(prefix.size())](const auto& each) { return each.name == name; });
      if (part != parts.end()) return std::size(kinds) * static_cast<std::size_t>(part - parts.begin()) + i;
    }
    return std::nullopt;
  };
  if (const auto place = among(coordinateKinds, m_mechanism->coordinates())) return m_first.size() + *place;
  if (const auto place = among(contactKinds, m_mechanism->contacts()))
    return m_first.size() + std::size(coordinateKinds) * coordinates() + *place;
  return std::nullopt;
}

std::optional<RunQuantity> RunQuantities::find(std::string_view key) const {
  const auto place = placeOf(key);
  return place ? std::optional((*this)[*place]) : std::nullopt;
}

std::vector<RunQuantity> runQuantities(const SceneInstance& instance) {
  const RunQuantities quantities(instance);
  std::vector<RunQuantity> all;
  for (std::size_t i = 0; i < quantities.size(); ++i) all.push_back(quantities[i]);
  return all;
}

std::vector<RunQuantity> momentaOf(const Mechanism& mechanism) {
  std::vector<RunQuantity> momenta;
  for (std::size_t i = 0; i < mechanism.coordinates().size(); ++i)
    momenta.push_back(ofCoordinate(mechanism, Kind::Momentum, i));
  return momenta;
}

RunValues::RunValues(const SceneInstance& instance, std::shared_ptr<const Trajectory> trajectory,
                     std::shared_ptr<const RunValues> zero, int samples)
    : m_mechanism(instance.mechanism),
      m_trajectory(std::move(trajectory)),
      m_motion(sampleMotion(*m_mechanism, *m_trajectory, samples)),
      m_zero(std::move(zero)) {
  m_places = m_motion.time;
}

const Eigen::VectorXd& RunValues::potential() const {
  std::call_once(m_potentialMade, [this] {
    m_potential.resize(m_places.size());
    m_springs.resize(m_places.size());
    for (Eigen::Index i = 0; i < m_places.size(); ++i) {
      m_potential[i] = m_mechanism->potentialEnergy(m_motion.q.col(i));
      m_springs[i] = m_mechanism->springEnergy(m_motion.q.col(i));
    }
    if (m_places.size() > 0) m_lowest = (m_potential - m_springs).minCoeff();
  });
  return m_potential;
}

double RunValues::lowest() const {
  if (m_zero) return m_zero->lowest();
  potential();
  return m_lowest;
}

Eigen::VectorXd RunValues::of(const RunQuantity& quantity) const {
  switch (quantity.kind) {
    case Kind::Time:
      return m_motion.time;
    case Kind::Coordinate:
      return m_motion.q.row(quantity.index);
    case Kind::Velocity:
      return m_motion.v.row(quantity.index);
    case Kind::Momentum:
      return m_motion.p.row(quantity.index);
    case Kind::Impulse:
      return impulses(quantity.index);
    case Kind::Kinetic:
      return kineticEnergies(*m_mechanism, {quantity.index}, m_motion.q, m_motion.v).row(0);
    case Kind::Energy:
      return energies(quantity.index);
    default:
      break;
  }
  Eigen::VectorXd values(m_motion.time.size());
  const Eigen::VectorXd& t = m_motion.time;
  if (quantity.kind == Kind::Growth) {
    for (Eigen::Index i = 0; i < t.size(); ++i) values[i] = growth().at(t[i], i > 0 && t[i] == t[i - 1]);
    return values;
  }
  for (Eigen::Index i = 0; i < values.size(); ++i)
    values[i] = value(quantity, {m_motion.time[i], m_motion.q.col(i), m_motion.v.col(i), m_motion.p.col(i),
                                 m_motion.flow[static_cast<std::size_t>(i)]});
  return values;
}

std::vector<bool> RunValues::turnsAnew(const RunQuantity& quantity) const {
  const Eigen::Index count = m_motion.time.size();
  std::vector<bool> anew(static_cast<std::size_t>(count));
  if (quantity.kind != Kind::Coordinate || quantity.unit != "rad") return anew;
  const int body = m_mechanism->coordinates()[static_cast<std::size_t>(quantity.index)].body;
  const std::vector<int> turn = edit::ownCoordinates(*m_mechanism, body).turn;
  if (turn.size() != 3) return anew;
  for (Eigen::Index i = 1; i < count; ++i)
    anew[static_cast<std::size_t>(i)] =
        (m_motion.q.col(i) - m_motion.q.col(i - 1))(turn).norm() > std::numbers::pi;
  return anew;
}

double RunValues::at(const RunQuantity& quantity, double time) const {
  const double t = std::clamp(time, start(), end());
  const std::lock_guard lock(m_lastLock);
  if (m_last.q.size() == 0 || m_last.time != t) {
    m_last = {t, m_trajectory->configuration(t), m_trajectory->velocity(t), {}, m_trajectory->flow(t)};
    m_last.p = m_mechanism->massBlocks(m_last.q).times(m_last.v);
  }
  return value(quantity, m_last);
}

RunValues::Span RunValues::span(const RunQuantity& quantity) const {
  const Eigen::VectorXd values = of(quantity);
  if (values.size() == 0) return {NAN, NAN, NAN, NAN, NAN};
  Span span{values[0], values[values.size() - 1], values[0], values[0], 0};
  const auto take = [&span](double value) {
    span.least = std::min(span.least, value);
    span.greatest = std::max(span.greatest, value);
  };
  for (const double value : values) take(value);
  const double from = m_motion.time[0], duration = m_motion.time[m_motion.time.size() - 1] - from;
  for (int i = 0; i < spanTimes; ++i) {
    const double value = at(quantity, from + duration * (i + 0.5) / spanTimes);
    take(value);
    span.mean += value / spanTimes;
  }
  return span;
}

double RunValues::atState(const RunQuantity& quantity, double time, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& p, const EnergyFlow& flow) const {
  return value(quantity, {time, q, KineticMetric(m_mechanism->massBlocks(q)).velocity(p), p, flow});
}

double RunValues::value(const RunQuantity& quantity, const State& state) const {
  switch (quantity.kind) {
    case Kind::Time:
      return state.time;
    case Kind::Coordinate:
      return state.q[quantity.index];
    case Kind::Velocity:
      return state.v[quantity.index];
    case Kind::Momentum:
      return state.p[quantity.index];
    case Kind::Gap:
      return separationOf(*m_mechanism, quantity.index, state.q).gap;
    case Kind::Impulse:
      return impulseUpTo(quantity.index, state.time);
    case Kind::Kinetic:
      return m_mechanism->kineticEnergy(quantity.index, state.q, state.v);
    case Kind::Energy:
      return energy(quantity.index, state);
    case Kind::Growth:
      return growth().at(state.time);
    case Kind::Difference:  // which a run alone has not
      break;
  }
  return 0;
}

/// The energy that has come or gone since the start.
static double flowOf(int which, const EnergyFlow& flow) {
  switch (which) {
    case RunQuantity::Dampers:
      return flow.damper;
    case RunQuantity::Friction:
      return flow.friction;
    case RunQuantity::Impacts:
      return flow.impact;
    case RunQuantity::Motors:
      return flow.motor;
    default:
      return flow.push;
  }
}

double RunValues::energy(int which, const State& state) const {
  if (which == RunQuantity::AllKinetic) return 0.5 * state.p.dot(state.v);
  if (which != RunQuantity::Gravity && which != RunQuantity::Springs && which != RunQuantity::Total)
    return flowOf(which, state.flow);
  const double springs = m_mechanism->springEnergy(state.q);
  const double gravity = m_mechanism->potentialEnergy(state.q) - springs - lowest();
  return which == RunQuantity::Gravity   ? gravity
         : which == RunQuantity::Springs ? springs
                                         : 0.5 * state.p.dot(state.v) + gravity + springs;
}

/// The same at all samples, whose potential energies are known.
Eigen::VectorXd RunValues::energies(int which) const {
  const double zero = lowest();
  const Eigen::VectorXd gravity = (potential() - m_springs).array() - zero;
  if (which == RunQuantity::Springs) return m_springs;
  if (which == RunQuantity::Gravity) return gravity;
  Eigen::VectorXd values(m_places.size());
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double kinetic = 0.5 * m_motion.p.col(i).dot(m_motion.v.col(i));
    values[i] = which == RunQuantity::AllKinetic ? kinetic
                : which == RunQuantity::Total    ? kinetic + gravity[i] + m_springs[i]
                                                 : flowOf(which, m_motion.flow[static_cast<std::size_t>(i)]);
  }
  return values;
}

void RunValues::knowImpulses() const {
  std::call_once(m_impulsesMade, [this] {
    for (std::size_t i = 0; i < m_trajectory->impacts.size(); ++i)
      m_impulses.emplace_back(m_trajectory->impacts[i].time, impulsesOf(*m_mechanism, *m_trajectory, i));
  });
}

const GrowthOfRun& RunValues::growth() const {
  std::call_once(m_growthMade, [this] {
    const double work = (stepsOf(*m_trajectory) + timesOfGrowth) * std::pow(2.0 * m_mechanism->dof(), 3);
    if (work > mostGrowthWork) {
      m_growth.stopped = "the run is long: carom simulate --variation tells it";
      return;
    }
    m_growth = growthOfRun(
        *m_mechanism, *m_trajectory,
        runVariation(*m_mechanism, *m_trajectory, {.limits = {.words = 0}, .samples = timesOfGrowth}));
  });
  return m_growth;
}

std::string RunValues::whyNoGrowth() const {
  return growth().times.size() > 1 ? std::string() : growth().stopped;
}

double RunValues::impulseUpTo(int contact, double time) const {
  knowImpulses();
  double sum = 0;
  for (const auto& [when, all] : m_impulses)
    if (when <= time) sum += all[contact];
  return sum;
}

/// The sum of the impulses steps up between the two samples of an impact.
Eigen::VectorXd RunValues::impulses(int contact) const {
  const Eigen::VectorXd& t = m_motion.time;
  Eigen::VectorXd sums(t.size());
  std::size_t next = 0;
  double sum = 0;
  knowImpulses();
  for (Eigen::Index i = 0; i < t.size(); ++i) {
    const bool isAfter = i > 0 && t[i] == t[i - 1];
    for (; next < m_impulses.size(); ++next) {
      const auto& [when, all] = m_impulses[next];
      if (when > t[i] || (when == t[i] && !isAfter)) break;
      sum += all[contact];
    }
    sums[i] = sum;
  }
  return sums;
}

}  // namespace carom
