#include "base/plain_symbol.h"

#include <QRegularExpression>

#include "base/number_format.h"

namespace carom {

namespace {

/// The letters of a subscript as small ones. Unicode has not all of them: a word with another keeps its "_".
QString lowered(const QString& words) {
  static const QString letters = QStringLiteral("aehijklmnoprstuvxβγρφχ,");
  static const QString small = QStringLiteral("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ,");
  QString text;
  for (const QChar letter : words) {
    const qsizetype at = letters.indexOf(letter);
    if (at < 0) return QLatin1Char('_') + words;
    text += small[at];
  }
  return text;
}

}  // namespace

QString plainSymbol(const QString& math) {
  // A longer word before "_", or after it without braces, is a name such as "leg_length".
  static const QRegularExpression parts(
      QStringLiteral("(?<![\\p{L}\\p{N}][\\p{L}\\p{N}])_(?:\\{([^}]*)\\}|(\\d+|\\p{L})(?![\\p{L}\\p{N}_]))"),
      QRegularExpression::UseUnicodePropertiesOption);
  QString text;
  qsizetype end = 0;
  for (auto found = parts.globalMatch(math); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    const QString words = match.captured(1) + match.captured(2);
    bool isNumber = false;
    const int number = words.toInt(&isNumber);
    text += math.mid(end, match.capturedStart() - end);
    text += isNumber && words == QString::number(number) ? subscript(number) : lowered(words);
    end = match.capturedEnd();
  }
  return text + math.mid(end);
}

}  // namespace carom
