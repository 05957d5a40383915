#include "answer/run_distance.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

/// ‖p‖ below this share of its largest value is rest, where the ratio ξ would be one of rounding errors. A
/// larger value hides slow motion.
constexpr double rest = 1e-9;
/// Impacts of two runs that are closer in time (s) are one impact, whose times differ by rounding. A larger
/// value hides how far runs with different impact times are apart.
constexpr double sameImpact = 1e-9;

/// The momentum of a run at a time.
Eigen::VectorXd momentumOf(const Mechanism& mechanism, const Trajectory& motion, double time) {
  return mechanism.massBlocks(motion.configuration(time)).times(motion.velocity(time));
}

struct Difference {
  double apart = 0, norm = 0;  ///< ‖p − p′‖, ‖p‖ (√J)
};
Difference differenceAt(const Snapshot& snapshot, double time) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  if (mechanism.dof() == 0) return {};  // nothing moves, and there is no mass matrix
  const KineticMetric metric(mechanism.massBlocks(snapshot.trajectory->configuration(time)));
  const Eigen::VectorXd p = momentumOf(mechanism, *snapshot.trajectory, time);
  const Eigen::VectorXd other = momentumOf(mechanism, *snapshot.comparison->trajectory, time);
  return {metric.norm(p - other), metric.norm(p)};
}

bool sameNodes(const FreeFlight& a, const FreeFlight& b) {
  if (!a.nodes || !b.nodes) return !a.nodes && !b.nodes;
  return a.nodes->time.size() == b.nodes->time.size() && a.nodes->time == b.nodes->time &&
         a.nodes->q == b.nodes->q && a.nodes->v == b.nodes->v;
}

/// Adds the times right before and right after every impact of either run, and removes those between an
/// impact of one run and the same impact of the other, when only one of them has reflected.
void addImpactTimes(std::vector<double>& times, const Trajectory& a, const Trajectory& b, double start,
                    double end) {
  std::vector<double> impacts;
  for (const Trajectory* motion : {&a, &b})
    for (const ImpactEvent& impact : motion->impacts)
      if (impact.time > start && impact.time < end) impacts.push_back(impact.time);
  std::ranges::sort(impacts);
  for (auto first = impacts.begin(); first != impacts.end();) {
    const auto next =
        std::find_if(first, impacts.end(), [&](double time) { return time > *first + sameImpact; });
    const double before = std::nextafter(*first, start), after = *std::prev(next);
    std::erase_if(times, [&](double time) { return time > before && time < after; });
    times.insert(times.end(), {before, after});
    first = next;
  }
  std::ranges::sort(times);
}

}  // namespace

bool isSameMotion(const Snapshot& a, const Snapshot& b) {
  if (!a.trajectory || !b.trajectory) return !a.trajectory && !b.trajectory;
  if (a.trajectory == b.trajectory) return true;
  const auto sameName = [](const Coordinate& x, const Coordinate& y) { return x.name == y.name; };
  if (!std::ranges::equal(a.instance.mechanism->coordinates(), b.instance.mechanism->coordinates(), sameName))
    return false;
  const FlightList &one = a.trajectory->flights, &other = b.trajectory->flights;
  if (one.size() != other.size()) return false;
  for (auto i = one.begin(), j = other.begin(); i != one.end(); ++i, ++j)
    if (i->start != j->start || i->end != j->end || i->q != j->q || i->v != j->v || i->a != j->a ||
        !sameNodes(*i, *j))
      return false;
  return true;
}

double distanceBetweenRuns(const Snapshot& snapshot, double time) {
  const Difference difference = differenceAt(snapshot, time);
  return difference.norm > 0 ? difference.apart / difference.norm : std::nan("");
}

RunDistance distanceAlongTime(const Snapshot& snapshot) {
  constexpr int samples = 600;
  const Trajectory &a = *snapshot.trajectory, &b = *snapshot.comparison->trajectory;
  const double start = a.start(), end = std::min(a.end(), b.end());
  std::vector<double> times;
  for (int i = 0; i <= samples; ++i) times.push_back(start + (end - start) * i / samples);
  addImpactTimes(times, a, b, start, end);
  RunDistance distance{Eigen::Map<Eigen::VectorXd>(times.data(), static_cast<Eigen::Index>(times.size())),
                       {}};
  Eigen::VectorXd norm(distance.time.size());
  distance.xi.resize(norm.size());
  for (Eigen::Index i = 0; i < norm.size(); ++i) {
    const Difference difference = differenceAt(snapshot, distance.time[i]);
    norm[i] = difference.norm;
    distance.xi[i] = difference.apart / difference.norm;
  }
  const double least = rest * norm.maxCoeff();
  for (Eigen::Index i = 0; i < norm.size(); ++i)
    if (!(norm[i] > least)) distance.xi[i] = std::nan("");
  return distance;
}

}  // namespace carom
