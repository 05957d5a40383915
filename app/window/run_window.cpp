#include "window/run_window.h"

#include <QApplication>
#include <QIcon>
#include <QLocale>
#include <QMessageBox>
#include <QSettings>
#include <QTimer>

#include "base/fault_line.h"
#include "base/version.h"
#include "common/theme.h"
#include "document/scene_files.h"
#include "document/session_settings.h"
#include "window/main_window.h"
#include "window/termination_signals.h"
#include "window/window_layout.h"

/// Links in the resources, which are in a static library. The macro must be used outside any namespace.
static void linkResources() {
  Q_INIT_RESOURCE(resources);
}

namespace carom {

int runWindow(int argc, char** argv, const QString& scene) {
  QHashSeed::setDeterministicGlobalSeed();  // fonts of a PDF are named in the order of a hash
  QApplication application(argc, argv);
  QLocale::setDefault(QLocale::c());  // numbers are read and written as in scene files, in every field
  QApplication::setApplicationName("carom");
  QApplication::setOrganizationName("carom");
  QApplication::setApplicationDisplayName("Carom");
  QApplication::setApplicationVersion(versionNumber());
  linkResources();
  const SessionSettings settings;
  if (!settings.problem().isEmpty()) writeFault(settings.problem().toStdString());
  QApplication::setWindowIcon(QIcon(":/carom/icons/carom.svg"));
  const int scheme = QSettings().value("window/colours", 0).toInt();
  theme::apply(scheme == 2   ? theme::Scheme::Dark
               : scheme == 1 ? theme::Scheme::Light
                             : theme::Scheme::System);

  MainWindow window;
  window.show();
  QTimer::singleShot(0, window.windowLayout(), &WindowLayout::fitScreen);
  if (scene.isEmpty())
    window.openScene(QStringLiteral("billiard-break"), {{"theta", "120deg"}});  // here the order matters
  else
    window.openScene(scene);
  window.files()->offerRecovery();
  if (!settings.problem().isEmpty()) {
    auto* box = new QMessageBox(QMessageBox::Warning, QApplication::translate("carom", "Settings"),
                                settings.problem(), QMessageBox::Ok, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
  }
  EndSignals endSignals;
  QObject::connect(&endSignals, &EndSignals::asked, &window, [&window] {
    window.files()->keepUnsaved();
    QCoreApplication::exit();  // quit() would ask about unsaved edits
  });
  return QApplication::exec();
}

}  // namespace carom

int caromRunWindow(int argc, char** argv, const QString& scene) {
  return carom::runWindow(argc, argv, scene);
}
