#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace carom {

/// A folder whose files only its owner can read (mode 700, files 600). Nothing in it is a link: none is
/// followed, and files are made anew, never opened where something stands already.
class PrivateFolder {
 public:
  explicit PrivateFolder(QString path) : m_path(std::move(path)) {}
  const QString& path() const { return m_path; }

  /// Replaces a file, whole or not at all; makes the folder where it is missing. Throws std::runtime_error,
  /// which names the folder and says why not.
  void write(const QString& name, const QByteArray& bytes) const;
  /// At most `most` bytes of a regular file; empty where there is none that can be read. Never waits.
  std::optional<QByteArray> read(const QString& name, qint64 most) const;
  void remove(const QString& name) const;

  struct Entry {
    QString name;
    QDateTime when;
  };
  /// Regular files with this ending, the newest first.
  std::vector<Entry> files(const QString& ending) const;

  /// A lock that the death of its holder frees; the file of it goes with it.
  class Lock {
   public:
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    /// Nobody has removed its file meanwhile.
    bool holds() const;

   private:
    friend class PrivateFolder;
    Lock(int folder, int file, QByteArray name) : m_folder(folder), m_file(file), m_name(std::move(name)) {}
    int m_folder, m_file;
    QByteArray m_name;
  };
  /// Null where somebody else holds it. Makes the folder where it is missing; throws as write does.
  std::unique_ptr<Lock> lock(const QString& name) const;

 private:
  QString m_path;
};

}  // namespace carom
