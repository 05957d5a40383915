#pragma once

#include <QColor>
#include <vector>

#include "motion/plot_content.h"
#include "plot/styled_plot.h"

namespace carom {

/// The values of the curves of a plot over time beside one of its cursors, where there are few curves.
class CursorValues : public QCPAbstractItem {
  Q_OBJECT
 public:
  /// The curves are those lines of the content that are read. Stacks have other heights than values.
  CursorValues(StyledPlot* plot, const SeriesView& view, const PlotContent& content, const QColor& color);

  void setTime(double time) { m_time = time; }
  /// The values at the time, in the order of the curves.
  QStringList texts() const;
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  struct Curve {
    std::function<double(double)> at;
    double start, end;
    QCPAxis* axis;
    bool has(double time) const { return time >= start && time <= end; }
  };
  QRectF wordsUnder(const QRectF& box) const;
  StyledPlot* m_plot;
  QColor m_color;
  std::vector<Curve> m_curves;
  double m_time = 0;
};

}  // namespace carom
