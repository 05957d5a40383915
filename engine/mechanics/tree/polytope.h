#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace carom {

/// Corners of a hull, at most: a scene's pairs of edges grow with the square of this number.
inline constexpr std::size_t mostHullCorners = 256;

/// The convex hull of points that are all its corners: a solid, or a polygon where all have the same z. Its
/// numbers are in its own frame (m).
///
/// A polygon is the section of an endless prism along z. Its faces are the sides, and it has no edges. A
/// rectangle in space is a box without thickness: two faces with all corners, sides of two corners, and edges
/// in one face.
struct Polytope {
  /// Where a face ends: the points x of its plane with ⟨inward, x⟩ ≥ offset belong to the face.
  struct Border {
    Eigen::Vector3d inward;  ///< unit
    double offset;           ///< m
  };
  struct Face {
    Eigen::Vector3d normal;  ///< unit, outwards: ⟨normal, x⟩ ≤ offset in the hull
    double offset;           ///< m
    double width;            ///< of the hull across the face (m)
    std::vector<int> loop;   ///< its corners, counter-clockwise seen from outside; two of a side
    std::vector<Border> borders;
  };
  struct Edge {
    std::array<int, 2> corners;
    std::array<Eigen::Vector3d, 2> inward;  ///< in its faces, to their farthest corners (m)
    std::size_t faceCount = 2;
  };
  std::vector<Eigen::Vector3d> corners;                 ///< in the order of the points
  std::vector<std::vector<Eigen::Vector3d>> edgesFrom;  ///< of each corner, to its neighbours (m)
  std::vector<Face> faces;
  std::vector<Edge> edges;
  std::array<double, 2> height{};             ///< the least and the largest z (m)
  Eigen::Vector3d middle;                     ///< of the least box along the axes
  double reach = 0;                           ///< of the corners from there (m)
  std::shared_ptr<const Polytope> section{};  ///< of a prism along z: its polygon; else null
  /// Of a solid that stands for a smooth one in views: the outward normals at its corners; else empty.
  std::vector<Eigen::Vector3d> normals{};
  bool isBox = false;   ///< see boxSolid
  bool isFlat = false;  ///< a rectangle in space; its two faces come first

  bool isPolygon() const { return edges.empty(); }
};

/// What makes points no hull. what(): the fault, such as "all points lie in one plane".
struct HullFault : std::invalid_argument {
  HullFault(const std::string& fault, std::string wanted, int at = -1)
      : std::invalid_argument(fault), expected(std::move(wanted)), point(at) {}
  std::string expected;
  int point;  ///< at which point, −1: at all of them
};

/// The hull of 3 points or more, all of which are its corners, by Qhull. Faces that lie in one plane to
/// rounding are one. The last hulls are kept, and equal points get the same one. Throws HullFault: too few or
/// too many points, a number that is not finite, points in one line, points in a plane that is not z = const,
/// a point that is no corner.
std::shared_ptr<const Polytope> hullOf(std::span<const Eigen::Vector3d> points);

/// The box with these half sizes (m) around its origin along its axes, two of them > 0, else
/// std::invalid_argument: a rectangle where the third is 0. Corner i has the signs of the bits of i, x first,
/// and a rectangle lists each corner once. Edges are those along x, then along y, then along z.
std::shared_ptr<const Polytope> boxSolid(const Eigen::Vector3d& halfSize);

/// The indices of those points that are corners of the hull of all of them, rising. Throws HullFault where
/// they lie in one plane, or are fewer than 4.
std::vector<int> hullCorners(std::span<const Eigen::Vector3d> points);

/// Half the sizes of the least box around a hull along its own axes (m); its middle is the hull's.
Eigen::Vector3d halfSizeOf(const Polytope& solid);

/// Volume (m³), its centre (m), and its inertia about that for a density of 1 kg/m³ (kg·m²); of a polygon
/// its area (m²) and that of a plate of 1 kg/m².
struct SolidMoments {
  double volume = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
};
SolidMoments momentsOf(const Polytope& solid);

}  // namespace carom
