#include "runs/runs_panel.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "common/context_menu.h"
#include "common/edits.h"
#include "common/elided_button.h"
#include "common/kept_runs.h"
#include "runs/runs_model.h"
#include "table/marked_rows.h"
#include "table/table_view.h"

namespace carom {

namespace {

constexpr int rowHeight = 34;
constexpr QSize pictureSize(45, 30);

/// The disc in the colour of a kept run stands at the right end of its name.
class RunDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant color = index.data(ColumnTable::MarkRole);
    if (!color.isValid()) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintDisc(*painter, {option.rect.right() - room / 2.0, option.rect.center().y() + 0.5}, color);
    painter->restore();
  }

  /// A picture of the row that comes later leaves the field with the name as it is.
  void setEditorData(QWidget* field, const QModelIndex& index) const override {
    if (std::exchange(m_filled, field) != field) QStyledItemDelegate::setEditorData(field, index);
  }

  void destroyEditor(QWidget* field, const QModelIndex& index) const override {
    m_filled = nullptr;
    QStyledItemDelegate::destroyEditor(field, index);
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool isMarked = index.data(ColumnTable::MarkRole).isValid();
    return QStyledItemDelegate::sizeHint(option, index) + QSize(isMarked ? room + 6 : 6, 0);
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->state &= ~QStyle::State_HasFocus;
    option->decorationSize = pictureSize;
  }

 private:
  static constexpr int room = 22;
  mutable const QWidget* m_filled = nullptr;  ///< the field that has its text
};

}  // namespace

RunsPanel::RunsPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("runs"));
  setWindowTitle(tr("Runs"));
  setAccessibleName(windowTitle());
  build();
  connect(edits, &Edits::editEnded, this, &RunsPanel::noteTried);
}

QToolButton* RunsPanel::button(const QString& text, const QString& tip, const char* name,
                               void (RunsPanel::*slot)()) {
  auto* made = new ElidedButton(this);
  made->setFullText(text);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  made->setObjectName(QLatin1String(name));
  made->setProperty("compact", true);
  if (slot) connect(made, &QToolButton::clicked, this, slot);
  return made;
}

void RunsPanel::addKey(const QKeySequence& key, void (RunsPanel::*slot)()) {
  auto* action = new QAction(this);
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(action, &QAction::triggered, this, slot);
  addAction(action);
}

void RunsPanel::build() {
  m_model = new RunsModel(this);
  m_table = new TableView(m_model, {"runsTable", tr("Runs side by side"), rowHeight}, this);
  m_table->setFileName(QLatin1String("runs.csv"));
  m_table->setItemDelegate(new RunDelegate(m_table));
  // Queued: before that the table takes the typed name, and the keyboard.
  connect(
      m_table->itemDelegate(), &QAbstractItemDelegate::closeEditor, this,
      [this] {
        if (std::exchange(m_isNaming, false)) emit namingEnded();
      },
      Qt::QueuedConnection);
  m_table->setIconSize(pictureSize);
  m_table->horizontalHeader()->setStretchLastSection(false);  // its numbers would stand far from the others
  m_table->freezeFirstColumn();                               // the names tell the runs apart
  m_table->setEditTriggers(QAbstractItemView::EditKeyPressed);
  connect(m_table, &QTableView::activated, this, &RunsPanel::goToCurrent);
  connect(m_table, &TableView::told, this, &Panel::told);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RunsPanel::showState);
  // The new name makes new rows, before which the field in which it was typed must be closed.
  connect(m_model, &RunsModel::renameWanted, this, &RunsPanel::rename, Qt::QueuedConnection);
  connect(m_model, &RunsModel::showWanted, this, &RunsPanel::setShown);
  m_keep = button(tr("keep"), tr("Keep the run in force by a name (Ctrl+K)"), "keepRun", &RunsPanel::keepRun);
  m_go = button(tr("go to"), tr("Go back to the values of the marked run (Enter)"), "goToRun",
                &RunsPanel::goToCurrent);
  m_remove = button(tr("remove"), tr("Remove the marked run (Del)"), "removeRun", &RunsPanel::removeCurrent);
  m_triedSwitch =
      button(tr("tried"), tr("List the values that were tried in this session"), "showTried", nullptr);
  m_triedSwitch->setCheckable(true);
  connect(m_triedSwitch, &QToolButton::toggled, this, &RunsPanel::showTried);
  m_copy = button(tr("copy"), tr("Copy the table as CSV (Ctrl+C)"), "copyRuns", nullptr);
  connect(m_copy, &QToolButton::clicked, m_table, &TableView::copyCsv);
  addKey(QKeySequence::Delete, &RunsPanel::removeCurrent);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  for (QToolButton* each : {m_keep, m_go, m_remove, m_triedSwitch}) row->addWidget(each);
  row->addStretch(1);
  row->addWidget(m_copy);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 6, 4);
  layout->setSpacing(4);
  layout->addLayout(row);
  layout->addWidget(m_table, 1);
  showState();
}

