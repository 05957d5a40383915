#pragma once

#include <QByteArray>
#include <QString>

namespace carom {

/// Puts an XMP packet into the bytes of a movie, at the place that its format (mp4, webm, gif, apng) has for
/// such: a box uuid, an element Void, an application extension, a chunk iTXt. Players pass over it.
QByteArray withXmp(QByteArray movie, const QString& ending, const QByteArray& xmp);
/// The same in a file, of which the end alone is read. Throws FileError.
void addXmp(const QString& path, const QString& ending, const QByteArray& xmp);

}  // namespace carom
