#include "outcomes/outcomes_panel.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFrame>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/moments.h"
#include "common/next_steps.h"
#include "common/run_names.h"
#include "common/selection.h"
#include "common/style_sheet.h"
#include "outcomes/coxeter_diagram.h"
#include "outcomes/model_rows.h"
#include "outcomes/outcomes_figure.h"
#include "outcomes/outcomes_model.h"
#include "outcomes/outcomes_order.h"
#include "outcomes/outcomes_table.h"

namespace carom {

namespace {

constexpr int leastTable = 52;  // px, of a long table in a low window

}  // namespace

OutcomesPanel::OutcomesPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("outcomes"));
  setWindowTitle(tr("Outcomes and certificate"));
  setAccessibleName(windowTitle());
  buildTable();
  m_empty = new QLabel(this);
  m_empty->setProperty("role", QStringLiteral("quiet"));
  m_empty->setWordWrap(true);
  m_empty->hide();  // what is shown only with some impacts asks for no room before the first one
  m_diagram = new CoxeterDiagram(this);
  m_diagram->setAccessibleName(tr("Coxeter diagram"));
  m_certificate = new QLabel(this);
  m_certificate->setWordWrap(true);
  m_certificate->setProperty("role", QStringLiteral("heading"));
  m_details = new QLabel(this);
  m_details->setWordWrap(true);
  m_details->setProperty("role", QStringLiteral("quiet"));
  for (QLabel* label : {m_certificate, m_details}) label->setTextInteractionFlags(Qt::TextSelectableByMouse);

  auto* rule = new QFrame(this);
  rule->setFixedHeight(1);
  rule->setStyleSheet(QStringLiteral("background: palette(mid)"));
  auto* words = new QVBoxLayout;
  words->setSpacing(3);
  words->addStretch();
  words->addWidget(m_certificate);
  words->addWidget(m_details);
  words->addStretch();
  auto* reasons = new QWidget(this);
  auto* lower = new QHBoxLayout(reasons);
  lower->setContentsMargins(0, 0, 0, 0);
  lower->setSpacing(14);
  lower->addWidget(m_diagram, 4);
  lower->addLayout(words, 5);
  auto* scroll = new QScrollArea(this);  // in a low window the certificate is read by scrolling
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumSize(218, 64);
  scroll->setWidget(reasons);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 10, 6);
  layout->setSpacing(6);
  layout->addWidget(m_search);
  layout->addWidget(m_table, 3);
  layout->addWidget(m_empty);
  layout->addWidget(m_modelTable, 3);
  layout->addWidget(rule);
  layout->addWidget(scroll, 2);
  m_steps = new NextSteps(this);
}

void OutcomesPanel::buildTable() {
  m_model = new OutcomesModel(this, true);
  m_order = new OutcomesOrder(m_model, this);
  m_table = makeOutcomesTable(m_order, this);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OutcomesPanel::choose);
  connect(m_table, &QTableView::activated, this, &OutcomesPanel::choose);
  connect(selection(), &Selection::minimalOnlyChanged, this, &OutcomesPanel::filter);

  m_models = new ModelRows(this);
  m_modelTable = makeModelTable(m_models, this);
  m_modelTable->hide();
  connect(m_modelTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &OutcomesPanel::showModel);
  connect(m_modelTable, &QTableView::clicked, this, &OutcomesPanel::showModel);
  connect(selection(), &Selection::momentChanged, this, &OutcomesPanel::forgetModel);

  m_search = new QWidget(this);
  m_search->hide();
  m_contacts = new QLineEdit(m_search);
  m_contacts->setObjectName(QStringLiteral("searchContacts"));
  m_contacts->setPlaceholderText(tr("find contacts, such as ac bc"));
  m_contacts->setAccessibleName(tr("Find outcomes whose example passes these contacts"));
  m_contacts->setClearButtonEnabled(true);
  m_found = new QLabel(m_search);
  m_found->setObjectName(QStringLiteral("found"));
  m_found->setProperty("role", QStringLiteral("quiet"));
  connect(m_contacts, &QLineEdit::textChanged, this, &OutcomesPanel::filter);
  auto* row = new QHBoxLayout(m_search);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(m_contacts, 1);
  row->addWidget(m_found);
  auto* find = new QAction(this);
  find->setShortcut(QKeySequence::Find);
  find->setShortcutContext(Qt::WindowShortcut);
  connect(find, &QAction::triggered, this, [this] {
    m_search->show();
    m_contacts->setFocus(Qt::ShortcutFocusReason);
    m_contacts->selectAll();
  });
  addAction(find);
}

