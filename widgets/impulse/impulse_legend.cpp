#include "impulse/impulse_legend.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/note_drawing.h"
#include "impulse/impulse_painter.h"
#include "impulse/impulse_picture.h"
#include "impulse/law_marks.h"

namespace carom {

namespace {

constexpr double legendLine = 15, legendText = 10.5, legendMark = 14, lineMark = 22, legendGap = 14;

/// A law, a line or else an area, and what the legend says of it.
struct LegendRow {
  const LawDiagram* law = nullptr;
  const NamedImpulseLine* line = nullptr;
  QString text{};
  QColor fill{};
  double mark() const { return line ? lineMark : legendMark; }
};

/// "Brach: no answer" where a law refuses the case.
LegendRow rowOf(const LawDiagram& law) {
  const QString name = lawLabel(law.law);
  return {&law, nullptr, law.refusal.empty() ? name : QObject::tr("%1: no answer").arg(name)};
}

/// Calls place(row, corner of its entry) for each row, and returns the height of all.
template <class Place>
double layoutLegend(const std::vector<LegendRow>& rows, double width, double unit, Place place) {
  if (rows.empty()) return 0;
  double x = 0, y = 0;
  for (const LegendRow& row : rows) {
    const double entry = row.mark() * unit + mixedWidth(row.text, legendText * unit);
    if (x > 0 && x + entry > width) {
      x = 0;
      y += legendLine * unit;
    }
    place(row, QPointF(x, y));
    x += entry + legendGap * unit;
  }
  return y + legendLine * unit;
}

/// The friction cone is a corner, the border of the energy an ellipse: their colours are alike.
void paintLineMark(QPainter& painter, const NamedImpulseLine& line, QPointF middle, double unit) {
  const double half = 8 * unit, high = 4 * unit;
  painter.setPen(QPen(line.color, line.width * unit, line.style));
  painter.setBrush(Qt::NoBrush);
  if (line.what == NamedImpulseLine::What::Energy) return painter.drawEllipse(middle, half, 0.9 * high);
  if (line.what != NamedImpulseLine::What::Friction)
    return painter.drawLine(middle - QPointF(half, 0), middle + QPointF(half, 0));
  const QPointF tip = middle + QPointF(0, high);
  painter.drawPolyline(
      QPolygonF{tip + QPointF(-0.7 * half, -2 * high), tip, tip + QPointF(0.7 * half, -2 * high)});
}

void paintAreaMark(QPainter& painter, const QColor& fill, QPointF middle, double unit) {
  const double half = 4.5 * unit;
  painter.setPen(QPen(theme::quietInk(), 0.5 * unit));
  painter.setBrush(fill);
  painter.drawRect(QRectF(middle - QPointF(half, half), middle + QPointF(half, half)));
}

/// What the areas of permissible impulses mean, up to which e there are some.
void addAreas(std::vector<LegendRow>& rows, const ImpulsePicture& picture) {
  if (!picture.look.largest) return;
  const double largest = picture.diagram.largestRestitution(picture.what.coefficients.friction);
  rows.push_back({.text = std::isinf(largest)
                              ? QObject::tr("permissible for all $e$")
                              : QObject::tr("permissible up to $e$ = %1").arg(formatNumber(largest)),
                  .fill = permissibleFill()});
  if (picture.look.aboveOne) rows.push_back({.text = QStringLiteral("$e$ ≤ 1"), .fill = belowOneFill()});
}

/// Calls use(rows) with those of a picture of this width.
template <class Use>
auto withRows(const ImpulsePicture& picture, bool withLines, Use use) {
  const std::vector<NamedImpulseLine> lines = withLines && picture.look.words
                                                  ? namedLines(picture, LineNames::Legend)
                                                  : std::vector<NamedImpulseLine>();
  std::vector<LegendRow> rows;
  for (const NamedImpulseLine& line : lines) rows.push_back({nullptr, &line, line.name});
  addAreas(rows, picture);
  if (picture.look.legend)
    for (const LawDiagram& law : picture.laws) rows.push_back(rowOf(law));
  return use(rows);
}

/// Of a pendulum the slip ends where compression does [CR98 Fig. 8].
bool isSame(const ImpulseLine& a, const ImpulseLine& b) {
  constexpr double rounding = 1e-9;
  const auto cross = [](const Eigen::Vector2d& u, const Eigen::Vector2d& v) {
    return std::abs(u.x() * v.y() - u.y() * v.x());
  };
  return cross(a.along, b.along) <= rounding * a.along.norm() * b.along.norm() &&
         cross(b.at - a.at, a.along) <= rounding * a.along.norm() * (a.at.norm() + b.at.norm());
}

double heightOf(const ImpulsePicture& picture, double width, double unit, bool withLines) {
  return withRows(picture, withLines, [&](const std::vector<LegendRow>& rows) {
    return layoutLegend(rows, width - 12 * unit, unit, [](const LegendRow&, QPointF) {});
  });
}

}  // namespace

QColor permissibleFill() {
  QColor color = theme::accent();
  color.setAlphaF(0.13F);
  return color;
}

QColor belowOneFill() {
  QColor color = theme::ink();
  color.setAlphaF(0.75F);
  return color;
}

std::vector<NamedImpulseLine> namedLines(const ImpulsePicture& picture, LineNames names) {
  using What = NamedImpulseLine::What;
  const bool isLegend = names == LineNames::Legend;
  const Qt::PenStyle sticking = isLegend ? Qt::DashDotLine : Qt::SolidLine,
                     reversal = isLegend ? Qt::DotLine : Qt::DashLine,
                     restitution = isLegend ? Qt::DashDotDotLine : Qt::DashLine;
  const LawCoefficients& c = picture.what.coefficients;
  std::vector<NamedImpulseLine> lines{
      {What::Compression, QObject::tr("maximum compression"), theme::orange, Qt::SolidLine, 1.3}};
  if (picture.diagram.impact().V[0] < 0)
    lines.push_back({What::Elastic, QStringLiteral("$e$ = 1"), theme::orange, Qt::DashLine, 1.1});
  const bool isOneLine = isSame(picture.diagram.normalLine(0), picture.diagram.tangentialLine(0));
  lines.push_back(
      {What::Sticking, QObject::tr("sticking"), theme::green, isOneLine ? Qt::DashLine : sticking, 1.3});
  if (picture.look.reversal)
    lines.push_back({What::Reversal, QObject::tr("slip reversed"), theme::green, reversal, 1.3});
  if (picture.look.construction)
    lines.push_back({What::Restitution, QStringLiteral("$e$ = %1").arg(plainNumber(c.restitution, 3)),
                     theme::quietInk(), restitution, 1});
  lines.push_back({What::Friction,
                   std::isinf(c.friction) ? QObject::tr("friction, $μ$ = ∞")
                                          : QObject::tr("friction, $μ$ = %1").arg(plainNumber(c.friction, 3)),
                   theme::quietInk(), Qt::SolidLine, 1.2});
  lines.push_back({What::Energy, QObject::tr("energy kept"), theme::ink(), Qt::SolidLine, 1.4});
  return lines;
}

bool namesLinesBelow(const ImpulsePicture& picture, double width, double unit) {
  constexpr double roomy = 320;  // pixels of the window's design: about 70 mm on paper
  return picture.aspect > 0 && (width < roomy * unit || namesHideLines(picture, width, unit));
}

double impulseLegendHeight(const ImpulsePicture& picture, double width, double unit) {
  return heightOf(picture, width, unit, namesLinesBelow(picture, width, unit));
}

double lineNamesHeight(const ImpulsePicture& picture, double width, double unit) {
  return impulseLegendHeight(picture, width, unit) - heightOf(picture, width, unit, false);
}

void paintImpulseLegend(QPainter& painter, const ImpulsePicture& picture, QPointF corner, double width,
                        double unit) {
  withRows(picture, namesLinesBelow(picture, width, unit), [&](const std::vector<LegendRow>& rows) {
    layoutLegend(rows, width - 12 * unit, unit, [&](const LegendRow& row, QPointF at) {
      const QPointF from = corner + at + QPointF(6 * unit, 0);
      if (row.law)
        paintLawMark(painter, row.law->law, from + QPointF(5 * unit, 6 * unit), unit);
      else if (row.line)
        paintLineMark(painter, *row.line, from + QPointF(8 * unit, 6 * unit), unit);
      else
        paintAreaMark(painter, row.fill, from + QPointF(5 * unit, 6 * unit), unit);
      painter.setPen(row.law && !row.law->refusal.empty() ? theme::quietInk() : theme::ink());
      drawMixed(painter, from + QPointF(row.mark() * unit, 10 * unit), row.text, legendText * unit);
    });
  });
}

}  // namespace carom
