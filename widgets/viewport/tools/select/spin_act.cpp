#include "viewport/tools/select/spin_act.h"

#include <cmath>
#include <numbers>

#include "base/number_format.h"
#include "base/pixel_value.h"
#include "editor/scene_editor.h"
#include "viewport/tools/pointer.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/typed_numbers.h"

namespace carom {

SpinAct::SpinAct(const WorkPlane* plane, SceneEditor* editor, const Handles& handles, int body)
    : m_plane(plane),
      m_editor(editor),
      m_start(plane->snapshot()),
      m_name(plane->nameOf(body)),
      m_origin(plane->originOf(body)),
      m_scale(handles.velocityScale()),
      m_radius(handles.spinRadius(body)),
      m_rest(handles.spinRest(body)),
      m_turn(handles.spinTurn(body)),
      m_wanted(handles.spinOf(body)),
      m_beyond(m_wanted * m_scale - m_turn) {}

QString SpinAct::name() const {
  return QObject::tr("Set the angular velocity of %1").arg(QString::fromStdString(m_name));
}

void SpinAct::follow(const Pointer& pointer, const TypedNumbers& typed) {
  const auto point = m_plane->pointAt(pointer.at);
  if (!point) return;
  const Eigen::Vector3d arm = *point - m_origin;
  if (arm.norm() > 0) {
    const double angle = std::atan2(arm.y(), arm.x()) - m_rest;
    m_turn += std::remainder(angle - m_turn, 2 * std::numbers::pi);
    const double pixel = m_plane->metresPerPixel(m_origin) / m_radius / m_scale;
    m_wanted = roundedToPixels((m_turn + m_beyond) / m_scale, pixel);
  }
  m_wanted = typed.value(0).value_or(m_wanted);
  // The edit of a drag may be done after the act has gone.
  const SceneEditor::Edit edit = [start = m_start, name = m_name,
                                  omega = m_wanted](const SceneEditor::Json& scene) {
    return edit::setBodySpin(scene, start->instance, name, omega);
  };
  if (const auto assigned = edit::assignedSpin(m_editor->scene(), m_start->instance, m_name, m_wanted))
    m_editor->previewInitial(*assigned, edit);
  else
    m_editor->preview(edit);
}

QString SpinAct::readout(const TypedNumbers& typed) const {
  return readoutLine(
      {QStringLiteral("ω ") + typed.shown(0, formatNumber(m_wanted, 4)) + QStringLiteral(" rad/s")});
}

QString SpinAct::done() const {
  return QObject::tr("angular velocity of %1: %2 rad/s")
      .arg(QString::fromStdString(m_name), formatNumber(m_wanted, 4));
}

}  // namespace carom
