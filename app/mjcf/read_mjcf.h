#pragma once

#include "robot/robot.h"

namespace carom {

struct MjcfRobot {
  Robot robot;
  bool floats = false;   ///< whether its root has a free joint
  bool isWorld = false;  ///< whether its root is the world, which carries several bodies or one on a joint
};

/// Reads a model of MuJoCo (MJCF) by MuJoCo's own parser, with the files that it includes. A body with
/// several joints becomes several links, of which the last has its mass and shapes. Throws SceneError: not
/// readable, no model, files that include each other or that lie outside of the model's folder and of
/// `folders`.
MjcfRobot readMjcf(const std::string& path, const std::vector<std::string>& folders);

}  // namespace carom
