#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "impact/resolve.h"
#include "scene/scene.h"

namespace carom {

/// A derivative from difference quotients, with the error of the extrapolation.
struct Slope {
  double value = 0;  ///< per SI unit of the parameter
  double error = 0;  ///< estimated, not a bound
};

/// ∂ξ/∂(one parameter), with the others kept.
struct XiDerivative {
  enum class Verdict {
    Exists,    ///< both sides agree
    Kink,      ///< the sides differ: ξ has a corner here and no derivative
    OneSided,  ///< the scene exists on one side only
    Unknown    ///< a side that exists has no finite slope: a jump, a limit reached, a jam
  };
  std::string parameter;
  Verdict verdict = Verdict::Unknown;
  std::optional<Slope> slope;        ///< where it exists
  std::optional<Slope> left, right;  ///< one-sided, where found
};

/// The slope of ξ over every continuous parameter of a scene.
///
/// ξ is piecewise smooth: an outcome is a product of reflections, and where the word that attains ξ changes,
/// or ξ touches 0, it has a corner. One-sided difference quotients (ξ(x±h) − ξ(x))/h at steps from 1e-2 down
/// to 1e-7 of the parameter's size are extrapolated to h = 0 [Richardson 1911], and so are the central ones,
/// whose error is even in h. The steps whose extrapolations agree best are used, which leaves out corners
/// nearby. Corners nearer than about 1e-6 of the size count as corners here. `stop` ends early, with the
/// parameters done so far.
std::vector<XiDerivative> xiGradient(const Scene& scene, const Assignments& assignments,
                                     const ResolveOptions& options = {}, std::stop_token stop = {},
                                     const Progress& progress = {});

}  // namespace carom
