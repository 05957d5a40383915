#pragma once

#include "answer/snapshot.h"
#include "figure/axes_frame.h"
#include "figure/figure.h"

namespace carom {

/// Pairs of contacts with one value of G, to 1e-9.
struct GramMark {
  double gram = 0;
  std::vector<std::array<int, 2>> pairs;
};
/// The pairs of an impact by rising G; at most `most` values, the lowest ones.
std::vector<GramMark> gramMarks(const ImpactProblem& problem, int most = 40);

/// e up to which an ordering of a pair never ends: −G = 2√r/(1+r), r = √e, solved for e; 0 for G ≥ 0.
double collapseRestitution(double gram);

AxesFrame collapseFrame(const QRectF& area, double unit);
/// The place of a pair in the plot: the axis of e is drawn to its fourth root, so that the region is visible
/// where G is far from −1.
QPointF collapsePlace(double gram, double e);
void paintCollapseRegion(QPainter& painter, const Snapshot& snapshot, const QRectF& area, double unit);

/// The region of G of a pair and restitution e of each reflection in which an ordering never ends, with the
/// pairs of the scene [SM12].
class CollapseRegionFigure : public Figure {
 public:
  explicit CollapseRegionFigure(SnapshotPtr snapshot) : m_snapshot(std::move(snapshot)) {}

  QString name() const override { return QStringLiteral("collapse-region"); }
  QString title() const override;
  double aspect() const override { return 0.75; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// pairs,G,e,never_ends_up_to_e,ends
  QString csv() const override;
  FigureSource source() const override;

 private:
  SnapshotPtr m_snapshot;
};

}  // namespace carom
