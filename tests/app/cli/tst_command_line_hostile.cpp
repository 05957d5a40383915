// The command line under attack: what is no file, work without end, little memory, arguments that are no
// text.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QElapsedTimer>
#include <QFile>
#include <QStringDecoder>
#include <QTemporaryDir>
#include <cmath>
#include <csignal>
#include <optional>
#include <random>

#include "base/printable_text.h"
#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

/// What holds of every line about a fault, whatever was asked.
void checkFaultLine(const Run& run) {
  VERIFY_ONE_LINE(run);
  QVERIFY2(run.err.size() < 400, run.err);
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString line = decoder(run.err);
  QVERIFY(!decoder.hasError());
  for (const QChar c : line.chopped(1)) QVERIFY2(c.category() != QChar::Other_Control, run.err);
}

/// The program with arguments as bytes, which need be no text.
Run runBytes(const QList<QByteArray>& arguments, const std::function<void()>& inChild = {}) {
  QTemporaryDir folder;
  QFile list(folder.filePath("arguments"));
  if (!list.open(QIODevice::WriteOnly)) return {};
  for (const QByteArray& argument : arguments) list.write(argument + '\0');
  list.close();
  QProcess process;
  process.setProcessEnvironment(plainEnvironment());
  if (inChild) process.setChildProcessModifier(inChild);
  process.start("xargs", {"-0", "-x", "-s", "1000000", "-a", list.fileName(), CAROM_BINARY});
  Run run = finish(process);
  return run;
}

/// Asks a call to stop as soon as it listens, and returns what it said.
Run interrupted(const QStringList& arguments) {
  QProcess process;
  start(process, arguments);
  if (!process.waitForStarted()) return {};
  const auto listens = [&] {
    QFile status(QString("/proc/%1/status").arg(process.processId()));
    if (!status.open(QIODevice::ReadOnly)) return false;
    for (const QByteArray& line : status.readAll().split('\n'))
      if (line.startsWith("SigBlk:"))
        return (line.mid(7).trimmed().toULongLong(nullptr, 16) & (1ull << (SIGINT - 1))) != 0;
    return false;
  };
  const auto computed = [&] {  // s
    QFile stat(QString("/proc/%1/stat").arg(process.processId()));
    if (!stat.open(QIODevice::ReadOnly)) return 0.0;
    const QList<QByteArray> fields = stat.readAll().split(' ');
    constexpr qsizetype user = 13, system = 14;
    return (fields.value(user).toDouble() + fields.value(system).toDouble()) /
           static_cast<double>(::sysconf(_SC_CLK_TCK));
  };
  const double some = carom::tests::isSlow ? 5 : 0.5;
  std::optional<double> atFirst;  // when it listened: what it has loaded is no work
  const auto isAtWork = [&] {
    if (process.state() != QProcess::Running) return true;
    if (!atFirst && listens()) atFirst = computed();
    return atFirst && computed() - *atFirst > some;
  };
  if (!QTest::qWaitFor(isAtWork, 60'000 * carom::tests::patience)) return {};
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  return finish(process);
}

std::function<void()> withMemory(rlim_t bytes) {
  return [bytes] {
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  };
}

}  // namespace

class CommandLineHostileTest : public QObject {
  Q_OBJECT
 private slots:
  void onlyRegularFilesAreRead_data();
  void onlyRegularFilesAreRead();
  void onlyRegularFilesAreReplaced();
  void runsWithoutEndEndAtTheirSteps_data();
  void runsWithoutEndEndAtTheirSteps();
  void runsWithoutEndReportTheirStepsSoFar();
  void stepsOfALimitedRunAreThoseOfAWholeOne();
  void aStoppedAnswerIsNotComplete_data();
  void aStoppedAnswerIsNotComplete();
  void aStoppedSweepIsTheBeginningOfTheTable();
  void memoryHasACeiling_data();
  void memoryHasACeiling();
  void aTableBeyondTheCeilingIsItsBeginning();
  void littleAddressSpaceIsNoSignal_data();
  void littleAddressSpaceIsNoSignal();
  void littleMemoryForAFigureIsTold();
  void fewOpenFilesAreNoSignal();
  void longWordsAreWrittenWhole();
  void faultsAreShortLinesOfText_data();
  void faultsAreShortLinesOfText();
  void anyBytesBecomeOneShortLine();
  void namesOfASceneDoNotControlTheTerminal();
  void withoutStandardStreamsNothingIsDone();
  void withoutGraphicsThereIsOneLine();
};

void CommandLineHostileTest::onlyRegularFilesAreRead_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QStringList>("arguments");
  for (const char* kind : {"pipe", "device", "socket", "directory"}) {
    const auto row = [&](const char* name, const QStringList& arguments) {
      QTest::addRow("%s as %s", kind, name) << QString(kind) << arguments;
    };
    row("scene", {"resolve", "FILE"});
    row("scene of a run", {"simulate", "FILE", "--until", "1"});
    row("scene of a sweep", {"sweep", "FILE", "--over", "theta=1:2:3"});
    row("scene of a figure", {"figure", "outcomes", "--scene", "FILE", "-o", "x.pdf"});
    row("scene of the window", {"FILE"});
    row("start", {"simulate", "double-pendulum", "--until", "1", "--start", "FILE"});
  }
}

