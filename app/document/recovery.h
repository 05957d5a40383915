#pragma once

#include <QDateTime>
#include <QString>
#include <memory>
#include <vector>

#include "document/private_folder.h"
#include "scene/scene.h"

namespace carom {

/// What an unsaved document consists of.
struct RecoveredScene {
  QString path;  ///< of its file; empty where it is in no file yet
  QString name;  ///< for a person
  std::string text;
  Assignments assignments;
  std::string draft{};  ///< of the text, where it is not part of the scene (yet)
};

/// Keeps the unsaved document of this process in a file, and finds the documents that dead processes left.
///
/// A lock file beside it is held as long as the process lives.
class Recovery {
 public:
  /// An empty folder stands for the application's data folder.
  explicit Recovery(const QString& folder = {});
  ~Recovery();

  /// Replaces what is kept, whole or not at all. Throws std::runtime_error where it cannot be written.
  void keep(const RecoveredScene& scene);
  /// Removes what is kept: everything is saved.
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
  /// The newest first. Files that cannot be read, are not regular or hold another thing are left alone.
  std::vector<Found> found() const;

 private:
  PrivateFolder m_folder;
  QString m_file;  ///< of this process
  std::unique_ptr<PrivateFolder::Lock> m_lock;
};

}  // namespace carom
