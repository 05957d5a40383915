#pragma once

#include "plot/isoband_item.h"

namespace carom {

/// A table of numbers as rectangles, without pixels: a value fills what is nearer to its place than to
/// others, in the last of `colors` whose level it reaches, levels rising. There is nothing where there is no
/// value.
class CellMapItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  CellMapItem(StyledPlot* plot, PlaneValues values, QVector<double> levels, QVector<QColor> colors);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  QPainterPath above(double level) const;

  PlaneValues m_values;
  QVector<double> m_xEdges, m_yEdges;  ///< between the cells, in the coordinates of the plot
  QVector<double> m_levels;
  QVector<QColor> m_colors;
};

}  // namespace carom
