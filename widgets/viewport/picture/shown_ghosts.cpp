#include "viewport/picture/shown_ghosts.h"

#include <utility>

#include "common/theme.h"

namespace carom {

std::vector<Ghosts> ShownGhosts::at(double time, bool isInitial) const {
  std::vector<Ghosts> all;
  for (const Start* start : {&m_design, &m_stance})
    if (start->scene && isInitial)
      all.push_back({{start->name, theme::grey}, start->scene, {start->scene->initial.q}});
  if (m_futures)
    for (const ShownFutures::Group& group : m_futures->groups)
      if (auto q = m_futures->at(group, time); !q.empty())
        all.push_back({{group.name, group.color}, {m_futures->of, &m_futures->of->instance}, std::move(q)});
  if (!m_audit) return all;
  const std::shared_ptr<const SceneInstance> recorded(m_audit->answer, &m_audit->answer->of->instance);
  if (const auto measured = m_audit->measuredAt(time)) all.push_back({recordingRun(), recorded, {*measured}});
  const Trajectory* own = m_audit->impact ? m_audit->impact->continuation.get() : nullptr;
  if (own && time >= own->start() && time <= own->end())
    all.push_back({continuationRun(m_audit->jump), recorded, {own->configuration(time)}});
  return all;
}

std::vector<GhostTrack> ShownGhosts::tracks(const Snapshot& beside) const {
  if (!m_audit || m_audit->answer->audited.run.q.rows() != beside.instance.mechanism->dof()) return {};
  return tracksOf(m_audit->answer->audited.run,
                  m_audit->impact ? m_audit->impact->continuation.get() : nullptr, m_audit->jump,
                  beside.trajectory.get());
}

void ShownGhosts::setDesign(const std::shared_ptr<const SceneInstance>& design, const QString& name) {
  set(m_design, {design, name});
}

void ShownGhosts::setStance(const std::shared_ptr<const SceneInstance>& stance, const QString& name) {
  set(m_stance, {stance, name});
}

void ShownGhosts::set(Start& start, const Start& next) {
  if (next.scene == start.scene) return;
  start = next;
  emit changed();
}

void ShownGhosts::setFutures(const std::shared_ptr<const ShownFutures>& futures) {
  if (std::exchange(m_futures, futures) != futures) emit changed();
}

void ShownGhosts::setAudit(const std::shared_ptr<const ShownAudit>& audit) {
  if (std::exchange(m_audit, audit) != audit) emit changed();
}

}  // namespace carom
