#include "scene/edit/snapper.h"

#include <algorithm>
#include <cmath>

#include "base/least_squares.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/tree/contact_table.h"

namespace carom {

namespace {

constexpr double closed = 1e-12;  // m
constexpr std::size_t mostNear = 10;

Pose moved(Pose pose, const Eigen::Vector3d& by) {
  pose.x += by;
  return pose;
}

}  // namespace

static std::vector<AroundShape> inWorld(const std::vector<PlacedShape>& shapes) {
  std::vector<AroundShape> balls;
  for (const PlacedShape& placed : shapes) {
    balls.push_back(around(placed.shape));
    balls.back().centre = placed.pose * balls.back().centre;
  }
  return balls;
}

std::vector<PlacedShape> placedShapes(const Mechanism& mechanism, int body, const Eigen::VectorXd& q) {
  std::vector<PlacedShape> shapes;
  const Pose pose = mechanism.pose(body, q);
  for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes)
    shapes.push_back({body, shape, pose});
  return shapes;
}

Snapper::Snapper(std::vector<PlacedShape> moving, std::vector<PlacedShape> others)
    : m_moving(std::move(moving)),
      m_others(std::move(others)),
      m_aroundMoving(inWorld(m_moving)),
      m_aroundOthers(inWorld(m_others)) {
  for (std::size_t i = 0; i < m_moving.size(); ++i)
    for (std::size_t j = 0; j < m_others.size(); ++j)
      for (const auto& part : contactParts(m_moving[i].shape, m_others[j].shape, false))
        m_pairs.push_back({static_cast<int>(i), static_cast<int>(j), part});
}

Snapper::Gap Snapper::gapAt(const Pair& pair, const Eigen::Vector3d& move) const {
  const PlacedShape& mine = m_moving[static_cast<std::size_t>(pair.moving)];
  const PlacedShape& other = m_others[static_cast<std::size_t>(pair.other)];
  const WorldPart first = placed(partInBody(mine.shape, pair.part[0]), moved(mine.pose, move));
  const WorldPart second = placed(partInBody(other.shape, pair.part[1]), other.pose);
  const Separation s = separate(first, second);
  Gap gap{s.gap, -s.direction, s.touch + s.gap * s.direction, std::nullopt};
  const auto *a = std::get_if<WorldBall>(&first), *b = std::get_if<WorldBall>(&second);
  if (a && b) gap.centres = a->centre - b->centre;
  return gap;
}

bool Snapper::mayBeWithin(double gap, const Pair& pair, const Eigen::Vector3d& move) const {
  const AroundShape &mine = m_aroundMoving[static_cast<std::size_t>(pair.moving)],
                    &other = m_aroundOthers[static_cast<std::size_t>(pair.other)];
  const double reach = radiiOf(mine, other) + std::max(gap, 0.0) + 2 * closed;
  return !((mine.centre + move - other.centre).squaredNorm() > reach * reach);
}

double Snapper::leastGap(const Eigen::Vector3d& move) const {
  double least = HUGE_VAL;
  for (const Pair& pair : m_pairs) least = std::min(least, gapAt(pair, move).value);
  return least;
}

bool Snapper::isClear(const Eigen::Vector3d& move, double gap) const {
  return std::all_of(m_pairs.begin(), m_pairs.end(), [&](const Pair& pair) {
    return !mayBeWithin(gap, pair, move) || gapAt(pair, move).value >= gap;
  });
}

/// Newton's method for gaps of 0; empty where it does not converge.
std::optional<Eigen::Vector3d> Snapper::close(const std::vector<int>& pairs, Eigen::Vector3d move,
                                              const SnapOptions& options) const {
  constexpr int mostSteps = 30;
  constexpr double rankThreshold = 1e-6;  // walls that are nearly parallel have no corner
  const Eigen::Matrix3Xd& D = options.directions;
  const auto size = static_cast<Eigen::Index>(pairs.size());
  if (size > D.cols()) return std::nullopt;
  Eigen::VectorXd phi(size);
  Eigen::MatrixXd G(size, D.cols());
  double before = HUGE_VAL;
  for (int step = 0; step < mostSteps; ++step) {
    for (Eigen::Index k = 0; k < size; ++k) {
      const Gap gap = gapAt(m_pairs[static_cast<std::size_t>(pairs[static_cast<std::size_t>(k)])], move);
      phi[k] = gap.value;
      G.row(k) = gap.gradient.transpose() * D;
    }
    const double error = phi.lpNorm<Eigen::Infinity>();
    if (error == 0 || (error <= closed && error >= before)) return move;  // rounding is all that is left
    before = error;
    const LeastSquares change = leastSquares(G, -phi, rankThreshold);
    if (change.rank < size) return std::nullopt;
    move += D * change.x;
  }
  return before <= closed ? std::optional(move) : std::nullopt;
}

