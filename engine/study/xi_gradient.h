#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "impact/impact_report.h"
#include "scene/scene.h"

namespace carom {

/// A derivative from differences, with what the extrapolation leaves open.
struct Slope {
  double value = 0;  ///< per SI unit of the parameter
  double error = 0;  ///< estimated, not a bound
};

/// ∂ξ/∂(one parameter), the others held as they are set.
struct XiDerivative {
  enum class Verdict {
    Exists,    ///< both sides agree
    Kink,      ///< they differ: ξ has a corner here, and no derivative
    OneSided,  ///< the scene exists on one side only
    Unknown    ///< no finite slope was found on either side, or on one of two: a jump, a limit met, a jam
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
/// whose error is even in h; the steps whose extrapolations agree best are taken, so that a corner nearby
/// does no harm. Corners nearer than about 1e-6 of the size are seen as if they were here. `stop`
/// ends it early, with the parameters that were done.
std::vector<XiDerivative> xiGradient(const Scene& scene, const Assignments& assignments,
                                     const ResolveOptions& options = {}, std::stop_token stop = {},
                                     const Progress& progress = {});

}  // namespace carom
