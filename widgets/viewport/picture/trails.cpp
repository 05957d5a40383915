#include "viewport/picture/trails.h"

#include <algorithm>
#include <cmath>

#include "answer/motion_samples.h"
#include "common/body_colors.h"
#include "common/run_names.h"
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
  for (const ShownRun& run : shownKeptRuns(snapshot)) addRun(*run.instance, *run.trajectory, run.color);
  if (snapshot.trajectory) addRun(snapshot.instance, *snapshot.trajectory, {});
}

/// color: of all trails; invalid: those of the bodies.
void Trails::addRun(const SceneInstance& instance, const Trajectory& motion, const QColor& color) {
  if (motion.flights.empty()) return;
  const Mechanism& mechanism = *instance.mechanism;
  const std::vector<int> moving = movingBodies(mechanism);
  Run run{timesOf(motion, moving.size()), {}};
  for (const int body : moving)
    run.whole.push_back({color.isValid() ? color : surfaceColor(instance, body), {}});
  for (const double time : run.times) {
    const Eigen::VectorXd q = motion.configuration(time);
    for (std::size_t i = 0; i < moving.size(); ++i)
      run.whole[i].points.push_back(mechanism.centreOfMass(moving[i], q));
  }
  m_runs.push_back(std::move(run));
}

std::vector<SceneFrame::Trail> Trails::until(double time) const {
  std::vector<SceneFrame::Trail> trails;
  for (const Run& run : m_runs) {
    const auto count = std::ranges::upper_bound(run.times, time) - run.times.begin();
    for (const SceneFrame::Trail& whole : run.whole)
      trails.push_back({whole.color, {whole.points.begin(), whole.points.begin() + count}});
  }
  return trails;
}

}  // namespace carom
