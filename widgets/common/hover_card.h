#pragma once

#include <QLabel>

#include "common/plain_text.h"

namespace carom {

/// A small card with numbers beside the mouse. It takes no mouse events.
class HoverCard : public QLabel {
  Q_OBJECT
 public:
  explicit HoverCard(QWidget* owner);
  /// Shows rich text beside a global position, within the screen.
  void showBeside(const QPoint& global, const Html& text);
};

/// Rows of a card: "name   value", aligned.
Html cardTable(const HtmlRows& rows);

}  // namespace carom
