// What the command line says of answers that are empty, cut short or almost so.
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::process;

class CommandLineWordsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  QString put(const char* name, const QByteArray& text) const {
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
  }
  Json problem(const Json& normals, const Json& momentum, const QStringList& options = {}) const {
    Json mass = Json::array();
    for (std::size_t i = 0; i < momentum.size(); ++i) {
      mass.push_back(std::vector<double>(momentum.size(), 0));
      mass[i][i] = 1;
    }
    const Json all{{"mass_matrix", mass}, {"normals", normals}, {"momentum", momentum}};
    const QString file = put("problem.json", QByteArray::fromStdString(all.dump()));
    return runCarom(QStringList{"resolve", "--json", "--problem", file} + options).json();
  }

 private slots:
  void anEmptyTableSaysWhy() {
    const Run run = runCarom("sweep billiard-break --over theta=60:120:3");
    QCOMPARE(run.status, 0);
    QCOMPARE(run.out, QByteArray("theta,xi\n60,\n90,\n120,\n"));
    QVERIFY2(run.err.startsWith("carom: note: xi: 3 of 3 cells are empty: billiard-break: theta:"), run.err);
    QVERIFY(runCarom("sweep billiard-break --over theta=60deg:120deg:3").err.isEmpty());
  }

  void misspeltNamesOfAStudyAreRefused() {
    for (const char* path : {"contacts[zz].approach_speed", "final.q[zz.x]"}) {
      const QString file =
          put("a.study.json", QByteArray(R"({"format": 1, "scene": "billiard-break", "axes": [
        {"name": "theta", "from": "60deg", "to": "90deg", "points": 2}], "simulate": {"until": 0.01},
        "measures": [{"name": "a", "path": ")") +
                                  path + "\"}]}");
      const Run run = runCarom(QStringList{"study", "run", file, "-o", m_folder.filePath("a.csv")});
      QCOMPARE(run.status, 1);
      VERIFY_ONE_LINE(run);
      QVERIFY2(run.err.contains("measures[0]: the scene has no contact and no coordinate \"zz"), run.err);
    }
  }

  /// A number that no answer has would leave its column empty after a night.
  void numbersOfCoordinatesThatAreNotThereAreRefused() {
    for (const char* path : {"outcomes[0].velocity[6]", "outcomes[1].momentum[99]"}) {
      const QString file = put(
          "n.study.json", QByteArray("{\"format\": 1, \"scene\": \"billiard-break\", \"axes\": [{\"name\": "
                                     "\"theta\", \"from\": \"60deg\", \"to\": \"90deg\", \"points\": 2}], "
                                     "\"measures\": [\"") +
                              path + "\"]}");
      const Run run = runCarom(QStringList{"study", "run", file, "-o", m_folder.filePath("n.csv")});
      QCOMPARE(run.status, 1);
      VERIFY_ONE_LINE(run);
      QVERIFY2(run.err.contains("measures[0]: the scene has 6 coordinates; expected a number from 0 to 5"),
               run.err);
    }
  }

  void aMapOfThreeAxesTakesASlice() {
    const QString study = put("b.study.json", R"({"format": 1, "scene": "billiard-break", "axes": [
        {"name": "theta", "from": "60deg", "to": "120deg", "points": 3},
        {"name": "ra", "from": "10mm", "to": "20mm", "points": 2},
        {"name": "rb", "from": "10mm", "to": "20mm", "points": 2}], "measures": ["xi"]})");
    const QString out = m_folder.filePath("b.nc"), shown = m_folder.filePath("b.csv");
    QCOMPARE(runCarom(QStringList{"study", "run", study, "-o", out}).status, 0);
    const auto plot = [&](const QStringList& at) {
      return runCarom(QStringList{"study", "plot", out, "--over", "theta", "--over", "ra", "-o", shown} + at);
    };
    const Run all = plot({});
    QCOMPARE(all.status, 2);
    QVERIFY2(all.err.contains("rb varies, too") && all.err.contains("--at rb=VALUE, one of 0.01, 0.02"),
             all.err);
    QVERIFY(plot({"--at", "rb=15mm"}).err.contains("no point is there; expected 0.01, 0.02"));
    QCOMPARE(plot({"--at", "rb=20mm"}).status, 0);
    QFile file(shown);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 1 + 6);
  }

  void aRunWithoutGravityHasNoneInItsLedger() {
    const QString file = put("c.carom.json", R"({"format": 1, "title": "t", "bodies": [
        {"name": "a", "joints": [{"type": "prismatic", "axis": [1, 0, 0], "name": "x"}], "mass": 1},
        {"name": "b", "joints": [{"type": "prismatic", "axis": [1, 0, 0], "name": "x"}], "mass": 2}],
        "springs": [{"coordinate": "a.x", "stiffness": 100, "rest": 0.5}, {"coordinate": "b.x", "stiffness": 3},
                    {"coordinate": "a.x", "stiffness": 40, "rest": -0.5}],
        "contacts": [], "initial": {"q": {"a.x": 1, "b.x": -1}}})");
    const Json json = runCarom(QStringList{"simulate", file, "--until", "0.2", "--json"}).json();
    for (const Json& gravity : json["ledger"]["gravity"]) QCOMPARE(gravity.get<double>(), 0.0);
    const double springs = 0.5 * (100 * 0.25 + 3 + 40 * 2.25);
    QVERIFY(std::abs(json["energy"][0].get<double>() - springs) < 1e-12);
  }

  void brachsRatioMayHaveAnySign() {
    const Run run = runCarom(
        "law brach --mass 1,0;0,1 --velocity -1,0.5 --friction 0.5 --restitution 1 --tangential -0.1 --json");
    QVERIFY2(run.status == 0, run.err);
    QVERIFY(std::abs(run.json()["impulse"][1].get<double>() - 0.2) < 1e-15);
    COMPARE_JSON(run.json()["permissible"]["energy"], false);
  }

  void verdictsThatAreNotProvenAreNull() {
    const double h = std::sqrt(0.75), t = 1e-8;
    const Json mirrors =
        problem({{1, t, 0}, {-0.5, t, h}, {-0.5, t, -h}}, {0.3, -1, 0.2}, {"--max-states", "1000"});
    COMPARE_JSON(mirrors["certificate"]["unique"], nullptr);
    COMPARE_JSON(mirrors["certificate"]["reason"], "infinite-group");
    QVERIFY(mirrors["xi_interval"][1].get<double>() > 1.8e-8);
    const Json walls = problem({{0, 1}, {1, 1e-10}, {-1, 1e-10}}, {1, -0.3});
    COMPARE_JSON(walls["terminates"], nullptr);
    QVERIFY(!walls.contains("jammed"));
    QVERIFY(std::abs(walls["near_jam"]["residual"].get<double>() - 1e-10) < 1e-16);
    COMPARE_JSON(problem({{0, 1}, {1, 0}, {-1, 0}}, {1, -0.3})["terminates"], false);
  }

  void endlessOrderingsHaveNoNumber() {
    const Json json = problem({{1, 0, 0}, {-0.004, 1, 0}, {0.6, 0.6, 0.5}}, {-1, -0.5, -1},
                              {"--reflection-restitution", "0"});
    COMPARE_JSON(json["terminates"], false);
    COMPARE_JSON(json["orderings"], nullptr);
    QVERIFY(json.contains("orderings_to_cut"));
  }
};

CAROM_TEST(CommandLineWordsTest);
#include "tst_command_line_words.moc"
