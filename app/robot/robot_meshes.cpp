#include "robot/robot_meshes.h"

#include <algorithm>
#include <map>

#include "base/number_text.h"
#include "robot/mesh_file.h"
#include "robot/mesh_places.h"
#include "robot/simple_hull.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

/// "foot.stl" of "package://robot/meshes/foot.stl".
std::string nameOf(const std::string& file) {
  return file.substr(file.find_last_of('/') + 1);
}

class MeshReader {
 public:
  MeshReader(Robot& robot, const ImportOptions& options, const std::string& path)
      : m_robot(robot), m_options(options), m_path(path), m_places(path, options.meshFolders) {}

  void run() {
    for (RobotLink& link : m_robot.links) {
      const bool collides = std::ranges::any_of(link.shapes, &RobotShape::collides);
      for (RobotShape& shape : link.shapes)
        if (shape.kind == RobotShape::Kind::Mesh && (shape.collides || !collides)) replace(link, shape);
    }
  }

 private:
  [[noreturn]] void refuse(const RobotLink& link, const RobotShape& shape, const std::string& problem,
                           const std::string& expected) const {
    throw SceneError(m_path, "link " + link.name, "the mesh " + nameOf(shape.file) + ' ' + problem,
                     expected + "; --meshes box takes boxes for all meshes");
  }

  void replace(const RobotLink& link, RobotShape& shape) try {
    if (shape.points.empty() && !isMeshFile(shape.file)) {
      m_robot.notes.push_back({"link", link.name,
                               "the mesh % is in no file of STL or OBJ, which alone are read: convert it",
                               nameOf(shape.file)});
      return;
    }
    const bool isRead = !shape.points.empty();
    std::vector<Eigen::Vector3d> points = isRead ? shape.points : read(link, shape);
    for (Eigen::Vector3d& point : points) point = point.cwiseProduct(shape.scale);
    const SimpleHull hull = simpleHull(points, static_cast<std::size_t>(m_options.hullCorners));
    shape.kind = RobotShape::Kind::Hull;
    shape.points = hull.points;
    m_robot.notes.push_back({"link", link.name, "the mesh is its convex hull here: " + textOf(shape, hull)});
  } catch (const HullFault& fault) {
    refuse(link, shape, std::string("has no hull: ") + fault.what(), "a mesh around a solid");
  } catch (const MeshFault& fault) {
    refuse(link, shape, fault.what(), fault.expected);
  }

  std::vector<Eigen::Vector3d> read(const RobotLink& link, const RobotShape& shape) {
    const std::string file = m_places.find(shape.file);
    auto known = m_meshes.find(file);
    if (known == m_meshes.end()) known = m_meshes.emplace(file, readMeshFile(file)).first;
    if (known->second.isOpen)
      m_robot.notes.push_back(
          {"link", link.name, "the mesh % is not closed; its hull is", nameOf(shape.file)});
    return known->second.points;
  }

  static std::string textOf(const RobotShape& shape, const SimpleHull& hull) {
    std::string text = nameOf(shape.file) + ", " + std::to_string(hull.points.size());
    if (hull.points.size() == hull.corners) return text + " corners";
    return text + " of " + std::to_string(hull.corners) + " corners, the others at most " +
           roundedText(1000 * hull.error) + " mm outside; carom import --hull-corners takes more";
  }

  Robot& m_robot;
  const ImportOptions& m_options;
  const std::string& m_path;
  MeshPlaces m_places;
  std::map<std::string, Mesh> m_meshes;  ///< by path
};

}  // namespace

void readMeshes(Robot& robot, const ImportOptions& options, const std::string& path) {
  if (!options.meshesAreBoxes) MeshReader(robot, options, path).run();
}

}  // namespace carom
