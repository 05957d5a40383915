#include "robot/import_robot.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/own_library.h"
#include "robot/xml_text.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

struct RobotFormat {
  const char *root, *name, *library, *function, *package;
};
constexpr std::array formats{RobotFormat{"robot", "URDF", "carom_urdf", "caromUrdfLibrary", "liburdfdom-dev"},
                             RobotFormat{"mujoco", "MJCF", "carom_mjcf", "caromMjcfLibrary", "libmujoco-dev"},
                             RobotFormat{"sdf", "SDF", "carom_sdf", "caromSdfLibrary", "libsdformat-dev"}};

}  // namespace

bool isRobotFile(const std::string& name) {
  return std::ranges::any_of(std::array{".urdf", ".xml", ".mjcf", ".sdf", ".world"},
                             [&](const char* end) { return name.ends_with(end); });
}

ImportedScene importRobot(const std::string& path, const ImportOptions& options) {
  const char* const expected = "a robot's description: URDF (<robot), MJCF (<mujoco) or SDF (<sdf)";
  const std::string root = rootOf(readXml(path, expected));
  if (root.empty()) throw SceneError(path, "robot", "is no XML", expected);
  const auto format = std::ranges::find(formats, root, &RobotFormat::root);
  if (format == formats.end()) throw SceneError(path, "robot", "begins with <" + root, expected);
  const RobotLibrary* library = nullptr;
  try {
    library = ownFunction<const RobotLibrary*()>(format->library, format->function)();
  } catch (const std::runtime_error&) {
    throw SceneError(path, "robot", std::string("this build cannot read ") + format->name,
                     std::string("the package ") + format->package + " when it is built");
  }
  try {
    return library->import(path, options);
  } catch (const std::logic_error& error) {
    // Of the library itself, as for the version "x" of an SDF, with no more than the name of a function.
    throw SceneError(
        path, root, std::string("has a value that ") + format->name + " does not have (" + error.what() + ")",
        std::string("a valid ") + format->name);
  }
}

}  // namespace carom
