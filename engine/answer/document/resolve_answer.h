#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "answer/question/question.h"
#include "base/progress.h"
#include "impact/resolve.h"
#include "scene/scene.h"
#include "study/order_sensitivity.h"
#include "study/xi_gradient.h"

namespace carom {

/// One ordering in place of a search; it may be cut short, and there is no outcome then.
struct PolicyPath {
  Word word;
  Limit limit = Limit::None;
  /// Where all contacts collide at once in place of a path.
  struct AtOnce {
    int pivots = 0;
    std::string note;  ///< what is approximated or not decided
  };
  std::optional<AtOnce> atOnce{};
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

/// Resolves an impact: all of its orderings, or the one that the question names or chooses by a rule. scene:
/// null for an impact without one, which has no slopes. Throws ImpactError, and CommandError where the
/// ordering of the question is none of this impact.
ResolveAnswer answerQuestion(const Question& question, const ImpactProblem& problem, const Scene* scene,
                             std::stop_token stop, const Progress& progress);

}  // namespace carom
