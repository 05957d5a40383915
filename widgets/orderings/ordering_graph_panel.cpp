#include "orderings/ordering_graph_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "base/number_format.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "common/run_names.h"
#include "common/theme.h"

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
  setWindowTitle(QStringLiteral("Reflection orderings"));
  setAccessibleName(windowTitle());
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  m_card = new HoverCard(this);
  buildControls();
  connect(selection, &Selection::momentChanged, this, &OrderingGraphPanel::momentChanged);
  connect(selection, &Selection::hoverChanged, this, [this] {
    const auto hovered = this->selection()->hoveredNode();
    const int node = hovered && !m_picture.isEmpty() ? m_picture.shown.indexOf(*hovered) : -1;
    if (node == m_highlight.node) return;
    m_highlight.node = node;
    update();
  });
}

void OrderingGraphPanel::buildControls() {
  m_fit = quietButton(QStringLiteral("fit"), QStringLiteral("Fit the graph into the panel"), this);
  auto* dot = quietButton(QStringLiteral("DOT"), QStringLiteral("Save the graph in Graphviz's format"), this);
  auto* figure = quietButton(QStringLiteral("figure"), QStringLiteral("Export the graph as a figure"), this);
  m_next = quietButton(QStringLiteral("show next level"), QStringLiteral("Show one more level of the graph"),
                       this);
  m_minimal = new QCheckBox(QStringLiteral("minimal only"), this);
  m_minimal->setObjectName(QStringLiteral("minimalOnly"));
  m_minimal->setToolTip(
      QStringLiteral("Fade what no minimal ordering reaches, here and among the outcomes.\n"
                     "Minimal: no proper part of the ordering ends feasible, too."));
  connect(m_minimal, &QCheckBox::toggled, selection(), &Selection::setMinimalOnly);
  connect(selection(), &Selection::minimalOnlyChanged, this, [this](bool minimalOnly) {
    m_minimal->setChecked(minimalOnly);
    rebuild();
  });
  m_probabilities = new QCheckBox(QStringLiteral("gaps"), this);
  m_probabilities->setObjectName(QStringLiteral("probabilities"));
  m_probabilities->setAccessibleName(QStringLiteral("Probabilities under random gaps"));
  m_probabilities->setToolTip(
      QStringLiteral("How often each reflection and outcome happens when random infinitesimal gaps\n"
                     "let the contacts close one after the other: widths here, a column among the outcomes.\n"
                     "For elastic reflections."));
  connect(m_probabilities, &QCheckBox::toggled, m_edits, &Edits::setProbabilities);
  m_levels = new QLabel(this);
  m_levels->setProperty("role", QStringLiteral("quiet"));
  connect(m_fit, &QToolButton::clicked, this, &OrderingGraphPanel::fit);
  connect(dot, &QToolButton::clicked, this, &OrderingGraphPanel::saveDot);
  connect(figure, &QToolButton::clicked, this, &Panel::exportRequested);
  connect(m_next, &QToolButton::clicked, this, &OrderingGraphPanel::showNextLevel);

  auto* top = new QHBoxLayout;
  top->addStretch();
  top->addWidget(m_probabilities);
  top->addWidget(m_minimal);
  for (QToolButton* button : {m_fit, dot, figure}) top->addWidget(button);
  auto* bottom = new QHBoxLayout;
  bottom->addWidget(m_levels);
  bottom->addStretch();
  bottom->addWidget(m_next);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 4, 8, 4);
  layout->addLayout(top);
  layout->addStretch();
  layout->addLayout(bottom);
}

void OrderingGraphPanel::setSnapshot(SnapshotPtr snapshot) {
  m_probabilities->setEnabled(!snapshot->report || snapshot->report->problem.isElastic());
  const Snapshot* before = m_picture.snapshot.get();
  const bool otherScene = !before || before->scene != snapshot->scene;
  const auto size = [](const Snapshot& s) {
    return s.report && s.report->graph ? s.report->graph->nodeCount() : 0;
  };
  if (otherScene || before->impact != snapshot->impact) {
    m_wishes = {};
    m_fitted = true;
  } else if (size(*before) != size(*snapshot)) {
    m_wishes.expanded.clear();  // the numbers of the nodes mean something else now
    m_wishes.unfolded.clear();
  }
  setWindowTitle(QStringLiteral("Reflection orderings") + impactSuffix(*snapshot));
  if (before != snapshot.get()) {
    m_highlight = {};
    m_card->hide();
  }
  rebuild(std::move(snapshot));
}

/// Keeps what is pointed at: a node may have another place in the list afterwards.
void OrderingGraphPanel::rebuild(SnapshotPtr snapshot) {
  if (!snapshot) snapshot = m_picture.snapshot;
  if (!snapshot) return;
  const OrderingGraphPicture before = std::move(m_picture);
  m_picture = makePicture(snapshot, selection()->moment(), m_wishes, &before);
  markMinimal(m_picture, selection()->minimalOnly());
  for (int* node : {&m_highlight.node, &m_highlight.cursor})
    if (*node >= 0) *node = m_picture.shown.indexOf(before.id(*node));
  m_highlight.edge = -1;
  const bool more = m_picture.shown.hiddenNodes > 0;
  m_next->setVisible(more);
  m_levels->setVisible(more);
  m_levels->setText(QStringLiteral("levels 0–%1 of %2 · %3 momenta not shown")
                        .arg(m_picture.shown.levels)
                        .arg(m_picture.shown.allLevels)
                        .arg(formatCount(std::to_string(m_picture.shown.hiddenNodes))));
  setAccessibleDescription(m_picture.isEmpty()
                               ? m_picture.notice
                               : QStringLiteral("%1 momenta, %2 outcomes; arrow keys move, Return selects")
                                     .arg(m_picture.graph()->nodeCount())
                                     .arg(m_picture.report()->outcomes.size()));
  if (m_fitted) m_view = fitView(m_picture, drawingArea());
  update();
}

QRectF OrderingGraphPanel::drawingArea() const {
  const double bottom = m_picture.shown.hiddenNodes > 0 || !m_picture.notice.isEmpty() ? 26 : 6;
  return QRectF(rect()).adjusted(4, m_minimal->geometry().bottom() - 6, -4, -bottom);
}

void OrderingGraphPanel::momentChanged() {
  if (!m_picture.snapshot || m_picture.isEmpty()) return;
  const int step = stepAt(*m_picture.snapshot, selection()->moment());
  const int shown = m_picture.current >= 0 ? m_picture.shown.nodes[m_picture.current].step : -1;
  if (step == shown) return;
  if (m_highlight.cursor < 0) m_card->hide();  // it told of where the mouse was when the step began
  rebuild();
}

std::unique_ptr<Figure> OrderingGraphPanel::figure() const {
  if (!m_picture.snapshot) return nullptr;
  return std::make_unique<OrderingGraphFigure>(m_picture);
}

void OrderingGraphPanel::fit() {
  m_fitted = true;
  m_view = fitView(m_picture, drawingArea());
  update();
}

void OrderingGraphPanel::showNextLevel() {
  m_wishes.levels = m_picture.shown.levels + 1;
  rebuild();
}

void OrderingGraphPanel::showFewest() {
  m_wishes = {};
  m_fitted = true;
  rebuild();
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
  painter.setClipRect(rect().adjusted(1, 1, -1, -1));
  paintOrderingGraph(painter, m_picture, m_view, drawingArea(), m_highlight);
}

void OrderingGraphPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  if (m_fitted) m_view = fitView(m_picture, drawingArea());
}

}  // namespace carom
