#pragma once

#include "answer/question/question.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"

namespace carom {

/// How a run moves under these settings and a rule: policy, pushes of bodies that the mechanism has, step,
/// restitution, and most steps (some ten seconds of computing for two bodies: a scene may have a duration of
/// years).
MotionOptions motionOptions(const ImpactSettings& settings, const std::optional<OrderingRule>& rule,
                            const Mechanism& mechanism);
/// The motion of a question that is run alone; its settings have a duration. The search of alternatives has
/// at most 100,000 distinct momenta for each impact.
MotionOptions motionOptions(const Question& question, const Mechanism& mechanism);

/// The orbit that a question asks for. One without a period begins with the first near return of the scene's
/// own motion, over the duration of its view: with its period, and with its travel and mirror where the
/// question has neither. Throws CommandError where there is none.
OrbitQuestion orbitOfQuestion(const Question& question, const SceneInstance& instance, MotionOptions motion,
                              const std::stop_token& stop);

}  // namespace carom
