#pragma once

#include <QStringList>

namespace carom {

/// A field of a line of comma separated values, quoted where it has to be [RFC 4180].
QString csvField(const QString& text);
/// The fields of a line of comma separated values, without quotes; no field may hold the end of a line.
QStringList csvFields(const QString& line);
/// The shortest decimal that reads back to the same double; empty for NaN.
QString csvNumber(double value);

}  // namespace carom
