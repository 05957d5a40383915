#pragma once

#include "common/plain_text.h"
#include "figure/panel.h"
#include "plot/styled_plot.h"

class QMenu;

namespace carom {

class HoverCard;
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

 public slots:
  void copyAsPicture();
  void copyAsData();

 protected:
  /// Draws everything again, after a change of the data or the palette.
  virtual void redraw() = 0;
  /// What the panel offers to do where it shows a notice only.
  virtual std::vector<NextStep> nextSteps();
  /// The left button went down, moved or came up at an x of the plot. Pressing counts inside the axes only.
  virtual void pressed(double /*x*/) {}
  virtual void dragged(double /*x*/) {}
  virtual void released() {}
  /// The mouse is over the axes with no button down.
  virtual void hovered(double /*x*/, const QPoint& /*global*/) {}
  virtual void unhovered() { hideCard(); }

  /// Draws now if the panel is visible, else when it is shown.
  void requestRedraw();
  /// Whether what is drawn is what the panel shows: a hidden one is drawn when it is shown.
  bool isDrawn() const { return !m_dirty; }
  /// x units that one pixel spans.
  double perPixel() const;
  void showCard(const QPoint& global, const Html& text);
  void hideCard();

  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  /// Adds what this plot can do besides to its context menu.
  virtual void addToMenu(QMenu*) {}

 private:
  void mouseMoved(QMouseEvent* event);

  StyledPlot* m_plot;
  HoverCard* m_card;
  NextSteps* m_steps;
  bool m_dirty = false;
  bool m_pressed = false;
};

}  // namespace carom
