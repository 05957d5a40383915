#include "outcomes/outcomes_panel.h"

#include <QContextMenuEvent>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollArea>
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
#include "outcomes/model_marks.h"
#include "outcomes/model_rows.h"
#include "outcomes/outcomes_figure.h"
#include "outcomes/outcomes_model.h"
#include "picture/figure_actions.h"
#include "table/marked_rows.h"
#include "table/table_view.h"

namespace carom {

namespace {

constexpr int leastTable = 52;  // px, of a long table in a low window
constexpr int widthStep = 12;   // px
constexpr int fewestModels = 3;

/// The diagram beside the words of the certificate. Longer words are scrolled; the diagram stays as high as
/// what is seen, so that nothing of it is cut.
class ReasonsScroll : public QScrollArea {
 public:
  ReasonsScroll(QWidget* diagram, QWidget* parent) : QScrollArea(parent), m_diagram(diagram) {}

 protected:
  void resizeEvent(QResizeEvent* event) override {
    m_diagram->setMaximumHeight(std::max(viewport()->height(), m_diagram->minimumSizeHint().height()));
    QScrollArea::resizeEvent(event);
  }

 private:
  QWidget* m_diagram;
};

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
  auto* diagram = new QVBoxLayout;
  diagram->addWidget(m_diagram, 1);
  diagram->addStretch();
  lower->addLayout(diagram, 4);
  lower->addLayout(words, 5);
  auto* scroll = new ReasonsScroll(m_diagram, this);  // in a low window the certificate is read by scrolling
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
  m_table = new TableView(m_model, {"outcomesTable", tr("Outcomes"), 24}, this);
  m_table->setItemDelegate(new MarkedRows(paintDisc, m_table, widthStep));
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);  // resized with the rows, not after
  m_table->viewport()->installEventFilter(this);
  connect(m_table, &TableView::rowChosen, this, &OutcomesPanel::choose);
  connect(selection(), &Selection::minimalOnlyChanged, this, &OutcomesPanel::filter);

