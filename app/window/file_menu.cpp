#include "window/file_menu.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

#include "common/context_menu.h"
#include "common/file_dialog.h"
#include "common/plain_text.h"
#include "document/recent_files.h"
#include "document/scene_files.h"
#include "scene/scene.h"
#include "window/import_dialog.h"
#include "window/library_dialog.h"

namespace carom {

FileMenu::FileMenu(SceneFiles* files, QWidget* window) : QMenu(tr("&File"), window), m_files(files) {
  addAction(tr("&New"), QKeySequence::New, files, &SceneFiles::newScene)->setObjectName("new");
  m_open = addAction(tr("&Open…"), QKeySequence::Open, files, &SceneFiles::chooseFile);
  QMenu* recent = addMenu(tr("Open &recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
  addAction(tr("&Import…"), this, &FileMenu::askForRobot)->setObjectName("import");
  addAction(tr("Open recor&ding…"), this, &FileMenu::askForRecording)->setObjectName("open-recording");
  addAction(tr("Open fi&gure’s scene…"), files, &SceneFiles::chooseFigure)->setObjectName("open-figure");
  addAction(tr("Reco&ver…"), files, &SceneFiles::recover)->setObjectName("recover");
  QAction* library =
      addAction(tr("&Library…"), QKeySequence(Qt::CTRL | Qt::Key_L), this, &FileMenu::showLibrary);
  library->setObjectName("library");
  addBuiltin();
  m_scenes = new QMenu(window);
  m_scenes->setObjectName("scenes");
  m_scenes->setToolTipsVisible(true);
  m_scenes->addActions(m_builtin->actions());
  m_scenes->addSeparator();
  m_scenes->addAction(library);
  m_scenes->addMenu(recent);
  addSeparator();
  addAction(tr("&Save"), QKeySequence::Save, files, &SceneFiles::save)->setObjectName("save");
  addAction(tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), files, &SceneFiles::saveAs)
      ->setObjectName("save-as");
  addSeparator();
  addAction(tr("&Quit"), QKeySequence::Quit, window, &QWidget::close);
}

void FileMenu::addBuiltin() {
  m_builtin = addMenu(tr("&Built-in scene"));
  m_builtin->setToolTipsVisible(true);
  for (const BuiltinScene& scene : builtinScenes()) {
    const QString name = QString::fromStdString(scene.name);
    QAction* action = m_builtin->addAction(menuText(QString::fromStdString(scene.title)), m_files,
                                           [files = m_files, name] { files->openAfterAsking(name); });
    action->setObjectName("open:" + name);
    action->setCheckable(true);
    action->setData(name);
    action->setToolTip(QString::fromStdString(scene.source));
    connect(action, &QAction::triggered, this, &FileMenu::markOpenScene);  // a click has marked it already
  }
  connect(m_files, &SceneFiles::renamed, this, &FileMenu::markOpenScene);
}

void FileMenu::markOpenScene() {
  const QString open = m_files->path().isEmpty() ? m_files->name() : QString();
  for (QAction* action : m_builtin->actions()) action->setChecked(action->data() == open);
}

void FileMenu::fillRecent(QMenu* menu) {
  menu->clear();
  for (const QString& file : recentFiles()) {
    constexpr qsizetype most = 98;  // characters, of which the last ones tell files apart
    const QString shown = menuText(file.size() > most ? QStringLiteral("…") + file.right(most) : file);
    QAction* action =
        menu->addAction(shown, m_files, [files = m_files, file] { files->openAfterAsking(file); });
    action->setEnabled(QFileInfo::exists(file));
  }
  if (menu->isEmpty()) addNote(menu, tr("no scene file opened yet"));
}

void FileMenu::askForRobot() {
  auto* dialog = new FileDialog(parentWidget(), tr("Import a robot"), QSettings().value("folder").toString(),
                                tr("Robots (*.urdf *.xml *.mjcf *.sdf *.world);;All files (*)"));
  connect(dialog, &FileDialog::fileSelected, this, [this](const QString& path) { importRobot(path); });
  dialog->open();
}

void FileMenu::askForRecording() {
  auto* dialog =
      new FileDialog(parentWidget(), tr("Open a recording"), QSettings().value("folder").toString(),
                     tr("Recordings (*.csv *.npz);;All files (*)"));
  connect(dialog, &FileDialog::fileSelected, this, &FileMenu::recordingChosen);
  dialog->open();
}

void FileMenu::importRobot(const QString& path) {
  auto* import = new ImportDialog(path, parentWidget());
  import->setAttribute(Qt::WA_DeleteOnClose);
  connect(import, &ImportDialog::imported, m_files, &SceneFiles::openImported);
  import->open();
}

void FileMenu::showLibrary() {
  auto* library = new LibraryDialog(parentWidget());
  library->setAttribute(Qt::WA_DeleteOnClose);
  connect(library, &LibraryDialog::chosen, m_files,
          [files = m_files](const QString& name) { files->openAfterAsking(name); });
  library->open();
}

}  // namespace carom
