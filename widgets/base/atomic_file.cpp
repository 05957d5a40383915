#include "base/atomic_file.h"

#include <QSaveFile>

namespace carom {

/// A disk that fills takes a part first; only the next write says why.
static bool writeAll(QSaveFile& file, const QByteArray& bytes) {
  for (qint64 done = 0; done < bytes.size();) {
    const qint64 written = file.write(bytes.constData() + done, bytes.size() - done);
    if (written <= 0) return false;
    done += written;
  }
  return file.flush();
}

void writeWhole(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && writeAll(file, bytes) && file.commit()) return;
  throw FileError(QStringLiteral("%1: cannot be written: %2").arg(path, file.errorString()).toStdString());
}

}  // namespace carom
