// What `carom resolve` answers about losses, samples, gaps, sensitivity and slopes.
#include <QFile>
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineImpactTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder;

  /// The option that names a file with this impact.
  QByteArray written(const Json& problem) const {
    QFile file(folder.filePath("impact.json"));
    if (file.open(QIODevice::WriteOnly)) file.write(QByteArray::fromStdString(problem.dump()));
    return "--problem " + file.fileName().toUtf8();
  }

 private slots:
  void aPolicyGoesWithRestitution() {
    const Json json = resolve("converging-line --policy most-infeasible --restitution 0");
    COMPARE_JSON(json["restitution"], 0.0);
    for (const Json& v : json["outcomes"][0]["velocity"]) QVERIFY(std::abs(v.get<double>() - 2.5) < 1e-14);
  }

  void aPolicyGoesWithRestitutionOfReflections() {
    const Json json =
        resolve("newtons-cradle --set n=3 --policy most-infeasible --reflection-restitution 0.05^2");
    COMPARE_JSON(json["outcomes"][0]["cut"], true);
    COMPARE_JSON(json["complete"], true);
    COMPARE_JSON(json["terminates"], false);
    for (const Json& v : json["outcomes"][0]["velocity"])
      QVERIFY(std::abs(v.get<double>() - 1.0 / 3) < 1e-14);
  }

  /// Three balls of which one strikes the others at 60° from its line, in plain numbers: ξ = √5/4.
  void anImpactNeedsNoScene() {
    const double c = 0.5, s = std::sqrt(0.75);
    Json problem{{"normals", {{-c, -s, c, s, 0, 0}, {-c, s, 0, 0, c, -s}}},
                 {"momentum", {1, 0, 0, 0, 0, 0}},
                 {"mass_matrix", Json::array()}};
    for (int i = 0; i < 6; ++i) {
      Json row{0, 0, 0, 0, 0, 0};
      row[i] = 1;
      problem["mass_matrix"].push_back(row);
    }
    Json json = resolve(written(problem));
    QVERIFY(std::abs(json["xi"].get<double>() - std::sqrt(5) / 4) < 1e-14);
    COMPARE_JSON(json["orderings"], "2");
    COMPARE_JSON(json["dof"], 6);
    COMPARE_JSON(json["coordinates"][5]["name"], "q5");
    COMPARE_JSON(json["contacts"][1]["name"], "u1");
    QVERIFY(std::abs(json["contacts"][1]["local"]["mass"][0][0].get<double>() - 0.5) < 1e-15);
    QVERIFY(std::abs(json["contacts"][1]["local"]["frictionless"][0].get<double>() - 0.25) < 1e-15);
    problem["names"] = {"ac", "bc"};
    problem["restitution"] = {0, 0};
    json = resolve(written(problem) + " --policy priority:bc,ac");
    COMPARE_JSON(json["path"][0], "bc");
    COMPARE_JSON(json["contacts"][0]["restitution"], 0.0);
    QVERIFY(json["outcomes"][0]["energy_loss"].get<double>() > 0.1);
  }

  /// A solid ball of mass 1 that falls straight at 2 m/s: M = (1, 2/7), P_I = P_II = (2, 0).
  void everyContactHasItsLocalMassAndImpulses() {
    const Json json =
        resolve("bouncing-ball --set angle=0 --set speed=2 --set spin=0 --policy most-infeasible");
    const Json& local = json["contacts"][0]["local"];
    COMPARE_JSON(local["velocity"][0], -2.0);
    for (const auto& [i, j, M] : {std::tuple(0, 0, 1.0), {0, 1, 0.0}, {1, 0, 0.0}, {1, 1, 2.0 / 7}}) {
      QVERIFY(std::abs(local["mass"][i][j].get<double>() - M) < 1e-14);
      QVERIFY(std::abs(local["inverse_mass"][i][j].get<double>() - (i == j ? 1 / M : 0)) < 1e-14);
    }
    for (const char* plastic : {"frictionless", "sticking"}) {
      QVERIFY(std::abs(local[plastic][0].get<double>() - 2) < 1e-14);
      QVERIFY(std::abs(local[plastic][1].get<double>()) < 1e-14);
    }
    QCOMPARE(local["axes"].size(), 2U);
    COMPARE_JSON(local["point"], (Json{0.0, 0.0, 0.0}));
    const Json line = resolve("newtons-cradle")["contacts"][2]["local"];
    QVERIFY(std::abs(line["mass"][0][0].get<double>() - 0.5) < 1e-15);
    QCOMPARE(line["velocity"].size(), 1U);
  }

  /// A rod about a fixed hinge: its tip moves along one line only, on which its mass is J/l² = m/3.
  void aHingeHasNoFiniteLocalMass() {
    QFile scene(folder.filePath("hinge.carom.json"));
    QVERIFY(scene.open(QIODevice::WriteOnly));
    scene.write(R"j({"format": 1, "title": "t", "bodies": [
      {"name": "rod", "joints": ["angle"], "mass": 1, "inertia": "1/12",
       "centre-of-mass": [0.5, 0, 0],
       "shapes": [{"type": "segment", "from": [0, 0, 0], "to": [1, 0, 0], "ends": ["hinge", "tip"]}]},
      {"name": "wall", "origin": [0, "-sin(30deg)", 0], "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["rod", "wall"], "law": "routh", "friction": 0.1}],
      "initial": {"q": {"rod.angle": "-30deg"}, "velocity": {"rod.angle": -1}}})j");
    scene.close();
    const Json local = resolve(scene.fileName().toUtf8())["contacts"][0]["local"];
    COMPARE_JSON(local["mass"], nullptr);
    const Json& W = local["inverse_mass"];
    QVERIFY(std::abs(W[0][0].get<double>() - 3 * 0.75) < 1e-13);
    QVERIFY(std::abs(W[1][1].get<double>() - 3 * 0.25) < 1e-13);
    double squared = 0;
    for (const Json& P : local["sticking"]) squared += P.get<double>() * P.get<double>();
    QVERIFY(std::abs(std::sqrt(squared) - 1.0 / 3) < 1e-13);  // along the circle of the tip
  }

  void anImpactThatIsNoneIsRefused_data() {
    QTest::addColumn<QByteArray>("problem");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const char* problem, const char* words) {
      QTest::newRow(name) << QByteArray(problem) << QByteArray(words);
    };
    row("a row too long", R"({"mass_matrix": [[1, 0], [0, 1]], "normals": [[1, 0, 0]], "momentum": [1, 0]})",
        "normals[0]: has 3 numbers; expected 2");
    row("no number", R"({"mass_matrix": [[1, 0], [0, 1]], "normals": [["x", 0]], "momentum": [1, 0]})",
        "normals[0][0]: is not a number");
    row("no mass", R"({"mass_matrix": [[1, 0], [0, 0]], "normals": [[1, 0]], "momentum": [1, 0]})",
        "mass matrix entry (1, 1) is not positive");
    row("no normal", R"({"mass_matrix": [[1, 0], [0, 1]], "normals": [[0, 0]], "momentum": [1, 0]})",
        "normal");
    row("rows missing", R"({"mass_matrix": [[1, 0]], "normals": [[1, 0]], "momentum": [1, 0]})",
        "mass_matrix: has 1 rows; expected 2");
    row("two of one name",
        R"({"mass_matrix": [[1]], "normals": [[1], [-1]], "momentum": [1], "names": ["a", "a"]})",
        "names[1]: stands there twice");
    row("restitution", R"({"mass_matrix": [[1]], "normals": [[1]], "momentum": [1], "restitution": [2]})",
        "restitution[0]: is not within [0, 1]");
    row("another key", R"({"mass_matrix": [[1]], "normals": [[1]], "momentum": [1], "mass": 1})",
        "unknown key \"mass\"");
  }
  void anImpactThatIsNoneIsRefused() {
    QFETCH(QByteArray, problem);
    QFETCH(QByteArray, words);
    const Run run = runCarom("resolve " + written(Json::parse(problem.toStdString())) + " --json");
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains(words), run.err);
    QVERIFY(run.out.isEmpty());
  }

  void restitutionOfTheImpactLosesItsShare_data() {
    QTest::addColumn<QByteArray>("R");
    QTest::addColumn<double>("value");
    QTest::newRow("plastic") << QByteArray("0") << 0.0;
    QTest::newRow("half") << QByteArray("1/2") << 0.5;
    QTest::newRow("elastic") << QByteArray("1") << 1.0;
  }

  void restitutionOfTheImpactLosesItsShare() {
    QFETCH(QByteArray, R);
    QFETCH(double, value);
    const QByteArray scene = "billiard-break --set theta=120deg";
    const Json json = resolve(scene + " --restitution " + R);
    COMPARE_JSON(json["restitution"], value);
    const double before = json["energy"]["before"], plastic = json["plastic"]["energy_loss"];
    QVERIFY(std::abs(plastic / before - 1.0 / 3) <
            1e-12);  // p_p has c = 2/3, a and b 1/3 each along their lines
    for (const Json& outcome : json["outcomes"])
      QVERIFY(std::abs(outcome["energy_loss"].get<double>() - (1 - value * value) * plastic) < 1e-15);
    QVERIFY(json["energy"]["worst_relative_error"].get<double>() < 1e-14);
    // No contact lets go: α = R, so that ξ is R times the elastic one.
    QVERIFY(std::abs(json["xi"].get<double>() - value * resolve(scene)["xi"].get<double>()) < 1e-14);
  }

  /// ξ, its bounds and its sensitivity are of the elastic outcomes: with R < 1 others are listed.
  void whatIsElasticIsNullWithRestitution() {
    const QByteArray pair = "billiard-break --set theta=150deg --restitution ";
    const Json elastic = resolve(pair + "1"), half = resolve(pair + "0.5"), plastic = resolve(pair + "0");
    QVERIFY(elastic["bounds"].is_object() && elastic["certificate"]["worst_xi"].is_array());
    QVERIFY(elastic["sensitivity"].is_object());
    for (const Json& json : {half, plastic})
      QVERIFY(json["bounds"].is_null() && json["certificate"]["worst_xi"].is_null() &&
              json["sensitivity"].is_null());
    COMPARE_JSON(half["certificate"]["unique"], false);
    QVERIFY(!plastic["certificate"]["unique"].is_boolean() || plastic["certificate"]["unique"].get<bool>());
    QVERIFY(half["xi"].get<double>() < elastic["xi"].get<double>());
    const Json jam = resolve("trapped-ball --restitution 0.5");
    QVERIFY(jam["certificate"]["worst_xi"].is_null());
    COMPARE_JSON(jam["restitution"], 0.5);
  }

  void aLawOfTheContactTurnsTheSlipBack_data() {
    QTest::addColumn<double>("et");
    for (const double et : {-1.0, 0.0, 0.5, 1.0}) QTest::addRow("e_t = %g", et) << et;
  }

  /// Chatterjee and Ruina's law of a sphere: v_n turns to −e v_n, the slip s = v_x + ω r to −e_t s.
  void aLawOfTheContactTurnsTheSlipBack() {
    QFETCH(double, et);
    const Json json = resolve("bouncing-ball --set mu=100 --set et=" + QByteArray::number(et));
    COMPARE_JSON(json["contacts"][0]["law"], "chatterjee-ruina");
    const double s = std::sqrt(0.5) + 10 * 0.1;
    const Json& outcome = json["outcomes"][0];
    const auto v = outcome["velocity"].get<std::vector<double>>();
    QVERIFY(std::abs(v[1] - 0.8 * std::sqrt(0.5)) < 1e-14);
    QVERIFY(std::abs(v[0] + 0.1 * v[2] + et * s) < 1e-14);
    QVERIFY(std::abs(std::abs(outcome["friction"][0][0].get<double>()) - (1 + et) * 2 / 7 * s) < 1e-14);
    COMPARE_JSON(json["terminates"], true);
    QVERIFY(json["certificate"]["unique"].get<bool>());
  }

  /// A disc in a corner: friction couples floor and wall, and the order matters from some momentum.
  void lawsInThePlaneAreCertifiedOrRefuted() {
    const Json certificate = resolve("spinning-disc")["certificate"];
    COMPARE_JSON(certificate["unique"], false);
    COMPARE_JSON(certificate["planar"]["reason"], "counterexample");
    const Json& example = certificate["planar"]["counterexample"];
    QCOMPARE(example["orderings"].size(), std::size_t{2});
    const auto a = example["orderings"][0]["momentum"].get<std::vector<double>>(),
               b = example["orderings"][1]["momentum"].get<std::vector<double>>();
    double apart = 0;
    for (std::size_t i = 0; i < 3; ++i) apart = std::max(apart, std::abs(a[i] - b[i]));
    QVERIFY(apart > 1e-6 && example["xi"].get<double>() > 1e-6);
    QVERIFY(runCarom("resolve spinning-disc").out.contains("Not unique for every momentum. From p"));
    COMPARE_JSON(resolve("spinning-disc --set mu=0")["certificate"]["unique"], true);
    const Json rack = resolve("rack-friction")["certificate"];
    QVERIFY(rack["unique"].is_null());
    COMPARE_JSON(rack["planar"]["reason"], "contacts");
  }

  void restitutionOfReflectionsBalances() {
    const Json json = resolve("newtons-cradle --set n=3 --reflection-restitution 0.25");
    COMPARE_JSON(json["reflection_restitution"], 0.25);
    QVERIFY(std::abs(json["collapse_gram"].get<double>() + 2 * std::sqrt(0.5) / 1.5) < 1e-15);
    COMPARE_JSON(json["terminates"], true);
    double energy = 0;
    for (const Json& v : json["outcomes"][0]["velocity"]) energy += v.get<double>() * v.get<double>() / 2;
    QVERIFY(std::abs(energy + json["outcomes"][0]["energy_loss"].get<double>() - 0.5) < 1e-15);
    COMPARE_JSON(json["outcomes"][0]["cut"], false);
    QVERIFY(json["certificate"]["unique"].is_null());
    COMPARE_JSON(resolve("newtons-cradle --reflection-restitution 1")["outcomes"][0]["momentum"],
                 resolve("newtons-cradle")["outcomes"][0]["momentum"]);
  }

  void collapsedBallsHaveALimit() {
    // r = √e = 0.05 < 7 − 4√3: three equal balls never come apart; the limit moves as one.
    const Json json = resolve("newtons-cradle --set n=3 --reflection-restitution 0.05^2");
    COMPARE_JSON(json["terminates"], false);
    COMPARE_JSON(json["complete"], true);
    COMPARE_JSON(json["outcomes"][0]["cut"], true);
    for (const Json& v : json["outcomes"][0]["velocity"])
      QVERIFY(std::abs(v.get<double>() - 1.0 / 3) < 1e-14);
  }

  void samplesEstimateTheOrderings() {
    const Run run = runCarom("resolve converging-line --set n=6 --sample 4000 --seed 7 --json");
    QCOMPARE(run.status, 0);
    const Json json = run.json(), estimate = json["orderings_estimate"];
    COMPARE_JSON(estimate["samples"], 4000);
    COMPARE_JSON(estimate["seed"], 7);
    const double value = estimate["value"], error = estimate["standard_error"];
    QVERIFY(std::abs(value - 292864) < 5 * error);
    QVERIFY(std::abs(std::pow(10, estimate["log10"].get<double>()) / value - 1) < 1e-12);
    COMPARE_JSON(json["xi_interval"], Json::parse("[0.0, 0.0]"));  // certified
    COMPARE_JSON(json["complete"], false);
    QVERIFY(!json.contains("limit") && json["orderings"].is_null() && json["lengths"].is_null());
    COMPARE_JSON(json["lengths_seen"], Json::parse(R"({"min": 15, "max": 15})"));
    COMPARE_JSON(json, resolve("converging-line --set n=6 --sample 4000 --seed 7"));
    QVERIFY(json != resolve("converging-line --set n=6 --sample 4000 --seed 8"));
  }

  void rackOfFiveRowsIsEstimatedPastTheLimit() {
    const Run run = runCarom("resolve rack-break --set rows=5 --json --max-states 5000");
    QCOMPARE(run.status, 3);
    const Json json = run.json();
    COMPARE_JSON(json["contacts"].size(), 31);
    COMPARE_JSON(json["limit"], "max-states");
    QVERIFY(json["orderings_estimate"]["log10"].get<double>() > 6);
    QVERIFY(json["orderings_estimate"]["standard_error"].get<double>() > 0);
    QVERIFY(json["xi_interval"][0].get<double>() > 0);
    QVERIFY(json["xi_interval"][1].get<double>() <= 2);
  }

  /// A path of more reflections than anybody reads is shortened for people, and whole in JSON.
  void longPathsAreShortForPeople() {
    const QByteArray call = "resolve converging-line --set n=50 --policy most-infeasible";
    const Run run = runCarom((call + " --json").constData());
    QVERIFY2(run.status == 0, run.err.constData());
    QCOMPARE(run.json()["outcomes"][0]["example"].size(), 1225u);
    for (const QByteArray& text : runCarom(call.constData()).out.split('\n'))
      QVERIFY2(text.size() < 500, text.constData());
  }

  void statesNeverExceedTheLimit_data() {
    QTest::addColumn<int>("most");
    QTest::addColumn<bool>("complete");
    for (int most = 1; most <= 5; ++most) QTest::addRow("%d", most) << most << (most >= 4);
  }
  void statesNeverExceedTheLimit() {
    // At 90° the contacts are orthogonal, so they could be answered one by one: 2 · 2 states.
    QFETCH(int, most);
    QFETCH(bool, complete);
    const Run run = runCarom("resolve billiard-break --json --max-states " + QByteArray::number(most));
    QCOMPARE(run.status, complete ? 0 : 3);
    const Json json = run.json();
    COMPARE_JSON(json["complete"], complete);
    QVERIFY(json["states"].get<int>() <= most);
    if (!complete) COMPARE_JSON(json["limit"], "max-states");
  }

  void gapsGiveProbabilities() {
    const Json json = resolve("billiard-break --set theta=120deg --gaps 4000 --seed 2");
    double sum = 0;
    for (const Json& outcome : json["outcomes"]) {
      const double probability = outcome["probability"], error = outcome["standard_error"];
      QVERIFY(std::abs(probability - 0.5) < 5 * error);
      QVERIFY(std::abs(outcome["exact_probability"].get<double>() - 0.5) < 1e-12);
      sum += probability;
    }
    QVERIFY(std::abs(sum - 1) < 1e-12);
    const Json& gaps = json["gaps"];
    COMPARE_JSON(gaps["samples"], 4000);
    COMPARE_JSON(gaps["realisable"], "2");
    COMPARE_JSON(gaps["unrealised"], "0");
    QVERIFY(std::abs(gaps["exact_first"][0].get<double>() - 0.5) < 1e-12);
    COMPARE_JSON(gaps["orderings"].size(), 2);
    COMPARE_JSON(gaps["orderings"][0]["word"].size(), 2);
    QVERIFY(!resolve("billiard-break").contains("gaps"));
  }

  void gapsNameWhatCannotHappen() {
    const Json json = resolve("converging-line --set n=5 --gaps 500"), gaps = json["gaps"];
    const int can = std::stoi(gaps["realisable"].get<std::string>());
    const int cannot = std::stoi(gaps["unrealised"].get<std::string>());
    QCOMPARE(can + cannot, 768);
    QVERIFY(cannot > 0 && !gaps["unrealised_examples"].empty());
    for (const Json& never : gaps["unrealised_examples"]) {
      COMPARE_JSON(never.size(), 10);
      for (const Json& seen : gaps["orderings"]) QVERIFY(seen["word"] != never);
    }
  }

  void gapsOfAJamAreNull() {
    const Json json = resolve("trapped-ball --gaps 10");
    QVERIFY(json["gaps"].is_null());
    COMPARE_JSON(json["terminates"], false);
    QVERIFY(runCarom("resolve trapped-ball --gaps 10").out.contains("No displacement"));
  }

  void sensitivityOfAPair() {
    const Json json = resolve("billiard-break --set theta=120deg"), pair = json["sensitivity"];
    // G = −¼: δ = π − arccos(−¼), m = 2, sup ξ = 2|sin 2δ|; ε = G/√(1−G²).
    const double delta = std::acos(0.25);
    QVERIFY(std::abs(pair["worst_xi"].get<double>() - 2 * std::abs(std::sin(2 * delta))) < 1e-12);
    QVERIFY(std::abs(pair["epsilon"].get<double>() + 0.25 / std::sqrt(15.0 / 16)) < 1e-12);
    COMPARE_JSON(json["certificate"]["worst_xi"][0][1], pair["worst_xi"]);
    QVERIFY(json["xi"].get<double>() <= pair["worst_xi"].get<double>());
    const double p = pair["projection"], norm = std::sqrt(2 * json["energy"]["before"].get<double>());
    QVERIFY(std::abs(pair["linear_xi"].get<double>() - 4 * 0.25 / std::sqrt(15.0 / 16) * p / norm) < 1e-12);
    QVERIFY(!resolve("converging-line").contains("sensitivity"));
  }

  void gradientHasItsClosedFormAndItsKink() {
    const auto slope = [](const QByteArray& theta) {
      return resolve("billiard-break --gradient --set theta=" + theta)["xi_gradient"][0];
    };
    const Json smooth = slope("120deg");
    COMPARE_JSON(smooth["parameter"], "theta");
    COMPARE_JSON(smooth["verdict"], "exists");
    const double t = 2 * M_PI / 3, xi = std::sqrt(5) / 4;
    const double expected = xi * (-std::tan(t / 2) / 2 - std::tan(t) + std::sin(t) / (2 * (2 - std::cos(t))));
    QVERIFY(std::abs(smooth["value"].get<double>() - expected) < 1e-7);
    const Json kink = slope("acos((1-sqrt(5))/2)");
    COMPARE_JSON(kink["verdict"], "kink");
    QVERIFY(kink["value"].is_null());
    QVERIFY(kink["left"].get<double>() > 0.1 && kink["right"].get<double>() < -0.1);
  }

  void peopleReadWhatTheOptionsGive_data() {
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("part");
    const QByteArray pair = "billiard-break --set theta=120deg";
    QTest::newRow("plastic loss") << pair << QByteArray("a plastic impact would lose 0.02776 J");
    QTest::newRow("worst pair") << pair << QByteArray("Worst ξ of this pair over all momenta: 0.9682");
    QTest::newRow("whole impact") << pair + " --restitution 0.5" << QByteArray("R = 0.5000");
    QTest::newRow("each reflection") << pair + " --reflection-restitution 0.5" << QByteArray("e = 0.5000");
    QTest::newRow("cut") << QByteArray("newtons-cradle --set n=3 --reflection-restitution 0.002")
                         << QByteArray("never: cut");
    QTest::newRow("samples") << pair + " --sample 100" << QByteArray("About 2.000 ± 0 orderings");
    QTest::newRow("gaps") << pair + " --gaps 100" << QByteArray("Exactly: ac first with 0.5000");
    QTest::newRow("unrealised") << QByteArray("converging-line --set n=5 --gaps 100") << QByteArray("cannot");
    QTest::newRow("gradient") << pair + " --gradient" << QByteArray("∂ξ/∂");
    QTest::newRow("limit") << QByteArray("rack-break --set rows=5 --max-states 100")
                           << QByteArray("random ones of 16 to");
  }

  void peopleReadWhatTheOptionsGive() {
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, part);
    const QByteArray out = runCarom("resolve " + options).out;
    QVERIFY2(out.contains(part), out.left(2000));
  }
};

CAROM_TEST(CommandLineImpactTest);
#include "tst_command_line_impact.moc"
