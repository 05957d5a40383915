#pragma once

#include <thread>

#include "motion/sensitivity_figure.h"
#include "plot/plot_panel.h"

namespace carom {

/// How strongly the parameters turn the normals of closed contacts against each other, as bars: see
/// OrderSensitivity. It is computed while the panel is shown.
class SensitivityPanel : public PlotPanel {
  Q_OBJECT
 public:
  explicit SensitivityPanel(Selection* selection, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  bool isFigureComing() const override { return m_isComputing; }

 protected:
  void redraw() override;
  void hovered(double x, const QPoint& global) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void take(const SnapshotPtr& snapshot, std::shared_ptr<const OrderSensitivities> all);

  SnapshotPtr m_snapshot;  ///< of m_all
  std::shared_ptr<const OrderSensitivities> m_all;
  bool m_isComputing = false;
  double m_mouseY = 0;
  std::jthread m_worker;  ///< last: it ends before what it fills
};

}  // namespace carom
