#pragma once

#include <QByteArray>
#include <QString>
#include <stdexcept>

namespace carom {

/// A file cannot be written: path and reason in one line.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes bytes to a file, whole or not at all. Throws FileError.
void writeWhole(const QString& path, const QByteArray& bytes);

}  // namespace carom
