#pragma once

#include <QObject>

namespace carom {

/// While it lives, the wheel changes a list of choices, a number or a slider only where that has the focus.
/// Elsewhere it scrolls what lies around it, so that scrolling changes nothing that passes under the mouse.
/// A click that brings the focus into a field of a number selects the number: what is typed replaces it.
/// Ctrl+Z in a field in which nothing is typed takes back the last step of the scene.
class FieldFocus : public QObject {
  Q_OBJECT
 public:
  explicit FieldFocus(QObject* parent = nullptr);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
};

}  // namespace carom
