// What files do to the command line that someone else has made or put there: libraries in the current folder,
// links in place of files, records of figures, shards of studies, pipes, full disks, and names that a shell
// would run.
#include <elf.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <QDir>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <cstring>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::process;

namespace {

constexpr const char* small = R"({"format": 1, "scene": "billiard-break", "axes": [
  {"name": "theta", "from": "60deg", "to": "170deg", "points": 12}], "measures": ["xi", "orderings"]})";

/// CRC-32 of ISO 3309.
quint32 crcOf(const QByteArray& bytes) {
  quint32 crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<uchar>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

template <class Number>
QByteArray raw(Number number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

/// A header or a block of a work file, with the right checksum.
QByteArray chunk(quint64 block, const QByteArray& bytes) {
  return raw(block) + raw(static_cast<quint32>(bytes.size())) + raw(crcOf(raw(block) + bytes)) + bytes;
}

QByteArray workFile(const Json& header, const QList<QByteArray>& blocks) {
  QByteArray file = "carom study work 1\n" + chunk(0, QByteArray::fromStdString(header.dump()));
  for (qsizetype i = 0; i < blocks.size(); ++i) file += chunk(static_cast<quint64>(i), blocks[i]);
  return file;
}

/// The header of a work file.
Json headerOf(const QByteArray& file) {
  const qsizetype begin = file.indexOf("{\"");  // its size, before it, may have a byte '{'
  quint32 size = 0;
  std::memcpy(&size, file.constData() + begin - 8, sizeof size);
  return Json::parse(file.mid(begin, static_cast<qsizetype>(size)).toStdString());
}

/// The values of a block of one point, the reasons of its empty cells, and the lines of large counts.
QByteArray block(const QList<double>& values, const QByteArray& reasons, const QByteArray& counts = {}) {
  QByteArray bytes;
  for (const double value : values) bytes += raw(value);
  return bytes + reasons + counts;
}

/// A file with a record, as XML has it.
QByteArray withRecord(const Json& record) {
  return "<carom:record>" + QString::fromStdString(record.dump()).toHtmlEscaped().toUtf8() +
         "</carom:record>";
}

}  // namespace

class CommandLineFilesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString& name) const { return m_folder->path() + '/' + name; }
  QByteArray bytes(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
  }
  void put(const QString& name, const QByteArray& text) const {
    QFile file(path(name));
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(name));
    file.write(text);
  }
  /// The program, started in the folder.
  Run inFolder(const QStringList& arguments, const QProcessEnvironment& environment = plainEnvironment(),
               const std::function<void()>& inChild = {}) const {
    QProcess process;
    process.setWorkingDirectory(m_folder->path());
    process.setProcessEnvironment(environment);
    if (inChild) process.setChildProcessModifier(inChild);
    process.start(CAROM_BINARY, arguments);
    return finish(process);
  }
  void checkRefused(const Run& run, const QByteArray& words) const {
    VERIFY_ONE_LINE(run);
    QVERIFY2(run.status == 1 || run.status == 2, QByteArray::number(run.status));
    QVERIFY2(run.err.contains(words), run.err);
  }
  /// An environment in which `carom` writes the words that it gets, one a line, and nothing else runs.
  QProcessEnvironment withStandIns() const {
    put("bin/carom", "#!/bin/sh\nprintf '%s\\n' \"$@\" >>\"$WORDS\"\nprintf 'end\\n' >>\"$WORDS\"\n");
    // Hands what stands before ::: to a shell once more, as GNU parallel does.
    put("bin/parallel",
        "#!/bin/sh\ncommand=\nwhile [ \"$1\" != ::: ]; do command=\"$command $1\"; shift; done\nshift\n"
        "for each; do sh -c \"$(printf '%s' \"$command\" | sed \"s/{}/$each/g\")\"; done\n");
    put("bin/sbatch", "#!/bin/sh\nSLURM_ARRAY_TASK_ID=2 sh \"$1\"\n");
    for (const char* name : {"bin/carom", "bin/parallel", "bin/sbatch"})
      QFile::setPermissions(path(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QProcessEnvironment environment = plainEnvironment();
    environment.insert("PATH", path("bin") + ":/usr/bin:/bin");
    environment.insert("WORDS", path("words"));
    return environment;
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    QDir(m_folder->path()).mkdir("bin");
    put("small.study.json", small);
  }

  void runPathsNameTheirOwnFolderOnly() {
    const QDir build = QFileInfo(CAROM_BINARY).dir();
    QStringList files{CAROM_BINARY};
    for (const char* folder : {"lib", "python/carom"})
      for (const QFileInfo& file : QDir(build.filePath(folder)).entryInfoList({"*.so"}, QDir::Files))
        files += file.filePath();
    QVERIFY(files.size() > 2);
    for (const QString& file : files) {
      QProcess readelf;
      readelf.start("readelf", {"-d", file});
      const QByteArray out = finish(readelf).out;
      for (const QByteArray& line : out.split('\n')) {
        if (!line.contains("(RUNPATH)") && !line.contains("(RPATH)")) continue;
        const QByteArray list = line.mid(line.indexOf('[') + 1).chopped(1);
        for (const QByteArray& entry : list.split(':'))
          QVERIFY2(entry == "$ORIGIN" || entry.startsWith("$ORIGIN/"), qPrintable(file + ' ' + line));
      }
    }
  }

  /// The loader stops at a library that it finds and cannot read.
  void librariesInTheCurrentFolderAreNotLoaded() {
    for (const char* name : {"libQt6Core.so.6", "libcarom_engine.so", "libcarom_netcdf.so", "libnetcdf.so.19",
                             "libstdc++.so.6", "libtbb.so.12"})
      put(name, "no library");
    QCOMPARE(inFolder({"--version"}).status, 0);
    const Run run = inFolder({"study", "run", "small.study.json", "-o", "out.nc"});
    QVERIFY2(run.status == 0, run.err);
  }

  /// A process keeps its number when it becomes the program.
  void namesThatCouldBeForeseenAreNotFollowed() {
    put("victim", "mine");
    for (const char* out : {"out.nc", "out.csv"}) {
      QProcess shell;
      shell.setWorkingDirectory(m_folder->path());
      shell.start("sh", {"-c", QString("for name in %1 %1.work; do ln -s victim $name.begun-$$; done; "
                                       "exec %2 study run small.study.json -o %1")
                                   .arg(out, CAROM_BINARY)});
      const Run run = finish(shell);
      QVERIFY2(run.status == 0, run.err);
      QCOMPARE(bytes("victim"), QByteArray("mine"));
    }
    QCOMPARE(QDir(m_folder->path()).entryList({".*.begun-*"}, QDir::Dirs | QDir::Hidden).size(), 0);
  }

  void scriptsQuoteNames_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"plain", "with blank", "a;touch ran", "$(touch ran)", "`touch ran`", "it's", "a&touch ran", "-h",
          "{}", "{= system('touch ran') =}", ":::", "a\"b", "#c", "~", "ä⊕", "=ls", "a|b", "*"})
      QTest::newRow(name) << QString::fromUtf8(name);
  }
  void scriptsQuoteNames() {
    QFETCH(QString, name);
    const QString file = name + ".study.json", out = name + ".nc";
    put(file, small);
    const QProcessEnvironment environment = withStandIns();
    for (const char* kind : {"--slurm", "--parallel"}) {
      QFile::remove(path("words"));
      const Run script = inFolder({"study", "script", kind, "--shards", "2", "-o", out, "--", file});
      QVERIFY2(script.status == 0, script.err);
      put("script", script.out);
      QProcess shell;
      shell.setWorkingDirectory(m_folder->path());
      shell.setProcessEnvironment(environment);
      shell.start("sh", {"-c", kind == QByteArray("--slurm") ? "sbatch script" : "sh script"});
      finish(shell);
      QVERIFY(!QFileInfo::exists(path("ran")));
      const QList<QByteArray> words = bytes("words").split('\n');
      const auto isName = [](const QByteArray& word, const QString& wanted) {
        return word == wanted.toUtf8() || word == "./" + wanted.toUtf8();
      };
      QVERIFY2(words.size() > 9 && words[0] == "study" && words[1] == "run", bytes("words"));
      QVERIFY2(isName(words[2], file) && words[3] == "-o" && isName(words[4], out), bytes("words"));
      QCOMPARE(words[5], QByteArray("--shard"));
      QVERIFY(words[6].endsWith("/2"));
    }
  }

  void scriptsRefuseWhatTheyCannotHold() {
    for (const char* name : {"x\ntouch ran", "x\ty", "x\x7fy", "x\u202ey"}) {
      put(QString::fromUtf8(name) + ".study.json", small);
      checkRefused(inFolder({"study", "script", "--slurm", QString::fromUtf8(name) + ".study.json"}),
                   "cannot stand");
      checkRefused(
          inFolder({"study", "script", "--slurm", "small.study.json", "-o", QString::fromUtf8(name) + ".nc"}),
          "cannot stand");
    }
  }

  void recordsOpenNoFile_data() {
    QTest::addColumn<QByteArray>("record");
    const QString scene = CAROM_SOURCE "/resources/scenes/billiard-break.carom.json";
    const auto row = [](const char* name, Json record) {
      record["format"] = 1;
      QTest::newRow(name) << withRecord(record);
    };
    row("no text of a scene",
        {{"figure", "outcomes"}, {"scene", {{"name", scene.toStdString()}, {"text", ""}}}});
    row("a scene by name", {{"figure", "outcomes"}, {"scene", {{"name", "billiard-break"}}}});
    row("a scene as option", {{"figure", "outcomes"}, {"options", {{"scene", scene.toStdString()}}}});
    row("data as option", {{"figure", "study"}, {"options", {{"data", "/etc/hostname"}}}});
    row("data without bytes", {{"figure", "study"}, {"data", {{"name", "/etc/hostname"}, {"zlib", ""}}}});
    row("no data", {{"figure", "study"}, {"data", Json::object()}});
    const QByteArray bomb = qCompress(QByteArray((qsizetype(1) << 26) + 1, '0'), 9).toBase64();
    row("data that unpacks to too much",
        {{"figure", "study"}, {"data", {{"name", "a.csv"}, {"zlib", bomb.toStdString()}}}});
    Json panel{{"figure", "outcomes"}, {"scene", {{"name", scene.toStdString()}, {"text", ""}}}};
    row("a panel", {{"figure", "composition"}, {"options", {{"view", Json{{"panels", {panel}}}.dump()}}}});
    Json runs = Json::array();
    for (int i = 0; i < 200; ++i) runs.push_back(Json{{"name", std::to_string(i)}, {"color", 1}}.dump());
    row("200 runs", {{"figure", "plot"}, {"options", {{"run", runs}}}});
  }
  void recordsOpenNoFile() {
    QFETCH(QByteArray, record);
    put("a.svg", record);
    QElapsedTimer clock;
    clock.start();
    const Run run = inFolder({"figure", "--from", "a.svg", "-o", "b.svg"}, plainEnvironment(), [] {
      const rlimit most{RLIM_INFINITY, RLIM_INFINITY};
      ::setrlimit(RLIMIT_CORE, &most);
    });
    checkRefused(run, "");
    QVERIFY(!QFileInfo::exists(path("b.svg")));
    QVERIFY(clock.elapsed() < 20'000 * tests::patience);
  }

  void aRecordWithItsSceneIsMadeAgain() {
    QCOMPARE(inFolder({"figure", "outcomes", "-o", "a.svg"}).status, 0);
    QCOMPARE(inFolder({"figure", "--from", "a.svg", "-o", "b.svg"}).status, 0);
    QVERIFY(bytes("a.svg") == bytes("b.svg"));
  }

  void forgedShardsAreRefused_data() {
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* key, const char* value) {
      QTest::addRow("%s: %s", key, value) << QByteArray(key) << QByteArray(value);
    };
    for (const char* shard :
         {"[1, 0]", "[0, 3]", "[4, 3]", "[1, 100000]", "[-1, 2]", "[1]", "\"1/2\"", "[1.5, 2]"})
      row("shard", shard);
    for (const char* points : {"0", "-1", "9007199254740992", "1e300", "\"12\"", "13", "null"})
      row("points", points);
    for (const char* measures : {"0", "3", "1000000000000", "true"}) row("measures", measures);
    for (const char* key : {"name", "study", "scene", "scene_file", "program"}) row(key, "7");
    row("study", "\"{}\"");
    row("scene", "\"\"");
  }
  void forgedShardsAreRefused() {
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QCOMPARE(inFolder({"study", "run", "small.study.json", "-o", "a.csv", "--shard", "1/2"}).status, 0);
    Json header = headerOf(bytes("a.csv.shard-1-of-2"));
    header["shard"] = {1, 1};
    header[key.toStdString()] = Json::parse(value.toStdString());
    QList<QByteArray> blocks;
    for (int i = 0; i < 12; ++i) blocks += block({0.25, 2}, {"\0\x80", 2});
    put("forged", workFile(header, blocks));
    QFile::remove(path("a.csv.shard-1-of-2"));
    const Run merge = inFolder({"study", "merge", "-o", "a.csv", "forged"});
    checkRefused(merge, "forged");
    QVERIFY2(!merge.err.contains("json.exception"), merge.err);  // in our own words
    QVERIFY(QFile::rename(path("forged"), path("a.csv.work")));
    const Run status = inFolder({"study", "status", "a.csv"});
    QVERIFY2(status.status == 0 || status.err.contains("a.csv.work"), status.err);
  }

  void forgedBlocksAreRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("fits");
    const double half = 0.5, nan = std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("right") << block({0.25, 2}, {"\0\x80", 2}) << true;
    QTest::newRow("a large count") << block({0.25, 0x1p60}, {"\0\0", 2}, "1 1152921504606846976\n") << true;
    QTest::newRow("no reason is 20") << block({0.25, 2}, {"\x14\x80", 2}) << false;
    QTest::newRow("a count that is none") << block({0.25, half}, {"\0\x80", 2}) << false;
    QTest::newRow("a count that is no number") << block({0.25, nan}, {"\0\x80", 2}) << false;
    QTest::newRow("a count of an empty cell") << block({0.25, 2}, {"\0\x81", 2}) << false;
    QTest::newRow("no end of a line") << block({0.25, 2}, {"\0\0", 2}, "1 99") << false;
    QTest::newRow("a cell that is not there") << block({0.25, 2}, {"\0\0", 2}, "2 99\n") << false;
    QTest::newRow("no digits") << block({0.25, 2}, {"\0\0", 2}, "1 x\n") << false;
    QTest::newRow("no cell") << block({0.25, 2}, {"\0\0", 2}, " 5\n") << false;
    QTest::newRow("bytes behind") << block({0.25, 2}, {"\0\0", 2}, "12345678") << false;
    QTest::newRow("too short") << QByteArray("12345678") << false;
    QTest::newRow("empty") << QByteArray() << false;
  }
  void forgedBlocksAreRefused() {
    QFETCH(QByteArray, bytes);
    QFETCH(bool, fits);
    QCOMPARE(inFolder({"study", "run", "small.study.json", "-o", "a.csv", "--shard", "1/2"}).status, 0);
    Json header = headerOf(this->bytes("a.csv.shard-1-of-2"));
    header["shard"] = {1, 1};
    put("forged", workFile(header, QList<QByteArray>(12, bytes)));
    const Run run = inFolder({"study", "merge", "-o", "a.json", "forged"});
    if (fits)
      QVERIFY2(run.status == 0, run.err);
    else
      checkRefused(run, "forged");
  }

  void addressesPipesAndDevicesAreNotOpened_data() {
    QTest::addColumn<QString>("file");
    for (const char* file :
         {"http://127.0.0.1:9/x.nc", "https://localhost/x.nc", "dods://localhost/x.nc",
          "[log]http://127.0.0.1:9/x.nc", "file:///etc/x.nc", "pipe.nc", "pipe.csv", "zero.csv"})
      QTest::newRow(file) << QString(file);
  }
  void addressesPipesAndDevicesAreNotOpened() {
    QFETCH(QString, file);
    ::mkfifo(path("pipe.nc").toLocal8Bit(), 0600);
    ::mkfifo(path("pipe.csv").toLocal8Bit(), 0600);
    QVERIFY(QFile::link("/dev/zero", path("zero.csv")));
    QElapsedTimer clock;
    clock.start();
    const Run run = inFolder({"study", "plot", file, "-o", "a.pdf"});
    QVERIFY(clock.elapsed() < 10'000 * tests::patience);
    checkRefused(run, file.startsWith("pipe") || file.startsWith("zero") ? "is " : "is not there");
  }

  void oneBadPresetDoesNotRefuseTheOthers() {
    QProcessEnvironment environment = plainEnvironment();
    environment.insert("XDG_CONFIG_HOME", m_folder->path());
    QDir(m_folder->path()).mkdir("carom");
    put("carom/figure-presets.json",
        R"({"presets": [{"name": "bad", "widths": {"column": -1}}, {"name": "mine", "widths": {"column": 70}}]})");
    const Run list = inFolder({"figure", "--list-presets"}, environment);
    QCOMPARE(list.status, 0);
    QVERIFY(list.out.contains("mine\t") && list.out.contains("ieee\t") &&
            list.err.contains("bad: widths.column"));
    for (const char* preset : {"mine", "ieee"})
      QCOMPARE(inFolder({"figure", "outcomes", "--preset", preset, "-o", "a.csv"}, environment).status, 0);
    checkRefused(inFolder({"figure", "outcomes", "--preset", "bad", "-o", "a.csv"}, environment),
                 "widths.column");
    QFile::remove(path("carom/figure-presets.json"));
    ::mkfifo(path("carom/figure-presets.json").toLocal8Bit(), 0600);
    QCOMPARE(inFolder({"figure", "outcomes", "--preset", "ieee", "-o", "a.csv"}, environment).status, 0);
  }

  /// The limit on the size of a file stands for a disk that is full.
  void aFullDiskIsNamed_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("NetCDF") << QStringList{"study", "run", "small.study.json", "-o", "out.nc"};
    QTest::newRow("CSV") << QStringList{"study", "run", "small.study.json", "-o", "out.csv"};
    QTest::newRow("figure") << QStringList{"figure", "outcomes", "-o", "out.svg"};
    QTest::newRow("caption") << QStringList{"figure", "outcomes", "--caption", "out.txt", "-o", "out.svg"};
    if (QStandardPaths::findExecutable("ffmpeg").isEmpty()) return;
    for (const char* movie : {"out.gif", "out.mp4"})  // these notice at the end or between the pictures
      QTest::newRow(movie) << QStringList{"figure", "scene",        "--until", "0.2",     "--fps",
                                          "5",      "--movie-size", "160x120", "--movie", movie};
  }
  void aFullDiskIsNamed() {
    QFETCH(QStringList, arguments);
    for (const rlim_t room : {0, 100, 5000, 9000}) {
      for (const QString& file : QDir(m_folder->path()).entryList({"out.*"}, QDir::Files))
        QFile::remove(path(file));
      const Run run = inFolder(arguments, plainEnvironment(), [room] {
        const rlimit most{room, room};
        ::setrlimit(RLIMIT_FSIZE, &most);
      });
      if (run.status == 0) continue;  // it fits
      QVERIFY2(run.status == 1 && run.err.contains("File too large"),
               run.err + QByteArray::number(run.status));
      VERIFY_ONE_LINE(run);
      QVERIFY(!QFileInfo::exists(path(arguments.back())) && !QFileInfo::exists(path("out.txt")));
    }
    QCOMPARE(QDir(m_folder->path()).entryList({".*.begun-*"}, QDir::Dirs | QDir::Hidden).size(), 0);
  }

  void noPictureIsLeftWithoutItsCaption() {
    const Run run = inFolder({"figure", "outcomes", "--caption", "no/such/folder.txt", "-o", "alone.svg"});
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
    QVERIFY(!QFileInfo::exists(path("alone.svg")));
  }
};

CAROM_TEST(CommandLineFilesTest);
#include "tst_command_line_files.moc"