/// Filters the rows, and shows how many are left.
void OutcomesPanel::filter() {
  if (!m_snapshot) return;
  m_updating = true;
  m_order->setContacts(m_contacts->text());
  m_order->setMinimalOnly(selection()->minimalOnly());
  showCurrentOutcome();
  m_updating = false;
  showFound();
}

void OutcomesPanel::showFound() {
  constexpr int few = 3;
  const int all = m_model->rowCount(), shown = m_order->rowCount();
  const bool filtered = m_order->minimalOnly() || !m_order->contacts().isEmpty();
  m_search->setVisible(all > 0 && (all > few || filtered || m_contacts->hasFocus()));
  constexpr int least = 2, many = 200;  // rows
  m_table->setMinimumHeight(m_search->isHidden() ? heightOfRows(*m_table, least) : leastTable);
  m_table->setMaximumHeight(heightOfRows(*m_table, many));  // the certificate gets the rest
  const QString count = filtered ? tr("%1 of %2").arg(formatCount(shown), formatCount(all))
                                 : outcomesText(static_cast<std::uint64_t>(all));
  if (!m_order->minimalOnly() || !m_snapshot->report) return m_found->setText(count);
  const auto open = std::ranges::count_if(m_snapshot->report->outcomes,
                                          [](const Outcome& outcome) { return !outcome.reachedMinimally; });
  m_found->setText(open == 0 ? tr("minimal: %1").arg(count)
                             : tr("minimal: %1, %2 not decided").arg(count, formatCount(open)));
}

void OutcomesPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  takeRows();
  const auto& report = m_snapshot->report;
  m_steps->offer(stepsToImpact(m_snapshot, selection()));
  m_diagram->setSnapshot(m_snapshot);
  m_models->setSnapshot(m_snapshot);
  m_modelTable->setVisible(m_models->rowCount() > 0);
  m_empty->setVisible(!report || report->outcomes.empty());
  m_table->setVisible(report && !report->outcomes.empty());
  if (!report) {
    m_search->hide();
    const bool noImpact = m_snapshot->impact < 0 && !m_snapshot->isPending;
    m_empty->setText(noImpact ? tr("No contact is closed at the start: there is no impact.")
                              : noReportText(*m_snapshot));
    m_certificate->clear();
    m_details->clear();
    return;
  }
  m_empty->setText(report->jammed() ? tr("No outcome: no ordering of the reflections ends.")
                                    : tr("No outcome was found before the search was cut short."));
  QStringList lines = certificateLines(*report);
  m_certificate->setText(lines.takeFirst());
  const bool elastic = !m_snapshot->settings.restitution && report->problem.isElastic();
  if (!elastic && m_snapshot->outcome >= 0)
    lines.prepend(energyBalanceText(report->problem, report->outcomes[m_snapshot->outcome]));
  theme::setLook(m_certificate, "tone", report->jammed() ? QStringLiteral("warning") : QString());
  m_details->setText(lines.join(QLatin1Char('\n')));
}

/// Takes the rows of the snapshot. The table stays sorted by the same kind of column, wherever that stands
/// now.
void OutcomesPanel::takeRows() {
  m_updating = true;
  const auto sorted = m_model->kindOf(m_order->sortColumn());
  m_model->setSnapshot(m_snapshot);
  if (sorted && m_model->kindOf(m_order->sortColumn()) != sorted)
    m_table->sortByColumn(m_model->columnOf(*sorted), m_order->sortOrder());
  fitColumns();
  showCurrentOutcome();
  m_updating = false;
  showFound();
}

