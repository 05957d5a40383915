#include "design/design_panel.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "base/design_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/math_label.h"
#include "common/work_bar.h"
#include "design/design_delegate.h"
#include "design/design_table_model.h"
#include "design/tolerance_bar.h"
#include "study/design/robust_design.h"
#include "table/table_view.h"

namespace carom {

namespace {

constexpr int rowHeight = 22;
constexpr int mostRowsSeen = 300;  ///< a screen of 6600 pixels

/// "Up to 3.1 times the tolerances, before 1.2, 95 % of ξ stay below 0.01."
QString widestText(const RobustDesignAnswer& answer, double below) {
  if (answer.design.isCancelled) return QObject::tr("The search was stopped.");
  if (!answer.scaleAfter) return QObject::tr("There are no tolerances: %1.").arg(q(answer.noScale));
  const QString before = answer.scaleBefore ? formatNumber(*answer.scaleBefore, 3) : QObject::tr("none");
  return QObject::tr("Up to %1 times the tolerances, before %2, 95 % of ξ stay below %3.")
      .arg(formatNumber(*answer.scaleAfter, 3), before, formatNumber(below, 3));
}

/// The nearest design that fits, or with tolerances the one that stands the widest.
FoundDesign findFor(const Snapshot& asked, const DesignQuestion& question,
                    const std::optional<RobustQuestion>& robust, std::stop_token stop,
                    const Progress& progress) {
  FoundDesign found;
  auto widest = std::make_shared<RobustDesignAnswer>();
  if (robust) {
    *widest = findRobustDesign(*asked.scene, asked.assignments, question, *robust, std::move(stop), progress);
    found.widest = widestText(*widest, *robust->below);
  } else {
    widest->design = findDesign(*asked.scene, asked.assignments, question, std::move(stop), progress);
  }
  const std::shared_ptr<const DesignAnswer> answer(widest, &widest->design);
  found.answer = answer;
  const Scene& scene = answer->scene ? *answer->scene : *asked.scene;
  if (answer->refusal.empty())
    found.design = std::make_shared<const SceneInstance>(scene.instantiate(answer->assignments));
  return found;
}

}  // namespace

DesignPanel::DesignPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("design"));
  setWindowTitle(tr("Design search"));
  setAccessibleName(windowTitle());
  build();
}

void DesignPanel::buildTable() {
  m_model = new DesignTableModel(this);
  m_table = new TableView(m_model,
                          {.name = "designTable",
                           .words = tr("Variables and pairs of contacts of the design"),
                           .rowHeight = rowHeight,
                           .isSorted = false},
                          this);
  m_table->setFileName(QLatin1String("design.csv"));
  m_table->setItemDelegate(new DesignDelegate(m_table));
  m_table->setSelectionMode(QAbstractItemView::NoSelection);
  m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                           QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
  connect(m_table, &TableView::told, this, &Panel::told);
  connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
    if (index.flags() & Qt::ItemIsEditable) m_table->edit(index);
  });
  connect(m_model, &DesignTableModel::questionChanged, this, &DesignPanel::forget);
  connect(m_model, &DesignTableModel::modelReset, this, [this] {
    m_table->clearSpans();
    spanTargets();
  });
  connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &DesignPanel::spanTargets);
}

void DesignPanel::buildBar() {
  m_bar = new WorkBar({"searchDesign", tr("Search"), tr("Search the nearest design that fits"),
                       tr("Stop the search"), tr("Progress of the search")},
                      this);
  connect(m_bar, &WorkBar::wanted, this, &DesignPanel::search);
  connect(m_bar, &WorkBar::cancelled, this, &DesignPanel::cancelSearch);
  auto* coordinates =
      m_bar->addButton(tr("coordinates"), tr("List the initial coordinates of bodies among the variables"),
                       "designCoordinates");
  coordinates->setCheckable(true);
  connect(coordinates, &QToolButton::toggled, m_model, &DesignTableModel::setCoordinatesListed);
  m_tolerant = m_bar->addButton(
      tr("tolerances"),
      tr("Show the effect of tolerances of the variables on the impact, and search the design that allows "
         "the widest ones"),
      "designTolerances");
  m_tolerant->setCheckable(true);
  connect(m_tolerant, &QToolButton::toggled, this, &DesignPanel::showTolerances);
  auto* reset = m_bar->addButton(
      tr("reset"), tr("Go back to the usual variables, bounds, weights and targets"), "resetDesign");
  connect(reset, &QToolButton::clicked, this, [this] {
    m_model->reset();
    forget();
  });
  m_apply = m_bar->addButton(tr("Apply"), tr("Give the scene the design that was found: one step of undo"),
                             "applyDesign");
  m_apply->setProperty("role", QStringLiteral("primary"));
  connect(m_apply, &QToolButton::clicked, this, &DesignPanel::applyDesign);
}

bool DesignPanel::isSearching() const {
  return m_bar->isWorking();
}

void DesignPanel::build() {
  buildTable();
  buildBar();
  m_tolerances = new ToleranceBar(this);
  connect(m_tolerances, &ToleranceBar::effectsFound, m_model, &DesignTableModel::setEffects);
  connect(m_tolerances, &ToleranceBar::questionChanged, this, &DesignPanel::forget);
  m_verdict = new ElidedLabel(this);
  m_verdict->setObjectName(QStringLiteral("designVerdict"));
  m_verdict->setProperty("role", QStringLiteral("quiet"));
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 6, 6);
  layout->setSpacing(4);
  layout->addWidget(m_bar);
  layout->addWidget(m_table, 1);
  layout->addWidget(m_tolerances);
  layout->addWidget(m_verdict);
  showTolerances(false);
}

