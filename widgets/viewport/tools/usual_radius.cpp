#include "viewport/tools/usual_radius.h"

#include <algorithm>
#include <cmath>

#include "editor/edit_session.h"
#include "viewport/tools/work_plane.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

/// The largest of 1, 2, 5·10ᵏ that is not above x.
double roundBelow(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return power * (x < 2 * power ? 1 : x < 5 * power ? 2 : 5);
}

}  // namespace

UsualRadius::UsualRadius(const WorkPlane* plane, const SceneEditor* editor)
    : m_plane(plane), m_editor(editor) {}

double UsualRadius::value() const {
  if (m_drawn) return *m_drawn;
  const auto isBall = [](const PlacedShape& shape) { return std::holds_alternative<Ball>(shape.shape); };
  if (std::ranges::any_of(m_plane->shapes(), isBall)) return m_editor->usualSize();
  return roundBelow(0.08 * m_plane->canvas().view().camera.heightAtFocus());
}

}  // namespace carom
