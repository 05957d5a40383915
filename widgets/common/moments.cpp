#include "common/moments.h"

#include <algorithm>
#include <cmath>

namespace carom {

Moment fitMoment(const Moment& moment, const Trajectory& trajectory) {
  if (moment.impact >= 0 && moment.impact < static_cast<int>(trajectory.impacts.size())) {
    const ImpactEvent& impact = trajectory.impacts[moment.impact];
    return {impact.time, moment.impact,
            std::clamp(moment.reflection, 0, static_cast<int>(impact.word.size()))};
  }
  return {std::clamp(moment.time, trajectory.start(), trajectory.end()), -1, 0};
}

Moment momentAt(const Trajectory& trajectory, double time, double tolerance) {
  int nearest = -1;
  double distance = tolerance;
  for (int i = 0; i < static_cast<int>(trajectory.impacts.size()); ++i) {
    const double d = std::abs(trajectory.impacts[i].time - time);
    if (d > distance) continue;
    nearest = i;
    distance = d;
  }
  if (nearest >= 0) return {trajectory.impacts[nearest].time, nearest, 0};
  return {std::clamp(time, trajectory.start(), trajectory.end()), -1, 0};
}

int impactShown(const Trajectory& trajectory, const Moment& moment) {
  const auto& impacts = trajectory.impacts;
  const int count = static_cast<int>(impacts.size());
  if (moment.impact >= 0 && moment.impact < count) return moment.impact;
  int shown = std::max(trajectory.initialImpact(), count > 0 ? 0 : -1);
  if (moment.time <= 0) return shown;
  for (int i = 0; i < count && impacts[static_cast<std::size_t>(i)].time <= moment.time; ++i)
    shown = std::max(shown, i);
  return shown;
}

int laterImpactShown(const Trajectory& trajectory, const Moment& moment) {
  const int shown = impactShown(trajectory, moment);
  if (shown < 0 || shown == trajectory.initialImpact()) return -1;
  const bool isInside = moment.impact == shown;
  const double time = trajectory.impacts[static_cast<std::size_t>(shown)].time;
  return isInside || (moment.time > 0 && time <= moment.time) ? shown : -1;
}

int impactOfReport(const Snapshot& snapshot) {
  if (snapshot.impact >= 0) return snapshot.impact;
  return snapshot.trajectory ? snapshot.trajectory->initialImpact() : -1;
}

Moment momentAfterModel(const Snapshot& snapshot, const ComparedModel& model, const QString& label) {
  const int impact = impactOfReport(snapshot);
  if (impact < 0) return {};
  const ImpactEvent& event = snapshot.trajectory->impacts[static_cast<std::size_t>(impact)];
  Moment moment{event.time, impact, static_cast<int>(event.word.size())};
  if (model.answer.multipliers)
    moment.model = std::make_shared<const ModelMotion>(ModelMotion{label, model.velocity});
  return moment;
}

}  // namespace carom