/// Along a touching pair of balls to the nearest multiple of the angle step.
std::optional<Eigen::Vector3d> Snapper::atAngle(int pair, const Eigen::Vector3d& move,
                                                const SnapOptions& options) const {
  const Gap gap = gapAt(m_pairs[static_cast<std::size_t>(pair)], move);
  const Eigen::Matrix3Xd& D = options.directions;
  if (!gap.centres || D.cols() != 2 || !(options.angleStep > 0)) return std::nullopt;
  const Eigen::Vector2d across = D.transpose() * *gap.centres;
  if (!(std::abs(across.norm() - gap.centres->norm()) <= closed)) return std::nullopt;
  const double angle = std::atan2(across.y(), across.x());
  const double snapped = options.angleStep * std::round(angle / options.angleStep);
  if (std::abs(angle - snapped) * across.norm() > options.reach) return std::nullopt;
  const double distance = across.norm() - gap.value;
  Eigen::Vector2d to(distance * std::cos(snapped), distance * std::sin(snapped));
  for (double& x : to)
    if (std::abs(x) < 1e-15 * distance) x = 0;  // cos 90°
  return move + D * (to - across);
}

Snap Snapper::finished(const Eigen::Vector3d& move, bool angle) const {
  Snap snap{move, {}, {}, true};
  for (const Pair& pair : m_pairs) {
    if (!mayBeWithin(closed, pair, move)) continue;
    const Gap gap = gapAt(pair, move);
    if (gap.value < -closed) snap.free = false;
    if (std::abs(gap.value) > closed) continue;
    snap.touches.push_back({m_others[static_cast<std::size_t>(pair.other)].body, gap.point});
    if (angle && gap.centres) snap.angle = std::atan2(gap.centres->y(), gap.centres->x());
  }
  return snap;
}

/// The pairs that are kept closed, and the others within reach, nearest first.
Snapper::Candidates Snapper::candidates(const Eigen::Vector3d& target, const SnapOptions& options) const {
  Candidates found;
  std::vector<std::pair<double, int>> gaps;
  for (std::size_t i = 0; i < m_pairs.size(); ++i) {
    const int body = m_others[static_cast<std::size_t>(m_pairs[i].other)].body;
    const bool keep = std::find(options.kept.begin(), options.kept.end(), body) != options.kept.end();
    if (!keep && !mayBeWithin(options.reach, m_pairs[i], target)) continue;
    const double gap = gapAt(m_pairs[i], target).value;
    if (keep && std::abs(gapAt(m_pairs[i], Eigen::Vector3d::Zero()).value) <= closedGap)
      found.kept.push_back(static_cast<int>(i));
    else if (gap <= options.reach)
      gaps.emplace_back(std::abs(gap), static_cast<int>(i));
  }
  std::sort(gaps.begin(), gaps.end());
  for (std::size_t k = 0; k < std::min(gaps.size(), mostNear); ++k) found.near.push_back(gaps[k].second);
  return found;
}

/// The nearest free place at which the kept contacts and these close.
void Snapper::attempt(const std::vector<int>& more, const Candidates& candidates,
                      const Eigen::Vector3d& target, const SnapOptions& options, Place& best) const {
  std::vector<int> pairs = candidates.kept;
  pairs.insert(pairs.end(), more.begin(), more.end());
  const auto place = pairs.empty() ? std::optional(target) : close(pairs, target, options);
  if (!place) return;
  const double distance = (*place - target).norm();
  if (distance < best.distance && isFree(*place))
    best = {*place, distance, pairs.size() == 1 ? pairs[0] : -1};
}

Snap Snapper::snap(const Eigen::Vector3d& move, const SnapOptions& options) const {
  const Eigen::Vector3d target = options.directions * (options.directions.transpose() * move);
  const Candidates found = candidates(target, options);
  if (static_cast<Eigen::Index>(found.kept.size()) > options.directions.cols())
    return finished(Eigen::Vector3d::Zero(), false);  // held from all sides
  std::array<Place, 3> best;  // with none, one or two contacts more than those that are kept
  attempt({}, found, target, options, best[0]);
  for (const int a : found.near) {
    attempt({a}, found, target, options, best[1]);
    for (const int b : found.near)
      if (b > a) attempt({a, b}, found, target, options, best[2]);
  }
  const double reach = options.reach + (found.kept.empty() ? 0 : best[0].distance);
  const Place* chosen = nullptr;  // corners win within reach, then single contacts
  for (const std::size_t more : {2u, 1u, 0u})
    if (!chosen && best[more].distance <= reach) chosen = &best[more];
  if (!chosen)  // out of an overlap by the shortest path
    chosen = &*std::min_element(best.begin(), best.end(),
                                [](const Place& a, const Place& b) { return a.distance < b.distance; });
  if (!std::isfinite(chosen->distance)) return finished(target, false);
  if (chosen->only >= 0)
    if (const auto turned = atAngle(chosen->only, chosen->move, options); turned && isFree(*turned))
      return finished(*turned, true);
  return finished(chosen->move, false);
}

}  // namespace carom
