#include "base/atomic_file.h"

#include <QFile>
#include <QObject>
#include <memory>

#include "base/begun_file.h"

namespace carom {

[[noreturn]] static void refuse(const QString& path, const std::exception& error) {
  throw FileError(
      QObject::tr("%1: cannot be written: %2").arg(path, QString::fromLocal8Bit(error.what())).toStdString());
}

using Produce = std::function<void(const std::function<void(std::string_view)>&)>;

/// A file that is written beside its place and takes it with publish().
static std::unique_ptr<BegunFile> writtenBeside(const QString& path, const Produce& produce) try {
  auto file = std::make_unique<BegunFile>(QFile::encodeName(path).toStdString());
  file->write({});  // makes it, also where nothing follows
  produce([&](std::string_view bytes) { file->write(bytes); });
  return file;
} catch (const WriteError& error) {
  refuse(path, error);
}

static void publish(const QString& path, BegunFile& file) try {
  file.publish();
} catch (const WriteError& error) {
  refuse(path, error);
}

static Produce producing(const QByteArray& bytes) {
  return [&bytes](const std::function<void(std::string_view)>& sink) {
    sink({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  };
}

void writeWhole(const QString& path, const Produce& produce) {
  publish(path, *writtenBeside(path, produce));
}

void writeWhole(const QString& path, const QByteArray& bytes) {
  writeWhole(path, producing(bytes));
}

void writeAround(const QString& path, const QByteArray& bytes, const std::function<void()>& other) {
  const std::unique_ptr<BegunFile> file = writtenBeside(path, producing(bytes));
  other();
  publish(path, *file);
}

void writeTogether(const std::vector<FileBytes>& files) {
  std::vector<std::unique_ptr<BegunFile>> written;
  for (const FileBytes& file : files) written.push_back(writtenBeside(file.path, producing(file.bytes)));
  for (std::size_t i = 0; i < files.size(); ++i) publish(files[i].path, *written[i]);
}

}  // namespace carom