/// In a narrow panel the menu copies the table.
void RunsPanel::resizeEvent(QResizeEvent* event) {
  constexpr int margins = 10, gap = 4;
  int wanted = margins;
  for (const QToolButton* each : {m_keep, m_go, m_remove, m_triedSwitch, m_copy})
    wanted += each->sizeHint().width() + gap;
  m_copy->setVisible(width() >= wanted);
  Panel::resizeEvent(event);
}

QVariantMap RunsPanel::kept() const {
  return {{QLatin1String("tried"), m_triedSwitch->isChecked()}};
}

void RunsPanel::setKept(const QVariantMap& kept) {
  m_triedSwitch->setChecked(kept[QStringLiteral("tried")].toBool());
}

void RunsPanel::showTitle(const SnapshotPtr& snapshot) {
  setWindowTitle(snapshot->kept.empty() ? tr("Runs") : tr("Runs (%1)").arg(snapshot->kept.size() + 1));
  if (m_snapshot && m_snapshot->scene->file() != snapshot->scene->file()) m_tried.clear();  // another scene
  m_snapshot = snapshot;
  noteTried();
}

void RunsPanel::setSnapshot(SnapshotPtr snapshot) {
  showTitle(snapshot);
  takeRuns();
  nameNewest();
}

/// A hidden panel notes, too: what is tried while it is hidden is wanted later.
void RunsPanel::noteTried() {
  if (!m_snapshot || m_snapshot->isPending || m_edits->isEditing()) return;
  const DocumentState& now = m_edits->state();
  if (now.scene && (now.scene != m_snapshot->scene || now.assignments != m_snapshot->assignments)) return;
  m_tried.note(rowOf(*m_snapshot, now.ordering));
}

void RunsPanel::takeRuns() {
  const int current = m_table->currentRow();
  const QWidget* focus = QApplication::focusWidget();
  const bool hadFocus = focus && (focus == m_table || m_table->isAncestorOf(focus));
  const int scrolled = m_table->verticalScrollBar()->value();
  {
    const QSignalBlocker quiet(m_table->selectionModel());
    m_model->setRuns(m_snapshot, m_edits->state().ordering,
                     m_triedSwitch->isChecked() ? m_tried.rows() : std::vector<RunRow>{});
  }
  m_table->markRow(current);
  m_table->verticalScrollBar()->setValue(scrolled);
  if (hadFocus) m_table->setFocus();  // new rows close a field in which a name is typed
  for (const KeptRun& run : m_snapshot->kept)
    if (!m_model->hasPicture(run.answer.get())) emit pictureWanted(run.answer);
  showState();
}

void RunsPanel::showState() {
  const int row = m_table->currentRow();
  m_keep->setEnabled(m_snapshot && m_snapshot->trajectory && !m_snapshot->isPending);
  m_go->setEnabled(row > 0);
  m_remove->setEnabled(m_model->keptAt(row) >= 0);
  m_copy->setEnabled(m_model->rowCount() > 0);
}

void RunsPanel::keepRun() {
  if (!m_snapshot || !m_snapshot->trajectory || m_snapshot->isPending) return;
  const std::size_t before = m_edits->state().kept.size();
  if (before >= mostKeptRuns)
    return emit told(tr("At most %1 runs are kept; remove one first.").arg(mostKeptRuns));
  m_edits->keep(*m_snapshot);
  const auto& runs = m_edits->state().kept;
  if (runs.size() == before) return;
  const QString name = QString::fromStdString(runs.back().name);
  emit told(
      runs.back().isShown
          ? tr("Kept this run as %1").arg(name)
          : tr("Kept this run as %1; it is hidden, because %2 runs are shown").arg(name).arg(mostShownRuns));
}