  m_models = new ModelRows(this);
  m_modelTable = new TableView(m_models, {"modelTable", tr("Other impact models")}, this);
  const auto paintModel = [](QPainter& painter, QPointF centre, const QVariant& model) {
    paintModelMark(painter, model.toInt(), centre, 1);
  };
  m_modelTable->setItemDelegate(new MarkedRows(paintModel, m_modelTable));
  m_modelTable->hide();
  connect(m_modelTable, &TableView::rowChosen, this, &OutcomesPanel::showModel);
  connect(selection(), &Selection::momentChanged, this, &OutcomesPanel::forgetModel);
  for (const TableView* table : {m_table, m_modelTable}) connect(table, &TableView::told, this, &Panel::told);

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

/// Filters the rows, and shows how many are left. An outcome for which it is not decided whether a minimal
/// ordering reaches it stays.
void OutcomesPanel::filter() {
  if (!m_snapshot) return;
  m_table->setFilter([this, contacts = m_contacts->text(), isMinimal = selection()->minimalOnly()](int row) {
    if (isMinimal && !m_snapshot->report->outcomes[row].reachedMinimally.value_or(true)) return false;
    return m_model->passes(row, contacts);
  });
  showCurrentOutcome();
  showFound();
}

void OutcomesPanel::showFound() {
  constexpr int few = 3;
  const int all = m_model->rowCount(), shown = m_table->model()->rowCount();
  const bool isMinimal = selection()->minimalOnly(), filtered = isMinimal || !m_contacts->text().isEmpty();
  m_search->setVisible(all > 0 && (all > few || filtered || m_contacts->hasFocus()));
  constexpr int least = 2, many = 200;  // rows
  m_table->setMinimumHeight(m_search->isHidden() ? heightOfRows(*m_table, least) : leastTable);
  m_table->setMaximumHeight(heightOfRows(*m_table, many));  // the certificate gets the rest
  const QString count = filtered ? tr("%1 of %2").arg(formatCount(shown), formatCount(all))
                                 : outcomesText(static_cast<std::uint64_t>(all));
  if (!isMinimal || !m_snapshot->report) return m_found->setText(count);
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
  m_modelTable->setMinimumHeight(heightOfRows(*m_modelTable, fewestModels));
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
  const auto sorted = m_model->kindOf(m_table->sortColumn());
  m_model->setSnapshot(m_snapshot);
  if (sorted && m_model->kindOf(m_table->sortColumn()) != sorted)
    m_table->sortByColumn(m_model->columnOf(*sorted), m_table->horizontalHeader()->sortIndicatorOrder());
  fitColumns();
  showCurrentOutcome();
  showFound();
}

/// Leaves out the columns that matter least where not all have room.
void OutcomesPanel::fitColumns() {
  using Column = OutcomesModel::Column;
  const int columns = m_model->columnCount();
  for (int column = 0; column < columns; ++column) m_table->setColumnHidden(column, false);
  constexpr int mostMeasured = 1500, mostRows = 1000;  // cells, some 15 ms; rows, as many as Qt measures
  m_table->horizontalHeader()->setResizeContentsPrecision(
      std::min(mostRows, mostMeasured / std::max(1, columns)));
  m_table->resizeColumnsToContents();
  if (m_allColumns) return;
  int missing = m_table->missingWidth();
  for (const Column kind :
       {Column::EnergyError, Column::Minimal, Column::Length, Column::Distance, Column::Orderings}) {
    const int column = m_model->columnOf(kind);
    if (missing <= 0) return;
    if (column < 0 || m_table->sortColumn() == column) continue;
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

/// The panel may hear of its new size before the table does, where both were hidden meanwhile.
bool OutcomesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table->viewport() && event->type() == QEvent::Resize && m_snapshot) {
    const auto* resize = static_cast<QResizeEvent*>(event);
    if (resize->oldSize().width() != resize->size().width()) fitColumns();
  }
  return Panel::eventFilter(watched, event);
}

void OutcomesPanel::showCurrentOutcome() {
  m_table->markRow(m_snapshot->outcome);
}

void OutcomesPanel::choose(int outcome) {
  const SnapshotPtr snapshot = m_snapshot;  // stays while the edit may bring another one
  const Word& word = snapshot->report->outcomes[outcome].example;
  if (word != snapshot->ordering) m_edits->setOrderingOf(*snapshot, word);
}

void OutcomesPanel::showModel(int number) {
  if (!m_snapshot->models) return;
  const ComparedModel& model = m_snapshot->models->models[static_cast<std::size_t>(number)];
  selection()->setMoment(momentAfterModel(*m_snapshot, model, modelLabel(*model.model)));
}

/// No row is marked where the 3D view shows no model.
void OutcomesPanel::forgetModel() {
  if (!selection()->moment().model) m_modelTable->selectionModel()->clear();
}

std::unique_ptr<Figure> OutcomesPanel::figure() const {
  return m_snapshot ? std::make_unique<OutcomesFigure>(m_snapshot) : nullptr;
}

void OutcomesPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  if (const int outcome = m_table->rowAt(event->globalPos()); outcome >= 0) {
    menu->addAction(tr("Compare with outcome %1").arg(outcome + 1), this,
                    [this, shown = m_snapshot, outcome] {
                      m_edits->setComparisonOf(*shown, shown->report->outcomes[outcome].example);
                    });
    menu->addSeparator();
  }
  addFigureActions(menu, this);
  m_table->addActions(menu);
  QAction* all = menu->addAction(tr("All columns"));
  all->setToolTip(tr("Show columns that have no room, too"));
  all->setCheckable(true);
  all->setChecked(m_allColumns);
  connect(all, &QAction::toggled, this, &OutcomesPanel::setAllColumns);
  if (m_models->rowCount() > 0) m_modelTable->addActions(menu->addMenu(tr("Other impact models")));
  openMenu(menu, event->globalPos());
}

}  // namespace carom
