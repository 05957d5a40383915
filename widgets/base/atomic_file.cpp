#include "base/atomic_file.h"

#include <QFileInfo>
#include <QObject>
#include <QSaveFile>

namespace carom {

[[noreturn]] static void refuse(const QString& path, const QString& why) {
  throw FileError(QObject::tr("%1: cannot be written: %2").arg(path, why).toStdString());
}

/// Writes in a loop: a disk that fills up takes a part of the bytes, and only the next write reports why.
static bool writeAll(QSaveFile& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const qint64 written = file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void writeWhole(const QString& path,
                const std::function<void(const std::function<void(std::string_view)>&)>& produce) {
  const QFileInfo there(path);  // follows links
  if (there.exists() && !there.isFile()) refuse(path, QObject::tr("is no regular file"));
  QSaveFile file(path);
  bool written = file.open(QIODevice::WriteOnly);
  if (written) produce([&](std::string_view bytes) { written = written && writeAll(file, bytes); });
  written = written && file.flush() && file.commit();
  if (!written) refuse(path, file.errorString());
}

void writeWhole(const QString& path, const QByteArray& bytes) {
  writeWhole(path, [&bytes](const std::function<void(std::string_view)>& sink) {
    sink({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  });
}

}  // namespace carom
