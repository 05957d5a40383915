#pragma once

#include <QMenu>

namespace carom {

class SceneFiles;

/// The File menu: new, open, the library, save, quit.
class FileMenu : public QMenu {
  Q_OBJECT
 public:
  FileMenu(SceneFiles* files, QWidget* window);

  QAction* openAction() const { return m_open; }
  /// Asks how the robot of a file becomes a scene, and opens that.
  void importRobot(const QString& path);
  /// The built-in scenes with a mark at the open one, the library and the recent files.
  QMenu* sceneMenu() const { return m_scenes; }

 signals:
  /// A recording is to be audited by the open scene.
  void recordingChosen(const QString& path);

 private:
  void askForRecording();
  void addBuiltin();
  void markOpenScene();
  void fillRecent(QMenu* menu);
  void askForRobot();
  void showLibrary();

  SceneFiles* m_files;
  QAction* m_open = nullptr;
  QMenu* m_builtin = nullptr;
  QMenu* m_scenes = nullptr;
};

}  // namespace carom
