#include "base/coordinate_symbol.h"

#include <algorithm>

namespace carom {

QString coordinateSymbol(const QString& name) {
  const qsizetype point = name.lastIndexOf(QLatin1Char('.'));
  if (point < 1 || point + 2 != name.size() || name.back() < QLatin1Char('x') ||
      name.back() > QLatin1Char('z'))
    return {};
  const QString body = name.left(point);
  // Mathematics would read other signs, such as the underscore, as its own.
  const bool isPlain = std::ranges::all_of(
      body, [](QChar sign) { return sign.isLetterOrNumber() || sign == QLatin1Char('-'); });
  return isPlain ? QStringLiteral("%1_{%2}").arg(name.back()).arg(body) : QString();
}

QString coordinateWords(const QString& name) {
  const QString symbol = coordinateSymbol(name);
  return symbol.isEmpty() ? name : QStringLiteral("$%1$").arg(symbol);
}

}  // namespace carom
