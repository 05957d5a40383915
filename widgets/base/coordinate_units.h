#pragma once

#include <QString>
#include <QStringList>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// "m/s" of a length, "rad/s" of an angle.
QString velocityUnit(const Coordinate& coordinate);
/// "kg·m/s" of a length, "kg·m²/s" of an angle.
QString momentumUnit(const Coordinate& coordinate);
/// "m/s", or "m/s, rad/s" where several are used: each once, in the order of their coordinates.
QString joinedUnits(const QStringList& units);

}  // namespace carom
