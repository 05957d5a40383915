// SIGKILL at any moment of saving leaves the old file or the new one, whole.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <array>
#include <random>

#include "base/atomic_file.h"
#include "document/recovery.h"
#include "document/session_settings.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// Two scenes of different length; the file always holds one of them.
std::string version(bool second) {
  std::string text = Scene::open("billiard-break")->text();
  if (second) text.replace(text.find("Billiard break"), 14, std::string(20'000, 'x'));
  return text;
}

/// Forks a process that does `work` forever, and kills it `microseconds` after it was done for the first
/// time.
template <typename Work>
void killedAfter(unsigned microseconds, Work&& work) {
  std::array<int, 2> pipe{};
  QCOMPARE(::pipe(pipe.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    work(true);
    if (::write(pipe[1], "1", 1) != 1) ::_exit(1);
    for (bool second = false;; second = !second) work(second);
  }
  char done = 0;
  QCOMPARE(::read(pipe[0], &done, 1), 1);
  ::usleep(microseconds);
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

}  // namespace

class TestKillWhileSaving : public QObject {
  Q_OBJECT
 private slots:
  void theFileIsAlwaysOneOfItsVersions() {
    QTemporaryDir folder;
    const QString path = folder.filePath("scene.carom.json");
    const std::array versions{version(false), version(true)};
    writeWhole(path, QByteArray::fromStdString(versions[0]));
    std::mt19937 dice(1);
    std::array<int, 2> seen{};
    for (int kill = 0; kill < 100; ++kill) {
      killedAfter(dice() % 8000,
                  [&](bool second) { writeWhole(path, QByteArray::fromStdString(versions[second])); });
      const std::string text = Scene::load(path.toStdString())->text();
      QVERIFY(text == versions[0] || text == versions[1]);
      ++seen[text == versions[1]];
    }
    QVERIFY(seen[0] > 0 && seen[1] > 0);  // it did save in between
  }

  void whatWasKeptIsFoundAndReadable() {
    std::mt19937 dice(2);
    for (int kill = 0; kill < 20; ++kill) {
      QTemporaryDir folder;
      Recovery next(folder.path());
      killedAfter(dice() % 5000, [&, own = std::make_shared<Recovery>(folder.path())](bool second) {
        own->keep({"/a.carom.json", "a", version(second), {{"theta", "100deg"}}});
      });
      const auto found = next.found();
      QCOMPARE(found.size(), std::size_t{1});
      QVERIFY(found[0].scene.text == version(false) || found[0].scene.text == version(true));
      QCOMPARE(found[0].scene.path, QString("/a.carom.json"));
      QCOMPARE(found[0].scene.assignments.at("theta"), std::string("100deg"));
    }
  }

  /// Two keys of each write are of one write, and who comes next can write at once: the lock of the dead
  /// holds nobody up.
  void settingsAreThoseOfOneWrite() {
    keepSettingsWhole();
    QTemporaryDir folder;
    const auto write = [&](bool second) {
      QSettings now(folder.filePath("carom.conf"), QSettings::defaultFormat());
      now.setValue("layout/state", QByteArray(second ? 300'000 : 10, second ? 'x' : 'y'));
      now.setValue("folder", second ? "second" : "first");
      now.sync();
    };
    std::mt19937 dice(3);
    std::array<int, 2> seen{};
    for (int kill = 0; kill < 60; ++kill) {
      killedAfter(dice() % 8000, write);
      QSettings next(folder.filePath("carom.conf"), QSettings::defaultFormat());
      const bool second = next.value("folder").toString() == "second";
      if (!second) QCOMPARE(next.value("folder").toString(), QString("first"));
      QCOMPARE(next.value("layout/state").toByteArray().size(), qsizetype{second ? 300'000 : 10});
      ++seen[second];
      next.setValue("after", kill);
      next.sync();
      QCOMPARE(next.status(), QSettings::NoError);
    }
    QVERIFY(seen[0] > 0 && seen[1] > 0);
  }

  void theLivingKeepTheirs() {
    QTemporaryDir folder;
    Recovery living(folder.path()), other(folder.path());
    living.keep({"", "a", version(false), {}});
    QVERIFY(living.found().empty());
    QVERIFY(other.found().empty());
    living.forget();
    QVERIFY(other.found().empty());
  }
};

CAROM_TEST(TestKillWhileSaving);
#include "tst_kill_while_saving.moc"
