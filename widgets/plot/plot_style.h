#pragma once

#include <qcustomplot.h>

#include <Eigen/Core>

namespace carom {

/// Sizes of a plot, in pixels of the window at 96 dpi. One of them is `unit` device pixels: 1 on the screen,
/// many in a figure, where QCustomPlot's rounding to whole pixels must be invisible.
struct PlotStyle {
  double unit = 1;
  bool paper = false;  ///< exact vectors instead of fast polylines

  int px(double size) const { return qRound(unit * size); }
  QFont font(double size, QFont::Weight weight = QFont::Normal) const;
  QPen pen(const QColor& color, double width, Qt::PenStyle line = Qt::SolidLine) const;

  static constexpr double smallText = 11, lineWidth = 1.6;
};

/// Ticks at round numbers, about one every `pixelsPerTick`, labelled with a true minus sign and powers of
/// ten.
class RoundTicker : public QCPAxisTicker {
 public:
  enum class Steps { Decimal, Degrees, Whole };
  RoundTicker(Steps steps, double pixelsPerTick) : m_steps(steps), m_pixelsPerTick(pixelsPerTick) {}
  void setPixels(double pixels);

 protected:
  double getTickStep(const QCPRange& range) override;
  /// A tick that misses an end of the range by rounding is at that end.
  QVector<double> createTickVector(double step, const QCPRange& range) override;
  int getSubTickCount(double) override { return 0; }
  QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

 private:
  Steps m_steps;
  double m_pixelsPerTick;
  double m_pixels = 0;  ///< of the side of the plot
  double m_step = 1;
  int m_exponent = 0;  ///< of the power of ten that stands at every tick; 0 for none
};

/// Ticks at powers of ten, or at round numbers where the range has less than a power of ten. All of an axis
/// are decimals (0.01, 0.1, 1) or all are powers (10⁻⁴, 10⁻², 1).
class DecadeTicker : public QCPAxisTickerLog {
 public:
  /// Fewer ticks where an axis is short (px).
  void setPixels(double pixels);

 protected:
  QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
  QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

 private:
  bool m_arePowers = false;
};

/// The smallest range that holds [low, high] and ends on round numbers; never empty.
QCPRange roundRange(double low, double high);

/// A polyline of at most about 4 × `columns` points that looks the same where it is drawn `columns` pixels
/// wide: the first, lowest, highest and last point of each column. x must not fall.
struct Polyline {
  QVector<double> x, y;
};
Polyline thinned(const Eigen::VectorXd& x, const Eigen::VectorXd& y, int columns = 500);

}  // namespace carom
