// carom bench peers: other engines beside Carom, where some are installed, or how to get them.
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <algorithm>

#include "base/csv_text.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLinePeers : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QVERIFY(m_folder.isValid());
    m_isBuilt = QFileInfo(QFileInfo(QStringLiteral(CAROM_BINARY)).absolutePath() +
                          QStringLiteral("/carom_bench_peers"))
                    .isExecutable();
  }
  void withoutAnyEngineItNamesThePackages();
  void anUnknownRunIsTheCommandsFault();
  void impactsKeepMomentumAndAgreeWhereTheOutcomeIsUnique();
  void plantedProblemsAreJudged();
  void everyRunIsALineOfTheFile();
  void theFigureDrawsTheFile();
  void theFigureSaysWhatItNeeds();

 private:
  /// What packages.txt lists for the engines; MuJoCo reads robots, too, and is listed for that.
  static QByteArrayList packages() {
    QFile file(QStringLiteral(CAROM_SOURCE "/packages.txt"));
    QByteArrayList names;
    if (file.open(QIODevice::ReadOnly))
      for (const QByteArray& line : file.readAll().split('\n')) {
        const QByteArrayList words = line.simplified().split(' ');
        if (words.size() > 2 && (words[1] == "peers" || words[0] == "libmujoco-dev")) names += words[0];
      }
    return names;
  }

  bool m_isBuilt = false;
  QTemporaryDir m_folder;
};

void CommandLinePeers::withoutAnyEngineItNamesThePackages() {
  // A program alone in its folder is one that was built without any engine.
  const QString alone = m_folder.filePath(QStringLiteral("carom"));
  QVERIFY(QFile::copy(QStringLiteral(CAROM_BINARY), alone));
  // It finds its libraries beside itself only.
  const QString libraries = QFileInfo(QStringLiteral(CAROM_BINARY)).path() + QStringLiteral("/lib");
  QVERIFY(QFile::link(libraries, m_folder.filePath(QStringLiteral("lib"))));
  QProcess process;
  process.setProcessEnvironment(plainEnvironment());
  process.start(alone, {"bench", "peers"});
  const Run run = finish(process);
  QCOMPARE(run.status, 1);
  VERIFY_ONE_LINE(run);
  QCOMPARE(packages().size(), 8);  // DART's are two
  for (const QByteArray& package : packages()) QVERIFY2(run.err.contains(package), package);
  QVERIFY(run.err.contains("./carom bench peers"));
}

void CommandLinePeers::anUnknownRunIsTheCommandsFault() {
  if (!m_isBuilt) QSKIP("no engine is installed");
  const Run run = runCarom("bench peers no-such-run");
  QCOMPARE(run.status, 2);
  VERIFY_ONE_LINE(run);
  QVERIFY(run.err.contains("cradle-3"));
}

void CommandLinePeers::impactsKeepMomentumAndAgreeWhereTheOutcomeIsUnique() {
  if (!m_isBuilt) QSKIP("no engine is installed");
  const Run run = runCarom("bench peers best/billiard-90 --json");
  QVERIFY2(run.status == 0, run.err);
  const Json answer = run.json();
  const Json& engines = answer.at("engines");
  QVERIFY(engines.size() >= 2);  // one of them is Carom
  const bool hasDart = std::ranges::any_of(engines, [](const Json& e) { return e.at("name") == "dart"; });
  QCOMPARE(engines.size() + answer.at("missing").size() + (hasDart ? 1U : 0U), packages().size() + 1U);
  QCOMPARE(answer.at("impacts").size(), 9 * engines.size());  // three rates, three restitutions
  for (const Json& entry : answer.at("impacts")) {
    const std::string what = entry.dump();
    QVERIFY2(entry.at("momentum") < 1e-5, what.c_str());
    // A step of 6 kHz lets bodies overlap by at most 1.7 mm of their radius of 0.5 m before an engine sees
    // it.
    if (entry.at("restitution") != 1.0 || entry.at("hz") != 6000) continue;
    if (entry.at("engine") == "dart") continue;  // without restitution below 0.1 m/s, which nothing sets
    QVERIFY2(entry.at("distance").at("max") < 0.02, what.c_str());
    QVERIFY2(std::abs(entry.at("energy").at("min").get<double>()) < 0.01, what.c_str());
    QVERIFY2(std::abs(entry.at("energy").at("max").get<double>()) < 0.01, what.c_str());
  }
}

/// Planted problems: Carom has an outcome of every one; the verdicts of an engine are as many as its
/// problems, and one that takes all contacts at once does not have Newton's cradle.
void CommandLinePeers::plantedProblemsAreJudged() {
  if (!m_isBuilt) QSKIP("no engine is installed");
  const Run run = runCarom("bench peers best/conformance --json");
  QVERIFY2(run.status == 0, run.err);
  const Json answer = run.json();
  QCOMPARE(answer.at("conformance").size(), answer.at("engines").size());
  for (const Json& entry : answer.at("conformance")) {
    const std::string what = entry.dump();
    int verdicts = 0;
    for (const char* verdict : {"right", "one-of-several", "wrong", "not-decided", "failed"})
      verdicts += entry.at(verdict).get<int>();
    QVERIFY2(entry.at("problems") == verdicts && verdicts >= 30, what.c_str());
    if (entry.at("engine") == "carom")
      QVERIFY2(entry.at("right").get<int>() + entry.at("one-of-several").get<int>() == verdicts,
               what.c_str());
    if (entry.at("engine") == "ode" || entry.at("engine") == "box2d" || entry.at("engine") == "bullet")
      QVERIFY2(entry.at("right") > 0 && entry.at("wrong") > 0, what.c_str());
  }
}

