#include "impulse/impulse_painter.h"

#include <QImage>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "impulse/impulse_legend.h"
#include "impulse/label_places.h"
#include "impulse/law_marks.h"

namespace carom {

namespace {

QColor faded(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

QPolygonF polygonOf(const AxesFrame& frame, const std::vector<PlanarImpulse>& points) {
  QPolygonF polygon;
  for (const PlanarImpulse& P : points) polygon << frame.map(placeOf(P));
  return polygon;
}

/// One drawing of one picture.
class ImpulsePainter {
 public:
  /// namesLines: beside the lines, not in the legend.
  ImpulsePainter(QPainter& painter, const ImpulsePicture& picture, const AxesFrame& frame, bool namesLines)
      : m_painter(painter),
        m_picture(picture),
        m_diagram(picture.diagram),
        m_frame(frame),
        m_unit(frame.unit),
        m_window(windowOf(frame)),
        m_namesLines(namesLines),
        m_labels(painter, frame.plot, frame.unit) {}

  void paint(bool handles, const ImpulseHandle* held) {
    paintPermissible();
    for (const LawDiagram& law : m_picture.laws)
      if (isArea(law)) paintAccessible(law);
    paintAxes();
    paintEllipse();
    paintLines();
    nameEllipse();
    for (const LawDiagram& law : m_picture.laws)
      if (!isArea(law)) paintAccessible(law);
    paintApproach();
    paintPath();
    paintPoints();
    paintLetters();
    if (handles) paintHandles(held);
    paintRecorded();
    paintMarks();
    m_labels.paint();
  }
  bool hidesLines() const { return m_labels.hidesLines(); }

 private:
  std::vector<NamedImpulseLine> lines() const {
    return namedLines(m_picture, m_namesLines || !m_picture.look.words ? LineNames::Plot : LineNames::Legend);
  }

  static QPointF at(const LawDiagram& law) { return {law.impulse[1], law.impulse[0]}; }

  void paintRecorded() {
    const auto& recorded = m_picture.look.recorded;
    if (!recorded || !m_frame.data.contains(recorded->at)) return;
    m_painter.save();
    m_painter.setClipRect(m_frame.plot);
    paintRecordedPoint(m_painter, *recorded, m_frame);
    m_painter.restore();
    const QPointF place = m_frame.map(recorded->at);
    m_labels.keepFree(place, 6 * m_unit);
    m_labels.words({place}, QObject::tr("recorded impulse"), theme::vermilion);
  }

  /// Marks that lie on each other get smaller from below to above.
  void paintMarks() {
    std::vector<QPointF> taken;
    for (const LawDiagram& law : m_picture.laws) {
      if (!law.refusal.empty() || !m_frame.data.contains(at(law))) continue;
      const QPointF place = m_frame.map(at(law));
      const auto below = std::ranges::count_if(taken, [&](QPointF other) {
        return std::hypot(other.x() - place.x(), other.y() - place.y()) < 3 * m_unit;
      });
      paintLawMark(m_painter, law.law, place, m_unit, 1.25 * std::pow(0.72, static_cast<double>(below)));
      m_labels.keepFree(place, 6 * m_unit);
      taken.push_back(place);
    }
  }

  void paintPermissible() {
    const double friction = m_picture.what.coefficients.friction;
    const ImpulseRegion region = m_diagram.permissibleRegion(friction, m_window);
    m_painter.setPen(Qt::NoPen);
    fill(polygonOf(m_frame, region.border), permissibleFill());
    if (!m_picture.look.aboveOne) return;
    // The part with e ≤ 1: below the line through 2 P_I.
    std::vector<PlanarImpulse> below;
    const auto e = [&](const PlanarImpulse& P) {
      return -m_diagram.impact().after(P)[0] / m_diagram.impact().V[0];
    };
    for (std::size_t i = 0; i < region.border.size(); ++i) {
      const PlanarImpulse &from = region.border[i], &to = region.border[(i + 1) % region.border.size()];
      const double a = e(from) - 1, b = e(to) - 1;
      if (a <= 0) below.push_back(from);
      if (a * b < 0) below.push_back(from + a / (a - b) * (to - from));
    }
    fill(polygonOf(m_frame, below), belowOneFill());
  }

  /// Fills an area, with the pen as its outline.
  void fill(const QPolygonF& area, const QBrush& brush, Qt::FillRule rule = Qt::OddEvenFill) {
    m_painter.setBrush(brush);
    m_painter.drawPolygon(area, rule);
    m_labels.shade(area, brush, rule);
  }

  /// Whether what a law can reach is an area; at grazing incidence it shrinks to a thick line [CR98 Fig. 6].
  static bool isArea(const LawDiagram& law) {
    constexpr double thin = 1e-6;  // of the square of its length: far above rounding, far below a pixel
    double twice = 0, most = 0;
    for (std::size_t i = 0; i < law.accessible.size(); ++i) {
      const LocalVector &a = law.accessible[i], &b = law.accessible[(i + 1) % law.accessible.size()];
      twice += a[1] * b[0] - a[0] * b[1];
      most = std::max(most, (a - law.accessible.front()).norm());
    }
    return law.isLoop && std::abs(twice) > thin * most * most;
  }

  void paintAccessible(const LawDiagram& law) {
    if (law.accessible.empty()) return;
    QPolygonF line;
    for (const LocalVector& P : law.accessible) line << m_frame.map(P[1], P[0]);
    // An impulse far outside is drawn up to the frame only.
    const QColor color = lawColor(law.law);
    m_painter.setPen(QPen(color,
                          (isArea(law)  ? 1.1
                           : law.isLoop ? 3.4
                                        : 2.2) *
                              m_unit,
                          Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.setBrush(Qt::NoBrush);
    if (isArea(law)) {
      const QPolygonF area = clippedTo(m_frame.plot, line);
      fill(area, faded(color, 0.22), Qt::WindingFill);
      m_labels.avoid(area);
    } else
      for (int i = 0; i + 1 < line.size(); ++i) drawWithin(line[i], line[i + 1]);
  }

  /// The part of a polygon within a rectangle.
  static QPolygonF clippedTo(const QRectF& plot, const QPolygonF& polygon) {
    const QRectF box = polygon.boundingRect();
    return plot.contains(box) ? polygon : polygon.intersected(QPolygonF(plot));
  }

  /// A segment as far as it is within the plot.
  void drawWithin(QPointF from, QPointF to) {
    if (from == to) return;
    const QRectF& plot = m_frame.plot;
    const ImpulseWindow window{{plot.top(), plot.left()}, {plot.bottom(), plot.right()}};
    const PlanarImpulse a(from.y(), from.x()), b(to.y(), to.x());
    if (const auto ends = within({a, b - a}, window)) {
      const double length = (b - a).norm();
      const auto place = [&](const PlanarImpulse& P) {
        return a + std::clamp((P - a).dot(b - a) / length, 0.0, length) / length * (b - a);
      };
      const PlanarImpulse first = place((*ends)[0]), last = place((*ends)[1]);
      if (first == last) return;
      m_painter.drawLine(placeOf(first), placeOf(last));
      m_labels.avoid(QPolygonF{placeOf(first), placeOf(last)});
    }
  }

  /// The axes of P_t and P_n through the origin.
  void paintAxes() {
    m_painter.setPen(QPen(theme::grey, 0.9 * m_unit));
    for (const Eigen::Vector2d& along : {Eigen::Vector2d(0, 1), Eigen::Vector2d(1, 0)})
      if (const auto ends = within({PlanarImpulse(0, 0), along}, m_window))
        drawSegment(*ends, LabelPlaces::Loss::Axis);
  }

  void drawSegment(const std::array<PlanarImpulse, 2>& ends,
                   LabelPlaces::Loss loss = LabelPlaces::Loss::Line) {
    const QPointF from = m_frame.map(placeOf(ends[0])), to = m_frame.map(placeOf(ends[1]));
    m_painter.drawLine(from, to);
    m_labels.avoid(QPolygonF{from, to}, loss);
  }

  /// A line through the frame with its name at one of its ends.
  void paintLine(const ImpulseLine& line, const NamedImpulseLine& how) {
    const auto ends = within(line, m_window);
    if (!ends) return;
    m_painter.setPen(QPen(how.color, how.width * m_unit, how.style));
    drawSegment(*ends);
    if (m_namesLines)
      m_labels.alongLine({{m_frame.map(placeOf((*ends)[0])), m_frame.map(placeOf((*ends)[1]))}}, how.name,
                         how.color);
  }

  void paintLines() {
    using What = NamedImpulseLine::What;
    const LawCoefficients& c = m_picture.what.coefficients;
    for (const NamedImpulseLine& line : lines()) {
      if (line.what == What::Compression) paintLine(m_diagram.normalLine(0), line);
      if (line.what == What::Elastic) paintLine(m_diagram.normalLine(1), line);
      if (line.what == What::Sticking) paintLine(m_diagram.tangentialLine(0), line);
      if (line.what == What::Reversal) paintLine(m_diagram.tangentialLine(1), line);
      if (line.what == What::Friction) paintFriction(line);
      if (line.what != What::Restitution) continue;
      paintLine(m_diagram.normalLine(c.restitution), line);
      if (const auto point = stickingPoint(m_diagram, c.restitution))
        paintDot(placeOf(*point), 4, theme::ink());
    }
  }

  /// Both borders of the cone; that with more room has the name.
  void paintFriction(const NamedImpulseLine& line) {
    std::vector<QLineF> borders;
    for (const Eigen::Vector2d& along : ImpulseDiagram::frictionLines(m_picture.what.coefficients.friction)) {
      const auto ends = within({PlanarImpulse(0, 0), along}, m_window);
      if (!ends) continue;
      const QPointF from = m_frame.map(0, 0), to = m_frame.map(placeOf((*ends)[1]));
      m_painter.setPen(QPen(line.color, line.width * m_unit));
      m_painter.drawLine(from, to);
      m_labels.avoid(QPolygonF{from, to});
      borders.emplace_back(from, to);
    }
    if (m_namesLines && !borders.empty()) m_labels.alongLine(borders, line.name, line.color);
  }

  /// Below the lines: of a pendulum it is two lines, of which one is that of e = 1 [CR98 Fig. 8].
  void paintEllipse() {
    const NamedImpulseLine line = lines().back();
    m_painter.setPen(QPen(line.color, line.width * m_unit));
    m_painter.setBrush(Qt::NoBrush);
    const auto arcs = m_diagram.energyRegion(m_window).arcs;
    for (const auto& arc : arcs) {
      const QPolygonF border = polygonOf(m_frame, arc);
      m_painter.drawPolyline(border);
      m_labels.avoid(border);
    }
  }

  void nameEllipse() {
    const auto arcs = m_diagram.energyRegion(m_window).arcs;
    if (!m_namesLines || arcs.empty()) return;
    const NamedImpulseLine line = lines().back();
    // At the rightmost, the leftmost or the lowest point of the border, or else at any of it.
    PlanarImpulse left = arcs.front().front(), right = left, low = left;
    for (const auto& arc : arcs)
      for (const PlanarImpulse& P : arc) {
        if (P[1] < left[1]) left = P;
        if (P[1] > right[1]) right = P;
        if (P[0] < low[0]) low = P;
      }
    std::vector<QPointF> places{m_frame.map(placeOf(right)), m_frame.map(placeOf(left)),
                                m_frame.map(placeOf(low))};
    for (const auto& arc : arcs) {
      constexpr std::size_t parts = 24;
      for (std::size_t i = 1; i < parts; ++i)
        places.push_back(m_frame.map(placeOf(arc[i * (arc.size() - 1) / parts])));
    }
    m_labels.alongCurve(places, line.name, line.color);
  }

  void paintApproach() {
    m_painter.setPen(QPen(lawColor(CollisionLaw::Smith), 1.1 * m_unit));
    for (std::size_t i = 0; i + 1 < m_picture.approach.size(); ++i) {
      const LocalVector &from = m_picture.approach[i], &to = m_picture.approach[i + 1];
      drawWithin(m_frame.map(from[1], from[0]), m_frame.map(to[1], to[0]));
    }
  }

  void paintPath() {
    if (m_picture.path.size() < 2) return;
    m_painter.setPen(
        QPen(lawColor(CollisionLaw::Routh), 2.4 * m_unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (std::size_t i = 0; i + 1 < m_picture.path.size(); ++i) {
      const LocalVector &from = m_picture.path[i], &to = m_picture.path[i + 1];
      drawWithin(m_frame.map(from[1], from[0]), m_frame.map(to[1], to[0]));
    }
    for (const LocalVector& P : m_picture.path) paintDot({P[1], P[0]}, 2.4, lawColor(CollisionLaw::Routh));
  }

  void paintDot(QPointF place, double radius, const QColor& color) {
    if (!m_frame.data.contains(place)) return;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawEllipse(m_frame.map(place), radius * m_unit, radius * m_unit);
  }

  void paintPoint(const PlanarImpulse& P, const QString& math) {
    if (!m_frame.data.contains(placeOf(P))) return;
    paintDot(placeOf(P), 3, theme::ink());
    m_labels.math(m_frame.map(placeOf(P)), math, theme::ink());
  }

  void paintPoints() {
    // P_I at the origin has no name of its own.
    const bool isApart = m_diagram.frictionless().norm() >= 1e-3 * m_diagram.sticking().norm();
    for (const auto& [name, at] : namedPoints(m_diagram))
      if (isApart || !name.endsWith(QLatin1String("P_I")))
        paintPoint(at, QString(name).replace(QLatin1String("P_II"), QLatin1String("P_{II}")));
  }

  /// Letters at points that have a dot already, or with their dots.
  void paintLetters() {
    if (m_picture.look.letters == ImpulseLook::Letters::None) return;
    const auto named = namedPoints(m_diagram);
    for (const auto& [letter, at] : letteredPoints(m_picture)) {
      if (!m_frame.data.contains(placeOf(at))) continue;
      if (std::ranges::none_of(named, [&, &P = at](const ImpulsePoint& one) { return one.at == P; }))
        paintDot(placeOf(at), 3, theme::ink());
      m_labels.math(m_frame.map(placeOf(at)), letter, theme::ink());
    }
  }

  void paintHandles(const ImpulseHandle* held) {
    for (const ImpulseHandle& handle : impulseHandles(m_picture, m_frame)) {
      if (!m_frame.data.contains(placeOf(handle.at))) continue;
      const bool hot = held && held->kind == handle.kind && held->semiAxis == handle.semiAxis &&
                       held->side == handle.side && held->law == handle.law;
      const bool impulse = handle.kind == ImpulseHandle::Kind::Impulse;
      if (impulse && !hot) continue;  // the mark itself
      const double radius = (impulse ? 9 : hot ? 6.5 : 5) * m_unit;
      m_painter.setPen(QPen(theme::accent(), 1.6 * m_unit));
      m_painter.setBrush(impulse ? QBrush(Qt::NoBrush) : QBrush(theme::panelGround()));
      m_painter.drawEllipse(m_frame.map(placeOf(handle.at)), radius, radius);
      m_labels.keepFree(m_frame.map(placeOf(handle.at)), radius);
      if (handle.kind == ImpulseHandle::Kind::Origin) paintDot({0, 0}, 2.6, theme::ink());
    }
  }

  QPainter& m_painter;
  const ImpulsePicture& m_picture;
  const ImpulseDiagram& m_diagram;
  const AxesFrame& m_frame;
  double m_unit;
  ImpulseWindow m_window;
  bool m_namesLines;
  LabelPlaces m_labels;
};

}  // namespace

bool namesHideLines(const ImpulsePicture& picture, double width, double unit) {
  ImpulsePicture tried = picture;
  tried.aspect = 0;  // with the names in the plot
  const AxesFrame frame = impulseFrame(tried, QRectF(0, 0, width, width * picture.aspect), unit);
  QImage none(1, 1, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&none);
  ImpulsePainter drawing(painter, tried, frame, picture.look.words);
  drawing.paint(false, nullptr);
  return drawing.hidesLines();
}

void paintImpulseSpace(QPainter& painter, const ImpulsePicture& picture, const AxesFrame& frame,
                       const QRectF& area, bool handles, const ImpulseHandle* held) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  frame.paint(painter);
  const bool namesLines = picture.look.words && !namesLinesBelow(picture, area.width(), frame.unit);
  ImpulsePainter(painter, picture, frame, namesLines).paint(handles, held);
  const double legend = impulseLegendHeight(picture, area.width(), frame.unit);
  paintImpulseLegend(painter, picture, {area.left(), area.bottom() - legend}, area.width(), frame.unit);
  painter.restore();
}

}  // namespace carom
