#include "papers/concave_corner_figure.h"

#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure.h"
#include "papers/sketch.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;

/// The paper gives no numbers: the corner, narrower than a right angle, and the velocity are chosen so that a
/// single reflection points at a wall and the orderings end apart.
constexpr double inRadians = std::numbers::pi / 180;
constexpr double halfOpening = 40 * inRadians, concaveArrival = -102 * inRadians;

/// The wall of u at the left and that of v at the right of the free region, which opens upwards from the
/// corner at 0.
Vector wallOf(int wall) {
  return direction(std::numbers::pi / 2 + (wall == 0 ? 1 : -1) * halfOpening);
}
Vector normalInto(int wall) {
  return direction(wall == 0 ? halfOpening : std::numbers::pi - halfOpening);
}

struct PathInCorner {
  std::vector<Vector> velocities;  ///< v⁻ and what each reflection makes of it
  QString word;                    ///< "uvu"
};

/// The reflections of v⁻ in the walls by turns, the given one first, until it points at neither.
PathInCorner pathFrom(int first) {
  PathInCorner path{{direction(concaveArrival)}, {}};
  for (int wall = first; path.velocities.back().dot(normalInto(wall)) < 0; wall = 1 - wall) {
    const Vector& v = path.velocities.back();
    path.velocities.push_back(v - 2 * v.dot(normalInto(wall)) * normalInto(wall));
    path.word += QLatin1Char(wall == 0 ? 'u' : 'v');
  }
  return path;
}

QString symbolOf(const QString& word) {
  QString symbol = QStringLiteral("v");  // letters one by one are symbols, together they would be a word
  for (const QChar wall : word) symbol += QLatin1Char('_') + QString(wall);
  return symbol;
}

}  // namespace

QString ConcaveCornerFigure::title() const {
  return QObject::tr("A point hits a concave corner");
}

void ConcaveCornerFigure::paint(QPainter& painter, const QRectF& area) const {
  const Vector origin = Vector::Zero(), arriving = direction(concaveArrival);
  Sketch sketch(painter, area.adjusted(3, 3, -3, -3), QRectF(-1.3, -0.62, 2.6, 2.0));
  constexpr double reach = 1.35;
  const Vector left = reach * wallOf(0), right = reach * wallOf(1);
  const QColor solid(0xE3, 0xE6, 0xEA);
  sketch.region({origin, left, {-1.25, left.y()}, {-1.25, -0.6}, {1.25, -0.6}, {1.25, right.y()}, right},
                solid);
  const PathInCorner paths[] = {pathFrom(0), pathFrom(1)};
  std::vector<Vector> cone{origin};
  constexpr int pieces = 64;
  constexpr double coneReach = 1.2;  // beyond the arrows there is room for its name
  const double ends[] = {angleOf(paths[0].velocities.back()), angleOf(paths[1].velocities.back())};
  for (int i = 0; i <= pieces; ++i)
    cone.push_back(coneReach * direction(std::lerp(ends[0], ends[1], i / double{pieces})));
  sketch.region(cone, QColor(0xD5, 0xEC, 0xE2));
  for (const int wall : {0, 1}) {
    sketch.line(origin, reach * wallOf(wall), {theme::ink(), 1.2});
    const Vector at = 1.22 * wallOf(wall);
    sketch.arrow(at, at + 0.28 * normalInto(wall), {theme::quietInk(), 0.8});
    sketch.math(at + 0.28 * normalInto(wall), wall == 0 ? QStringLiteral("u") : QStringLiteral("v"),
                7 * wallOf(wall), theme::quietInk());
  }
  sketch.arrow(-1.3 * arriving, -0.03 * arriving, {theme::blue, 1.4});
  // Between the arrows there is room for the cone's name in a wide figure, and above it in a narrow one.
  const double middle = 0.5 * (ends[0] + angleOf(-arriving)),
               half = 0.5 * std::abs(ends[0] - angleOf(-arriving));
  const QString name = QObject::tr("feasible");
  constexpr double within = 1.07, clear = 6;
  const bool isRoomy = 2 * within * std::sin(half) * sketch.scale() >
                       theme::textWidth(name, theme::textFont(Figure::textPoints)) + clear;
  sketch.math(-1.3 * arriving, QStringLiteral("v^−"), {isRoomy ? -8.0 : 8.0, -3}, theme::blue);
  for (const int first : {0, 1}) {
    const PathInCorner& path = paths[first];
    for (std::size_t i = 1; i < path.velocities.size(); ++i) {
      const bool isEnd = i + 1 == path.velocities.size();
      const Vector& v = path.velocities[i];
      const QColor color = isEnd ? theme::goodInk() : theme::vermilion;
      sketch.arrow(origin, v, {color, isEnd ? 1.4 : 0.9, isEnd ? Qt::SolidLine : Qt::DashLine});
      const Vector aside = isEnd ? 9 * Vector(-v.y(), v.x()) : Vector(0, 0);
      sketch.math(v, symbolOf(path.word.left(static_cast<qsizetype>(i))), (isEnd ? 3 : 9) * v + aside, color);
    }
  }
  sketch.words((isRoomy ? within : coneReach) * direction(middle), name,
               isRoomy ? Vector(0, 0) : Vector(6.5 * direction(middle)), theme::goodInk());
  sketch.words({0.3, -0.45}, QObject::tr("dashed: points at a wall"), {0, 0}, theme::vermilion);
  sketch.dot(origin, theme::ink(), 2);
}

QString ConcaveCornerFigure::csv() const {
  QString text = QStringLiteral("what,x,y\n");
  const auto row = [&](const QString& what, const Vector& at) {
    text += what + QLatin1Char(',') + csvNumber(at.x()) + QLatin1Char(',') + csvNumber(at.y()) +
            QLatin1Char('\n');
  };
  row(QStringLiteral("u"), normalInto(0));
  row(QStringLiteral("v"), normalInto(1));
  row(QStringLiteral("v^-"), direction(concaveArrival));
  for (const int first : {0, 1}) {
    const PathInCorner path = pathFrom(first);
    for (std::size_t i = 1; i < path.velocities.size(); ++i)
      row(QStringLiteral("v_") + path.word.left(static_cast<qsizetype>(i)), path.velocities[i]);
  }
  return text;
}

}  // namespace carom
