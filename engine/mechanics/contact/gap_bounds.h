#pragma once

#include <array>
#include <boost/container/small_vector.hpp>

#include "mechanics/contact/shape_distance.h"

namespace carom {

/// Heights of one sharp part over another: of a corner over each face of a hull, of the lower end of
/// an edge over the faces at another edge, of crossing edges along their common normal. The gap is open while
/// one of them stays above 0.
struct Heights {
  boost::container::small_vector<double, 8> value{};  ///< m, each at most |φ|
  double sine = 1;  ///< of the angle between two edges; the last two heights are along their common normal
};
/// The heights of two parts; empty for round parts.
Heights heights(const WorldPart& first, const WorldPart& second);

/// Whether the parts of two sides have a gap whose normal turns without jumps: one is round or a plane.
inline bool haveSmoothGap(const std::array<PartSize, 2>& sides) {
  return sides[0].plane || sides[1].plane || sides[0].radius + sides[1].radius > 0;
}
/// The same of a contact; stops of joints have.
bool hasSmoothGap(const Mechanism& mechanism, const ContactPair& pair);

/// The sum of the radii of two, a little too large: rounding of the radii is far below 1e-9 of them.
inline double radiiOf(const AroundShape& a, const AroundShape& b) {
  return (1 + 1e-9) * (a.radius + b.radius);
}

}  // namespace carom
