#pragma once

#include "scene/build/evaluate.h"

namespace carom {

/// kg, kg m²: square roots and squares of masses stay numbers.
inline constexpr double heaviest = 1e100;
/// Lengths of shapes beyond this (m) are refused: their squares overflow.
inline constexpr double largestLength = 1e100;

/// A shape in its body's frame. Throws SceneError for impossible sizes.
Shape shapeOf(const ShapeSource& source, const SceneValues& values);

/// The inertia of a body about its centre of mass, 3×3 (kg m²). Throws SceneError where no distribution of
/// mass has it: where it is not symmetric, where a principal moment is negative or larger than the sum of the
/// other two. A single moment without the others is that of a body that turns about one axis only.
Eigen::Matrix3d inertiaOf(const BodySource& source, const SceneValues& values);

/// Gives a body the mass, centre of mass and inertia of its solids together. Throws SceneError as above.
void addSolids(const BodySource& source, const SceneValues& values, Body& body);

}  // namespace carom
