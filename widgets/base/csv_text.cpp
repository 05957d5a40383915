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

QString csvNumber(double value) {
  return std::isnan(value) ? QString() : QString::number(value, 'g', QLocale::FloatingPointShortest);
}

}  // namespace carom
