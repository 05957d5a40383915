#include "viewport/tools/place/place_tool.h"

#include <QMouseEvent>
#include <cmath>

#include "base/number_format.h"
#include "viewport/tools/round_angle.h"
#include "viewport/tools/tool_drawing.h"

namespace carom {

PlaceTool::PlaceTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, Aim aim)
    : EditTool(pointer), m_plane(plane), m_editor(editor), m_aim(aim) {}

void PlaceTool::cancel() {
  m_isPlacing = false;
  m_typed = {};
  updateGhost();
}

void PlaceTool::refresh() {
  if (!m_isPlacing) updateGhost();
}

bool PlaceTool::press(const QMouseEvent& event) {
  m_pointer->press(event);
  m_isSecond = m_isPlacing;
  if (!m_isSecond) {
    updateGhost();
    if (!hasGhost()) return true;
    start();
  }
  updateGhost();
  return true;
}

void PlaceTool::drag(const QMouseEvent& event) {
  m_pointer->drag(event);
  if (m_isPlacing && (m_pointer->isPulled() || hasSecondPoint())) updateGhost();
}

void PlaceTool::release(const QMouseEvent& event) {
  m_pointer->at = event.position();
  // After a click, the second point comes with the next one.
  if (m_isPlacing && (m_pointer->isPulled() || m_isSecond || !hasSecondPoint())) finish();
}

bool PlaceTool::hover(const QMouseEvent& event) {
  m_pointer->hover(event);
  updateGhost();
  return true;
}

void PlaceTool::leave() {
  if (m_typed.any()) return;  // the numbers say where, and the keyboard goes on
  m_pointer->inside = false;
  refresh();
}

void PlaceTool::enter() {
  if (!hasGhost()) return;
  if (m_isPlacing) return finish();
  m_pointer->pressedAt = m_pointer->at;
  start();
  if (!hasSecondPoint()) return finish();
  m_isSecond = true;
}

void PlaceTool::start() {
  m_from = firstPoint();
  m_isPlacing = true;
  m_typed = {};
}

void PlaceTool::finish() {
  updateGhost();
  m_isPlacing = false;
  m_typed = {};
  place();
}

void PlaceTool::updateGhost() {
  m_snap = {};
  clearGhost();
  if (!m_plane->snapshot() || !m_pointer->inside || !m_plane->pointAt(m_pointer->at)) return;
  m_shown = aimedPoint();
  makeGhost(m_shown);
}

Eigen::Vector3d PlaceTool::aimedPoint() {
  const auto point = m_plane->pointAt(m_pointer->at);
  if (!point) return m_typed.applied(m_from);
  if (m_aim == Aim::Anchors && !m_pointer->free)
    if (const auto anchor = m_plane->anchorNear(*point)) return m_typed.applied(*anchor);
  Eigen::Vector3d at = m_plane->rounded(*point);
  if (m_aim != Aim::Plain && m_isPlacing && (hasSecondPoint() || m_pointer->isPulled())) {
    const Eigen::Vector3d along = withRoundAngle(*point - m_from, m_pointer->free);
    const double length = along.norm();
    at = length > 0 ? Eigen::Vector3d(m_from + m_plane->rounded(length) / length * along) : m_from;
  }
  at = m_typed.applied(at);
  if (m_aim == Aim::Touching && !m_typed.any())
    snap({-1, Point{}, {}}, at, Eigen::Matrix3d::Identity().leftCols<2>());
  return at;
}

void PlaceTool::snap(const PlacedShape& shape, Eigen::Vector3d& at, const Eigen::Matrix3Xd& directions) {
  if (m_pointer->free || directions.cols() == 0) return;
  SnapOptions options;
  options.reach = m_plane->snapReach(at);
  options.directions = directions;
  PlacedShape there = shape;
  there.pose.x += at;
  m_snap = Snapper({there}, m_plane->shapes()).snap(Eigen::Vector3d::Zero(), options);
  at += m_snap.move;
}

bool PlaceTool::isDrawn(const Eigen::Vector3d& to) const {
  return m_isPlacing && (to - m_from).norm() > 3 * m_plane->metresPerPixel(to);
}

QStringList PlaceTool::ownTexts() const {
  if (m_aim == Aim::Plain || !hasSecondPoint() || !isDrawn(m_shown)) return {};
  return {formatNumber((m_shown - m_from).norm()) + QStringLiteral(" m"), alongText()};
}

QString PlaceTool::alongText() const {
  const Eigen::Vector3d along = m_shown - m_from;
  return QObject::tr("along %1").arg(angleText(std::atan2(along.y(), along.x()), 1));
}

void PlaceTool::paint(QPainter& painter) const {
  if (!hasGhost()) return;
  paintGhost(painter);
  drawTouches(painter, *m_plane, m_snap);
  drawReadout(painter, *m_plane, m_pointer->at,
              readoutLine(numberTexts(m_shown, m_typed) + ownTexts() + snapTexts(m_snap, *m_plane)));
}

}  // namespace carom
