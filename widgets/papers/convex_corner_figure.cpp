#include "papers/convex_corner_figure.h"

#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "common/theme.h"
#include "papers/sketch.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;

/// The paper gives no numbers: the wedge and the velocity are chosen so that its sentences hold.
constexpr double degree = std::numbers::pi / 180;
constexpr double halfWedge = 48 * degree, arrival = -78 * degree;

/// The two outward normals of a wedge whose tip is at 0 and points upwards.
Vector normalOf(int edge) {
  return direction(edge == 0 ? std::numbers::pi - halfWedge : halfWedge);
}
Vector edgeOf(int edge) {
  return direction(-std::numbers::pi / 2 + (edge == 0 ? -1 : 1) * halfWedge);
}
Vector reflectedIn(const Vector& v, int edge) {
  return v - 2 * v.dot(normalOf(edge)) * normalOf(edge);
}
/// The edge whose reflection changes v⁻ least.
int nearestEdge(const Vector& v) {
  return (reflectedIn(v, 0) - v).norm() <= (reflectedIn(v, 1) - v).norm() ? 0 : 1;
}

}  // namespace

QString ConvexCornerFigure::title() const {
  return QObject::tr("A point hits a convex corner");
}

void ConvexCornerFigure::paint(QPainter& painter, const QRectF& area) const {
  const Vector arriving = direction(arrival), origin = Vector::Zero();
  Sketch sketch(painter, area.adjusted(3, 3, -3, -3), QRectF(-1.3, -1.05, 2.6, 2.25));
  const double depth = 1.05 / std::cos(halfWedge);
  sketch.region({origin, depth * edgeOf(0), depth * edgeOf(1)}, QColor(0xE3, 0xE6, 0xEA));
  const Vector first = reflectedIn(arriving, 0), second = reflectedIn(arriving, 1);
  std::vector<Vector> cone{origin};
  constexpr int pieces = 64;
  for (int i = 0; i <= pieces; ++i)
    cone.push_back(direction(std::lerp(angleOf(first), angleOf(second), i / double{pieces})));
  sketch.region(cone, QColor(0xD5, 0xEC, 0xE2));
  for (const int edge : {0, 1}) {
    sketch.line(origin, depth * edgeOf(edge), {theme::ink(), 1.2});
    sketch.arrow(origin, 0.45 * normalOf(edge), {theme::quietInk(), 0.8});
    sketch.math(0.45 * normalOf(edge), edge == 0 ? QStringLiteral("u") : QStringLiteral("v"),
                7 * normalOf(edge), theme::quietInk());
  }
  sketch.arrow(-arriving, -0.03 * arriving, {theme::blue, 1.4});
  sketch.math(-arriving, QStringLiteral("v^−"), {0, 8}, theme::blue);
  sketch.line(origin, 0.95 * arriving, {theme::blue, 0.8, Qt::DashLine});
  for (const int edge : {0, 1}) {
    const bool isNearest = edge == nearestEdge(arriving);
    const Vector after = reflectedIn(arriving, edge);
    const QColor color = isNearest ? theme::vermilion : theme::goodInk();
    sketch.arrow(origin, after, {color, isNearest ? 1.6 : 1.1});
    sketch.math(after, edge == 0 ? QStringLiteral("v_u") : QStringLiteral("v_v"), 9 * after, color);
    sketch.line(0.95 * arriving, after, {color, 0.5, Qt::DotLine});
  }
  sketch.words(0.75 * (first + second).normalized(), QObject::tr("feasible"), {0, 0}, theme::goodInk());
  const Vector nearest = reflectedIn(arriving, nearestEdge(arriving));
  sketch.words(nearest, QObject::tr("nearest"), {4, -24}, theme::vermilion);
  sketch.dot(origin, theme::ink(), 2);
}

QString ConvexCornerFigure::csv() const {
  const Vector arriving = direction(arrival);
  QString text = QStringLiteral("what,x,y\n");
  const auto row = [&](const QString& what, const Vector& at) {
    text += what + QLatin1Char(',') + csvNumber(at.x()) + QLatin1Char(',') + csvNumber(at.y()) +
            QLatin1Char('\n');
  };
  row(QStringLiteral("u"), normalOf(0));
  row(QStringLiteral("v"), normalOf(1));
  row(QStringLiteral("v^-"), arriving);
  row(QStringLiteral("v_u"), reflectedIn(arriving, 0));
  row(QStringLiteral("v_v"), reflectedIn(arriving, 1));
  row(QStringLiteral("nearest"), reflectedIn(arriving, nearestEdge(arriving)));
  return text;
}

}  // namespace carom
