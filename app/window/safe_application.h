#pragma once

#include <QApplication>

namespace carom {

/// The application of the window. An exception that a slot or the handler of an event lets out would end the
/// process, and the work of a person with it: here it ends with its event.
class SafeApplication : public QApplication {
  Q_OBJECT
 public:
  using QApplication::QApplication;

  /// Delivers an event; false where that threw.
  bool notify(QObject* receiver, QEvent* event) override;

 signals:
  /// An event ended in an exception with these words. Emitted on the thread of the window, as an event of its
  /// own: what threw has been left by then.
  void threw(const QString& what);
};

}  // namespace carom
