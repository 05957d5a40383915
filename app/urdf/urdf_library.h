#pragma once

#include <string>
#include <vector>

namespace carom {

struct ImportOptions {
  bool floating = false;          ///< whether the root moves freely, else it is fixed
  std::vector<std::string> feet;  ///< names of the links that may touch the floor; empty: the lowest ones
  bool repairsInertias =
      false;  ///< whether an inertia that no body has becomes the nearest one that some body has
};

/// A scene made from the description of a robot.
struct ImportedScene {
  std::string text;               ///< of the scene file
  std::vector<std::string> feet;  ///< the links that may touch the floor
  std::vector<std::string>
      warnings;  ///< what the scene has not, or has in another form; a line for all links of which it is true
  int links = 0, joints = 0;  ///< of the robot; joints that move
};

/// URDF in, a scene out, in a library that is loaded only for this.
struct UrdfLibrary {
  /// Throws SceneError with the file, the place and the reason.
  ImportedScene (*import)(const std::string& path, const ImportOptions& options);
};

}  // namespace carom

extern "C" const carom::UrdfLibrary* caromUrdfLibrary();
