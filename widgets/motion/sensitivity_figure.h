#pragma once

#include "answer/snapshot.h"
#include "plot/plot_figure.h"
#include "study/order_sensitivity.h"

namespace carom {

/// A bar: how much ξ changes to first order with a small step of one parameter, near orthogonality.
struct SensitivityBar {
  const OrderSensitivity* of;
  QString parameter;  ///< its symbol: "γ"
  QString step;       ///< "1°", "1 mm", "1 %"
  double size = 0;    ///< of the step (SI)
  double xi() const { return of->xiSlope * size; }
};
/// Those of orthogonal contacts that change anything, the largest first. Of several pairs each parameter has
/// the bar of the one that it changes most.
std::vector<SensitivityBar> sensitivityBars(const Snapshot& snapshot, const OrderSensitivities& all);
/// Why there are none, in a sentence.
QString whyNoBars(const OrderSensitivities& all);

/// How strongly parameters turn the normals of closed contacts against each other, as bars [SM12 (16)–(20)].
class SensitivityFigure : public PlotFigure {
 public:
  /// Computes the sensitivities. Throws FigureError where there are none.
  explicit SensitivityFigure(SnapshotPtr snapshot);
  /// The same with those that are known.
  SensitivityFigure(SnapshotPtr snapshot, std::shared_ptr<const OrderSensitivities> known);

  QString name() const override { return QStringLiteral("sensitivity"); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override { return {name(), m_snapshot}; }
  void drawOn(StyledPlot& plot) const { draw(plot); }

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  SnapshotPtr m_snapshot;
  std::shared_ptr<const OrderSensitivities> m_all;
  std::vector<SensitivityBar> m_bars;
};

}  // namespace carom
