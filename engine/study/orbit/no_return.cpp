#include "study/orbit/no_return.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

/// Nodes of a run that are looked at, evenly: each asks for all closed contacts.
constexpr std::size_t mostNodes = 2'000;
/// A contact lasts from so many nodes in a row on.
constexpr int lastingNodes = 3;

/// When a contact was closed.
struct Touch {
  int first = 0, last = 0, count = 0;  ///< nodes
  double since = 0, until = 0;         ///< s, of the last nodes in a row
};

struct Node {
  double time;
  Eigen::VectorXd q;
};

std::vector<Node> nodesOf(const Trajectory& run) {
  std::size_t count = 0;
  for (const FreeFlight& flight : run.flights)
    count += flight.nodes ? static_cast<std::size_t>(flight.nodes->time.size()) : 2;
  const std::size_t every = std::max<std::size_t>(1, count / mostNodes);
  std::vector<Node> nodes;
  std::size_t place = 0;
  for (const FreeFlight& flight : run.flights) {
    if (!flight.nodes) {
      const double middle = 0.5 * (flight.start + flight.end);
      nodes.push_back({flight.start, flight.q});
      nodes.push_back({middle, flight.configuration(middle)});
      continue;
    }
    const auto& [time, q] = std::tie(flight.nodes->time, flight.nodes->q);
    for (Eigen::Index k = 0; k < time.size(); ++k)
      if (place++ % every == 0 || k + 1 == time.size()) nodes.push_back({time[k], q.col(k)});
  }
  nodes.push_back({run.end(), run.configuration(run.end())});
  return nodes;
}

std::map<int, Touch> touchesOf(const Mechanism& mechanism, const std::vector<Node>& nodes) {
  std::map<int, Touch> touches;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    for (const int contact : closedContacts(mechanism, nodes[i].q)) {
      const int node = static_cast<int>(i);
      Touch& touch = touches.try_emplace(contact, Touch{node, node, 0, nodes[i].time, 0}).first->second;
      if (node > touch.last + 1) touch.since = nodes[i].time;
      touch.last = node;
      touch.until = nodes[i].time;
      ++touch.count;
    }
  return touches;
}

const std::string& nameOf(const Mechanism& mechanism, int contact) {
  return mechanism.contacts()[static_cast<std::size_t>(contact)].name;
}

/// Whether the bodies of a contact slide on each other: faster than the rounding of a motion that rolls.
bool slides(const Mechanism& mechanism, const Trajectory& run, int contact, double time) {
  constexpr double rolling = 1e-6;
  if (mechanism.contacts()[static_cast<std::size_t>(contact)].limit) return false;
  const Eigen::VectorXd v = run.velocity(time);
  const Eigen::MatrixXd tangents = mechanism.tangents(contact, run.configuration(time));
  return (tangents * v).norm() > rolling * tangents.norm() * v.norm();
}

std::optional<NoReturn> opensForGood(const Mechanism& mechanism, const Trajectory& run,
                                     const std::map<int, Touch>& touches, int nodes) {
  for (const auto& [contact, touch] : touches) {
    const bool lasted = touch.first == 0 && touch.count >= lastingNodes && touch.count == touch.last + 1;
    if (!lasted || touch.last + 1 >= nodes) continue;
    const bool isSliding = slides(mechanism, run, contact, touch.until);
    return NoReturn{isSliding ? NoReturn::Kind::SlidesOff : NoReturn::Kind::Leaves, touch.until,
                    nameOf(mechanism, contact)};
  }
  return std::nullopt;
}

std::optional<NoReturn> settles(const Mechanism& mechanism, const Trajectory& run,
                                const std::map<int, Touch>& touches, int nodes) {
  for (const auto& [contact, touch] : touches) {
    if (touch.first == 0 || touch.last + 1 < nodes || touch.count < lastingNodes) continue;
    const auto limit = std::ranges::find_if(run.impacts, [&](const ImpactEvent& event) {
      return event.plastic && std::ranges::find(event.contacts, contact) != event.contacts.end();
    });
    if (limit == run.impacts.end() && run.settlings.empty()) continue;
    return NoReturn{NoReturn::Kind::Settles, limit == run.impacts.end() ? touch.since : limit->time,
                    nameOf(mechanism, contact)};
  }
  return std::nullopt;
}

