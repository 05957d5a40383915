#pragma once

#include "figure/figure_on_demand.h"
#include "motion/sensitivity_figure.h"
#include "plot/plot_panel.h"
#include "tasks/latest_task.h"

namespace carom {

/// How strongly the parameters turn the normals of closed contacts against each other, as bars: see
/// OrderSensitivity. It is computed while the panel is shown.
class SensitivityPanel : public PlotPanel, public FigureOnDemand {
  Q_OBJECT
 public:
  explicit SensitivityPanel(Selection* selection, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  bool isFigureComing() const override { return m_isComputing; }
  void startFigure() override;

 signals:
  /// A person wants the nearest unique design, whose contacts are orthogonal.
  void designWanted();

 protected:
  std::vector<NextStep> nextSteps() override;
  void showEvent(QShowEvent* event) override;
  void redraw() override;
  Html cardAt(const QPointF& place) override;

 private:
  void compute();
  void take(std::shared_ptr<const OrderSensitivities> all);

  SnapshotPtr m_snapshot;  ///< of m_all
  std::shared_ptr<const OrderSensitivities> m_all;
  bool m_isComputing = false, m_isBegun = false, m_isWanted = false;
  LatestTask<std::shared_ptr<const OrderSensitivities>> m_task;
};

}  // namespace carom
