#pragma once

#include <QObject>

namespace carom {

/// While it lives, the wheel changes a list of choices, a number or a slider only where that has the focus.
/// Elsewhere it scrolls what lies around it, so that scrolling changes nothing that passes under the mouse.
class WheelFocus : public QObject {
  Q_OBJECT
 public:
  explicit WheelFocus(QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
};

}  // namespace carom
