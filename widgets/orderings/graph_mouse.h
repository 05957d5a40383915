#pragma once

#include <QObject>
#include <QPoint>

#include "orderings/graph_scene.h"

class QContextMenuEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace carom {

class HoverCard;
class OrderingGraphPanel;

/// Mouse and keyboard in the tree of orderings, as an event filter of the panel. Pans and zooms the view,
/// shows the card of what is pointed at, walks from node to node, and asks the panel for the ordering that is
/// picked.
class GraphMouse : public QObject {
  Q_OBJECT
 public:
  GraphMouse(OrderingGraphPanel& panel, Selection& selection);

  const GraphView& view() const { return m_view; }
  const GraphHighlight& highlight() const { return m_highlight; }
  /// The node that a context menu is about, −1 for none: under the mouse, or with the keyboard's focus.
  int nodeFor(const QContextMenuEvent& event) const;

  /// Shows the whole graph, and keeps doing so until the view is moved by hand.
  void fit();
  /// Fits the view again, where it was not moved by hand: the area or the picture has changed.
  void refit();
  /// Points at the same momenta in a picture that has replaced `before`.
  void follow(const OrderingGraphPicture& before);
  /// Points at nothing.
  void reset();
  /// Another panel points at a momentum; −1 for none.
  void pointAt(int node);
  void hideCard();
  /// Hides a card of the mouse; that of a node with the keyboard's focus stays.
  void hideMouseCard();

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  GraphHit hit(QPointF point) const;
  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void clickTwice(const QMouseEvent& event);
  void click(const GraphHit& hit);
  void wheel(const QWheelEvent& event);
  bool pressKey(const QKeyEvent& event);
  void walk(int key);
  bool walkAlongLayer(bool next);
  void setCursorNode(int node);
  void setHighlight(const GraphHighlight& highlight, const QPoint& global);
  void showCard(const QPoint& global);
  void zoom(QPointF about, double factor);

  OrderingGraphPanel& m_panel;
  Selection& m_selection;
  HoverCard* m_card;
  GraphView m_view;
  GraphHighlight m_highlight;
  bool m_fitted = true;  ///< the view follows the size of the panel
  QPointF m_pressedAt, m_draggedTo;
  bool m_dragging = false;
};

}  // namespace carom
