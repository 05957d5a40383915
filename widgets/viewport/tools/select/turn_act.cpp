#include "viewport/tools/select/turn_act.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "editor/scene_editor.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/core_overlap.h"
#include "scene/edit/own_coordinates.h"
#include "viewport/tools/pointer.h"
#include "viewport/tools/round_angle.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/typed_numbers.h"

namespace carom {

namespace {

/// Whether bodies overlap at q in the way that the engine refuses.
bool overlaps(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  return std::ranges::any_of(nearContacts(mechanism, q), [&](int near) {
    const ContactPair& contact = mechanism.contacts()[static_cast<std::size_t>(near)];
    return mechanism.gap(near, q) < -closedGap || coreOverlap(mechanism, contact, q) > closedGap;
  });
}

}  // namespace

TurnAct::TurnAct(const WorkPlane* plane, SceneEditor* editor, int body)
    : HeldAct(Edits::OnRefusal::StopBefore),  // it ends at the last angle that the engine accepts
      m_plane(plane),
      m_editor(editor),
      m_start(plane->snapshot()),
      m_name(plane->nameOf(body)),
      m_coordinate(edit::ownCoordinates(plane->mechanism(), body).turn.front()),
      m_pose(plane->poseOf(body)),
      m_turnsCoordinate(edit::areFree(editor->scene(), {m_name})),
      m_startAngle(std::atan2(m_pose.R(1, 0), m_pose.R(0, 0))),
      m_wantedAngle(m_startAngle) {}

QString TurnAct::name() const {
  return QObject::tr("Turn %1").arg(QString::fromStdString(m_name));
}

void TurnAct::follow(const Pointer& pointer, const TypedNumbers& typed) {
  const auto point = m_plane->pointAt(pointer.at);
  if (!point) return;
  const Eigen::Vector3d arm = *point - m_pose.x;
  m_wantedAngle = roundAngle(std::atan2(arm.y(), arm.x()), pointer.free);
  if (const auto angle = typed.value(0))  // SI: a number with a unit is in rad already
    m_wantedAngle = typed.isPlain(0) ? *angle * std::numbers::pi / 180 : *angle;
  const double by = std::remainder(m_wantedAngle - m_startAngle, 2 * std::numbers::pi);
  Eigen::VectorXd q = m_start->instance.initial.q;
  q[m_coordinate] += by;
  m_isFree = !overlaps(*m_start->instance.mechanism, q);
  if (!m_isFree) return;
  const std::vector<edit::BodyMove> turn{{m_name, m_pose.x, m_pose.x, by}};
  // The edit of a drag may be done after the act has gone.
  const SceneEditor::Edit edit = [start = m_start, turn](const SceneEditor::Json& scene) {
    return edit::moveBodies(scene, start->instance, turn);
  };
  const auto turned =
      m_turnsCoordinate ? edit::movedCoordinates(m_editor->scene(), m_start->instance, turn) : std::nullopt;
  if (turned)
    m_editor->previewInitial(*turned, edit);
  else
    m_editor->preview(edit);
}

QString TurnAct::readout(const TypedNumbers& typed) const {
  QStringList parts{typed.shown(0, angleText(m_wantedAngle, 1))};
  if (!m_isFree) parts << overlapText();
  return readoutLine(parts);
}

}  // namespace carom
