#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace carom {

/// A folder whose files only its owner can read (mode 700, files 600). Links are never followed. Each written
/// file is created anew; an existing one is never opened for writing.
class PrivateFolder {
 public:
  explicit PrivateFolder(QString path) : m_path(std::move(path)) {}
  const QString& path() const { return m_path; }

  /// Replaces a file, whole or not at all; creates the folder where it is missing. Throws std::runtime_error
  /// with the folder and the reason.
  void write(const QString& name, const QByteArray& bytes) const;
  /// At most `most` bytes of a regular file; empty where there is no readable one. Never blocks.
  std::optional<QByteArray> read(const QString& name, qint64 most) const;
  void remove(const QString& name) const;

  struct Entry {
    QString name;
    QDateTime when;
  };
  /// Regular files with this ending, the newest first.
  std::vector<Entry> files(const QString& ending) const;

  /// A lock on a file. The death of its holder frees it, and its destructor removes the file.
  class Lock {
   public:
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    /// Whether its file is still there.
    bool holds() const;

   private:
    friend class PrivateFolder;
    Lock(int folder, int file, QByteArray name) : m_folder(folder), m_file(file), m_name(std::move(name)) {}
    int m_folder, m_file;
    QByteArray m_name;
  };
  /// Takes the lock of this name; null where somebody else holds it. Creates the folder where it is missing;
  /// throws as write does.
  std::unique_ptr<Lock> lock(const QString& name) const;

 private:
  QString m_path;
};

}  // namespace carom
