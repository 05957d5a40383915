#include "viewport/tools/usual_radius.h"

#include <algorithm>

#include "base/round_number.h"
#include "editor/scene_editor.h"
#include "viewport/tools/work_plane.h"
#include "viewport/viewport_canvas.h"

namespace carom {

UsualRadius::UsualRadius(const WorkPlane* plane, const SceneEditor* editor)
    : m_plane(plane), m_editor(editor) {}

double UsualRadius::value() const {
  if (m_drawn) return *m_drawn;
  const auto isBall = [](const PlacedShape& shape) { return std::holds_alternative<Ball>(shape.shape); };
  if (std::ranges::any_of(m_plane->shapes(), isBall)) return m_editor->usualSize();
  return roundNumberBelow(0.08 * m_plane->canvas().view().camera.heightAtFocus());
}

}  // namespace carom
