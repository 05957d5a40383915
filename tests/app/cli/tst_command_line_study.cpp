// `carom study` as scripts use it: results in three formats, kills, shards, and what bad input gets.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <fstream>

#include "support/carom_process.h"
#include "support/json_schema.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

constexpr const char* breakStudy = R"({"format": 1, "scene": "billiard-break", "axes": [
  {"name": "theta", "from": "50deg", "to": "180deg", "points": 120},
  {"sample": "sobol", "points": 20, "over": {"ra": {"uniform": ["10mm", "40mm"]}, "rb": {"normal": ["30mm", "1mm"]}}}],
  "measures": ["xi", "outcomes", "certificate.unique"]})";

carom::JsonSchema schema() {
  std::ifstream file(CAROM_SOURCE "/resources/studies/carom-study.schema.json");
  return carom::JsonSchema(carom::JsonSchema::Json::parse(file));
}

}  // namespace

class CommandLineStudyTest : public QObject {
  Q_OBJECT

  QString path(const QString& name) const { return m_folder.filePath(name); }
  QByteArray bytes(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
  }
  void put(const QString& name, const QByteArray& text) const {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  /// `carom study …` with words in which @NAME is a file of the folder.
  Run study(QString arguments) const {
    arguments.replace('@', m_folder.path() + '/');
    return runCarom(QStringList{"study"} + arguments.split(' ', Qt::SkipEmptyParts));
  }
  /// Kills a run by SIGKILL as soon as its work file has more than this many bytes.
  void killBeyond(const QString& arguments, const QString& work, qint64 size) const {
    QProcess process;
    QString words = arguments;
    start(process, QStringList{"study"} + words.replace('@', m_folder.path() + '/').split(' '));
    QVERIFY(process.waitForStarted());
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(path(work)).size() > size; }, 60'000));
    process.kill();
    process.waitForFinished();
  }

  QTemporaryDir m_folder;

 private slots:
  void init() {
    for (const QString& name : QDir(m_folder.path()).entryList(QDir::Files)) QFile::remove(path(name));
    put("break.study.json", breakStudy);
  }
  void aStudyOfOneMeasureIsTheSweep_data();
  void aStudyOfOneMeasureIsTheSweep();
  void measuresAreTheNumbersOfTheDocuments();
  void netcdfHoldsWhatTheOthersHold();
  void numbersAtPathsHaveTheirUnits();
  void quantitiesOfSomePointsLeaveOthersEmpty();
  void aBackslashInANameIsNoFolder();
  void theSameBytesForAnyNumberOfThreads();
  void aKilledStudyGoesOnToTheSameBytes();
  void ctrlCKeepsWhatIsDone();
  void shardsMergeToTheSameBytes();
  void tasksOfASlurmArrayAreShards();
  void theParallelScriptRuns();
  void plotsAreCurvesPointsAndMaps();
  void manyPointsTakeLittleMemory();
  void nothingIsOverwritten();
  void badInputIsOneLine_data();
  void badInputIsOneLine();
  void measuresHaveNearNames_data();
  void measuresHaveNearNames();
  void theSchemaKnowsStudies();

  /// Measures of a landing are the numbers of `carom landing`.
  void landingsAreMeasured() {
    put("land.study.json",
        R"({"format": 1, "scene": "minitaur", "axes": [{"name": "spread", "values": ["50deg", "70deg"]}],)"
        R"("landing": {"samples": 20, "points": 3, "tilt": "5deg", "seed": 4}, "measures": ["landing.stance.xi",)"
        R"("landing.stance.unique", "landing.spread.q95", "landing.tilted[2].xi", "landing.nearest.moved",)"
        R"("landing.stance.off_unique", "xi"]})");
    const Run run = study("run @land.study.json -o @land.json");
    QVERIFY2(run.status == 0, run.err);
    const Json table = Json::parse(bytes("land.json"));
    const Json& measures = table["measures"];
    const auto at = [&](std::size_t measure, std::size_t point) {
      return measures[measure]["values"][point];
    };
    QCOMPARE(measures[5]["unit"].get<std::string>(), std::string("rad"));
    for (std::size_t i = 0; i < 2; ++i) {
      const Json landed =
          runCarom(
              QStringLiteral(
                  "landing minitaur --set spread=%1deg --samples 20 --points 3 --tilt 5deg --seed 4 --json")
                  .arg(i == 0 ? 50 : 70)
                  .split(' '))
              .json();
      const Json& stance = landed["stance"];
      COMPARE_JSON(at(0, i), stance["xi"]);
      QCOMPARE(at(1, i).get<double>(), stance["unique"].get<bool>() ? 1.0 : 0.0);
      COMPARE_JSON(at(2, i), landed["spread"]["q95"]);
      COMPARE_JSON(at(3, i), landed["tilted"][2]["xi"]);
      QCOMPARE(at(4, i).get<double>(), static_cast<double>(landed["nearest"]["moved"].size()));
      COMPARE_JSON(at(5, i), stance["off_unique"]);
    }
  }

