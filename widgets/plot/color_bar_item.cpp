#include "plot/color_bar_item.h"

#include <cmath>

#include "base/number_format.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr double barGap = 7, barWidth = 11, edge = 7;  // px of the screen

/// 0 and powers of ten of both signs, at their places on a logarithmic scale; fewer where there is no room.
class SignedLogTicker : public RoundTicker {
 public:
  explicit SignedLogTicker(double unit) : RoundTicker(Steps::Decimal, 22), m_unit(unit) {}

 protected:
  QVector<double> createTickVector(double /*step*/, const QCPRange& range) override {
    const auto place = [&](double value) {
      return std::copysign(std::log10(1 + std::abs(value) / m_unit), value);
    };
    const auto value = [&](double at) { return m_unit * (std::pow(10, std::abs(at)) - 1); };
    const double largest = std::max(value(range.lower), value(range.upper));
    const int top = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
    const int least = static_cast<int>(std::ceil(std::log10(m_unit)));
    const int decades = std::max(1, top - least + 1), sides = range.lower < 0 && range.upper > 0 ? 2 : 1;
    const int every = (sides * decades + tickCount() - 1) / std::max(1, tickCount());
    QVector<double> ticks;
    for (int k = top; k >= least; k -= std::max(1, every))
      for (const double sign : {-1.0, 1.0})
        if (const double at = place(sign * std::pow(10, k)); at >= range.lower && at <= range.upper)
          ticks += at;
    if (range.lower <= 0 && range.upper >= 0) ticks += 0;
    std::ranges::sort(ticks);
    return ticks;
  }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    if (tick == 0) return QStringLiteral("0");
    const double value = m_unit * (std::pow(10, std::abs(tick)) - 1);
    const QString sign = tick < 0 ? QStringLiteral("−") : QString();
    return sign + QStringLiteral("10") + superscript(static_cast<int>(std::lround(std::log10(value))));
  }

 private:
  double m_unit;
};

}  // namespace

ColorBarItem::ColorBarItem(StyledPlot* plot, QVector<double> borders, QVector<QColor> colors,
                           ColorScale scale)
    : QCPAbstractItem(plot),
      m_style(plot->plotStyle()),
      m_borders(std::move(borders)),
      m_colors(std::move(colors)) {
  setClipToAxisRect(false);
  plot->showRightAxis(true);
  QCPAxis& axis = *plot->yAxis2;
  axis.setOffset(m_style.px(barGap + barWidth));
  axis.setPadding(m_style.px(edge));
  axis.setScaleType(QCPAxis::stLinear);
  axis.setRange(m_borders.front(), m_borders.back());
  axis.setTicker(scale.isLog
                     ? QSharedPointer<QCPAxisTicker>(new SignedLogTicker(scale.unit))
                     : QSharedPointer<QCPAxisTicker>(new RoundTicker(RoundTicker::Steps::Decimal, 40)));
  axis.grid()->setVisible(false);
  plot->fitTicks(plot->viewport().size());
}

void ColorBarItem::draw(QCPPainter* painter) {
  const QCPAxis& axis = *mParentPlot->yAxis2;
  const double left = mParentPlot->axisRect()->right() + m_style.px(barGap);
  painter->setPen(Qt::NoPen);
  for (qsizetype k = 0; k < m_colors.size(); ++k) {
    const double bottom = axis.coordToPixel(m_borders[k]), top = axis.coordToPixel(m_borders[k + 1]);
    painter->setBrush(m_colors[k]);
    painter->drawRect(QRectF(QPointF(left, top), QPointF(left + m_style.px(barWidth), bottom)));
  }
}

}  // namespace carom
