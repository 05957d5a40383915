// Mouse and keyboard in the tree of orderings: pointing, choosing, walking from node to node.
#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>

#include "common/edits.h"
#include "common/hover_card.h"
#include "common/moments.h"
#include "common/selection.h"
#include "orderings/ordering_graph_panel.h"

namespace carom {

namespace {

bool isUpOrDown(int key) {
  return key == Qt::Key_Up || key == Qt::Key_Down;
}

}  // namespace

void OrderingGraphPanel::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
  m_pressedAt = m_draggedTo = event->position();
  m_dragging = false;
}

void OrderingGraphPanel::mouseMoveEvent(QMouseEvent* event) {
  constexpr double slack = 4;
  if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
    const QPointF moved = event->position() - m_pressedAt;
    m_dragging = m_dragging || std::hypot(moved.x(), moved.y()) > slack;
    if (!m_dragging) return;
    m_card->hide();
    setCursor(Qt::ClosedHandCursor);
    m_view.origin += event->position() - m_draggedTo;
    m_draggedTo = event->position();
    m_fitted = false;
    update();
    return;
  }
  if (m_picture.isEmpty()) return;
  const GraphHit hit = hitTest(m_picture, m_view, event->position());
  setCursor(hit == GraphHit{} ? Qt::ArrowCursor : Qt::PointingHandCursor);
  setHighlight({hit.node, hit.edge, m_highlight.cursor}, event->globalPosition().toPoint());
}

void OrderingGraphPanel::mouseReleaseEvent(QMouseEvent* event) {
  setCursor(Qt::ArrowCursor);
  const bool clicked = event->button() == Qt::LeftButton && !m_dragging && !m_picture.isEmpty();
  m_dragging = false;
  if (clicked) click(hitTest(m_picture, m_view, event->position()));
}

void OrderingGraphPanel::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_picture.isEmpty() || event->button() != Qt::LeftButton) return;
  m_dragging = true;  // the release that follows is no click
  const GraphHit hit = hitTest(m_picture, m_view, event->position());
  if (hit.node >= 0 && m_picture.shown.nodes[hit.node].hidden > 0)
    expand(m_picture.id(hit.node));
  else if (hit == GraphHit{})
    fit();
}

void OrderingGraphPanel::click(const GraphHit& hit) {
  if (hit.expander >= 0)
    expand(m_picture.id(hit.expander));
  else if (hit.node >= 0)
    chooseNode(hit.node);
  else if (hit.edge >= 0 && m_picture.shown.edges[hit.edge].swallowed > 0)
    unfold(hit.edge);
  else if (hit.edge >= 0)
    chooseEdge(hit.edge);
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
  const SnapshotPtr snapshot = m_picture.snapshot;  // stays while the edit may bring another one
  if (chosen.word != snapshot->ordering) m_edits->setOrderingOf(*snapshot, chosen.word);
  const int impact = impactOfReport(*snapshot);
  if (impact >= 0) selection()->setMoment({snapshot->trajectory->impacts[impact].time, impact, chosen.step});
}

void OrderingGraphPanel::wheelEvent(QWheelEvent* event) {
  if (m_picture.isEmpty()) return;
  constexpr double perStep = 1.2, leastLayer = 8, mostLayer = 600;
  const QPoint pixels = event->pixelDelta();
  if (!pixels.isNull() && !(event->modifiers() & Qt::ControlModifier)) {
    m_view.origin += pixels;
  } else if (event->modifiers() & Qt::ShiftModifier) {
    m_view.origin.rx() += event->angleDelta().y() / 2.0;
  } else {
    const double factor = std::pow(perStep, event->angleDelta().y() / 120.0);
    if (m_view.layer * factor < leastLayer || m_view.layer * factor > mostLayer) return event->accept();
    m_view = zoomed(m_view, event->position(), factor);
  }
  m_fitted = false;
  m_card->hide();
  update();
  event->accept();
}

void OrderingGraphPanel::setHighlight(const GraphHighlight& highlight, const QPoint& global) {
  const bool changed = highlight.node != m_highlight.node || highlight.edge != m_highlight.edge;
  m_highlight = highlight;
  if (!changed) return;
  updateCard(global);
  if (highlight.node >= 0)
    selection()->setHoveredNode(m_picture.id(highlight.node));
  else
    selection()->setHoveredNode(std::nullopt);
  update();
}

void OrderingGraphPanel::updateCard(const QPoint& global) {
  if (m_highlight.node >= 0)
    m_card->showBeside(global, nodeCard(m_picture, m_highlight.node));
  else if (m_highlight.edge >= 0)
    m_card->showBeside(global, edgeCard(m_picture, m_highlight.edge));
  else
    m_card->hide();
}