  /// Bars end at the least and the greatest ξ of the points at each angle, which `carom resolve` has, too.
  void barsEndAtTheirQuantiles() {
    const QString study = path("bars.study.json"), table = path("bars.csv"), out = path("plotted.csv");
    QFile file(study);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"format": 1, "scene": "billiard-break", "measures": ["xi"], "axes": [)"
        R"({"name": "theta", "values": ["70deg", "120deg"]}, {"name": "ra", "values": [0.02, 0.024, 0.0286]}]})");
    file.close();
    QCOMPARE(runCarom({"study", "run", study, "-o", table}).status, 0);
    const QStringList plot{"study", "plot", table, "--over", "theta", "--bars", "min,max", "-o", out};
    const Run run = runCarom(plot + QStringList{"--rest", "median"});
    QVERIFY2(run.status == 0, run.err);
    QFile plotted(out);
    QVERIFY(plotted.open(QIODevice::ReadOnly));
    QList<QByteArray> rows = plotted.readAll().trimmed().split('\n');
    rows.removeIf([](const QByteArray& row) { return row.startsWith('#'); });
    QCOMPARE(rows.size(), 3);
    QVERIFY2(rows[0].endsWith("low,high"), rows[0]);
    const char* const angles[] = {"theta=70deg", "theta=120deg"};
    for (int k = 0; k < 2; ++k) {
      std::vector<double> xi;
      for (const char* ra : {"ra=0.02", "ra=0.024", "ra=0.0286"})
        xi.push_back(runCarom({"resolve", "billiard-break", "--set", angles[k], "--set", ra, "--json"})
                         .json()["xi"]
                         .get<double>());
      std::ranges::sort(xi);
      const QList<QByteArray> cells = rows[k + 1].split(',');
      QCOMPARE(cells.size(), 4);
      for (const auto& [cell, rank] : {std::pair(1, 1), {2, 0}, {3, 2}})
        QVERIFY2(std::abs(cells[cell].toDouble() - xi[static_cast<std::size_t>(rank)]) < 1e-9, rows[k + 1]);
    }
    const Run wrong = runCarom(plot);
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.err.contains("--bars min,max: expected two"), wrong.err);
  }
};

void CommandLineStudyTest::aStudyOfOneMeasureIsTheSweep_data() {
  QTest::addColumn<QString>("measure");
  for (const char* measure :
       {"xi", "gram", "gram:ac:bc", "outcomes", "orderings", "distance:moreau", "certificate.unique"})
    QTest::newRow(measure) << measure;
}

void CommandLineStudyTest::aStudyOfOneMeasureIsTheSweep() {
  QFETCH(QString, measure);
  put("a.study.json", R"({"format": 1, "scene": "billiard-break", "axes": [
      {"name": "theta", "from": "40deg", "to": "180deg", "points": 33},
      {"name": "ra", "from": "20mm", "to": "40mm", "points": 5}], "measures": [")" +
                          measure.toUtf8() + "\"]}");
  QCOMPARE(study("run @a.study.json -o @a.csv --why").status, 0);
  const Run sweep = runCarom(("sweep billiard-break --over theta=40deg:180deg:33 --over ra=20mm:40mm:5 --why "
                              "--measure " +
                              measure)
                                 .toUtf8()
                                 .constData());
  QCOMPARE(sweep.status, 0);
  QCOMPARE(sweep.lines().size(), 1 + 33 * 5);
  QByteArray table = bytes("a.csv");
  while (table.startsWith("# ")) table.remove(0, table.indexOf('\n') + 1);  // how it was made
  QCOMPARE(table, sweep.out);
}

