#pragma once

#include "plot/styled_plot.h"

namespace carom {

struct LegendEntry {
  enum class Mark { Square, Line, None };
  QString text;  ///< with mathematics between $ signs
  QColor color;
  Mark mark = Mark::Square;
  Qt::PenStyle line = Qt::SolidLine;
  QVector<double> dashes{};  ///< of a line, in its widths, in place of `line`
  QCPScatterStyle::ScatterShape marker = QCPScatterStyle::ssNone;  ///< on a line, or in place of the square
  QString math{};                                                  ///< stands before the text: "r_{a}"
  bool isOutlined = false;                                         ///< the marker is not filled
  QString words() const { return math + QString(text).remove(QLatin1Char('$')); }
};

/// Draws an entry from x on, around a height; its width is in pixels of the device, too.
void drawLegendEntry(QCPPainter& painter, const PlotStyle& style, const LegendEntry& entry, QPointF at);
double widthOf(const PlotStyle& style, const LegendEntry& entry);

/// The line above a plot: legend entries from the right; those that do not fit are counted. On paper, where
/// no mouse asks for them, they have further lines.
class PlotHeader : public QCPLayoutElement {
  Q_OBJECT
 public:
  PlotHeader(QCustomPlot* plot, const PlotStyle& style);

  void setEntries(std::vector<LegendEntry> entries);
  const std::vector<LegendEntry>& entries() const { return m_entries; }
  /// The texts of all entries, one a line.
  QString words() const;
  /// Room that widgets take at the left (px). Without them and without entries the line is closed.
  void setLeftRoom(int pixels);
  int leftRoom() const { return m_leftRoom; }
  /// Takes as many lines on paper as a plot of this width needs.
  void fitWidth(double pixels);

 protected:
  void draw(QCPPainter* painter) override;

 private:
  using Row = std::vector<LegendEntry>;
  void fitHeight();
  Row entriesFor(double room) const;  ///< those that fit, then one that counts the others
  std::vector<Row> rowsFor(double room) const;
  void drawRow(QCPPainter& painter, const Row& row, double right, double middle) const;

  PlotStyle m_style;
  std::vector<LegendEntry> m_entries;
  int m_leftRoom = 0;
  int m_lines = 1;
};

/// A legend within the axes, in one of their corners, on a pale ground.
class LegendItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  LegendItem(StyledPlot* plot, std::vector<LegendEntry> entries, bool bottom, bool left);
  const std::vector<LegendEntry>& entries() const { return m_entries; }
  bool isAtBottom() const { return m_bottom; }
  bool isAtLeft() const { return m_left; }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle m_style;
  std::vector<LegendEntry> m_entries;
  bool m_bottom, m_left;
};

/// The captions of both axes, in the room that the axes keep for their labels. Words have mathematics between
/// $ signs.
class CaptionItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  CaptionItem(StyledPlot* plot, AxisCaption x, AxisCaption y);
  /// Whether that of the vertical axis is longer than the axis, in one line, and can be two.
  bool wantsTwoLines() const;
  /// On paper, in the room of a label of two lines.
  void setTwoLines(bool areTwo) { m_hasTwoLines = areTwo; }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  /// The width of a caption with mathematics of this size.
  double widthOf(const AxisCaption& caption, double math) const;
  void drawCentred(QCPPainter& painter, const AxisCaption& caption, QPointF baseline, double math) const;
  /// Beside the vertical axis without a word on what is above the plot (px of the device).
  double roomOfY() const;

  PlotStyle m_style;
  AxisCaption m_x, m_y;
  bool m_hasTwoLines = false;
};

/// Error bars, whole at the ends of the axes: the frame would cut their whiskers.
class WholeErrorBars : public QCPErrorBars {
  Q_OBJECT
 public:
  using QCPErrorBars::QCPErrorBars;

 protected:
  QRect clipRect() const override;
};

/// Short marks on the lower edge of the plot: impacts along time.
class TimeMarks : public QCPAbstractItem {
  Q_OBJECT
 public:
  TimeMarks(StyledPlot* plot, std::vector<double> times);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  const std::vector<double>& times() const { return m_times; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle m_style;
  std::vector<double> m_times;
};

/// What texts of a plot do not cover: marks, and the texts that were drawn before. It is added before the
/// texts, because each drawing of the plot begins anew with it.
class TakenPlaces : public QCPAbstractItem {
  Q_OBJECT
 public:
  explicit TakenPlaces(StyledPlot* plot);
  /// A mark at a point of the axes, px across.
  void addMark(const QPointF& at, double size) { m_marks.emplace_back(at, size); }
  void take(const QRectF& box) { m_taken.push_back(box); }
  /// The area of a box that is taken or beyond the axes.
  double covered(const QRectF& box) const;
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle m_style;
  std::vector<std::pair<QPointF, double>> m_marks;
  std::vector<QRectF> m_taken;
};

/// A text in a plot that takes shorter words where it would take more than a share of the width of the axes,
/// and that goes to the other side of its place where it would leave them.
class FittedText : public QCPItemText {
  Q_OBJECT
 public:
  using QCPItemText::QCPItemText;
  void setShorter(const QString& text, double share = 1) {
    m_shorter = text;
    m_share = share;
  }
  void keepWithinAxes() { m_isKept = true; }
  /// Takes the side of its place on which it covers least, its own before the others.
  void placeAmong(TakenPlaces* taken, const QList<Qt::Alignment>& others) {
    m_taken = taken;
    m_others = others;
  }
  /// Of its letters, without the padding: they hide lines behind them.
  void setGround(const QColor& color) { m_ground = color; }
  /// Where its letters were drawn last (px).
  const QRectF& shown() const { return m_shown; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  /// Its letters on a side of its place.
  QRectF lettersOn(Qt::Alignment side, const QSizeF& size) const;
  double coveredOn(Qt::Alignment side, const QSizeF& size) const;
  void chooseSide(const QSizeF& size);

  QString m_shorter;
  double m_share = 1;
  bool m_isKept = false;
  TakenPlaces* m_taken = nullptr;
  QList<Qt::Alignment> m_others;
  QColor m_ground;
  QRectF m_shown;
};

/// Mathematics beside the ticks of the vertical axis, in place of labels of one font.
class MathTicks : public QCPAbstractItem {
  Q_OBJECT
 public:
  /// Gives the axis a ticker that keeps the room for them.
  MathTicks(StyledPlot* plot, std::vector<std::pair<double, QString>> ticks);
  const std::vector<std::pair<double, QString>>& ticks() const { return m_ticks; }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle m_style;
  std::vector<std::pair<double, QString>> m_ticks;
};

/// A sentence in the middle of an empty plot.
class NoticeItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  NoticeItem(StyledPlot* plot, QString text);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  PlotStyle m_style;
  QString m_text;
};

}  // namespace carom
