#include "viewport/picture/body_shapes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "common/theme.h"

namespace carom {

namespace {

void placeRod(SceneFrame::Solid& solid, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
              double radius) {
  constexpr double leastThickness = 0.025;  // of the length
  const Eigen::Vector3d half = 0.5 * (to - from), across = half.unitOrthogonal();
  const double shown = std::max(radius, leastThickness * half.norm());
  solid.rod = true;
  solid.centre = from + half;
  solid.axes << shown * across, half, shown * across.cross(half.normalized());
}

void placeHull(SceneFrame::Solid& solid, const Pose& pose, const Hull& hull) {
  constexpr double leastThickness = 0.1;  // of the largest size
  const Eigen::Vector3d half = halfSizeOf(hull);
  if (!hull.solid->isBox) solid.hull = hull.solid;
  solid.centre = pose * (hull.origin + hull.rotation * hull.solid->middle);
  solid.axes = pose.R * hull.rotation * half.cwiseMax(leastThickness * half.maxCoeff()).asDiagonal();
}

/// How fast the radius changes from one rod to the next of the same body, which continues it; NaN where there
/// are no such rods.
double slopeBetween(const SceneFrame::Solid& rod, const SceneFrame::Solid& next) {
  constexpr double rounding = 1e-6;
  const Eigen::Vector3d half = rod.axes.col(1), nextHalf = next.axes.col(1);
  const double apart = half.norm() + nextHalf.norm();
  const bool continues = rod.rod && next.rod && rod.body == next.body &&
                         (rod.centre + half - next.centre + nextHalf).norm() < rounding * apart &&
                         (next.centre - rod.centre).norm() > (1 - rounding) * apart;
  return continues ? (next.axes.col(0).norm() - rod.axes.col(0).norm()) / apart : std::nan("");
}

/// Rods in one line whose radii change evenly stand for a cone, and are drawn as its sections.
void taper(std::vector<SceneFrame::Solid>& solids) {
  constexpr double even = 0.1;  // of the slope: the last rod of a cone may be shorter
  for (std::size_t i = 2; i < solids.size(); ++i) {
    const double before = slopeBetween(solids[i - 2], solids[i - 1]);
    const double after = slopeBetween(solids[i - 1], solids[i]);
    if (!(std::abs(after - before) <= even * std::abs(before))) continue;
    for (std::size_t at = i - 2; at <= i; ++at) {
      SceneFrame::Solid& rod = solids[at];
      const double change = 0.5 * (before + after) * rod.axes.col(1).norm() / rod.axes.col(0).norm();
      rod.ends = {std::max(0.0, 1 - change), std::max(0.0, 1 + change)};
    }
  }
}

}  // namespace

QColor surfaceColor(const SceneInstance& instance, int body) {
  const auto& colors = instance.view.colors;
  const std::string given = body < static_cast<int>(colors.size()) ? colors[body] : std::string();
  return given.empty() ? theme::categorical(body) : QColor(QString::fromStdString(given));
}

const Ball* firstBall(const Mechanism& mechanism, int body) {
  for (const Shape& shape : mechanism.bodies()[body].shapes)
    if (const auto* ball = std::get_if<Ball>(&shape)) return ball;
  return nullptr;
}

bool hangs(const Ball& ball) {
  return ball.centre.norm() > ball.radius;
}

std::vector<SceneFrame::Solid> solidsAt(const SceneInstance& instance, const Eigen::VectorXd& q) {
  const Mechanism& mechanism = *instance.mechanism;
  std::vector<SceneFrame::Solid> solids;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    for (const Shape& shape : mechanism.bodies()[body].shapes) {
      const Pose pose = mechanism.pose(body, q);
      SceneFrame::Solid solid{body, false, pose.x, pose.R, surfaceColor(instance, body)};
      if (const auto* segment = std::get_if<Segment>(&shape))
        placeRod(solid, pose * segment->ends[0], pose * segment->ends[1], segment->radius);
      else if (const auto hull = drawnHull(shape))
        placeHull(solid, pose, *hull);
      else
        continue;
      solids.push_back(std::move(solid));
    }
  taper(solids);
  return solids;
}

std::vector<SceneFrame::Solid> thickened(std::vector<SceneFrame::Solid> solids, const ScreenMap& map,
                                         double leastWidth) {
  for (SceneFrame::Solid& solid : solids) {
    if (!solid.rod) continue;
    const double radius = 0.5 * leastWidth / map.scaleAt(solid.centre);
    for (const int across : {0, 2})
      if (const double now = solid.axes.col(across).norm(); now < radius)
        solid.axes.col(across) *= radius / now;
  }
  return solids;
}

}  // namespace carom
