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
/// levels rising. Where there is no value the plane is hatched, up to a smooth line between the places that
/// have one and those that have none.
class IsobandItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  IsobandItem(StyledPlot* plot, PlaneValues values, QVector<double> levels, QVector<QColor> colors);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  QPointF corner(qsizetype i, qsizetype j) const;
  bool hasValue(qsizetype i, qsizetype j) const;
  void findBorder();
  double continued(qsizetype i, qsizetype j) const;
  QPainterPath above(double level) const;
  void addPart(QPainterPath& path, qsizetype i, qsizetype j, double level) const;
  bool isEmpty(const QPointF& pixel) const;
  QPointF borderBetween(QPointF inside, QPointF outside) const;
  void hatch(QCPPainter& painter) const;

  PlotStyle m_style;
  PlaneValues m_values;        ///< continued by one place beyond the border
  QVector<double> m_presence;  ///< of a value: above ½ where there was one
  QVector<double> m_levels;
  QVector<QColor> m_colors;
};

}  // namespace carom
