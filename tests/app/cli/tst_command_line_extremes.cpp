// Legal but extreme physics by a seeded generator: every call has an answer or says which limit it met,
// within 10 s of a processor and 2 GB. CAROM_SCENES=1000 CAROM_SEED=7 makes more and other ones;
// CAROM_KEEP=FOLDER keeps the scenes that failed.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QStringDecoder>
#include <QTemporaryDir>

#include "support/extreme_scenes.h"
#include "support/test_program.h"

using carom::extreme::ExtremeDice;
using carom::extreme::SceneJson;

namespace {

constexpr rlim_t addressSpace = 2'000'000 * rlim_t{1024};  // as `ulimit -v 2000000`

constexpr double mostSecondsOfCall = 10;  // of a processor, without having said a limit

struct Call {
  QByteArrayList arguments;
  int status = -1, signal = 0;
  double seconds = 0, megabytes = 0;
  QByteArray out{}, err{};
};

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void run(Call& call, const QString& folder) {
  const QByteArray out = (folder + "/out").toUtf8(), err = (folder + "/err").toUtf8();
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open(out.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    ::dup2(::open(err.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    const rlimit processor{30u * carom::tests::patience, 400};  // s; beyond it a signal tells
    ::setrlimit(RLIMIT_CPU, &processor);
    const rlimit memory{addressSpace, addressSpace};
    if (!carom::tests::isSanitized) ::setrlimit(RLIMIT_AS, &memory);
    std::vector<char*> words{const_cast<char*>(CAROM_BINARY)};
    for (const QByteArray& word : call.arguments) words.push_back(const_cast<char*>(word.constData()));
    words.push_back(nullptr);
    ::execv(CAROM_BINARY, words.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  if (WIFEXITED(status)) call.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) call.signal = WTERMSIG(status);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  call.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  call.megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  call.out = content(out);
  call.err = content(err);
}

/// What is wrong with the call; empty where nothing is.
QString faultOf(const Call& call) {
  if (call.signal != 0) return QString("signal %1").arg(call.signal);
  if (call.status < 0 || call.status > 3) return QString("status %1").arg(call.status);
  if (!carom::tests::isSlow && call.seconds > mostSecondsOfCall && call.status != 3)
    return QString("%1 s").arg(call.seconds);
  if (!carom::tests::isSanitized && call.megabytes > 2048) return QString("%1 MB").arg(call.megabytes);
  QStringDecoder decoder(QStringDecoder::Utf8);
  const QString text = decoder(call.err);
  if (decoder.hasError() || call.err.size() >= 400) return "the line: " + text.left(500);
  const bool fault = call.status == 1 || call.status == 2;
  if (call.err.count('\n') != (fault ? 1 : 0)) return "the line: " + text;
  if (fault) return {};
  const SceneJson json = SceneJson::parse(call.out.toStdString(), nullptr, false);
  if (json.is_discarded()) return "no JSON";
  if (call.status == 3 && (json.value("complete", true) || !json.contains("limit")))
    return "a limit that is not told";
  return {};
}

/// The path of the scene of this seed.
QString writtenScene(const QTemporaryDir& folder, unsigned seed) {
  ExtremeDice dice(seed);
  QFile file(folder.filePath("scene.carom.json"));
  if (file.open(QIODevice::WriteOnly))
    file.write(QByteArray::fromStdString(carom::extreme::scene(dice).dump(2)));
  return file.fileName();
}

QByteArrayList callOf(ExtremeDice& dice, const QByteArray& file) {
  switch (dice.below(6)) {
    case 0:
      return {"resolve", file, "--policy", dice.oneOf<QByteArray>({"most-infeasible", "random:3"}), "--json"};
    case 1:
      return {"resolve", file, "--sample", "500", "--json"};
    case 2:
      return {"resolve", file, "--gaps", "500", "--json"};
    case 3: {
      QByteArrayList call{"simulate", file,      "--until", dice.oneOf<QByteArray>({"1", "1e-9", "1e6"}),
                          "--every",  "1000000", "--json"};
      if (carom::tests::isSlow) call += {"--max-steps", "100000"};  // the usual ones take minutes then
      return call;
    }
    default:
      return {"resolve", file, "--json"};
  }
}

}  // namespace

class CommandLineExtremesTest : public QObject {
  Q_OBJECT
 private slots:
  void everyCallAnswersOrSaysItsLimit() {
    const int count =
        qEnvironmentVariableIsSet("CAROM_SCENES") ? qEnvironmentVariableIntValue("CAROM_SCENES") : 25;
    const int seed = qEnvironmentVariableIsSet("CAROM_SEED") ? qEnvironmentVariableIntValue("CAROM_SEED") : 1;
    const QString keep = qEnvironmentVariable("CAROM_KEEP");
    QTemporaryDir folder;
    QStringList faults;
    int answered = 0;
    for (int i = 0; i < count; ++i) {
      ExtremeDice dice(static_cast<unsigned>(seed * 100'000 + i));
      const SceneJson scene = carom::extreme::scene(dice);
      const QString path = folder.filePath("scene.carom.json");
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(QByteArray::fromStdString(scene.dump(2)));
      file.close();
      Call call{callOf(dice, path.toUtf8())};
      run(call, folder.path());
      answered += call.status == 0 || call.status == 3;
      const QString fault = faultOf(call);
      if (qEnvironmentVariableIsSet("CAROM_TELL"))
        qInfo("%d: %d, %.1f s, %.0f MB: %s %s", i, call.status, call.seconds, call.megabytes,
              call.arguments.join(' ').constData(), call.err.trimmed().constData());
      if (fault.isEmpty()) continue;
      faults += QString("%1: %2: %3").arg(i).arg(QString::fromUtf8(call.arguments.join(' ')), fault);
      if (!keep.isEmpty())
        QFile::copy(path, QDir(keep).filePath(QString("%1-%2.carom.json").arg(seed).arg(i)));
    }
    QVERIFY2(faults.isEmpty(), qPrintable("\n" + faults.join('\n')));
    QVERIFY2(3 * answered > count, "most scenes are refused: the generator makes nothing of use");
  }

  /// Scenes that once took far longer, or far more memory.
  void gapsOfLongOrderingsEnd_data() {
    QTest::addColumn<unsigned>("scene");
    QTest::newRow("more orderings than minimality has a budget for") << 600'742u;
    QTest::newRow("walls of orderings of 100,000 reflections") << 600'502u;
  }
  void gapsOfLongOrderingsEnd() {
    QFETCH(unsigned, scene);
    QTemporaryDir folder;
    const QString path = writtenScene(folder, scene);
    Call call{{"resolve", path.toUtf8(), "--gaps", "500", "--json"}};
    run(call, folder.path());
    QCOMPARE(faultOf(call), QString());
    if (!carom::tests::isSanitized)
      QVERIFY2(call.megabytes < 1500, qPrintable(QString::number(call.megabytes)));
  }

  void examplesOfManyOutcomesShareTheirNames() {
    // Twelve orderings of 300,000 reflections each, to twelve outcomes.
    QTemporaryDir folder;
    const QString path = writtenScene(folder, 500'055);
    Call call{{"resolve", path.toUtf8(), "--sample", "12", "--json"}};
    run(call, folder.path());
    QCOMPARE(faultOf(call), QString());
    const SceneJson json = SceneJson::parse(call.out.toStdString());
    QCOMPARE(json["outcomes"].size(), std::size_t{12});
    std::size_t named = 0, shortened = 0;
    for (const SceneJson& outcome : json["outcomes"]) {
      named += outcome["example"].size();
      if (!outcome["example"].is_null()) continue;
      ++shortened;
      QVERIFY(outcome["example_length"] > 200'000);
      QCOMPARE(outcome["example_begins"].size() + outcome["example_ends"].size(), std::size_t{2'000});
    }
    QVERIFY(named > 200'000 && named <= 1'000'000 && shortened >= 8);
  }
};

CAROM_TEST(CommandLineExtremesTest);
#include "tst_command_line_extremes.moc"
