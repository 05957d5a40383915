#include "viewport/tools/pointer.h"

#include <QLineF>
#include <QMouseEvent>

namespace carom {

namespace {
constexpr double pullThreshold = 4;  // px
}

void Pointer::press(const QMouseEvent& event) {
  hover(event);
  pressedAt = at;
  add = event.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier);
}

void Pointer::drag(const QMouseEvent& event) {
  at = event.position();
  free = event.modifiers() & Qt::AltModifier;
}

void Pointer::hover(const QMouseEvent& event) {
  drag(event);
  inside = true;
}

bool Pointer::isPulled() const {
  return QLineF(pressedAt, at).length() >= pullThreshold;
}

}  // namespace carom
