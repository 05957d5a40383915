#include "answer/record_motion.h"

#include <algorithm>

#include "answer/motion_of_question.h"
#include "base/near_names.h"

namespace carom {

namespace {

/// The quantities with these keys, each once. Throws CommandError, see whyNotReported.
std::vector<RunQuantity> quantitiesOf(const SceneInstance& instance, const std::vector<std::string>& keys) {
  const RunQuantities all(instance);
  std::vector<RunQuantity> found;
  for (const std::string& key : keys) {
    if (const auto no = whyNotReported(instance, key))
      throw CommandError(
          ExitStatus::CommandFault,
          "--quantity: " + no->problem + (no->expected.empty() ? "" : "; expected " + no->expected));
    if (std::ranges::find(found, key, &RunQuantity::key) == found.end()) found.push_back(*all.find(key));
  }
  return found;
}

}  // namespace

std::optional<NoQuantity> whyNotReported(const SceneInstance& instance, const std::string& key) {
  const std::optional<RunQuantity> quantity = RunQuantities(instance).find(key);
  if (!quantity) {
    std::vector<std::string> known;
    for (const RunQuantity& each : runQuantities(instance)) known.push_back(each.key);
    return NoQuantity{"unknown quantity \"" + key + '"', expectedName(key, known)};
  }
  if (quantity->kind == RunQuantity::Kind::Growth) return NoQuantity{"growth comes with --variation", {}};
  if (quantity->kind == RunQuantity::Kind::Time) return NoQuantity{"the time is reported in any case", {}};
  return std::nullopt;
}

RecordedMotion recordMotion(std::shared_ptr<const Scene> scene, SceneInstance instance,
                            const Question& question, std::size_t every, std::stop_token interrupt,
                            const Progress& progress) {
  requireMotion(*scene, instance);
  RecordedMotion motion{std::move(scene), std::move(instance), {}, question.alternatives};
  motion.quantities = quantitiesOf(motion.instance, question.quantities);
  const Mechanism& mechanism = motion.mechanism();
  const State& initial = motion.instance.initial;
  MotionOptions options = motionOptions(question, mechanism);
  motion.record = std::make_unique<RunRecord>(mechanism, initial, options.duration, options.step, every,
                                              question.maxBytes / 2);
  RunRecord& record = *motion.record;
  if (question.localError) record.estimateLocalErrors(options.step);
  std::stop_source stop;
  const std::stop_callback interrupted(interrupt, [&stop] { stop.request_stop(); });
  options.observe = [&](const ObservedState& state) {
    record.add(state);
    if (record.isFull()) stop.request_stop();
  };
  options.progress = progress;
  Trajectory& trajectory = motion.trajectory = runMotion(mechanism, initial, options, stop.get_token());
  record.finish();
  if (trajectory.stopKind == StopKind::Cancelled && !interrupt.stop_requested()) {
    trajectory.stopKind = StopKind::Memory;
    trajectory.stopReason =
        "steps to report that take more memory than --max-memory allows; --every K reports fewer";
  }
  if (!motion.quantities.empty())
    motion.values =
        std::make_unique<RunValues>(motion.instance, std::make_shared<const Trajectory>(trajectory));
  if (question.isDerived()) {
    motion.variation = runVariation(mechanism, trajectory, {.samples = timesOfGrowth}, interrupt, progress);
    motion.growth = growthOfRun(mechanism, trajectory, *motion.variation);
  }
  if (!question.direction.empty())
    motion.directed = runInDirection(*motion.scene, question.assignments, motion.instance, trajectory,
                                     question.direction, interrupt);
  return motion;
}

}  // namespace carom
