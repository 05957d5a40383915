#include "document/file_watch.h"

#include <QFile>
#include <QFileInfo>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
  connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this] {
    // The watcher drops a file that was replaced by another; add it again.
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
  if (now == m_seen && QFileInfo(m_path).isFile()) return Disk::Same;
  const std::optional<QByteArray> content = read();
  if (!content) return Disk::Gone;
  if (*content != m_content) return Disk::Changed;
  m_seen = now;
  return Disk::Same;
}

/// The present content of the file; empty where it is gone.
std::optional<QByteArray> FileWatch::read() try {
  constexpr std::size_t longest = std::size_t{1} << 26;
  m_whyGone.clear();
  return QByteArray::fromStdString(readRegularFile(QFile::encodeName(m_path).toStdString(), longest, {}));
} catch (const SceneError& error) {
  m_whyGone = QString::fromStdString(error.problem());
  return std::nullopt;
}

void FileWatch::accept() {
  if (m_path.isEmpty()) return;
  m_content = read().value_or(QByteArray());
  m_seen = stamp();
}

}  // namespace carom
