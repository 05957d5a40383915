#include "viewport/tools/select/drag_tool.h"

#include "common/selection.h"
#include "viewport/tools/work_plane.h"
#include "viewport/viewport_canvas.h"

namespace carom {

bool DragTool::pressAtPointer() {
  const bool parametersFollow = !m_plane->snapshot()->scene->parameters().empty();
  if (m_pointer->add || !m_plane->canvas().frame().initial || parametersFollow) return false;
  const int body = m_plane->bodyAt(m_pointer->at);
  if (body < 0 || m_plane->mechanism().isFixed(body) || !canMove({m_plane->nameOf(body)})) return false;
  m_selection->choose({QString::fromStdString(m_plane->nameOf(body))});
  readyToMove(body);
  return true;
}

}  // namespace carom
