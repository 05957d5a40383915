#include "robot/robot_library.h"
#include "robot/robot_scene.h"
#include "sdf/read_sdf.h"

const carom::RobotLibrary* caromSdfLibrary() {
  static const carom::RobotLibrary library{[](const std::string& path, const carom::ImportOptions& options) {
    const carom::SdfRobot read = carom::readSdf(path);
    carom::ImportOptions all = options;
    all.floating = options.floating || read.floats;
    return carom::robotScene(read.robot, all, path);
  }};
  return &library;
}
