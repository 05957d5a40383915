#pragma once

#include "robot/robot.h"
#include "robot/robot_library.h"

namespace carom {

/// Replaces the meshes that a scene shows or lets touch by their hulls, of options.hullCorners corners at
/// most: those of the collision geometry, and those for eyes of links without one. Notes how far a hull stays
/// inside its mesh. Meshes in files of other kinds than STL and OBJ stay meshes, and so do all where
/// options.meshesAreBoxes. Throws SceneError: a mesh that is missing, empty or flat, or that lies outside of
/// the robot's folder and of options.meshFolders.
void readMeshes(Robot& robot, const ImportOptions& options, const std::string& path);

}  // namespace carom
