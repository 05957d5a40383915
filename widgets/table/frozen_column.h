#pragma once

#include <QTableView>

namespace carom {

/// The first column of a table, which stays in sight while the others are scrolled to the side. It lies over
/// the table where that is scrolled, and is not there where it is not: all that a person does in it is done
/// to the table.
class FrozenColumn : public QTableView {
  Q_OBJECT
 public:
  /// `isSorted`: a click on its head sorts the table.
  FrozenColumn(QTableView* table, bool isSorted);

 protected:
  bool eventFilter(QObject* table, QEvent* event) override;

 private:
  void place();

  QTableView* m_table;
};

}  // namespace carom
