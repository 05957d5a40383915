#pragma once

#include "peers/peer.h"

namespace carom::peers {

/// Two uniform bars of 1 m and 1 kg, 0.1 m thick, hinged to the world and to each other, level at the start.
World doublePendulum();
/// The energy between the pendulum's start and its rest (J).
inline constexpr double pendulumDepth = 2 * 9.81;

/// Boxes on each other on a floor, friction 0.5; each is smaller than the one below.
World stackOfBoxes(int count);

/// Kinetic energy and that of gravity (J), 0 at the world's origin.
double energy(const World& world, const std::vector<Motion>& motions);

}  // namespace carom::peers
