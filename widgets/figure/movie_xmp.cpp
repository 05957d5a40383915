#include "figure/movie_xmp.h"

#include <QFile>

#include "base/atomic_file.h"
#include "figure/picture_files.h"

namespace carom {

namespace {

/// Adobe's identifier of XMP among the boxes of a user (ISO 14496-12, XMP specification part 3).
constexpr QByteArrayView xmpUuid("\xBE\x7A\xCF\xCB\x97\xA9\x42\xE8\x9C\x71\x99\x94\x91\xE3\xAF\xAC", 16);

QByteArray bigEndianBytes(quint64 value, int count) {
  QByteArray bytes;
  for (int i = count - 1; i >= 0; --i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// After XMP in a GIF: whichever byte of it a reader takes for the length of a block, the lengths here lead
/// it to the last 0, which ends the blocks.
QByteArray gifRunway() {
  QByteArray bytes(1, '\1');
  for (int length = 255; length >= 0; --length) bytes += static_cast<char>(length);
  return bytes + '\0';
}

struct Addition {
  QByteArray bytes;
  qsizetype after = 0;  ///< the bytes of the movie that follow it: those that end the file
};

Addition additionOf(const QString& ending, const QByteArray& xmp) {
  if (ending == QLatin1String("mp4"))
    return {bigEndianBytes(static_cast<quint64>(xmp.size()) + 24, 4) + "uuid" + xmpUuid.toByteArray() + xmp,
            0};
  if (ending == QLatin1String("webm"))  // the size in seven bytes, after the mark of a size of eight
    return {QByteArray("\xEC\x01") + bigEndianBytes(static_cast<quint64>(xmp.size()), 7) + xmp, 0};
  if (ending == QLatin1String("gif")) return {QByteArray("\x21\xFF\x0BXMP DataXMP") + xmp + gifRunway(), 1};
  constexpr qsizetype endChunk = 12;
  return {xmpChunk(xmp), endChunk};
}

}  // namespace

QByteArray withXmp(QByteArray movie, const QString& ending, const QByteArray& xmp) {
  const Addition addition = additionOf(ending, xmp);
  return movie.insert(movie.size() - addition.after, addition.bytes);
}

void addXmp(const QString& path, const QString& ending, const QByteArray& xmp) {
  const Addition addition = additionOf(ending, xmp);
  QFile file(path);
  const auto refuse = [&] {
    throw FileError(QStringLiteral("%1: %2").arg(path, file.errorString()).toStdString());
  };
  if (!file.open(QIODevice::ReadWrite)) refuse();
  const qint64 at = file.size() - addition.after;
  if (at < 0 || !file.seek(at)) refuse();
  const QByteArray end = file.read(addition.after);
  if (end.size() != addition.after || !file.seek(at)) refuse();
  const QByteArray bytes = addition.bytes + end;
  if (file.write(bytes) != bytes.size() || !file.flush()) refuse();
}

}  // namespace carom
