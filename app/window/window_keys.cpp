#include "window/window_keys.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <optional>

namespace carom {

namespace {

/// Whether a key for undo or redo goes to the document: a line of text claims both keys even where it has
/// nothing to take back.
bool isForDocument(const QWidget* focus, const QKeyEvent& key) {
  const auto* line = qobject_cast<const QLineEdit*>(focus);
  if (!line && focus && (focus->inherits("QAbstractSpinBox") || focus->inherits("QComboBox")))
    line = focus->findChild<QLineEdit*>();
  if (!line) return false;
  return (key.matches(QKeySequence::Undo) && !line->isUndoAvailable()) ||
         (key.matches(QKeySequence::Redo) && !line->isRedoAvailable());
}

/// Whether keys brought the focus; empty where it was there before.
std::optional<bool> isByKeys(const QFocusEvent& event) {
  const Qt::FocusReason reason = event.reason();
  if (reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason) return {};
  return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
         reason == Qt::ShortcutFocusReason;
}

}  // namespace

WindowKeys::WindowKeys() {
  qApp->installEventFilter(this);
}

/// ← and → step reflections, Home and End go through the run in the whole window; a slider and a tree with
/// the focus keep them, and a list of choices keeps Home and End: it has no use for ← and →. Letters belong
/// to the entries of an open menu before the tools of the view.
bool WindowKeys::belongsToFocus(const QWidget& focus, const QKeyEvent& event) const {
  const int key = event.key();
  const bool isLetter = key >= Qt::Key_A && key <= Qt::Key_Z && event.modifiers() == Qt::NoModifier;
  if (isLetter && focus.inherits("QMenu")) return true;
  if (key == Qt::Key_Space && m_isFocusByKeys && focus.inherits("QAbstractButton")) return true;
  const bool isSideways = key == Qt::Key_Left || key == Qt::Key_Right;
  const bool isMove = isSideways || key == Qt::Key_Home || key == Qt::Key_End;
  return isMove && (focus.inherits("QAbstractSlider") || focus.inherits("QTreeView") ||
                    (focus.inherits("QComboBox") && !isSideways));
}

bool WindowKeys::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::FocusIn)
    m_isFocusByKeys = isByKeys(*static_cast<QFocusEvent*>(event)).value_or(m_isFocusByKeys);
  if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(object, event);
  const auto& key = *static_cast<QKeyEvent*>(event);
  const auto* focus = qobject_cast<QWidget*>(object);
  const bool goesToDocument = isForDocument(focus, key);
  if (goesToDocument) event->ignore();
  const bool staysHere = !goesToDocument && focus && belongsToFocus(*focus, key);
  if (staysHere) event->accept();
  return goesToDocument || staysHere || QObject::eventFilter(object, event);
}

}  // namespace carom
