#pragma once

#include <QString>
#include <QStringList>

namespace carom {

/// "m/s", or "m/s, rad/s" where several are used: each once, in the order of their coordinates.
QString joinedUnits(const QStringList& units);

}  // namespace carom
