#include "cli/text_table.h"

#include "base/number_format.h"

namespace carom {

QString TextTable::text() const {
  QList<int> widths;
  for (const QStringList& row : m_rows)
    for (qsizetype i = 0; i < row.size(); ++i) {
      if (i == widths.size()) widths += 0;
      widths[i] = std::max(widths[i], static_cast<int>(row[i].size()));
    }
  QString text;
  for (const QStringList& row : m_rows) {
    QString line = QStringLiteral("  ");
    for (qsizetype i = 0; i < row.size(); ++i)
      line +=
          i == 0 ? row[i].leftJustified(widths[i]) : QStringLiteral("   ") + row[i].rightJustified(widths[i]);
    text += line + '\n';
  }
  return text;
}

QString counted(std::size_t count, const char* noun) {
  return formatCount(count) + ' ' + QString::fromUtf8(noun) + (count == 1 ? QString() : QStringLiteral("s"));
}

}  // namespace carom
