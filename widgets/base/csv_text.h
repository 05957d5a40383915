#pragma once

#include <QString>

namespace carom {

/// A field of a line of comma separated values, quoted where it has to be [RFC 4180].
QString csvField(const QString& text);
/// The shortest decimal that reads back to the same double; empty for NaN.
QString csvNumber(double value);

}  // namespace carom
