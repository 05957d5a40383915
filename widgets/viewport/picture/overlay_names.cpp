#include "viewport/picture/overlay_names.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "common/box_geometry.h"
#include "common/convex_outline.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "viewport/picture/arc_values.h"

namespace carom {

namespace {

class Names : public OverlayBrush {
 public:
  explicit Names(const OverlayBrush& brush) : OverlayBrush(brush) {}

  void paint() {
    for (std::size_t i = 0; i < m_frame.labels.size(); ++i) paintLabel(i);
    if (m_overlay.names) paintNames();
  }

 private:
  double labelHeight(const SceneFrame::Label& label) const {
    return std::min(1.55 * m_em, 0.62 * label.ballRadius * m_map.scaleAt(label.at));
  }

  /// The widths of the names of balls that have room for them; empty for the others.
  const std::vector<std::optional<double>>& widthsOnBalls() {
    if (!m_widthsOnBalls.empty()) return m_widthsOnBalls;
    for (const SceneFrame::Label& label : m_frame.labels) {
      const double height = labelHeight(label);
      const double width = height >= 0.7 * m_em ? theme::mathWidth(label.text, height) : HUGE_VAL;
      const bool fits = width <= 1.1 * label.ballRadius * m_map.scaleAt(label.at);
      m_widthsOnBalls.push_back(fits ? std::optional(width) : std::nullopt);
    }
    return m_widthsOnBalls;
  }

  void paintLabel(std::size_t index) {
    const SceneFrame::Label& label = m_frame.labels[index];
    const double height = labelHeight(label);
    const auto at = m_map.toScreen(label.at + 0.52 * label.ballRadius * label.direction);
    if (!at || !widthsOnBalls()[index]) return;
    const double width = *widthsOnBalls()[index];
    const bool onLight = qGray(label.ballColor.rgb()) > 120;
    m_painter.setPen(onLight ? QColor(0x1A, 0x20, 0x2C) : QColor(255, 255, 255, 240));
    theme::drawMath(m_painter, *at + QPointF(-width / 2, 0.25 * height), label.text, height);
  }

  /// What names leave free: what is drawn for bodies, contacts and arcs.
  struct Obstacles {
    std::vector<QRectF> areas;
    std::vector<QLineF> lines;

    bool leaveFree(const QRectF& place) const {
      return std::ranges::none_of(areas, [&](const QRectF& area) { return area.intersects(place); }) &&
             std::ranges::none_of(lines, [&](const QLineF& line) { return crosses(line, place); });
    }
  };

