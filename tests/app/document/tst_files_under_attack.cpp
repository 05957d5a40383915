// The open document while others work against it: its file goes, or becomes something else; the disk is full;
// another window writes the same file; the process is killed amid its work. CAROM_KILLS=25 kills more often.
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QProcess>
#include <QSignalSpy>
#include <QXmlStreamReader>
#include <random>

#include "base/atomic_file.h"
#include "document/file_watch.h"
#include "document/recovery.h"
#include "figure/figure.h"
#include "figure/panel.h"
#include "support/file_window.h"
#include "support/full_disk.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

constexpr uid_t nobody = 65534;

/// Rights of files do not bind root: while it lives, this is somebody else.
class Unprivileged {
 public:
  Unprivileged() {
    if (m_root && ::seteuid(nobody) != 0) qFatal("cannot become nobody");
  }
  ~Unprivileged() {
    if (m_root && ::seteuid(0) != 0) qFatal("cannot become root again");
  }

 private:
  bool m_root = ::geteuid() == 0;
};

/// A file that cannot be read while this lives.
class Closed {
 public:
  explicit Closed(const QString& file) : m_file(QFile::encodeName(file)) { set(0); }
  ~Closed() { set(0600); }

 private:
  void set(mode_t mode) const {
    if (::chmod(m_file, mode) != 0) qFatal("cannot change the mode of %s", m_file.constData());
  }
  QByteArray m_file;
};

