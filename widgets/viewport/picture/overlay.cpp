#include "viewport/picture/overlay.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/round_number.h"
#include "common/painted_words.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "viewport/picture/arc_shape.h"
#include "viewport/picture/arc_values.h"
#include "viewport/picture/overlay_arrows.h"
#include "viewport/picture/overlay_names.h"
#include "viewport/picture/picking.h"

namespace carom {

namespace {

constexpr double mostScaleLength = 7.5;  ///< of the arrow of a speed (em)

/// One painting of the overlay.
class Painting : public OverlayBrush {
 public:
  using OverlayBrush::OverlayBrush;

  void paintAll() {
    for (const SceneFrame::Trail& trail : m_frame.trails) paintTrail(trail);
    outlineHovered();
    for (const SceneFrame::Arm& arm : m_frame.arms)
      paintLine({arm.hinge, arm.end, SceneFrame::Line::Kind::Rod, {}});
    for (const SceneFrame::Line& line : m_frame.lines) paintLine(line);
    if (m_view.labels) paintNames(*this);
    if (m_view.arrows) paintVelocities(*this);
    paintImpulses(*this);
    for (const SceneFrame::Contact& contact : m_frame.contacts) paintContact(contact);
    if (m_frame.chosenContact) paintChosenContact(*m_frame.chosenContact);
    const auto values = arcValueAreas(m_frame, m_map, m_em, m_overlay.room(m_size));
    for (std::size_t i = 0; i < m_frame.arcs.size(); ++i) paintArc(static_cast<int>(i), values[i]);
    if (m_view.arrows && !m_frame.arrows.empty()) paintScale();
    if (m_overlay.legend) paintLegend();
    if (m_overlay.pushedBody >= 0) paintPush();
    if (m_view.axes) paintAxes();
    if (!m_overlay.hint.isEmpty()) paintHint();
  }

  void paintLegend() {
    if (m_view.arrows && !m_frame.comparison.isEmpty())
      paintNotice(m_frame.comparison, m_overlay.coveredLeft + m_em, 2.1 * m_em, theme::quietInk());
    paintRuns();
  }

 private:
  void outlineHovered() {
    for (const SceneFrame::Ball& ball : m_frame.balls) {
      if (ball.body != m_overlay.hoveredBody) continue;
      const auto centre = m_map.toScreen(ball.centre);
      if (!centre) continue;
      const double radius = m_map.silhouetteRadius(ball.centre, ball.radius) + 0.11 * m_em;
      m_painter.setPen(QPen(theme::accent(), 0.14 * m_em));
      m_painter.setBrush(Qt::NoBrush);
      m_painter.drawEllipse(*centre, radius, radius);
    }
  }

  /// A loop where points coincide: a ring for a pin or hinge, a square for a weld.
  void paintJoint(const SceneFrame::Line& line) {
    const auto at = m_map.toScreen(line.from);
    if (!at) return;
    const double size = 0.42 * m_em;
    const QRectF box(at->x() - size, at->y() - size, 2 * size, 2 * size);
    m_painter.setBrush(Qt::NoBrush);
    for (const QPen& pen : {QPen(m_overlay.casing, 0.34 * m_em), QPen(theme::ink(), 0.15 * m_em)}) {
      m_painter.setPen(pen);
      if (line.kind == SceneFrame::Line::Kind::Weld)
        m_painter.drawRect(box);
      else
        m_painter.drawEllipse(box);
    }
  }

  /// A spring as a zigzag of ten strokes, a damper as a piston in its cylinder, a rod as a line.
  void paintLine(const SceneFrame::Line& line) {
    using Kind = SceneFrame::Line::Kind;
    if (line.kind == Kind::Pin || line.kind == Kind::Weld) return paintJoint(line);
    const auto from = m_map.toScreen(line.from), to = m_map.toScreen(line.to);
    if (!from || !to) return;
    const double length = QLineF(*from, *to).length();
    if (length < 0.3 * m_em) return;
    const QPointF along = (*to - *from) / length, across(-along.y(), along.x());
    const auto at = [&](double t, double side) {
      return *from + t * length * along + side * 0.38 * m_em * across;
    };
    QPolygonF path{*from};
    QPolygonF cylinder;
    if (line.kind == Kind::Rod) {
      path << *to;
    } else if (line.kind == Kind::Spring) {
      path << at(0.15, 0);
      for (int i = 0; i < 10; ++i) path << at(0.15 + 0.07 * (i + 0.5), i % 2 ? -1 : 1);
      path << at(0.85, 0) << *to;
    } else {
      path << at(0.5, 0) << at(0.5, 0.8) << at(0.5, -0.8);
      cylinder << at(0.65, 1) << at(0.35, 1) << at(0.35, -1) << at(0.65, -1) << at(0.65, 0) << *to;
    }
    for (const QPen& pen : {QPen(m_overlay.casing, 0.3 * m_em), QPen(theme::ink(), 0.13 * m_em)}) {
      m_painter.setPen(pen);
      m_painter.drawPolyline(path);
      m_painter.drawPolyline(cylinder);
    }
    m_painter.setBrush(theme::ink());
    for (const QPointF& end : {*from, *to}) m_painter.drawEllipse(end, 0.16 * m_em, 0.16 * m_em);
  }

