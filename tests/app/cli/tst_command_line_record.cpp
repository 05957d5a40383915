// How an answer was made stands in it, and makes it again byte for byte.
#include <QDir>
#include <QTemporaryDir>

#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::process;

namespace {

constexpr const char* gridStudy = R"({"format": 1, "scene": "billiard-break", "axes": [
  {"name": "theta", "from": "60deg", "to": "120deg", "points": 3},
  {"name": "ra", "from": "20mm", "to": "28mm", "points": 2}], "measures": ["xi", "gram:ac:bc"]})";

}  // namespace

class CommandLineRecordTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  QString at(const QString& name) const { return m_folder.filePath(name); }
  QString put(const char* name, const QByteArray& text) const {
    QFile file(at(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
  }
  QByteArray bytes(const QString& path) const {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  static Run runWithInput(const QStringList& arguments, const QByteArray& input) {
    QProcess process;
    start(process, arguments);
    if (!process.waitForStarted()) return {};
    process.write(input);
    process.closeWriteChannel();
    return finish(process);
  }
  /// The values of lines "# KEY: JSON".
  static Json recordOf(const QByteArray& csv) {
    Json record = Json::object();
    for (const QByteArray& line : csv.split('\n')) {
      if (!line.startsWith("# ")) break;
      const auto colon = line.indexOf(": ");
      record[line.mid(2, colon - 2).toStdString()] = Json::parse(line.mid(colon + 2).toStdString());
    }
    return record;
  }
  static QByteArray sceneText() { return QByteArray::fromStdString(Scene::open("billiard-break")->text()); }

 private slots:
  void everyDocumentHasItsRecord_data() {
    QTest::addColumn<QStringList>("words");
    const auto add = [](const char* words) { QTest::newRow(words) << QString(words).split(' '); };
    add("resolve billiard-break --set theta=2");
    add("simulate billiard-break --until 0.002");
    add("sweep billiard-break --over theta=1:2:3");
    add("compare billiard-break");
    add("robust billiard-break --tolerance theta=0.01 --samples 50");
    add("design billiard-break --set theta=80deg --vary theta");
    add("landing minitaur --samples 5 --points 1");
    add("law routh --mass 3,-2;-2,3 --velocity=-1,-1");
  }
  void everyDocumentHasItsRecord() {
    QFETCH(QStringList, words);
    const Run run = runCarom(words + QStringList{"--json"});
    QCOMPARE(run.status, 0);
    const Json made = run.json()["made"];
    QVERIFY(made["version"].get<std::string>().starts_with("carom "));
    const std::string command = made["command"];
    QVERIFY2(command.starts_with("carom " + words[0].toStdString() + ' ') && command.ends_with(" --json"),
             command.c_str());
    for (const char* key : {"scene", "parameters", "policy", "restitution", "seed"})
      QVERIFY2(made.contains(key), key);
    if (words[0] != "law") {
      QCOMPARE(made["scene"]["name"].get<std::string>(), words[1].toStdString());
      QCOMPARE(made["scene"]["sha256"].get<std::string>().size(), std::size_t{64});
      QVERIFY(made["parameters"].is_object() && !made["parameters"].empty());
    }
    const QString file = at("again.json");
    QFile::remove(file);
    put("first.json", run.out);
    QCOMPARE(runCarom({words[0], "--from", at("first.json")}).out, run.out);
  }

  void theRecordHasWhatWasAsked() {
    const Json made =
        runCarom("resolve billiard-break --set theta=2 --restitution 0.5 --gaps 40 --seed 7 --json")
            .json()["made"];
    QCOMPARE(made["parameters"]["theta"].get<double>(), 2.0);
    QCOMPARE(made["restitution"].get<double>(), 0.5);
    QCOMPARE(made["seed"].get<int>(), 7);
    QVERIFY(made["policy"].is_null());
    const Json run =
        runCarom("simulate billiard-break --until 0.001 --policy priority:bc,ac --json").json()["made"];
    QCOMPARE(run["policy"].get<std::string>(), std::string("priority:bc,ac"));
    QVERIFY(run["seed"].is_null());
    const Json usual = runCarom("simulate billiard-break --until 0.001 --json").json()["made"];
    QCOMPARE(usual["policy"].get<std::string>(), std::string("most-infeasible"));
  }

  void aTableIsMadeAgain() {
    const QString first = at("xi.csv"), second = at("xi2.csv");
    QCOMPARE(runCarom({"sweep", "billiard-break", "--over", "theta=60deg:120deg:7", "-o", first}).status, 0);
    const Json record = recordOf(bytes(first));
    QCOMPARE(record["command"].get<std::string>(),
             std::string("carom sweep billiard-break --over theta=60deg:120deg:7 --made"));
    QCOMPARE(runCarom({"sweep", "--from", first, "-o", second}).status, 0);
    QCOMPARE(bytes(second), bytes(first));
    QCOMPARE(runCarom({"sweep", "--from", first}).out, bytes(first));
    // Scripts that read standard output see no record.
    QVERIFY(runCarom("sweep billiard-break --over theta=60deg:120deg:7").out.startsWith("theta,xi\n"));
    // Other options take the place of those of then.
    const Run other = runCarom({"sweep", "--from", first, "--over", "theta=1:2:2", "--measure", "outcomes"});
    QVERIFY2(other.out.contains("\ntheta,outcomes\n1,"), other.out);
    const Run wrong = runCarom({"resolve", "--from", first});
    QCOMPARE(wrong.status, 2);
    VERIFY_ONE_LINE(wrong);
    QVERIFY(wrong.err.contains("was made by carom sweep"));
    const Run none = runCarom({"sweep", "--from", put("plain.csv", "theta,xi\n1,2\n")});
    QCOMPARE(none.status, 1);
    VERIFY_ONE_LINE(none);
  }

  /// A file that is called like a scene or a law, and was not read, is no part of a record.
  void filesThatWereNotReadStayOut() {
    QTemporaryDir dir;
    for (const char* name : {"rhex", "routh"}) {
      QFile file(dir.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write("a secret");
    }
    const auto there = [&] { QVERIFY(QDir::setCurrent(dir.path())); };
    const QString before = QDir::currentPath();
    there();
    const Run scene = runCarom("resolve rhex --json"),
              law = runCarom(
                  "law routh --mass 1,0;0,1 --velocity=-1,0 --restitution 0.5 --friction 0.1 --json");
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(scene.status, 0);
    QCOMPARE(law.status, 0);
    QVERIFY(!scene.out.contains("a secret") && !law.out.contains("a secret"));
  }

  /// A record from an enemy writes no file and opens none outside of this folder.
  void aForgedRecordReachesNoFile() {
    QTemporaryDir dir;
    const QString kept = dir.filePath("kept.txt"), record = dir.filePath("forged.json");
    const auto forge = [&](const QString& command, const QString& files = "[]") {
      QFile file(record);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(QString(R"({"made": {"command": "%1", "files": %2}})").arg(command, files).toUtf8());
    };
    QFile file(kept);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("mine");
    file.close();
    const auto isKept = [&] {
      QFile now(kept);
      return now.open(QIODevice::ReadOnly) && now.readAll() == "mine";
    };
    for (const QString& words : {"-o " + kept, "--output=" + kept, "--csv " + kept, "--csv=" + kept}) {
      forge("carom simulate billiard-break --until 0.01 " + words);
      QCOMPARE(runCarom({"simulate", "--from", record, "--json"}).status, 0);
      QVERIFY2(isKept(), qPrintable(words));
    }
    for (const QString& words : {"-o" + kept, "-qo" + kept}) {  // as parsers take short options, too
      forge("carom simulate billiard-break --until 0.01 " + words);
      QCOMPARE(runCarom({"simulate", "--from", record}).status, 2);
      QVERIFY2(isKept(), qPrintable(words));
    }
    // Commands that write files have no record.
    const QString folder = dir.filePath("made");
    forge("carom handbook --write-reference " + folder);
    QVERIFY(runCarom({"handbook", "--from", record}).status != 0);
    forge("carom conform export --output " + folder);
    QVERIFY(runCarom({"conform", "export", "--from", record}).status != 0);
    QVERIFY(!QDir(folder).exists());
    forge("carom simulate " + kept + " --until 0.01");
    const Run outside = runCarom({"simulate", "--from", record});
    QCOMPARE(outside.status, 2);
    QVERIFY2(outside.err.contains("leads to"), outside.err);
    for (const QString& files :
         {"[1]", "[{}]", R"([{\"name\": 3}])", R"([{\"name\": \"a\", \"text\": 3}])", "7"}) {
      forge("carom simulate billiard-break --until 0.01", QString(files).replace("\\", ""));
      const Run run = runCarom({"simulate", "--from", record});
      QVERIFY2(run.status <= 2 && run.err.count('\n') <= 1, run.err);
    }
  }

  void aRunIsMadeAgain() {
    const QString first = at("run.csv"), second = at("run2.csv");
    QCOMPARE(runCarom({"simulate", "bouncing-ball", "--until", "0.01", "-o", first}).status, 0);
    QCOMPARE(runCarom({"simulate", "--from", first, "-o", second}).status, 0);
    QVERIFY(bytes(first).startsWith("# version: "));
    QCOMPARE(bytes(second), bytes(first));
    QCOMPARE(runCarom({"simulate", "--from", first}).out, bytes(first));
    // An audit reads a recording with its record.
    const Run audit = runCarom({"audit", "bouncing-ball", first, "--json"});
    QVERIFY2(audit.status == 0, audit.err);
  }

  void theSceneIsPartOfTheRecord() {
    const QString scene = put("mine.carom.json", sceneText()),
                  state = put("start.json", [] {
                    const Json final =
                        runCarom("simulate billiard-break --until 0.001 --json").json()["initial"];
                    return QByteArray::fromStdString(final.dump());
                  }());
    const QString first = at("mine.json"), second = at("mine2.json");
    QCOMPARE(runCarom({"resolve", scene, "--set", "theta=2", "--start", state, "-o", first}).status, 0);
    QFile::remove(scene);
    QFile::remove(state);
    QCOMPARE(runCarom({"resolve", "--from", first, "-o", second}).status, 0);
    QCOMPARE(bytes(second), bytes(first));
    const std::string text = bytes(first).toStdString();
    QVERIFY(text.find(m_folder.path().toStdString()) == std::string::npos);  // no folder of its author
  }

  void standardInputIsAScene() {
    const Run piped = runWithInput({"resolve", "-", "--json"}, sceneText());
    QCOMPARE(piped.status, 0);
    const Json named = runCarom("resolve billiard-break --json").json();
    QCOMPARE(piped.json()["outcomes"], named["outcomes"]);
    put("piped.json", piped.out);
    QCOMPARE(runCarom({"resolve", "--from", at("piped.json")}).out, piped.out);
    const Run damaged = runWithInput({"resolve", "-"}, "{\"format\": 1, }");
    QCOMPARE(damaged.status, 1);
    VERIFY_ONE_LINE(damaged);
    QVERIFY2(damaged.err.startsWith("carom: standard input: "), damaged.err);
    const Run problem = runWithInput({"resolve", "--problem", "-", "--json"},
                                     R"({"mass_matrix": [[1]], "normals": [[1]], "momentum": [-1]})");
    QCOMPARE(problem.json()["outcomes"].size(), std::size_t{1});
  }

  void aStudyIsMadeAgain_data() {
    QTest::addColumn<QString>("ending");
    for (const char* ending : {"csv", "json", "nc"}) QTest::newRow(ending) << QString(ending);
  }
  void aStudyIsMadeAgain() {
    QFETCH(QString, ending);
    const QString study = put("grid.study.json", gridStudy);
    const QString first = at("grid." + ending), second = at("grid2." + ending);
    QCOMPARE(runCarom({"study", "run", study, "-o", first}).status, 0);
    QFile::remove(study);
    const Run again = runCarom({"study", "run", "--from", first, "-o", second});
    QVERIFY2(again.status == 0, again.err);
    QCOMPARE(bytes(second), bytes(first));
    QVERIFY(!bytes(first).isEmpty());
  }

  void shardsHaveTheSameRecord() {
    const QString study = put("grid.study.json", gridStudy), whole = at("whole.csv"), parts = at("parts.csv");
    QCOMPARE(runCarom({"study", "run", study, "-o", whole}).status, 0);
    for (const char* shard : {"1/2", "2/2"})
      QCOMPARE(runCarom({"study", "run", study, "-o", parts, "--shard", shard}).status, 0);
    QCOMPARE(runCarom({"study", "merge", "-o", parts}).status, 0);
    QCOMPARE(bytes(parts), bytes(whole));
    QCOMPARE(recordOf(bytes(whole))["command"].get<std::string>(),
             std::string("carom study run grid.study.json"));
    QVERIFY(runCarom({"study", "plot", whole, "-o", at("whole.pdf")}).status ==
            0);  // it reads past the record
  }
};

CAROM_TEST(CommandLineRecordTest);
#include "tst_command_line_record.moc"
