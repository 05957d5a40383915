#include "base/joined_units.h"

namespace carom {

QString joinedUnits(const QStringList& units) {
  QStringList each = units;
  each.removeDuplicates();
  return each.join(QStringLiteral(", "));
}

}  // namespace carom
