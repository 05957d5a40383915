#include "orderings/graph_mouse.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "common/hover_card.h"
#include "orderings/graph_cards.h"
#include "orderings/ordering_graph_panel.h"

namespace carom {

namespace {

bool isUpOrDown(int key) {
  return key == Qt::Key_Up || key == Qt::Key_Down;
}

}  // namespace

GraphMouse::GraphMouse(OrderingGraphPanel& panel, Selection& selection)
    : m_panel(panel), m_selection(selection), m_card(new HoverCard(&panel)) {
  panel.setMouseTracking(true);
  panel.setFocusPolicy(Qt::StrongFocus);
  panel.installEventFilter(this);
}

GraphHit GraphMouse::hit(QPointF point) const {
  return m_panel.picture().isEmpty() ? GraphHit{} : hitTest(m_panel.picture(), m_view, point);
}

int GraphMouse::nodeFor(const QContextMenuEvent& event) const {
  const int under = hit(event.pos()).node;
  if (under >= 0) return under;
  return event.reason() == QContextMenuEvent::Keyboard ? m_highlight.cursor : -1;
}

void GraphMouse::fit() {
  m_fitted = true;
  refit();
  m_panel.update();
}

void GraphMouse::refit() {
  if (m_fitted) m_view = fitView(m_panel.picture(), m_panel.drawingArea());
}

void GraphMouse::follow(const OrderingGraphPicture& before) {
  for (int* node : {&m_highlight.node, &m_highlight.cursor})
    if (*node >= 0) *node = m_panel.picture().shown.indexOf(before.id(*node));
  m_highlight.edge = -1;
}

void GraphMouse::reset() {
  m_highlight = {};
  m_card->hide();
}

void GraphMouse::pointAt(int node) {
  if (node == m_highlight.node) return;
  m_highlight.node = node;
  m_panel.update();
}

void GraphMouse::hideCard() {
  m_card->hide();
}

void GraphMouse::hideMouseCard() {
  if (m_highlight.cursor < 0) m_card->hide();
}

bool GraphMouse::eventFilter(QObject*, QEvent* event) {
  if (event->isInputEvent() && !m_panel.isEnabled()) return false;
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      press(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::MouseMove:
      move(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::MouseButtonRelease:
      release(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::MouseButtonDblClick:
      clickTwice(static_cast<QMouseEvent&>(*event));
      return true;
    case QEvent::Wheel:
      wheel(static_cast<QWheelEvent&>(*event));
      return true;
    case QEvent::KeyPress:
      return pressKey(static_cast<QKeyEvent&>(*event));
    case QEvent::ShortcutOverride: {
      // ↑ and ↓ walk on the graph while it has the focus, and are no shortcuts of the window then. ← and →
      // are.
      const auto& key = static_cast<QKeyEvent&>(*event);
      const bool walks = isUpOrDown(key.key()) && key.modifiers() == Qt::NoModifier;
      if (walks) event->accept();
      return walks;
    }
    case QEvent::FocusIn: {
      const auto reason = static_cast<QFocusEvent&>(*event).reason();
      const bool byKeyboard = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
      if (byKeyboard && !m_panel.picture().isEmpty())
        m_highlight.cursor = std::max(0, m_panel.picture().current);
      return false;
    }
    case QEvent::FocusOut:
      m_highlight.cursor = -1;
      m_card->hide();
      return false;
    case QEvent::Leave:
      setHighlight({-1, -1, m_highlight.cursor}, {});
      return false;
    default:
      return false;
  }
}

void GraphMouse::press(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton) return;
  m_pressedAt = m_draggedTo = event.position();
  m_dragging = false;
}

void GraphMouse::move(const QMouseEvent& event) {
  constexpr double slack = 4;
  if (event.buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
    const QPointF moved = event.position() - m_pressedAt;
    m_dragging = m_dragging || std::hypot(moved.x(), moved.y()) > slack;
    if (!m_dragging) return;
    m_card->hide();
    m_panel.setCursor(Qt::ClosedHandCursor);
    m_view.origin += event.position() - m_draggedTo;
    m_draggedTo = event.position();
    m_fitted = false;
    return m_panel.update();
  }
  if (m_panel.picture().isEmpty()) return;
  const GraphHit under = hit(event.position());
  m_panel.setCursor(under == GraphHit{} ? Qt::ArrowCursor : Qt::PointingHandCursor);
  setHighlight({under.node, under.edge, m_highlight.cursor}, event.globalPosition().toPoint());
}

void GraphMouse::release(const QMouseEvent& event) {
  m_panel.setCursor(Qt::ArrowCursor);
  const bool clicked = event.button() == Qt::LeftButton && !m_dragging;
  m_dragging = false;
  if (clicked) click(hit(event.position()));
}

void GraphMouse::clickTwice(const QMouseEvent& event) {
  const OrderingGraphPicture& picture = m_panel.picture();
  if (picture.isEmpty() || event.button() != Qt::LeftButton) return;
  m_dragging = true;  // the release that follows is no click
  const GraphHit under = hit(event.position());
  if (under.node >= 0 && picture.shown.nodes[under.node].hidden > 0)
    m_panel.expand(picture.id(under.node));
  else if (under == GraphHit{})
    fit();
}

void GraphMouse::click(const GraphHit& under) {
  const OrderingGraphPicture& picture = m_panel.picture();
  if (under.expander >= 0)
    m_panel.expand(picture.id(under.expander));
  else if (under.node >= 0)
    m_panel.chooseNode(under.node);
  else if (under.edge >= 0 && picture.shown.edges[under.edge].swallowed > 0)
    m_panel.unfold(under.edge);
  else if (under.edge >= 0)
    m_panel.chooseEdge(under.edge);
}

void GraphMouse::wheel(const QWheelEvent& event) {
  if (m_panel.picture().isEmpty()) return;
  constexpr double perStep = 1.2, leastLayer = 8, mostLayer = 600;
  const QPoint pixels = event.pixelDelta();
  if (!pixels.isNull() && !(event.modifiers() & Qt::ControlModifier)) {
    m_view.origin += pixels;
  } else if (event.modifiers() & Qt::ShiftModifier) {
    m_view.origin.rx() += event.angleDelta().y() / 2.0;
  } else {
    const double factor = std::pow(perStep, event.angleDelta().y() / 120.0);
    if (m_view.layer * factor < leastLayer || m_view.layer * factor > mostLayer) return;
    m_view = zoomed(m_view, event.position(), factor);
  }
  m_fitted = false;
  m_card->hide();
  m_panel.update();
}

void GraphMouse::zoom(QPointF about, double factor) {
  m_view = zoomed(m_view, about, factor);
  m_fitted = false;
  m_panel.update();
}

/// Returns whether the key means something here.
bool GraphMouse::pressKey(const QKeyEvent& event) {
  if (m_panel.picture().isEmpty()) return false;
  const int key = event.key();
  const bool hasCursor = m_highlight.cursor >= 0;
  switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
      walk(key);
      return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
      if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return false;
      return walkAlongLayer(key == Qt::Key_Tab && !(event.modifiers() & Qt::ShiftModifier));
    case Qt::Key_C:
      if (event.modifiers() != Qt::NoModifier) return false;
      m_panel.toggleComparison();
      return true;
    case Qt::Key_Home:
      setCursorNode(ShownGraph::root);
      return true;
    case Qt::Key_F:
    case Qt::Key_0:
      fit();
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!hasCursor) return false;
      event.modifiers() & Qt::ShiftModifier ? m_panel.expand(m_panel.picture().id(m_highlight.cursor))
                                            : m_panel.chooseNode(m_highlight.cursor);
      return true;
    case Qt::Key_Plus:
    case Qt::Key_Minus:
      zoom(QRectF(m_panel.rect()).center(), key == Qt::Key_Plus ? 1.2 : 1 / 1.2);
      return true;
    case Qt::Key_Escape:
      if (hasCursor) setCursorNode(-1);
      return hasCursor;
    default:
      return false;
  }
}

