#include "urdf/urdf_library.h"

#include "urdf/read_robot.h"
#include "urdf/robot_scene.h"

const carom::UrdfLibrary* caromUrdfLibrary() {
  static const carom::UrdfLibrary library{[](const std::string& path, const carom::ImportOptions& options) {
    return carom::robotScene(carom::readRobot(path), options, path);
  }};
  return &library;
}
