#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace carom {

/// Decides which keys go to what has the keyboard, and which to the whole window. While it lives, it filters
/// the events of the program.
class WindowKeys : public QObject {
 public:
  WindowKeys();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  bool belongsToFocus(const QWidget& focus, const QKeyEvent& key) const;

  bool m_isFocusByKeys = false;  ///< Space presses a button that keys reach; after a click it plays
};

}  // namespace carom
