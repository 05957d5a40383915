#include "base/coordinate_units.h"

namespace carom {

QString velocityUnit(const Coordinate& coordinate) {
  return QString::fromStdString(coordinate.unit) + QStringLiteral("/s");
}

QString momentumUnit(const Coordinate& coordinate) {
  return coordinate.unit == "m" ? QStringLiteral("kg·m/s") : QStringLiteral("kg·m²/s");
}

QString joinedUnits(const QStringList& units) {
  QStringList each = units;
  each.removeDuplicates();
  return each.join(QStringLiteral(", "));
}

}  // namespace carom
