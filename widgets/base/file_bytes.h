#pragma once

#include <QByteArray>
#include <QString>

namespace carom {

/// The bytes of a regular file of at most `most` bytes. Never waits for a pipe or a device. Throws
/// FigureError.
QByteArray fileBytes(const QString& path, qsizetype most);

/// Bytes of measurements of a figure, some million points: a small file of a figure may unpack to a thousand
/// times its size.
inline constexpr qsizetype mostMeasurements = qsizetype(1) << 26;

}  // namespace carom
