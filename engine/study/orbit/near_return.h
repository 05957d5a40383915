#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanics/motion/trajectory.h"
#include "study/orbit/orbit_question.h"

namespace carom {

/// How a run comes back near to its start: where the search of an orbit may begin.
struct NearReturn {
  double period = 0;                              ///< s
  std::vector<std::string> travel{};              ///< coordinates that go on, in m
  std::vector<OrbitQuestion::Mirrored> mirror{};  ///< of twins, such as two legs, that exchange their parts
};

/// The first return of a run within 5 % of the size of its motion: of bodies in the order of the scene, or
/// with each pair of twins exchanged. Empty where there is none, and for more than 60 coordinates. Twins have
/// one mass and alike joints, on one body or on twins.
std::optional<NearReturn> nearReturn(const Mechanism& mechanism, const Trajectory& run);

}  // namespace carom
