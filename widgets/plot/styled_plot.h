#pragma once

#include "common/term_tips.h"
#include "plot/plot_style.h"

namespace carom {

class CaptionItem;
class PlotHeader;

/// The caption of an axis: mathematics, then words: {"θ", "(degrees)"}.
struct AxisCaption {
  QString math, words;
};
/// Whether it has one, which is higher than a line of text.
bool hasFraction(const AxisCaption& caption);

/// A QCustomPlot in the program's style: hairline grid, a header line with the legend, captions with real
/// mathematics, and a layer for what moves with the selection, which is repainted without the data.
///
/// The same plot is a widget on the screen and, never shown, the drawing of a figure.
class StyledPlot : public QCustomPlot, public TermSource {
  Q_OBJECT
 public:
  explicit StyledPlot(const PlotStyle& style, QWidget* parent = nullptr);

  const PlotStyle& plotStyle() const { return m_style; }
  PlotHeader* header() const { return m_header; }

  /// Removes data, items and legend, and takes the colours of the palette.
  void clearContent();
  void setCaptions(const AxisCaption& x, const AxisCaption& y);
  /// Others in place of those.
  void replaceCaptions(const AxisCaption& x, const AxisCaption& y);
  /// Leaves out the numbers and the caption of xAxis or yAxis, and their room.
  void hideCaption(QCPAxis* axis);
  const AxisCaption& xCaption() const { return m_xCaption; }
  const AxisCaption& yCaption() const { return m_yCaption; }
  /// isLog: in powers of ten; the range is positive then.
  void setAxis(QCPAxis* axis, const QCPRange& range, RoundTicker::Steps steps, bool isLog = false);
  /// Shows or hides yAxis2, with ticks and a label of its own.
  void showRightAxis(bool shown);
  /// A sentence in the place of the plot; the axes hide.
  void showNotice(const QString& notice);
  bool hasNotice() const { return !axisRect()->visible(); }

  /// A line through any number of points. `name` is not shown; it identifies the line for tests.
  QCPGraph* addLine(const QString& name, const Polyline& line, const QPen& pen);
  /// A vertical line through the plot that moves with the selection.
  QCPItemLine* addCursor(const QColor& color, Qt::PenStyle line);
  /// Puts an item on the layer that moves with the selection.
  void toCursorLayer(QCPLayerable* item) { item->setLayer(cursorLayer); }
  static void moveCursor(QCPItemLine* cursor, double x);

  /// Repaints the cursor layer, and the data only where they are not on the screen yet.
  void refreshCursor();
  QString notice() const { return hasNotice() ? m_notice : QString(); }
  /// The caption of an axis, the legend above the plot, or nothing inside of it.
  QString wordsAt(const QPoint& place) const override;
  QStringList allWords() const override;

  /// Draws as vectors onto any painter, `size` device pixels large at its origin.
  void drawTo(QPainter& painter, const QSize& size);
  /// The room around the axes in a plot of that size.
  QMargins marginsAt(const QSize& size);
  /// As many ticks as there is room for in a plot of that size.
  void fitTicks(const QSize& size);

  static inline const QString cursorLayer = QStringLiteral("cursor");

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void applyColors();
  /// Keeps room for two lines of the vertical axis's caption where it is longer than the axis on paper.
  void fitCaption(const QSize& size);
  /// Keeps room for the last number of the horizontal axis on paper: one that is cut is not drawn.
  void keepLastNumber(const QSize& size);

  PlotStyle m_style;
  PlotHeader* m_header;
  AxisCaption m_xCaption, m_yCaption;
  QString m_notice;
  QPointer<CaptionItem> m_captions;
};

}  // namespace carom
