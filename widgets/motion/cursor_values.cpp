#include "motion/cursor_values.h"

#include <algorithm>

#include "base/number_format.h"
#include "common/theme.h"

namespace carom {

namespace {

QString cursorText(double value) {
  return formatNumber(value, 4);
}

}  // namespace

CursorValues::CursorValues(StyledPlot* plot, const SeriesView& view, const PlotContent& content,
                           const QColor& color)
    : QCPAbstractItem(plot), m_plot(plot), m_color(color) {
  constexpr std::size_t most = 4;  // more of them hide the curves
  plot->toCursorLayer(this);
  if (view.isPhase()) return;
  for (const PlotCurve& curve : content.curves) {
    const bool isLine = curve.shape == PlotCurve::Shape::Line || (curve.isDrawn() && view.logY);
    if (!isLine || !curve.at || curve.name.isEmpty()) continue;
    const SeriesValues& values = *view.runs[curve.run].values;
    m_curves.push_back({curve.at, values.start(), values.end(), curve.isLeft ? plot->yAxis : plot->yAxis2});
  }
  if (m_curves.size() > most) m_curves.clear();
}

QStringList CursorValues::texts() const {
  QStringList all;
  for (const Curve& curve : m_curves)
    if (curve.has(m_time)) all += cursorText(curve.at(m_time));
  return all;
}

/// The words of the plot that a box would cover; empty where it covers none.
QRectF CursorValues::wordsUnder(const QRectF& box) const {
  for (int i = 0; i < m_plot->itemCount(); ++i)
    if (const auto* text = qobject_cast<const QCPItemText*>(m_plot->item(i)); text && text->visible()) {
      const QRectF words(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
      if (words.normalized().intersects(box)) return words.normalized();
    }
  return {};
}

void CursorValues::draw(QCPPainter* painter) {
  const QRectF axes = m_plot->axisRect()->rect();
  const double x = m_plot->xAxis->coordToPixel(m_time);
  if (x < axes.left() || x > axes.right()) return;
  const QFont font = m_plot->plotStyle().font(PlotStyle::smallText);
  const QFontMetricsF metrics(font, painter->device());
  const double gap = 4 * m_plot->plotStyle().unit, height = metrics.height();
  std::vector<std::pair<double, QString>> placed;
  for (const Curve& curve : m_curves) {
    if (!curve.has(m_time)) continue;
    const double value = curve.at(m_time), y = curve.axis->coordToPixel(value);
    if (y >= axes.top() && y <= axes.bottom()) placed.emplace_back(y, cursorText(value));
  }
  // From the top, each below the one before; at the other side of the cursor where the plot ends.
  std::ranges::sort(placed);
  double least = axes.top() + height / 2;
  QColor ground = m_plot->plotStyle().paper ? QColor(Qt::white) : theme::panelGround();
  ground.setAlphaF(0.8F);
  painter->setFont(font);
  for (const auto& [y, text] : placed) {
    double at = std::max(least, std::min(y, axes.bottom() - height / 2));
    const double width = metrics.horizontalAdvance(text);
    const double left = x + gap + width > axes.right() ? x - gap - width : x + gap;
    QRectF box(left, at - height / 2, width, height);
    if (const QRectF words = wordsUnder(box); !words.isEmpty()) {  // the note of a plot stays legible
      const QRectF other = box.translated(x - gap - width - left, 0);
      if (other.left() >= axes.left() && wordsUnder(other).isEmpty()) {
        box = other;
      } else if (words.bottom() + height <= axes.bottom()) {
        box.moveTop(words.bottom());
        at = box.center().y();
      }
    }
    painter->fillRect(box.adjusted(-gap / 2, 0, gap / 2, 0), ground);
    painter->setPen(m_color);
    painter->drawText(box, Qt::AlignCenter, text);
    least = at + height;
  }
}

}  // namespace carom
