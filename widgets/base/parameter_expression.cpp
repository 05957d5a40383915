#include "base/parameter_expression.h"

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "base/round_number.h"

namespace carom {

QString expressionFor(const ParameterSpec& spec, double value, double step, double least, double most) {
  if (spec.integer) return QString::number(std::lround(std::clamp(value, least, most)));
  const double factor = unitFactor(spec.unit);
  value = std::clamp(value, least, most);
  const int decimals = std::min(decimalsOf(step / factor), 15);
  const QString rounded = plainFixed(value / factor, decimals);
  const double back = *readNumber(rounded) * factor;
  if (back < least || back > most) return plainNumber(value, 17);
  return factor == 1 ? rounded : rounded + QString::fromStdString(spec.unit);
}

bool isBareNumber(const QString& text) {
  return readNumber(text).has_value();
}

QString typedExpression(const ParameterSpec& spec, const QString& text) {
  return typedExpression(spec.unit, text);
}

QString typedExpression(const std::string& unit, const QString& text) {
  const QString expression = text.trimmed();
  if (unitFactor(unit) == 1 || !isBareNumber(expression)) return expression;
  return expression + QString::fromStdString(unit);
}

QString editableExpression(const ParameterSpec& spec, const QString& expression) {
  return editableExpression(spec.unit, expression);
}

QString editableExpression(const std::string& unit, const QString& expression) {
  constexpr int digits = 15;  // fewer than rounding touches
  const double factor = unitFactor(unit);
  if (factor == 1 || !isBareNumber(expression)) return expression;
  return plainNumber(*readNumber(expression) / factor, digits) + QString::fromStdString(unit);
}

QString textBesideUnit(const std::string& unit, const QString& expression) {
  const QString text = editableExpression(unit, expression), suffix = QString::fromStdString(unit);
  if (unitFactor(unit) == 1 || !text.endsWith(suffix)) return text;
  const QString number = text.chopped(suffix.size()).trimmed();
  return isBareNumber(number) ? number : text;
}

}  // namespace carom
