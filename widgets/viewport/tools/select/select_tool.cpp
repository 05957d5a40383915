#include "viewport/tools/select/select_tool.h"

#include <QKeyEvent>
#include <QPainter>

#include "common/selection.h"
#include "common/theme.h"
#include "editor/scene_editor.h"
#include "viewport/tools/select/spin_act.h"
#include "viewport/tools/select/turn_act.h"
#include "viewport/tools/select/velocity_act.h"
#include "viewport/tools/work_plane.h"
#include "viewport/viewport_canvas.h"

namespace carom {

SelectTool::SelectTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, Selection* selection,
                       const UsualRadius* radius)
    : HoldTool(pointer, plane, editor, selection), m_handles(plane, editor, selection, radius) {}

void SelectTool::cancel() {
  m_hasBand = false;
  HoldTool::cancel();
}

bool SelectTool::pressAtPointer() {
  m_hasBand = false;
  m_heldHandle.reset();
  if (const auto handle = m_handles.at(m_pointer->at)) {
    holdHandle(*handle);
    return true;
  }
  const ViewportCanvas& canvas = m_plane->canvas();
  if (pickAt(canvas.frame(), canvas.screenMap(), m_pointer->at, arcReach).arc >= 0)
    return false;  // the canvas drags the parameter of an arc
  if (selectSpring()) return true;
  if (const int body = m_plane->bodyAt(m_pointer->at); body >= 0) return pressBody(body);
  if (!m_pointer->add) m_selection->choose({});
  m_hasBand = true;
  return true;
}

/// Selects the spring or damper at the pointer, where there is one.
bool SelectTool::selectSpring() {
  const QString spring = m_plane->springAt(m_pointer->at);
  if (spring.isEmpty()) return false;
  QStringList places = m_pointer->add ? m_selection->places() : QStringList();
  if (!places.removeOne(spring)) places << spring;
  m_selection->choose(m_pointer->add ? m_selection->bodies() : QStringList(), places);
  return true;
}

/// A press on a body selects it. With Shift it joins the selection or leaves it.
bool SelectTool::pressBody(int body) {
  const QString name = QString::fromStdString(m_plane->nameOf(body));
  QStringList bodies = m_selection->bodies();
  if (m_pointer->add) {
    if (!bodies.removeOne(name)) bodies << name;
    m_selection->choose(bodies, m_selection->places());
    return true;
  }
  if (!bodies.contains(name)) m_selection->choose({name});
  if (canMove(m_editor->selected())) {
    readyToMove(body);
    return true;
  }
  // The canvas drags a ball that is not free: its parameters may follow.
  return pickAt(m_plane->canvas().frame(), m_plane->canvas().screenMap(), m_pointer->at, 0).body < 0;
}

void SelectTool::holdHandle(const Handle& handle) {
  m_heldHandle = handle;
  if (handle.kind == Handle::Kind::Turn)
    hold(std::make_unique<TurnAct>(m_plane, m_editor, handle.body));
  else if (handle.kind == Handle::Kind::Spin)
    hold(std::make_unique<SpinAct>(m_plane, m_editor, m_handles, handle.body));
  else
    hold(std::make_unique<VelocityAct>(m_plane, m_editor, m_handles, handle));
}

void SelectTool::release(const QMouseEvent& event) {
  HoldTool::release(event);
  if (m_hasBand) selectBand();
  m_hasBand = false;
}

/// Selects the bodies whose centre of mass is in the band, and the springs that are in it whole.
void SelectTool::selectBand() {
  const QRectF band = QRectF(m_pointer->pressedAt, m_pointer->at).normalized();
  QStringList bodies = m_pointer->add ? m_selection->bodies() : QStringList();
  QStringList places = m_pointer->add ? m_selection->places() : QStringList();
  const Mechanism& mechanism = m_plane->mechanism();
  for (int i = 0; i < static_cast<int>(mechanism.bodies().size()); ++i) {
    const auto at = m_plane->toScreen(mechanism.centreOfMass(i, m_plane->instance().initial.q));
    const QString name = QString::fromStdString(m_plane->nameOf(i));
    if (at && band.contains(*at) && !mechanism.isFixed(i) && !bodies.contains(name)) bodies << name;
  }
  for (const SceneFrame::Line& line : m_plane->canvas().frame().lines) {
    const auto from = m_plane->toScreen(line.from), to = m_plane->toScreen(line.to);
    if (from && to && band.contains(*from) && band.contains(*to) && !places.contains(line.place))
      places << line.place;
  }
  m_selection->choose(bodies, places);
}

