#pragma once

#include <QByteArray>
#include <QString>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace carom {

/// A file cannot be written: path and reason in one line.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes bytes to a file, whole or not at all. Replaces regular files only: a device, a pipe or a folder
/// stays. Throws FileError.
void writeWhole(const QString& path, const QByteArray& bytes);
/// The same for a text too long for memory: `produce` calls its argument with one piece after the other.
void writeWhole(const QString& path,
                const std::function<void(const std::function<void(std::string_view)>&)>& produce);

/// The same around the writing of another file: where the bytes cannot be written, `other` does not begin,
/// and they take their place only where it succeeds.
void writeAround(const QString& path, const QByteArray& bytes, const std::function<void()>& other);

/// Files that belong to each other: none takes its place before all are written. Throws FileError.
struct FileBytes {
  QString path;
  QByteArray bytes;
};
void writeTogether(const std::vector<FileBytes>& files);

}  // namespace carom
