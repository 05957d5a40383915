#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace carom {

/// Finds the files of meshes that a robot's description names. A file is opened only where it lies in the
/// robot's own folder, in a package beside or above that, or in a folder that the person gives.
class MeshPlaces {
 public:
  /// robot: the path of the description; folders: see ImportOptions::meshFolders.
  MeshPlaces(const std::string& robot, const std::vector<std::string>& folders);

  /// The path of a mesh: "meshes/foot.stl", "file:///…", or "package://robot/meshes/foot.stl", where the
  /// package is looked for in the folders given, then in those above the robot. Throws MeshFault: it is
  /// missing, or lies elsewhere.
  std::string find(const std::string& file) const;

 private:
  std::vector<std::filesystem::path> m_given;  ///< whole, without links
  std::filesystem::path m_own;                 ///< the robot's folder
};

}  // namespace carom
