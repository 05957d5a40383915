#include "viewport/tools/place/joint_tool.h"

#include <QPainter>

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
  if (!isPlacing()) m_body = m_plane->bodyAt(m_pointer->at);
  if (isPlacing() || turns() || m_body >= 0) m_end = at;
}

Eigen::Vector3d JointTool::firstPoint() {
  m_body = m_plane->bodyAt(m_pointer->at);
  return aimedPoint();
}

JointTool::Meant JointTool::meant() const {
  const bool slides = m_kind == Kind::Slider;
  const Eigen::Vector3d end = m_end.value_or(from());
  const auto screen = m_plane->toScreen(end);
  int other = slides && screen        ? m_plane->bodyAt(*screen)
              : m_pointer->isPulled() ? m_plane->bodyAt(m_pointer->at)
                                      : -1;
  if (other == m_body) other = -1;
  if (!turns() || !m_pointer->isPulled()) return {m_body, other, from()};
  if (m_body < 0) return {other, -1, from()};
  const bool isBeside = other < 0 && m_plane->bodyAt(m_pointer->at) < 0;
  return {m_body, other, isBeside ? end : from()};
}

void JointTool::place() {
  const auto [body, other, at] = meant();
  if (body < 0) return;
  const Eigen::Vector3d along = m_end.value_or(from()) - from();
  if (m_kind == Kind::Slider && along.norm() < 3 * m_plane->metresPerPixel(at))
    return;  // it has no direction
  const std::string name = m_plane->nameOf(body),
                    parent = other >= 0 ? m_plane->nameOf(other) : std::string();
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
  const Eigen::Vector3d joint = isPlacing() ? meant().at : *m_end;
  const auto at = m_plane->toScreen(joint), start = isPlacing() ? m_plane->toScreen(from()) : at;
  if (!at || !start) return;
  const QPointF end = isPlacing() ? m_plane->toScreen(*m_end).value_or(m_pointer->at) : m_pointer->at;
  painter.setPen(QPen(theme::accent(), 2.5));
  painter.setBrush(Qt::white);
  if (isPlacing()) painter.drawLine(slides ? 2 * *start - end : *start, end);
  if (m_kind == Kind::Weld || slides)
    painter.drawRect(QRectF(-5, -5, 10, 10).translated(*at));
  else
    painter.drawEllipse(*at, 6, 6);
  painter.setBrush(theme::accent());
  if (slides && !isPlacing()) painter.drawLine(*at - QPointF(14, 0), *at + QPointF(14, 0));
  const double dot = m_kind == Kind::Ball ? 3.5 : m_kind == Kind::Hinge ? 1.5 : 0;
  if (dot > 0) painter.drawEllipse(*at, dot, dot);
}

/// What a release or click would do; for a slider its direction.
QStringList JointTool::ownTexts() const {
  if (m_kind == Kind::Slider) return isPlacing() ? QStringList{alongText()} : QStringList();
  const Meant joint = isPlacing() ? meant() : Meant{m_body, -1, {}};
  if (joint.body < 0) return {QObject::tr("pull to the body that hangs here")};
  const auto named = [&](int body) { return QString::fromStdString(m_plane->nameOf(body)); };
  return {jointText(m_kind, named(joint.body), joint.parent >= 0 ? named(joint.parent) : QString())};
}

}  // namespace carom
