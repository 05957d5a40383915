#include "common/field_focus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QSlider>

namespace carom {

namespace {

QWidget* wheeledField(QObject* object) {
  const bool isField = qobject_cast<QComboBox*>(object) || qobject_cast<QAbstractSpinBox*>(object) ||
                       qobject_cast<QSlider*>(object);
  return isField ? static_cast<QWidget*>(object) : nullptr;
}

}  // namespace

FieldFocus::FieldFocus(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool FieldFocus::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::FocusIn)
    if (auto* number = qobject_cast<QAbstractSpinBox*>(object);
        number && static_cast<QFocusEvent*>(event)->reason() == Qt::MouseFocusReason)
      // The press that follows puts the cursor into the field.
      QMetaObject::invokeMethod(number, &QAbstractSpinBox::selectAll, Qt::QueuedConnection);
  const bool polish = event->type() == QEvent::Polish, wheel = event->type() == QEvent::Wheel;
  QWidget* field = polish || wheel ? wheeledField(object) : nullptr;
  if (!field) return QObject::eventFilter(object, event);
  if (polish && field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
  if (polish || field->hasFocus() || field->isAncestorOf(QApplication::focusWidget())) return false;
  event->ignore();  // for the widget around it
  return true;
}

}  // namespace carom
