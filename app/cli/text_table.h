#pragma once

#include <QStringList>

namespace carom {

/// Rows of cells; the first column is set flush left, the others flush right.
class TextTable {
 public:
  void add(const QStringList& row) { m_rows += row; }

  QString text() const;

 private:
  QList<QStringList> m_rows;
};

}  // namespace carom
