// The window as a process in surroundings that are against it: no home, settings and copies that are garbage.
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "support/carom_process.h"
#include "support/widget_test.h"

using namespace carom::process;

class CommandLineWindowTest : public QObject {
  Q_OBJECT

  static void put(const QString& file, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(file).path());
    QFile disk(file);
    QVERIFY(disk.open(QIODevice::WriteOnly));
    disk.write(bytes);
  }

 private slots:
  void aWindowOpensWhateverItsHomeIs_data() {
    QTest::addColumn<QString>("home");
    for (const char* home : {"unset", "missing", "a file", "unwritable", "garbage", "pipes"})
      QTest::newRow(home) << QString(home);
  }

  void aWindowOpensWhateverItsHomeIs() {
    QFETCH(QString, home);
    QTemporaryDir folder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) environment.remove(name);
    environment.insert("HOME", folder.path());
    const QString settings = folder.filePath(".config/carom/carom.conf"),
                  kept = folder.filePath(".local/share/carom/carom/recovery/");
    if (home == "unset") {
      environment.remove("HOME");
      environment.insert("XDG_CONFIG_HOME", folder.path());  // the root of this machine is left alone
      environment.insert("XDG_DATA_HOME", folder.path());
    }
    if (home == "missing") environment.insert("HOME", "/proc/nowhere");
    if (home == "a file") environment.insert("HOME", "/dev/null");
    if (home == "unwritable") environment.insert("HOME", "/proc");
    if (home == "garbage") {
      put(settings,
          "[window]\ngeometry=@ByteArray(\xff\xfe\0garbage)\n\0\xff[[[\nlayout=@Variant(\0\0\0\x7f)\n");
      put(kept + "garbage.json", "\xff\xfe{{{");
      put(kept + "empty.json", "");
    }
    if (home == "pipes") {
      put(kept + "x.txt", "");
      QVERIFY(QDir().mkpath(QFileInfo(settings).path()));
      QCOMPARE(::mkfifo(QFile::encodeName(settings), 0600), 0);
      QCOMPARE(::mkfifo(QFile::encodeName(kept + "pipe.json"), 0600), 0);
    }
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(CAROM_BINARY, {"billiard-break"});
    const Run run = endWindow(process);
    QVERIFY2(run.status == 0, run.err);
    if (home == "pipes") QVERIFY2(run.err.contains("carom.conf: is no regular file"), run.err);
  }
};

CAROM_DISPLAY_TEST(CommandLineWindowTest);
#include "tst_command_line_window.moc"
