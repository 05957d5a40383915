#include "base/csv_text.h"

#include <QLocale>
#include <cmath>

namespace carom {

QString csvField(const QString& text) {
  if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
      !text.contains(QLatin1Char('\n')))
    return text;
  return QLatin1Char('"') + QString(text).replace(QLatin1Char('"'), QStringLiteral("\"\"")) +
         QLatin1Char('"');
}

QStringList csvFields(const QString& line) {
  QStringList fields{QString()};
  bool quoted = false;
  for (qsizetype i = 0; i < line.size(); ++i) {
    const bool isQuote = line[i] == QLatin1Char('"');
    if (isQuote && quoted && line.mid(i + 1, 1) == QLatin1String("\""))
      fields.back() += line[i++];
    else if (isQuote)
      quoted = !quoted;
    else if (line[i] == QLatin1Char(',') && !quoted)
      fields += QString();
    else
      fields.back() += line[i];
  }
  return fields;
}

QString csvNumber(double value) {
  return std::isnan(value) ? QString() : QString::number(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace carom
