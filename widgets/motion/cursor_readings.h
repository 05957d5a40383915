#pragma once

#include <QScrollArea>

#include "common/plain_text.h"

class QBoxLayout;
class QLabel;

namespace carom {

/// The table of what the cursors of a plot read: beside the plot, in a narrow panel below it. It scrolls
/// where the plot needs the room.
class CursorReadings : public QScrollArea {
  Q_OBJECT
 public:
  explicit CursorReadings(QWidget* parent);
  /// A compact table has smaller letters.
  void setTable(const Html& table, bool isCompact);
  /// That of the table: the base class keeps the one of its first table.
  QSize sizeHint() const override;
  /// Takes its room in the layout that it shares with the plot, in a panel of a size.
  void placeIn(QBoxLayout* body, const QSize& panel);

 private:
  QLabel* m_table;
};

}  // namespace carom
