#pragma once

#include <optional>

#include "motion/xi_curve_data.h"
#include "plot/curve_notes.h"
#include "plot/plot_figure.h"

namespace carom {

/// ξ over a parameter on a plot: the curve with its kinks and gaps, where the outcome is unique, where
/// orderings get longer, and the present value.
class XiCurveDrawing {
 public:
  explicit XiCurveDrawing(StyledPlot& plot) : m_plot(plot) {}

  /// `faded` for a curve that is not of the present state any more.
  void setData(const XiCurveData& data, bool faded = false, bool withPresent = true);
  /// Moves the present value; the curve stays. Returns whether the words on it, or their places, are others
  /// then.
  bool setPresent(const XiCurveData& data);
  /// The ring that follows the mouse along the curve.
  void setHover(std::optional<QPointF> point);
  void showNotice(const QString& notice);

  double presentX() const;
  QPointF presentDot() const;

 private:
  void addCurve(const XiCurveData& data, bool faded);
  void addPresent();

  StyledPlot& m_plot;
  QCPItemLine* m_line = nullptr;
  QCPItemEllipse *m_dot = nullptr, *m_ring = nullptr;
  CurveNotes* m_notes = nullptr;
};

/// ξ over the sweep parameter: the command line's `billiard-xi`, and the panel's figure.
class XiCurveFigure : public PlotFigure {
 public:
  /// Draws snapshot->curve. The present value is marked on request. Throws FigureError where there is no
  /// curve.
  explicit XiCurveFigure(SnapshotPtr snapshot, bool markPresent = false);
  /// The same with a curve that the snapshot does not hold (any more).
  XiCurveFigure(SnapshotPtr snapshot, const SweepResult& curve, bool markPresent);

  QString name() const override { return QStringLiteral("xi-curve"); }
  QString title() const override;
  QString csv() const override { return xiCurveCsv(m_data); }
  FigureSource source() const override;

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  SnapshotPtr m_snapshot;
  XiCurveData m_data;
  bool m_markPresent;
};

}  // namespace carom
