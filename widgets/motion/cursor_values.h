#pragma once

#include <QColor>
#include <vector>

#include "motion/series_figure.h"
#include "plot/styled_plot.h"

namespace carom {

/// The values of the curves of a plot over time beside one of its cursors, where there are few curves.
class CursorValues : public QCPAbstractItem {
  Q_OBJECT
 public:
  /// The curves are those that the plot shows of the view.
  CursorValues(StyledPlot* plot, const SeriesView& view, const QColor& color);

  void setTime(double time) { m_time = time; }
  /// The values at the time, in the order of the curves.
  QStringList texts() const;
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  struct Curve {
    std::shared_ptr<const RunValues> values;
    RunQuantity quantity;
    QCPAxis* axis;
    double at(double time) const { return values->at(quantity, time); }
    bool has(double time) const { return time >= values->start() && time <= values->end(); }
  };
  StyledPlot* m_plot;
  QColor m_color;
  std::vector<Curve> m_curves;
  double m_time = 0;
};

}  // namespace carom