/// What a process does until it is killed; its file is in `folder`.
void workUntilKilled(const QString& folder, const QString& work) {
  MainWindow window;
  window.show();
  window.openScene(folder + "/mine.carom.json");
  if (!QTest::qWaitFor([&] { return window.snapshot() != nullptr; }, 60'000 * tests::patience))
    qFatal("no scene");
  for (int i = 0;; ++i) {
    window.document()->setAssignment("theta", QString::number(90 + i % 60) + "deg");
    if (!QTest::qWaitFor([&] { return !window.document()->isWaiting(); }, 60'000 * tests::patience))
      qFatal("no answer");
    if (work == "playing" && i == 0)
      for (auto* action : window.findChildren<QAction*>())
        if (action->text() == "&Play") action->trigger();
    if (work == "exporting")
      for (const Panel* panel : window.findChildren<Panel*>())
        if (const auto figure = panel->figure()) writeFigure(*figure, folder + "/figure.svg");
    if (work == "saving") window.files()->save();
    window.files()->keepUnsaved();
    QGuiApplication::sync();
    if (i != 5) continue;
    puts("at work");
    fflush(stdout);
  }
}

}  // namespace

class TestFilesUnderAttack : public QObject, FileWindow {
  Q_OBJECT

  QString kept, file;

  QStringList keptFiles() const { return QDir(kept).entryList({"*.json"}); }

 private slots:
  void initTestCase() {
    prepare();
    kept = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
  }
  void init() {
    QDir(kept).removeRecursively();
    QFile::remove(kept);
    start();
    file = path("mine.carom.json");
    put(file, billiardBreak());
    open(file);
  }
  void cleanup() { window.reset(); }

  void aFileThatGoesIsToldAboutAndNothingIsLost_data() {
    QTest::addColumn<QString>("becomes");
    QTest::addColumn<QString>("told");
    QTest::newRow("deleted") << QString() << "is not there any more";
    QTest::newRow("folder") << "folder"
                            << "is a directory";
    QTest::newRow("pipe") << "pipe"
                          << "is a pipe";
    QTest::newRow("link to nowhere") << "link"
                                     << "is not there any more";
  }
  void aFileThatGoesIsToldAboutAndNothingIsLost() {
    QFETCH(QString, becomes);
    QFETCH(QString, told);
    setTheta("123deg");
    QSignalSpy messages(window->files(), &SceneFiles::told);
    QVERIFY(QFile::remove(file));
    if (becomes == "folder") QVERIFY(QDir().mkpath(file + "/full"));
    if (becomes == "pipe") QCOMPARE(::mkfifo(QFile::encodeName(file), 0600), 0);
    if (becomes == "link") QVERIFY(QFile::link(path("nowhere"), file));
    QEvent activated(QEvent::WindowActivate);
    QApplication::sendEvent(window.get(), &activated);
    QTRY_VERIFY(!messages.isEmpty());
    QVERIFY2(messages.back()[0].toString().contains(told), qPrintable(messages.back()[0].toString()));
    QVERIFY(window->isWindowModified());
    QTRY_COMPARE_WITH_TIMEOUT(keptFiles().size(), 1, 10'000);
    window->files()->save();
    if (!becomes.isEmpty()) {  // a link that leads nowhere is not followed
      QTRY_VERIFY(box());
      QVERIFY2(box()->informativeText().contains("cannot be written"), qPrintable(box()->informativeText()));
      box()->close();
      QVERIFY(window->isWindowModified());
      QCOMPARE(keptFiles().size(), 1);
    } else {
      QTRY_VERIFY(!window->isWindowModified());
      QCOMPARE(Scene::load(file.toStdString())->instantiate().parameters[0].expression,
               std::string("123deg"));
    }
    QVERIFY(std::abs(theta() - 123) < 1e-9);
  }

  void aFileThatNobodyMayReadCountsAsGoneAndStays() {
    QTemporaryDir others;
    const QString closedFile = others.filePath("closed.carom.json");
    put(closedFile, billiardBreak());
    for (const QString& each : {others.path(), closedFile})
      if (::geteuid() == 0) QCOMPARE(::chown(QFile::encodeName(each), nobody, nobody), 0);
    FileWatch watch;
    watch.follow(closedFile, billiardBreak());
    QCOMPARE(watch.look(), FileWatch::Disk::Same);
    {
      const Unprivileged other;
      QCOMPARE(::chmod(QFile::encodeName(others.path()), 0500), 0);
      const Closed closed(closedFile);
      FileWatch late;
      late.follow(closedFile, billiardBreak());
      QCOMPARE(late.look(), FileWatch::Disk::Gone);
      QVERIFY2(late.whyGone().contains("cannot be read"), qPrintable(late.whyGone()));
      QVERIFY_THROWS_EXCEPTION(FileError, writeWhole(closedFile, "{}"));
    }
    QCOMPARE(content(closedFile), billiardBreak());
    QCOMPARE(watch.look(), FileWatch::Disk::Same);
  }

  void aHomeThatCannotBeWrittenIsToldAbout() {
    QSignalSpy messages(window->files(), &SceneFiles::told);
    QVERIFY(QDir().mkpath(QFileInfo(kept).absolutePath()));
    QFile inTheWay(kept);
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    setTheta("123deg");
    QTRY_VERIFY_WITH_TIMEOUT(!messages.isEmpty(), 10'000);
    QVERIFY2(messages.back()[0].toString().contains("cannot be kept"),
             qPrintable(messages.back()[0].toString()));
    QVERIFY(window->isWindowModified());
    QVERIFY(inTheWay.remove());
    QTRY_COMPARE_WITH_TIMEOUT(keptFiles().size(), 1, 10'000);
  }

  void aFullDiskKeepsTheOldFileAndTheDocument() {
    setTheta("123deg");
    {
      const FullDisk full(100);
      window->files()->save();
      QTRY_VERIFY(box());
      QVERIFY2(box()->informativeText().contains("cannot be written"), qPrintable(box()->informativeText()));
      box()->close();
    }
    QCOMPARE(content(file), billiardBreak());
    QVERIFY(window->isWindowModified());
    QCOMPARE(QDir(folder->path()).entryList(QDir::Files).size(), 1);  // nothing half is left
    window->files()->save();
    QTRY_VERIFY(!window->isWindowModified());
    QCOMPARE(Scene::load(file.toStdString())->instantiate().parameters[0].expression, std::string("123deg"));
  }

  void aFullDiskIsTriedAgainForRecovery() {
    QSignalSpy messages(window->files(), &SceneFiles::told);
    {
      const FullDisk full(100);
      setTheta("123deg");
      QTRY_VERIFY_WITH_TIMEOUT(!messages.isEmpty(), 10'000);
      QVERIFY2(messages.back()[0].toString().contains("cannot be kept"),
               qPrintable(messages.back()[0].toString()));
      QVERIFY(keptFiles().isEmpty());
    }
    QTRY_COMPARE_WITH_TIMEOUT(keptFiles().size(), 1, 10'000);
    QVERIFY(content(kept + '/' + keptFiles().first()).contains("123deg"));
    QCOMPARE(messages.size(), 1);  // told once
  }

  void twoWindowsOnOneFileLoseNothing() {
    MainWindow other;
    other.show();
    other.openScene(file);
    QTRY_VERIFY(other.snapshot() && other.snapshot()->scene->name() == "mine");
    setTheta("123deg");
    other.document()->setAssignment("theta", "150deg");
    QTRY_VERIFY(other.isWindowModified() && !other.document()->isWaiting());
    other.files()->save();
    QTRY_VERIFY(!other.isWindowModified());
    window->files()->save();  // finds that the file is not the one it knew
    answer("Cancel");
    QTRY_VERIFY(!box());
    QVERIFY(window->isWindowModified());
    QCOMPARE(Scene::load(file.toStdString())->instantiate().parameters[0].expression, std::string("150deg"));
    window->files()->save();
    answer("Keep mine");
    QTRY_VERIFY(!box());
    if (window->isWindowModified()) window->files()->save();  // the watch had asked before
    QTRY_VERIFY(!window->isWindowModified());
    QCOMPARE(Scene::load(file.toStdString())->instantiate().parameters[0].expression, std::string("123deg"));
  }

  void settingsOfGarbageLeaveAWindow() {
    window.reset();
    QSettings settings;
    const QString garbage = QString::fromUtf8("\x01\xc3\xbf{[(") + QString(10'000, 'x');
    for (const char* key : {"window/geometry", "window/layout", "window/colours", "recentFiles", "folder"})
      settings.setValue(key, garbage);
    settings.sync();
    {
      MainWindow second;
      second.show();
      second.openScene("billiard-break");
      QTRY_VERIFY(second.snapshot());
      QVERIFY(second.isVisible() && second.width() > 100);
    }
    settings.clear();
  }

  void aKilledProcessLeavesItsFileAndItsEdits_data() {
    QTest::addColumn<QString>("work");
    for (const char* work : {"editing", "playing", "exporting", "saving"})
      QTest::newRow(work) << QString(work);
  }
  void aKilledProcessLeavesItsFileAndItsEdits() {
    QFETCH(QString, work);
    window.reset();
    std::mt19937 dice(static_cast<unsigned>(qHash(work)));
    const int kills =
        qEnvironmentVariableIsSet("CAROM_KILLS") ? qEnvironmentVariableIntValue("CAROM_KILLS") : 4;
    for (int kill = 0; kill < kills; ++kill) {
      QDir(kept).removeRecursively();
      put(file, billiardBreak());
      QProcess process;
      process.start(QCoreApplication::applicationFilePath(),
                    {"tst_files_under_attack", "--work", folder->path(), work});
      QVERIFY(process.waitForReadyRead(60'000 * tests::patience));
      QTest::qWait(200 + static_cast<int>(dice() % 700));  // at any time
      ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
      QVERIFY(process.waitForFinished());
      QVERIFY(Scene::load(file.toStdString())->instantiate().parameters[0].value >= M_PI / 2 - 1e-9);
      if (work != "saving") {
        QCOMPARE(content(file), billiardBreak());
        const auto found = Recovery().found();
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].scene.path, file);
        QVERIFY(found[0].scene.assignments.at("theta").ends_with("deg"));
      }
      if (QFile::exists(folder->filePath("figure.svg"))) {
        QXmlStreamReader reader(content(folder->filePath("figure.svg")));
        while (!reader.atEnd()) reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
      }
    }
  }
};

/// The test, or the process that it starts and kills.
static int testOrWork(int argc, char** argv) {
  if (argc != 4 || qstrcmp(argv[1], "--work") != 0)
    return carom::tests::runOnDisplay<TestFilesUnderAttack>(argc, argv);
  QApplication application(argc, argv);
  QStandardPaths::setTestModeEnabled(true);
  QCoreApplication::setOrganizationName("carom-test");
  theme::apply();
  workUntilKilled(argv[2], argv[3]);
  return 1;
}

CAROM_DISPLAY_TEST_RUN_BY(testOrWork);

#include "tst_files_under_attack.moc"
