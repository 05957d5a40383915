#include "window/run_window.h"

#include <QIcon>
#include <QLocale>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>

#include "base/fault_line.h"
#include "base/figure_record.h"
#include "base/version.h"
#include "common/theme.h"
#include "document/scene_files.h"
#include "document/session_settings.h"
#include "robot/import_robot.h"
#include "window/end_signals.h"
#include "window/fault_report.h"
#include "window/heap_trim.h"
#include "window/main_window.h"
#include "window/safe_application.h"
#include "window/tour/guided_tour.h"
#include "window/window_layout.h"

/// Links in the resources, which are in a static library. The macro must be used outside any namespace.
static void linkResources() {
  Q_INIT_RESOURCE(resources);
}

namespace carom {

namespace {

/// A figure is opened over a scene, because that of a collision law has none of its own, and so is a robot,
/// of which the window asks how it is imported.
void openAtStart(MainWindow& window, const WindowStart& start) {
  const QString& file = start.file;
  const bool isScene = !mayHoldRecord(file) && !isRobotFile(file.toStdString());
  if (isScene && !file.isEmpty()) return window.openScene(file, start.set);
  window.openScene(QStringLiteral("billiard-break"), {{"theta", "120deg"}});  // here the order matters
  if (isScene) return;
  const auto open = [&window, file] { window.openAnyFile(file); };
  QObject::connect(window.document(), &Document::opened, &window, open,
                   static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

/// The recording is audited by the scene that is open once it is shown.
void auditAtStart(MainWindow& window, const QString& recording) {
  const auto open = [&window, recording] { window.openRecording(recording); };
  QObject::connect(&window, &MainWindow::displayed, &window, open,
                   static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

}  // namespace

int runWindow(int argc, char** argv, const WindowStart& start) {
  returnLargeBlocks();
  QHashSeed::setDeterministicGlobalSeed();  // fonts of a PDF are named in the order of a hash
  SafeApplication application(argc, argv);
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
  QObject::connect(&application, &SafeApplication::threw, window.faults(), &FaultReport::report);
  window.show();
  QTimer::singleShot(0, window.windowLayout(), &WindowLayout::fitScreen);
  openAtStart(window, start);
  if (!start.recording.isEmpty()) auditAtStart(window, start.recording);
  window.files()->offerRecovery();
  if (start.file.isEmpty()) window.tour()->offer(window.statusBar());
  if (!settings.problem().isEmpty()) {
    auto* box = new QMessageBox(QMessageBox::Warning, QApplication::translate("carom", "Settings"),
                                settings.problem(), QMessageBox::Ok, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
  }
  EndSignals endSignals;
  QObject::connect(&endSignals, &EndSignals::asked, &window, [&window] {
    window.files()->keepUnsaved();
    window.keepLayout();
    QCoreApplication::exit();  // quit() would ask about unsaved edits
  });
  return QApplication::exec();
}

}  // namespace carom

int caromRunWindow(int argc, char** argv, const carom::WindowStart& start) {
  return carom::runWindow(argc, argv, start);
}
