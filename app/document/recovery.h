#pragma once

#include <QDateTime>
#include <QString>
#include <memory>
#include <vector>

#include "document/private_folder.h"
#include "scene/scene.h"

namespace carom {

/// The content of an unsaved document.
struct RecoveredScene {
  QString path;  ///< the path of its file; empty where it has none yet
  QString name;  ///< as people read it
  std::string text;
  Assignments assignments;
  std::string draft{};  ///< typed text that is not part of the scene (yet)
};

/// Keeps the unsaved document of this process in a file, and finds the documents that dead processes left.
///
/// The process holds a lock file in the same folder as long as it lives.
class Recovery {
 public:
  /// An empty folder stands for the application's data folder.
  explicit Recovery(const QString& folder = {});
  ~Recovery();

  /// Replaces the kept document, whole or not at all. Throws std::runtime_error where it cannot be written.
  void keep(const RecoveredScene& scene);
  /// Removes the kept document: everything is saved.
  void forget();

  /// The document of a dead process; this process holds its lock as long as this lives.
  struct Found {
    PrivateFolder folder;
    QString file;  ///< its name in the folder
    QDateTime when;
    RecoveredScene scene;
    std::unique_ptr<PrivateFolder::Lock> lock;

    void discard();
  };
  /// The documents of dead processes, newest first. Files that are unreadable, not regular or hold something
  /// else are left alone.
  std::vector<Found> found() const;

 private:
  PrivateFolder m_folder;
  QString m_file;  ///< of this process
  std::unique_ptr<PrivateFolder::Lock> m_lock;
};

}  // namespace carom
