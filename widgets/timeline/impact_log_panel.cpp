#include "timeline/impact_log_panel.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "base/counted_words.h"
#include "base/number_format.h"
#include "common/context_menu.h"
#include "common/math_label.h"
#include "common/run_names.h"
#include "common/selection.h"
#include "table/table_view.h"
#include "timeline/impact_log_model.h"
#include "timeline/player.h"

namespace carom {

namespace {

/// The impact at a moment or the latest one before it, −1 where there is none.
int latestImpact(const Trajectory& trajectory, const Moment& moment) {
  const auto& impacts = trajectory.impacts;
  if (moment.impact >= 0) return moment.impact < static_cast<int>(impacts.size()) ? moment.impact : -1;
  const auto after = std::ranges::upper_bound(impacts, moment.time, {}, &ImpactEvent::time);
  return static_cast<int>(after - impacts.begin()) - 1;
}

}  // namespace

ImpactLogPanel::ImpactLogPanel(Selection* selection, Player* player, QWidget* parent)
    : Panel(selection, parent), m_player(player) {
  setObjectName(QStringLiteral("impactLog"));
  setWindowTitle(tr("Impact log"));
  setAccessibleName(windowTitle());
  build();
  connect(selection, &Selection::momentChanged, this, &ImpactLogPanel::markMoment);
}

void ImpactLogPanel::build() {
  m_model = new ImpactLogModel(this);
  m_table = new TableView(m_model, {"impactLogTable", tr("Impacts of the run")}, this);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  constexpr int contacts = static_cast<int>(ImpactLogModel::Column::Contacts), usualContacts = 84;
  m_table->setGivingColumn(contacts, usualContacts);  // a tooltip has all of many names
  connect(m_table, &TableView::rowChosen, this, &ImpactLogPanel::jump);
  connect(m_table, &TableView::told, this, &Panel::told);
  m_empty = new QLabel(this);
  m_empty->setObjectName(QStringLiteral("noImpacts"));
  m_empty->setProperty("role", QStringLiteral("quiet"));
  m_empty->setWordWrap(true);
  m_empty->setAlignment(Qt::AlignCenter);
  m_state = new ElidedLabel(this);
  m_state->setObjectName(QStringLiteral("impactLogState"));
  m_state->setProperty("role", QStringLiteral("quiet"));
  const auto button = [this](const QString& text, const QString& tip, const char* name, auto slot) {
    auto* result = new QToolButton(this);
    result->setText(text);
    result->setToolTip(tip);
    result->setAccessibleName(tip);
    result->setObjectName(QLatin1String(name));
    result->setProperty("role", QStringLiteral("quiet"));
    connect(result, &QToolButton::clicked, m_table, slot);
    return result;
  };
  m_copy = button(tr("copy"), tr("Copy the table as CSV, or the rows where several are marked (Ctrl+C)"),
                  "copyImpactLog", &TableView::copyCsv);
  m_save = button(tr("CSV"), tr("Save the table as CSV"), "saveImpactLog", &TableView::saveCsv);

  auto* below = new QHBoxLayout;
  below->addWidget(m_state, 1);
  below->addWidget(m_copy);
  below->addWidget(m_save);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 6, 4);
  layout->setSpacing(4);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_empty, 1);
  layout->addLayout(below);
  showState();
}

void ImpactLogPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  takeRows();
}

void ImpactLogPanel::takeRows() {
  m_model->setSnapshot(m_snapshot);
  m_table->setFileName(QString::fromStdString(m_snapshot->scene->name()) + QLatin1String("-impacts.csv"));
  showState();
  markMoment();
}

void ImpactLogPanel::takeSearches(const SnapshotPtr& run, const ImpactSearches& found) {
  m_model->take(run, found);
  if (isVisible()) showState();
}

/// Shows how many impacts there are, how many are still being searched, and why the run ended early.
void ImpactLogPanel::showState() {
  const bool any = m_model->rowCount() > 0;
  m_table->setVisible(any);
  m_empty->setVisible(!any);
  m_copy->setEnabled(any);
  m_save->setEnabled(any);
  const Trajectory* trajectory = m_snapshot ? m_snapshot->trajectory.get() : nullptr;
  if (!trajectory) {
    m_empty->setText(tr("There is no motion."));
    return m_state->setFullText({});
  }
  QString end;
  if (!trajectory->complete)
    end = tr("the run stops at %1 s: %2")
              .arg(formatNumber(trajectory->stoppedAt, 4), QString::fromStdString(trajectory->stopReason));
  m_empty->setText(m_snapshot->isPending ? noReportText(*m_snapshot)
                   : end.isEmpty()
                       ? tr("This run has no impact until t = %1 s.").arg(formatNumber(trajectory->end(), 4))
                       : tr("This run has no impact; %1.").arg(end));
  if (!any) return m_state->setFullText({});
  QStringList parts{impactsText(trajectory->impacts.size())};
  if (m_model->unknownCount() > 0) parts += tr("%1 being searched").arg(formatCount(m_model->unknownCount()));
  if (!end.isEmpty()) parts += end;
  m_state->setFullText(parts.join(QStringLiteral(" · ")));
}

/// Marks the impact under the time cursor.
void ImpactLogPanel::markMoment() {
  if (!isVisible() || !m_snapshot || !m_snapshot->trajectory) return;
  const int impact = latestImpact(*m_snapshot->trajectory, selection()->moment());
  if (m_table->currentRow() != impact) m_table->markRow(impact);
}

/// To the momentum that arrives at the impact.
void ImpactLogPanel::jump(int impact) {
  if (!m_snapshot) return;
  m_player->pause();
  selection()->setMoment({m_snapshot->trajectory->impacts[static_cast<std::size_t>(impact)].time, impact, 0});
}

void ImpactLogPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  if (!event->spontaneous()) emit searchWanted(true);
}

void ImpactLogPanel::hideEvent(QHideEvent* event) {
  Panel::hideEvent(event);
  if (!event->spontaneous()) emit searchWanted(false);
}

void ImpactLogPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  m_table->addActions(menu);
  openMenu(menu, event->globalPos());
}

}  // namespace carom
