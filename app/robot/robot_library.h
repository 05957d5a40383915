#pragma once

#include <string>
#include <vector>

namespace carom {

struct ImportOptions {
  bool floating = false;          ///< whether the root moves freely, else it is fixed
  std::vector<std::string> feet;  ///< names of the links that may touch the floor; empty: the lowest ones
  bool repairsInertias =
      false;  ///< whether an inertia that no body has becomes the nearest one that some body has
  std::vector<std::string> meshFolders{};  ///< where meshes are looked for, beside the robot's own folder
  bool meshesAreBoxes = false;  ///< whether a mesh is the box with the inertia of its link, else its hull
  int hullCorners = 24;         ///< of the hull of a mesh, at most; ≥ 4

  bool operator==(const ImportOptions&) const = default;
};

/// What an import says of one link.
struct ImportedLink {
  std::string name, joint, moves;  ///< moves: "revolute", "free", … or empty
  std::string limits;              ///< "−1 to 1.5 rad", or empty
  double mass = 0;                 ///< kg
  std::string shapes;              ///< "ball, 2 hulls"
  bool touches = false;            ///< whether it may touch the floor
};

/// A scene made from the description of a robot.
struct ImportedScene {
  std::string text;               ///< of the scene file
  std::vector<std::string> feet;  ///< the links that may touch the floor
  std::vector<std::string>
      warnings;  ///< what the scene has not, or has in another form; a line for all links of which it is true
  int links = 0, joints = 0;  ///< of the robot; joints that move
  int contacts = 0;           ///< pairs that may touch
  double mass = 0;            ///< kg
  std::vector<ImportedLink> table{};
};

/// A robot's description in, a scene out, in a library that is loaded only for one format.
struct RobotLibrary {
  /// Throws SceneError with the file, the place and the reason.
  ImportedScene (*import)(const std::string& path, const ImportOptions& options);
};

}  // namespace carom

extern "C" {
const carom::RobotLibrary* caromUrdfLibrary();
const carom::RobotLibrary* caromMjcfLibrary();
const carom::RobotLibrary* caromSdfLibrary();
}
