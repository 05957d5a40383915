#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "cli/impact_json.h"
#include "impact/policy.h"
#include "impact/resolve.h"
#include "scene/scene.h"

namespace carom {

/// What is asked about one impact.
struct ResolveQuestion {
  ResolveOptions options;
  std::optional<Policy> policy;  ///< follow one ordering in place of all
  bool gradient = false;         ///< the slope of ξ over every continuous parameter
};

/// The answer; each part where it was asked for.
struct ResolveAnswer {
  std::optional<ImpactReport> report;
  std::optional<PolicyPath> path;
  std::optional<std::vector<XiDerivative>> gradient;
  std::optional<OrderSensitivities> sensitivity;  ///< with the gradient
  bool gapsAsked = false, wasStopped = false;

  /// Why the answer is not all that was asked for.
  Limit limit() const {
    if (wasStopped) return Limit::Cancelled;
    return path ? path->limit : report->limit();
  }
};

/// Orderings of up to so many reflections are followed as often as was asked; a budget of time is for longer
/// ones.
inline constexpr std::size_t usualLength = 1'000;

/// States that one followed ordering may have where no limit is given.
inline constexpr std::size_t mostStatesOfPath = 100'000'000;

/// Resolves an impact. scene: null for an impact without one, which has no slopes. Throws ImpactError.
ResolveAnswer answerQuestion(const ResolveQuestion& question, const ImpactProblem& problem,
                             const Scene* scene, const Assignments& assignments, std::stop_token stop,
                             const Progress& progress);

/// The document of `carom resolve --json`. instance: of the scene whose initial impact it is, else null.
Json answerJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
                const SceneInstance* instance, const ResolveAnswer& answer);

/// The coordinates of an impact without a scene: q0, q1, …, without units.
std::vector<Coordinate> namelessCoordinates(int dof);

}  // namespace carom