void CommandLinePeers::everyRunIsALineOfTheFile() {
  if (!m_isBuilt) QSKIP("no engine is installed");
  struct Chosen {
    const char* scenes;
    int impacts, motions;
  };
  constexpr int eachScene = 3 * 3 * 40;  // rates, restitutions, speeds
  // The larger piles take minutes.
  const Chosen all[] = {{"cradle", 2 * eachScene, 0},
                        {"balls-and-wall", eachScene, 0},
                        {"billiard", 4 * eachScene, 0},
                        {"rack", eachScene, 0},
                        {"double-pendulum", 0, 2},
                        {"box-", 0, 4},
                        {"five-boxes", 0, 2},
                        {"ten-boxes", 0, 2},
                        {"funnel-10", 0, 1}};
  for (const Chosen& chosen : all) {
    const QString path = m_folder.filePath(QStringLiteral("peers.csv"));
    const Run run = runCarom({"bench", "peers", QByteArray("carom/default/") + chosen.scenes, "-o", path});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY(run.out.contains(path.toUtf8()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split('\n');
    const QStringList names = carom::csvFields(lines[0]);
    int impacts = 0, motions = 0;
    for (const QString& line : lines.mid(1)) {
      const QStringList fields = carom::csvFields(line);
      QCOMPARE(fields.size(), names.size());
      const auto number = [&](const char* name) {
        bool isNumber = false;
        const double value = fields[names.indexOf(QLatin1String(name))].toDouble(&isNumber);
        return isNumber ? value : qQNaN();
      };
      QCOMPARE(fields[names.indexOf("engine")], QStringLiteral("carom"));
      QVERIFY(number("hz") >= 60);
      if (std::isnan(number("speed"))) {
        ++motions;
        QVERIFY(number("steps_per_s") > 0);
        QVERIFY2(!(number("overlap_m") > 1e-8) && !(number("drift_m") > 1e-9), qPrintable(line));
        continue;
      }
      ++impacts;
      // The propagative model ends in one of its own outcomes, with all of the energy where nothing is lost,
      // but for the rounding of thousands of steps.
      QVERIFY2(number("distance") < 1e-9, qPrintable(line));
      QVERIFY2(number("restitution") < 1 || std::abs(number("energy")) < 1e-11, qPrintable(line));
    }
    QCOMPARE(impacts, chosen.impacts);
    QCOMPARE(motions, chosen.motions);
  }
}

void CommandLinePeers::theFigureDrawsTheFile() {
  const QString data = m_folder.filePath(QStringLiteral("some.csv"));
  QFile file(data);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(
      "engine,version,settings,scene,hz,restitution,speed,energy\n"
      "bullet,3.24,default,cradle-3,60,1,0.1,-0.5\n"
      "bullet,3.24,default,cradle-3,60,1,10,0.25\n"
      "bullet,3.24,best,cradle-3,60,1,10,0.75\n"
      "bullet,3.24,default,cradle-5,60,1,10,0.75\n"
      "ode,0.16,default,cradle-3,60,1,10,0.75\n"
      "carom,0.1,default,cradle-3,60,1,10,0\n");
  file.close();
  const QString numbers = m_folder.filePath(QStringLiteral("numbers.csv"));
  const Run csv = runCarom({"figure", "bullet-energy", "--data", data, "-o", numbers});
  QVERIFY2(csv.status == 0 && csv.err.isEmpty(), csv.err);
  QFile drawn(numbers);
  QVERIFY(drawn.open(QIODevice::ReadOnly));
  QCOMPARE(drawn.readAll(), QByteArray("engine,hz,restitution,speed,energy\n"
                                       "bullet,60,1,0.1,-0.5\n"
                                       "bullet,60,1,10,0.25\n"
                                       "carom,60,1,10,0\n"));
  const QString picture = m_folder.filePath(QStringLiteral("figure.pdf"));
  const Run pdf = runCarom({"figure", "bullet-energy", "--data", data, "-o", picture});
  QVERIFY2(pdf.status == 0 && pdf.err.isEmpty(), pdf.err);
  QVERIFY(QFileInfo(picture).size() > 1000);
}

void CommandLinePeers::theFigureSaysWhatItNeeds() {
  const QString out = m_folder.filePath(QStringLiteral("none.pdf")),
                empty = m_folder.filePath(QStringLiteral("empty.csv"));
  QFile file(empty);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.close();
  const Run without = runCarom({"figure", "bullet-energy", "-o", out});
  QCOMPARE(without.status, 2);
  VERIFY_ONE_LINE(without);
  QVERIFY(without.err.contains("carom bench peers -o FILE.csv"));
  const Run missing = runCarom({"figure", "bullet-energy", "--data", "/no/such.csv", "-o", out});
  QCOMPARE(missing.status, 1);
  VERIFY_ONE_LINE(missing);
  QVERIFY(missing.err.contains("/no/such.csv"));
  const Run nothing = runCarom({"figure", "bullet-energy", "--data", empty, "-o", out});
  QCOMPARE(nothing.status, 1);
  VERIFY_ONE_LINE(nothing);
  QVERIFY(nothing.err.contains("carom bench peers"));
  const Run other = runCarom({"figure", "outcomes", "--data", empty, "-o", out});
  QCOMPARE(other.status, 2);
  VERIFY_ONE_LINE(other);
  QVERIFY(!QFileInfo::exists(out));
}

CAROM_TEST(CommandLinePeers);
#include "tst_command_line_peers.moc"
