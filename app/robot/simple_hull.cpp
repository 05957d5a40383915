#include "robot/simple_hull.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mechanics/contact/hull_distance.h"

namespace carom {

namespace {

/// The index of the point with the largest value.
template <typename Value>
std::size_t farthest(const std::vector<Eigen::Vector3d>& points, const Value& value) {
  const auto most = std::ranges::max_element(points, {}, value);
  return static_cast<std::size_t>(most - points.begin());
}

/// Four corners that fill space.
std::vector<std::size_t> firstCorners(const std::vector<Eigen::Vector3d>& points) {
  const Eigen::Vector3d from = points[0];
  const std::size_t a = farthest(points, [&](const Eigen::Vector3d& x) { return (x - from).norm(); });
  const std::size_t b = farthest(points, [&](const Eigen::Vector3d& x) { return (x - points[a]).norm(); });
  const Eigen::Vector3d along = points[b] - points[a];
  const std::size_t c =
      farthest(points, [&](const Eigen::Vector3d& x) { return (x - points[a]).cross(along).norm(); });
  const Eigen::Vector3d normal = (points[c] - points[a]).cross(along);
  const std::size_t d =
      farthest(points, [&](const Eigen::Vector3d& x) { return std::abs(normal.dot(x - points[a])); });
  return {a, b, c, d};
}

}  // namespace

SimpleHull simpleHull(std::span<const Eigen::Vector3d> points, std::size_t most) {
  constexpr double fine = 1e-6;  // of the size
  std::vector<Eigen::Vector3d> corners;
  for (const int i : hullCorners(points)) corners.push_back(points[static_cast<std::size_t>(i)]);
  SimpleHull hull{{}, corners.size(), 0};
  std::vector<std::size_t> taken = firstCorners(corners);
  const double size = (corners[taken[0]] - corners[taken[1]]).norm();
  while (true) {
    hull.points.clear();
    for (const std::size_t i : taken) hull.points.push_back(corners[i]);
    const auto solid = hullOf(hull.points);
    const auto height = [&](const Eigen::Vector3d& x) {
      return heightOver(WorldHull{{}, solid.get()}, x, 0).value;
    };
    const std::size_t next = farthest(corners, height);
    hull.error = std::max(0.0, height(corners[next]));
    if (hull.error <= fine * size || taken.size() >= most) break;
    taken.push_back(next);
    // A corner that was taken before may now be in an edge or face of the others to rounding.
    std::vector<Eigen::Vector3d> now;
    for (const std::size_t i : taken) now.push_back(corners[i]);
    std::vector<std::size_t> kept;
    for (const int i : hullCorners(now)) kept.push_back(taken[static_cast<std::size_t>(i)]);
    const bool isStuck = kept.size() < taken.size() && std::ranges::find(kept, next) == kept.end();
    taken = std::move(kept);
    if (isStuck) break;
  }
  return hull;
}

}  // namespace carom
