#include "window/safe_application.h"

#include <exception>

namespace carom {

bool SafeApplication::notify(QObject* receiver, QEvent* event) {
  QString what;
  try {
    return QApplication::notify(receiver, event);
  } catch (const std::exception& error) {
    what = QString::fromUtf8(error.what());
  } catch (...) {
    what = tr("an exception without words");
  }
  QMetaObject::invokeMethod(
      this, [this, what] { emit threw(what); }, Qt::QueuedConnection);
  return false;
}

}  // namespace carom
