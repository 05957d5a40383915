#include "plot/isoband_item.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/theme.h"

namespace carom {

IsobandItem::IsobandItem(StyledPlot* plot, PlaneValues values, QVector<double> levels, QVector<QColor> colors)
    : QCPAbstractItem(plot),
      m_style(plot->plotStyle()),
      m_values(std::move(values)),
      m_levels(std::move(levels)),
      m_colors(std::move(colors)) {
  findBorder();
  setLayer(QStringLiteral("background"));
}

QPointF IsobandItem::corner(qsizetype i, qsizetype j) const {
  return {parentPlot()->xAxis->coordToPixel(m_values.x[i]), parentPlot()->yAxis->coordToPixel(m_values.y[j])};
}

/// Whether all corners of a cell have a value.
bool IsobandItem::hasValue(qsizetype i, qsizetype j) const {
  const qsizetype n = m_values.y.size(), at = i * n + j;
  return std::min({m_presence[at], m_presence[at + 1], m_presence[at + n], m_presence[at + n + 1]}) > 0.5;
}

/// The value that neighbours on a line through a place lead to, on average; NaN where none does.
double IsobandItem::continued(qsizetype i, qsizetype j) const {
  const auto at = [&](qsizetype a, qsizetype b) {
    const bool isIn = a >= 0 && b >= 0 && a < m_values.x.size() && b < m_values.y.size();
    return isIn ? m_values.at(a, b) : std::numeric_limits<double>::quiet_NaN();
  };
  double sum = 0;
  int count = 0;
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b) {
      const double near = at(i + a, j + b), far = at(i + 2 * a, j + 2 * b);
      if ((a == 0 && b == 0) || !std::isfinite(near)) continue;
      sum += std::isfinite(far) ? 2 * near - far : near;
      ++count;
    }
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

/// The presence is 1 or 0, smoothed over neighbours: so the border between places of either kind has no
/// stairs. Each place keeps its side of it.
void IsobandItem::findBorder() {
  const qsizetype columns = m_values.x.size(), rows = m_values.y.size();
  const auto isThere = [&](qsizetype i, qsizetype j) {
    return std::isfinite(
        m_values.at(std::clamp<qsizetype>(i, 0, columns - 1), std::clamp<qsizetype>(j, 0, rows - 1)));
  };
  constexpr qsizetype reach = 3;
  constexpr double least = 0.05;  // from ½: the border stays that far from each place, in shares of an edge
  QVector<double> values = m_values.value;
  m_presence.resize(values.size());
  for (qsizetype i = 0; i < columns; ++i)
    for (qsizetype j = 0; j < rows; ++j) {
      int count = 0, all = 0;
      for (qsizetype a = -reach; a <= reach; ++a)
        for (qsizetype b = -reach; b <= reach; ++b) {
          if (a * a + b * b > reach * reach + 1) continue;
          count += isThere(i + a, j + b);
          ++all;
        }
      double& presence = m_presence[i * rows + j];
      presence = static_cast<double>(count) / all;
      presence = isThere(i, j) ? std::max(presence, 0.5 + least) : std::min(presence, 0.5 - least);
      if (!isThere(i, j)) values[i * rows + j] = continued(i, j);
    }
  m_values.value = std::move(values);
}

namespace {

struct Corner {
  QPointF place;
  double value, presence;
};

/// The part of a polygon where a quantity that is linear along edges is at least `least`.
std::vector<Corner> cut(const std::vector<Corner>& polygon, double Corner::*quantity, double least) {
  std::vector<Corner> part;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Corner &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    if (a.*quantity >= least) part.push_back(a);
    if ((a.*quantity >= least) == (b.*quantity >= least)) continue;
    const double share = (least - a.*quantity) / (b.*quantity - a.*quantity);
    part.push_back({a.place + share * (b.place - a.place), a.value + share * (b.value - a.value),
                    a.presence + share * (b.presence - a.presence)});
  }
  return part;
}

}  // namespace

