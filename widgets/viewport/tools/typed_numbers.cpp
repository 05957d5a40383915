// The 3D view's tools without a mouse, and numbers that are typed while something is placed or moved.
#include <QKeyEvent>

#include "common/selection.h"
#include "scene/expression/expression.h"
#include "viewport/tools/edit_tool.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {

constexpr double arrowStep = 8;  // px

/// Where an arrow key points on the screen, (0, 0) for other keys.
QPointF arrowOf(int key) {
  return QPointF((key == Qt::Key_Right) - (key == Qt::Key_Left), (key == Qt::Key_Down) - (key == Qt::Key_Up));
}

}  // namespace

std::optional<double> EditTool::Typed::value(int i) const {
  const QString& typed = text[static_cast<std::size_t>(i)];
  return typed.isEmpty() ? std::nullopt : parseQuantity(typed.toStdString());
}

bool EditTool::isHeld() const {
  return m_act == Act::Moving || m_act == Act::Turning || m_act == Act::Velocity;
}

/// What a key can begin in the selection.
EditTool::Act EditTool::actOf(const QKeyEvent& event) const {
  if (m_kind != Kind::Select || m_act != Act::Idle || !m_snapshot || m_selection->bodies().isEmpty())
    return Act::Idle;
  const int key = event.key();
  if (key == Qt::Key_M || !arrowOf(key).isNull())
    return canMove(m_editor->selected()) ? Act::Moving : Act::Idle;
  if (key == Qt::Key_V && firstHandle(Act::Velocity)) return Act::Velocity;
  if (key == Qt::Key_R && firstHandle(Act::Turning)) return Act::Turning;
  return Act::Idle;
}

bool EditTool::wantsKey(const QKeyEvent& event) const {
  const bool placing = m_kind != Kind::None && m_kind != Kind::Select;
  if (m_kind == Kind::None && !isHeld()) return false;
  if (event.key() == Qt::Key_Escape) return true;
  if (event.modifiers() & (Qt::ControlModifier | Qt::MetaModifier)) return false;
  if (!arrowOf(event.key()).isNull() && event.modifiers() & Qt::ShiftModifier) return false;  // the camera's
  if (actOf(event) != Act::Idle) return true;
  if (!isHeld() && !(placing && m_inside)) return false;
  if (!arrowOf(event.key()).isNull()) return true;
  switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Backspace:
      return true;
    case Qt::Key_Tab:  // it leaves the view unless there is a number to go on to
      return isHeld() || m_typed.any();
    default:
      break;
  }
  const QString text = event.text();
  const bool number = !text.isEmpty() && QStringLiteral("0123456789.-").contains(text);
  const bool more = !m_typed.text[static_cast<std::size_t>(m_typed.field)].isEmpty() && !text.isEmpty() &&
                    QStringLiteral("emckinudgra").contains(text);
  return number || more;
}

/// Takes hold of what is selected, as if by the mouse.
void EditTool::beginByKeys(Act act) {
  const auto handle = firstHandle(act);
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  m_grabbed = handle ? handle->body : mechanism.bodyIndex(m_editor->selected().front());
  if (m_grabbed < 0) return;
  std::optional<QPointF> from =
      m_canvas->screenMap().toScreen(mechanism.position(m_grabbed, m_snapshot->instance.initial.q));
  if (handle) from = handle->at;
  if (!from) return;
  m_cursor = m_pressedAt = *from;
  m_inside = m_byKeys = true;
  m_free = false;
  if (act == Act::Moving)
    startMoving();
  else
    startHandle(*handle);
}

bool EditTool::key(const QKeyEvent& event) {
  if (!wantsKey(event)) return false;
  const QPointF arrow = arrowOf(event.key());
  if (const Act act = actOf(event); act != Act::Idle) {
    beginByKeys(act);
    if (arrow.isNull() || !isHeld()) return true;
  }
  QString& text = m_typed.text[static_cast<std::size_t>(m_typed.field)];
  switch (event.key()) {
    case Qt::Key_Escape:
      if (m_act != Act::Idle || m_typed.any())
        finish(false);
      else
        setKind(m_kind == Kind::Select ? Kind::None : Kind::Select);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return enter(), true;
    case Qt::Key_Tab:
      if (m_act != Act::Turning) m_typed.field = 1 - m_typed.field;
      break;
    case Qt::Key_Backspace:
      text.chop(1);
      break;
    default:
      if (arrow.isNull()) text += event.text();
  }
  if (!arrow.isNull()) {
    m_typed = {};
    m_cursor += arrowStep * arrow;
  }
  follow();
  return true;
}

/// Enter keeps what is held, or is a click where the ghost is.
void EditTool::enter() {
  if (!isHeld()) {
    advancePlacing();
  } else {
    const bool byKeys = m_byKeys;
    finish(true);
    if (!byKeys) m_act = Act::Spent;  // the button is still down
  }
  redraw();
}

/// The mouse, an arrow key or a number says otherwise.
void EditTool::follow() {
  if (m_act == Act::Moving) move();
  if (m_act == Act::Turning) turn();
  if (m_act == Act::Velocity) changeVelocity();
  if (m_kind != Kind::Select) updateGhost();
  redraw();
}

void EditTool::blur() {
  if (m_byKeys) finish(true);
}

}  // namespace carom
