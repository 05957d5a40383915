#pragma once

#include "robot/robot.h"
#include "robot/robot_library.h"

namespace carom {

/// A robot as a scene: each link a body, each joint that moves a parameter within the joint's limits, the
/// feet above a floor z = 0.
///
/// Where all coordinates are 0, the axes of every body are those of the root; places, axes and inertias are
/// turned into them. A cylinder becomes a rod with round ends, or a box where it is flat; a mesh becomes the
/// box with the mass and inertia of its link. Feet stand on the floor; where they are at different heights
/// the scene closes their gaps itself by the least change of the joints.
///
/// path: of the robot, in errors. Throws SceneError where no scene comes of it.
ImportedScene robotScene(const Robot& robot, const ImportOptions& options, const std::string& path);

}  // namespace carom
