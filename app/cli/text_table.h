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

/// "3 outcomes", "1 outcome": the noun with an s unless the count is 1.
QString counted(std::size_t count, const char* noun);

}  // namespace carom
