// `carom futures`, `carom orbit` and `carom simulate --variation` as scripts use them.
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineFuturesTest : public QObject {
  Q_OBJECT
 private slots:
  void futuresOfOneImpactAreItsOutcomes() {
    const Run run = runCarom("futures billiard-break --set theta=100deg --until 0.1 --json");
    QVERIFY2(run.status == 0 && run.err.isEmpty(), run.err);
    const Json json = run.json();
    const Json outcomes = runCarom("resolve billiard-break --set theta=100deg --json").json()["outcomes"];
    COMPARE_JSON(json["count"], outcomes.size());
    for (const Json& future : json["ends"]) {
      QCOMPARE(future["probability"].get<double>(), 0.5);
      bool isOutcome = false;
      for (const Json& outcome : outcomes) {
        double apart = 0;
        for (std::size_t i = 0; i < outcome["momentum"].size(); ++i)
          apart = std::max(
              apart, std::abs(outcome["momentum"][i].get<double>() - future["momentum"][i].get<double>()));
        isOutcome = isOutcome || apart < 1e-12;
      }
      QVERIFY(isOutcome);
    }
    QVERIFY(std::abs(json["entropy"].back().get<double>() - std::log(2.0)) < 1e-12);
  }

  /// Each end but the most probable one says which impact and ordering made it another one.
  void endsSayWhatDecidedThem() {
    const Run run = runCarom("futures rack-break --until 0.3 --json");
    const Json json = run.json();
    QVERIFY(json["ends"].size() > 2);
    // Gaps of three contacts are drawn: there may be more.
    QCOMPARE(json["futures"].get<std::string>(), std::to_string(json["count"].get<int>()));
    for (const Json& coordinate : json["spread"]["coordinates"])
      for (std::size_t t = 0; t < json["spread"]["times"].size(); ++t) {
        const double mean = coordinate["mean"][t].get<double>(), room = 1e-12 * (1 + std::abs(mean));
        QVERIFY(coordinate["min"][t].get<double>() <= mean + room &&
                mean <= coordinate["max"][t].get<double>() + room);
      }
    for (const Json& end : json["ends"]) QCOMPARE(end["orderings"].size(), end["choices"].size());
    QVERIFY(json["growth_rate"].get<double>() > 0);
    QVERIFY(json["ends"][0]["decided_by"].is_null());
    const Json best = json["ends"][0]["choices"];
    for (std::size_t i = 1; i < json["ends"].size(); ++i) {
      const Json choices = json["ends"][i]["choices"], decided = json["ends"][i]["decided_by"];
      std::size_t same = 0;
      while (choices[same] == best[same]) ++same;
      COMPARE_JSON(decided["time"], choices[same]["time"]);
      COMPARE_JSON(decided["ordering"], choices[same]["ordering"]);
      COMPARE_JSON(decided["in_place_of"], best[same]["ordering"]);
    }
    QVERIFY(json["decisions"].size() >= 1);
    double decided = 0;
    for (const Json& decision : json["decisions"]) decided += decision["decided"].get<double>();
    QVERIFY(decided > 0.5);
    QVERIFY(runCarom("futures rack-break --until 0.3").out.contains("nat decided at 0"));
  }

  void theCsvHasALineForEachTime() {
    QTemporaryDir dir;
    const QString file = dir.filePath("futures.csv");
    const Run run = runCarom({"futures", "rack-break", "--until", "0.2", "--times", "5", "-o", file});
    QVERIFY2(run.status == 0, run.err);
    QFile csv(file);
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
    lines.removeIf([](const QByteArray& line) { return line.startsWith('#'); });  // how it was made
    QCOMPARE(lines.size(), 6);
    QVERIFY(lines[0].startsWith("time,futures,probability,entropy,mean:"));
    for (const QByteArray& line : lines) QCOMPARE(line.count(','), lines[0].count(','));
  }

  void whatIsDroppedEndsWithStatus3() {
    const Run run = runCarom("futures rack-break --until 0.1 --least 0.2 --json");
    QCOMPARE(run.status, 3);
    QVERIFY(run.json()["lost"].get<double>() > 0.1);
    COMPARE_JSON(run.json()["complete"], false);
    COMPARE_JSON(run.json()["limit"], "branches");
  }

  /// A break at 0.3 s, another one every 10 ms: 2²⁴ futures in the end. What was found up to some time, the
  /// reason, status 3.
  void futuresThatExplodeEndAtTheMemory() {
    QStringList bodies, contacts, places, speeds;
    for (int i = 0; i < 24; ++i) {
      const auto add = [&](const char* name, double x, double y) {
        bodies << QString(R"({"name": "%1%2", "joints": ["x", "y"], "mass": 1,
                          "shapes": [{"type": "ball", "radius": 0.05}]})")
                      .arg(name)
                      .arg(i);
        places << QString(R"("%1%2.x": %3, "%1%2.y": %4)").arg(name).arg(i).arg(x).arg(y + 10 * i);
      };
      add("c", -0.3 - 0.01 * i, 0);
      add("a", 0.1 * std::cos(0.9), 0.1 * std::sin(0.9));
      add("b", 0.1 * std::cos(0.9), -0.1 * std::sin(0.9));
      speeds << QString(R"("c%1.x": 1)").arg(i);
      for (const char* other : {"a", "b"})
        contacts << QString(R"({"between": ["c%1", "%2"]})").arg(i).arg(other + QString::number(i));
    }
    QTemporaryDir dir;
    const QString file = dir.filePath("breaks.carom.json");
    QFile scene(file);
    QVERIFY(scene.open(QIODevice::WriteOnly));
    scene.write(QString(R"({"format": 1, "title": "Breaks", "bodies": [%1], "contacts": [%2],
                        "initial": {"q": {%3}, "velocity": {%4}}})")
                    .arg(bodies.join(','), contacts.join(','), places.join(','), speeds.join(','))
                    .toUtf8());
    scene.close();
    const QStringList command{"futures",       file,         "--until",      "1",  "--least", "0",
                              "--max-futures", "1000000000", "--max-memory", "4MB"};
    const Run run = runCarom(command + QStringList{"--json"});
    QVERIFY2(run.status == 3, run.err);
    const Json json = run.json();
    COMPARE_JSON(json["limit"], "memory");
    COMPARE_JSON(json["complete"], false);
    const auto count = json["count"].get<std::size_t>();
    QVERIFY(count > 64 && json["lost"].get<double>() == 0);
    const double reached = json["reached"].get<double>();
    QVERIFY(reached > 0.35 && reached < 0.5);
    for (std::size_t i = 0; i < json["times"].size(); ++i)
      if (json["times"][i].get<double>() <= reached)
        QVERIFY(std::abs(json["mass"][i].get<double>() - 1) < 1e-12);
    const Run text = runCarom(command);
    QCOMPARE(text.status, 3);
    QVERIFY2(text.out.contains("the memory is used up"), text.out);
  }

  void anOrbitHasItsPeriod() {
    const Run run =
        runCarom("orbit double-pendulum --set angle1=10deg --set angle2=14deg --period 2.3 --json");
    QVERIFY2(run.status == 0 && run.err.isEmpty(), run.err);
    const Json orbit = run.json()["orbits"][0];
    COMPARE_JSON(orbit["found"], true);
    // The slow mode of two uniform rods of 1 m and 1 kg: 7x²/36 − 7 g x/6 + 3g²/4 = 0 for x = ω².
    const double g = 9.81, x = g * (7.0 / 6 - std::sqrt(49.0 / 36 - 7.0 / 12)) / (7.0 / 18);
    QVERIFY(std::abs(orbit["period"].get<double>() - 2 * M_PI / std::sqrt(x)) < 0.01);
    COMPARE_JSON(orbit["stability"], "neutral");
  }

  void anOrbitThatIsNotThereEndsWithStatus3() {
    const Run run = runCarom("orbit superball --period 0.5 --json");
    QCOMPARE(run.status, 3);
    COMPARE_JSON(run.json()["orbits"][0]["found"], false);
    COMPARE_JSON(run.json()["limit"], "no-orbit");
  }

  void theVariationOfARunIsPartOfItsDocument() {
    const Run run = runCarom("simulate billiard-break --until 0.1 --variation --json");
    QVERIFY2(run.status == 0, run.err);
    const Json variation = run.json()["variation"];
    QCOMPARE(variation["map"].size(), std::size_t{12});
    COMPARE_JSON(variation["continuous"], true);
    COMPARE_JSON(variation["corners"], true);
    QCOMPARE(variation["impacts"][0]["words"].size(), std::size_t{2});
    QVERIFY(!runCarom("simulate billiard-break --until 0.1 --json").json().contains("variation"));
  }

  /// A number for each reported step, in JSON and CSV: at the first 1, at the last that of the variation.
  void growthIsAColumnOfTheRun() {
    const QString command = "simulate double-pendulum --until 0.3 --every 10";
    const Json json = runCarom((command + " --variation --json").split(' ')).json();
    QCOMPARE(json["growth"].size(), json["times"].size());
    QVERIFY(std::abs(json["growth"].front().get<double>() - 1) < 1e-12);
    COMPARE_JSON(json["growth"].back(), json["variation"]["growth"][0]);
    const QByteArray csv = runCarom((command + " --variation --csv -").split(' ')).out;
    QVERIFY2(csv.contains(",growth"), csv.left(200));
    QVERIFY(!runCarom((command + " --csv -").split(' ')).out.contains("growth"));
    QVERIFY(!runCarom((command + " --json").split(' ')).json().contains("growth"));
  }

  void aVariationThatEndsEarlyIsALimit() {
    const Run run = runCarom("simulate trex --until 0.01 --variation --json");
    QCOMPARE(run.status, 3);
    QVERIFY(run.json()["variation"]["stopped"].get<std::string>().find("motors") != std::string::npos);
  }

  /// The walk of the compass gait comes back with its legs exchanged: the search needs no period then.
  void aMotionThatReturnsNeedsNoPeriod() {
    const Run alone = runCarom("orbit compass-gait --json"),
              told = runCarom(
                  "orbit compass-gait --json --period 0.7 --travel hip.x --mirror "
                  "left.angle=right.angle,right.angle=left.angle");
    QCOMPARE(alone.status, 0);
    const Json found = alone.json()["orbits"][0], expected = told.json()["orbits"][0];
    COMPARE_JSON(found["found"], true);
    QVERIFY(std::abs(found["period"].get<double>() - expected["period"].get<double>()) < 1e-7);
    COMPARE_JSON(found["stability"], expected["stability"].get<std::string>());
    // What the rule has chosen is told: of one leg the multipliers are those of half a cycle.
    for (const char* key : {"mirror", "travel"}) QVERIFY2(found[key].size() > 0, key);
    QVERIFY(found["mirror"] == expected["mirror"]);
    COMPARE_JSON(found["mirror"]["left.angle"], "right.angle");
    QVERIFY(std::abs(found["first_period"].get<double>() - 0.734348) < 1e-4);
    COMPARE_JSON(expected["first_period"], 0.7);
    const Run text = runCarom("orbit compass-gait");
    QVERIFY2(text.out.contains("first near return") && text.out.contains("left.angle is right.angle"),
             text.out);
    // A ball that bounces on does not come back.
    const Run away = runCarom("orbit superball");
    QCOMPARE(away.status, 2);
    QVERIFY2(away.err.contains("--period: is needed") && away.err.contains("within 1 s"), away.err);
    // A run that ends early is no run that does not come back.
    const Run jammed = runCarom("orbit trapped-ball");
    QCOMPARE(jammed.status, 2);
    QVERIFY2(jammed.err.contains("ends after 0 s: jammed"), jammed.err);
  }

  /// Where what varies leaves a family of orbits, the most stable of it is told with the growth before.
  void theMostStableOrbitIsTold() {
    const QString hopper = "orbit hopper --period 0.4 --step 1e-3 --vary height,rise,extension,stretching";
    const auto run = [&](const QString& rest) { return runCarom((hopper + rest).split(QLatin1Char(' '))); };
    const Run one = run(" --json"), only = run(" --most-stable --json"),
              best = run(",damping --most-stable --json");
    QVERIFY2(one.status == 0 && only.status == 0 && best.status == 0, best.err);
    QVERIFY(!one.json()["orbits"][0].contains("most_stable"));
    COMPARE_JSON(only.json()["orbits"][0]["most_stable"]["freedoms"], 0);
    const Json found = best.json()["orbits"][0]["most_stable"];
    COMPARE_JSON(found["freedoms"], 1);
    COMPARE_JSON(found["complete"], true);
    QVERIFY(found["growth"].get<double>() < found["before"].get<double>());
    // Feet that settle within a step leave no map: nothing is said to be the most stable then.
    const QByteArray without = runCarom(
                                   "orbit hopper --set damping=30 --period 0.4 --step 4e-3 --vary "
                                   "height,rise,extension,stretching,damping --most-stable")
                                   .out;
    QVERIFY2(without.contains("no growth is known of"), without);
    QVERIFY2(!without.contains("most stable of"), without);
  }

  /// A direction is a row of the map where there is no tie, and has the growth along the run beside it.
  void aDirectionIsPartOfTheVariation() {
    const Run run =
        runCarom("simulate double-pendulum --until 0.3 --direction upper.angle=2,v:lower.angle=1 --json");
    QVERIFY2(run.status == 0, run.err);
    const Json variation = run.json()["variation"], direction = variation["direction"];
    QCOMPARE(direction["end"].size(), std::size_t{4});
    for (std::size_t i = 0; i < 4; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 4; ++j)
        sum += variation["map"][i][j].get<double>() * direction["start"][j].get<double>();
      QVERIFY(std::abs(sum - direction["end"][i].get<double>()) < 1e-9);
    }
    COMPARE_JSON(direction["stopped"], nullptr);
    const Json along = variation["along"];
    QCOMPARE(along.size(), std::size_t{101});
    QVERIFY(std::abs(along.front()["growth"].get<double>() - 1) < 1e-12);
    COMPARE_JSON(along.back()["growth"], variation["growth"][0]);
    for (std::size_t i = 1; i < along.size(); ++i) QVERIFY(along[i]["time"] > along[i - 1]["time"]);
  }

  void halfAPeriodIsAnOrbitOfTheMirror() {
    const QString pendulum =
        "orbit double-pendulum --set angle1=10deg --set angle2=14deg --json --vary "
        "period,upper.angle,lower.angle ";
    const Json whole = runCarom((pendulum + "--period 2.3").split(' ')).json()["orbits"][0],
               half = runCarom((pendulum +
                                "--period 1.15 --mirror upper.angle=-upper.angle,lower.angle=-lower.angle")
                                   .split(' '))
                          .json()["orbits"][0];
    COMPARE_JSON(half["found"], true);
    QVERIFY(std::abs(2 * half["period"].get<double>() - whole["period"].get<double>()) < 0.01);
  }

  /// The figure of futures has the numbers of the document: the deviations that are largest, and the entropy.
  void futuresAreDrawn() {
    const QTemporaryDir folder;
    const QString data = folder.filePath("futures.json"), csv = folder.filePath("futures.csv"),
                  picture = folder.filePath("futures.pdf");
    QCOMPARE(runCarom({"futures", "billiard-break", "--set", "theta=120deg", "--until", "0.5", "--times", "6",
                       "-o", data})
                 .status,
             0);
    QCOMPARE(runCarom({"figure", "futures", "--data", data, "-o", picture}).status, 0);
    const Run drawn =
        runCarom({"figure", "futures", "--data", data, "--view", R"({"coordinates": ["c.y"]})", "-o", csv});
    QVERIFY2(drawn.status == 0, drawn.err);
    QFile table(csv), document(data);
    QVERIFY(table.open(QIODevice::ReadOnly) && document.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
    QCOMPARE(lines[0], QByteArray("time,entropy,mean:c.y,deviation:c.y"));
    QCOMPARE(lines.size(), 7);
    const Json json = Json::parse(document.readAll().toStdString());
    const QList<QByteArray> last = lines.last().split(',');
    COMPARE_JSON(json["entropy"][5], last[1].toDouble());
    COMPARE_JSON(json["deviation"][5][5], last[3].toDouble());
    // Both orders are as probable: ball c goes up or down alike.
    QVERIFY(last[3].toDouble() > 0.01 && std::abs(last[2].toDouble()) < 1e-12);
    const Run refused = runCarom({"figure", "futures", "--data", csv, "-o", picture});
    QVERIFY2(refused.status != 0 && refused.err.contains("carom futures --json"), refused.err);
    QVERIFY(runCarom(
                {"figure", "futures", "--data", data, "--view", R"({"coordinates": ["c.z"]})", "-o", picture})
                .err.contains("c.z"));
  }

  /// The figure of an orbit has the multipliers and the map of the document.
  void multipliersAreDrawn() {
    const QTemporaryDir folder;
    const QString data = folder.filePath("orbit.json"), csv = folder.filePath("orbit.csv"),
                  picture = folder.filePath("orbit.pdf");
    QCOMPARE(runCarom(QString("orbit double-pendulum --set angle1=10deg --set angle2=14deg --period 2.3 "
                              "--vary period,upper.angle,lower.angle")
                          .split(' ') +
                      QStringList{"-o", data})
                 .status,
             0);
    QCOMPARE(runCarom({"figure", "orbit", "--data", data, "-o", picture}).status, 0);
    const Run drawn = runCarom({"figure", "orbit", "--data", data, "-o", csv});
    QVERIFY2(drawn.status == 0, drawn.err);
    QFile table(csv), document(data);
    QVERIFY(table.open(QIODevice::ReadOnly) && document.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
    QCOMPARE(lines[0], QByteArray("orbit,orderings,quantity,row,column,real,imaginary"));
    const Json map = Json::parse(document.readAll().toStdString())["orbits"][0]["maps"][0];
    const std::size_t multipliers = map["multipliers"].size();
    QVERIFY(multipliers >= 2);
    QCOMPARE(lines.size(), static_cast<qsizetype>(1 + multipliers + 16));
    for (std::size_t i = 0; i < multipliers; ++i) {
      const QList<QByteArray> cells = lines[static_cast<qsizetype>(1 + i)].split(',');
      QCOMPARE(cells[2], QByteArray("multiplier"));
      COMPARE_JSON(map["multipliers"][i][0], cells[5].toDouble());
      COMPARE_JSON(map["multipliers"][i][1], cells[6].toDouble());
    }
    COMPARE_JSON(map["map"][3][3], lines.last().split(',')[5].toDouble());
    const Run again = runCarom({"figure", "--from", picture, "-o", folder.filePath("again.pdf")});
    QVERIFY2(again.status == 0, again.err);
    const Run refused = runCarom({"figure", "orbit", "--data", csv, "-o", picture});
    QVERIFY2(refused.status != 0 && refused.err.contains("carom orbit --json"), refused.err);
    QVERIFY(runCarom({"figure", "orbit", "-o", picture}).err.contains("carom orbit --json"));
  }

  void faultsAreOneLine_data() {
    addFaults({
        {"futures billiard-break", 2, "--until"},
        {"futures billiard-break --until 1 --least 1", 2, "probability"},
        {"futures billiard-break --until 1 --times 1", 2, "--times"},
        {"futures billiard-break --until -1", 1, "--until"},
        {"orbit billiard-break", 2, "--period"},
        {"orbit billiard-break --period 0", 2, "--period"},
        {"orbit billiard-break --period 1 --vary thetta", 2, "theta"},
        {"orbit billiard-break --period 1 --vary theta=1:2", 2, "without bounds"},
        {"orbit billiard-break --period 1 --travel a.z", 2, "a."},
        {"orbit billiard-break --period 1 --over theta=1:2:3 --over ra=1:2:3", 2, "--over"},
        {"orbit billiard-break --period 1 --over theta=1:2:3 --vary theta,period", 2, "varies already"},
        {"orbit billiard-break --period 1 --over a.x=1:2:3", 1, "ac"},
        {"orbit double-pendulum --period 1 --folds", 2, "--over"},
        {"orbit double-pendulum --period 1 --mirror upper.angle=lower.angle", 2, "twice"},
        {"orbit double-pendulum --period 1 --mirror upper.anle=-upper.angle", 2, "upper.angle"},
        {"simulate billiard-break --until 0.1 --direction thetta=1", 2, "theta"},
        {"simulate billiard-break --until 0.1 --direction theta", 2, "NAME=BY"},
        {"simulate rack-break --until 0.1 --direction rows=1", 2, "whole number"},
    });
  }
  void faultsAreOneLine() { VERIFY_FAULT(); }
};

CAROM_TEST(CommandLineFuturesTest);
#include "tst_command_line_futures.moc"
