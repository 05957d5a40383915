#pragma once

#include <QByteArray>
#include <QString>
#include <functional>
#include <stdexcept>
#include <string_view>

namespace carom {

/// A file cannot be written: path and reason in one line.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes bytes to a file, whole or not at all. What is there and is no regular file (a device, a pipe, a
/// folder) is left alone. Throws FileError.
void writeWhole(const QString& path, const QByteArray& bytes);
/// The same for what is too long to be put together first: `produce` hands it over in pieces.
void writeWhole(const QString& path,
                const std::function<void(const std::function<void(std::string_view)>&)>& produce);

}  // namespace carom
