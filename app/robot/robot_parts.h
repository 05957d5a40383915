#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "robot/import_warnings.h"
#include "robot/robot.h"

namespace carom {

/// The box with a mass and principal moments: its lengths, and its axes as columns.
struct InertialBox {
  Eigen::Vector3d size;
  Eigen::Matrix3d axes;
  explicit InertialBox(const RobotLink& link);
};

/// A robot as parts of a scene that is not on any floor yet, see robotScene. Lists of bodies follow the links
/// of the robot.
struct RobotParts {
  using Json = nlohmann::ordered_json;
  Json bodies = Json::array(), dampers = Json::array(), springs = Json::array(), loops = Json::array();
  Json parameters = Json::object(), q = Json::object(), colors = Json::object();
  std::map<std::string, double> weights{};  ///< of the coordinates of joints, in moves that close gaps
  std::vector<std::string> names{};         ///< of the bodies
  std::vector<Eigen::Isometry3d> poses{};   ///< of the links where all coordinates are 0, in the root
  std::vector<std::vector<std::string>> shapeNames{};           ///< of each body, those that may touch first
  std::vector<std::vector<std::optional<double>>> frictions{};  ///< of each body, of all its shapes
  int joints = 0;                                               ///< that move
  ImportWarnings warnings{};
};

/// No part has these names.
inline constexpr const char *floorName = "floor", *speedName = "speed", *restitutionName = "restitution",
                            *frictionName = "friction";
inline constexpr double lengthWeight =
    100;  ///< of a move in m against one in rad: a centimetre counts as a radian

/// 0 for the rounding of places and axes after rotations.
nlohmann::ordered_json numberOf(double value);

/// floats: whether the root moves freely. path: of the robot, in errors. Throws SceneError for a part that a
/// scene cannot have.
RobotParts robotParts(const Robot& robot, bool floats, const std::string& path);

}  // namespace carom