/// Shows the columns of tolerances and what they do in place of bounds, weights and targets.
void DesignPanel::showTolerances(bool shown) {
  for (const int column : {DesignTableModel::Width, DesignTableModel::Effect})
    m_table->setColumnHidden(column, !shown);
  for (const int column : {DesignTableModel::Least, DesignTableModel::Greatest, DesignTableModel::Weight})
    m_table->setColumnHidden(column, shown);
  m_tolerances->setVisible(shown);
  askTolerances();
  showState();
}

void DesignPanel::askTolerances() {
  if (!m_snapshot || !m_tolerant->isChecked() || !isVisible() || !m_model->rows().fault().isEmpty())
    return m_tolerances->stop();
  m_tolerances->ask(m_snapshot, m_model->rows().tolerances());
}

/// The target of a pair takes the room of bounds and weight, in the rows that can be seen: there may be a
/// million.
void DesignPanel::spanTargets() {
  const int first = std::max(0, m_table->indexAt({0, 0}).row()),
            end = std::min(m_model->rowCount(), first + mostRowsSeen);
  for (int row = first; row < end; ++row)
    if (m_model->kind(row) == DesignTableModel::Kind::Pair)
      m_table->setSpan(row, DesignTableModel::Least, 1, 3);
}

DesignPanel::Place DesignPanel::place() const {
  return {m_snapshot->scene->text(), m_snapshot->assignments};
}

void DesignPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_model->setSnapshot(m_snapshot);
  const Place now = place();
  if (now != m_asked && now != m_designed) forget();
  askTolerances();
  showState();
  showOtherDesign();
}

void DesignPanel::sceneOpened() {
  m_model->reset();
  forget();
}

/// Forgets the answer: it is about another design or question.
void DesignPanel::forget() {
  m_bar->forget(m_task);
  m_widest.clear();
  m_answer = nullptr;
  m_before = m_design = nullptr;
  m_asked.reset();
  m_designed.reset();
  m_model->setAnswer(nullptr);
  askTolerances();
  showState();
  showOtherDesign();
}

void DesignPanel::search() {
  if (!m_snapshot || !m_bar->canBegin()) return;
  forget();
  m_asked = place();
  const auto robust = m_tolerant->isChecked() ? m_tolerances->maximised() : std::nullopt;
  const auto work = [asked = m_snapshot, question = m_model->rows().question(), robust](const auto& watch) {
    return findFor(*asked, question, robust, watch.stop, watch.progress);
  };
  m_bar->start(
      m_task, work, [this, asked = m_snapshot](const auto& found) { take(asked, found); },
      [this] { showState(); });
  showState();
}

void DesignPanel::take(const SnapshotPtr& asked, const FoundDesign& found) {
  m_answer = found.answer;
  m_before = std::make_shared<const SceneInstance>(asked->instance);
  m_design = found.design;
  m_widest = found.widest;
  m_designed = Place{m_answer->scene ? m_answer->scene->text() : asked->scene->text(), m_answer->assignments};
  m_model->setAnswer(m_answer);
  showState();
  showOtherDesign();
}

void DesignPanel::applyDesign() {
  if (!m_answer || !m_answer->found || place() != m_asked || m_edits->isEditing()) return;
  m_edits->beginEdit(tr("Apply a design"));
  if (m_answer->scene) m_edits->previewScene(m_answer->scene->text());
  for (const auto& [name, expression] : m_answer->assignments)
    if (const auto now = m_asked->assignments.find(name);
        now == m_asked->assignments.end() || now->second != expression)
      m_edits->previewAssignment(q(name), q(expression));
  m_edits->commitEdit();
}

/// The 3D view shows the design that was found beside the present one, or the one before beside it.
void DesignPanel::showOtherDesign() {
  if (!m_snapshot || !m_answer || !isVisible()) return emit otherDesignChanged(nullptr, {});
  const Place now = place();
  if (now == m_asked)
    emit otherDesignChanged(m_design, m_answer->found ? tr("the design found") : tr("the nearest miss"));
  else if (now == m_designed)
    emit otherDesignChanged(m_before, tr("the design before"));
  else
    emit otherDesignChanged(nullptr, {});
}

void DesignPanel::showState() {
  QString fault = m_model->rows().fault();
  if (fault.isEmpty() && m_tolerant->isChecked()) fault = m_tolerances->fault();
  m_bar->setReady(fault.isEmpty());
  const bool isApplied = m_answer && m_designed && m_snapshot && place() == m_designed;
  m_apply->setEnabled(m_answer && m_answer->found && !isApplied);
  const QString found = !m_answer ? QString() : m_widest.isEmpty() ? designVerdict(*m_answer) : m_widest;
  QString verdict;
  if (!m_bar->fault().isEmpty())
    verdict = m_bar->fault();
  else if (isSearching())
    verdict = tr("searching …");
  else if (!fault.isEmpty())
    verdict = fault;
  else if (isApplied)
    verdict = tr("Applied. %1").arg(found);
  else if (m_answer)
    verdict = found;
  else
    verdict = tr("Search changes the ticked variables as little as possible until the ticked pairs fit.");
  m_verdict->setFullText(verdict);
}

void DesignPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  m_table->addActions(menu);
  openMenu(menu, event->globalPos());
}

void DesignPanel::hideEvent(QHideEvent* event) {
  if (isSearching()) forget();  // who hides it waits for nothing
  m_tolerances->stop();
  Panel::hideEvent(event);
  emit otherDesignChanged(nullptr, {});
}

void DesignPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  askTolerances();
  showOtherDesign();
}

}  // namespace carom
