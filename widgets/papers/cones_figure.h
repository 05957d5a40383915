#pragma once

#include "figure/figure.h"
#include "mechanics/variation/cone_section.h"

namespace carom {

/// The fan of cones of an impact: perturbations of two coordinates at its moment as a disc, whose sectors are
/// the orderings that they follow. In each sector one map holds (a B-derivative [Scholtes 2012]).
class ConesFigure : public Figure {
 public:
  /// Some tenths of a second at most.
  static constexpr WordLimits mostWords{64, 5e7};

  /// view: JSON, {"x": "a.x", "y": "b.x"}: the coordinates; without them those that tell most. Throws
  /// FigureError where the impact has no cones.
  explicit ConesFigure(SnapshotPtr snapshot, const QString& view = {}, const WordLimits& most = mostWords);

  /// Why the impact of a snapshot has none, as far as that is known without a search; empty otherwise.
  static QString whyNone(const Snapshot& snapshot);

  QString name() const override { return QStringLiteral("cones"); }
  QString title() const override;
  double aspect() const override { return 0.7; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// ordering,from,to,as_in_the_run: the sectors (rad), and whether they end in the outcome of the run.
  QString csv() const override;
  FigureSource source() const override;

  /// The names of both coordinates.
  QStringList coordinates() const;
  /// All sectors in words, one a line.
  QString words() const;
  const std::vector<ConeSector>& sectors() const { return m_sectors; }

 private:
  QString wordOf(const ConeSector& sector) const;
  bool isAsInTheRun(int word) const;
  QString verdict() const;
  QString axisText(int axis) const;
  void paintSector(QPainter& painter, std::size_t number, const QPointF& middle, double radius,
                   double unit) const;
  void paintLegend(QPainter& painter, const QRectF& room, double unit) const;

  SnapshotPtr m_snapshot;
  VariationOfImpact m_of;
  std::array<int, 2> m_axes{};
  std::vector<ConeSector> m_sectors;
};

}  // namespace carom
