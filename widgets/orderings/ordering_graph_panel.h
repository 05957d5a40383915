#pragma once

#include <QPoint>

#include "common/plain_text.h"
#include "figure/panel.h"
#include "orderings/ordering_graph_figure.h"

class QCheckBox;
class QLabel;
class QMenu;
class QToolButton;

namespace carom {

class Edits;
class HoverCard;

/// The merged tree of reflection orderings: hover shows numbers, a click selects an ordering, the rest of a
/// large graph is opened level by level.
class OrderingGraphPanel : public Panel {
  Q_OBJECT
 public:
  OrderingGraphPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {470, 330}; }
  QSize minimumSizeHint() const override { return {290, 92}; }

  const OrderingGraphPicture& picture() const { return m_picture; }
  const GraphView& view() const { return m_view; }

 public slots:
  void fit();
  void showNextLevel();
  /// Shows all reflections that leave a node.
  void expand(carom::OrderingGraph::NodeId node);
  void unfold(int edge);
  /// Back to what is shown at first.
  void showFewest();
  void copyDot();
  /// Pins the ordering through a node for comparison; −1: the one in force.
  void compareThrough(int node);
  void stopComparing();
  /// Pins the ordering through the node with the keyboard's focus, else the one in force, or unpins it.
  void toggleComparison();

 protected:
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void buildControls();
  void rebuild(SnapshotPtr snapshot = nullptr);
  void momentChanged();
  bool isCompared() const;
  void setHighlight(const GraphHighlight& highlight, const QPoint& global);
  void updateCard(const QPoint& global);
  void choose(const ChosenOrdering& chosen);
  void chooseNode(int node);
  void chooseEdge(int edge);
  void click(const GraphHit& hit);
  void moveCursor(int key);
  void setCursorNode(int node);
  void saveDot();
  QRectF drawingArea() const;

  Edits* m_edits;
  ShownWishes m_wishes;
  OrderingGraphPicture m_picture;
  GraphView m_view;
  GraphHighlight m_highlight;
  bool m_fitted = true;  ///< the view follows the size of the panel
  QPointF m_pressedAt, m_draggedTo;
  bool m_dragging = false;
  HoverCard* m_card = nullptr;
  QToolButton *m_fit = nullptr, *m_next = nullptr;
  QLabel* m_levels = nullptr;
  QCheckBox *m_minimal = nullptr, *m_probabilities = nullptr;
};

/// What the cards say.
Html nodeCard(const OrderingGraphPicture& picture, int node);
Html edgeCard(const OrderingGraphPicture& picture, int edge);

}  // namespace carom