/// The part of a cell above a level, within the border.
void IsobandItem::addPart(QPainterPath& path, qsizetype i, qsizetype j, double level) const {
  std::vector<Corner> cell;
  for (const auto& [a, b] : {std::pair{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}})
    cell.push_back({corner(a, b), m_values.at(a, b), m_presence[a * m_values.y.size() + b]});
  if (std::ranges::all_of(cell, [](const Corner& at) { return at.presence < 0.5; })) return;
  // A corner without value far from the border: none of its cell is drawn.
  if (std::ranges::any_of(cell, [](const Corner& at) { return !std::isfinite(at.value); })) return;
  const std::vector<Corner> part = cut(cut(cell, &Corner::presence, 0.5), &Corner::value, level);
  if (part.size() < 3) return;
  QPolygonF outline;
  for (const Corner& at : part) outline << at.place;
  path.addPolygon(outline);
  path.closeSubpath();
}

/// One path, so that neighbours of the same colour leave no line between them.
QPainterPath IsobandItem::above(double level) const {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  for (qsizetype i = 0; i + 1 < m_values.x.size(); ++i) {
    qsizetype first = -1;  // of a run of cells that are wholly above
    for (qsizetype j = 0; j < m_values.y.size(); ++j) {
      const bool isCell = j + 1 < m_values.y.size();
      const bool isWhole = isCell && hasValue(i, j) && m_values.at(i, j) >= level &&
                           m_values.at(i + 1, j) >= level && m_values.at(i, j + 1) >= level &&
                           m_values.at(i + 1, j + 1) >= level;
      if (isWhole && first < 0) first = j;
      if (!isWhole && first >= 0) {
        path.addPolygon(QPolygonF{corner(i, first), corner(i + 1, first), corner(i + 1, j), corner(i, j)});
        path.closeSubpath();
        first = -1;
      }
      if (isCell && !isWhole) addPart(path, i, j, level);
    }
  }
  return path;
}

bool IsobandItem::isEmpty(const QPointF& pixel) const {
  const double x = parentPlot()->xAxis->pixelToCoord(pixel.x()),
               y = parentPlot()->yAxis->pixelToCoord(pixel.y());
  const auto cell = [](const QVector<double>& values, double value) {
    return std::ranges::upper_bound(values, value) - values.begin() - 1;
  };
  const qsizetype i = cell(m_values.x, x), j = cell(m_values.y, y), rows = m_values.y.size();
  if (i < 0 || j < 0 || i + 1 >= m_values.x.size() || j + 1 >= rows) return false;
  const double a = (x - m_values.x[i]) / (m_values.x[i + 1] - m_values.x[i]),
               b = (y - m_values.y[j]) / (m_values.y[j + 1] - m_values.y[j]);
  const double* at = &m_presence[i * rows + j];
  return (1 - a) * ((1 - b) * at[0] + b * at[1]) + a * ((1 - b) * at[rows] + b * at[rows + 1]) < 0.5;
}

/// Where the border lies between two pixels.
QPointF IsobandItem::borderBetween(QPointF inside, QPointF outside) const {
  constexpr int halvings = 6;
  for (int k = 0; k < halvings; ++k) {
    const QPointF middle = 0.5 * (inside + outside);
    (isEmpty(middle) ? inside : outside) = middle;
  }
  return inside;
}

void IsobandItem::hatch(QCPPainter& painter) const {
  const double gap = 5.0 * m_style.unit;
  const QRectF area = parentPlot()->axisRect()->rect();
  painter.setPen(m_style.pen(theme::quietInk(), 0.6));
  const QPointF step(gap / 4, -gap / 4);
  for (double c = area.left() - area.height(); c < area.right(); c += gap) {
    std::optional<QPointF> begin;
    QPointF at(c, area.bottom());
    for (; at.y() >= area.top() + step.y(); at += step) {
      const bool inside = isEmpty(at);
      if (inside && !begin) begin = borderBetween(at, at - step);
      if (!inside && begin) {
        painter.drawLine(QLineF(*begin, borderBetween(at - step, at)));
        begin.reset();
      }
    }
    if (begin) painter.drawLine(QLineF(*begin, at - step));
  }
}

void IsobandItem::draw(QCPPainter* painter) {
  painter->setPen(Qt::NoPen);
  for (qsizetype k = 0; k < m_levels.size(); ++k) {
    painter->setBrush(m_colors[k]);
    painter->drawPath(above(m_levels[k]));
  }
  if (std::ranges::any_of(m_presence, [](double presence) { return presence < 0.5; })) hatch(*painter);
}

}  // namespace carom
