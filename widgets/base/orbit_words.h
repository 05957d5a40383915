#pragma once

#include <QString>
#include <complex>

#include "study/orbit/orbit.h"

namespace carom {

/// "0.5 + 0.2i", "−1".
QString complexText(const std::complex<double>& value);
/// What the stability of an orbit means.
QString stabilityText(const Orbit& orbit);
/// What the stability is, and why: the bounds on the growth, or why none are known; why there is no orbit.
QString whyText(const Orbit& orbit);
/// What the search for the most stable orbit found, of an orbit that has it.
QString mostStableText(const Orbit& orbit);
/// The orderings of ties that a map follows: "ac bc; bc ac"; empty without ties.
QString orderingsOf(const OrbitMap& map);
/// "a and b close together: cosine −0.5 = −cos(π/3): their order does not matter".
QString tieText(const TiedPair& pair);
/// "growth in one period between 0.9 and 0.91", of an orbit with maps.
QString growthText(const Orbit& orbit);

}  // namespace carom
