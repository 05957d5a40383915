#include "viewport/tools/edit_tool.h"

#include <QKeyEvent>

namespace carom {

namespace {
constexpr double arrowStep = 8;  // px
}

QPointF arrowOf(const QKeyEvent& event) {
  const int key = event.key();
  return QPointF((key == Qt::Key_Right) - (key == Qt::Key_Left), (key == Qt::Key_Down) - (key == Qt::Key_Up));
}

bool isToolKey(const QKeyEvent& event) {
  if (event.modifiers() & (Qt::ControlModifier | Qt::MetaModifier)) return false;
  return arrowOf(event).isNull() || !(event.modifiers() & Qt::ShiftModifier);
}

bool EditTool::wantsKey(const QKeyEvent& event) const {
  if (!isToolKey(event) || !takesNumbers()) return false;
  if (!arrowOf(event).isNull()) return true;
  switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return true;
    case Qt::Key_Tab:  // it leaves the view unless there is a number to go on to
      return holds() || m_typed.any();
    default:
      return m_typed.takes(event);
  }
}

bool EditTool::key(const QKeyEvent& event) {
  if (!EditTool::wantsKey(event)) return false;
  m_pointer->inside = true;  // keys go on from where the mouse left the view
  const QPointF arrow = arrowOf(event);
  if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
    enter();
    return true;
  }
  if (!arrow.isNull()) {
    m_typed = {};
    m_pointer->at += arrowStep * arrow;
  } else if (event.key() != Qt::Key_Tab) {
    m_typed.key(event);
  } else if (numberCount() > 1) {
    m_typed.goToOther();
  }
  follow();
  return true;
}

}  // namespace carom
