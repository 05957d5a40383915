#include "viewport/tools/place/spring_tool.h"

#include "editor/scene_editor.h"

namespace carom {

SpringTool::SpringTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius,
                       Adds adds)
    : BodyTool(pointer, plane, editor, radius, Aim::Anchors), m_adds(adds) {}

edit::NewBody SpringTool::ghostAt(const Eigen::Vector3d& at) {
  const auto [from, to] = endsAt(at);
  return edit::NewRod{from, to};
}

void SpringTool::add(const edit::NewBody& body) {
  const auto& [from, to, radius, mass] = std::get<edit::NewRod>(body);
  SceneEditor::Json between = SceneEditor::Json::array();
  for (const Eigen::Vector3d& point : {from, to}) {
    SceneEditor::Json end = SceneEditor::Json::object();
    Eigen::Vector3d at = point;
    const auto screen = m_plane->toScreen(point);
    if (const int on = screen ? m_plane->bodyAt(*screen) : -1; on >= 0) {
      const std::string& name = m_plane->nameOf(on);
      if (edit::isRepeat(m_editor->scene(), name)) continue;
      const Pose pose = m_plane->poseOf(on);
      end["body"] = name;
      at = pose.R.transpose() * (point - pose.x);
    }
    if (!at.isZero(1e-12)) end["at"] = SceneEditor::Json::array({at.x(), at.y(), at.z()});
    between.push_back(std::move(end));
  }
  if (m_adds == Adds::Loop) {
    m_editor->apply(QObject::tr("Close a loop"), [&](const SceneEditor::Json& scene) {
      return edit::addForce(scene, "loops", {{"type", "pin"}, {"between", between}});
    });
    return;
  }
  const double rest = (to - from).norm();
  m_editor->apply(QObject::tr("Add a spring"), [&](const SceneEditor::Json& scene) {
    return edit::addForce(scene, "springs", {{"between", between}, {"stiffness", 100}, {"rest", rest}});
  });
}

}  // namespace carom
