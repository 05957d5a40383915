// What is kept for recovery is for its owner's eyes, and nothing that stands in its way is followed or
// opened.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include "document/private_folder.h"
#include "document/recovery.h"
#include "support/test_program.h"

using namespace carom;

namespace {

mode_t modeOf(const QString& path) {
  struct stat there {};
  return ::lstat(QFile::encodeName(path), &there) == 0 ? there.st_mode & 07777 : 0;
}

RecoveredScene scene() {
  return {"/somewhere/a.carom.json", "a", "{}", {{"theta", "1"}}};
}

}  // namespace

class TestPrivateFolder : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> home;
  QString folder;

  QStringList kept() const { return QDir(folder).entryList({"*.json"}, QDir::Files | QDir::System); }
  QString problem() const try {
    Recovery(folder).keep(scene());
    return {};
  } catch (const std::runtime_error& error) {
    return QString::fromUtf8(error.what());
  }

 private slots:
  void init() {
    home = std::make_unique<QTemporaryDir>();
    folder = home->filePath("data/recovery");
  }

  void nobodyElseMayRead() {
    const mode_t before = ::umask(0);
    Recovery own(folder);
    own.keep(scene());
    ::umask(before);
    QCOMPARE(modeOf(folder), mode_t{0700});
    QCOMPARE(kept().size(), 1);
    for (const QString& file : QDir(folder).entryList(QDir::Files))
      QCOMPARE(modeOf(folder + '/' + file), mode_t{0600});
    own.keep(scene());
    QCOMPARE(modeOf(folder + '/' + kept().first()), mode_t{0600});
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 2);  // the scene and its lock
  }

  void anOpenFolderIsClosed() {
    QVERIFY(QDir().mkpath(folder));
    QCOMPARE(::chmod(QFile::encodeName(folder), 0777), 0);
    QCOMPARE(problem(), QString());
    QCOMPARE(modeOf(folder), mode_t{0700});
  }

  void aFolderThatIsALinkIsRefused() {
    QVERIFY(QDir().mkpath(home->filePath("data")));
    QVERIFY(QDir().mkpath(home->filePath("elsewhere")));
    QVERIFY(QFile::link(home->filePath("elsewhere"), folder));
    QVERIFY2(problem().contains("is no folder"), qPrintable(problem()));
    QVERIFY(QDir(home->filePath("elsewhere")).isEmpty());
    QVERIFY(Recovery(folder).found().empty());
  }

  void aFileInPlaceOfTheFolderIsToldAbout() {
    QVERIFY(QDir().mkpath(home->filePath("data")));
    QFile file(folder);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY2(problem().contains(folder), qPrintable(problem()));
  }

  void aLinkIsReplacedAndNeverFollowed() {
    const PrivateFolder files(folder);
    files.write("first", "x");
    const QString victim = home->filePath("victim");
    QFile file(victim);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("precious") == 8);
    file.close();
    QVERIFY(QFile::link(victim, folder + "/name.json"));
    QVERIFY(!files.read("name.json", 100));
    files.write("name.json", "mine");
    QCOMPARE(*files.read("name.json", 100), QByteArray("mine"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
    // Nor is one for the lock.
    QVERIFY(QFile::link(victim, folder + "/name.lock"));
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, files.lock("name.lock"));
  }

  void whatIsNoFileIsPassedOverAtOnce() {
    const PrivateFolder files(folder);
    files.write("good.json", R"({"path": "", "name": "good", "text": "{}", "assignments": {}})");
    QCOMPARE(::mkfifo(QFile::encodeName(folder + "/pipe.json"), 0600), 0);
    QCOMPARE(::mkfifo(QFile::encodeName(folder + "/locked.json.lock"), 0600), 0);
    files.write("locked.json", R"({"path": "", "name": "locked", "text": "{}", "assignments": {}})");
    QVERIFY(QFile::link("/dev/zero", folder + "/zero.json"));
    QVERIFY(QDir().mkdir(folder + "/folder.json"));
    for (const char* garbage : {"", "{", "[]", "\xff\xfe", "{\"path\": 3}", "null"})
      files.write(QString("garbage%1.json").arg(qHash(QByteArray(garbage))), garbage);
    QElapsedTimer time;
    time.start();
    const auto found = Recovery(folder).found();
    QVERIFY(time.elapsed() < 5000);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].scene.name, QString("good"));
  }

  void whatWasBegunIsCleanedUp() {
    const PrivateFolder files(folder);
    files.write("a.json.0123.new", "half");
    Recovery living(folder);
    living.keep(scene());
    QVERIFY(Recovery(folder).found().empty());
    QVERIFY(!QFile::exists(folder + "/a.json.0123.new"));
  }

  void anEmptiedFolderIsFilledAgain() {
    Recovery own(folder);
    own.keep(scene());
    QVERIFY(QDir(home->filePath("data")).removeRecursively());
    own.keep(scene());
    QCOMPARE(kept().size(), 1);
    QVERIFY(Recovery(folder).found().empty());  // it is held
    own.forget();
    QVERIFY(QDir(folder).isEmpty());
  }

  void aLockIsHeldByOne() {
    const PrivateFolder files(folder);
    auto lock = files.lock("x.lock");
    QVERIFY(lock && lock->holds());
    QVERIFY(!files.lock("x.lock"));
    lock.reset();
    QVERIFY(!QFile::exists(folder + "/x.lock"));
    QVERIFY(files.lock("x.lock"));
  }
};

CAROM_TEST(TestPrivateFolder);
#include "tst_private_folder.moc"
