// The real window with a home that is not there, not writable or full of garbage: it opens its scene, says in
// one line at most what is wrong, and ends when it is asked to.
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

void putBytes(const QString& path, const QByteArray& bytes) {
  QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

/// Root may read and write what is closed to its owner, unless the programs that it starts lose that right.
void obeyPermissions() {
  if (::geteuid() != 0) return;
  for (const int right : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH})
    if (::prctl(PR_CAPBSET_DROP, right, 0, 0, 0) != 0) ::_exit(126);
}

}  // namespace

class TestHostileHome : public QObject {
  Q_OBJECT

 private slots:
  void theWindowOpensAndEnds_data() {
    QTest::addColumn<QString>("home");
    for (const char* home :
         {"as usual", "missing", "a file", "not writable", "settings of garbage",
          "settings that are a folder", "settings that are a pipe", "settings without end",
          "settings that nobody may read", "settings with a broken number", "settings with a deep value",
          "recovery of garbage", "recovery that is a file", "recovery that is a link", "recovery of pipes"})
      QTest::newRow(home) << QString(home);
  }
  void theWindowOpensAndEnds() {
    QFETCH(QString, home);
    QTemporaryDir folder;
    const QString own = folder.filePath("home"), scene = folder.filePath("mine.carom.json");
    const QString settings = own + "/.config/carom/carom.conf",
                  kept = own + "/.local/share/carom/carom/recovery";
    const QByteArray text = QByteArray::fromStdString(Scene::open("billiard-break")->text());
    const QByteArray garbage = QByteArray("\xff\xfe[window\n=x\0\x1b{]%00\\x", 22) + QByteArray(5000, '\x80');
    putBytes(scene, text);
    if (home == "a file") putBytes(own, garbage);
    if (home != "a file" && home != "missing") QVERIFY(QDir().mkpath(own));
    if (home == "settings of garbage") putBytes(settings, garbage);
    if (home == "settings that are a folder") QVERIFY(QDir().mkpath(settings + "/full"));
    if (home.startsWith("settings")) QVERIFY(QDir().mkpath(QFileInfo(settings).absolutePath()));
    if (home == "settings that are a pipe") QCOMPARE(::mkfifo(QFile::encodeName(settings), 0600), 0);
    if (home == "settings without end") QVERIFY(QFile::link("/dev/zero", settings));
    if (home == "settings that nobody may read") {
      putBytes(settings, "[window]\ncolours=1\n");
      QCOMPARE(::chmod(QFile::encodeName(settings), 0), 0);
    }
    // Qt would take 100 GB for the entries, and as many calls as there are lists in lists.
    const QByteArray list = "\\0\\0\\0\\t", one = "\\0\\0\\0\\x1";
    if (home == "settings with a broken number")
      putBytes(settings, "[window]\ncolours=1\nown-workspaces=@Variant(" + list + "\\xff\\xff\\xff\\xf0)\n");
    if (home == "settings with a deep value")
      putBytes(settings, "[window]\nown-workspaces=@Variant(" + (list + one).repeated(300'000) + ")\n");
    if (home == "recovery of garbage")
      for (int i = 0; i < 20; ++i)
        putBytes(QString("%1/%2.json").arg(kept).arg(i),
                 i % 2 ? garbage : garbage.mid(i * 10) + "{\"path\": [");
    if (home == "recovery that is a file") putBytes(kept, garbage);
    if (home == "recovery that is a link") {
      QVERIFY(QDir().mkpath(QFileInfo(kept).absolutePath()));
      QVERIFY(QFile::link("/etc", kept));
    }
    if (home == "recovery of pipes") {
      QVERIFY(QDir().mkpath(kept));
      QCOMPARE(::mkfifo(QFile::encodeName(kept + "/pipe.json"), 0600), 0);
      QVERIFY(QFile::link("/dev/zero", kept + "/zero.json"));
    }
    if (home == "not writable") QCOMPARE(::chmod(QFile::encodeName(own), 0555), 0);

    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
      environment.remove(name);
    environment.insert("HOME", own);
    environment.insert("XDG_RUNTIME_DIR", folder.path());
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier(obeyPermissions);
    process.start(CAROM_BINARY, {scene});
    const process::Run run = process::endWindow(process);
    QCOMPARE(run.status, 0);
    QByteArrayList told;
    for (const QByteArray& line : run.err.split('\n'))
      if (line.startsWith("carom: ")) told += line;
    const bool isTold = home.startsWith("settings") || home == "a file" || home == "not writable";
    QVERIFY2(told.size() == (isTold ? 1 : 0), told.join('\n'));
    if (isTold) QVERIFY2(told[0].contains("settings"), told[0]);
    if (home == "settings of garbage") {
      QFile copy(settings + ".broken");
      QVERIFY(copy.open(QIODevice::ReadOnly));
      QCOMPARE(copy.readAll(), garbage);
    }
    QFile disk(scene);
    QVERIFY(disk.open(QIODevice::ReadOnly));
    QCOMPARE(disk.readAll(), text);
  }
};

CAROM_DISPLAY_TEST(TestHostileHome);
#include "tst_hostile_home.moc"
