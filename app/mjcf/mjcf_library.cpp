#include "mjcf/read_mjcf.h"
#include "robot/robot_library.h"
#include "robot/robot_scene.h"

const carom::RobotLibrary* caromMjcfLibrary() {
  static const carom::RobotLibrary library{[](const std::string& path, const carom::ImportOptions& options) {
    const carom::MjcfRobot read = carom::readMjcf(path, options.meshFolders);
    carom::ImportOptions all = options;
    all.floating = read.floats || (options.floating && !read.isWorld);
    return carom::robotScene(read.robot, all, path);
  }};
  return &library;
}
