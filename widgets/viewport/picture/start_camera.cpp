#include "viewport/picture/start_camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scene/initial_velocity.h"
#include "viewport/picture/instant.h"

namespace carom {

std::vector<FitTarget> fitTargets(const SceneFrame& frame, double arrowScale) {
  std::vector<FitTarget> targets = frame.reach;
  for (const SceneFrame::Ball& ball : frame.balls) targets.push_back({ball.centre, ball.radius});
  for (const SceneFrame::Solid& solid : frame.solids)
    for (int corner = 0; corner < 8; ++corner) {
      const Eigen::Vector3d sides(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      targets.push_back({solid.centre + solid.axes * sides, 0});
    }
  for (const SceneFrame::Arrow& arrow : frame.arrows) {
    const bool arriving = arrow.kind == SceneFrame::ArrowKind::Arriving;
    const double length = arrow.velocity.norm() * arrowScale + (arriving ? arrow.ballRadius : 0);
    targets.push_back({arrow.at + (arriving ? -length : length) * arrow.velocity.normalized(), 0});
  }
  // Of what lies over the bodies like a table the middle is enough: it goes on to both sides, as the floor.
  for (const SceneFrame::Wall& wall : frame.walls) {
    const double part = wall.normal.dot(frame.ground.normal) < -0.999 ? 0.5 : 1;
    for (const double a : {-part, part})
      for (const double b : {-1.0, 1.0})
        targets.push_back(
            {wall.centre + a * wall.halfAlong * wall.along + b * wall.halfAcross * wall.across, 0});
  }
  if (targets.empty()) targets.push_back({Eigen::Vector3d::Zero(), frame.ballSize});
  return targets;
}

namespace {

double radiusOf(const Shape& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape)) return ball->radius;
  if (const auto hull = drawnHull(shape)) return SceneFrame::solidSize * halfSizeOf(*hull).maxCoeff();
  const auto* segment = std::get_if<Segment>(&shape);
  return segment ? 0.5 * SceneFrame::solidSize * (segment->ends[1] - segment->ends[0]).norm() : 0;
}

/// The radius of a body's largest shape (m): a rod in twelve pieces is one thing to look at.
double typicalRadius(const Body& body) {
  double largest = 0;
  for (const Shape& shape : body.shapes) largest = std::max(largest, radiusOf(shape));
  return largest;
}

/// How far apart the bodies are (m).
double extentOf(const SceneInstance& instance) {
  Eigen::AlignedBox3d all;
  for (int body = 0; body < static_cast<int>(instance.mechanism->bodies().size()); ++body)
    all.extend(instance.mechanism->position(body, instance.initial.q));
  return all.isEmpty() ? 0 : all.sizes().norm();
}

/// The greatest speed of a body along the motion, at some moments of it (m/s).
double fastestOf(const Snapshot& snapshot) {
  const Trajectory* motion = snapshot.trajectory.get();
  if (!motion || motion->flights.empty()) return 0;
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const int moments = std::clamp(800 / (1 + static_cast<int>(mechanism.bodies().size())), 1, 16);
  double fastest = 0;
  for (int i = 0; i <= moments; ++i) {
    const double time = std::lerp(motion->start(), motion->end(), static_cast<double>(i) / moments);
    const Eigen::VectorXd q = motion->configuration(time), v = motion->velocity(time);
    for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
      fastest = std::max(fastest, mechanism.pointVelocity(body, q, v, mechanism.position(body, q)).norm());
  }
  return fastest;
}

/// The arrows of the initial state and of the outcomes of its impact.
ArrowSize startOf(const Snapshot& snapshot) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const Eigen::VectorXd& q = snapshot.instance.initial.q;
  std::vector<Eigen::VectorXd> velocities{initialVelocity(snapshot.instance)};
  if (snapshot.report)
    for (const Outcome& outcome : snapshot.report->outcomes) velocities.push_back(outcome.velocity);
  double fastest = 0, radii = 0;
  int seen = 0;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
    const Eigen::Vector3d at = mechanism.position(body, q);
    for (const Eigen::VectorXd& velocity : velocities)
      fastest = std::max(fastest, mechanism.pointVelocity(body, q, velocity, at).norm());
    if (const double radius = typicalRadius(mechanism.bodies()[body]); radius > 0) radii += radius, ++seen;
  }
  if (seen == 0) return {0.25 * extentOf(snapshot.instance), fastest};
  return {1.9 * radii / seen, fastest};
}

}  // namespace

double ArrowSize::scale(double speed, double previous) const {
  const double most = std::max(speed, fastest);
  if (most <= 0 || length <= 0) return previous > 0 ? previous : 1;
  const double wanted = length / most;
  return previous > wanted / 2 && previous < wanted * 2 ? previous : wanted;
}

ArrowSize arrowSizeAtStart(const Snapshot& snapshot) {
  constexpr double leastShare = 0.1;
  ArrowSize size = startOf(snapshot);
  size.fastest = std::max(size.fastest, leastShare * fastestOf(snapshot));
  return size;
}

double fastestArrow(const SceneFrame& frame) {
  double fastest = 0;
  for (const SceneFrame::Arrow& arrow : frame.arrows) fastest = std::max(fastest, arrow.velocity.norm());
  return fastest;
}

double arrowScaleFor(const Snapshot& snapshot, double previous) {
  return startOf(snapshot).scale(fastestOf(snapshot), previous);
}

Camera startCamera(const SceneFrame& frame, double arrowScale, QSizeF size) {
  Camera camera;
  camera.yUp = frame.ground.normal.y() > 0.5;
  Eigen::Vector3d low = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const SceneFrame::Ball& ball : frame.balls) {
    low = low.cwiseMin(ball.centre);
    high = high.cwiseMax(ball.centre);
  }
  const bool line = !frame.balls.empty() && high.y() - low.y() < 0.5 * frame.ballSize;
  constexpr double degree = 3.14159265358979 / 180;
  camera.elevation = camera.yUp      ? 12 * degree
                     : !frame.planar ? 28 * degree
                     : line          ? 34 * degree
                                     : 64 * degree;
  camera.azimuth = (frame.planar ? 0 : -30) * degree;
  camera.fit(fitTargets(frame, arrowScale), size);
  return camera;
}

}  // namespace carom
