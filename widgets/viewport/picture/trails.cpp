#include "viewport/picture/trails.h"

#include <algorithm>
#include <cmath>

#include "common/body_colors.h"
#include "viewport/picture/body_shapes.h"

namespace carom {

namespace {

constexpr int mostPoints = 150'000;  ///< of all trails together
constexpr int mostTimes = 600;       ///< of one trail, and the impacts

/// Times that are spread over the motion, and its impacts, where trails have corners.
std::vector<double> timesOf(const Trajectory& motion, std::size_t bodies) {
  const int count = std::clamp(mostPoints / static_cast<int>(std::max<std::size_t>(1, bodies)), 2, mostTimes);
  std::vector<double> times;
  for (int i = 0; i < count; ++i)
    times.push_back(std::lerp(motion.start(), motion.end(), static_cast<double>(i) / (count - 1)));
  const std::size_t step = motion.impacts.size() / static_cast<std::size_t>(count) + 1;
  for (std::size_t i = 0; i < motion.impacts.size(); i += step) times.push_back(motion.impacts[i].time);
  std::ranges::sort(times);
  return times;
}

}  // namespace

Trails::Trails(const Snapshot& snapshot) {
  const Trajectory* motion = snapshot.trajectory.get();
  if (!motion || motion->flights.empty()) return;
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const std::vector<int> moving = movingBodies(mechanism);
  m_times = timesOf(*motion, moving.size());
  for (const int body : moving) m_whole.push_back({surfaceColor(snapshot.instance, body), {}});
  for (const double time : m_times) {
    const Eigen::VectorXd q = motion->configuration(time);
    for (std::size_t i = 0; i < moving.size(); ++i)
      m_whole[i].points.push_back(mechanism.centreOfMass(moving[i], q));
  }
}

std::vector<SceneFrame::Trail> Trails::until(double time) const {
  const auto count = std::ranges::upper_bound(m_times, time) - m_times.begin();
  std::vector<SceneFrame::Trail> trails = m_whole;
  for (SceneFrame::Trail& trail : trails) trail.points.resize(static_cast<std::size_t>(count));
  return trails;
}

}  // namespace carom
