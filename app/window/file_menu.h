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
  QMenu* builtinMenu() const { return m_builtin; }

 private:
  void addBuiltin();
  void fillRecent(QMenu* menu);
  void importRobot();
  void showLibrary();

  SceneFiles* m_files;
  QAction* m_open = nullptr;
  QMenu* m_builtin = nullptr;
};

}  // namespace carom