/// Every cell is the number that `resolve` and `simulate` report at the same parameters.
void CommandLineStudyTest::measuresAreTheNumbersOfTheDocuments() {
  put("a.study.json", R"({"format": 1, "scene": "billiard-break", "set": {"rb": "30mm"}, "axes": [
      {"name": "theta", "values": ["65deg", "90deg", "120deg", 2.5, "200deg"]}],
      "measures": ["xi", "outcomes", "orderings", "certificate.unique", "gram:ac:bc", "states", "lengths.max",
        "outcomes[0].momentum[1]", "outcomes[1].momentum[1]", "contacts[bc].approach", "gram[ac][bc]",
        "energy.before", "margin", "impacts[0].xi", "impacts", "final.q[c.x]", "energy_error.max_relative"],
      "simulate": {"until": "0.02", "step": "1e-3"}})");
  const Run run = study("run @a.study.json -o @a.json");
  QVERIFY2(run.status == 0, run.err);
  const Json table = Json::parse(bytes("a.json").toStdString());
  QCOMPARE(table["measures"].size(), std::size_t{17});
  const auto cell = [&](std::size_t measure, std::size_t i) {
    return table["measures"][measure]["values"][i];
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const QByteArray at =
        "billiard-break --set rb=30mm --set theta=" +
        QByteArray::number(table["axes"][0]["parameters"][0]["values"][i].get<double>(), 'g', 17) +
        " --json ";
    const Json answer = runCarom("resolve " + at).json(),
               motion = runCarom("simulate " + at + "--alternatives --until 0.02").json();
    COMPARE_JSON(cell(0, i), answer["xi"]);
    COMPARE_JSON(cell(1, i), answer["outcomes"].size());
    COMPARE_JSON(cell(2, i), std::stoi(answer["orderings"].get<std::string>()));
    COMPARE_JSON(cell(3, i), answer["certificate"]["unique"].get<bool>() ? 1.0 : 0.0);
    COMPARE_JSON(cell(4, i), answer["gram"][0][1]);
    COMPARE_JSON(cell(5, i), answer["states"]);
    COMPARE_JSON(cell(6, i), answer["lengths"]["max"]);
    COMPARE_JSON(cell(7, i), answer["outcomes"][0]["momentum"][1]);
    COMPARE_JSON(cell(8, i),
                 answer["outcomes"].size() > 1 ? answer["outcomes"][1]["momentum"][1] : Json(nullptr));
    COMPARE_JSON(cell(9, i), answer["contacts"][1]["approach"]);
    COMPARE_JSON(cell(11, i), answer["energy"]["before"]);
    COMPARE_JSON(cell(12, i), answer["margin"]);
    COMPARE_JSON(cell(13, i), motion["impacts"][0]["xi"]);
    COMPARE_JSON(cell(14, i), motion["impacts"].size());
    std::size_t x = 0;
    while (motion["coordinates"][x]["name"] != "c.x") ++x;
    COMPARE_JSON(cell(15, i), motion["final"]["q"][x]);
    COMPARE_JSON(cell(16, i), motion["energy_error"]["max_relative"]);
  }
  COMPARE_JSON(table["measures"][8]["empty"][1], "absent");  // at 90° there is one outcome
  for (std::size_t m = 0; m < 17; ++m) {
    COMPARE_JSON(cell(m, 4), nullptr);
    COMPARE_JSON(table["measures"][m]["empty"][4], "impossible");
  }
}

/// Units follow from the coordinate, as the JSON of `resolve` gives it, and from the kind of number; a list
/// is a count.
void CommandLineStudyTest::numbersAtPathsHaveTheirUnits() {
  put("units.study.json", R"({"format": 1, "scene": "falling-rod", "simulate": {"until": 0.01},
    "axes": [{"name": "inertia", "values": [0.05, 0.1]}],
    "measures": ["final.q[rod.x]", "final.q[rod.angle]", "final.p[2]", "initial.p[0]", "impacts[0].time",
                 "impacts", "outcomes[0].velocity[2]", "outcomes[0].velocity[0]", "energy.before",
                 {"path": "final.q[0]", "name": "own", "unit": "furlong"}, "lengths.min",
                 "extremes[E total].mean", "extremes[v rod.angle].greatest"]})");
  const Run all = study("run @units.study.json -o @units.json");
  QVERIFY2(all.status == 0, all.err);
  const Json table = Json::parse(bytes("units.json").toStdString());
  const std::map<std::string, std::string> expected{{"final.q[rod.x]", "m"},
                                                    {"final.q[rod.angle]", "rad"},
                                                    {"final.p[2]", "kg*m^2/s"},
                                                    {"initial.p[0]", "kg*m/s"},
                                                    {"impacts[0].time", "s"},
                                                    {"impacts", "1"},
                                                    {"outcomes[0].velocity[2]", "rad/s"},
                                                    {"outcomes[0].velocity[0]", "m/s"},
                                                    {"energy.before", "J"},
                                                    {"own", "furlong"},
                                                    {"lengths.min", "1"},
                                                    {"extremes[E_total].mean", "J"},
                                                    {"extremes[v_rod.angle].greatest", "rad/s"}};
  QCOMPARE(table["measures"].size(), expected.size());
  for (const Json& measure : table["measures"]) {
    const std::string name = measure["name"];
    QVERIFY2(measure["unit"] == expected.at(name), (name + ": " + measure["unit"].dump()).c_str());
  }
}

