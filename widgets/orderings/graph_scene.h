#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QStringList>

#include "answer/snapshot.h"
#include "common/selection.h"
#include "orderings/layered_layout.h"
#include "orderings/visible_graph.h"

namespace carom {

/// Where minimal orderings [SM14 Def. 1] pass: one answer for each node and edge shown; empty unless they are
/// marked.
struct MinimalMarks {
  using Answer = MinimalReflections::Answer;
  std::vector<Answer> nodes, edges;

  bool shown() const { return !nodes.empty(); }
  bool anyUndecided() const;
};

/// What is drawn of the orderings of the impact that a snapshot is about; size bounded by ShownBudget.
struct OrderingGraphPicture {
  SnapshotPtr snapshot;
  SelectedPath path;      ///< the ordering in force
  SelectedPath compared;  ///< the one that it is compared with; without nodes where there is none
  ShownGraph shown;
  GraphLayout layout;
  int current = -1;  ///< index in shown of the momentum at the selected moment
  int step = -1;     ///< the step of the ordering at that moment
  /// Index in shown of the outcome that is nearest to the recorded p⁺ of a jump; −1: none.
  int recorded = -1;
  ShownWishes wishes;
  MinimalMarks minimal;
  bool probabilities = false;  ///< edges are as wide as they are probable; the snapshot has the numbers
  QStringList names;           ///< of the contacts, short
  QString notice;              ///< a sentence below the graph: jammed, limit reached, no contact closes

  const ImpactReport* report() const { return snapshot ? snapshot->report.get() : nullptr; }
  const OrderingGraph* graph() const { return report() ? report()->graph.get() : nullptr; }
  bool isEmpty() const { return shown.nodes.empty(); }
  OrderingGraph::NodeId id(int node) const { return shown.nodes[node].id; }
  /// How often random infinitesimal gaps follow an edge.
  double probability(int edge) const;
  /// The meaning of a colour and a width of lines.
  struct LegendLine {
    QColor color;
    double width = 0;
    QString words;
  };
  std::vector<LegendLine> legend() const;
  /// Which outcome of the report a node is, −1 if none.
  int outcomeOf(int node) const;
  /// "p^-", "p_{12}", "p^+": mathematics for theme::drawMath.
  QString label(int node) const;
};

/// The picture for a moment. Takes the layout of `before` where the same part of the graph is shown.
OrderingGraphPicture makePicture(const SnapshotPtr& snapshot, const Moment& moment, const ShownWishes& wishes,
                                 const OrderingGraphPicture* before = nullptr);
/// Marks where minimal orderings pass, or removes the marks, and explains them in the notice.
void markMinimal(OrderingGraphPicture& picture, bool minimalOnly);
/// Marks the outcome shown that is nearest to a recorded p⁺ (n) in the kinetic metric, and says in the notice
/// how far it is.
void markRecorded(OrderingGraphPicture& picture, const Eigen::VectorXd& measured);
/// How wide an edge of this probability is drawn, in pixels.
inline double probabilityWidth(double probability) {
  return 0.7 + 7.3 * probability;
}
/// The step of the selected ordering at a moment, −1 outside the impact that the snapshot is about.
int stepAt(const Snapshot& snapshot, const Moment& moment);

/// Where the picture stands on a surface: layout coordinates to units of the painter.
struct GraphView {
  QPointF origin;     ///< of layout (0, 0)
  double slot = 100;  ///< units per node distance
  double layer = 90;  ///< units per layer
  double unit = 1;    ///< units of one pixel of the window's design: 1 in a widget, smaller in a figure

  QPointF map(QPointF point) const { return origin + QPointF(point.x() * slot, point.y() * layer); }
  double radius() const;  ///< of a node, in units
};

/// The legend in rows that fit a width, all in units of the painter.
struct LegendRows {
  static constexpr double sample = 20, gap = 5, apart = 14, rowHeight = 20;  ///< units of the design
  std::vector<std::vector<OrderingGraphPicture::LegendLine>> rows;
  std::vector<double> widths;
  double height = 0;
};
LegendRows legendRows(const OrderingGraphPicture& picture, double width, double unit);

/// The height of a surface on which a layer is this high (units of the painter).
double heightOf(const OrderingGraphPicture& picture, double width, double layer, double unit);
/// The view that shows everything within an area.
GraphView fitView(const OrderingGraphPicture& picture, const QRectF& area, double unit = 1);
/// The same zoomed about a point.
GraphView zoomed(const GraphView& view, QPointF about, double factor);

/// An edge as it is drawn: from centre to centre.
std::vector<QPointF> edgeLine(const OrderingGraphPicture& picture, const GraphView& view, int edge);
/// The point that divides a line by length: 0 at its beginning, 1 at its end.
QPointF pointOnEdge(const std::vector<QPointF>& line, double share);
/// The "+12" beneath a node that hides reflections.
QRectF expanderRect(const OrderingGraphPicture& picture, const GraphView& view, int node);

/// The node, edge or expander under a point; −1 for none.
struct GraphHit {
  int node = -1, edge = -1, expander = -1;
  bool operator==(const GraphHit&) const = default;
};
GraphHit hitTest(const OrderingGraphPicture& picture, const GraphView& view, QPointF point);

/// What the mouse or the keyboard points at; −1 for none.
struct GraphHighlight {
  int node = -1, edge = -1;
  int cursor = -1;  ///< node with the keyboard's focus
};

}  // namespace carom
