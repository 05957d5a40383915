#pragma once

#include <functional>
#include <stop_token>

#include "study/orbit/orbit.h"

namespace carom {

/// Finds an orbit of a question.
using OrbitFinder = std::function<Orbit(const OrbitQuestion&, const Progress&)>;

/// The most stable orbit of the family of the first that `find` finds: no orbit at the last distance along a
/// direction of its family has a smaller Orbit::growth. Growth has corners where multipliers meet, so values
/// are compared, not derived [Hooke & Jeeves 1961]. It ends at distances of 1e-5 of the scales of the values,
/// or where growth is below 1e-3.
Orbit mostStableOrbit(const OrbitQuestion& question, const OrbitFinder& find, std::stop_token stop,
                      const Progress& progress);

}  // namespace carom
