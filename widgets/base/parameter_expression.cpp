#include "base/parameter_expression.h"

#include <algorithm>
#include <cmath>

namespace carom {

QString expressionFor(const ParameterSpec& spec, double value, double step, double least, double most) {
  if (spec.integer) return QString::number(std::lround(std::clamp(value, least, most)));
  const double factor = unitFactor(spec.unit);
  value = std::clamp(value, least, most);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / factor) - 1e-9)), 0, 15);
  const QString rounded = QString::number(value / factor, 'f', decimals);
  const double back = rounded.toDouble() * factor;
  if (back < least || back > most) return QString::number(value, 'g', 17);
  return factor == 1 ? rounded : rounded + QString::fromStdString(spec.unit);
}

}  // namespace carom
