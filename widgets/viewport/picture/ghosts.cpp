#include "viewport/picture/ghosts.h"

#include <algorithm>
#include <cmath>

#include "viewport/picture/body_shapes.h"

namespace carom {

namespace {

bool isSameSolid(const SceneFrame::Solid& a, const SceneFrame::Solid& b) {
  return (a.centre - b.centre).norm() + (a.axes - b.axes).norm() <= 1e-6 * a.axes.norm();
}

void addGhostBall(SceneFrame& frame, const SceneFrame::Ball& ghost) {
  const bool isThere = std::ranges::any_of(frame.balls, [&](const SceneFrame::Ball& ball) {
    return (ball.centre - ghost.centre).norm() + std::abs(ball.radius - ghost.radius) <= 1e-6 * ball.radius;
  });
  if (!isThere) frame.ghosts.push_back(ghost);
}

}  // namespace

void addGhosts(SceneFrame& frame, const SceneInstance& instance, const Eigen::VectorXd& q,
               const SceneFrame::NamedRun& as) {
  frame.runs.push_back(as);
  const Mechanism& mechanism = *instance.mechanism;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes)
      if (const auto* ball = std::get_if<Ball>(&shape))
        addGhostBall(frame, {-1, mechanism.pose(body, q) * ball->centre, ball->radius, as.color, true, true});
  addSolidsElsewhere(frame, solidsAt(instance, q), as.color);
}

void addSolidsElsewhere(SceneFrame& frame, std::vector<SceneFrame::Solid> there, const QColor& color) {
  const auto own = std::ranges::find(frame.solids, true, &SceneFrame::Solid::ghost) - frame.solids.begin();
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (static_cast<std::ptrdiff_t>(i) < own && isSameSolid(frame.solids[i], there[i])) continue;
    there[i].ghost = true;
    if (color.isValid()) {
      there[i].color = color;
      there[i].body = -1;
    }
    frame.solids.push_back(std::move(there[i]));
  }
}

}  // namespace carom