  void paintContact(const SceneFrame::Contact& contact) {
    const auto at = m_map.toScreen(contact.point);
    if (!at) return;
    const double room = 0.16 * m_frame.ballSize * m_map.scaleAt(contact.point);
    const double radius = std::clamp(room, 0.10 * m_em, 0.32 * m_em);
    QColor dot(0x1A, 0x20, 0x2C);
    QColor edge(255, 255, 255, 210);
    if (isHidden(m_frame, m_map, contact)) dot.setAlphaF(0.25), edge.setAlphaF(0.1);
    if (contact.reflected) {
      QColor glow = theme::orange;
      glow.setAlphaF(0.35);
      m_painter.setPen(QPen(theme::orange, 0.15 * m_em));
      m_painter.setBrush(glow);
      m_painter.drawEllipse(*at, radius + 0.34 * m_em, radius + 0.34 * m_em);
    }
    m_painter.setPen(QPen(edge, 0.08 * m_em));
    m_painter.setBrush(dot);
    m_painter.drawEllipse(*at, radius, radius);
  }

  /// A ring around each of the nearest points, and a dashed line between them.
  void paintChosenContact(const SceneFrame::NearestPoints& points) {
    const auto first = m_map.toScreen(points.first), second = m_map.toScreen(points.second);
    if (!first || !second) return;
    m_painter.setBrush(Qt::NoBrush);
    for (const auto& [color, width] :
         {std::pair(m_overlay.casing, 0.4 * m_em), std::pair(theme::accent(), 0.2 * m_em)}) {
      m_painter.setPen(QPen(color, width));
      for (const QPointF& end : {*first, *second}) m_painter.drawEllipse(end, 0.75 * m_em, 0.75 * m_em);
      m_painter.setPen(QPen(color, 0.7 * width, Qt::DashLine));
      if (QLineF line(*first, *second); line.length() > 1.5 * m_em) {
        const QPointF room = 0.75 * m_em / line.length() * (*second - *first);
        m_painter.drawLine(*first + room, *second - room);
      }
    }
  }

