#pragma once

#include <QTimer>

#include "motion/xi_curve_figure.h"
#include "plot/plot_panel.h"

class QToolButton;

namespace carom {

class Edits;

/// ξ over the scene's sweep parameter with its present value; pressing and dragging in the plot sets it.
class XiCurvePanel : public PlotPanel {
  Q_OBJECT
 public:
  XiCurvePanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void showTitle(const SnapshotPtr& snapshot) override;
  void sceneOpened() override { m_curve = nullptr; }
  void workCancelled() override;
  QSize minimumSizeHint() const override { return {220, 100}; }  ///< with a row of tabs above it
  /// The curve of the present state; null while an earlier curve is on the screen.
  std::unique_ptr<Figure> figure() const override;
  bool isFigureComing() const override;

  const XiCurveDrawing& drawing() const { return m_drawing; }
  /// Whether the curve shown is that of an earlier state, while the present one is being computed.
  bool isStale() const { return m_stale; }

 protected:
  void redraw() override;
  std::vector<NextStep> nextSteps() override;
  std::optional<PictureDrag> dragAt(const QPointF& place) override;
  Html cardAt(const QPointF& place) override;
  void showEvent(QShowEvent* event) override;

 private:
  void showSnapshot();
  void takeCurve();
  void movePresent();
  void markPlace(std::optional<QPointF> place);
  QString notice() const;
  bool isEmpty() const;
  void addChoice();
  void fillChoice();
  std::vector<const ParameterSpec*> choices() const;

  Edits* m_edits;
  QToolButton* m_choice = nullptr;  ///< of the parameter
  SnapshotPtr m_snapshot;
  std::shared_ptr<const SweepResult> m_curve;  ///< the newest, over this parameter of the scene
  XiCurveData m_data;                          ///< of m_curve with the present value
  XiCurveDrawing m_drawing;
  bool m_stale = false;
  bool m_cancelled = false;  ///< the present curve will not be computed
  QTimer m_late;             ///< runs until an old curve is faded
  bool m_faded = false;      ///< the curve shown is an old one, and drawn pale
};

}  // namespace carom
