#include "document/file_watch.h"

#include <QFile>
#include <QFileInfo>

namespace carom {

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] {
    // A file that was replaced by another is not watched any more.
    if (!m_watcher.files().contains(m_path) && QFileInfo::exists(m_path)) m_watcher.addPath(m_path);
    emit touched();
  });
}

void FileWatch::follow(const QString& path, const QByteArray& content) {
  if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
  m_path = path;
  m_content = content;
  m_seen = {};
  if (!path.isEmpty()) m_watcher.addPath(path);
}

FileWatch::Stamp FileWatch::stamp() const {
  const QFileInfo file(m_path);
  return {file.lastModified(), file.size()};
}

FileWatch::Disk FileWatch::look() {
  if (m_path.isEmpty()) return Disk::Same;
  const Stamp now = stamp();
  QFile file(m_path);
  if (!file.exists()) return Disk::Gone;
  if (now == m_seen) return Disk::Same;
  if (!file.open(QIODevice::ReadOnly)) return Disk::Gone;
  if (file.size() != m_content.size() || file.readAll() != m_content) return Disk::Changed;
  m_seen = now;
  return Disk::Same;
}

void FileWatch::accept() {
  if (m_path.isEmpty()) return;
  QFile file(m_path);
  m_content = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  m_seen = stamp();
}

}  // namespace carom
