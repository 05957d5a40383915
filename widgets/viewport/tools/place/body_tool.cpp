#include "viewport/tools/place/body_tool.h"

#include <QPainter>

#include "common/theme.h"
#include "editor/scene_editor.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/usual_radius.h"

namespace carom {

namespace {

PlacedShape shapeOf(const edit::NewBody& body) {
  PlacedShape placed;
  if (const auto* ball = std::get_if<edit::NewBall>(&body)) {
    placed.shape = Ball{ball->radius};
    placed.pose.x = ball->at;
  } else if (const auto* wall = std::get_if<edit::NewWall>(&body)) {
    placed.shape = HalfSpace{wall->normal, wall->normal.dot(wall->at)};
  } else if (const auto* rod = std::get_if<edit::NewRod>(&body)) {
    placed.shape = Segment{{rod->from, rod->to}, rod->radius};
  } else if (const auto* link = std::get_if<edit::NewLink>(&body)) {
    placed.shape = Segment{{link->from, link->to}, link->radius};
  } else if (const auto* box = std::get_if<edit::NewBox>(&body)) {
    placed.shape = boxHull(0.5 * box->size);
    placed.pose.x = box->centre;
  }
  return placed;
}

}  // namespace

BodyTool::BodyTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius,
                   Aim aim)
    : PlaceTool(pointer, plane, editor, aim), m_radius(radius) {}

std::pair<Eigen::Vector3d, Eigen::Vector3d> BodyTool::endsAt(const Eigen::Vector3d& at) const {
  const Eigen::Vector3d first = isPlacing() ? from() : at;
  if (isDrawn(at)) return {first, at};
  return {first, first + 4 * m_radius->value() * Eigen::Vector3d::UnitX()};
}

void BodyTool::add(const edit::NewBody& body) {
  m_editor->addBody(body);
}

/// The ghost is gone until the scene with the body is there, or the pointer moves.
void BodyTool::place() {
  if (const auto body = std::exchange(m_ghost, std::nullopt)) add(*body);
}

void BodyTool::paintGhost(QPainter& painter) const {
  QColor color = m_snap.free ? theme::accent() : theme::warningInk();
  painter.setPen(QPen(color, 1.5));
  color.setAlphaF(0.25);
  painter.setBrush(color);
  drawShape(painter, *m_plane, shapeOf(*m_ghost), 0);
}

}  // namespace carom