  Obstacles obstacles() const {
    Obstacles found;
    const auto addLine = [&](const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
      const auto first = m_map.toScreen(from), second = m_map.toScreen(to);
      if (first && second) found.lines.emplace_back(*first, *second);
    };
    const auto addDisc = [&](const Eigen::Vector3d& at, double radius) {
      if (const auto centre = m_map.toScreen(at))
        found.areas.emplace_back(*centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    };
    for (const SceneFrame::Ball& ball : m_frame.balls)
      addDisc(ball.centre, m_map.silhouetteRadius(ball.centre, ball.radius));
    for (const SceneFrame::Solid& solid : m_frame.solids)
      for (int axis = 0; axis < 3; ++axis)
        addLine(solid.centre - solid.axes.col(axis), solid.centre + solid.axes.col(axis));
    for (const SceneFrame::Arrow& arrow : m_frame.arrows) {
      const auto [tail, tip] = arrow.ends(m_view.arrowScale);
      if (m_view.arrows) addLine(tail, tip);
    }
    for (const SceneFrame::Contact& contact : m_frame.contacts) addDisc(contact.point, 0.4 * m_em);
    for (const SceneFrame::Line& line : m_frame.lines) addLine(line.from, line.to);
    for (const SceneFrame::Arm& arm : m_frame.arms) addLine(arm.hinge, arm.end);
    for (const QRectF& area : arcAreas(m_frame, m_map, m_em, m_overlay.room(m_size)))
      found.areas.push_back(area);
    return found;
  }

  /// The outlines of boxes and hulls, on whose faces a name has their colour behind it.
  std::vector<QPolygonF> outlines() const {
    std::vector<QPolygonF> found;
    for (const SceneFrame::Solid& solid : m_frame.solids) {
      if (solid.rod) continue;
      std::vector<QPointF> corners;
      for (int corner = 0; corner < 8; ++corner) {
        const Eigen::Vector3d side(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        if (const auto at = m_map.toScreen(solid.centre + solid.axes * side)) corners.push_back(*at);
      }
      found.push_back(convexHull(std::move(corners)));
    }
    return found;
  }

  /// A name over a body is read on a ground of its own: violet letters on an orange box are none.
  void paintGround(const QRectF& place) {
    constexpr float opacity = 0.8F;
    QColor ground = theme::panelGround();
    ground.setAlphaF(opacity);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ground);
    m_painter.drawRoundedRect(place.adjusted(-0.2 * m_em, 0, 0.2 * m_em, 0), 0.25 * m_em, 0.25 * m_em);
    m_painter.setBrush(Qt::NoBrush);
  }

  /// A letter is a symbol; a longer name is a word, whose underscores are no subscripts.
  static bool isSymbol(const QString& name) { return name.size() <= 2; }
  static QFont wordFont(double height) { return theme::textFont(0.75 * height); }
  static double nameWidth(const QString& name, double height) {
    return isSymbol(name) ? theme::mathWidth(name, height) : theme::textWidth(name, wordFont(height));
  }

  /// Places of a name: beside the middle of the body first, on the upper side, then towards its ends.
  std::vector<QRectF> placesOf(const SceneFrame::Name& name, double height) const {
    constexpr double leastSize = 1.2;  // em: smaller bodies have no room beside them
    const auto centre = m_map.toScreen(name.at), end = m_map.toScreen(name.at + name.along);
    if (!centre || !end) return {};
    QPointF along = *end - *centre;
    const double length = std::hypot(along.x(), along.y());
    if (length < leastSize * m_em) return {};
    QPointF across(along.y() / length, -along.x() / length);
    if (across.y() > 0) across = -across;
    const QSizeF size(nameWidth(name.text, height), height);
    const double beside = name.across * m_map.scaleAt(name.at) + 0.35 * m_em +
                          0.5 * (std::abs(across.x()) * size.width() + std::abs(across.y()) * height);
    std::vector<QRectF> places;
    for (const double part : {0.0, -0.4, 0.4, -0.8, 0.8})
      for (const int side : {1, -1}) {
        const QPointF middle = *centre + part * along + side * beside * across;
        places.emplace_back(middle - QPointF(0.5 * size.width(), 0.5 * height), size);
      }
    return places;
  }

  /// The names of bodies that have none on them, where there is room.
  void paintNames() {
    const QRectF room = m_overlay.room(m_size);
    const double height = 1.2 * m_em;
    std::optional<Obstacles> taken;  // of a picture where a name is to be placed
    std::vector<QPolygonF> bodies;
    for (const SceneFrame::Name& name : m_frame.names) {
      if (name.ball >= 0 && widthsOnBalls()[static_cast<std::size_t>(name.ball)]) continue;
      const std::vector<QRectF> places = placesOf(name, height);
      if (places.empty()) continue;
      if (!taken) {
        taken = obstacles();
        bodies = outlines();
      }
      const auto place = std::ranges::find_if(
          places, [&](const QRectF& area) { return room.contains(area) && taken->leaveFree(area); });
      if (place == places.end()) continue;
      const QPointF baseline = place->bottomLeft() - QPointF(0, 0.22 * height);
      if (std::ranges::any_of(bodies, [&](const QPolygonF& body) { return body.intersects(*place); }))
        paintGround(*place);
      m_painter.setPen(lineColor(name.color));
      if (isSymbol(name.text))
        theme::drawMath(m_painter, baseline, name.text, height);
      else
        theme::drawText(m_painter, baseline, name.text, wordFont(height));
      taken->areas.push_back(*place);
    }
  }

  std::vector<std::optional<double>> m_widthsOnBalls{};  ///< see widthsOnBalls()
};

}  // namespace

void paintNames(const OverlayBrush& brush) {
  Names(brush).paint();
}

}  // namespace carom