  void paintTrail(const SceneFrame::Trail& trail) {
    QPolygonF line;
    for (const Eigen::Vector3d& point : trail.points)
      if (const auto at = m_map.toScreen(point)) line << *at;
    QColor color = lineColor(trail.color);
    color.setAlphaF(0.6F);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(color, 0.12 * m_em, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    m_painter.drawPolyline(line);
  }

  void paintArc(int index, const std::optional<QRectF>& value) {
    const SceneFrame::Arc& arc = m_frame.arcs[index];
    const ArcShape shape(arc);
    QPolygonF line;
    constexpr int pieces = 64;
    for (int i = 0; i <= pieces; ++i)
      if (const auto point = m_map.toScreen(shape.at(double(i) / pieces))) line << *point;
    m_painter.setBrush(Qt::NoBrush);
    QColor casing = m_overlay.casing;
    casing.setAlphaF(0.6);
    m_painter.setPen(QPen(casing, 0.42 * m_em, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPolyline(line);
    m_painter.setPen(QPen(theme::green, 0.21 * m_em, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPolyline(line);
    for (const auto& [t, body] : {std::pair(0.0, arc.from), std::pair(1.0, arc.to)}) {
      if (body < 0) continue;
      const auto at = m_map.toScreen(shape.at(t));
      const bool hovered = m_overlay.hoveredArc == index && m_overlay.hoveredBody == body;
      const double radius = (hovered ? hoveredHandle : 0.46) * m_em;
      m_painter.setPen(QPen(theme::green, 0.21 * m_em));
      m_painter.setBrush(Qt::white);
      if (at && m_view.handles) m_painter.drawEllipse(*at, radius, radius);
    }
    if (value) paintArcValue(arc, *value);
  }

  void paintArcValue(const SceneFrame::Arc& arc, const QRectF& pill) {
    if (m_view.handles) {
      m_painter.setPen(QPen(theme::green, 0.13 * m_em));
      m_painter.setBrush(theme::panelGround());
      m_painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    } else {  // words of a picture, not a handle
      m_painter.fillRect(pill.adjusted(0.75 * m_em, 0.4 * m_em, -0.75 * m_em, -0.4 * m_em),
                         theme::panelGround());
    }
    m_painter.setPen(theme::ink());
    const double baseline = pill.center().y() + 0.36 * m_em, left = pill.left() + 0.85 * m_em;
    const double symbolWidth = theme::drawMath(m_painter, {left, baseline}, arc.symbol, 1.25 * m_em);
    paintText(arcValueText(arc), {left + symbolWidth, baseline}, theme::textFont(m_em, QFont::DemiBold),
              theme::ink());
  }

  /// An arrow of a round speed at the depth of the focal point.
  void paintScale() {
    const double unit = m_view.arrowScale * m_map.scaleAt(m_view.camera.focal);  // per m/s
    const double speed = roundNumberBelow(mostScaleLength * m_em / unit);
    const double length = speed * unit;
    const QString text = QString::number(speed) + QStringLiteral(" m/s");
    const QPointF end(m_size.width() - m_overlay.coveredBelow() - m_em, m_size.height() - 1.15 * m_em);
    drawArrow(end - QPointF(length, 0), end, theme::quietInk(), false);
    const QFont font = theme::textFont(0.85 * m_em);
    const double width = theme::textWidth(text, font);
    paintText(text, end - QPointF(length / 2 + width / 2, 0.65 * m_em), font, theme::quietInk());
  }

  /// The directions of x, y and, in space, z above the scale.
  void paintAxes() {
    if (m_size.height() < 22 * m_em) return;  // there is no room beside the bodies
    const double length = 1.9 * m_em;
    const QPointF origin(m_size.width() - m_overlay.coveredBelow() - 3.4 * m_em,
                         m_size.height() - 5.6 * m_em);
    const Eigen::Vector3d right = m_view.camera.screenRight(), upwards = m_view.camera.screenUp();
    const int shownAxes = m_frame.planar ? 2 : 3;
    for (int axis = 0; axis < shownAxes; ++axis) {
      const QPointF along(right[axis], -upwards[axis]);
      const QPointF tip = origin + length * along;
      m_painter.setPen(QPen(theme::quietInk(), 0.12 * m_em, Qt::SolidLine, Qt::RoundCap));
      m_painter.drawLine(origin, tip);
      const double shown = std::hypot(along.x(), along.y());
      if (shown < 0.25) continue;  // it points at the eye
      const QPointF beside = tip + 0.75 * m_em / shown * along + QPointF(-0.25 * m_em, 0.25 * m_em);
      theme::drawMath(m_painter, beside, QString(QLatin1Char("xyz"[axis])), 1.05 * m_em);
    }
  }

  /// Paints text on a pale ground that begins at `left`, about the height `middle`.
  void paintNotice(const QString& text, double left, double middle, const QColor& ink) {
    const QFont font = theme::textFont(0.92 * m_em);
    const QRectF pill(left, middle - 1.1 * m_em, theme::textWidth(text, font) + 2 * m_em, 2.2 * m_em);
    QColor ground = theme::panelGround();
    ground.setAlphaF(0.88);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ground);
    m_painter.drawRoundedRect(pill, 1.1 * m_em, 1.1 * m_em);
    paintText(text, {left + m_em, middle + 0.33 * m_em}, font, ink);
  }

  /// The arrow of a push that the mouse draws, and its impulse.
  void paintPush() {
    const auto body = static_cast<std::size_t>(m_overlay.pushedBody);
    if (body >= m_frame.grips.size()) return;
    const Eigen::Vector3d& at = m_frame.grips[body];
    const auto from = m_map.toScreen(at), to = m_map.toScreen(at + m_overlay.push);
    if (!from || !to) return;
    drawArrow(*from, *to, theme::orange, false);
    const QFont font = theme::textFont(0.92 * m_em);
    const double room = theme::textWidth(m_overlay.pushWords, font) + 3 * m_em;
    paintNotice(m_overlay.pushWords, std::clamp(to->x() + m_em, m_em, std::max(m_em, m_size.width() - room)),
                std::clamp(to->y(), 1.2 * m_em, m_size.height() - 1.2 * m_em), theme::ink());
  }

  /// The names of kept runs in their colours, below each other at the upper left.
  void paintRuns() {
    const double left = m_overlay.coveredLeft + m_em;
    double middle = (m_view.arrows && !m_frame.comparison.isEmpty() ? 4.4 : 2.1) * m_em;
    for (const SceneFrame::NamedRun& run : m_frame.runs) {
      if (middle + 2 * m_em > m_size.height()) return;
      const QFont font = theme::textFont(0.92 * m_em);
      const QString text = cutText(run.name, font, 0.5 * m_size.width());
      QColor ground = theme::panelGround();
      ground.setAlphaF(0.88F);
      m_painter.setPen(Qt::NoPen);
      m_painter.setBrush(ground);
      m_painter.drawRoundedRect(
          QRectF(left, middle - 0.8 * m_em, theme::textWidth(text, font) + 2.6 * m_em, 1.6 * m_em),
          0.8 * m_em, 0.8 * m_em);
      m_painter.setBrush(run.color);
      m_painter.drawEllipse(QPointF(left + m_em, middle), 0.38 * m_em, 0.38 * m_em);
      paintText(text, {left + 1.8 * m_em, middle + 0.33 * m_em}, font, theme::ink());
      middle += 1.75 * m_em;
    }
  }

  /// A text that is cut to a width.
  static QString cutText(const QString& text, const QFont& font, double room) {
    const QChar ellipsis(0x2026);
    if (text.size() < 2 || theme::textWidth(text + ellipsis, font) <= room) return text;
    qsizetype fits = 1, tooLong = text.size();
    while (tooLong - fits > 1) {
      const qsizetype middle = (fits + tooLong) / 2;
      (theme::textWidth(text.left(middle) + ellipsis, font) <= room ? fits : tooLong) = middle;
    }
    return text.left(fits) + ellipsis;
  }

  /// What the mouse and keys do: no words of the theory.
  void paintHint() {
    const PaintedWords::Pause plain;
    const double bottom = m_size.height() - m_em;
    if (m_overlay.hintEmphasised)
      paintNotice(m_overlay.hint, m_em, bottom - 1.1 * m_em, theme::ink());
    else
      paintText(hintBesideScale(), {m_em, bottom}, theme::textFont(0.85 * m_em), theme::quietInk());
  }

  /// The hint, cut where the scale of the arrows begins.
  QString hintBesideScale() const {
    const bool hasScale = m_view.arrows && !m_frame.arrows.empty();
    const double beside = hasScale ? m_overlay.coveredBelow() + (mostScaleLength + 2) * m_em : 0;
    return cutText(m_overlay.hint, theme::textFont(0.85 * m_em), m_size.width() - beside - 2 * m_em);
  }
};

}  // namespace

QRectF Overlay::room(const QSizeF& size) const {
  const double edge = 0.4 * em;
  return QRectF(QPointF(), size).adjusted(coveredLeft + edge, edge, -coveredRight - edge, -edge);
}

QColor lineColor(const QColor& body) {
  return body.hslSaturationF() < 0.25 ? theme::ink() : theme::isDark() ? body.lighter(118) : body.darker(135);
}

double Overlay::legendHeight(const SceneFrame& frame, const ViewState& view) const {
  const bool compares = view.arrows && !frame.comparison.isEmpty();
  if (!compares && frame.runs.empty()) return 0;
  return em * ((compares ? 3.2 : 1.3) + 1.75 * static_cast<double>(frame.runs.size()));
}

void Overlay::paintLegend(QPainter& painter, const SceneFrame& frame, const ViewState& view,
                          const QRectF& area) const {
  painter.save();
  painter.translate(area.topLeft());
  painter.setRenderHint(QPainter::Antialiasing);
  Painting(*this, painter, frame, view, area.size()).paintLegend();
  painter.restore();
}

void Overlay::paint(QPainter& painter, const SceneFrame& frame, const ViewState& view,
                    const QRectF& area) const {
  if (area.isEmpty()) return;
  painter.save();
  painter.setClipRect(area);
  painter.translate(area.topLeft());
  painter.setRenderHint(QPainter::Antialiasing);
  Painting(*this, painter, frame, view, area.size()).paintAll();
  painter.restore();
}

}  // namespace carom