/// Leaves out the columns that matter least where not all have room.
void OutcomesPanel::fitColumns() {
  using Column = OutcomesModel::Column;
  for (int column = 0; column < m_model->columnCount(); ++column) m_table->setColumnHidden(column, false);
  m_table->resizeColumnsToContents();
  if (m_allColumns) return;
  int missing = m_table->horizontalHeader()->length() - m_table->viewport()->width();
  for (const Column kind :
       {Column::EnergyError, Column::Minimal, Column::Length, Column::Distance, Column::Orderings}) {
    const int column = m_model->columnOf(kind);
    if (missing <= 0) return;
    if (column < 0 || m_order->sortColumn() == column) continue;
    missing -= m_table->columnWidth(column);
    m_table->setColumnHidden(column, true);
  }
}

void OutcomesPanel::setAllColumns(bool isOn) {
  m_allColumns = isOn;
  if (m_snapshot) fitColumns();
}

QVariantMap OutcomesPanel::kept() const {
  return {{QStringLiteral("allColumns"), m_allColumns}};
}

void OutcomesPanel::setKept(const QVariantMap& kept) {
  setAllColumns(kept[QStringLiteral("allColumns")].toBool());
}

void OutcomesPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  if (m_snapshot) fitColumns();
}

void OutcomesPanel::showCurrentOutcome() {
  const int row = m_snapshot->outcome;
  const QModelIndex at =
      row < 0 || row >= m_model->rowCount() ? QModelIndex() : m_order->mapFromSource(m_model->index(row, 0));
  if (!at.isValid()) return m_table->selectionModel()->clear();
  m_table->selectionModel()->setCurrentIndex(at,
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void OutcomesPanel::choose(const QModelIndex& current) {
  if (m_updating || !current.isValid()) return;
  const SnapshotPtr snapshot = m_snapshot;  // stays while the edit may bring another one
  const Word& word = snapshot->report->outcomes[m_order->mapToSource(current).row()].example;
  if (word != snapshot->ordering) m_edits->setOrderingOf(*snapshot, word);
}

void OutcomesPanel::showModel(const QModelIndex& current) {
  if (!current.isValid() || !m_snapshot->models) return;
  const ComparedModel& model = m_snapshot->models->models[static_cast<std::size_t>(current.row())];
  selection()->setMoment(momentAfterModel(*m_snapshot, model, modelLabel(*model.model)));
}

/// No row is marked where the 3D view shows no model.
void OutcomesPanel::forgetModel() {
  if (!selection()->moment().model) m_modelTable->selectionModel()->clear();
}

std::unique_ptr<Figure> OutcomesPanel::figure() const {
  return m_snapshot ? std::make_unique<OutcomesFigure>(m_snapshot) : nullptr;
}

void OutcomesPanel::copyTable() const {
  if (m_snapshot && m_snapshot->report) QGuiApplication::clipboard()->setText(figure()->csv());
}

void OutcomesPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  const QModelIndex under = m_table->indexAt(m_table->viewport()->mapFromGlobal(event->globalPos()));
  if (under.isValid()) {
    const int outcome = m_order->mapToSource(under).row();
    menu->addAction(tr("Compare with outcome %1").arg(outcome + 1), this,
                    [this, shown = m_snapshot, outcome] {
                      m_edits->setComparisonOf(*shown, shown->report->outcomes[outcome].example);
                    });
    menu->addSeparator();
  }
  menu->addAction(tr("Export figure…"), this, &Panel::exportRequested);
  menu->addAction(tr("Copy table as CSV"), this, &OutcomesPanel::copyTable)
      ->setEnabled(m_snapshot && m_snapshot->report);
  QAction* all = menu->addAction(tr("All columns"));
  all->setToolTip(tr("Show columns that have no room, too"));
  all->setCheckable(true);
  all->setChecked(m_allColumns);
  connect(all, &QAction::toggled, this, &OutcomesPanel::setAllColumns);
  if (m_models->rowCount() > 0)
    menu->addAction(tr("Copy the table of models"), this,
                    [this] { QGuiApplication::clipboard()->setText(m_models->text()); });
  openMenu(menu, event->globalPos());
}

}  // namespace carom
