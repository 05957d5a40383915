#include "robot/robot_library.h"
#include "robot/robot_scene.h"
#include "urdf/read_robot.h"

const carom::RobotLibrary* caromUrdfLibrary() {
  static const carom::RobotLibrary library{[](const std::string& path, const carom::ImportOptions& options) {
    return carom::robotScene(carom::readRobot(path), options, path);
  }};
  return &library;
}
