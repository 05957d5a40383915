#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "base/progress.h"
#include "mechanics/variation/impact_variation.h"

namespace carom {

/// The variation of a run at one of its impacts.
struct ImpactOfVariation {
  std::size_t impact = 0;  ///< its index in Trajectory::impacts
  ImpactVariation words;
  /// The word among them that the run followed, or the direction asked for; −1 where perturbations do not
  /// follow it.
  int followed = -1;
  Eigen::VectorXd after;  ///< n, p⁺ of the run
  /// The derivative of the run from its start to just before the impact, at the time of the impact: as map.
  Eigen::MatrixXd before;
  /// The same just after it, along the ordering of the run, or of the direction asked for; empty where the
  /// variation ends before the impact.
  Eigen::MatrixXd behind{};

  /// Whether a word ends in the momentum of the run.
  bool endsTogether(const WordVariation& word) const;
};

/// The first-order variation of a run by its initial state: δx(T) = map · δx(0) at fixed times, along the
/// orderings that the run followed.
struct RunVariation {
  Eigen::MatrixXd map;   ///< 2n×2n, of (δq, δp), up to `until`; see RunVariationOptions
  Eigen::VectorXd rate;  ///< 2n, ∂x/∂T at that end, of the discrete run
  double until = 0;      ///< s
  std::vector<ImpactOfVariation> impacts;
  std::string stopped;  ///< why it ends before the run; empty where it does not
  /// The map from the start to times on the way: at ends of steps, and before and after each impact.
  std::vector<std::pair<double, Eigen::MatrixXd>> along{};
  /// Whether perturbations of each impact end in the run's p⁺, in every ordering that they follow. False:
  /// some jump. Empty: not all of these orderings are known.
  std::optional<bool> isContinuous() const;
  /// Whether some impact has orderings with different maps: the derivative is piecewise linear.
  bool hasCorners() const;
};

struct RunVariationOptions {
  /// Of each impact. With no words the orderings of impacts beside those of the run are not looked for.
  WordLimits limits{};
  /// A parameter of the mechanism by which the run is derived, too; null: none. Then maps and cones have one
  /// more column, by it.
  ParameterSlope* parameter = nullptr;
  Eigen::VectorXd startByParameter{};  ///< 2n, ∂x(0)/∂θ
  /// A perturbation of the start, in place of all of them: δx (2n), with a parameter (δx, δθ). It is followed
  /// along the orderings of its own, and RunVariation::map has one column, the derivative in its direction
  /// [Robinson 1987; Scholtes 2012: B-derivative].
  std::optional<Eigen::VectorXd> direction{};
  std::size_t samples = 0;  ///< of RunVariation::along, evenly in time; 0 or ≥ 2
};

/// Computes the variation of a trajectory of this mechanism, whose flights keep all their steps
/// (MotionOptions::mostNodes). It is the exact tangent of the discrete run: of the steps of the integrator,
/// also of the parts of a step before and after an impact, whose lengths change with the time of the impact.
/// With loops it is that of perturbations that keep them closed, onto which others are projected.
/// Where contacts last it holds for perturbations that keep them closed (ContactStepVariation), and others at
/// the start are projected onto these, too. Contacts may settle, and joints may have dry friction. It ends
/// early, with the reason, at reflections and bounces that end at a limit, jams, dry friction of ball joints,
/// corners, slips that turn round at the end of a step of their own, motors that start at an impact, and
/// restitutions of a whole impact of several contacts.
RunVariation runVariation(const Mechanism& mechanism, const Trajectory& trajectory,
                          const RunVariationOptions& options = {}, std::stop_token stop = {},
                          const Progress& progress = {});

}  // namespace carom
