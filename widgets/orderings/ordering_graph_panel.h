#pragma once

#include <memory>

#include "figure/panel.h"
#include "orderings/graph_scene.h"
#include "orderings/path_through_graph.h"

class QCheckBox;
class QToolButton;

namespace carom {

class Edits;
struct ShownAudit;
class NextSteps;
class ElidedLabel;
class GraphMouse;

/// The merged tree of reflection orderings: hover shows numbers, a click selects an ordering, the rest of a
/// large graph is opened level by level.
class OrderingGraphPanel : public Panel {
  Q_OBJECT
 public:
  OrderingGraphPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);
  ~OrderingGraphPanel() override;

  void setSnapshot(SnapshotPtr snapshot) override;
  void showTitle(const SnapshotPtr& snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  QSize sizeHint() const override { return {470, 330}; }
  QSize minimumSizeHint() const override;

  const OrderingGraphPicture& picture() const { return m_picture; }
  const GraphView& view() const;
  /// Whether the orderings of a recorded jump are shown, of which none can be chosen.
  bool isOfJump() const;
  /// Where the graph is drawn, within the panel.
  QRectF drawingArea() const;
  /// Another ordering of this impact is shown beside the one in force.
  bool isCompared() const;
  /// More of the graph is shown than at first.
  bool isExpanded() const;

 public slots:
  /// Shows the orderings of the chosen jump of an audit with its recorded p⁺, in place of those of the run;
  /// null, or no jump: those of the run.
  void setAudit(const std::shared_ptr<const carom::ShownAudit>& audit);
  void fit();
  void showNextLevel();
  /// Shows all reflections that leave a node.
  void expand(carom::OrderingGraph::NodeId node);
  void unfold(int edge);
  /// Back to what is shown at first.
  void showFewest();
  void copyDot();
  void saveDot();
  /// Asks for the ordering through a node or an edge of the picture, and moves the moment there.
  void chooseNode(int node);
  void chooseEdge(int edge);
  void choose(const carom::ChosenOrdering& chosen);
  /// Pins the ordering through a node for comparison; −1: the one in force.
  void compareThrough(int node);
  void stopComparing();
  /// Pins the ordering through the node with the keyboard's focus, else the one in force, or unpins it.
  void toggleComparison();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildControls();
  void takeShown();
  void rebuild(SnapshotPtr snapshot = nullptr);
  void momentChanged();
  QString dot() const;

  Edits* m_edits;
  NextSteps* m_steps;  ///< where there is no impact
  SnapshotPtr m_run;
  std::shared_ptr<const ShownAudit> m_audit;
  ShownWishes m_wishes;
  OrderingGraphPicture m_picture;
  std::unique_ptr<GraphMouse> m_mouse;
  QToolButton *m_fit = nullptr, *m_dot = nullptr, *m_next = nullptr, *m_export = nullptr;
  QLayout* m_top = nullptr;
  ElidedLabel* m_levels = nullptr;
  QCheckBox *m_minimal = nullptr, *m_probabilities = nullptr;
};

}  // namespace carom
