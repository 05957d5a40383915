#include "figure/axes_frame.h"

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "base/round_number.h"
#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr double textSize = 11, captionSize = 11.5;

void grow(double& low, double& high, double by) {
  const double middle = 0.5 * (low + high), half = 0.5 * (high - low) * by;
  low = middle - half;
  high = middle + half;
}

double captionWidth(const AxesFrame::Caption& caption, double unit) {
  return theme::mathWidth(caption.math, 1.15 * captionSize * unit) +
         theme::textWidth(QLatin1Char(' ') + caption.words, theme::textFont(captionSize * unit));
}

void drawCaption(QPainter& painter, const AxesFrame::Caption& caption, QPointF centre, double unit) {
  QPointF at = centre - QPointF(captionWidth(caption, unit) / 2, 0);
  at.rx() += theme::drawMath(painter, at, caption.math, 1.15 * captionSize * unit);
  theme::drawText(painter, at, QLatin1Char(' ') + caption.words, theme::textFont(captionSize * unit));
}

}  // namespace

QPointF AxesFrame::map(QPointF point) const {
  return {plot.left() + (point.x() - data.left()) / data.width() * plot.width(),
          plot.bottom() - (point.y() - data.top()) / data.height() * plot.height()};
}

std::vector<AxesFrame::Tick> roundTicks(double low, double high, double length, double unit) {
  constexpr double perTick = 60;
  if (!(high > low) || !std::isfinite(high - low)) return {};
  const double least = (high - low) * perTick * unit / std::max(length, perTick * unit);
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = roundNumberAbove(least);
  for (const double finer : {5.0, 2.0, 1.0, 0.5, 0.2}) {  // a scale needs two ticks
    if (std::floor(high / step + 1e-9) > std::ceil(low / step - 1e-9)) break;
    step = std::min(step, finer * power);
  }
  const int decimals = std::min(decimalsOf(step), 12);
  std::vector<AxesFrame::Tick> ticks;
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i)
    ticks.push_back({i * step, i == 0 ? QStringLiteral("0") : formatFixed(i * step, decimals)});
  return ticks;
}

AxesFrame axesFrame(const QRectF& area, QRectF data, bool sameScale, double unit) {
  AxesFrame frame;
  frame.unit = unit;
  frame.plot = area.adjusted(52 * unit, 8 * unit, -12 * unit, -38 * unit);
  frame.plot.setWidth(std::max(unit, frame.plot.width()));  // a panel may have no room
  frame.plot.setHeight(std::max(unit, frame.plot.height()));
  double left = data.left(), right = data.right(), low = data.top(), high = data.bottom();
  if (sameScale) {
    double size = std::max(right - left, high - low);
    // All in one place: room as large as its distance from 0.
    const double far = std::max({std::abs(left), std::abs(right), std::abs(low), std::abs(high)});
    if (!(size > 1e-12 * far)) size = std::max(far, 1e-300);
    if (right - left < 0.02 * size) left -= 0.1 * size, right += 0.1 * size;
    if (high - low < 0.02 * size) low -= 0.1 * size, high += 0.1 * size;
    grow(left, right, 1.16);
    grow(low, high, 1.16);
    const double perX = (right - left) / frame.plot.width(), perY = (high - low) / frame.plot.height();
    if (perX < perY) grow(left, right, perY / perX);
    if (perY < perX) grow(low, high, perX / perY);
  }
  frame.data = QRectF(QPointF(left, low), QPointF(right, high));
  frame.xTicks = roundTicks(left, right, frame.plot.width(), unit);
  frame.yTicks = roundTicks(low, high, frame.plot.height(), unit);
  return frame;
}

void AxesFrame::paint(QPainter& painter) const {
  const QFont font = theme::textFont(textSize * unit);
  QColor line = theme::quietInk();  // as that of plots; black where a style asks for black axes
  line.setAlphaF(0.7F);
  const QPen grid(theme::hairline(), 0.8 * unit), axis(line, unit);
  for (const Tick& tick : xTicks) {
    const double at = map(tick.at, data.top()).x();
    painter.setPen(grid);
    painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
    painter.setPen(theme::quietInk());
    theme::drawText(painter, {at - theme::textWidth(tick.text, font) / 2, plot.bottom() + 15 * unit},
                    tick.text, font);
  }
  for (const Tick& tick : yTicks) {
    const double at = map(data.left(), tick.at).y();
    painter.setPen(grid);
    painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    painter.setPen(theme::quietInk());
    theme::drawText(painter, {plot.left() - 6 * unit - theme::textWidth(tick.text, font), at + 4 * unit},
                    tick.text, font);
  }
  painter.setPen(axis);
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  painter.drawLine(plot.bottomLeft(), plot.topLeft());
  painter.setPen(theme::quietInk());
  drawCaption(painter, x, {plot.center().x(), plot.bottom() + 32 * unit}, unit);
  painter.save();
  painter.translate(plot.left() - 40 * unit, plot.center().y());
  painter.rotate(-90);
  drawCaption(painter, y, {0, 0}, unit);
  painter.restore();
}

}  // namespace carom
