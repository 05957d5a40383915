// The keys of JSON documents that scripts read, with what they mean: none may go or change its meaning.
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class PublishedKeysTest : public QObject {
  Q_OBJECT

  /// The value at "impacts[].time", with the first entry of lists; null pointer where there is none.
  static const Json* at(const Json& document, const QString& path) {
    const Json* value = &document;
    for (QString part : path.split('.')) {
      const bool isList = part.endsWith("[]");
      if (isList) part.chop(2);
      const auto found = value->find(part.toStdString());
      if (!value->is_object() || found == value->end()) return nullptr;
      value = &*found;
      if (!isList) continue;
      if (!value->is_array() || value->empty()) return nullptr;
      value = &value->front();
    }
    return value;
  }
  static double dot(const Json& row, const std::vector<double>& x) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += row[i].get<double>() * x[i];
    return sum;
  }

  QTemporaryDir folder;

 private slots:
  void everyDocumentHasItsKeys_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("keys");
    const auto row = [](const char* command, const char* keys) {
      QTest::newRow(qPrintable(QString(command).section(' ', 0, 1))) << command << keys;
    };
    row("resolve billiard-break",
        "scene dof coordinates[].name coordinates[].unit contacts[].name contacts[].bodies contacts[].gap "
        "contacts[].approach contacts[].approach_speed gram certificate.unique certificate.reason "
        "made.version "
        "made.command made.scene made.parameters made.policy made.restitution made.seed");
    row("simulate billiard-break --until 0.1 --variation",
        "times energy momentum impacts[].time impacts[].contacts impacts[].path impacts[].outcomes "
        "impacts[].xi "
        "impacts[].energy_before impacts[].energy_after impacts[].plastic energy_error.max_relative "
        "energy_error.first_tenth energy_error.last_tenth initial.q initial.p final.q final.p complete "
        "variation.to variation.matrix variation.cones[].words variation.cones[].matrix "
        "variation.cones[].condition variation.growth");
    row("sweep billiard-break --over theta=60deg:120deg:3 --measure xi",
        "over[].name over[].values measure values complete");
    row("design billiard-break --set theta=100deg",
        "found variables[].name variables[].before variables[].after variables[].unit pairs[].contacts "
        "pairs[].multiplicity pairs[].before pairs[].after xi.before xi.after iterations residual");
    row("law routh --mass 1,0;0,1 --velocity=-1,0.5 --friction 0.3 --restitution 0.5",
        "impulse velocity energy.before energy.after permissible.energy permissible.separation "
        "permissible.compression permissible.friction mode frictionless sticking");
    row("law all --mass 1,0;0,1 --velocity=-1,0.5 --friction 0.3 --restitution 0.5 --path --accessible 8",
        "laws.routh.impulse laws.routh.path laws.smith.accessible");
    row("compare billiard-break --set theta=100deg --cloud 9",
        "models[].name models[].momentum models[].energy models[].feasible models[].rounds models[].distance "
        "models[].nearest models[].in_hull cloud[].exponent cloud[].samples cloud[].inside_hull "
        "cloud[].momenta");
    row("robust billiard-break --set theta=100deg --tolerance theta=1deg --samples 50 --below 0.1",
        "samples seed xi.mean xi.standard_error xi.median xi.q95 xi.max xi.at_design largest_scale "
        "slopes[].parameter slopes[].pair slopes[].dG");
    row("landing minitaur --samples 20",
        "feet contacts[].name gram certificate.unique xi nearest_unique.unique tolerance.xi_q95 loops[].name "
        "loops[].residual loops[].impulse");
    QTest::newRow("landing --over") << "landing minitaur --samples 1 --over trunk.x=0:1:2"
                                    << "feet over[].name over[].unit over[].values stances[].at stances[].xi";
    row("orbit double-pendulum --set angle1=10deg --set angle2=14deg --period 2.3",
        "found period q v parameters residual iterations multipliers[].words multipliers[].values[].re "
        "multipliers[].values[].im stable why");
    row("futures billiard-break --set theta=120deg --until 0.3",
        "futures complete lost ends[].probability ends[].standard_error ends[].q ends[].p ends[].orderings "
        "spread.times spread.coordinates[].name spread.coordinates[].min spread.coordinates[].max "
        "spread.coordinates[].mean spread.coordinates[].deviation entropy growth_rate");
  }

  void everyDocumentHasItsKeys() {
    QFETCH(QString, command);
    QFETCH(QString, keys);
    const Run run = runCarom(command.split(' ') << "--json");
    QVERIFY2(run.status == 0, run.err);
    const Json document = run.json();
    for (const QString& key : keys.split(' ')) QVERIFY2(at(document, key), qPrintable(key));
  }

  void auditsHaveTheirKeys() {
    const QString csv = folder.filePath("bounce.csv");
    QCOMPARE(runCarom({"simulate", "bouncing-ball", "--until", "1", "--csv", csv}).status, 0);
    const Json audit = runCarom({"audit", "bouncing-ball", csv, "--json"}).json();
    for (const char* key : {"complete",
                            "mapping",
                            "recorded_step",
                            "recorded_rule",
                            "noise",
                            "jumps[].time",
                            "jumps[].window",
                            "jumps[].late",
                            "jumps[].contacts",
                            "jumps[].xi",
                            "jumps[].unique",
                            "jumps[].verdict",
                            "jumps[].words[].word",
                            "jumps[].words[].likelihood",
                            "jumps[].words[].restitution",
                            "jumps[].words[].friction",
                            "jumps[].nearest.word",
                            "jumps[].nearest.distance",
                            "jumps[].nearest.deviations",
                            "jumps[].in_hull",
                            "jumps[].permissible",
                            "jumps[].energy.change",
                            "jumps[].energy.error",
                            "jumps[].momentum.change",
                            "jumps[].momentum.error",
                            "fit.restitution",
                            "fit.friction",
                            "drift"})
      QVERIFY2(at(audit, key), key);
  }

  /// The columns of "matrix" are derivatives of the end by the start, in coordinates and velocities: against
  /// differences of runs.
  void theMatrixOfAVariationIsByVelocities() {
    const QStringList run{"simulate", "double-pendulum", "--until", "0.5", "--json"};
    const Json variation = (runCarom(run + QStringList{"--variation"}).json())["variation"];
    QCOMPARE(variation["to"], "end");
    QCOMPARE(variation["cones"].size(), std::size_t(1));
    QVERIFY(variation["cones"][0]["condition"].empty());
    constexpr double step = 1e-5;
    const std::array<const char*, 4> names{"upper.angle", "lower.angle", "v:upper.angle", "v:lower.angle"};
    const double start[] = {runCarom(run).json()["initial"]["q"][0], runCarom(run).json()["initial"]["q"][1],
                            0, 0};
    for (std::size_t column = 0; column < names.size(); ++column) {
      std::array<Json, 2> ends;
      for (const int side : {0, 1}) {
        const double value = start[column] + (side == 0 ? step : -step);
        ends[static_cast<std::size_t>(side)] =
            runCarom(run + QStringList{"--set", QString("%1=%2").arg(names[column]).arg(value, 0, 'g', 17)})
                .json()["final"]["q"];
      }
      for (std::size_t i = 0; i < 2; ++i) {
        const double difference = (ends[0][i].get<double>() - ends[1][i].get<double>()) / (2 * step),
                     found = variation["matrix"][i][column];
        QVERIFY2(std::abs(difference - found) < 1e-8,
                 qPrintable(QString("%1 %2").arg(difference).arg(found)));
      }
    }
  }

  /// The rows of "condition" tell on which perturbations the matrix holds: those that keep the ordering. Ball
  /// a meets ball c first where it is nearer to it.
  void theConeOfAVariationIsOfItsWord() {
    const Json json = runCarom({"simulate", "billiard-break", "--set", "theta=90deg", "--until", "0.1",
                                "--variation", "--json"})
                          .json();
    QCOMPARE(json["variation"]["cones"].size(), std::size_t(2));
    QCOMPARE(json["variation"]["cones_complete"], true);
    QCOMPARE(json["variation"]["cones"][0]["matrix"], json["variation"]["matrix"]);
    std::vector<double> towards(2 * json["coordinates"].size(), 0);
    for (std::size_t i = 0; i < json["coordinates"].size(); ++i)
      if (json["coordinates"][i]["name"] == "a.x") towards[i] = -1;  // a comes to c
    std::set<std::string> firsts;
    for (const Json& cone : json["variation"]["cones"]) {
      QCOMPARE(cone["words"].size(), std::size_t(1));
      QVERIFY(!cone["condition"].empty());
      const std::string first = cone["words"][0][0];
      firsts.insert(first);
      for (const Json& row : cone["condition"]) {
        QCOMPARE(dot(row, towards) > 0, first == "ac");
        QVERIFY(std::abs(dot(row, towards)) > 0.1);
      }
    }
    QCOMPARE(firsts, (std::set<std::string>{"ac", "bc"}));
  }

  /// A ball between two pairs of fixed balls that it meets at once, each pair along orthogonal normals: two
  /// ties, four cones, and on each its matrix is the derivative of the run. Against differences.
  void theMatrixOfEachConeIsThatOfItsRuns() {
    const QString scene = folder.filePath("ties.carom.json");
    QFile file(scene);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto ball = [](double radius) { return Json::array({{{"type", "ball"}, {"radius", radius}}}); };
    Json bodies = {{{"name", "b"}, {"joints", {"x", "y"}}, {"mass", 2}, {"shapes", ball(0.1)}}};
    bodies.push_back({{"name", "o1"}, {"origin", {1.2, 1, 0}}, {"shapes", ball(0.1)}});
    bodies.push_back({{"name", "o2"}, {"origin", {1, 1.6, 0}}, {"shapes", ball(0.5)}});
    bodies.push_back({{"name", "o3"}, {"origin", {-1.2, -1, 0}}, {"shapes", ball(0.1)}});
    bodies.push_back({{"name", "o4"}, {"origin", {-1, -1.4, 0}}, {"shapes", ball(0.3)}});
    const Json whole = {{"format", 1},
                        {"title", "Two ties"},
                        {"bodies", bodies},
                        {"initial", {{"velocity", {{"b.x", 1}, {"b.y", 1}}}}}};
    file.write(QByteArray::fromStdString(whole.dump()));
    file.close();
    const QStringList run{"simulate", scene, "--until", "4", "--step", "0.01", "--json"};
    const Run varied = runCarom(run + QStringList{"--variation"});
    QVERIFY2(varied.status == 0, varied.err);
    const Json json = varied.json();
    QCOMPARE(json["impacts"].size(), std::size_t(2));
    const Json& cones = json["variation"]["cones"];
    QCOMPARE(json["variation"]["cones_complete"], true);
    QCOMPARE(cones.size(), std::size_t(4));
    std::mt19937 random(1);
    std::normal_distribution<double> deviate;
    const double start[] = {0, 0, 1, 1};
    const auto stateOf = [](const Json& of) {
      return std::array<double, 4>{of["final"]["q"][0], of["final"]["q"][1],
                                   of["final"]["p"][0].get<double>() / 2,
                                   of["final"]["p"][1].get<double>() / 2};
    };
    const auto end = stateOf(json);
    std::set<std::string> words;
    for (const Json& cone : cones) {
      words.insert(cone["words"].dump());
      constexpr double margin = 5e-3, step = 1e-6;  // closings are more than 1e-9 m apart
      std::vector<double> change(4);
      const auto isInside = [&] {
        return std::ranges::all_of(cone["condition"], [&](const Json& row) {
          double size = 0;
          for (const Json& entry : row) size = std::max(size, std::abs(entry.get<double>()));
          return dot(row, change) > margin * size;
        });
      };
      int tries = 0;
      do
        for (double& one : change) one = deviate(random);
      while (!isInside() && ++tries < 100'000);
      QVERIFY(isInside());
      const auto slopesBy = [&](double by) {
        QStringList moved = run;
        const char* const names[] = {"b.x", "b.y", "v:b.x", "v:b.y"};
        for (std::size_t i = 0; i < 4; ++i)
          moved << "--set" << QString("%1=%2").arg(names[i]).arg(start[i] + by * change[i], 0, 'g', 17);
        std::array<double, 4> slopes = stateOf(runCarom(moved).json());
        for (std::size_t i = 0; i < 4; ++i) slopes[i] = (slopes[i] - end[i]) / by;
        return slopes;
      };
      const auto once = slopesBy(step), twice = slopesBy(2 * step);
      double size = 0;
      for (std::size_t i = 0; i < 4; ++i) size = std::max(size, std::abs(dot(cone["matrix"][i], change)));
      for (std::size_t i = 0; i < 4; ++i) {
        const double difference = 2 * once[i] - twice[i], found = dot(cone["matrix"][i], change);
        QVERIFY2(
            std::abs(difference - found) < 1e-5 * size,
            qPrintable(QString("%1 %2 %3").arg(cone["words"].dump().c_str()).arg(difference).arg(found)));
      }
    }
    QCOMPARE(words.size(), std::size_t(4));
    QCOMPARE(words.size(), std::size_t(4));
  }

  /// Where the orderings of a tie are not all listed, no cone is claimed.
  void aTieThatIsCutHasNoCone() {
    const Json variation =
        runCarom({"simulate", "rack-break", "--until", "0.05", "--variation", "--json"}).json()["variation"];
    bool isKnown = true;
    for (const Json& impact : variation["impacts"]) isKnown = isKnown && impact["complete"].get<bool>();
    QCOMPARE(!variation["cones"].is_null(), isKnown);
  }

  /// The loops of an impact, and of a run that has this impact alone.
  void loopsAreClosedAndHaveTheirImpulses() {
    const QString rule = "--policy=most-infeasible";
    const Json impact = runCarom({"resolve", "minitaur", rule, "--json"}).json(),
               run = runCarom({"simulate", "minitaur", rule, "--until", "1e-3", "--json"}).json();
    QCOMPARE(run["impacts"].size(), std::size_t(1));
    Json all = Json::array();
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(impact["loops"][i]["name"], impact["closing"]["loops"][i]);
      QCOMPARE(run["loops"][i]["name"], impact["loops"][i]["name"]);
      QVERIFY(impact["loops"][i]["residual"].get<double>() < 1e-12);
      QVERIFY(run["loops"][i]["residual"].get<double>() < 1e-12);
      const Json &one = impact["loops"][i]["impulse"], &same = run["loops"][i]["impulse"];
      QCOMPARE(one.size(), same.size());
      for (std::size_t k = 0; k < one.size(); ++k) {
        QVERIFY(std::abs(one[k].get<double>() - same[k].get<double>()) < 1e-12);
        QVERIFY(std::abs(one[k].get<double>()) > 1e-3);
        all.push_back(one[k]);
      }
    }
    QCOMPARE(all, impact["outcomes"][0]["loop_impulses"]);
    QVERIFY(!runCarom({"resolve", "rhex", "--json"}).json().contains("loops"));
  }

  void aLandingHasItsLoopsClosed() {
    const Json landing = runCarom({"landing", "minitaur", "--samples", "20", "--json"}).json(),
               impact = runCarom({"resolve", "minitaur", "--json"}).json();
    QCOMPARE(landing["loops"].size(), std::size_t(2));
    std::size_t equations = 0;
    for (const Json& loop : landing["loops"]) {
      QVERIFY(loop["residual"].get<double>() < 1e-12);
      equations += loop["impulse"].size();
    }
    QCOMPARE(equations, impact["outcomes"][0]["loop_impulses"].size());
    QCOMPARE(landing["gram"][0][1], landing["stance"]["pairs"][0]["gram"]);
    QCOMPARE(landing["certificate"]["unique"], landing["stance"]["unique"]);
    QCOMPARE(landing["tolerance"]["xi_q95"], landing["spread"]["q95"]);
  }

  /// A bound on the number of futures, with a rate of none where nothing forks.
  void oneFutureDoesNotGrow() {
    const Json one = runCarom("futures double-pendulum --until 0.3 --json").json();
    QCOMPARE(one["futures"], 1);
    QCOMPARE(one["growth_rate"], 0.0);
    for (const Json& coordinate : one["spread"]["coordinates"]) {
      QCOMPARE(coordinate["min"], coordinate["max"]);
      QCOMPARE(coordinate["min"], coordinate["mean"]);
    }
    const Json two = runCarom("futures billiard-break --set theta=120deg --until 0.5 --json").json();
    QCOMPARE(two["futures"], 2);
    QVERIFY(std::abs(two["growth_rate"].get<double>() - std::log(2.0) / 0.5) < 1e-12);
    const Json drawn =
        runCarom("futures billiard-break --set theta=120deg --until 0.5 --samples 20 --seed 1 --json").json();
    QCOMPARE(drawn["futures"], "2");  // those that were drawn: no fewer
    QCOMPARE(drawn["count"], 2);
  }

  void anOrbitIsThatOfItsList() {
    const Json json = runCarom(
                          "orbit double-pendulum --set angle1=10deg --set angle2=14deg --period 2.3 --vary "
                          "upper.angle,lower.angle,m2 --json")
                          .json();
    const Json orbit = json["orbits"][0];
    for (const char* key : {"found", "period", "q", "v", "multipliers", "stable", "why"})
      QCOMPARE(json[key], orbit[key]);
    QCOMPARE(json["parameters"], Json({{"m2", orbit["varied"]["m2"]}}));
    QCOMPARE(json["residual"], orbit["miss"]);
    QCOMPARE(json["v"].size(), json["q"].size());
    for (std::size_t i = 0; i < orbit["maps"].size(); ++i) {
      const Json pairs = orbit["maps"][i]["multipliers"], values = json["multipliers"][i]["values"];
      QCOMPARE(pairs.size(), values.size());
      for (std::size_t k = 0; k < pairs.size(); ++k)
        QCOMPARE(pairs[k], Json({values[k]["re"], values[k]["im"]}));
    }
    const Json none = runCarom("orbit falling-rod --period 0.2 --vary period --json").json();
    if (!none["found"].get<bool>()) QCOMPARE(none["why"], none["orbits"][0]["failed"]);
    QVERIFY(!none["why"].get<std::string>().empty());
  }
};

CAROM_TEST(PublishedKeysTest);
#include "tst_published_keys.moc"
