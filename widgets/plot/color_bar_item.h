#pragma once

#include "plot/styled_plot.h"

namespace carom {

/// How the numbers at a bar of colours stand for its places.
struct ColorScale {
  bool isLog = false;  ///< places are ±log10(1 + |value|/unit), else the values themselves
  double unit = 1;
};

/// A bar of colours right of the axes, in place of a legend, with the numbers of yAxis2: between borders[k]
/// and borders[k + 1] there is colors[k], borders rising.
class ColorBarItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  ColorBarItem(StyledPlot* plot, QVector<double> borders, QVector<QColor> colors, ColorScale scale = {});
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  const QVector<QColor>& colors() const { return m_colors; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle m_style;
  QVector<double> m_borders;
  QVector<QColor> m_colors;
};

}  // namespace carom
