#include "window/panel_links.h"

#include <QApplication>
#include <utility>

#include "audit/audit_panel.h"
#include "design/design_panel.h"
#include "design/landing_panel.h"
#include "document/answers.h"
#include "document/document.h"
#include "futures/futures_panel.h"
#include "impulse/impulse_panel.h"
#include "motion/sensitivity_panel.h"
#include "motion/series_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "runs/runs_panel.h"
#include "scene/summary_bar.h"
#include "timeline/impact_log_panel.h"
#include "timeline/player.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_panel.h"
#include "window/drop_action.h"
#include "window/layout/large_panel.h"
#include "window/panels.h"
#include "window/run_pictures.h"
#include "window/snapshot_delivery.h"

namespace carom {

PanelLinks::PanelLinks(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
  linkSearches();
  linkRuns();
  linkDifference();
  linkFutures();
  linkAudit();
  linkDesign();
}

/// Searches all impacts of the run while the impact log is shown.
void PanelLinks::linkSearches() {
  auto* log = m_parts.panels->find<ImpactLogPanel>();
  connect(m_parts.answers, &Answers::searched, log, &ImpactLogPanel::takeSearches);
  connect(log, &ImpactLogPanel::searchWanted, m_parts.answers, &Answers::setSearching);
}

void PanelLinks::linkRuns() {
  auto* runs = m_parts.panels->find<RunsPanel>();
  new RunPictures(runs, this);
  connect(m_parts.panels->find<ViewportPanel>(), &ViewportPanel::pushStarted, m_parts.player, &Player::pause);
  // The list of runs comes for a name, and goes as it came: the panel that filled the window does so again.
  connect(runs, &RunsPanel::namingBegun, this, [this, runs] {
    m_beforeNaming = {QApplication::focusWidget(),
                      m_parts.large->panel() == runs ? nullptr : m_parts.large->panel()};
    if (m_beforeNaming.large) m_parts.large->goBack();
    m_parts.panels->bring(runs);
  });
  connect(runs, &RunsPanel::namingEnded, this, [this, runs] {
    const QWidget* focus = QApplication::focusWidget();
    const auto [before, large] = std::exchange(m_beforeNaming, {});
    m_parts.panels->putAway(runs);
    if (large && !m_parts.large->panel()) m_parts.large->toggle(large);
    const bool isTaken = focus && focus != runs && !runs->isAncestorOf(focus);
    if (before && !isTaken) before->setFocus();
  });
}

/// The difference comes when a second run or ordering is chosen, and goes as it came when there is none.
void PanelLinks::linkDifference() {
  auto* difference = m_parts.panels->find<SeriesPanel>(differencePlot.panel);
  connect(m_parts.document, &Edits::comparisonChosen, difference, [this, difference](bool alongTime) {
    m_parts.panels->bring(difference);
    if (alongTime) difference->setAlongTime(true);
  });
  connect(m_parts.drop, &DropAction::done, difference, [difference] { difference->setLog(false, true); });
  connect(
      m_parts.answers, &Answers::runChanged, difference,
      [this, difference, compares = false](const SnapshotPtr& run) mutable {
        // What is chosen, since a drag may go through designs where there is nothing to compare.
        const bool isChosen = run->settings.comparison || run->settings.branch;
        if (std::exchange(compares, isChosen) && !isChosen) m_parts.panels->putAway(difference);
      },
      Qt::QueuedConnection);
}

void PanelLinks::linkFutures() {
  auto* futures = m_parts.panels->find<FuturesPanel>();
  connect(futures, &FuturesPanel::futuresChanged, m_parts.panels->find<ViewportPanel>()->ghosts(),
          &ShownGhosts::setFutures);
  connect(futures, &FuturesPanel::futuresChanged, m_parts.panels->find<SeriesPanel>(freePlot.panel),
          &SeriesPanel::setFutures);
}

void PanelLinks::linkAudit() {
  auto* audit = m_parts.panels->find<AuditPanel>();
  connect(audit, &AuditPanel::jumpChosen, m_parts.player, &Player::pause);
  connect(audit, &AuditPanel::auditChanged, m_parts.panels->find<TimelinePanel>(), &TimelinePanel::setAudit);
  connect(audit, &AuditPanel::auditChanged, m_parts.panels->find<ViewportPanel>()->ghosts(),
          &ShownGhosts::setAudit);
  connect(audit, &AuditPanel::auditChanged, m_parts.panels->find<OutcomeSetPanel>(),
          &OutcomeSetPanel::setAudit);
  connect(audit, &AuditPanel::auditChanged, m_parts.panels->find<OrderingGraphPanel>(),
          &OrderingGraphPanel::setAudit);
  m_parts.panels->find<ImpulsePanel>()->setAudits(
      [audit = QPointer(audit)] { return audit ? audit->shown() : nullptr; });
}

void PanelLinks::openRecording(const QString& path) {
  auto* audit = m_parts.panels->find<AuditPanel>();
  m_parts.panels->show(audit);
  m_parts.delivery->bringUpToDate(audit);
  audit->open(path);
}

void PanelLinks::linkDesign() {
  auto* design = m_parts.panels->find<DesignPanel>();
  const auto search = [this, design] {
    m_parts.panels->show(design);
    m_parts.delivery->bringUpToDate(design);
    if (!design->answer()) design->search();
  };
  connect(m_parts.panels->find<SummaryBar>(), &SummaryBar::designWanted, m_parts.panels, search);
  connect(m_parts.panels->find<SensitivityPanel>(), &SensitivityPanel::designWanted, m_parts.panels, search);
  ShownGhosts* ghosts = m_parts.panels->find<ViewportPanel>()->ghosts();
  connect(design, &DesignPanel::otherDesignChanged, ghosts, &ShownGhosts::setDesign);
  connect(m_parts.panels->find<LandingPanel>(), &LandingPanel::otherStanceChanged, ghosts,
          &ShownGhosts::setStance);
}

}  // namespace carom
