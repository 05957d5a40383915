#pragma once

#include "figure/figure.h"
#include "orderings/graph_scene.h"

namespace carom {

/// The merged tree of reflection orderings [SM14 III]: momenta as circles, reflections as edges, outcomes
/// coloured.
class OrderingGraphFigure : public Figure {
 public:
  explicit OrderingGraphFigure(OrderingGraphPicture picture) : m_picture(std::move(picture)) {}
  /// Everything that fits, at no moment in particular, or what a view of source() shows. Throws FigureError.
  explicit OrderingGraphFigure(const SnapshotPtr& snapshot, const QString& view = {});

  QString name() const override { return QStringLiteral("ordering-graph"); }
  QString title() const override;
  double aspect() const override;
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// One line per reflection shown: from, to, contact, reflections, c before (√J), selected.
  QString csv() const override;
  FigureSource source() const override;
  const OrderingGraphPicture& picture() const { return m_picture; }

 private:
  OrderingGraphPicture m_picture;
};

}  // namespace carom
