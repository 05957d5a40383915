#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <optional>

#include "motion/plotted_quantity.h"
#include "plot/plot_panel.h"

class QToolButton;

namespace carom {

/// Energy or momentum along the selected ordering or along time. The cursor is the selected moment, and a
/// click or drag selects another one.
class MotionPanel : public PlotPanel {
  Q_OBJECT
 public:
  MotionPanel(std::shared_ptr<const MotionQuantity> quantity, Selection* selection, QWidget* parent);

  void setSnapshot(SnapshotPtr snapshot) override;
  void showTitle(const SnapshotPtr& snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;

  const MotionView& view() const { return m_view; }
  /// Where the cursor stands: reflections done, or s; NaN where there is none.
  double cursorPlace() const;

 public slots:
  void setAlongTime(bool alongTime);
  /// Puts the y axis in powers of ten, where the quantity has such an axis.
  void setLogarithmic(bool isLog);

 protected:
  void redraw() override;
  std::optional<PictureDrag> dragAt(const QPointF& place) override;
  Html cardAt(const QPointF& place) override;

 private:
  void addSwitch();
  void addLogButton(QWidget* bar);
  bool showsTime(const Snapshot& snapshot) const;
  void drawAll();
  void momentChanged();
  void showImpact(int impact);
  int restMs() const;
  void placeCursor();

  std::shared_ptr<const MotionQuantity> m_quantity;
  MotionView m_view;
  SnapshotPtr m_titled;  ///< the title is about this one; a hidden panel has not drawn it yet
  /// Chosen by hand. Empty: time where the scene does not start with an impact, and where the run has none.
  std::optional<bool> m_timeWanted;
  QCPItemLine* m_line = nullptr;
  QCPItemRect* m_frame = nullptr;
  QTimer m_pace;  ///< runs until another impact may be drawn
  QElapsedTimer m_sinceRedraw;
  double m_redrawMs = 0;  ///< what the last one took
  QToolButton *m_ordering = nullptr, *m_time = nullptr,
              *m_log = nullptr;  ///< m_log: null without such an axis
};

}  // namespace carom
