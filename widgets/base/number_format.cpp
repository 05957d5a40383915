#include "base/number_format.h"

#include <QRegularExpression>
#include <cmath>

#include "scene/scene.h"

namespace carom {

namespace {

constexpr double rounding = 1e-14;  ///< of some tens of operations, over the largest number

constexpr QChar minus(0x2212), groupSpace(0x202F);

QString withTrueMinus(QString text) {
  text.replace(QLatin1Char('-'), minus);
  return text;
}

QString scripted(int number, const QString& digits, QChar sign) {
  QString text;
  for (const QChar c : QString::number(number)) text += c.isDigit() ? digits[c.digitValue()] : sign;
  return text;
}

/// "2.926·10¹⁹" from the mantissa of C's %e, without its trailing zeros.
QString powerOfTen(QString mantissa, int exponent) {
  if (mantissa.contains(QLatin1Char('.'))) {
    while (mantissa.endsWith(QLatin1Char('0'))) mantissa.chop(1);
    if (mantissa.endsWith(QLatin1Char('.'))) mantissa.chop(1);
  }
  return withTrueMinus(mantissa) + QStringLiteral("·10") + superscript(exponent);
}

}  // namespace

QString superscript(int exponent) {
  return scripted(exponent, QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹"), QChar(0x207B));
}
QString subscript(int number) {
  return scripted(number, QStringLiteral("₀₁₂₃₄₅₆₇₈₉"), QChar(0x208B));
}

QString formatNumber(double value, int digits) {
  if (std::isnan(value)) return QStringLiteral("–");
  if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : minus + QStringLiteral("∞");
  if (value == 0) return QStringLiteral("0");
  const QString scientific = QString::number(value, 'e', digits - 1);
  const auto split = scientific.indexOf(QLatin1Char('e'));
  const int exponent = scientific.mid(split + 1).toInt();
  if (exponent < -3 || exponent >= 6) return powerOfTen(scientific.left(split), exponent);
  return formatFixed(value, std::max(0, digits - 1 - exponent));
}

QString formatBeside(double largest, double value, int digits) {
  return formatNumber(std::abs(value) <= rounding * std::abs(largest) ? 0 : value, digits);
}

QString formatRatio(double value) {
  constexpr double fewDigits = 0.01;
  return std::abs(value) < fewDigits ? formatBeside(1, value, 3) : formatFixed(value, 4);
}

QString powerText(double value) {
  if (!(std::abs(value) > 0)) return QStringLiteral("0");
  int power = static_cast<int>(std::floor(std::log10(std::abs(value))));
  double digits = value / std::pow(10.0, power);
  constexpr double next = 9.995;  // what two decimals round to 10
  if (std::abs(digits) >= next) digits = std::copysign(1, digits), ++power;
  return formatFixed(digits, 2) + QStringLiteral("·10") + superscript(power);
}

QString plainNumber(double value, int digits) {
  return QString::number(value, 'g', digits);
}

QString plainFixed(double value, int decimals) {
  return QString::number(value, 'f', decimals);
}

std::optional<double> readNumber(const QString& text) {
  bool isNumber = false;
  const double value = text.trimmed().toDouble(&isNumber);
  return isNumber ? std::optional(value) : std::nullopt;
}

QString formatFixed(double value, int decimals) {
  QString text = plainFixed(value, decimals);
  if (text.toDouble() == 0 && text.startsWith(QLatin1Char('-'))) text.remove(0, 1);  // no "−0.000"
  return withTrueMinus(text);
}

QString formatSigned(double value, int decimals) {
  const QString text = formatFixed(value, decimals);
  return text.startsWith(minus) ? text : QLatin1Char('+') + text;
}

QString formatQuantity(double si, const QString& unit, int digits) {
  const QString number = formatNumber(si / unitFactor(unit.toStdString()), digits);
  if (unit.isEmpty()) return number;
  return unit == QLatin1String("deg") ? number + unitLabel(unit)
                                      : number + QLatin1Char(' ') + unitLabel(unit);
}

QString unitLabel(const QString& unit) {
  if (unit == QLatin1String("deg")) return QStringLiteral("°");
  QString label;
  for (qsizetype i = 0; i < unit.size(); ++i) {
    if (unit[i] != QLatin1Char('^')) {
      label += unit[i] == QLatin1Char('*') ? QChar(0x00B7) : unit[i];
      continue;
    }
    qsizetype end = i + 1;
    if (end < unit.size() && unit[end] == QLatin1Char('-')) ++end;
    while (end < unit.size() && unit[end].isDigit()) ++end;
    label += superscript(unit.mid(i + 1, end - i - 1).toInt());
    i = end - 1;
  }
  return label;
}

QString formatCount(const std::string& decimal) {
  const QString text = QString::fromStdString(decimal);
  const bool negative = text.startsWith(QLatin1Char('-'));
  const QString digits = text.mid(negative ? 1 : 0);
  if (digits.size() > 24)
    return digits.left(1) + QLatin1Char('.') + digits.mid(1, 3) + QStringLiteral("·10") +
           superscript(static_cast<int>(digits.size()) - 1) + QStringLiteral("…");
  QString grouped;
  for (qsizetype i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) grouped += groupSpace;
    grouped += digits[i];
  }
  return negative ? minus + grouped : grouped;
}

QString withShownNumbers(const QString& sentence) {
  static const QRegularExpression numbers(
      QStringLiteral("(?<![\\w.–-])(-?)(\\d+(?:\\.\\d+)?)(?:e([-+]?\\d+))?(?![\\w-]|\\.\\w)"),
      QRegularExpression::UseUnicodePropertiesOption);
  QString text;
  qsizetype end = 0;
  for (auto found = numbers.globalMatch(sentence); found.hasNext();) {
    const QRegularExpressionMatch match = found.next();
    text += sentence.mid(end, match.capturedStart() - end);
    if (!match.captured(1).isEmpty()) text += minus;
    text += match.captured(2);
    if (!match.captured(3).isEmpty()) text += QStringLiteral("·10") + superscript(match.captured(3).toInt());
    end = match.capturedEnd();
  }
  text += sentence.mid(end);
  return text.replace(QStringLiteral(" +- "), QStringLiteral(" ± "));
}

}  // namespace carom
