#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "answer/question/question.h"
#include "base/progress.h"
#include "cli/impact_json.h"
#include "impact/resolve.h"
#include "scene/scene.h"

namespace carom {

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

/// Resolves an impact: all of its orderings, or the one that the question names or chooses by a rule. scene:
/// null for an impact without one, which has no slopes. Throws ImpactError, and CommandError where the
/// ordering of the question is none of this impact.
ResolveAnswer answerQuestion(const Question& question, const ImpactProblem& problem, const Scene* scene,
                             std::stop_token stop, const Progress& progress);

/// The document of `carom resolve --json`. instance: of the scene whose initial impact it is, else null.
Json answerJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
                const SceneInstance* instance, const ResolveAnswer& answer);

/// The coordinates of an impact without a scene: q0, q1, …, without units.
std::vector<Coordinate> namelessCoordinates(int dof);

}  // namespace carom
