#pragma once

#include <Eigen/Core>
#include <stdexcept>
#include <string>
#include <vector>

namespace carom {

/// What is wrong with the file of a mesh. what(): "is missing"; `expected`: what would be right.
struct MeshFault : std::runtime_error {
  MeshFault(const std::string& fault, std::string wanted)
      : std::runtime_error(fault), expected(std::move(wanted)) {}
  std::string expected;
};

/// The points of a surface of triangles, each once.
struct Mesh {
  std::vector<Eigen::Vector3d> points;
  bool isOpen = false;  ///< whether a side of a triangle is not that of exactly two
};

/// Whether a name ends as that of a mesh that readMeshFile reads: .stl or .obj.
bool isMeshFile(const std::string& name);

/// Reads STL, as text or binary, or Wavefront OBJ. Throws MeshFault: not readable, cut short, a number that
/// is none, no triangles, more than half a million points.
Mesh readMeshFile(const std::string& path);

}  // namespace carom
