#pragma once

#include <array>
#include <string>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The table of contacts: the pairs of parts that can touch, numbered as in ContactPair::part.
///
/// A half-space meets balls, points, ends and corners. With two other shapes the corners and ends of each
/// meet the whole of the other. In space edges (a segment is one) also meet edges, so that the corners of the
/// polygon in which two faces touch are contacts. `planar`: see meetInPlane. Empty where the shapes have no
/// contact.
std::vector<std::array<int, 2>> contactParts(const Shape& first, const Shape& second, bool planar);
/// Why two shapes have no contact, "both are half-spaces"; empty where they have one.
std::string whyNoContact(const Shape& first, const Shape& second, bool planar);
/// Whether two shapes, numbered within their bodies, meet as figures in a plane z = const: all joints of the
/// tree move parallel to it, neither shape is tilted against it, and it cuts both.
bool meetInPlane(const Mechanism& tree, const std::array<int, 2>& body, const std::array<int, 2>& shape);

}  // namespace carom