void RunsPanel::keepAndName() {
  const std::size_t before = m_edits->state().kept.size();
  keepRun();
  if (m_edits->state().kept.size() == before) return;
  m_isNameWanted = true;
  emit namingBegun();
  nameNewest();
}

/// Opens the name of the newest kept run where its row is there and the panel is shown.
void RunsPanel::nameNewest() {
  if (!m_isNameWanted || !isVisible() || !m_snapshot ||
      m_snapshot->kept.size() != m_edits->state().kept.size())
    return;
  for (int row = 0; row < m_model->rowCount(); ++row) {
    if (m_model->keptAt(row) + 1 != static_cast<int>(m_snapshot->kept.size())) continue;
    m_isNameWanted = false;
    m_isNaming = true;
    m_table->markRow(row);
    m_table->setFocus();
    m_table->edit(m_table->indexOf(row, RunsModel::Name));
  }
}

void RunsPanel::goToCurrent() {
  const int row = m_table->currentRow();
  if (row <= 0) return;
  const int kept = m_model->keptAt(row);
  if (kept >= 0) return m_edits->goTo(m_snapshot->kept[static_cast<std::size_t>(kept)]);
  DocumentState after = m_model->row(row).state;
  after.kept = m_edits->state().kept;
  m_edits->change(tr("Go to values that were tried"), after);
}

void RunsPanel::removeCurrent() {
  const int kept = m_model->keptAt(m_table->currentRow());
  if (kept < 0) return;
  std::vector<KeptRun> runs = m_edits->state().kept;
  if (kept >= static_cast<int>(runs.size())) return;
  const QString name = QString::fromStdString(runs[static_cast<std::size_t>(kept)].name);
  runs.erase(runs.begin() + kept);
  m_edits->setKept(tr("Remove %1").arg(name), std::move(runs));
}

void RunsPanel::renameCurrent() {
  if (m_model->keptAt(m_table->currentRow()) >= 0)
    m_table->edit(m_table->currentIndex().siblingAtColumn(RunsModel::Name));
}

void RunsPanel::rename(int run, const QString& name) {
  std::vector<KeptRun> runs = m_edits->state().kept;
  if (!renameRun(runs, static_cast<std::size_t>(run), name))
    return emit told(name.simplified().isEmpty() ? tr("A run needs a name.")
                                                 : tr("Another run has the name %1.").arg(name.simplified()));
  m_edits->setKept(tr("Rename a run"), std::move(runs));
}

void RunsPanel::setShown(int run, bool isShown) {
  std::vector<KeptRun> runs = m_edits->state().kept;
  if (!showRun(runs, static_cast<std::size_t>(run), isShown))
    return emit told(tr("At most %1 runs are shown beside this one; hide one first.").arg(mostShownRuns));
  const QString name = QString::fromStdString(runs[static_cast<std::size_t>(run)].name);
  m_edits->setKept(isShown ? tr("Show %1").arg(name) : tr("Hide %1").arg(name), std::move(runs));
}

void RunsPanel::showTried(bool shown) {
  const QSignalBlocker quiet(m_triedSwitch);
  m_triedSwitch->setChecked(shown);
  if (m_snapshot) takeRuns();
}

void RunsPanel::setPicture(const SnapshotPtr& answer, const QImage& picture) {
  m_model->setPicture(answer.get(), QPixmap::fromImage(picture));
  m_table->resizeColumnToContents(RunsModel::Name);
}

void RunsPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  const bool isKept = m_model->keptAt(m_table->currentRow()) >= 0;
  menu->addAction(tr("Keep this run"), this, &RunsPanel::keepRun)->setEnabled(m_keep->isEnabled());
  menu->addSeparator();
  menu->addAction(tr("Go to the marked run"), this, &RunsPanel::goToCurrent)
      ->setEnabled(m_table->currentRow() > 0);
  menu->addAction(tr("Rename…"), this, &RunsPanel::renameCurrent)->setEnabled(isKept);
  menu->addAction(tr("Remove"), this, &RunsPanel::removeCurrent)->setEnabled(isKept);
  menu->addSeparator();
  m_table->addActions(menu);
  openMenu(menu, event->globalPos());
}

}  // namespace carom
