#include "answer/motion_of_question.h"

#include <limits>

#include "answer/choose_ordering.h"
#include "answer/question/command_error.h"
#include "base/number_text.h"
#include "study/orbit/near_return.h"

namespace carom {

namespace {

constexpr std::size_t usualSteps = 2'000'000;
/// Distinct momenta of one impact of a run that are searched for alternatives.
constexpr std::size_t mostAlternatives = 100'000;

}  // namespace

MotionOptions motionOptions(const ImpactSettings& settings, const std::optional<OrderingRule>& rule,
                            const Mechanism& mechanism) {
  MotionOptions motion;
  if (rule) motion.policy = policyOf(*rule, mechanism.contacts());
  if (rule && rule->kind == OrderingRule::Kind::NearestOutcome)
    motion.choose = [rule = *rule](const ImpactReport& report) { return followRule(report, rule, {}); };
  for (const RunPush& push : settings.pushes)
    if (const int body = mechanism.bodyIndex(push.body); body >= 0)
      motion.pushes.push_back({push.time, body, push.impulse});
  motion.step = settings.run.step;
  motion.restitution = settings.restitution;
  motion.reflectionRestitution = settings.reflectionRestitution;
  motion.maxSteps = usualSteps;
  return motion;
}

MotionOptions motionOptions(const Question& question, const Mechanism& mechanism) {
  const ImpactSettings& settings = question.settings;
  MotionOptions motion = motionOptions(settings, settings.rule, mechanism);
  motion.duration = settings.run.duration.value();
  motion.maxSteps = question.maxSteps.value_or(usualSteps);
  // The record keeps what is wanted, but a variation needs all steps.
  motion.mostNodes = question.isDerived() ? std::numeric_limits<std::size_t>::max() / 4 : 2;
  motion.maxBytes = question.maxBytes / 2;  // the other half is the record's
  motion.forced = settings.later;
  motion.firstWord = question.ordering;
  if (question.alternatives || motion.choose) {
    motion.alternatives.emplace();
    motion.alternatives->limits.maxStates = mostAlternatives;
    motion.alternatives->limits.maxBytes = motion.maxBytes;
  }
  return motion;
}

OrbitQuestion orbitOfQuestion(const Question& question, const SceneInstance& instance, MotionOptions motion,
                              const std::stop_token& stop) {
  OrbitQuestion orbit = orbitQuestion(question);
  if (orbit.period > 0) return orbit;
  orbit.period = motion.duration = instance.view.duration;
  const Trajectory run = runMotion(*instance.mechanism, instance.initial, motion, stop);
  if (stop.stop_requested()) return orbit;  // whose search ends at once, and says so
  const auto found = nearReturn(*instance.mechanism, run);
  if (!found)
    throw CommandError(
        ExitStatus::CommandFault,
        "--period: is needed, because " +
            (run.complete
                 ? "the scene's motion is not found to come back near to its start within " +
                       roundedText(motion.duration) + " s"
                 : "the scene's motion ends after " + roundedText(run.end()) + " s: " + run.stopReason));
  orbit.period = found->period;
  if (orbit.travel.empty() && orbit.mirror.empty()) {
    for (const std::string& name : found->travel) orbit.travel.emplace_back(name, std::nullopt);
    orbit.mirror = found->mirror;
  }
  return orbit;
}

}  // namespace carom
