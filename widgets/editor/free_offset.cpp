#include "editor/free_offset.h"

#include <algorithm>
#include <cmath>

#include "scene/edit/snapper.h"
#include "scene/expression/holes.h"

namespace carom {

Eigen::Vector3d freeOffset(const SceneInstance& instance, const std::vector<std::string>& names) {
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd& q = instance.initial.q;
  std::vector<PlacedShape> all, moving;
  double left = HUGE_VAL, right = -HUGE_VAL;
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i) {
    const auto shapes = placedShapes(mechanism, i, q);
    all.insert(all.end(), shapes.begin(), shapes.end());
    const std::string& name = mechanism.bodies()[static_cast<std::size_t>(i)].name;
    const bool copied = names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& one) {
                          return one == name || holesOf(name, one);
                        });
    if (!copied) continue;
    moving.insert(moving.end(), shapes.begin(), shapes.end());
    const Eigen::Vector3d at = mechanism.position(i, q);
    left = std::min(left, at.x());
    right = std::max(right, at.x());
  }
  double size = 0.05;
  for (const PlacedShape& shape : moving) {
    if (const auto* ball = std::get_if<Ball>(&shape.shape)) size = std::max(size, 2 * ball->radius);
    if (const auto hull = drawnHull(shape.shape)) size = std::max(size, 2 * halfSizeOf(*hull).maxCoeff());
    if (const auto* rod = std::get_if<Segment>(&shape.shape))
      size = std::max(size, 0.5 * (rod->ends[1] - rod->ends[0]).norm());
  }
  const Snapper snapper(moving, all);
  const double step = 1.25 * size;
  for (int ring = 1; ring <= 60; ++ring)
    for (const Eigen::Vector3d& way : {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0),
                                       Eigen::Vector3d(0, -1, 0), Eigen::Vector3d(-1, 0, 0)})
      if (const Eigen::Vector3d offset = ring * step * way; snapper.isClear(offset, 1e-9)) return offset;
  return {std::max(right - left, 0.0) + 2 * step, 0, 0};
}

}  // namespace carom
