#include "timeline/impact_log_panel.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "base/counted_words.h"
#include "base/number_format.h"
#include "common/context_menu.h"
#include "common/file_dialog.h"
#include "common/math_label.h"
#include "common/selection.h"
#include "timeline/impact_log_model.h"
#include "timeline/impact_log_order.h"
#include "timeline/impact_log_table.h"
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
  m_order = new ImpactLogOrder(m_model, this);
  m_table = makeImpactLogTable(m_order, this);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ImpactLogPanel::jump);
  connect(m_table, &QTableView::clicked, this, &ImpactLogPanel::jump);
  connect(m_table, &QTableView::activated, this, &ImpactLogPanel::jump);
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
    connect(result, &QToolButton::clicked, this, slot);
    return result;
  };
  m_copy = button(tr("copy"), tr("Copy the table as CSV, or the rows where several are marked (Ctrl+C)"),
                  "copyImpactLog", &ImpactLogPanel::copyCsv);
  m_save = button(tr("CSV"), tr("Save the table as CSV"), "saveImpactLog", &ImpactLogPanel::saveCsv);
  auto* copy = new QAction(this);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, &ImpactLogPanel::copyCsv);
  addAction(copy);

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
  m_updating = true;
  m_model->setSnapshot(m_snapshot);
  m_updating = false;
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
  m_empty->setText(end.isEmpty()
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
  const QModelIndex now = m_table->currentIndex();
  if (now.isValid() && m_order->mapToSource(now).row() == impact) return;
  m_updating = true;
  if (impact < 0 || impact >= m_model->rowCount())
    m_table->selectionModel()->clear();
  else
    m_table->selectionModel()->setCurrentIndex(
        m_order->mapFromSource(m_model->index(impact, 0)),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  m_updating = false;
}

/// To the momentum that arrives at the impact.
void ImpactLogPanel::jump(const QModelIndex& current) {
  if (m_updating || !current.isValid() || !m_snapshot) return;
  const int impact = m_order->mapToSource(current).row();
  m_player->pause();
  selection()->setMoment({m_snapshot->trajectory->impacts[static_cast<std::size_t>(impact)].time, impact, 0});
}

std::vector<int> ImpactLogPanel::shownRows() const {
  std::vector<int> rows;
  for (int row = 0; row < m_order->rowCount(); ++row)
    rows.push_back(m_order->mapToSource(m_order->index(row, 0)).row());
  return rows;
}

std::vector<int> ImpactLogPanel::markedRows() const {
  std::vector<int> places, rows;
  for (const QModelIndex& each : m_table->selectionModel()->selectedRows()) places.push_back(each.row());
  std::ranges::sort(places);
  for (const int row : places) rows.push_back(m_order->mapToSource(m_order->index(row, 0)).row());
  return rows;
}

QString ImpactLogPanel::csv() const {
  return m_model->csv(shownRows());
}

void ImpactLogPanel::copyCsv() {
  if (m_model->rowCount() == 0) return;
  std::vector<int> rows = markedRows();
  if (rows.size() < 2) rows = shownRows();
  QGuiApplication::clipboard()->setText(m_model->csv(rows));
  emit told(tr("Copied %1 as CSV").arg(impactsText(rows.size())));
}

void ImpactLogPanel::saveCsv() {
  if (m_model->rowCount() == 0) return;
  const QString suggested =
      QString::fromStdString(m_snapshot->scene->name()) + QStringLiteral("-impacts.csv");
  saveText(this, tr("Save the impact log"), suggested, tr("Table (*.csv)"), csv(),
           [this](const QString& path) { emit told(tr("Wrote %1").arg(QDir::toNativeSeparators(path))); });
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
  const bool any = m_model->rowCount() > 0;
  menu->addAction(tr("Copy as CSV"), this, &ImpactLogPanel::copyCsv)->setEnabled(any);
  menu->addAction(tr("Save as CSV…"), this, &ImpactLogPanel::saveCsv)->setEnabled(any);
  menu->addSeparator();
  QMenu* sort = menu->addMenu(tr("Sort by"));
  for (int column = 0; column < ImpactLogModel::columns; ++column)
    sort->addAction(m_model->headerData(column, Qt::Horizontal).toString(), this, [this, column] {
      const bool again = m_order->sortColumn() == column && m_order->sortOrder() == Qt::AscendingOrder;
      m_table->sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
    });
  openMenu(menu, event->globalPos());
}

}  // namespace carom
