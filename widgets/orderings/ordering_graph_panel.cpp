#include "orderings/ordering_graph_panel.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/counted_words.h"
#include "common/edits.h"
#include "common/file_dialog.h"
#include "common/math_label.h"
#include "common/moments.h"
#include "common/next_steps.h"
#include "common/run_names.h"
#include "common/shown_audit.h"
#include "orderings/graph_dot.h"
#include "orderings/graph_mouse.h"
#include "orderings/graph_painter.h"
#include "orderings/ordering_graph_figure.h"

namespace carom {

namespace {

QToolButton* quietButton(const QString& text, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setProperty("role", QStringLiteral("quiet"));
  button->setCursor(Qt::PointingHandCursor);
  return button;
}

}  // namespace

OrderingGraphPanel::OrderingGraphPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("orderingGraph"));
  setWindowTitle(tr("Reflection orderings"));
  setSizePolicy(QSizePolicy::Expanding,
                QSizePolicy::Expanding);  // else a low window takes only from its height
  setAccessibleName(windowTitle());
  m_mouse = std::make_unique<GraphMouse>(*this, *selection);
  buildControls();
  m_steps = new NextSteps(this);
  connect(selection, &Selection::momentChanged, this, &OrderingGraphPanel::momentChanged);
  connect(selection, &Selection::hoverChanged, this, [this] {
    const auto hovered = this->selection()->hoveredNode();
    m_mouse->pointAt(hovered && !m_picture.isEmpty() ? m_picture.shown.indexOf(*hovered) : -1);
  });
}

OrderingGraphPanel::~OrderingGraphPanel() = default;

const GraphView& OrderingGraphPanel::view() const {
  return m_mouse->view();
}

void OrderingGraphPanel::buildControls() {
  m_fit = quietButton(tr("fit"), tr("Fit the graph into the panel"), this);
  m_dot = quietButton(tr("DOT"), tr("Save the graph in Graphviz's format"), this);
  m_export = quietButton(tr("figure"), tr("Export the graph as a figure"), this);
  m_next = quietButton(tr("show next level"), tr("Show one more level of the graph"), this);
  m_minimal = new QCheckBox(tr("minimal only"), this);
  m_minimal->setObjectName(QStringLiteral("minimalOnly"));
  m_minimal->setToolTip(
      tr("Fade the parts that no minimal ordering reaches, here and among the outcomes.\n"
         "Minimal: no proper part of the ordering ends feasible, too."));
  connect(m_minimal, &QCheckBox::toggled, selection(), &Selection::setMinimalOnly);
  connect(selection(), &Selection::minimalOnlyChanged, this, [this](bool minimalOnly) {
    m_minimal->setChecked(minimalOnly);
    rebuild();
  });
  m_probabilities = new QCheckBox(tr("gaps"), this);
  m_probabilities->setObjectName(QStringLiteral("probabilities"));
  m_probabilities->setAccessibleName(tr("Probabilities under random gaps"));
  m_probabilities->setToolTip(
      tr("The probability of each reflection and outcome when random infinitesimal gaps\nlet the contacts "
         "close one after the other: widths here, a column among the outcomes.\nFor elastic reflections."));
  connect(m_probabilities, &QCheckBox::toggled, m_edits, &Edits::setProbabilities);
  m_levels = new ElidedLabel(this);
  m_levels->setProperty("role", QStringLiteral("quiet"));
  connect(m_fit, &QToolButton::clicked, this, &OrderingGraphPanel::fit);
  connect(m_dot, &QToolButton::clicked, this, &OrderingGraphPanel::saveDot);
  connect(m_export, &QToolButton::clicked, this, &Panel::exportRequested);
  connect(m_next, &QToolButton::clicked, this, &OrderingGraphPanel::showNextLevel);

  auto* top = new QHBoxLayout;
  m_top = top;
  top->setSpacing(2);
  top->addStretch();
  top->addWidget(m_probabilities);
  top->addSpacing(8);
  top->addWidget(m_minimal);
  for (QToolButton* button : {m_fit, m_dot, m_export}) top->addWidget(button);
  auto* bottom = new QHBoxLayout;
  bottom->addWidget(m_levels, 1);
  bottom->addWidget(m_next);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 4, 4, 4);
  layout->addLayout(top);
  layout->addStretch();
  layout->addLayout(bottom);
}

QSize OrderingGraphPanel::minimumSizeHint() const {
  const QMargins margins = layout()->contentsMargins();
  const int dot = m_dot->isHidden() ? 0 : m_dot->sizeHint().width() + m_top->spacing();
  return {m_top->minimumSize().width() - dot + margins.left() + margins.right(), 92};
}

