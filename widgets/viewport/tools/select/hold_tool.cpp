#include "viewport/tools/select/hold_tool.h"

#include <QMouseEvent>

#include "editor/scene_editor.h"
#include "scene/scene_error.h"
#include "viewport/tools/select/move_act.h"
#include "viewport/tools/tool_drawing.h"
#include "viewport/tools/work_plane.h"

namespace carom {

HoldTool::HoldTool(Pointer* pointer, const WorkPlane* plane, SceneEditor* editor, Selection* selection)
    : EditTool(pointer), m_plane(plane), m_editor(editor), m_selection(selection) {}

bool HoldTool::canMove(const std::vector<std::string>& names) const {
  if (names.empty()) return false;
  try {
    const auto scene = SceneEditor::withSingleBodies(m_editor->scene(), names, m_plane->instance());
    return edit::areFree(scene, names);
  } catch (const SceneError&) {
    return false;
  }
}

void HoldTool::readyToMove(int body) {
  m_ready = body;
  m_state = State::Ready;
}

void HoldTool::hold(std::unique_ptr<HeldAct> act) {
  m_act = std::move(act);
  m_typed = {};
  m_editor->begin(m_act->name(), m_act->onRefusal());
  m_state = State::Held;
}

void HoldTool::holdToMove(int body) {
  hold(std::make_unique<MoveAct>(m_plane, m_editor, body, *m_pointer));
  follow();
}

void HoldTool::finish(bool keep) {
  const bool byMouse = !m_pointer->byKeys, held = holds();
  if (held) keep ? m_editor->commit() : m_editor->cancel();
  if (const QString done = held && keep ? m_act->done() : QString(); !done.isEmpty()) m_tell(done);
  m_state = held && !keep && byMouse ? State::Spent : State::Idle;
  m_pointer->byKeys = false;
  m_typed = {};
  m_act.reset();
}

bool HoldTool::press(const QMouseEvent& event) {
  if (m_pointer->byKeys) {  // a click keeps what keys hold
    finish(true);
    m_state = State::Spent;
    return true;
  }
  m_pointer->press(event);
  m_state = State::Idle;
  return pressAtPointer();
}

void HoldTool::drag(const QMouseEvent& event) {
  m_pointer->drag(event);
  if (holds())
    follow();
  else if (m_state == State::Ready && m_pointer->isPulled())
    holdToMove(m_ready);
}

void HoldTool::release(const QMouseEvent& event) {
  m_pointer->at = event.position();
  if (holds())
    finish(true);
  else
    m_state = State::Idle;
}

bool HoldTool::hover(const QMouseEvent& event) {
  if (m_pointer->byKeys) return true;
  m_pointer->hover(event);
  return false;
}

void HoldTool::leave() {
  if (!m_pointer->byKeys) m_pointer->inside = false;
}

void HoldTool::blur() {
  if (m_pointer->byKeys) finish(true);
}

void HoldTool::enter() {
  const bool byMouse = !m_pointer->byKeys;
  finish(true);
  if (byMouse) m_state = State::Spent;
}

void HoldTool::paint(QPainter& painter) const {
  if (!holds()) return;
  m_act->paint(painter);
  drawReadout(painter, *m_plane, m_pointer->at, m_act->readout(m_typed));
}

}  // namespace carom
