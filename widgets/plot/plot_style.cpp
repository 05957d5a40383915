#include "plot/plot_style.h"

#include <cmath>

#include "base/number_format.h"
#include "base/round_number.h"
#include "common/theme.h"

namespace carom {

QFont PlotStyle::font(double size, QFont::Weight weight) const {
  QFont font = theme::textFont(size, weight);
  font.setPixelSize(std::max(1, px(font.pointSizeF())));
  return font;
}

QPen PlotStyle::pen(const QColor& color, double width, Qt::PenStyle line) const {
  QPen pen(color, unit * width, line, Qt::FlatCap, Qt::RoundJoin);
  if (line == Qt::DashLine) pen.setDashPattern({4, 2.4});
  if (line == Qt::DotLine) pen.setDashPattern({1.2, 1.8});
  return pen;
}

void RoundTicker::setPixels(double pixels) {
  m_pixels = pixels;
  constexpr int most = 8;  // more numbers than that are not read
  setTickCount(std::clamp(static_cast<int>(pixels / m_pixelsPerTick), 2, most));
}

double RoundTicker::getTickStep(const QCPRange& range) {
  if (m_steps == Steps::Degrees && range.size() > 6)
    m_step = pickClosest(range.size() / tickCount(), {2, 5, 10, 15, 30, 45, 60, 90, 180});
  else
    m_step = QCPAxisTicker::getTickStep(range);
  if (m_steps == Steps::Whole) m_step = std::max(1.0, std::round(m_step));
  const double largest = std::max(std::abs(range.lower), std::abs(range.upper));
  const bool isFar = decimalsOf(m_step) > 3 || largest >= 1e6;
  m_exponent = isFar && largest > 0 ? static_cast<int>(std::floor(std::log10(largest) + 1e-9)) : 0;
  constexpr double besidePowers = 75, perPower = 110;  // px of a horizontal axis: "1.5·10⁻⁵" is wide
  if (m_exponent != 0 && m_pixelsPerTick >= besidePowers)
    m_step = std::max(m_step, cleanMantissa(range.size() / std::max(2.0, std::floor(m_pixels / perPower))));
  return m_step;
}

QVector<double> RoundTicker::createTickVector(double step, const QCPRange& range) {
  constexpr double slack = 1e-9;  // of the step: far above rounding, far below a pixel
  QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
  for (double& tick : ticks)
    for (const double end : {range.lower, range.upper})
      if (std::abs(tick - end) < slack * step) tick = end;
  return ticks;
}

QString RoundTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  if (std::abs(tick) < 1e-9 * m_step) return QStringLiteral("0");
  const double unit = std::pow(10, m_exponent), step = m_step / unit;
  const int decimals = decimalsOf(step);
  const bool halves =
      std::abs(step * std::pow(10, decimals) - std::round(step * std::pow(10, decimals))) > 1e-6;
  const QString number = formatFixed(tick / unit, decimals + halves);
  return m_exponent == 0 ? number : number + QStringLiteral("·10") + superscript(m_exponent);
}

void DecadeTicker::setPixels(double pixels) {
  constexpr double pixelsPerTick = 30, beside = 45;  // captions, numbers and legend take some of the side
  setTickCount(std::clamp(static_cast<int>((pixels - beside) / pixelsPerTick), 2, 5));
}

QVector<double> DecadeTicker::createTickVector(double tickStep, const QCPRange& range) {
  m_arePowers = range.lower < 0.99e-3 || range.upper > 1.01e4;
  return range.upper < 10 * range.lower
             ? QCPAxisTicker::createTickVector(QCPAxisTicker::getTickStep(range), range)
             : QCPAxisTickerLog::createTickVector(tickStep, range);
}

QString DecadeTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  const int exponent = static_cast<int>(std::floor(std::log10(tick) + 1e-9));
  const double mantissa = tick / std::pow(10, exponent);
  const QString digits = plainNumber(mantissa, 3);
  if (!m_arePowers)
    return formatFixed(
        tick, std::max<int>(0, static_cast<int>(digits.size() > 2 ? digits.size() - 2 : 0) - exponent));
  const QString power = QStringLiteral("10") + superscript(exponent);
  return std::abs(mantissa - 1) < 1e-9 ? power : digits + QStringLiteral("·") + power;
}

QCPRange roundRange(double low, double high) {
  if (!(high > low)) {
    const double room = low == 0 ? 1 : 0.5 * std::abs(low);
    return roundRange(low == 0 ? 0 : low - room, high + room);
  }
  constexpr double ticks = 7;
  constexpr double slack = 1e-9;  // a bound that is round but for rounding stays
  const double step = roundNumberAbove((high - low) / ticks * (1 - slack));
  return {std::floor(low / step + slack) * step, std::ceil(high / step - slack) * step};
}

Polyline thinned(const Eigen::VectorXd& x, const Eigen::VectorXd& y, int columns) {
  Polyline line;
  const auto add = [&](Eigen::Index i) {
    line.x += x[i];
    line.y += y[i];
  };
  const Eigen::Index count = x.size();
  if (count <= 4 * columns) {
    for (Eigen::Index i = 0; i < count; ++i) add(i);
    return line;
  }
  const double width = (x[count - 1] - x[0]) / columns;
  for (Eigen::Index first = 0; first < count;) {
    Eigen::Index last = first, low = first, high = first;
    const double end = x[0] + (std::floor((x[first] - x[0]) / width) + 1) * width;
    for (Eigen::Index i = first; i < count && (x[i] < end || i == first); ++i) {
      last = i;
      if (y[i] < y[low]) low = i;
      if (y[i] > y[high]) high = i;
    }
    Eigen::Index before = -1;
    for (const Eigen::Index i : {first, std::min(low, high), std::max(low, high), last}) {
      if (i != before) add(i);
      before = i;
    }
    first = last + 1;
  }
  return line;
}

}  // namespace carom
