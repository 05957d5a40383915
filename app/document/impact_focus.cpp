#include "document/impact_focus.h"

#include <algorithm>

#include "common/moments.h"

namespace carom {

namespace {

constexpr std::size_t mostKept = 16;
constexpr std::size_t mostBytesKept = 100'000'000;  ///< of graphs that are kept but not shown
constexpr int patienceMs = 40;  ///< the wait for an answer before the run's own knowledge is shown
constexpr int paceMs = 80;      ///< between two impacts shown while time runs
constexpr int idleMs = 300;     ///< the wait after a new run before its impacts are searched

/// An answer as it is while everything about its impact is still being computed.
SnapshotPtr withoutNumbers(const Snapshot& answer) {
  auto pending = std::make_shared<Snapshot>(answer);
  pending->isPending = true;
  pending->impact = pending->outcome = -1;
  pending->ordering.clear();
  pending->report.reset();
  pending->minimal.reset();
  pending->edgeProbabilities.reset();
  pending->models.reset();
  pending->comparison.reset();
  return pending;
}

}  // namespace

ImpactFocus::ImpactFocus(Selection* selection, QObject* parent) : QObject(parent), m_selection(selection) {
  for (const auto& [timer, interval] :
       {std::pair{&m_patience, patienceMs}, std::pair{&m_pace, paceMs}, std::pair{&m_idle, idleMs}}) {
    timer->setSingleShot(true);
    timer->setInterval(interval);
  }
  connect(&m_patience, &QTimer::timeout, this, &ImpactFocus::glance);
  connect(&m_pace, &QTimer::timeout, this, &ImpactFocus::follow);
  connect(&m_idle, &QTimer::timeout, this, &ImpactFocus::searchAll);
  connect(selection, &Selection::momentChanged, this, [this] {
    if (m_run && m_run->trajectory && laterImpactShown(*m_run->trajectory, m_selection->moment()) != m_impact)
      follow();
  });
  connect(&m_thread, &ImpactThread::resolved, this, &ImpactFocus::take);
  connect(&m_thread, &ImpactThread::failed, this,
          [this](const SnapshotPtr& run, int impact, const QString& message) {
            if (isOfRun(run) && impact == m_impact) emit failed(message);
          });
  connect(&m_thread, &ImpactThread::searched, this,
          [this](const SnapshotPtr& run, const ImpactSearches& found) {
            if (isOfRun(run)) emit searched(run, found);
          });
  connect(&m_thread, &ImpactThread::busyChanged, this, &ImpactFocus::busyChanged);
  connect(&m_thread, &ImpactThread::progressed, this, &ImpactFocus::progressed);
}

void ImpactFocus::setRun(const SnapshotPtr& run, const Extras& extras) {
  const bool sameRun = isOfRun(run) && extras == m_extras;
  m_run = run;
  m_extras = extras;
  if (!sameRun) {
    m_kept.clear();
    m_thread.search(run, {});
    if (m_searching) m_idle.start();
  } else if (m_impact >= 0) {
    return;  // a later impact keeps its answer while the run is the same
  }
  follow();
}

void ImpactFocus::setSearching(bool wanted) {
  if (wanted == m_searching) return;
  m_searching = wanted;
  if (wanted && m_run) return m_idle.start();
  m_idle.stop();
  m_thread.search(m_run, {});
}

void ImpactFocus::searchAll() {
  std::vector<int> unknown;
  if (m_run->trajectory)
    for (int i = 0; i < static_cast<int>(m_run->trajectory->impacts.size()); ++i)
      if (!knownSearch(*m_run, i)) unknown.push_back(i);
  m_thread.search(m_run, unknown);
}

SnapshotPtr ImpactFocus::kept(int impact) const {
  const auto found = std::ranges::find(m_kept, impact, [](const SnapshotPtr& each) { return each->impact; });
  return found == m_kept.end() ? nullptr : *found;
}

/// Shows the impact under the time cursor, or asks for it.
void ImpactFocus::follow() {
  m_impact = m_run->trajectory ? laterImpactShown(*m_run->trajectory, m_selection->moment()) : -1;
  if (m_impact < 0) {
    m_patience.stop();
    m_pace.stop();
    m_thread.forget();
    return show(m_run);
  }
  // While time runs through a dense run, not every frame brings another tree.
  if (m_sinceShown.isValid() && m_sinceShown.elapsed() < paceMs && m_shown->impact >= 0 && isOfRun(m_shown)) {
    if (!m_pace.isActive()) m_pace.start();
    return;
  }
  if (const SnapshotPtr answer = kept(m_impact)) {
    m_patience.stop();
    m_thread.forget();
    return show(answer);
  }
  m_thread.ask(m_run, m_impact, m_extras);
  if (!m_patience.isActive()) m_patience.start();
}

void ImpactFocus::take(const SnapshotPtr& answer) {
  if (!isOfRun(answer)) return;
  if (answer->report) emit searched(m_run, {{answer->impact, summary(*answer->report)}});
  keep(answer);
  if (answer->impact != m_impact) return;
  m_patience.stop();
  show(answer);
}

void ImpactFocus::keep(const SnapshotPtr& answer) {
  std::erase_if(m_kept, [&](const SnapshotPtr& each) { return each->impact == answer->impact; });
  m_kept.push_front(answer);
  std::size_t kept = 0, bytes = 0;
  for (const SnapshotPtr& each : m_kept) {
    if (each->report && each->report->graph) bytes += each->report->graph->memoryUsed();
    if (kept > 0 && (bytes > mostBytesKept || kept == mostKept)) break;
    ++kept;
  }
  m_kept.resize(kept);
}

void ImpactFocus::glance() {
  if (m_impact >= 0 && !kept(m_impact)) show(glanceAtImpact(*m_run, m_impact));
}

void ImpactFocus::show(const SnapshotPtr& snapshot) {
  const bool other = !m_shown || m_shown->impact != snapshot->impact;
  m_shown = snapshot;
  m_sinceShown.start();
  if (other) m_selection->setHoveredNode(std::nullopt);  // its number means another momentum now
  if (!m_isOutdated) emit shownChanged(snapshot);
}

void ImpactFocus::setOutdated(bool isOutdated) {
  if (isOutdated == m_isOutdated || !m_shown) return;
  m_isOutdated = isOutdated;
  emit shownChanged(isOutdated ? withoutNumbers(*m_shown) : m_shown);
}

}  // namespace carom
