#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// Where a coordinate or its velocity comes from: value = scale · column + offset, in SI.
struct MappedColumn {
  std::string column;
  double scale = 1, offset = 0;
};

/// A body that moves freely in space, by a position and a quaternion.
struct MappedBody {
  std::array<std::string, 3> position{};           ///< columns (m)
  std::array<std::string, 4> quaternion{};         ///< columns of w, x, y, z
  std::array<std::string, 3> linear{}, angular{};  ///< of velocities; "" where they are missing
  bool angularInBody = false;                      ///< whether these are along the axes of the body
  double positionScale = 1;
  int mirroredAxis = -1;  ///< of the world and of the body: 0 x, 1 y, 2 z; −1 for none
};

/// How the columns of a recording become the coordinates of a scene.
struct RecordingMap {
  std::string name;  ///< "scene", "mujoco", "drake", "body", or the file
  std::optional<MappedColumn> time{};
  std::optional<double> rate{};                       ///< samples a second where there is no column of times
  std::map<std::string, MappedColumn> coordinates{};  ///< by "a.x", "v:a.x" and "tau:a.x"
  std::map<std::string, MappedBody> bodies{};
  bool ignoresVelocities = false;
  /// A configuration with closed loops (n), from which coordinates are sought that the loops tell; empty: 0.
  Eigen::VectorXd start{};
  double tilt = 0;                 ///< rad about z, by which planar bodies of the recording are turned
  std::string offsetCoordinate{};  ///< whose offset is estimated from the impacts; "" for none
  bool estimatesTilt = false;      ///< from the direction in which bodies fall
  double timeShift = 0;            ///< s, added to the times of the recording
  bool estimatesShift = false;     ///< from what motors do at their times
  std::optional<double> gapError{};
  std::optional<double> modelError{};                 ///< see AuditOptions
  std::optional<std::array<double, 2>> leastNoise{};  ///< of travels (m) and angles (rad)
};

/// A named map, that of a file, or that of a text which begins with "{"; "" and "scene": columns are called
/// as coordinates, "v:" before velocities, or "p:" before momenta, or they are the arrays q and v. columns:
/// of the recording. Throws SceneError for a file that is none, with its place, and for a name that is
/// neither.
RecordingMap recordingMap(const std::string& nameOrFile, const Mechanism& mechanism,
                          const std::vector<std::string>& columns);

}  // namespace carom