/// A quantity that some points have not leaves their cells empty, as numbers at other paths do. The ball that
/// the cue hits never moves before the first impact of its row.
void CommandLineStudyTest::quantitiesOfSomePointsLeaveOthersEmpty() {
  put("rows.study.json", R"({"format": 1, "scene": "rack-break", "simulate": {"until": 0.01},
    "axes": [{"name": "rows", "values": [2, 3]}],
    "measures": ["extremes[v ball5.x].greatest", "extremes[E total].least", "extremes[E total].greatest"]})");
  const Run run = study("run @rows.study.json -o @rows.json");
  QVERIFY2(run.status == 0, run.err);
  const Json columns = Json::parse(bytes("rows.json").toStdString())["measures"];
  QVERIFY2(columns[0]["values"][0].is_null() && !columns[0]["values"][1].is_null(), columns.dump().c_str());
  for (const std::size_t point : {0, 1}) {
    const double least = columns[1]["values"][point], greatest = columns[2]["values"][point];
    QVERIFY(greatest > 0 && greatest - least < 1e-12 * greatest);
  }
  put("grows.study.json", R"({"format": 1, "scene": "rack-break", "simulate": {"until": 0.01},
    "axes": [{"name": "rows", "values": [2]}], "measures": ["extremes[growth].greatest"]})");
  const Run grows = study("run @grows.study.json -o @grows.json");
  QVERIFY2(grows.status == 1 && grows.err.contains("measures[0]: growth comes with --variation"), grows.err);
}

/// The numbers are read back by ncdump, which shares no code with us.
void CommandLineStudyTest::netcdfHoldsWhatTheOthersHold() {
  QProcess dump;
  dump.start("ncdump", {"-v", "xi,outcomes,theta,ra,xi_empty", "-p", "9,17", path("a.nc")});
  if (!dump.waitForStarted()) QSKIP("ncdump is not installed");
  dump.waitForFinished();
  QCOMPARE(study("run @break.study.json -o @a.nc").status, 0);
  QCOMPARE(study("run @break.study.json -o @a.json").status, 0);
  dump.start("ncdump", {"-v", "xi,outcomes,theta,ra,xi_empty", "-p", "9,17", path("a.nc")});
  QVERIFY(dump.waitForFinished());
  const QString text = QString::fromUtf8(dump.readAllStandardOutput());
  for (const char* line :
       {"theta = 120 ;", "sample = 20 ;", "double xi(theta, sample) ;", "theta:units = \"rad\" ;",
        "ra:units = \"m\" ;", "xi:coordinates = \"ra rb\" ;", "xi:units = \"1\" ;",
        ":command = \"carom study run break.study.json\" ;", ":Conventions = \"CF-1.8\" ;"})
    QVERIFY2(text.contains(line), line);
  QVERIFY(text.contains("Angle between the balls"));  // the scene's words are the long names
  const Json table = Json::parse(bytes("a.json").toStdString());
  const auto numbers = [&](const QString& name) {
    QString list = text.section("data:", 1).section(' ' + name + " =", 1).section(';', 0, 0);
    return list.split(',');
  };
  const auto compare = [&](const QString& name, const Json& values) {
    const QStringList list = numbers(name);
    QCOMPARE(static_cast<std::size_t>(list.size()), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const QString number = list[static_cast<qsizetype>(i)].trimmed();
      if (values[i].is_null())
        QVERIFY2(number == "_" || number == "NaN", qPrintable(number));
      else
        QCOMPARE(number.toDouble(), values[i].get<double>());
    }
  };
  compare("xi", table["measures"][0]["values"]);
  compare("outcomes", table["measures"][1]["values"]);
  compare("theta", table["axes"][0]["parameters"][0]["values"]);
  compare("ra", table["axes"][1]["parameters"][0]["values"]);
  const QStringList reasons = numbers("xi_empty");
  const auto isImpossible = [](const QString& reason) { return reason.trimmed() == "1"; };
  QCOMPARE(std::ranges::count_if(reasons, isImpossible),
           std::ranges::count(table["measures"][0]["empty"], Json("impossible")));
}

/// NetCDF's library makes a folder of it.
void CommandLineStudyTest::aBackslashInANameIsNoFolder() {
  put("small.study.json", R"({"format": 1, "scene": "billiard-break", "axes": [
    {"name": "theta", "from": "60deg", "to": "90deg", "points": 3}], "measures": ["xi"]})");
  QCOMPARE(study("run @small.study.json -o @plain.nc --quiet").status, 0);
  const Run run = study("run @small.study.json -o @a\\nb.nc --quiet");
  QVERIFY2(run.status == 0, run.err);
  QVERIFY(bytes("plain.nc").size() > 1000);
  QCOMPARE(bytes("a\\nb.nc").size(), bytes("plain.nc").size());
  QCOMPARE(study("status @a\\nb.nc").out.replace("a\\nb", "plain"), study("status @plain.nc").out);
}

