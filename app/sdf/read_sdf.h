#pragma once

#include "robot/robot.h"

namespace carom {

struct SdfRobot {
  Robot robot;
  bool floats = false;  ///< whether no joint and no flag of the model fixes its root
};

/// Reads the first model of an SDF file with libsdformat. Joints that close loops are kept in
/// Robot::loops. Throws SceneError: not readable, no model, a file that includes others, a screw joint.
SdfRobot readSdf(const std::string& path);

}  // namespace carom