/// The bodies sink below where they were, and touch nothing any more.
std::optional<NoReturn> falls(const Mechanism& mechanism, const Trajectory& run,
                              const std::map<int, Touch>& touches, const std::vector<Node>& nodes) {
  const auto weight = [&](const Eigen::VectorXd& q) {
    return mechanism.potentialEnergy(q) - mechanism.springEnergy(q);
  };
  double touched = run.start();
  for (const auto& [contact, touch] : touches) {
    if (touch.last + 1 == static_cast<int>(nodes.size())) return std::nullopt;
    touched = std::max(touched, touch.until);
  }
  if (!run.impacts.empty()) touched = std::max(touched, run.impacts.back().time);
  const double end = run.end(), before = end - 1e-3 * (end - touched);
  const double last = weight(nodes.back().q), first = weight(nodes.front().q);
  const double kinetic =
      0.5 * run.velocity(end).dot(mechanism.massMatrix(nodes.back().q) * run.velocity(end));
  // All of the energy of the motion comes from the fall, or more.
  if (!(last < weight(run.configuration(before))) || !(first - last > 0.5 * kinetic) || !(kinetic > 0))
    return std::nullopt;
  return NoReturn{NoReturn::Kind::Falls, touched, {}};
}

std::optional<NoReturn> losesEnergy(const Mechanism& mechanism, const Trajectory& run) {
  constexpr double rounding = 1e-6;  // over the largest kinetic energy
  if (!mechanism.forces().motors.empty() || !run.pushes.empty()) return std::nullopt;
  const auto energy = [&](double t) {
    const Eigen::VectorXd q = run.configuration(t), v = run.velocity(t);
    return std::pair(0.5 * v.dot(mechanism.massMatrix(q) * v), mechanism.potentialEnergy(q));
  };
  const auto [fastStart, highStart] = energy(run.start());
  const auto [fastEnd, highEnd] = energy(run.end());
  const EnergyFlow flow = run.flow(run.end());
  const double lost = flow.damper + flow.friction + flow.impact;
  const double size = std::max({fastStart, fastEnd, std::abs(highStart - highEnd)});
  // A travel down a slope gives what is lost.
  if (!(lost > rounding * size) || fastStart + highStart - fastEnd - highEnd < 0.5 * lost)
    return std::nullopt;
  return NoReturn{NoReturn::Kind::LosesEnergy, run.end(), {}, lost};
}

}  // namespace

std::string_view wordOf(NoReturn::Kind kind) {
  switch (kind) {
    case NoReturn::Kind::SlidesOff:
      return "slides-off";
    case NoReturn::Kind::Leaves:
      return "leaves";
    case NoReturn::Kind::Settles:
      return "settles";
    case NoReturn::Kind::Falls:
      return "falls";
    case NoReturn::Kind::LosesEnergy:
      break;
  }
  return "loses-energy";
}

std::string NoReturn::text() const {
  const std::string when = roundedText(time) + " s";
  switch (kind) {
    case Kind::SlidesOff:
      return contact + " opens at " + when + ", where it slides, and stays open";
    case Kind::Leaves:
      return contact + " opens at " + when + " and stays open";
    case Kind::Settles:
      return "the hits of " + contact + " converge at " + when + ", and it settles";
    case Kind::Falls:
      return "nothing is touched after " + when + ", and it falls";
    case Kind::LosesEnergy:
      break;
  }
  return "a period takes " + roundedText(lost) + " J, which nothing gives back";
}

std::optional<NoReturn> whyNoReturn(const Mechanism& mechanism, const Trajectory& run) {
  if (!run.complete || run.flights.empty()) return std::nullopt;
  const std::vector<Node> nodes = nodesOf(run);
  const std::map<int, Touch> touches = touchesOf(mechanism, nodes);
  const auto count = static_cast<int>(nodes.size());
  if (auto why = settles(mechanism, run, touches, count)) return why;
  if (auto why = opensForGood(mechanism, run, touches, count)) return why;
  if (auto why = falls(mechanism, run, touches, nodes)) return why;
  return losesEnergy(mechanism, run);
}

}  // namespace carom
