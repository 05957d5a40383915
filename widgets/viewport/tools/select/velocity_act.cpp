#include "viewport/tools/select/velocity_act.h"

#include <cmath>

#include "base/number_format.h"
#include "base/pixel_value.h"
#include "editor/scene_editor.h"
#include "viewport/tools/pointer.h"
#include "viewport/tools/round_angle.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/typed_numbers.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

/// To 12 decimals, so that sums of round numbers are round.
Eigen::Vector3d withoutNoise(const Eigen::Vector3d& v) {
  return v.unaryExpr([](double x) { return std::round(x * 1e12) / 1e12; });
}

}  // namespace

VelocityAct::VelocityAct(const WorkPlane* plane, SceneEditor* editor, const Handles& handles,
                         const Handle& held)
    : m_plane(plane),
      m_editor(editor),
      m_start(plane->snapshot()),
      m_origin(plane->originOf(held.body)),
      m_besideTip(held.at - held.tip),
      m_scale(handles.velocityScale()) {
  const auto pulled = [&](int body) {
    return Pulled{plane->nameOf(body), plane->canvas().frame().velocities[static_cast<std::size_t>(body)]};
  };
  for (const Handle& handle : handles.all(Handle::Kind::Velocity)) m_bodies.push_back(pulled(handle.body));
  m_held = pulled(held.body);
  m_wanted = m_held.velocity;
}

QString VelocityAct::name() const {
  return m_bodies.size() == 1
             ? QObject::tr("Set the velocity of %1").arg(QString::fromStdString(m_bodies[0].name))
             : QObject::tr("Set the velocities of %1 bodies").arg(m_bodies.size());
}

/// The velocity with the arrow's tip at a point, of a speed that is rounded to what the eye can distinguish.
Eigen::Vector3d VelocityAct::wantedAt(const Eigen::Vector3d& tip, bool free) const {
  const Eigen::Vector3d arm = tip - m_origin;
  const double angle = roundAngle(std::atan2(arm.y(), arm.x()), free);
  const double speed = roundedToPixels(arm.norm() / m_scale, m_plane->metresPerPixel(m_origin) / m_scale);
  Eigen::Vector3d v(speed * std::cos(angle), speed * std::sin(angle), 0);
  for (double& x : v) x = std::abs(x) < 1e-12 * speed ? 0 : x;
  return v;
}

void VelocityAct::follow(const Pointer& pointer, const TypedNumbers& typed) {
  const auto tip = m_plane->pointAt(pointer.at - m_besideTip);
  if (!tip) return;
  // The handle of a body at rest is beside it: until it is pulled, what is not typed stays as it was.
  m_wanted = typed.applied(pointer.isPulled() ? withoutNoise(wantedAt(*tip, pointer.free)) : m_held.velocity);
  const Eigen::Vector3d gain = m_wanted - m_held.velocity;
  std::vector<edit::BodyVelocity> pulled;
  for (const Pulled& body : m_bodies)
    pulled.push_back({body.name, body.name == m_held.name ? m_wanted : withoutNoise(body.velocity + gain)});
  // The edit of a drag may be done after the act has gone.
  const SceneEditor::Edit edit = [start = m_start, pulled](const SceneEditor::Json& scene) {
    SceneEditor::Json result = scene;
    for (const auto& [body, velocity] : pulled)
      result = edit::setBodyVelocity(result, start->instance, body, velocity);
    return result;
  };
  if (const auto assigned = edit::assignedVelocities(m_editor->scene(), m_start->instance, pulled))
    m_editor->previewInitial(*assigned, edit);
  else
    m_editor->preview(edit);
}

QString VelocityAct::done() const {
  const QString velocity =
      QObject::tr("(%1, %2) m/s").arg(formatNumber(m_wanted.x(), 4), formatNumber(m_wanted.y(), 4));
  return m_bodies.size() == 1
             ? QObject::tr("velocity of %1: %2").arg(QString::fromStdString(m_held.name), velocity)
             : QObject::tr("velocity of %1: %2, and as much more for the others")
                   .arg(QString::fromStdString(m_held.name), velocity);
}

QString VelocityAct::readout(const TypedNumbers& typed) const {
  return readoutLine(numberTexts(m_wanted, typed, QStringLiteral("v"), QStringLiteral(" m/s")));
}

}  // namespace carom