void OrderingGraphPanel::sceneOpened() {
  m_wishes = {};
  m_mouse->fit();
}

void OrderingGraphPanel::setSnapshot(SnapshotPtr snapshot) {
  m_run = std::move(snapshot);
  takeShown();
}

void OrderingGraphPanel::setAudit(const std::shared_ptr<const ShownAudit>& audit) {
  const bool wasOfJump = isOfJump();
  m_audit = audit;
  if (m_run && (wasOfJump || isOfJump())) takeShown();
}

bool OrderingGraphPanel::isOfJump() const {
  return m_audit && m_audit->impact && m_audit->impact->impact->report;
}

void OrderingGraphPanel::takeShown() {
  SnapshotPtr snapshot = isOfJump() ? m_audit->impact->impact : m_run;
  m_export->setEnabled(!isOfJump());
  m_probabilities->setEnabled(!snapshot->report || snapshot->report->problem.isElastic());
  const Snapshot* before = m_picture.snapshot.get();
  const auto size = [](const Snapshot& s) {
    return s.report && s.report->graph ? s.report->graph->nodeCount() : 0;
  };
  if (before && before->impact != snapshot->impact) {
    m_wishes = {};
    m_mouse->fit();
  } else if (before && size(*before) != size(*snapshot)) {
    m_wishes.expanded.clear();  // the nodes of the other graph have other numbers
    m_wishes.unfolded.clear();
  }
  showTitle(m_run);
  if (before != snapshot.get()) m_mouse->reset();
  rebuild(std::move(snapshot));
}

void OrderingGraphPanel::showFigure(const FigureArguments& shown) {
  const QString view = QString::fromStdString(shown.text("view"));
  const SnapshotPtr snapshot = m_picture.snapshot;
  const OrderingGraphFigure figure(snapshot, view);
  m_wishes = figure.picture().wishes;
  selection()->setMinimalOnly(figure.picture().minimal.shown());
  const int impact = impactOfReport(*snapshot);
  if (figure.picture().step >= 0 && impact >= 0)
    selection()->setMoment({snapshot->trajectory->impacts[static_cast<std::size_t>(impact)].time, impact,
                            figure.picture().step});
  rebuild();
}

void OrderingGraphPanel::showTitle(const SnapshotPtr& snapshot) {
  setWindowTitle(isOfJump() ? tr("Reflection orderings · recorded jump %1").arg(m_audit->jump + 1)
                            : tr("Reflection orderings%1").arg(impactSuffix(*snapshot)));
}

void OrderingGraphPanel::rebuild(SnapshotPtr snapshot) {
  if (!snapshot) snapshot = m_picture.snapshot;
  if (!snapshot) return;
  const OrderingGraphPicture before = std::move(m_picture);
  m_picture = makePicture(snapshot, selection()->moment(), m_wishes, &before);
  markMinimal(m_picture, selection()->minimalOnly());
  if (isOfJump()) markRecorded(m_picture, m_audit->impact->measured);
  m_mouse->follow(before);
  const bool more = m_picture.shown.hiddenNodes > 0;
  m_next->setVisible(more);
  m_levels->setVisible(more);
  m_levels->setFullText(tr("levels 0–%1 of %2 · %3 not shown")
                            .arg(QString::number(m_picture.shown.levels),
                                 QString::number(m_picture.shown.allLevels),
                                 momentaText(m_picture.shown.hiddenNodes)));
  m_mouse->speakLater();
  m_steps->offer(m_picture.isEmpty() ? stepsToImpact(m_picture.snapshot, selection())
                                     : std::vector<NextStep>());
  m_mouse->refit();
  update();
}

QRectF OrderingGraphPanel::drawingArea() const {
  const double bottom = m_picture.shown.hiddenNodes > 0 || !m_picture.notice.isEmpty() ? 26 : 6;
  return QRectF(rect()).adjusted(4, m_minimal->geometry().bottom() - 6, -4, -bottom);
}

void OrderingGraphPanel::momentChanged() {
  if (!m_picture.snapshot || m_picture.isEmpty() || isOfJump()) return;
  const int step = stepAt(*m_picture.snapshot, selection()->moment());
  const int shown = m_picture.current >= 0 ? m_picture.shown.nodes[m_picture.current].step : -1;
  if (step == shown) return;
  m_mouse->hideMouseCard();  // it was about what lay under the mouse before the step
  rebuild();
}

