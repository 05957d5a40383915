#include "viewport/tools/place/joint_tool.h"

#include <QPainter>
#include <cmath>

#include "common/theme.h"
#include "editor/scene_editor.h"
#include "viewport/tools/tool_drawing.h"

namespace carom {

namespace {

/// What the edit is called. `parent` is empty for the world.
QString jointText(JointTool::Kind kind, const QString& body, const QString& parent) {
  const bool onWorld = parent.isEmpty();
  const auto text = [&](const QString& alone, const QString& both) {
    return onWorld ? alone.arg(body) : both.arg(body, parent);
  };
  switch (kind) {
    case JointTool::Kind::Hinge:
      return text(QObject::tr("Hinge %1"), QObject::tr("Hinge %1 on %2"));
    case JointTool::Kind::Slider:
      return text(QObject::tr("Let %1 slide"), QObject::tr("Let %1 slide on %2"));
    case JointTool::Kind::Ball:
      return text(QObject::tr("Ball joint of %1"), QObject::tr("Ball joint of %1 on %2"));
    case JointTool::Kind::Weld:
      break;
  }
  return text(QObject::tr("Weld %1"), QObject::tr("Weld %1 to %2"));
}

}  // namespace

JointTool::JointTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor)
    : PlaceTool(pointer, plane, editor, Aim::Anchors) {}

std::vector<JointTool::Kind> JointTool::kinds() const {
  if (!m_plane->snapshot() || m_plane->instance().view.planar) return {Kind::Hinge, Kind::Slider, Kind::Weld};
  return {Kind::Hinge, Kind::Slider, Kind::Ball, Kind::Weld};
}

void JointTool::makeGhost(const Eigen::Vector3d& at) {
  if (isPlacing() || m_plane->bodyAt(m_pointer->at) >= 0) m_end = at;
}

Eigen::Vector3d JointTool::firstPoint() {
  m_body = m_plane->bodyAt(m_pointer->at);
  return aimedPoint();
}

void JointTool::place() {
  if (m_body < 0) return;
  const bool slides = m_kind == Kind::Slider;
  const Eigen::Vector3d at = from(), end = m_end.value_or(at), along = end - at;
  if (slides && along.norm() < 3 * m_plane->metresPerPixel(at)) return;  // it has no direction
  const auto screen = m_plane->toScreen(end);
  const int other = slides && screen        ? m_plane->bodyAt(*screen)
                    : m_pointer->isPulled() ? m_plane->bodyAt(m_pointer->at)
                                            : -1;
  const std::string name = m_plane->nameOf(m_body),
                    parent = other >= 0 && other != m_body ? m_plane->nameOf(other) : std::string();
  const QString text = jointText(m_kind, QString::fromStdString(name), QString::fromStdString(parent));
  m_editor->apply(text, [&](const SceneEditor::Json& scene) {
    std::vector<std::string> names{name};
    if (!parent.empty()) names.push_back(parent);
    const SceneInstance& instance = m_plane->instance();
    return edit::joinBody(SceneEditor::withSingleBodies(scene, names, instance), instance,
                          {m_kind, name, parent, at, along});
  });
}

/// A hinge is a ring, a ball joint a ball in it, a weld a square, a slider a square with an arrow both ways.
void JointTool::paintGhost(QPainter& painter) const {
  const bool slides = m_kind == Kind::Slider;
  const auto at = m_plane->toScreen(isPlacing() ? from() : *m_end);
  if (!at) return;
  const QPointF end = isPlacing() && slides ? m_plane->toScreen(*m_end).value_or(*at) : m_pointer->at;
  painter.setPen(QPen(theme::accent(), 2.5));
  painter.setBrush(Qt::white);
  if (isPlacing()) painter.drawLine(slides ? 2 * *at - end : *at, end);
  if (m_kind == Kind::Weld || slides)
    painter.drawRect(QRectF(-5, -5, 10, 10).translated(*at));
  else
    painter.drawEllipse(*at, 6, 6);
  painter.setBrush(theme::accent());
  if (slides && !isPlacing()) painter.drawLine(*at - QPointF(14, 0), *at + QPointF(14, 0));
  const double dot = m_kind == Kind::Ball ? 3.5 : m_kind == Kind::Hinge ? 1.5 : 0;
  if (dot > 0) painter.drawEllipse(*at, dot, dot);
}

QStringList JointTool::ownTexts() const {
  if (!isPlacing() || m_kind != Kind::Slider) return {};
  const Eigen::Vector3d along = m_shown - from();
  return {QObject::tr("along %1").arg(angleText(std::atan2(along.y(), along.x()), 1))};
}

}  // namespace carom