/// What a key begins with the selected bodies.
SelectTool::KeyAct SelectTool::actOf(const QKeyEvent& event) const {
  const bool canBegin = isIdle() && !m_hasBand && m_plane->snapshot() && !m_selection->bodies().isEmpty();
  if (!canBegin || !isToolKey(event)) return KeyAct::None;
  if (event.key() == Qt::Key_M || !arrowOf(event).isNull())
    return canMove(m_editor->selected()) ? KeyAct::Move : KeyAct::None;
  if (event.key() == Qt::Key_V)
    return m_handles.first(Handle::Kind::Velocity) ? KeyAct::Velocity : KeyAct::Spin;
  if (event.key() == Qt::Key_R && m_handles.first(Handle::Kind::Turn)) return KeyAct::Turn;
  return KeyAct::None;
}

/// V while V holds the velocity: the angular velocity comes next.
bool SelectTool::isSecondV(const QKeyEvent& event) const {
  return event.key() == Qt::Key_V && isToolKey(event) && holds() && m_pointer->byKeys && m_heldHandle &&
         m_heldHandle->kind == Handle::Kind::Velocity && !m_typed.any() &&
         m_handles.first(Handle::Kind::Spin);
}

bool SelectTool::wantsKey(const QKeyEvent& event) const {
  return isSecondV(event) || actOf(event) != KeyAct::None || HoldTool::wantsKey(event);
}

bool SelectTool::key(const QKeyEvent& event) {
  if (isSecondV(event)) {
    finish(true);
    beginByKeys(KeyAct::Spin);
    return true;
  }
  if (const KeyAct act = actOf(event); act != KeyAct::None) {
    beginByKeys(act);
    if (arrowOf(event).isNull() || !holds()) return true;
  }
  return HoldTool::key(event);
}

/// Takes hold of what is selected, as a press of the mouse would.
void SelectTool::beginByKeys(KeyAct act) {
  const auto handle = act == KeyAct::Turn       ? m_handles.first(Handle::Kind::Turn)
                      : act == KeyAct::Velocity ? m_handles.first(Handle::Kind::Velocity)
                      : act == KeyAct::Spin     ? m_handles.first(Handle::Kind::Spin)
                                                : std::nullopt;
  if (act == KeyAct::Spin && !handle)
    return tell(QObject::tr("%1 has no velocity of its own to set: it is fixed, one of a repeat, or moves by "
                            "joints that the scene editor lists")
                    .arg(m_selection->bodies().front()));
  const int body = handle ? handle->body : m_plane->mechanism().bodyIndex(m_editor->selected().front());
  if (body < 0) return;
  const auto from = handle ? std::optional(handle->at) : m_plane->toScreen(m_plane->originOf(body));
  if (!from) return;
  m_pointer->at = m_pointer->pressedAt = *from;
  m_pointer->inside = m_pointer->byKeys = true;
  m_pointer->free = false;
  m_heldHandle.reset();
  if (handle)
    holdHandle(*handle);
  else
    holdToMove(body);
}

void SelectTool::paint(QPainter& painter) const {
  if (!holds() || m_heldHandle) m_handles.paint(painter, holds() ? m_heldHandle : std::nullopt);
  if (m_hasBand) {
    QColor ground = theme::accent();
    ground.setAlphaF(0.12);
    painter.setPen(QPen(theme::accent(), 1, Qt::DashLine));
    painter.setBrush(ground);
    painter.drawRect(QRectF(m_pointer->pressedAt, m_pointer->at).normalized());
  }
  HoldTool::paint(painter);
}

}  // namespace carom
