#include "answer/record_motion.h"

#include "answer/motion_of_question.h"

namespace carom {

RecordedMotion recordMotion(std::shared_ptr<const Scene> scene, SceneInstance instance,
                            const Question& question, std::size_t every, std::stop_token interrupt,
                            const Progress& progress) {
  requireMotion(*scene, instance);
  RecordedMotion motion{std::move(scene), std::move(instance), {}, question.alternatives};
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
