#include "common/field_focus.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSlider>

namespace carom {

namespace {

QWidget* wheeledField(QObject* object) {
  const bool isField = qobject_cast<QComboBox*>(object) || qobject_cast<QAbstractSpinBox*>(object) ||
                       qobject_cast<QSlider*>(object);
  return isField ? static_cast<QWidget*>(object) : nullptr;
}

/// The field of a text or a number; null where the object is another.
const QLineEdit* typedField(QObject* object) {
  if (const auto* number = qobject_cast<QAbstractSpinBox*>(object)) return number->findChild<QLineEdit*>();
  return qobject_cast<QLineEdit*>(object);
}

/// Whether a field takes a key to step through what was typed in it, without a step to take.
bool isEmptyStep(QObject* object, const QKeyEvent& key) {
  const QLineEdit* field = typedField(object);
  return field && ((key.matches(QKeySequence::Undo) && !field->isUndoAvailable()) ||
                   (key.matches(QKeySequence::Redo) && !field->isRedoAvailable()));
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
  if (event->type() == QEvent::ShortcutOverride && isEmptyStep(object, *static_cast<QKeyEvent*>(event))) {
    event->ignore();  // for the shortcut of the window
    return true;
  }
  const bool polish = event->type() == QEvent::Polish, wheel = event->type() == QEvent::Wheel;
  QWidget* field = polish || wheel ? wheeledField(object) : nullptr;
  if (!field) return QObject::eventFilter(object, event);
  if (polish && field->focusPolicy() == Qt::WheelFocus) field->setFocusPolicy(Qt::StrongFocus);
  if (polish || field->hasFocus() || field->isAncestorOf(QApplication::focusWidget())) return false;
  event->ignore();  // for the widget around it
  return true;
}

}  // namespace carom
