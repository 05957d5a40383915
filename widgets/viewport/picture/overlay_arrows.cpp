#include "viewport/picture/overlay_arrows.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/number_format.h"
#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

namespace {

class Arrows : public OverlayBrush {
 public:
  explicit Arrows(const OverlayBrush& brush) : OverlayBrush(brush) {}

  void paintVelocities() {
    for (const SceneFrame::Spin& spin : m_frame.spins) paintSpin(spin);
    paintArrows();
  }

  /// The turn of the time that arrows stand for, as an arrow around the axis: up to most of a circle.
  void paintSpin(const SceneFrame::Spin& spin) {
    constexpr double least = 0.08, most = 5.2;  // rad
    constexpr int pieces = 40;
    const double turn = std::min(most, spin.omega.norm() * m_view.arrowScale);
    const double radius = spin.radius * m_map.scaleAt(spin.at);
    if (turn < least || radius < 0.8 * m_em || turn * radius < m_em) return;  // no room for more than a head
    const Eigen::Vector3d axis = spin.omega.normalized(), a = spin.radius * axis.unitOrthogonal(),
                          b = axis.cross(a);
    QPolygonF line;
    for (int i = 0; i <= pieces; ++i) {
      const double angle = turn * i / pieces;
      if (const auto at = m_map.toScreen(spin.at + std::cos(angle) * a + std::sin(angle) * b)) line << *at;
    }
    if (line.size() < 2) return;
    const QColor color = lineColor(spin.color);
    m_painter.setBrush(Qt::NoBrush);
    for (const QPen& pen : {QPen(m_overlay.casing, 0.34 * m_em), QPen(color, 0.2 * m_em)}) {
      m_painter.setPen(pen);
      m_painter.drawPolyline(line);
    }
    paintHead(line, color);
  }

  /// The head of an arrow at the end of a line that turns.
  void paintHead(const QPolygonF& line, const QColor& color) {
    const QLineF end(line[line.size() - 2], line.back());
    if (end.length() < 1e-9) return;
    const QPointF along = (end.p2() - end.p1()) / end.length(), across(-along.y(), along.x());
    const double size = 0.7 * m_em;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawPolygon(
        QPolygonF({end.p2() + 0.6 * size * along, end.p2() - 0.4 * size * along + 0.45 * size * across,
                   end.p2() - 0.4 * size * along - 0.45 * size * across}));
  }

  /// Impulses in one scale, in which the largest is two radii long; its value stands beside it.
  void paintImpulses() {
    double largest = 0;
    for (const SceneFrame::Impulse& impulse : m_frame.impulses)
      largest = std::max(largest, impulse.value.norm());
    if (largest <= 0) return;
    bool named = false;
    for (const SceneFrame::Impulse& impulse : m_frame.impulses) {
      const auto from = m_map.toScreen(impulse.point),
                 to = m_map.toScreen(impulse.point + 2 * m_frame.ballSize / largest * impulse.value);
      if (!from || !to) continue;
      drawArrow(*from, *to, theme::orange, false);
      if (named || impulse.value.norm() < largest) continue;
      named = true;
      const QString text = formatNumber(largest, 3) + QStringLiteral(" N·s");
      paintText(text, *to + QPointF(0.5 * m_em, -0.5 * m_em), theme::textFont(0.85 * m_em), theme::ink());
    }
  }

  void paintArrows() {
    using Kind = SceneFrame::ArrowKind;
    for (const Kind kind : {Kind::Arriving, Kind::Other, Kind::Present})
      for (const SceneFrame::Arrow& arrow : m_frame.arrows)
        if (arrow.kind == kind) paintArrow(arrow);
    for (const auto& [color, needles] : m_needles) {
      m_painter.setPen(QPen(QColor::fromRgba(color), 0.14 * m_em, Qt::SolidLine, Qt::SquareCap));
      m_painter.drawLines(needles);
    }
  }

  void paintArrow(const SceneFrame::Arrow& arrow) {
    const bool arriving = arrow.kind == SceneFrame::ArrowKind::Arriving;
    const auto [tail, tip] = arrow.ends(m_view.arrowScale);
    const auto from = m_map.toScreen(tail), to = m_map.toScreen(tip);
    if (!from || !to) return;
    const bool dashed = arrow.kind == SceneFrame::ArrowKind::Other;
    const QPointF aside = dashed ? besideSolid(arrow, QLineF(*from, *to)) : QPointF();
    if (isNoise(QLineF(*from, *to)))
      m_needles[lineColor(arrow.color).rgba()] << QLineF(*from + aside, *to + aside);
    else
      drawArrow(*from + aside, *to + aside, lineColor(arrow.color), dashed);
    if (arriving) paintArrowName(arrow, *from, *to);
  }

  /// Among many bodies, heads of short arrows would hide them.
  bool isNoise(const QLineF& arrow) const {
    constexpr std::size_t many = 60;
    return m_frame.arrows.size() > many && arrow.length() < 1.4 * m_em;
  }

  /// The offset of a dashed arrow from the solid one of the same body, where one would hide the other.
  QPointF besideSolid(const SceneFrame::Arrow& dashed, const QLineF& line) const {
    const auto hides = [&](const SceneFrame::Arrow& arrow) {
      return arrow.body == dashed.body && arrow.kind == SceneFrame::ArrowKind::Present &&
             arrow.velocity.normalized().dot(dashed.velocity.normalized()) > 0.98;
    };
    if (std::ranges::none_of(m_frame.arrows, hides) || line.length() < 1e-6) return {};
    const QPointF along = (line.p2() - line.p1()) / line.length();
    return 0.62 * m_em * QPointF(along.y(), -along.x());
  }

  /// "v_c" beside the tail of an arriving arrow, where bodies have letters and there is room.
  void paintArrowName(const SceneFrame::Arrow& arrow, QPointF from, QPointF to) {
    const auto ball = std::ranges::find(m_frame.balls, arrow.body, &SceneFrame::Ball::body);
    if (!m_view.labels || ball == m_frame.balls.end() || QLineF(from, to).length() < 3 * m_em) return;
    const QString& letter = m_frame.labels[ball - m_frame.balls.begin()].text;
    const auto arrives = [](const SceneFrame::Arrow& a) { return a.kind == SceneFrame::ArrowKind::Arriving; };
    if (letter.size() > 2 || std::ranges::count_if(m_frame.arrows, arrives) > 3) return;
    m_painter.setPen(theme::ink());
    theme::drawMath(m_painter, from + QPointF(0.1 * m_em, -0.62 * m_em), QStringLiteral("v_") + letter,
                    1.4 * m_em);
  }

 private:
  std::map<QRgb, QList<QLineF>> m_needles{};  ///< short arrows among many, by colour: thousands at once
};

}  // namespace

void paintVelocities(const OverlayBrush& brush) {
  Arrows(brush).paintVelocities();
}

void paintImpulses(const OverlayBrush& brush) {
  Arrows(brush).paintImpulses();
}

}  // namespace carom
