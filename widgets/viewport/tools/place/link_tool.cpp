#include "viewport/tools/place/link_tool.h"

#include "editor/scene_editor.h"

namespace carom {

LinkTool::LinkTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, UsualRadius* radius)
    : BodyTool(pointer, plane, editor, radius, Aim::Anchors) {}

edit::NewBody LinkTool::ghostAt(const Eigen::Vector3d& at) {
  const auto [from, to] = endsAt(at);
  edit::NewLink link{"", {}, from, to};
  if (const int parent = m_plane->bodyAt(m_plane->toScreen(from).value_or(m_pointer->at)); parent >= 0) {
    link.parent = m_plane->nameOf(parent);
    link.parentPose = m_plane->poseOf(parent);
  }
  return link;
}

/// A body of a repeat carries no link: its hinge is on the world.
void LinkTool::add(const edit::NewBody& body) {
  edit::NewLink link = std::get<edit::NewLink>(body);
  if (edit::isRepeat(m_editor->scene(), link.parent)) link.parent.clear();
  BodyTool::add(link);
}

}  // namespace carom
