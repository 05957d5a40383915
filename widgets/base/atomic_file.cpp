#include "base/atomic_file.h"

#include <QFileInfo>
#include <QObject>
#include <QSaveFile>
#include <memory>

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

using Produce = std::function<void(const std::function<void(std::string_view)>&)>;

/// A file that is written beside its place and takes it with commit().
static std::unique_ptr<QSaveFile> writtenBeside(const QString& path, const Produce& produce) {
  const QFileInfo there(path);  // follows links
  if (there.exists() && !there.isFile()) refuse(path, QObject::tr("is no regular file"));
  auto file = std::make_unique<QSaveFile>(path);
  bool written = file->open(QIODevice::WriteOnly);
  if (written) produce([&](std::string_view bytes) { written = written && writeAll(*file, bytes); });
  if (!written || !file->flush()) refuse(path, file->errorString());
  return file;
}

static Produce producing(const QByteArray& bytes) {
  return [&bytes](const std::function<void(std::string_view)>& sink) {
    sink({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  };
}

void writeWhole(const QString& path, const Produce& produce) {
  if (const auto file = writtenBeside(path, produce); !file->commit()) refuse(path, file->errorString());
}

void writeWhole(const QString& path, const QByteArray& bytes) {
  writeWhole(path, producing(bytes));
}

void writeTogether(const std::vector<FileBytes>& files) {
  std::vector<std::unique_ptr<QSaveFile>> written;
  for (const FileBytes& file : files) written.push_back(writtenBeside(file.path, producing(file.bytes)));
  for (std::size_t i = 0; i < files.size(); ++i)
    if (!written[i]->commit()) refuse(files[i].path, written[i]->errorString());
}

}  // namespace carom
