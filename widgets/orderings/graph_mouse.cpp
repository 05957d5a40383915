#include "orderings/graph_mouse.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "base/counted_words.h"
#include "orderings/graph_cards.h"
#include "orderings/graph_menu.h"
#include "orderings/ordering_graph_panel.h"

namespace carom {

namespace {

enum { ofExpander, ofNode, ofEdge };  // kinds of spots

bool isUpOrDown(int key) {
  return key == Qt::Key_Up || key == Qt::Key_Down;
}

}  // namespace

GraphMouse::GraphMouse(OrderingGraphPanel& panel, Selection& selection)
    : m_panel(panel),
      m_selection(selection),
      m_picture(new Picture(
          &panel, &panel,
          {.at = [this](const QPointF& place) { return spotAt(place); },
           .words = [this] { return words(); },
           .menu = [this](QMenu* menu,
                          const QContextMenuEvent& event) { fillGraphMenu(*menu, m_panel, nodeFor(event)); },
           .zoom = [this](const auto& at, double factor, auto keys) { zoom(at, factor, keys); },
           .pan = [this](const QPointF& by) { pan(by); },
           .fit = [this] { fit(); },
           .key = [this](const QKeyEvent& key) { return pressKey(key); },
           .clickTwice = [this](const PictureSpot& spot) { clickTwice(spot); },
           .pansByLeft = true})) {
  connect(m_picture, &Picture::pointed, this, &GraphMouse::point);
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
  m_picture->forgetSpot();
}

void GraphMouse::reset() {
  m_highlight = {};
  m_picture->renew();
}

void GraphMouse::pointAt(int node) {
  if (node == m_highlight.node) return;
  m_highlight.node = node;
  m_panel.update();
}

void GraphMouse::hideMouseCard() {
  if (m_highlight.cursor < 0) m_picture->hideCard();
}

/// ↑ and ↓ walk on the graph while it has the focus, and are no shortcuts of the window then. ← and → are.
bool GraphMouse::eventFilter(QObject*, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
    return filterFocus(static_cast<QFocusEvent&>(*event));
  if (event->type() != QEvent::ShortcutOverride) return false;
  const auto& key = static_cast<QKeyEvent&>(*event);
  const bool walks = isUpOrDown(key.key()) && key.modifiers() == Qt::NoModifier;
  if (walks) event->accept();
  return walks;
}

bool GraphMouse::filterFocus(const QFocusEvent& event) {
  const bool byKeyboard = event.reason() == Qt::TabFocusReason || event.reason() == Qt::BacktabFocusReason;
  if (event.lostFocus()) {
    m_highlight.cursor = -1;
    m_picture->hideCard();
  } else if (byKeyboard && !m_panel.picture().isEmpty()) {
    m_highlight.cursor = std::max(0, m_panel.picture().current);
  }
  return false;
}

PictureSpot GraphMouse::spotAt(const QPointF& place) {
  const GraphHit under = hit(place);
  if (under == GraphHit{}) return {};
  const auto spot = [&](int kind, int number, Html (*card)(const OrderingGraphPicture&, int)) {
    PictureSpot found{kind, number, {}, Qt::PointingHandCursor, [this, under] { click(under); }};
    if (card) found.card = [this, number, card] { return card(m_panel.picture(), number); };
    return found;
  };
  if (under.expander >= 0) return spot(ofExpander, under.expander, nullptr);
  return under.node >= 0 ? spot(ofNode, under.node, nodeCard) : spot(ofEdge, under.edge, edgeCard);
}

void GraphMouse::point(const PictureSpot& spot) {
  m_highlight.node = spot.kind == ofNode ? spot.number : -1;
  m_highlight.edge = spot.kind == ofEdge ? spot.number : -1;
  if (m_highlight.node >= 0)
    m_selection.setHoveredNode(m_panel.picture().id(m_highlight.node));
  else
    m_selection.setHoveredNode(std::nullopt);
}

void GraphMouse::clickTwice(const PictureSpot& spot) {
  const OrderingGraphPicture& picture = m_panel.picture();
  if (picture.isEmpty()) return;
  if (spot.kind == ofNode && picture.shown.nodes[spot.number].hidden > 0)
    m_panel.expand(picture.id(spot.number));
  else if (!spot)
    fit();
}

void GraphMouse::click(const GraphHit& under) {
  const OrderingGraphPicture& picture = m_panel.picture();
  if (under.expander >= 0)
    m_panel.expand(picture.id(under.expander));
  else if (under.node >= 0)
    m_panel.chooseNode(under.node);
  else if (picture.shown.edges[under.edge].swallowed > 0)
    m_panel.unfold(under.edge);
  else
    m_panel.chooseEdge(under.edge);
}

void GraphMouse::zoom(const QPointF& about, double factor, Qt::KeyboardModifiers keys) {
  constexpr double leastLayer = 8, mostLayer = 600, alongLayers = 330;  // px a factor of e
  if (m_panel.picture().isEmpty()) return;
  if (keys & Qt::ShiftModifier) return pan({alongLayers * std::log(factor), 0});
  if (m_view.layer * factor < leastLayer || m_view.layer * factor > mostLayer) return;
  m_view = zoomed(m_view, about, factor);
  m_fitted = false;
  m_panel.update();
}

void GraphMouse::pan(const QPointF& by) {
  if (m_panel.picture().isEmpty()) return;
  m_view.origin += by;
  m_fitted = false;
  m_panel.update();
}

/// The sentence of the graph, or of the momentum with the keyboard's focus.
QString GraphMouse::words() const {
  const OrderingGraphPicture& picture = m_panel.picture();
  if (picture.isEmpty()) return picture.notice;
  if (m_highlight.cursor >= 0) return tr("at momentum %1").arg(picture.id(m_highlight.cursor));
  return tr("%1, %2; arrow keys move, Return selects")
      .arg(momentaText(picture.graph()->nodeCount()), outcomesText(picture.report()->outcomes.size()));
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
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!hasCursor) return false;
      event.modifiers() & Qt::ShiftModifier ? m_panel.expand(m_panel.picture().id(m_highlight.cursor))
                                            : m_panel.chooseNode(m_highlight.cursor);
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
  m_picture->speakLater();
  if (node < 0) return m_picture->hideCard();
  const OrderingGraphPicture& picture = m_panel.picture();
  const QRectF panel(m_panel.rect());
  QPointF at = m_view.map(picture.layout.nodes[node]);
  if (!panel.adjusted(20, 20, -20, -20).contains(at)) {
    m_view.origin += panel.center() - at;
    m_fitted = false;
    at = panel.center();
  }
  m_picture->showCard(m_panel.mapToGlobal(at.toPoint()), nodeCard(picture, node), false);
}

}  // namespace carom
