// `carom robust` as scripts use it; tst_robust checks its numbers.
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineRobustTest : public QObject {
  Q_OBJECT
 private slots:
  void theDocumentHasTheSample() {
    const char* words =
        "robust billiard-break --set theta=100deg --tolerance theta=0.5deg,v:c.y=0.01 --samples 500 --seed 7 "
        "--json";
    const Run run = runCarom(words);
    QCOMPARE(run.status, 0);
    QVERIFY2(run.err.isEmpty(), run.err);
    const Json json = run.json();
    COMPARE_JSON(json["samples"], 500);
    COMPARE_JSON(json["seed"], 7);
    const Json& xi = json["xi"];
    QVERIFY(xi["median"] <= xi["q95"] && xi["q95"] <= xi["max"]);
    QVERIFY(xi["standard_error"].get<double>() > 0);
    const Run design = runCarom("resolve billiard-break --set theta=100deg --json");
    QVERIFY(std::abs(xi["at_design"].get<double>() - design.json()["xi"].get<double>()) < 1e-12);
    COMPARE_JSON(json["largest_scale"], nullptr);
    QCOMPARE(json["slopes"].size(), std::size_t{1});
    COMPARE_JSON(json["slopes"][0]["parameter"], "theta");
    COMPARE_JSON(json["slopes"][0]["pair"], (Json{"ac", "bc"}));
    QCOMPARE(runCarom(words).out, run.out);
  }

  /// At the largest scale 95 % of the samples are below, just above it they are not.
  void theLargestScaleIsSharp() {
    const Run run =
        runCarom("robust billiard-break --tolerance theta=1deg --samples 400 --below 0.01 --json");
    const double scale = run.json()["largest_scale"];
    const auto q95 = [](double width) {
      return runCarom({"robust", "billiard-break", "--tolerance",
                       QStringLiteral("theta=%1").arg(width, 0, 'g', 17), "--samples", "400", "--json"})
          .json()["xi"]["q95"]
          .get<double>();
    };
    const double degree = std::acos(-1) / 180;
    QVERIFY(q95(scale * degree) < 0.01);
    QVERIFY(q95(scale * 1.001 * degree) > 0.01 * (1 - 1e-3));
  }

  void thePlainTextNamesWhatWasFound() {
    const Run run =
        runCarom("robust billiard-break --tolerance theta=1deg,ra=1mm --normal --samples 100 --below 0.01");
    QCOMPARE(run.status, 0);
    for (const char* part : {"100 samples", "normal", "95 % quantile", "standard error",
                             "times these tolerances", "G of ac and bc"})
      QVERIFY2(run.out.contains(part), part);
  }

  /// The figure draws the document, and has its numbers as CSV.
  void theFigureDrawsTheDocument() {
    const QTemporaryDir folder;
    const QString data = folder.filePath("robust.json"), csv = folder.filePath("robust.csv");
    const Run run =
        runCarom("robust billiard-break --tolerance theta=0.5deg,ra=1mm,rc=1mm --samples 500 --json");
    QFile file(data);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(run.out);
    file.close();
    QCOMPARE(run.json()["xi"]["percentiles"].size(), std::size_t{101});
    QVERIFY(run.json()["xi"]["percentiles"][95] == run.json()["xi"]["q95"]);
    const Run made = runCarom({"figure", "robust", "--data", data, "-o", csv});
    QVERIFY2(made.status == 0, made.err);
    QFile table(csv);
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray text = table.readAll();
    QCOMPARE(text.count("change of G"), 3);
    QCOMPARE(text.count("share of samples"), 101);
    const QString picture = folder.filePath("robust.svg");
    QCOMPARE(runCarom({"figure", "robust", "--data", data, "-o", picture}).status, 0);
    QVERIFY(QFile(picture).size() > 5000);
    const Run refused = runCarom({"figure", "robust", "--data", csv, "-o", picture});
    QCOMPARE(refused.status, 1);
    VERIFY_ONE_LINE(refused);
  }

  void faultsAreOneLineAndAStatus_data() {
    addFaults({
        {"robust billiard-break", 2, "tolerance"},
        {"robust billiard-break --tolerance theta", 2, "NAME=WIDTH"},
        {"robust billiard-break --tolerance thta=1", 2, "theta"},
        {"robust billiard-break --tolerance v:c.z=1", 2, "v:c.y"},
        {"robust billiard-break --tolerance theta=0", 2, "above 0"},
        {"robust billiard-break --tolerance theta=1/", 2, "theta=1/"},
        {"robust billiard-break --tolerance theta=1,theta=2", 2, "twice"},
        {"robust newtons-cradle --tolerance n=1", 2, "count"},
        {"robust billiard-break --tolerance theta=1 --below 0", 2, "--below"},
        {"robust billiard-break --tolerance theta=1 --samples 0", 2, "--samples"},
        {"robust billiard-break --set theta=200deg --tolerance theta=1", 1, "theta"},
    });
  }
  void faultsAreOneLineAndAStatus() { VERIFY_FAULT(); }
};

CAROM_TEST(CommandLineRobustTest);
#include "tst_command_line_robust.moc"
