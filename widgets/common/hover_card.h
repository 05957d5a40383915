#pragma once

#include <QLabel>

namespace carom {

/// A small card with numbers that stands beside the mouse, never under it and never in its way.
class HoverCard : public QLabel {
  Q_OBJECT
 public:
  explicit HoverCard(QWidget* owner);
  /// Shows rich text beside a global position, within the screen.
  void showBeside(const QPoint& global, const QString& html);
};

/// Rows of a card: "name   value", aligned.
QString cardTable(const QList<QStringList>& rows);

}  // namespace carom
