#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.h"
#include "cli/simulate_report.h"
#include "mechanics/motion/run_motion.h"

namespace carom {

/// The options of `carom simulate` that do not concern files, as texts; "" where not given.
struct SimulateOptions {
  std::string until, step = "1e-3", policy, every = "1", restitution, reflectionRestitution, maxSteps,
                     maxMemory;
  std::vector<std::string> follow;  ///< "IMPACT:CONTACT,…"
  std::vector<std::string> push;    ///< "BODY@T=JX,JY,JZ"
  bool alternatives = false, localError = false;
};

/// Checks the options of the motion. Throws CommandError, which names the option.
MotionOptions motionOptions(const SimulateOptions& options, const Mechanism& mechanism);

/// Computes the motion and fills the record while it goes on; a record that is full ends the run.
Trajectory recordMotion(const SimulatedRun& run, MotionOptions motion, RunRecord& record,
                        std::stop_token interrupt, const Progress& progress);

/// Throws CommandError, which begins with `place`, where bodies overlap in the configuration q.
void refuseOverlap(const Mechanism& mechanism, const Eigen::VectorXd& q, const std::string& place);

}  // namespace carom
