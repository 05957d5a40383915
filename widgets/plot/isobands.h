#pragma once

#include "plot/styled_plot.h"

namespace carom {

/// A table of numbers over a plane, in the coordinates of a plot; NaN where there is none.
struct PlaneValues {
  QVector<double> x, y;   ///< rising
  QVector<double> value;  ///< x.size() × y.size(), y running fastest
  double at(qsizetype i, qsizetype j) const { return value[i * y.size() + j]; }
};

/// Filled contours as polygons, without pixels: where values are at least `levels[k]` there is `colors[k]`,
/// levels rising. Cells with a corner that has no value are hatched.
class IsobandItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  IsobandItem(StyledPlot* plot, PlaneValues values, QVector<double> levels, QVector<QColor> colors);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  QPointF pixel(double x, double y) const;
  QPointF corner(qsizetype i, qsizetype j) const;
  bool hasValue(qsizetype i, qsizetype j) const;
  QPainterPath above(double level) const;
  void addPart(QPainterPath& path, qsizetype i, qsizetype j, double level) const;
  void hatch(QCPPainter& painter) const;

  PlotStyle m_style;
  PlaneValues m_values;
  QVector<double> m_levels;
  QVector<QColor> m_colors;
};

}  // namespace carom
