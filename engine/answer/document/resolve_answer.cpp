#include "answer/document/resolve_answer.h"

#include <algorithm>

#include "answer/choose_ordering.h"
#include "impact/blend.h"
#include "impact/examine.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/reflection.h"
#include "models/collide_at_once.h"

namespace carom {

namespace {

/// States that one followed ordering may have where no limit is given.
constexpr std::size_t mostStatesOfPath = 100'000'000;

/// The ordering of a question that names one, or that has its rule search for the nearest outcome; `limit`
/// says why that search was cut. Empty where the rule chooses step by step.
std::optional<Word> wordOf(const Question& question, const ImpactProblem& given, const Progress& progress,
                           std::stop_token stop, Limit& limit) {
  const auto& rule = question.settings.rule;
  if (question.ordering || !rule || rule->kind != OrderingRule::Kind::NearestOutcome)
    return question.ordering;
  const ImpactReport all = resolveImpact(given, resolveOptions(question), stop, progress);
  limit = all.limit();
  if (all.choice.nearest < 0) return std::nullopt;
  return all.outcomes[static_cast<std::size_t>(all.choice.nearest)].example;
}

/// A path in place of a search: the report has no graph, and one outcome unless the path was cut short.
ImpactReport follow(const ImpactProblem& given, const Question& question, std::stop_token stop,
                    const Progress& progress, PolicyPath& path) {
  const ResolveOptions options = resolveOptions(question);
  ImpactReport report = examineImpact(given, options.restitution, options.reflectionRestitution, stop);
  const ImpactProblem& problem = report.problem;
  const bool lossy = !problem.isElastic();
  if (report.jammed()) return report;
  const Policy policy = policyOf(question.settings.rule.value_or(OrderingRule()), problem.labels());
  if (!question.ordering && policy.kind == Policy::Kind::FrictionLcp) {
    SimultaneousImpact atOnce = collideAtOnce(problem, options.restitution);
    path.atOnce = {atOnce.pivots, atOnce.note};
    setExample(problem, report.outcomes.emplace_back(), {}, std::move(atOnce.end));
    return report;
  }
  // While a word grows it is there twice, and the outcome has a copy of it.
  const std::size_t fits = options.limits.maxBytes / (5 * sizeof(ContactIndex));
  // Without a proof that it ends the path is followed for a second or so.
  constexpr std::size_t mostUnproven = 1'000'000;
  const std::size_t allowed = std::min(question.maxStates.value_or(mostStatesOfPath) - 1, fits);
  const std::size_t most = report.ends == true ? allowed : std::min(allowed, mostUnproven);
  const std::optional<Word> chosen = wordOf(question, given, progress, stop, path.limit);
  path.word = chosen ? *chosen : followPolicy(problem, policy, most, stop);
  if (question.ordering && !isOrderingOf(problem, path.word))
    throw CommandError(ExitStatus::InputFault, "--ordering: is no ordering of this impact");
  Outcome outcome;
  setExample(problem, outcome, path.word);
  const Eigen::VectorXd c = problem.unitNormals() * outcome.velocity;
  const bool feasible = std::none_of(c.begin(), c.end(), [&](double ci) { return problem.isInfeasible(ci); });
  outcome.cut = lossy && !feasible && isCut(problem, {c.data(), static_cast<std::size_t>(c.size())});
  if (!feasible && !outcome.cut) {
    path.limit = stop.stop_requested() ? Limit::Cancelled
                 : most < allowed      ? Limit::Work
                 : most == fits        ? Limit::Memory
                                       : Limit::MaxStates;
    return report;
  }
  if (outcome.cut) goToLimit(problem, outcome);
  report.outcomes.push_back(std::move(outcome));
  if (options.restitution) applyRestitution(report, *options.restitution);
  return report;
}

}  // namespace

ResolveAnswer answerQuestion(const Question& question, const ImpactProblem& problem, const Scene* scene,
                             std::stop_token stop, const Progress& progress) {
  ResolveAnswer answer;
  answer.gapsAsked = question.gaps.has_value();
  ResolveOptions options = resolveOptions(question);
  options.combineGroups = !question.maxStates;  // N bounds the states of the answer
  if (question.settings.rule || question.ordering)
    answer.report.emplace(follow(problem, question, stop, progress, answer.path.emplace()));
  else
    answer.report.emplace(resolveImpact(problem, options, stop, progress));
  if (question.gradient && scene) {
    answer.gradient = xiGradient(*scene, question.assignments, options, stop, progress);
    answer.sensitivity = orderSensitivities(*scene, question.assignments);
  }
  answer.wasStopped = stop.stop_requested();
  return answer;
}

}  // namespace carom
