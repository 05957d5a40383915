// Files that take their place when they are whole, under attack by links, strays and a limit on their size.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/begun_file.h"
#include "support/test_program.h"

using namespace carom;
namespace fs = std::filesystem;

class TestBegunFile : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;

  fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  static std::string textOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static void put(const fs::path& path, const char* text) { std::ofstream(path) << text; }
  std::size_t entries() const {
    const fs::directory_iterator all(m_folder->path().toStdString());
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  /// What WriteError says; empty where nothing is thrown.
  static std::string refusal(const std::function<void()>& work) {
    try {
      work();
    } catch (const WriteError& error) {
      return error.what();
    }
    return {};
  }
  static void write(const fs::path& path, BegunFile::Place place = BegunFile::Place::Replace) {
    BegunFile file(path, place);
    file.write("new");
    file.publish();
  }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aFileTakesItsPlaceWhenItIsWhole() {
    put(at("a"), "old");
    ::chmod(at("a").c_str(), 0600);
    {
      BegunFile file(at("a"));
      file.write("new");
      QCOMPARE(textOf(at("a")), std::string("old"));
      file.publish();
    }
    QCOMPARE(textOf(at("a")), std::string("new"));
    QVERIFY(fs::status(at("a")).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    QCOMPARE(entries(), std::size_t{1});
  }

  void whatIsNotPublishedLeavesNothing() {
    {
      BegunFile file(at("a"));
      file.write("new");
      QCOMPARE(entries(), std::size_t{1});
    }
    QCOMPARE(entries(), std::size_t{0});
  }

  void linksAreFollowedToAFileOnly() {
    put(at("there"), "old");
    fs::create_symlink("there", at("link"));
    write(at("link"));
    QVERIFY(fs::is_symlink(at("link")));
    QCOMPARE(textOf(at("there")), std::string("new"));
    fs::create_symlink("nothing", at("dangling"));
    QCOMPARE(refusal([&] { write(at("dangling")); }), std::string("is a link to nothing"));
  }

  void noNameIsKnownBefore() {
    // Only this user may enter the folder in which a file begins.
    const BegunFile first(at("a")), second(at("a"));
    QVERIFY(first.path() != second.path());
    QVERIFY(fs::status(first.path().parent_path()).permissions() == fs::perms::owner_all);
  }

  void aNewPlaceMustBeFree() {
    write(at("a"), BegunFile::Place::New);
    QVERIFY(!refusal([&] { write(at("a"), BegunFile::Place::New); }).empty());
    fs::create_symlink("nothing", at("link"));
    QVERIFY(!refusal([&] { write(at("link"), BegunFile::Place::New); }).empty());
    QCOMPARE(entries(), std::size_t{2});
  }

  void whatIsNoFileStays() {
    ::mkfifo(at("pipe").c_str(), 0600);
    fs::create_directory(at("folder"));
    for (const fs::path& path : {at("pipe"), at("folder"), fs::path("/dev/null")})
      QCOMPARE(refusal([&] { write(path); }), std::string("is no regular file"));
  }

  void straysGoWithTheNextFile() {
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (const char* name : {".a.begun-ABCDEF", ".a.begun-abcdef", ".b.begun-ABCDEF"}) {
      fs::create_directory(at(name));
      put(at(name) / "a", "stray");
      fs::last_write_time(at(name), old);
    }
    BegunFile working(at("a"));  // that of a process which is at work
    fs::last_write_time(working.path().parent_path(), old);
    write(at("a"));
    QVERIFY(!fs::exists(at(".a.begun-ABCDEF")) && !fs::exists(at(".a.begun-abcdef")));
    QVERIFY(fs::exists(at(".b.begun-ABCDEF")) && fs::exists(working.path().parent_path()));
  }

  void aFullDiskIsNamed() {
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{1000, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &little);
    const std::string reason = refusal([&] {
      BegunFile file(at("a"));
      for (int i = 0; i < 100; ++i) file.write(std::string(100, 'x'));
      file.publish();
    });
    BegunFile full(at("b"));
    full.write("x");
    const std::string why = full.whyNoMore();
    ::setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(reason, std::string("File too large"));
    QCOMPARE(why, reason);
    QVERIFY(!fs::exists(at("a")));
  }
};

CAROM_TEST(TestBegunFile);
#include "tst_begun_file.moc"