void CommandLineStudyTest::theSameBytesForAnyNumberOfThreads() {
  for (const char* out : {"nc", "csv", "json"}) {
    const QString end(out);
    for (const char* threads : {"1", "2", "7"})
      QCOMPARE(
          study("run @break.study.json -o @" + QString(threads) + '.' + end + " --threads " + threads).status,
          0);
    QVERIFY(bytes("1." + end).size() > 10'000);
    QVERIFY(bytes("1." + end) == bytes("2." + end));
    QVERIFY(bytes("1." + end) == bytes("7." + end));
  }
}

void CommandLineStudyTest::aKilledStudyGoesOnToTheSameBytes() {
  put("break.study.json", QByteArray(breakStudy).replace("120", "1200"));
  QCOMPARE(study("run @break.study.json -o @whole.nc").status, 0);
  QVERIFY(!QFileInfo::exists(path("whole.nc.work")));
  for (const qint64 size : {5'000, 200'000, 400'000}) {  // of some 650 kB
    killBeyond("run @break.study.json -o @a.nc --resume", "a.nc.work", size);
    QVERIFY(!QFileInfo::exists(path("a.nc")));
    const Json status = study("status @a.nc --json").json();
    QVERIFY(status["done"] > 0 && status["done"] < status["points"]);
    COMPARE_JSON(status["results"], false);
  }
  QCOMPARE(study("run @break.study.json -o @a.nc").status, 1);  // neither --resume nor --force
  QCOMPARE(study("run @break.study.json -o @a.nc --resume").status, 0);
  QVERIFY(bytes("a.nc") == bytes("whole.nc"));
  QVERIFY(!QFileInfo::exists(path("a.nc.work")));
  const Run again = study("run @break.study.json -o @a.nc --resume");
  QCOMPARE(again.status, 0);
  QVERIFY2(again.out.contains("is complete"), again.out);
}

void CommandLineStudyTest::ctrlCKeepsWhatIsDone() {
  put("break.study.json", QByteArray(breakStudy).replace("120", "12000"));
  QProcess process;
  start(process, {"study", "run", path("break.study.json"), "-o", path("a.nc")});
  QVERIFY(QTest::qWaitFor([&] { return QFileInfo(path("a.nc.work")).size() > 100'000; }, 60'000));
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  const Run run = finish(process);
  QCOMPARE(run.status, 3);
  QVERIFY2(run.out.contains("are kept; --resume goes on"), run.out);
  QVERIFY(!QFileInfo::exists(path("a.nc")));
  QVERIFY(study("status @a.nc --json").json()["done"] > 1000);
}

void CommandLineStudyTest::shardsMergeToTheSameBytes() {
  for (const QString end : {"nc", "csv", "json"}) {
    QCOMPARE(study("run @break.study.json -o @whole." + end).status, 0);
    for (const int shard : {3, 1, 5, 2, 4})
      QCOMPARE(study(QString("run @break.study.json -o @a.%1 --shard %2/5").arg(end).arg(shard)).status, 0);
    COMPARE_JSON(study("status @a." + end + " --json").json()["done"], 2400);
    QCOMPARE(study("merge @a." + end).status, 0);
    QCOMPARE(study("merge -o @a." + end + " --force").status, 0);
    QVERIFY(bytes("a." + end) == bytes("whole." + end));
  }
  const QString named =
      "merge -o @b.nc @a.nc.shard-1-of-5 @a.nc.shard-2-of-5 @a.nc.shard-4-of-5 @a.nc.shard-5-of-5";
  const Run missing = study(named);
  QCOMPARE(missing.status, 1);
  VERIFY_ONE_LINE(missing);
  QVERIFY2(missing.err.contains("shard 3/5 is missing"), missing.err);
  const Run doubled = study(named + " @a.nc.shard-3-of-5 @a.nc.shard-1-of-5");
  QCOMPARE(doubled.status, 1);
  VERIFY_ONE_LINE(doubled);
  QVERIFY2(doubled.err.contains("also in"), doubled.err);
  QVERIFY(!QFileInfo::exists(path("b.nc")));
  QCOMPARE(study(named + " @a.nc.shard-3-of-5").status, 0);
  QVERIFY(bytes("b.nc") == bytes("whole.nc"));
}

void CommandLineStudyTest::tasksOfASlurmArrayAreShards() {
  const auto task = [&](const char* id, const char* first, const char* last, const char* count) {
    QProcess process;
    QProcessEnvironment environment = plainEnvironment();
    environment.insert("SLURM_ARRAY_TASK_ID", id);
    environment.insert("SLURM_ARRAY_TASK_MIN", first);
    environment.insert("SLURM_ARRAY_TASK_MAX", last);
    environment.insert("SLURM_ARRAY_TASK_COUNT", count);
    process.setProcessEnvironment(environment);
    process.start(CAROM_BINARY, {"study", "run", path("break.study.json"), "-o", path("a.nc")});
    return finish(process);
  };
  QCOMPARE(task("0", "0", "2", "3").status, 0);
  QVERIFY(QFileInfo::exists(path("a.nc.shard-1-of-3")));
  QCOMPARE(task("2", "1", "2", "2").status, 0);
  QVERIFY(QFileInfo::exists(path("a.nc.shard-2-of-2")));
  const Run gaps = task("5", "1", "9", "3");
  QCOMPARE(gaps.status, 2);
  VERIFY_ONE_LINE(gaps);
}

void CommandLineStudyTest::theParallelScriptRuns() {
  const Run script = study("script @break.study.json --parallel --shards 3 -o @a.nc");
  QCOMPARE(script.status, 0);
  QProcess shell;
  QVERIFY(QFile::link(CAROM_BINARY, path("carom")));
  QProcessEnvironment environment = plainEnvironment();
  environment.insert("PATH", m_folder.path() + ':' + environment.value("PATH"));
  shell.setProcessEnvironment(environment);
  shell.start("sh", {"-c", "command -v parallel"});
  shell.waitForFinished();
  if (shell.exitCode() != 0) QSKIP("GNU parallel is not installed");
  shell.start("sh", {"-c", QString::fromUtf8(script.out)});
  const Run run = finish(shell);
  QVERIFY2(run.status == 0, run.err);
  QCOMPARE(study("run @break.study.json -o @whole.nc").status, 0);
  QVERIFY(bytes("a.nc") == bytes("whole.nc"));
}

/// What a plot draws is read back from its own CSV.
void CommandLineStudyTest::plotsAreCurvesPointsAndMaps() {
  put("map.study.json", R"({"format": 1, "scene": "billiard-break", "axes": [
      {"name": "theta", "from": "60deg", "to": "180deg", "points": 13},
      {"name": "ra", "from": "10mm", "to": "28mm", "points": 7, "spacing": "log"}],
      "measures": ["xi", {"path": "gram:ac:bc", "name": "G"}]})");
  QCOMPARE(study("run @map.study.json -o @map.nc").status, 0);
  QCOMPARE(study("run @map.study.json -o @map.csv").status, 0);
  QCOMPARE(study("run @break.study.json -o @a.nc").status, 0);
  for (const char* end : {"pdf", "svg", "png"}) {
    QCOMPARE(study(QString("plot @map.nc -o @map.%1").arg(end)).status, 0);
    QVERIFY(bytes(QString("map.%1").arg(end)).size() > 3000);
  }
  QVERIFY(!bytes("map.svg").contains("<image") &&
          !bytes("map.pdf").contains("/Subtype /Image"));  // no pixels
  QCOMPARE(study("plot @a.nc").status, 0);
  QVERIFY(bytes("a.pdf").startsWith("%PDF"));
  const auto numbers = [&](const QString& arguments) {
    const Run run = study("plot " + arguments + " -o @shown.csv");
    return run.status == 0 ? bytes("shown.csv").trimmed().split('\n') : QList<QByteArray>{run.err};
  };
  QList<QByteArray> whole = bytes("map.csv").trimmed().split('\n');
  whole.removeIf([](const QByteArray& line) { return line.startsWith('#'); });
  const QList<QByteArray> map = numbers("@map.nc --measure G");
  QCOMPARE(map.size(), 13 * 7 + 1);
  QCOMPARE(map[0], QByteArray("theta (rad),ra (m),G"));
  for (qsizetype i = 1; i < map.size(); ++i) {
    const auto row = whole[i].split(',');
    QCOMPARE(map[i], row[0] + ',' + row[1] + ',' + row[3]);
  }
  QCOMPARE(numbers("@map.csv").mid(1), map.mid(1));
  QCOMPARE(numbers("@map.nc --over ra")[1].split(',').size(), 2);
  QCOMPARE(numbers("@a.nc --measure outcomes --over rb")[0], QByteArray("rb (m),outcomes"));
  // What the rest of the table makes of each place, against plain sums.
  const QList<QByteArray> means = numbers("@map.nc --over theta --rest mean"),
                          most = numbers("@map.nc --over theta --rest max");
  QCOMPARE(means.size(), 14);
  for (qsizetype i = 1; i < means.size(); ++i) {
    double sum = 0, greatest = -1;
    int count = 0;
    for (const QByteArray& line : whole.mid(1)) {
      const auto row = line.split(',');
      if (row[0] != means[i].split(',')[0] || row[2].isEmpty()) continue;
      sum += row[2].toDouble();
      greatest = std::max(greatest, row[2].toDouble());
      ++count;
    }
    QVERIFY(count > 0 && std::abs(means[i].split(',')[1].toDouble() - sum / count) < 1e-14);
    QCOMPARE(most[i].split(',')[1].toDouble(), greatest);
  }
  const QList<QByteArray> family = numbers("@map.nc --over theta --family ra");
  QCOMPARE(family.size(), 13 * 7 + 1);
  QVERIFY2(family[1].contains(",ra = 0.01 m,"), family[1]);
  const QList<QByteArray> three = numbers("@map.nc --over theta --rest min,mean,max");
  QCOMPARE(three.size(), 3 * 13 + 1);
  QCOMPARE(study("plot @map.nc --over theta --family ra -o @family.tex").status, 0);
  QVERIFY(bytes("family.tex").contains("(mm)"));  // in the unit of the scene
  QCOMPARE(study("plot @map.csv --over theta --rest q05,median,q95 -o @three.pdf").status, 0);
  const QList<QByteArray> wrong = numbers("@map.nc --measure X");
  QVERIFY2(wrong[0].contains("xi") && wrong[0].contains('G'), wrong[0]);
}

/// The peak of memory of a study of 10⁷ points while it runs.
void CommandLineStudyTest::manyPointsTakeLittleMemory() {
  if (carom::tests::isSanitized) QSKIP("a sanitizer takes memory of its own");
  put("break.study.json",
      QByteArray(breakStudy).replace("120", "100000").replace("\"points\": 20,", "\"points\": 100,"));
  QProcess process;
  start(process, {"study", "run", path("break.study.json"), "-o", path("a.nc")});
  QVERIFY(QTest::qWaitFor([&] { return QFileInfo(path("a.nc.work")).size() > 1'000'000; }, 60'000));
  QFile status(QString("/proc/%1/status").arg(process.processId()));
  QVERIFY(status.open(QIODevice::ReadOnly));
  const QString peak = QString::fromUtf8(status.readAll()).section("VmHWM:", 1).section("kB", 0, 0).trimmed();
  process.kill();
  process.waitForFinished();
  QVERIFY2(peak.toInt() > 1000 && peak.toInt() < 300'000, qPrintable(peak));
}

void CommandLineStudyTest::nothingIsOverwritten() {
  put("other.study.json", QByteArray(breakStudy).replace("120", "121"));
  QCOMPARE(study("run @break.study.json -o @a.nc").status, 0);
  const QByteArray before = bytes("a.nc");
  put("thesis.csv", "years of work\n");
  for (const char* arguments :
       {"run @other.study.json -o @a.nc", "run @other.study.json -o @a.nc --resume",
        "run @break.study.json -o @thesis.csv", "run @break.study.json -o @thesis.csv --resume"}) {
    const Run run = study(arguments);
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
  }
  QVERIFY(bytes("a.nc") == before);
  QCOMPARE(bytes("thesis.csv"), QByteArray("years of work\n"));
  QCOMPARE(study("run @break.study.json -o @a.nc").status, 0);  // the same study
  QVERIFY(bytes("a.nc") == before);
  QCOMPARE(study("run @other.study.json -o @a.nc --force").status, 0);
  QVERIFY(bytes("a.nc") != before);
  QCOMPARE(QDir(m_folder.path()).entryList({"*begun*", "*.work"}, QDir::Files), QStringList());
}

void CommandLineStudyTest::badInputIsOneLine_data() {
  QTest::addColumn<QString>("change");  // of the study: a text and what takes its place
  QTest::addColumn<QString>("with");
  QTest::addColumn<QString>("contains");
  const auto row = [](const char* change, const char* with, const char* contains) {
    QTest::newRow(with) << change << with << contains;
  };
  row("\"from\": \"50deg\"", "\"from\": \"0/0\"", "axes[0].from");
  row("\"points\": 120", "\"points\": 1000000000000", "axes[0].points");
  row("\"name\": \"theta\"", "\"name\": \"thtea\"", "expected theta");
  row("\"xi\"", "\"ix\"", "measures[0]");
  row("\"xi\"", "\"gram:ac:zz\"", "zz");
  row("\"xi\"", "\"distance:moreu\"", "expected moreau");
  row("\"xi\"", "\"theta\"", "name of an axis");
  row("\"xi\"", "{\"path\": \"xi\", \"name\": \"outcomes\"}", "measures[1]");
  row("\"xi\"", "{\"path\": \"xi\", \"name\": \"a/b\"}", "name of a column");
  row("\"xi\"", "\"final.q[0]\"", "simulate");
  row("\"billiard-break\"", "\"billiard-brek\"", "scene");
  row("\"billiard-break\"", "\"no/such.carom.json\"", "no/such");
  row("\"format\": 1", "\"format\": 2", "format");
  row("\"measures\"", "\"mreasures\"", "mreasures");
  row("\"measures\"", "\"set\": {\"rd\": 1}, \"measures\"", "rd");
  row("\"measures\"", "\"resolve\": {\"restitution\": 2}, \"measures\"", "restitution");
  row("\"measures\"", "\"limits\": {\"max_states\": 0}, \"measures\"", "max_states");
  row("\"measures\"", "\"simulate\": {\"step\": 1}, \"measures\"", "until");
  row("\"axes\"", "\"axes", "line ");
}

void CommandLineStudyTest::badInputIsOneLine() {
  QFETCH(QString, change);
  QFETCH(QString, with);
  QFETCH(QString, contains);
  QVERIFY(QByteArray(breakStudy).contains(change.toUtf8()));
  put("bad.study.json", QByteArray(breakStudy).replace(change.toUtf8(), with.toUtf8()));
  const Run run = study("run @bad.study.json -o @a.nc");
  QVERIFY2(run.status == 1 || (run.status == 2 && with.contains("zz")), run.err);
  VERIFY_ONE_LINE(run);
  QVERIFY2(run.err.contains(contains.toUtf8()), run.err);
  QVERIFY(!QFileInfo::exists(path("a.nc")));
}

void CommandLineStudyTest::measuresHaveNearNames_data() {
  QTest::addColumn<QString>("wrong");
  QTest::addColumn<QString>("near");
  const auto row = [](const char* wrong, const char* near) { QTest::newRow(wrong) << wrong << near; };
  row("outcoms", "outcomes");
  row("certificateunique", "certificate.unique");
  row("outcomes[0].momentm[0]", "outcomes[0].momentum[0]");
  row("impact[0].xi", "impacts[0].xi");
  row("finl.q[0]", "final.q[0]");
  row("xi_minimum", "xi_minimal");
  row("extremes[E tota].greatest", "E total");
  row("extremes[v a.y].greatst", "extremes[0].greatest");
  row("landing.stance.x", "landing.stance.xi");
  row("outcomes[0]", "outcomes");  // an object is no number
}

void CommandLineStudyTest::measuresHaveNearNames() {
  QFETCH(QString, wrong);
  QFETCH(QString, near);
  put("bad.study.json", QByteArray(breakStudy).replace("\"xi\"", ('"' + wrong + '"').toUtf8()));
  const Run run = study("run @bad.study.json -o @a.nc");
  QCOMPARE(run.status, 1);
  VERIFY_ONE_LINE(run);
  const QByteArray expected = run.err.mid(run.err.indexOf("expected"));
  QVERIFY2(expected.contains(near.toUtf8()), run.err);
}

void CommandLineStudyTest::theSchemaKnowsStudies() {
  const carom::JsonSchema studies = schema();
  using Json = carom::JsonSchema::Json;
  const QDir folder(CAROM_SOURCE "/resources/studies");
  const QStringList names = folder.entryList({"*.study.json"});
  QVERIFY(names.size() >= 2);
  for (const QString& name : names) {
    std::ifstream file(folder.filePath(name).toStdString());
    QVERIFY2(studies.accepts(Json::parse(file)), qPrintable(name));
    QCOMPARE(study("script " + folder.filePath(name) + " --slurm").status, 0);
  }
  const Json good = Json::parse(breakStudy);
  QVERIFY(studies.accepts(good));
  // What the schema refuses, the command refuses.
  for (const char* change :
       {R"({"format": 2})", R"({"axes": []})", R"({"measures": []})", R"({"axes": [{"name": "ra"}]})",
        R"({"axes": [{"name": "ra", "values": []}]})",
        R"({"axes": [{"sample": "sobol", "points": 2, "over": {}}]})",
        R"({"axes": [{"name": "ra", "from": 1, "to": 2, "points": 2, "spacing": "cubic"}]})",
        R"({"simulate": {}})", R"({"landing": {"points": 0}})", R"({"landing": {"until": 1}})",
        R"({"limits": {"max_states": 0}})", R"({"resolve": {"restitution": 2}})", R"({"other": 1})",
        R"({"measures": [{"name": "x"}]})", R"({"scene": 1})"}) {
    Json bad = good;
    bad.update(Json::parse(change));
    QVERIFY2(!studies.accepts(bad), change);
    put("bad.study.json", QByteArray::fromStdString(bad.dump()));
    QCOMPARE(study("run @bad.study.json -o @a.nc").status, 1);
  }
}

CAROM_TEST(CommandLineStudyTest);
#include "tst_command_line_study.moc"
