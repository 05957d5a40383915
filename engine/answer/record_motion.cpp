#include "answer/record_motion.h"

#include <algorithm>

#include "answer/motion_of_question.h"
#include "base/near_names.h"

namespace carom {

namespace {

/// The quantities with these keys. Throws CommandError for a key that the scene has not, and for what is
/// reported in any case.
std::vector<RunQuantity> quantitiesOf(const SceneInstance& instance, const std::vector<std::string>& keys) {
  const RunQuantities all(instance);
  std::vector<RunQuantity> found;
  for (const std::string& key : keys) {
    const std::optional<RunQuantity> quantity = all.find(key);
    if (quantity && quantity->kind == RunQuantity::Kind::Growth)
      throw CommandError(ExitStatus::CommandFault, "--quantity: growth comes with --variation");
    if (quantity && quantity->kind == RunQuantity::Kind::Time)
      throw CommandError(ExitStatus::CommandFault, "--quantity: the time is reported in any case");
    if (!quantity) {
      std::vector<std::string> known;
      for (const RunQuantity& each : runQuantities(instance)) known.push_back(each.key);
      throw CommandError(ExitStatus::CommandFault, "--quantity: unknown quantity \"" + key + "\"; expected " +
                                                       expectedName(key, known));
    }
    if (std::ranges::find(found, key, &RunQuantity::key) == found.end()) found.push_back(*quantity);
  }
  return found;
}

}  // namespace

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
