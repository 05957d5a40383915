#include "study/orbit/follow_orbits.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"

namespace carom {

namespace {

class Following {
 public:
  Following(const Scene& scene, const Assignments& assignments, const OrbitQuestion& question,
            const MotionOptions& motion, const OrbitPath& path, std::stop_token stop,
            const Progress& progress)
      : m_scene(scene),
        m_assignments(assignments),
        m_question(question),
        m_motion(motion),
        m_path(path),
        m_stop(std::move(stop)),
        m_progress(progress) {}

  FollowedOrbits all() {
    const std::size_t first =
        m_question.roundsFolds ? std::min<std::size_t>(2, m_path.points) : m_path.points;
    for (std::size_t i = 0; i < first; ++i)
      if (!at(valueOf(i))) return std::move(m_found);
    if (m_question.roundsFolds) goRound();
    return std::move(m_found);
  }

 private:
  double valueOf(std::size_t i) const {
    const double share =
        m_path.points > 1 ? static_cast<double>(i) / static_cast<double>(m_path.points - 1) : 0;
    return m_path.from + share * (m_path.to - m_path.from);
  }

  bool keep(double value, Orbit orbit) {
    const bool isFound = orbit.failed.empty();
    orbit.run.flights = {};  // many orbits would take much memory
    m_found.orbits.push_back({value, std::move(orbit)});
    if (m_progress)
      m_progress(static_cast<double>(m_found.orbits.size()) / static_cast<double>(m_path.points));
    return isFound;
  }

  /// The orbit at a value of the parameter.
  bool at(double value) {
    Assignments assignments = m_assignments;
    assignments[m_path.name] = shortestText(value);
    OrbitQuestion asked = m_question;
    if (!m_found.orbits.empty()) asked.begin = m_found.orbits.back().orbit.values;
    return keep(value, findOrbit(m_scene, assignments, asked, m_motion, m_stop));
  }

  /// The values of an orbit, the parameter last.
  static Eigen::VectorXd pointOf(const FollowedOrbit& one, std::size_t count) {
    Eigen::VectorXd point(static_cast<Eigen::Index>(count) + 1);
    for (std::size_t i = 0; i < count; ++i) point[static_cast<Eigen::Index>(i)] = one.orbit.values[i];
    point[static_cast<Eigen::Index>(count)] = one.value;
    return point;
  }

  /// Goes on from two orbits along the line through them, each time by their distance, with the parameter
  /// among the values that vary.
  void goRound() {
    if (m_found.orbits.size() < 2) return;
    OrbitQuestion asked = m_question;
    asked.vary = m_found.orbits.front().orbit.names;
    const std::size_t count = asked.vary.size();
    asked.vary.push_back(m_path.name);
    const auto size = static_cast<Eigen::Index>(count) + 1;
    Eigen::VectorXd before = pointOf(m_found.orbits[0], count), now = pointOf(m_found.orbits[1], count);
    Eigen::VectorXd scales(size);
    scales.head(size - 1) = m_found.orbits[1].orbit.scales;
    scales[size - 1] = std::max(std::abs(m_path.from), std::abs(m_path.to));
    const double length = (now - before).cwiseQuotient(scales).norm();
    const double low = std::min(m_path.from, m_path.to), high = std::max(m_path.from, m_path.to);
    while (m_found.orbits.size() < m_path.points) {
      const Eigen::VectorXd direction = (now - before).cwiseQuotient(scales).normalized();
      std::optional<Orbit> next;
      // A search that finds nothing is one from too far away, at most.
      double step = length;
      for (int halved = 0; halved < mostHalved && !m_stop.stop_requested(); ++halved, step /= 2) {
        const Eigen::VectorXd guess = now + step * direction.cwiseProduct(scales);
        asked.begin.assign(guess.begin(), guess.end());
        asked.plane = {direction, guess};
        Assignments assignments = m_assignments;
        assignments[m_path.name] = shortestText(guess[size - 1]);
        next = findOrbit(m_scene, assignments, asked, m_motion, m_stop);
        if (next->failed.empty()) break;
      }
      if (!next) return;
      const double value = next->values.back();
      next->values.pop_back();
      next->names.pop_back();
      next->scales.conservativeResize(std::max<Eigen::Index>(0, next->scales.size() - 1));
      if (!keep(value, std::move(*next))) return;
      before = std::exchange(now, pointOf(m_found.orbits.back(), count));
      noteFold();
      if (value < low || value > high) return;
    }
  }

  /// Where the parameter of the last three orbits turns back: the vertex of the parabola through them.
  void noteFold() {
    const auto& orbits = m_found.orbits;
    if (orbits.size() < 3) return;
    const double a = orbits[orbits.size() - 3].value, b = orbits[orbits.size() - 2].value,
                 c = orbits.back().value;
    if (!((b - a) * (c - b) < 0)) return;
    const double slope = (c - a) / 2, curvature = a - 2 * b + c;
    m_found.folds.push_back(b - slope * slope / (2 * curvature));
  }

  static constexpr int mostHalved = 6;

  const Scene& m_scene;
  const Assignments& m_assignments;
  const OrbitQuestion& m_question;
  const MotionOptions& m_motion;
  const OrbitPath& m_path;
  std::stop_token m_stop;
  const Progress& m_progress;
  FollowedOrbits m_found;
};

}  // namespace

FollowedOrbits followOrbits(const Scene& scene, const Assignments& assignments, const OrbitQuestion& question,
                            const MotionOptions& motion, const OrbitPath& path, std::stop_token stop,
                            const Progress& progress) {
  return Following(scene, assignments, question, motion, path, std::move(stop), progress).all();
}

}  // namespace carom
