#include "viewport/picture/instant.h"

#include <algorithm>

#include "scene/initial_velocity.h"

namespace carom {

const WholeImpact& WholeImpacts::of(const Mechanism& mechanism, const Trajectory& motion, int impact) {
  constexpr std::size_t most = 2;
  const auto found = std::ranges::find_if(
      m_known, [&](const Known& known) { return known.motion == &motion && known.impact == impact; });
  if (found != m_known.end()) return found->whole;
  m_known.push_front({&motion, impact, wholeImpact(mechanism, motion, static_cast<std::size_t>(impact))});
  if (m_known.size() > most) m_known.pop_back();
  return m_known.front().whole;
}

std::shared_ptr<const ModelMotion> modelIn(const SceneInstance& instance, const Moment& moment) {
  const bool fits = moment.model && moment.model->velocity.size() == instance.mechanism->dof();
  return fits ? moment.model : nullptr;
}

Instant instantOf(const SceneInstance& instance, const Trajectory* trajectory, const Moment& moment,
                  WholeImpacts& known) {
  if (!trajectory || trajectory->flights.empty()) return {instance.initial.q, initialVelocity(instance)};
  if (moment.impact >= 0 && moment.impact < static_cast<int>(trajectory->impacts.size())) {
    const WholeImpact& whole = known.of(*instance.mechanism, *trajectory, moment.impact);
    const KineticMetric& metric = whole.problem.metric();
    const int last = static_cast<int>(whole.momenta.cols()) - 1;
    const int reflection = std::clamp(moment.reflection, 0, last);
    const Eigen::VectorXd arriving = metric.velocity(whole.momenta.col(0));
    if (const auto model = modelIn(instance, moment))
      return {whole.q, model->velocity, moment.impact, last, true, arriving};
    return {whole.q,
            metric.velocity(whole.momenta.col(reflection)),
            moment.impact,
            reflection,
            reflection == last,
            arriving};
  }
  return {trajectory->configuration(moment.time), trajectory->velocity(moment.time)};
}

std::optional<Instant> comparedInstant(const Snapshot& snapshot, const Moment& moment, WholeImpacts& known) {
  if (!snapshot.comparison || !snapshot.trajectory) return std::nullopt;
  const Trajectory* other = snapshot.comparison->trajectory.get();
  Moment there{moment.time, -1, 0};
  const int here = snapshot.trajectory->initialImpact();
  if (moment.impact >= 0 && moment.impact == here)
    there = {moment.time, other->initialImpact(), moment.reflection};
  return instantOf(snapshot.instance, other, there, known);
}

}  // namespace carom
