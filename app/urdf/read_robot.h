#pragma once

#include "robot/robot.h"

namespace carom {

/// Reads a URDF file with liburdfdom. Throws SceneError: not readable, not a robot, numbers that are not
/// finite.
Robot readRobot(const std::string& path);

}  // namespace carom
