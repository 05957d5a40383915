#pragma once

#include "figure/panel.h"
#include "picture/picture.h"
#include "plot/styled_plot.h"

class QMenu;

namespace carom {

class NextSteps;
struct NextStep;

/// A panel that is a plot: with colours that follow the palette, a context menu, and mouse events in the
/// coordinates of the plot.
class PlotPanel : public Panel {
  Q_OBJECT
 public:
  explicit PlotPanel(Selection* selection, QWidget* parent = nullptr);

  QSize sizeHint() const override { return {450, 230}; }
  QSize minimumSizeHint() const override { return {220, 128}; }
  StyledPlot* plot() const { return m_plot; }

 protected:
  /// Draws everything again, after a change of the data or the palette.
  virtual void redraw() = 0;
  /// What the panel offers to do where it shows a notice only.
  virtual std::vector<NextStep> nextSteps();
  /// A drag that begins at a place of the plot, within the axes; none where the plot has nothing to drag.
  virtual std::optional<PictureDrag> dragAt(const QPointF&) { return std::nullopt; }
  /// The card of a place within the axes; empty where there is none.
  virtual Html cardAt(const QPointF&) { return {}; }

  /// Draws now if the panel is visible, else when it is shown.
  void requestRedraw();
  /// Whether what is drawn is what the panel shows: a hidden one is drawn when it is shown.
  bool isDrawn() const { return !m_dirty; }
  Picture* picture() const { return m_picture; }
  /// The x of a place of the plot, and how much of it one pixel spans.
  double xAt(const QPointF& place) const { return m_plot->xAxis->pixelToCoord(place.x()); }
  double perPixel() const;
  void hideCard() { m_picture->hideCard(); }

  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  /// Adds what this plot can do besides to its context menu.
  virtual void addToMenu(QMenu*) {}

 private:
  PictureSpot spotAt(const QPointF& place);

  StyledPlot* m_plot;
  Picture* m_picture;
  NextSteps* m_steps;
  bool m_dirty = false;
};

}  // namespace carom
