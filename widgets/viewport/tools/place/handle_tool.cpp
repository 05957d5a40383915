#include "viewport/tools/place/handle_tool.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "common/theme.h"
#include "editor/scene_editor.h"
#include "scene/edit/add_handle.h"
#include "scene/edit/own_coordinates.h"
#include "viewport/tools/tool_drawing.h"

namespace carom {

HandleTool::HandleTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor)
    : PlaceTool(pointer, plane, editor, Aim::RoundAngles) {}

/// A body with one coordinate has its way already.
bool HandleTool::hasSecondPoint() const {
  if (m_body < 0) return false;
  const auto [travel, turn] = edit::ownCoordinates(m_plane->mechanism(), m_body);
  return travel.size() + turn.size() != 1;
}

/// A wall has no middle to go around.
bool HandleTool::isWall(int body) const {
  return body >= 0 &&
         std::ranges::any_of(m_plane->mechanism().bodies()[static_cast<std::size_t>(body)].shapes,
                             [](const Shape& shape) { return std::holds_alternative<HalfSpace>(shape); });
}

/// The body whose joints move this one: what is fixed on another goes with that.
int HandleTool::moverOf(int body) const {
  const auto& bodies = m_plane->mechanism().bodies();
  const auto isCarried = [&] {
    const Body& one = bodies[static_cast<std::size_t>(body)];
    return one.joints.empty() && one.parent >= 0;
  };
  while (body >= 0 && isCarried()) body = bodies[static_cast<std::size_t>(body)].parent;
  return body;
}

void HandleTool::makeGhost(const Eigen::Vector3d& at) {
  if (!isPlacing()) m_body = moverOf(m_plane->bodyAt(m_pointer->at));
  if (m_body >= 0) m_end = at;
  const int other = isPlacing() && hasSecondPoint() ? m_plane->bodyAt(m_pointer->at) : -1;
  m_centre = other == m_body || isWall(other) ? -1 : other;
}

Eigen::Vector3d HandleTool::firstPoint() {
  return m_plane->originOf(m_body);
}

void HandleTool::place() {
  if (m_body < 0 || !m_end) return;
  edit::NewHandle handle{m_plane->nameOf(m_body)};
  if (m_centre >= 0)
    handle.centre = m_plane->nameOf(m_centre);
  else if (hasSecondPoint())
    handle.along = *m_end - from();
  if (m_centre < 0 && hasSecondPoint() && handle.along.norm() < 3 * m_plane->metresPerPixel(from())) return;
  m_editor->apply(QObject::tr("Add a handle to %1").arg(QString::fromStdString(handle.body)),
                  [&](const SceneEditor::Json& scene) {
                    const SceneInstance& instance = m_plane->instance();
                    const SceneEditor::Json single =
                        SceneEditor::withSingleBodies(scene, {handle.body}, instance);
                    return edit::addHandle(single, instance, handle).scene;
                  });
}

/// The line or the circle on which the body will move.
void HandleTool::paintGhost(QPainter& painter) const {
  const auto at = m_plane->toScreen(m_plane->originOf(m_body));
  if (!at) return;
  painter.setPen(QPen(theme::green, 2.5));
  painter.setBrush(Qt::NoBrush);
  if (m_centre >= 0) {
    const Eigen::Vector3d middle = m_plane->originOf(m_centre);
    const double radius = (m_plane->originOf(m_body) - middle).norm();
    QPolygonF circle;
    for (int degree = 0; degree <= 360; degree += 5) {
      const double angle = degree * std::numbers::pi / 180;
      if (const auto point =
              m_plane->toScreen(middle + radius * Eigen::Vector3d(std::cos(angle), std::sin(angle), 0)))
        circle << *point;
    }
    painter.drawPolyline(circle);
  } else if (isPlacing() && hasSecondPoint()) {
    if (const auto end = m_plane->toScreen(*m_end)) painter.drawLine(2 * *at - *end, *end);
  }
  painter.setBrush(Qt::white);
  painter.drawEllipse(*at, 6, 6);
}

QStringList HandleTool::ownTexts() const {
  if (m_body < 0) return {};
  const auto named = [&](int body) { return QString::fromStdString(m_plane->nameOf(body)); };
  if (m_centre >= 0) return {QObject::tr("%1 around %2").arg(named(m_body), named(m_centre))};
  if (!isPlacing() || !hasSecondPoint()) return {named(m_body)};
  const Eigen::Vector3d along = m_shown - from();
  return {QObject::tr("%1 along %2").arg(named(m_body), angleText(std::atan2(along.y(), along.x()), 1))};
}

}  // namespace carom