void CommandLineHostileTest::onlyRegularFilesAreRead() {
  QFETCH(QString, kind);
  QFETCH(QStringList, arguments);
  QTemporaryDir folder;
  const QString path = folder.filePath("thing.carom.json");
  const QByteArray name = path.toUtf8();
  if (kind == "pipe") QCOMPARE(::mkfifo(name, 0600), 0);
  if (kind == "device") QVERIFY(QFile::link("/dev/zero", path));
  if (kind == "directory") QVERIFY(QDir().mkdir(path));
  if (kind == "socket") {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    qstrncpy(address.sun_path, name, sizeof address.sun_path);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    QCOMPARE(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  QElapsedTimer time;
  time.start();
  const Run run = runCarom(arguments.replaceInStrings("FILE", path));
  QCOMPARE(run.status, 1);
  checkFaultLine(run);
  QVERIFY2(run.err.contains("is a " + kind.toUtf8()), run.err);
  QVERIFY(time.elapsed() < 20'000);
}

void CommandLineHostileTest::onlyRegularFilesAreReplaced() {
  QTemporaryDir folder;
  const QString pipe = folder.filePath("pipe.csv");
  QCOMPARE(::mkfifo(pipe.toUtf8(), 0600), 0);
  for (const QStringList& arguments :
       {QStringList{"simulate", "double-pendulum", "--until", "0.01", "--csv", pipe},
        QStringList{"figure", "outcomes", "-o", pipe}}) {
    const Run run = runCarom(arguments);
    QCOMPARE(run.status, 1);
    checkFaultLine(run);
    struct stat there {};
    QCOMPARE(::stat(pipe.toUtf8(), &there), 0);
    QVERIFY(S_ISFIFO(there.st_mode));
  }
}

void CommandLineHostileTest::runsWithoutEndEndAtTheirSteps_data() {
  QTest::addColumn<QString>("arguments");
  for (const char* arguments :
       {"billiard-break --until 1e18", "billiard-break --until 4e9", "billiard-break --until 1e308",
        "billiard-break --until 1 --step 1e-320", "double-pendulum --until 1 --step 1e-320",
        "double-pendulum --until 1e12 --step 1e6", "pen --until 1e300",
        "falling-rod --until 1e18 --step 1e-9"})
    QTest::newRow(arguments) << QString(arguments);
}

void CommandLineHostileTest::runsWithoutEndEndAtTheirSteps() {
  QFETCH(QString, arguments);
  QElapsedTimer time;
  time.start();
  const Run run = runCarom(("simulate " + arguments + " --max-steps 20000").toUtf8().constData());
  QCOMPARE(run.status, 3);
  QVERIFY2(run.err.isEmpty(), run.err);
  QVERIFY2(run.out.contains("Stopped at "), run.out);
  QVERIFY2(run.out.contains("more than 20000 steps") || run.out.contains("impacts"), run.out);
  QVERIFY(time.elapsed() < 60'000);
}

void CommandLineHostileTest::runsWithoutEndReportTheirStepsSoFar() {
  for (const char* limit : {"--max-steps 700", "--max-memory 1MB"}) {
    const QByteArray call = "simulate double-pendulum --until 1e18 --json ";
    const Run run = runCarom((call + limit).constData());
    QCOMPARE(run.status, 3);
    QVERIFY2(run.err.isEmpty(), run.err);
    const Json trajectory = run.json();
    QCOMPARE(trajectory["complete"].get<bool>(), false);
    const std::size_t steps = trajectory["times"].size();
    QVERIFY2(steps >= 700, qPrintable(QString::number(steps)));
    QCOMPARE(trajectory["q"].size(), steps);
    const double last = trajectory["times"].back(), stopped = trajectory["stopped"]["time"];
    QVERIFY2(std::abs(last - stopped) <= 1e-3, qPrintable(QString::number(last)));
    QVERIFY(std::abs(last - 1e-3 * static_cast<double>(steps - 1)) < 2e-3);  // none is left out before
  }
}

void CommandLineHostileTest::stepsOfALimitedRunAreThoseOfAWholeOne() {
  for (const char* scene : {"double-pendulum", "billiard-break"}) {
    const QByteArray call = QByteArray("simulate ") + scene + " --step 1e-2 --json --until ";
    const Run cut = runCarom((call + "1e9 --max-steps 50 --every 100000000").constData());
    const Json whole = runCarom((call + "0.5").constData()).json();
    QCOMPARE(cut.status, 3);
    QCOMPARE(whole["complete"].get<bool>(), true);
    const double time = cut.json()["stopped"]["time"];
    QVERIFY2(std::abs(time - 0.5) < 1e-9, qPrintable(QString::number(time)));
    for (std::size_t i = 0; i < whole["final"]["q"].size(); ++i)
      QVERIFY(std::abs(whole["final"]["q"][i].get<double>() - cut.json()["final"]["q"][i].get<double>()) <
              1e-9);
  }
}

void CommandLineHostileTest::aStoppedAnswerIsNotComplete_data() {
  QTest::addColumn<QString>("arguments");
  for (const char* arguments : {"resolve rack-break --sample 1000000000 --json",
                                "resolve rack-break --set rows=2 --gaps 1000000000 --json",
                                "resolve converging-line --set n=8 --gradient --json",
                                "simulate double-pendulum --until 5000 --every 1000000 --json"})
    QTest::newRow(arguments) << QString(arguments);
}

void CommandLineHostileTest::aStoppedAnswerIsNotComplete() {
  QFETCH(QString, arguments);
  const Run run = interrupted(arguments.split(' '));
  QCOMPARE(run.status, 3);
  QVERIFY2(run.err.isEmpty(), run.err);
  COMPARE_JSON(run.json()["complete"], false);
  COMPARE_JSON(run.json()["limit"], "cancelled");
}

void CommandLineHostileTest::aStoppedSweepIsTheBeginningOfTheTable() {
  const QStringList call{"sweep", "billiard-break", "--over", "theta=60deg:180deg:10000000", "--measure",
                         "gram"};
  const Run csv = interrupted(call);
  QCOMPARE(csv.status, 3);
  QVERIFY(csv.out.size() < 50'000'000);
  const QList<QByteArray> lines = csv.lines();
  QVERIFY(lines.size() > 1 && lines.size() < 5'000'000);
  const QString told =
      QStringLiteral("note: cancelled: the table has the first %1 of 10000000 points").arg(lines.size() - 1);
  QVERIFY2(csv.err.contains(told.toUtf8()), csv.err);
  const auto angle = [&](qsizetype i) { return lines[i].split(',')[0].toDouble(); };
  const double step = 2 * M_PI / 3 / 9'999'999;
  for (qsizetype i = 1; i < lines.size(); i += 997) {
    QVERIFY(std::abs(angle(i) - (M_PI / 3 + static_cast<double>(i - 1) * step)) < 1e-12);
    QVERIFY(std::abs(lines[i].split(',')[1].toDouble() - 0.5 * std::cos(angle(i))) < 1e-12);
  }
  const Run run = interrupted(call + QStringList{"--json"});
  QCOMPARE(run.status, 3);
  const Json json = run.json();
  COMPARE_JSON(json["complete"], false);
  COMPARE_JSON(json["limit"], "cancelled");
  QVERIFY(json["values"].size() == json["over"][0]["values"].size());
}

void CommandLineHostileTest::memoryHasACeiling_data() {
  QTest::addColumn<QString>("arguments");
  for (const char* arguments :
       {"resolve galperin --set digits=7 --policy random:1 --max-memory 10MB --json",
        "resolve rack-break --sample 1000000 --max-memory 2MB --json",
        "resolve converging-line --set n=6 --gaps 100000 --max-memory 1MB --json",
        "simulate double-pendulum --until 1000 --step 1e-3 --max-memory 4MB --json",
        "simulate galperin --set digits=7 --until 1 --max-memory 50MB --json",
        "sweep billiard-break --over theta=60deg:180deg:1000000 --measure gram --max-memory 1MB --json"})
    QTest::newRow(arguments) << QString(arguments);
}

void CommandLineHostileTest::memoryHasACeiling() {
  QFETCH(QString, arguments);
  const Run run = runCarom(arguments.split(' '));
  QCOMPARE(run.status, 3);
  QVERIFY2(run.err.isEmpty(), run.err);
  const Json json = run.json();
  COMPARE_JSON(json["complete"], false);
  const std::string limit = json["limit"];
  QVERIFY2(limit == "memory" || limit == "reflections", limit.c_str());
}

void CommandLineHostileTest::aTableBeyondTheCeilingIsItsBeginning() {
  const Json part =
      runCarom("sweep billiard-break --over theta=60deg:180deg:40001 --measure gram --max-memory 1MB --json")
          .json();
  const Json whole =
      runCarom("sweep billiard-break --over theta=60deg:180deg:40001 --measure gram --json").json();
  COMPARE_JSON(whole["complete"], true);
  QCOMPARE(whole["values"].size(), std::size_t{40'001});
  const std::size_t count = part["values"].size();
  QVERIFY(count > 1000 && count < 40'001);
  for (std::size_t i = 0; i < count; ++i) {
    QVERIFY(part["values"][i] == whole["values"][i]);
    QVERIFY(part["over"][0]["values"][i] == whole["over"][0]["values"][i]);
  }
}

void CommandLineHostileTest::littleAddressSpaceIsNoSignal_data() {
  QTest::addColumn<QString>("arguments");
  for (const char* arguments :
       {"sweep billiard-break --over theta=60deg:180deg:100000 --json",
        "resolve rack-break --set rows=6 --json", "resolve galperin --set digits=7 --policy random:1 --json",
        "resolve rack-break --sample 100000 --json", "simulate double-pendulum --until 1000 --json"})
    QTest::newRow(arguments) << QString(arguments);
}

void CommandLineHostileTest::littleAddressSpaceIsNoSignal() {
  if (carom::tests::isSanitized) QSKIP("a sanitizer maps terabytes of shadow memory");
  QFETCH(QString, arguments);
  for (const rlim_t megabytes : {500, 700, 1000}) {
    const Run run = runCarom(arguments.split(' '), withMemory(megabytes << 20));
    QVERIFY2(run.status == 0 || run.status == 1 || run.status == 3, qPrintable(QString::number(run.status)));
    if (run.status == 1) QCOMPARE(run.err.count('\n'), 1);
  }
}

/// Libraries for drawing crash where they get no memory, or throw while nobody hears.
void CommandLineHostileTest::littleMemoryForAFigureIsTold() {
  if (carom::tests::isSanitized) QSKIP("a sanitizer maps terabytes of shadow memory");
  const QTemporaryDir folder;
  for (rlim_t megabytes = 100; megabytes <= 240; megabytes += 10)
    for (const char* ending : {"pdf", "png"}) {
      const QString file = folder.filePath(QStringLiteral("x%1.%2").arg(megabytes).arg(ending));
      const Run run = runCarom({"figure", "outcomes", "-o", file}, withMemory(megabytes << 20));
      QVERIFY2(run.status == 0 || run.status == 1, qPrintable(QString::number(run.status)));
      if (run.status == 1) checkFaultLine(run);
      QCOMPARE(QFile::exists(file), run.status == 0);
    }
}

void CommandLineHostileTest::fewOpenFilesAreNoSignal() {
  if (carom::tests::isSanitized) QSKIP("the search for leaks at the end opens files itself, and tells so");
  const QTemporaryDir folder;
  for (const char* figure : {"scene", "outcomes"})
    for (rlim_t most = 6; most < 14; ++most) {
      const auto limited = [most] {
        const rlimit limit{most, most};
        ::setrlimit(RLIMIT_NOFILE, &limit);
      };
      const Run run = runCarom({"figure", figure, "-o", folder.filePath("x.png")}, limited);
      QVERIFY2(run.status == 0 || run.status == 1, qPrintable(QString::number(run.status)));
      if (run.status == 1) checkFaultLine(run);
    }
  const auto few = [] {
    const rlimit limit{20, 20};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  };
  const Run window = runCarom({"billiard-break"}, few);
  QCOMPARE(window.status, 1);
  QVERIFY2(window.err.contains("only 20 files may be open at once"), window.err);
}

void CommandLineHostileTest::longWordsAreWrittenWhole() {
  // The reflections of Galperin's balls spell π.
  const Json json = resolve("galperin --set digits=5 --policy most-infeasible");
  QCOMPARE(json["path"].size(), std::size_t{314'159});
  QVERIFY(json["path"] == json["outcomes"][0]["example"]);
  for (std::size_t i = 2; i < json["path"].size(); i += 2) QVERIFY(json["path"][i] == json["path"][0]);
  const Json run = runCarom("simulate galperin --set digits=5 --until 0.1 --json").json();
  QVERIFY(run["impacts"][0]["path"] == json["path"]);
}

void CommandLineHostileTest::faultsAreShortLinesOfText_data() {
  QTest::addColumn<QList<QByteArray>>("arguments");
  const QByteArray many(100'000, 'a'),
      escape =
          "\x1b]0;owned\x07\x1b[31m\x9b"
          "31m\xc2\x9b"
          "31m",
      noText = "\xff\xfe\xc3\x28\xed\xa0\x80",
      turned =
          "\xe2\x80\xae"
          "txt.exe";
  const QByteArray expression = "1" + QByteArray("+1").repeated(40'000);
  int number = 0;
  for (const QByteArray& hostile : {many, escape, noText, turned, expression, QByteArray("\n\r\n")}) {
    const auto row = [&](const QList<QByteArray>& arguments) {
      QTest::addRow("%d %s", number, arguments.join(' ').left(24).toPercentEncoding(" ").constData())
          << arguments;
    };
    ++number;
    row({hostile});
    row({"resolve", hostile});
    row({"resolve", "billiard-break", "--set", hostile});
    row({"resolve", "billiard-break", "--set", "theta=" + hostile + "("});
    row({"resolve", "billiard-break", "--set", hostile + "=1"});
    row({"resolve", "billiard-break", "--policy", hostile});
    row({"resolve", "billiard-break", "--" + hostile});
    row({"simulate", "billiard-break", "--until", hostile});
    row({"simulate", "billiard-break", "--until", "1", "--start", hostile});
    row({"sweep", "billiard-break", "--over", hostile});
    row({"sweep", "billiard-break", "--over", "theta=1:2:3", "--measure", hostile});
    row({"law", hostile, "--mass", "1,0;0,1", "--velocity", "-1,0"});
    row({"law", "routh", "--mass", hostile, "--velocity", "-1,0"});
    row({"figure", hostile, "-o", "x.pdf"});
    row({"figure", "outcomes", "-o", "/nowhere/" + hostile + ".pdf"});
    row({"figure", "outcomes", "-o", hostile});
  }
}

void CommandLineHostileTest::faultsAreShortLinesOfText() {
  QFETCH(QList<QByteArray>, arguments);
  const Run run = runBytes(arguments);
  QVERIFY(run.status == 123 || run.status == 1 || run.status == 2);  // xargs: 123 where a call failed
  checkFaultLine(run);
}

void CommandLineHostileTest::anyBytesBecomeOneShortLine() {
  std::mt19937 dice(11);
  for (int i = 0; i < 2000; ++i) {
    std::string text(dice() % (i % 50 == 0 ? 100'000 : 700), '\0');
    for (char& c : text) c = static_cast<char>(dice() % 3 == 0 ? dice() % 256 : 'a' + dice() % 26);
    const QByteArray line = QByteArray::fromStdString(carom::printableLine(text));
    QStringDecoder decoder(QStringDecoder::Utf8);
    const QString decoded = decoder(line);
    QVERIFY(!decoder.hasError());
    QVERIFY(line.size() <= 390 && decoded.toUcs4().size() <= 300);
    for (const QChar c : decoded)
      QVERIFY(c.category() != QChar::Other_Control && c != QChar::LineSeparator && c.unicode() != 0x202E);
    QVERIFY(!line.contains('\n') && !line.contains('\x1b'));
  }
  const std::string plain = "θ = 90°: expected π/2, „größer“ 😀";
  QCOMPARE(carom::printableLine(plain), plain);
  QCOMPARE(carom::printableText("a\tb\nc"), std::string("a\tb\nc"));
  const std::string cut = carom::printableLine("begin" + std::string(1000, 'x') + "end");
  QVERIFY(cut.starts_with("begin") && cut.ends_with("end") && cut.find("…") != std::string::npos);
}

void CommandLineHostileTest::namesOfASceneDoNotControlTheTerminal() {
  QTemporaryDir folder;
  std::string text = carom::Scene::open("billiard-break")->text();
  text.replace(text.find("Billiard break"), 14, R"(\u001b]0;owned\u0007\u009b31m\u202ebreak)");
  QFile file(folder.filePath("x.carom.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(QByteArray::fromStdString(text));
  file.close();
  for (const QStringList& arguments : {QStringList{"resolve", file.fileName()},
                                       QStringList{"simulate", file.fileName(), "--until", "0.01"}}) {
    const Run run = runCarom(arguments);
    QCOMPARE(run.status, 0);
    QVERIFY(run.out.contains("owned"));
    for (const QChar c : QString::fromUtf8(run.out))
      QVERIFY(c == '\n' || (c.category() != QChar::Other_Control && c.unicode() != 0x202E));
  }
}

void CommandLineHostileTest::withoutStandardStreamsNothingIsDone() {
  const auto closed = [] {
    for (int i = 0; i < 3; ++i) ::close(i);
  };
  const auto full = [] {
    const int device = ::open("/dev/full", O_RDWR);
    for (int i = 0; i < 3; ++i) ::dup2(device, i);
  };
  for (const std::function<void()>& streams : {std::function<void()>(closed), {full}})
    for (const char* arguments :
         {"scenes", "--version", "--help", "resolve billiard-break", "resolve billiard-break --json",
          "simulate double-pendulum --until 1 --json", "sweep billiard-break --over theta=60deg:90deg:3",
          "law routh --mass 1,0;0,1 --velocity -1,0 --json", "figure --list"})
      QCOMPARE(runCarom(QString(arguments).split(' '), streams).status, 1);
}

void CommandLineHostileTest::withoutGraphicsThereIsOneLine() {
  QTemporaryDir folder;
  QProcess process;
  QProcessEnvironment environment = plainEnvironment();
  environment.insert("LIBGL_DRIVERS_PATH", folder.path());
  environment.insert("GBM_BACKENDS_PATH", folder.path());
  environment.insert("EGL_LOG_LEVEL", "debug");
  process.setProcessEnvironment(environment);
  process.start(CAROM_BINARY, {"figure", "scene", "-o", folder.filePath("scene.png")});
  const Run run = finish(process);
  QVERIFY(run.status == 0 || run.status == 1);
  if (run.status == 1) checkFaultLine(run);
  if (run.status == 0) QVERIFY2(run.err.isEmpty(), run.err);
}

CAROM_TEST(CommandLineHostileTest);
#include "tst_command_line_hostile.moc"