std::unique_ptr<Figure> OrderingGraphPanel::figure() const {
  if (!m_picture.snapshot || isOfJump()) return nullptr;
  return std::make_unique<OrderingGraphFigure>(m_picture);
}

void OrderingGraphPanel::fit() {
  m_mouse->fit();
}

void OrderingGraphPanel::showNextLevel() {
  m_wishes.levels = m_picture.shown.levels + 1;
  rebuild();
}

void OrderingGraphPanel::showFewest() {
  m_wishes = {};
  rebuild();
  m_mouse->fit();
}

bool OrderingGraphPanel::isExpanded() const {
  return m_wishes != ShownWishes{};
}

void OrderingGraphPanel::expand(OrderingGraph::NodeId node) {
  m_wishes.expanded.insert(node);
  rebuild();
}

void OrderingGraphPanel::unfold(int edge) {
  const auto nodes =
      beginningOfChain(*m_picture.graph(), m_picture.shown, m_picture.shown.edges[edge], m_picture.path);
  m_wishes.unfolded.insert(nodes.begin(), nodes.end());
  rebuild();
}

void OrderingGraphPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const PaintedWords::Recording recording(m_mouse->painted());
  painter.setClipRect(rect().adjusted(1, 1, -1, -1));
  paintOrderingGraph(painter, m_picture, m_mouse->view(), drawingArea(), m_mouse->highlight());
}

/// A narrow panel has DOT in the context menu only.
void OrderingGraphPanel::resizeEvent(QResizeEvent* event) {
  constexpr int roomForDot = 340;  // px
  m_dot->setVisible(width() >= roomForDot);
  Panel::resizeEvent(event);
  m_mouse->refit();
}

void OrderingGraphPanel::changeEvent(QEvent* event) {
  Panel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

void OrderingGraphPanel::chooseNode(int node) {
  choose(
      orderingThrough(*m_picture.graph(), m_picture.report()->problem, m_picture.path, m_picture.id(node)));
}

void OrderingGraphPanel::chooseEdge(int edge) {
  const auto& e = m_picture.shown.edges[edge];
  choose(orderingThroughEdge(*m_picture.graph(), m_picture.report()->problem, m_picture.path,
                             m_picture.id(e.from), e.contact));
}

void OrderingGraphPanel::choose(const ChosenOrdering& chosen) {
  if (isOfJump()) return;                           // it has happened
  const SnapshotPtr snapshot = m_picture.snapshot;  // the edit may replace that of the picture
  if (chosen.word != snapshot->ordering) m_edits->setOrderingOf(*snapshot, chosen.word);
  const int impact = impactOfReport(*snapshot);
  if (impact >= 0) selection()->setMoment({snapshot->trajectory->impacts[impact].time, impact, chosen.step});
}

void OrderingGraphPanel::compareThrough(int node) {
  if (!m_picture.graph() || isOfJump()) return;
  if (node <= ShownGraph::root) return m_edits->setComparisonOf(*m_picture.snapshot, m_picture.path.word);
  // A shortest word to the node, also where the ordering in force passes there: the two are to differ.
  const SelectedPath none{{}, {}};
  m_edits->setComparisonOf(
      *m_picture.snapshot,
      orderingThrough(*m_picture.graph(), m_picture.report()->problem, none, m_picture.id(node)).word);
}

bool OrderingGraphPanel::isCompared() const {
  const Snapshot* snapshot = m_picture.snapshot.get();
  return snapshot &&
         (snapshot->impact < 0 ? snapshot->settings.comparison.has_value() : snapshot->comparison != nullptr);
}

void OrderingGraphPanel::toggleComparison() {
  if (!m_picture.snapshot) return;
  const int cursor = m_mouse->highlight().cursor;
  cursor < 0 && isCompared() ? stopComparing() : compareThrough(cursor);
}

void OrderingGraphPanel::stopComparing() {
  m_edits->setComparison(std::nullopt);
}

QString OrderingGraphPanel::dot() const {
  return toDot(*m_picture.graph(), m_picture.report()->problem, m_picture.path);
}

void OrderingGraphPanel::copyDot() {
  if (m_picture.graph()) QGuiApplication::clipboard()->setText(dot());
}

void OrderingGraphPanel::saveDot() {
  if (!m_picture.graph()) return;
  const QString suggested =
      QString::fromStdString(m_picture.snapshot->scene->name()) + QStringLiteral("-orderings.dot");
  saveText(this, tr("Save as DOT"), suggested, tr("Graphviz (*.dot *.gv)"), dot());
}

}  // namespace carom
