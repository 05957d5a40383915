#pragma once

#include <array>
#include <vector>

#include "study/sweep.h"

namespace carom {

/// A point of the plane of two parameters or initial coordinates (SI).
using PlanePoint = std::array<double, 2>;

/// A part of the curve G = −cos(π/m) of two contacts, where the pair lets the order of its reflections not
/// matter [SM14 IV].
struct UniqueCurve {
  int m = 2;
  std::vector<PlanePoint> points;  ///< at least two, along the curve; the first is the last of a closed one
};

/// A local extreme of the measure, inside of the rectangle.
struct LandscapeExtreme {
  bool isMaximum = false;
  PlanePoint at{0, 0};
  double value = 0;
};

struct Landscape {
  SweepResult table;                       ///< over two parameters
  std::array<std::string, 2> pair;         ///< of the curves; empty without two closed contacts
  std::vector<UniqueCurve> curves;         ///< by rising m
  std::vector<LandscapeExtreme> extremes;  ///< the lowest first
};

/// Most distinct momenta of one point, so that 10 000 points take seconds; a point with more has no value.
inline constexpr std::size_t landscapeStates = 2'000;

struct LandscapeQuestion {
  std::vector<SweepAxis> over;  ///< two, of rising values, at least 2 each
  Measure measure{};
  std::array<std::string, 2>
      pair{};  ///< of the curves; empty: that of the measure, or the first that is closed
  ResolveOptions resolve{};
};

/// A measure over two parameters or initial coordinates with its extremes and the curves of unique pairs, m
/// from 2 to 6.
///
/// A curve crosses an edge of the table where G − G_m changes its sign there: the crossing is found to
/// rounding, with one crossing for an edge; what crosses an edge twice, or lies within a cell, is missed. An
/// extreme is a cell of the table higher or lower than its eight neighbours, sharpened by halving steps.
/// After a stop the table has its beginning, and there are no curves and extremes.
///
/// Throws SceneError (Fault::Command) for names that the scene does not know.
Landscape landscape(const Scene& scene, const Assignments& assignments, const LandscapeQuestion& question,
                    std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
