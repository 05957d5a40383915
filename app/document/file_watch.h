#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <optional>

namespace carom {

/// Remembers the content of a file when it was last read or written, and notices changes by other programs.
class FileWatch : public QObject {
  Q_OBJECT
 public:
  enum class Disk { Same, Changed, Gone };

  explicit FileWatch(QObject* parent = nullptr);

  /// Watches this file, which holds this content. An empty path stands for no file.
  void follow(const QString& path, const QByteArray& content);
  /// Compares the file with the known content. A file that is unreadable or not regular counts as gone.
  Disk look();
  /// Why the file is gone, in words: "is a directory".
  const QString& whyGone() const { return m_whyGone; }
  /// Takes the present content on the disk as known.
  void accept();

  const QString& path() const { return m_path; }

 signals:
  /// Something happened to the file; look() returns what.
  void touched();

 private:
  struct Stamp {
    QDateTime time;
    qint64 size = -1;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp() const;
  std::optional<QByteArray> read();

  QString m_path;
  QByteArray m_content;
  QString m_whyGone;
  Stamp m_seen;  ///< when the content was last found to be the known one
  QFileSystemWatcher m_watcher;
};

}  // namespace carom
