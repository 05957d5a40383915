#pragma once

#include "peers/peer.h"

namespace carom::peers {

/// Two uniform bars of 1 m and 1 kg, 0.1 m thick, hinged to the world and to each other, level at the start.
World doublePendulum();
/// The energy between the pendulum's start and its rest (J).
inline constexpr double pendulumDepth = 2 * 9.81;

/// Boxes on each other on a floor, friction 0.5; each is smaller than the one below.
World stackOfBoxes(int count);

/// A box of 1 kg that slides at 8 m/s on a floor with friction 0.5 and comes to rest after 1.6 s.
World slidingBox();
/// Discs of 0.1 m, in rows of five, that fall 0.5 m into a wedge of two slopes of 45°: friction 0.3.
World discsInFunnel(int count);
/// Balls of 0.1 m, in layers of nine, that fall into a pit of four slopes: friction 0.3.
World ballsInPit(int count);
/// The deepest overlap of balls with each other and with planes (m); 0 where none overlap.
double overlap(const World& world, const std::vector<Motion>& motions);

/// Kinetic energy and that of gravity (J), 0 at the world's origin.
double energy(const World& world, const std::vector<Motion>& motions);

}  // namespace carom::peers