void OrderingGraphPanel::leaveEvent(QEvent*) {
  setHighlight({-1, -1, m_highlight.cursor}, {});
}

bool OrderingGraphPanel::event(QEvent* event) {
  // With the focus here, ↑ and ↓ walk on the graph and are no shortcuts of the window; ← and → step in it
  // all.
  if (event->type() == QEvent::ShortcutOverride && isUpOrDown(static_cast<QKeyEvent*>(event)->key()) &&
      static_cast<QKeyEvent*>(event)->modifiers() == Qt::NoModifier) {
    event->accept();
    return true;
  }
  if (event->type() == QEvent::PaletteChange) update();
  return Panel::event(event);
}

void OrderingGraphPanel::keyPressEvent(QKeyEvent* event) {
  if (m_picture.isEmpty()) return Panel::keyPressEvent(event);
  const int key = event->key();
  if (isUpOrDown(key)) return moveCursor(key);
  if (key == Qt::Key_C && event->modifiers() == Qt::NoModifier) return toggleComparison();
  if (key == Qt::Key_Home) return setCursorNode(ShownGraph::root);
  if (key == Qt::Key_F || key == Qt::Key_0) return fit();
  const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
  if (enter && m_highlight.cursor >= 0) {
    const bool expands = event->modifiers() & Qt::ShiftModifier;
    return expands ? expand(m_picture.id(m_highlight.cursor)) : chooseNode(m_highlight.cursor);
  }
  if (key == Qt::Key_Plus || key == Qt::Key_Minus) {
    m_view = zoomed(m_view, QRectF(rect()).center(), key == Qt::Key_Plus ? 1.2 : 1 / 1.2);
    m_fitted = false;
    return update();
  }
  if (key == Qt::Key_Escape && m_highlight.cursor >= 0) return setCursorNode(-1);
  Panel::keyPressEvent(event);
}

/// Down follows the selected ordering, else the lowest contact; up goes back.
void OrderingGraphPanel::moveCursor(int key) {
  const auto& shown = m_picture.shown;
  const int at = m_highlight.cursor >= 0 ? m_highlight.cursor : std::max(0, m_picture.current);
  if (m_highlight.cursor < 0) return setCursorNode(at);
  int target = -1;
  for (const auto& edge : shown.edges) {
    const int here = key == Qt::Key_Down ? edge.from : edge.to,
              there = key == Qt::Key_Down ? edge.to : edge.from;
    if (here == at && (target < 0 || edge.selected)) target = there;
  }
  if (target < 0) return;
  setCursorNode(target);
  const int step = shown.nodes[target].step;
  if (shown.nodes[at].step >= 0 && step >= 0) choose({m_picture.path.word, step});
}

/// Tab goes along a layer, and at its end on to the next widget.
bool OrderingGraphPanel::focusNextPrevChild(bool next) {
  const int at = m_highlight.cursor;
  if (!hasFocus() || at < 0) return Panel::focusNextPrevChild(next);
  const auto& layer = m_picture.layout.byLayer[static_cast<int>(std::lround(m_picture.layout.nodes[at].y()))];
  const auto place = std::find(layer.begin(), layer.end(), at) - layer.begin() + (next ? 1 : -1);
  if (place < 0 || place >= static_cast<std::ptrdiff_t>(layer.size())) return Panel::focusNextPrevChild(next);
  setCursorNode(layer[place]);
  return true;
}

void OrderingGraphPanel::setCursorNode(int node) {
  m_highlight.cursor = node;
  update();
  if (node < 0) {
    m_card->hide();
    return;
  }
  QPointF at = m_view.map(m_picture.layout.nodes[node]);
  if (!QRectF(rect()).adjusted(20, 20, -20, -20).contains(at)) {
    m_view.origin += QRectF(rect()).center() - at;
    m_fitted = false;
    at = QRectF(rect()).center();
  }
  setAccessibleDescription(QStringLiteral("at momentum %1").arg(m_picture.id(node)));
  m_card->showBeside(mapToGlobal(at.toPoint()), nodeCard(m_picture, node));
}

void OrderingGraphPanel::focusInEvent(QFocusEvent* event) {
  Panel::focusInEvent(event);
  const bool byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  if (byKeyboard && !m_picture.isEmpty()) m_highlight.cursor = std::max(0, m_picture.current);
  update();
}

void OrderingGraphPanel::focusOutEvent(QFocusEvent* event) {
  Panel::focusOutEvent(event);
  m_highlight.cursor = -1;
  m_card->hide();
  update();
}

}  // namespace carom
