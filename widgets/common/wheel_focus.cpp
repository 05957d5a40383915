#include "common/wheel_focus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QSlider>

namespace carom {

namespace {

QWidget* wheeledField(QObject* object) {
  const bool isField = qobject_cast<QComboBox*>(object) || qobject_cast<QAbstractSpinBox*>(object) ||
                       qobject_cast<QSlider*>(object);
  return isField ? static_cast<QWidget*>(object) : nullptr;
}

}  // namespace

WheelFocus::WheelFocus(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool WheelFocus::eventFilter(QObject* object, QEvent* event) {
  const bool polish = event->type() == QEvent::Polish, wheel = event->type() == QEvent::Wheel;
  QWidget* field = polish || wheel ? wheeledField(object) : nullptr;
  if (!field) return QObject::eventFilter(object, event);
  if (polish && field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
  if (polish || field->hasFocus() || field->isAncestorOf(QApplication::focusWidget())) return false;
  event->ignore();  // for the widget around it
  return true;
}

}  // namespace carom
