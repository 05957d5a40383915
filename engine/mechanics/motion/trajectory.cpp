#include "mechanics/motion/trajectory.h"

#include <algorithm>

namespace carom {

Word orderingOf(const ImpactEvent& impact) {
  return impact.atOnce ? Word{} : impact.word;
}

std::size_t memoryUsed(const ImpactEvent& impact) {
  std::size_t bytes = sizeof(ImpactEvent) + impact.word.size() * sizeof(ContactIndex) +
                      impact.contacts.size() * (sizeof(int) + sizeof(double) + sizeof(ContactLabel));
  for (const ContactLabel& label : impact.labels)
    for (const std::string* name : {&label.name, &label.bodies[0], &label.bodies[1]})
      if (name->size() > std::string().capacity()) bytes += name->capacity() + 1;
  return bytes;
}

std::size_t Trajectory::flightBefore(std::size_t impact) const {
  const auto later = std::ranges::upper_bound(pushes, impact, {}, &PushEvent::impactsSoFar);
  return impact + static_cast<std::size_t>(later - pushes.begin());
}

int Trajectory::flightAt(double t) const {
  return static_cast<int>(flights.indexAt(t));
}

Eigen::VectorXd Trajectory::configuration(double t) const {
  return flights.at(flights.indexAt(t)).configuration(std::clamp(t, start(), end()));
}

Eigen::VectorXd Trajectory::velocity(double t) const {
  return flights.at(flights.indexAt(t)).velocity(std::clamp(t, start(), end()));
}

EnergyFlow Trajectory::flow(double t) const {
  const std::size_t flight = flights.indexAt(t);
  return flights.isExact(flight) ? flights.flowOf(flight) : flights.at(flight).flowAt(t);
}

}  // namespace carom