/// Down follows the selected ordering, else the lowest contact; up goes back.
void GraphMouse::walk(int key) {
  const OrderingGraphPicture& picture = m_panel.picture();
  if (m_highlight.cursor < 0) return setCursorNode(std::max(0, picture.current));
  const int at = m_highlight.cursor;
  int target = -1;
  for (const auto& edge : picture.shown.edges) {
    const int here = key == Qt::Key_Down ? edge.from : edge.to,
              there = key == Qt::Key_Down ? edge.to : edge.from;
    if (here == at && (target < 0 || edge.selected)) target = there;
  }
  if (target < 0) return;
  setCursorNode(target);
  const int step = picture.shown.nodes[target].step;
  if (picture.shown.nodes[at].step >= 0 && step >= 0) m_panel.choose({picture.path.word, step});
}

/// Tab goes along a layer; at its end it is not for the graph but goes to the next widget.
bool GraphMouse::walkAlongLayer(bool next) {
  const OrderingGraphPicture& picture = m_panel.picture();
  const int at = m_highlight.cursor;
  if (at < 0) return false;
  const auto& layer = picture.layout.byLayer[static_cast<int>(std::lround(picture.layout.nodes[at].y()))];
  const auto place = std::find(layer.begin(), layer.end(), at) - layer.begin() + (next ? 1 : -1);
  if (place < 0 || place >= static_cast<std::ptrdiff_t>(layer.size())) return false;
  setCursorNode(layer[place]);
  return true;
}

void GraphMouse::setCursorNode(int node) {
  m_highlight.cursor = node;
  m_panel.update();
  if (node < 0) return m_card->hide();
  const OrderingGraphPicture& picture = m_panel.picture();
  const QRectF panel(m_panel.rect());
  QPointF at = m_view.map(picture.layout.nodes[node]);
  if (!panel.adjusted(20, 20, -20, -20).contains(at)) {
    m_view.origin += panel.center() - at;
    m_fitted = false;
    at = panel.center();
  }
  m_panel.setAccessibleDescription(tr("at momentum %1").arg(picture.id(node)));
  m_card->showBeside(m_panel.mapToGlobal(at.toPoint()), nodeCard(picture, node));
}

void GraphMouse::setHighlight(const GraphHighlight& highlight, const QPoint& global) {
  const bool changed = highlight.node != m_highlight.node || highlight.edge != m_highlight.edge;
  m_highlight = highlight;
  if (!changed) return;
  showCard(global);
  if (highlight.node >= 0)
    m_selection.setHoveredNode(m_panel.picture().id(highlight.node));
  else
    m_selection.setHoveredNode(std::nullopt);
  m_panel.update();
}

void GraphMouse::showCard(const QPoint& global) {
  if (m_highlight.node >= 0)
    m_card->showBeside(global, nodeCard(m_panel.picture(), m_highlight.node));
  else if (m_highlight.edge >= 0)
    m_card->showBeside(global, edgeCard(m_panel.picture(), m_highlight.edge));
  else
    m_card->hide();
}

}  // namespace carom
