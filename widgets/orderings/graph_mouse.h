#pragma once

#include <QObject>

#include "orderings/graph_scene.h"
#include "picture/picture.h"

namespace carom {

class OrderingGraphPanel;

/// What the mouse and the keyboard do in the tree of orderings: the picture's spots, its view, and the walk
/// from node to node. Asks the panel for the ordering that is picked.
class GraphMouse : public QObject {
  Q_OBJECT
 public:
  GraphMouse(OrderingGraphPanel& panel, Selection& selection);

  const GraphView& view() const { return m_view; }
  const GraphHighlight& highlight() const { return m_highlight; }
  PaintedWords* painted() { return m_picture->painted(); }
  /// The sentence for screen readers is another one.
  void speakLater() { m_picture->speakLater(); }
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
  /// Hides a card of the mouse; that of a node with the keyboard's focus stays.
  void hideMouseCard();

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  GraphHit hit(QPointF point) const;
  PictureSpot spotAt(const QPointF& place);
  void point(const PictureSpot& spot);
  void clickTwice(const PictureSpot& spot);
  void click(const GraphHit& hit);
  void zoom(const QPointF& about, double factor, Qt::KeyboardModifiers keys);
  void pan(const QPointF& by);
  bool pressKey(const QKeyEvent& event);
  bool filterFocus(const QFocusEvent& event);
  void walk(int key);
  bool walkAlongLayer(bool next);
  void setCursorNode(int node);
  QString words() const;

  OrderingGraphPanel& m_panel;
  Selection& m_selection;
  Picture* m_picture;
  GraphView m_view;
  GraphHighlight m_highlight;
  bool m_fitted = true;  ///< the view follows the size of the panel
};

}  // namespace carom
