#pragma once

#include "robot/robot_library.h"

namespace carom {

/// Whether a name ends as that of a robot's description: .urdf, .xml, .mjcf, .sdf or .world.
bool isRobotFile(const std::string& name);

/// Imports a robot's description, URDF, MJCF or SDF by its first element, with the library of that format.
/// Throws SceneError with the file, the place and the reason: one of the description, none of the three, or
/// a format that this build has not.
ImportedScene importRobot(const std::string& path, const ImportOptions& options);

}  // namespace carom
