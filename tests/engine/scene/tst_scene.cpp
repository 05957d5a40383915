#include <QtTest>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>
#include <thread>

#include "impact/impact_report.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "scene/scene.h"
#include "study/design/design_search.h"
#include "support/test_program.h"
#include "support/units.h"

using namespace carom;
using namespace carom::examples;

namespace {

std::string text(double value) {
  return QString::number(value, 'g', 17).toStdString();
}

ImpactReport resolve(const SceneInstance& instance) {
  return resolveImpact(*impactAt(*instance.mechanism, instance.initial.q, instance.initial.p));
}

double xiOfBreak(const Assignments& assignments) {
  return resolve(Scene::open("billiard-break")->instantiate(assignments)).indeterminacy.xi;
}

std::vector<std::string> closedNames(const SceneInstance& instance) {
  std::vector<std::string> names;
  for (const int i : closedContacts(*instance.mechanism, instance.initial.q))
    names.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(i)].name);
  return names;
}

std::shared_ptr<const Scene> sceneWith(const std::string& parts) {
  return Scene::parse(R"({"format": 1, "bodies": [{"repeat": {"index": "i", "from": 1, "count": "n"},
    "name": "b{i}", "mass": "k", "joints": ["x"], "shapes": [{"type": "ball", "radius": 1}]}],
    "initial": {"q": {"b{i}.x": "3*i"}}, )" +
                          parts + '}',
                      "test.carom.json");
}

}  // namespace

class TestScene : public QObject {
  Q_OBJECT
 private slots:
  void builtinScenesKeepTheirContract_data();
  void builtinScenesKeepTheirContract();
  void builtinScenesWorkOverTheirSliders_data();
  void builtinScenesWorkOverTheirSliders();
  void theSchemaCoversTheFilesKeys();
  void indeterminacyOfTheBreakIsThePapers_data();
  void indeterminacyOfTheBreakIsThePapers();
  void theBreaksCurveHasAKinkWhereAThirdReflectionStarts();
  void rightAnglesAreOrthogonalWhateverTheRadii();
  void rhexHasThePrintedExtrema_data();
  void rhexHasThePrintedExtrema();
  void trexStandsOnItsTailAndAFoot_data();
  void trexStandsOnItsTailAndAFoot();
  void trexHasAnOrthogonalDesignNearby();
  void gramOfTheBreakFollowsTheMasses();
  void atTheSmallestAngleAThirdContactCloses_data();
  void atTheSmallestAngleAThirdContactCloses();
  void smallerAnglesAreAnOverlap();
  void massesAreProportionalToTheCubesOfTheRadii();
  void theRackClosesAllNeighbours_data();
  void theRackClosesAllNeighbours();
  void explicitValuesWinOverChoicesAndChoicesOverDefaults();
  void parametersMayDependOnEachOther();
  void repeatsCountFromTheirStart();
  void countsMayBeZero();
  void laterCoordinatesWin();
  void shapesOfOneBodyAreNamedApart();
  void childrenRideOnTheirParents();
  void bodiesMayTurnFreelyInSpace();
  void springsAndDampersMayRunBetweenPoints();
  void listedContactsAreTheOnlyOnes();
  void defaultsHoldForContactsThatDoNotSetThem();
  void threadsShareAScene();
  void aSceneIsTheSameWhateverCameBefore_data();
  void aSceneIsTheSameWhateverCameBefore();
  void anEditOfTheInitialStateKeepsTheMechanism();
  void scenesOpenByNameAndByPath();
};

void TestScene::builtinScenesKeepTheirContract_data() {
  QTest::addColumn<QString>("parameters");
  QTest::addColumn<int>("dof");
  QTest::addColumn<QString>("closed");
  QTest::newRow("billiard-break")
      << "theta=1.5707963267948966 ra=0.0286 rb=0.0286 rc=0.0286 density=1700 speed=1" << 6 << "ac bc";
  QTest::newRow("newtons-cradle") << "n=5 moving=1 speed=1" << 5
                                  << "ball0-ball1 ball1-ball2 ball2-ball3 ball3-ball4";
  QTest::newRow("converging-line") << "n=4 growth=0" << 4 << "ball0-ball1 ball1-ball2 ball2-ball3";
  QTest::newRow("line-and-wall") << "n=2 first=1" << 2 << "ball1-ball2 ball1-wall";
  QTest::newRow("galperin") << "digits=2" << 2 << "small-big small-wall";
  QTest::newRow("rack-break")
      << "rows=3 speed=1" << 14
      << "cue-ball0 ball0-ball1 ball0-ball2 ball1-ball2 ball1-ball3 ball1-ball4 ball2-ball4 "
         "ball2-ball5 ball3-ball4 ball4-ball5";
  QTest::newRow("trapped-ball") << "speed=1" << 1 << "ball-left ball-right";
  QTest::newRow("falling-rod") << "inertia=0.083333333333333329 tilt=0 speed=1" << 3
                               << "rod.left-floor rod.right-floor";
  QTest::newRow("superball")
      << "e=1 et=1 mu=5 spin=0 angle=0.78539816339744828 speed=5 height=0.59999999999999998" << 3
      << "ball-floor";
  QTest::newRow("spinning-disc")
      << "corner=1.5707963267948966 direction=0.17453292519943295 spin=5 speed=1 e=0.80000000000000004 "
         "et=0.29999999999999999 mu=0.40000000000000002"
      << 3 << "disc-floor disc-wall";
  QTest::newRow("rack-friction") << "rows=2 speed=1 spin=0 e=0.94999999999999996 et=0 mu=0.059999999999999998"
                                 << 12 << "cue-ball0 ball0-ball1 ball0-ball2 ball1-ball2";
  QTest::newRow("rhex")
      << "gamma=1.0398671683382217 phi=-2.5478316420613223 phi_left=-1.80374082261971 speed=1 "
         "l_u=0.10000000000000001 l_l=0.13500000000000001 m_b=3 m_u=0.090899999999999995 "
         "m_l=0.1227 inertia=0.065000000000000002"
      << 7 << "left right";
  QTest::newRow("hopper")
      << "splay=-0.69813170079773179 hips=0.4689019321156 trunk=3 inertia=0.059999999999999998 "
         "foot=0.29999999999999999 stiffness=600 damping=40 swing=0.059999999999999998 "
         "phase=2.6703540000000001 frequency=2.5 height=0.0042568134721669999 "
         "rise=-0.59508122540529995 extension=0.028293726667600001 "
         "stretching=-0.79505554616389995"
      << 4 << "";
  QTest::newRow("compass-gait")
      << "slope=0.05235987755982989 hip=10 leg=5 length=1 centre=0.5 gravity=9.8100000000000005 "
         "stance_rate=-0.56107200000000002 swing=0.33052799999999999 "
         "swing_rate=1.3130630000000001 spacing=0.53539999999999999 steps=4"
      << 4 << "left0";
  QTest::newRow("rhex-gait")
      << "gamma=0.71062406908989995 phi=-1.2217304763960306 swing=0.14999999999999999 "
         "frequency=3 phase=2.3247785636564444 stiffness=30 damping=0.40000000000000002 "
         "l_u=0.10000000000000001 l_l=0.13500000000000001 m_b=3 m_u=0.090899999999999995 "
         "m_l=0.1227 inertia=0.065000000000000002 height=0.01661674267906 "
         "rise=-0.77412055060780005 thigh=0.11474025156589999 thigh_rate=-1.988474321724 "
         "shin=0.0020374760222660001 shin_rate=-0.022444390524619998"
      << 7 << "";
  QTest::newRow("minitaur") << "spread=1.2217304763960306 swing=0 lean=0 upper=0.10000000000000001 "
                               "lower=0.20000000000000001 hip=0.20000000000000001 trunk=2.5 "
                               "rod=0.29999999999999999 speed=1"
                            << 11 << "back front";
  QTest::newRow("trex")
      << "drop=0 speed=1.8260000000000001 y=0.12380000000000001 theta=5.7800000000000002 "
         "phi_left=5.1299999999999999 gamma_left=5.2400000000000002 phi_right=1.99 "
         "gamma_right=5.2400000000000002 phi_tail=0 r1=0.070000000000000007 r2=0.040000000000000001 "
         "l_u=0.080000000000000002 "
         "l_l=0.10000000000000001 density=1000 rod_density=2000 section=0.000125 hip_gain=10 hip_rate_gain=1 "
         "hip_speed=12 knee_stiffness=20 knee_damping=0.10000000000000001 tail_stiffness=40 "
         "tail_damping=0.20000000000000001 mu=0.69999999999999996"
      << 8 << "tail left";
  QTest::newRow("double-pendulum")
      << "m1=1 m2=1 l1=1 l2=1 angle1=1.5707963267948966 angle2=1.5707963267948966" << 2 << "";
}

void TestScene::builtinScenesKeepTheirContract() {
  QFETCH(QString, parameters);
  QFETCH(int, dof);
  QFETCH(QString, closed);
  const auto scene = Scene::open(QTest::currentDataTag());
  QVERIFY(!scene->title().empty() && !scene->source().empty() && scene->description().size() > 80);
  QCOMPARE(scene->name(), std::string(QTest::currentDataTag()));
  const SceneInstance instance = scene->instantiate();
  QStringList list, names;
  for (const ParameterValue& p : instance.parameters)
    list << QString::fromStdString(p.name) + '=' + QString::number(p.value, 'g', 17);
  for (QString& entry : list) entry.replace(QRegularExpression("=0\\.0286.*"), "=0.0286");
  QCOMPARE(list.join(' '), parameters);
  QCOMPARE(instance.mechanism->dof(), dof);
  for (const std::string& name : closedNames(instance)) names << QString::fromStdString(name);
  QCOMPARE(names.join(' '), closed);
  QCOMPARE(instance.view.labels.size(), instance.mechanism->bodies().size());
  QCOMPARE(instance.view.colors.size(), instance.mechanism->bodies().size());
  QVERIFY(instance.view.planar);
  if (const auto& sweep = instance.view.sweep; !sweep.empty())
    for (const ParameterValue& p : instance.parameters)
      QVERIFY(p.name != sweep || (p.min && p.max && *p.max > *p.min));
}

void TestScene::builtinScenesWorkOverTheirSliders_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<int>("parameter");
  for (const BuiltinScene& builtin : builtinScenes()) {
    const auto scene = Scene::open(builtin.name);
    for (std::size_t i = 0; i < scene->parameters().size(); ++i)
      QTest::addRow("%s %s", builtin.name.c_str(), scene->parameters()[i].name.c_str())
          << QString::fromStdString(builtin.name) << static_cast<int>(i);
  }
}

void TestScene::builtinScenesWorkOverTheirSliders() {
  QFETCH(QString, scene);
  QFETCH(int, parameter);
  const auto opened = Scene::open(scene.toStdString());
  const ParameterSpec& spec = opened->parameters()[static_cast<std::size_t>(parameter)];
  const ParameterValue value = opened->instantiate().parameters[static_cast<std::size_t>(parameter)];
  QVERIFY(value.min && value.max);
  const QStringList startsApart{"line-and-wall", "double-pendulum", "pen",      "tumbling-box",
                                "trex",          "hopper",          "rhex-gait"};
  for (int k = 0; k <= 12; ++k) {
    double at = *value.min + (*value.max - *value.min) * k / 12;
    if (spec.integer) at = std::round(at);
    const SceneInstance instance = opened->instantiate({{spec.name, text(at)}});
    QVERIFY(!closedNames(instance).empty() || startsApart.contains(scene));
    for (const auto& p : instance.initial.p) QVERIFY(std::isfinite(p));
  }
}

/// Every key that a built-in scene uses is a property somewhere in the schema.
void TestScene::theSchemaCoversTheFilesKeys() {
  QFile file(CAROM_SOURCE "/resources/scenes/carom-scene.schema.json");
  QVERIFY(file.open(QIODevice::ReadOnly));
  const auto schema = nlohmann::json::parse(file.readAll().toStdString());
  const auto keysOf = [&](const nlohmann::json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object["properties"].items()) keys.insert(key);
    return keys;
  };
  for (const BuiltinScene& builtin : builtinScenes()) {
    const auto scene = nlohmann::json::parse(Scene::open(builtin.name)->text());
    for (const auto& [key, value] : scene.items()) QVERIFY2(keysOf(schema).contains(key), key.c_str());
    for (const auto& body : scene["bodies"])
      for (const auto& [key, value] : body.items())
        QVERIFY2(keysOf(schema["$defs"]["body"]).contains(key), key.c_str());
    for (const auto& parameter : scene["parameters"])
      for (const auto& [key, value] : parameter.items())
        QVERIFY2(keysOf(schema["$defs"]["parameter"]).contains(key), key.c_str());
  }
}

void TestScene::indeterminacyOfTheBreakIsThePapers_data() {
  QTest::addColumn<double>("angle");
  QTest::addColumn<double>("xi");
  // Both orders reflect twice there: ξ = 2|sin 2δ| ‖p_N‖/‖p‖ with cos δ = −cos(θ)/2.
  QTest::newRow("90") << 90.0 << 0.0;
  QTest::newRow("120") << 120.0 << std::sqrt(5.0) / 4;
  QTest::newRow("180") << 180.0 << 0.0;
}

void TestScene::indeterminacyOfTheBreakIsThePapers() {
  QFETCH(double, angle);
  QFETCH(double, xi);
  QVERIFY(std::abs(xiOfBreak({{"theta", text(angle) + "deg"}}) - xi) < 1e-12);
}

void TestScene::theBreaksCurveHasAKinkWhereAThirdReflectionStarts() {
  const double kink = std::acos((1 - std::sqrt(5.0)) / 2), xi = (std::sqrt(5.0) - 1) / 2;
  QVERIFY(std::abs(kink / degree - 128.17) < 0.01);
  QVERIFY(std::abs(xiOfBreak({{"theta", text(kink)}}) - xi) < 1e-12);
  const double h = 1e-5;
  const double left = (xi - xiOfBreak({{"theta", text(kink - h)}})) / h;
  const double right = (xiOfBreak({{"theta", text(kink + h)}}) - xi) / h;
  QVERIFY(left > 0.1 && right < -0.1);
}

void TestScene::rhexHasThePrintedExtrema_data() {
  QTest::addColumn<QString>("gamma");
  QTest::addColumn<QString>("phi");
  QTest::addColumn<double>("gram");
  QTest::newRow("A") << "0.331*pi"
                     << "-0.811*pi" << 1.2903e-4;
  QTest::newRow("B") << "0.331*pi"
                     << "-0.574*pi" << 1.2903e-4;
  QTest::newRow("C") << "0.260*pi"
                     << "-0.151*pi" << 5.1122e-3;
}

/// Up to the digits of the printed positions; G is that of the normals, for any inertia of the body.
void TestScene::rhexHasThePrintedExtrema() {
  QFETCH(QString, gamma);
  QFETCH(QString, phi);
  QFETCH(double, gram);
  for (const char* inertia : {"0.02", "0.065", "0.4"}) {
    const SceneInstance instance = Scene::open("rhex")->instantiate(
        {{"gamma", gamma.toStdString()}, {"phi", phi.toStdString()}, {"inertia", inertia}});
    QVERIFY(std::abs(resolve(instance).problem.gram()(0, 1) / gram - 1) < 1e-4);
  }
}

void TestScene::rightAnglesAreOrthogonalWhateverTheRadii() {
  for (const char* ra : {"10mm", "28.6mm", "1in", "90mm"})
    for (const char* rc : {"25mm", "28.6mm", "70mm"}) {
      const ImpactReport report =
          resolve(Scene::open("billiard-break")->instantiate({{"ra", ra}, {"rb", "33mm"}, {"rc", rc}}));
      QVERIFY(std::abs(report.problem.gram()(0, 1)) < 1e-15);
      QVERIFY(report.indeterminacy.xi < 1e-14);
      QCOMPARE(report.certificate.unique, std::optional(true));
    }
}

void TestScene::trexStandsOnItsTailAndAFoot_data() {
  QTest::addColumn<double>("G");
  QTest::addColumn<double>("xi");
  QTest::addColumn<double>("moved");  // of the foot's hip (rad)
  // By a program of its own that has the mass matrix and the gaps written out.
  QTest::newRow("initial") << -4.19766e-4 << 2.33139e-4 << 6.3003e-3;
  QTest::newRow("optimised") << 6.38465e-4 << 3.93294e-4 << 3.2655e-3;
  QTest::newRow("straight") << -9.48250e-4 << 6.35711e-4 << 0.0;
}

/// The heights of the tips from the robot's own geometry, with e(a) = (cos a, sin a): the tail's over P + (r1
/// + r2) e(θ) + L e(θ + φ_T), the foot's over P + l_u e(θ + φ) + l_l e(θ + φ + γ).
void TestScene::trexStandsOnItsTailAndAFoot() {
  QFETCH(double, G);
  QFETCH(double, xi);
  QFETCH(double, moved);
  const SceneInstance instance = Scene::open("trex")->instantiate({{"row", QTest::currentDataTag()}});
  std::map<std::string, double> at;
  for (const TouchingSolution::Move& move : instance.touching->moved) at[move.name] = move.value;
  const double tail = at["theta"] + at["phi_tail"], hip = at["theta"] + at["phi_left"];
  const double L = at["r2"] * (at["r1"] + at["r2"]) / (at["r1"] - at["r2"]);
  QCOMPARE(instance.derived[0].value, L);
  QVERIFY(std::abs(at["y"] + (at["r1"] + at["r2"]) * std::sin(at["theta"]) + L * std::sin(tail)) < 1e-15);
  QVERIFY(std::abs(at["y"] + at["l_u"] * std::sin(hip) + at["l_l"] * std::sin(hip + at["gamma_left"])) <
          1e-15);
  QVERIFY(std::abs(instance.touching->moved[2].by - moved) < 1e-6);
  const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  const double c = problem->gram()(0, 1);
  QVERIFY(std::abs(c / G - 1) < 3e-6);
  const ImpactReport report = resolveImpact(*problem);
  QVERIFY(std::abs(report.indeterminacy.xi / xi - 1) < 3e-6);
  // The closed form for two contacts that reflect once each, a = ⟨p,û⟩, b = ⟨p,v̂⟩.
  const double a = problem->contactCoordinates()[0], b = problem->contactCoordinates()[1];
  const double norm = std::sqrt(2 * problem->metric().energy(problem->momentum()));
  const double closed = 4 * std::abs(c) * std::sqrt(a * a + b * b - 2 * a * b * c) / norm;
  QVERIFY(std::abs(report.indeterminacy.xi - closed) < 1e-12);
}

/// From the initial row, in fewer than ten steps of Newton; the impact of that stance is unique.
void TestScene::trexHasAnOrthogonalDesignNearby() {
  const auto scene = Scene::open("trex");
  const DesignAnswer answer = findDesign(*scene, {}, {{}, {{{"tail", "left"}, 2}}});
  QVERIFY(answer.found && answer.iterations < 10);
  const SceneInstance instance = scene->instantiate(answer.assignments);
  QCOMPARE(instance.touching->iterations, 0);
  const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  QVERIFY(std::abs(problem->gram()(0, 1)) < 1e-12);
  QVERIFY(resolveImpact(*problem).indeterminacy.xi < 1e-14);
}

void TestScene::gramOfTheBreakFollowsTheMasses() {
  const SceneInstance instance =
      Scene::open("billiard-break")
          ->instantiate({{"ra", "20mm"}, {"rb", "40mm"}, {"rc", "30mm"}, {"theta", "130deg"}});
  const double a = 8, b = 64, c = 27;  // masses up to a factor
  const double expected = std::cos(130 * degree) * std::sqrt(a * b) / std::sqrt((a + c) * (b + c));
  QVERIFY(std::abs(resolve(instance).problem.gram()(0, 1) - expected) < 1e-14);
}

void TestScene::atTheSmallestAngleAThirdContactCloses_data() {
  QTest::addColumn<QString>("ra");
  QTest::addColumn<QString>("rb");
  QTest::addColumn<QString>("rc");
  QTest::newRow("equal") << "28.6mm"
                         << "28.6mm"
                         << "28.6mm";
  QTest::newRow("large c") << "20mm"
                           << "20mm"
                           << "2.86*20mm";
  QTest::newRow("all different") << "13mm"
                                 << "71mm"
                                 << "29mm";
}

void TestScene::atTheSmallestAngleAThirdContactCloses() {
  QFETCH(QString, ra);
  QFETCH(QString, rb);
  QFETCH(QString, rc);
  const auto scene = Scene::open("billiard-break");
  Assignments assignments{
      {"ra", ra.toStdString()}, {"rb", rb.toStdString()}, {"rc", rc.toStdString()}, {"theta", "120deg"}};
  const double least = *scene->instantiate(assignments).parameters[0].min;
  assignments["theta"] = text(least);
  const SceneInstance instance = scene->instantiate(assignments);
  QCOMPARE(closedNames(instance), (std::vector<std::string>{"ac", "bc", "ab"}));
  if (qstrcmp(QTest::currentDataTag(), "equal") == 0) QVERIFY(std::abs(least - 60 * degree) < 1e-15);
  // Twelve digits in degrees are enough to meet it.
  assignments["theta"] = QString::number(least / degree, 'g', 12).toStdString() + "deg";
  QCOMPARE(closedNames(scene->instantiate(assignments)).size(), std::size_t{3});
}

void TestScene::smallerAnglesAreAnOverlap() {
  for (const char* theta : {"59.99deg", "30deg", "0"}) try {
      Scene::open("billiard-break")->instantiate({{"theta", theta}});
      QFAIL("accepted");
    } catch (const SceneError& error) {
      QCOMPARE(error.fault(), SceneError::Fault::Input);
      QVERIFY(error.problem().starts_with("a and b overlap by "));
    }
}

void TestScene::massesAreProportionalToTheCubesOfTheRadii() {
  const auto bodies =
      Scene::open("billiard-break")->instantiate({{"rb", "2*ra"}, {"theta", "120deg"}}).mechanism->bodies();
  QVERIFY(std::abs(bodies[1].mass / bodies[0].mass - 8) < 1e-14);
  QVERIFY(std::abs(bodies[0].mass - 1700 * 4.0 / 3 * std::numbers::pi * std::pow(0.0286, 3)) < 1e-15);
}

void TestScene::theRackClosesAllNeighbours_data() {
  QTest::addColumn<int>("rows");
  for (int rows = 1; rows <= 12; ++rows) QTest::addRow("%d rows", rows) << rows;
}

void TestScene::theRackClosesAllNeighbours() {
  QFETCH(int, rows);
  const SceneInstance instance = Scene::open("rack-break")->instantiate({{"rows", std::to_string(rows)}});
  QCOMPARE(instance.mechanism->dof(), 2 * (rows * (rows + 1) / 2 + 1));
  QCOMPARE(closedNames(instance).size(), static_cast<std::size_t>(3 * rows * (rows - 1) / 2 + 1));
}

void TestScene::explicitValuesWinOverChoicesAndChoicesOverDefaults() {
  const auto scene = sceneWith(R"("parameters": {"n": 1, "k": 2}, "choices": {
    "size": {"options": {"light": {"k": 1}, "heavy": {"k": "10*n", "n": 2}}, "default": "heavy"}})");
  const auto mass = [&](const Assignments& assignments) {
    return scene->instantiate(assignments).parameters[1].value;
  };
  QCOMPARE(mass({}), 20.0);
  QCOMPARE(mass({{"size", "light"}}), 1.0);
  QCOMPARE(mass({{"n", "3"}}), 30.0);
  QCOMPARE(mass({{"size", "light"}, {"k", "7g"}}), 0.007);
  QCOMPARE(scene->choices()[0].options, (std::vector<std::string>{"light", "heavy"}));
  QCOMPARE(scene->instantiate().parameters[1].expression, std::string("10*n"));
}

void TestScene::parametersMayDependOnEachOther() {
  const auto scene = sceneWith(R"("parameters": {"k": "2*h", "h": "n + 1", "n": 1})");
  QCOMPARE(scene->instantiate().parameters[0].value, 4.0);
  QCOMPARE(scene->instantiate({{"n", "2"}}).parameters[0].value, 6.0);
  QCOMPARE(scene->instantiate({{"h", "k/3"}, {"k", "6"}}).parameters[1].value, 2.0);
}

void TestScene::repeatsCountFromTheirStart() {
  const SceneInstance instance = sceneWith(R"("parameters": {"n": 3, "k": 1})")->instantiate();
  QCOMPARE(instance.mechanism->bodies()[2].name, std::string("b3"));
  QCOMPARE(instance.initial.q[2], 9.0);
  QCOMPARE(instance.mechanism->contacts().size(), std::size_t{3});
  QCOMPARE(instance.mechanism->contacts()[1].name, std::string("b1-b3"));
}

void TestScene::countsMayBeZero() {
  const auto scene = Scene::parse(R"({"format": 1, "parameters": {"n": 0}, "bodies": [
    {"name": "a", "mass": 1, "joints": ["x"], "shapes": [{"type": "ball", "radius": 1}]},
    {"repeat": {"index": "i", "count": "n"}, "name": "b{i}", "mass": 1, "joints": ["x"]}],
    "initial": {"q": {"b{i}.x": "i"}, "touching": ["a-b{i}"]}})",
                                  "zero.json");
  QCOMPARE(scene->instantiate().mechanism->dof(), 1);
  QCOMPARE(scene->name(), std::string("zero"));
}

void TestScene::laterCoordinatesWin() {
  const auto scene =
      Scene::parse(R"({"format": 1, "bodies": [{"repeat": {"index": "i", "count": 3}, "name": "b{i}",
    "mass": 2, "joints": ["x"]}], "initial": {"velocity": {"b{i}.x": "i", "b{3-1}.x": -5}}})",
                   "later");
  QCOMPARE(scene->instantiate().initial.p, Eigen::VectorXd(Eigen::Vector3d(0, 2, -10)));
}

void TestScene::shapesOfOneBodyAreNamedApart() {
  const auto scene = Scene::parse(R"({"format": 1, "bodies": [
    {"name": "a", "mass": 1, "joints": ["x"], "shapes": [{"type": "ball", "radius": 1}]},
    {"name": "box", "shapes": [{"type": "half-space", "normal": [3, 0, 0], "offset": -1, "name": "left"},
                               {"type": "half-space", "normal": [-1, 0, 0], "offset": -1}]}]})",
                                  "box");
  const SceneInstance instance = scene->instantiate();
  QCOMPARE(closedNames(instance), (std::vector<std::string>{"a-box.left", "a-box.2"}));
}

void TestScene::childrenRideOnTheirParents() {
  const auto scene =
      Scene::parse(R"({"format": 1, "gravity": [0, "-g0", 0], "parameters": {"g0": 9.81}, "bodies": [
    {"name": "cart", "mass": 3, "joints": [{"type": "prismatic", "axis": [2, 0, 0], "name": "s"}]},
    {"name": "mast", "parent": "cart", "origin": [0, 1, 0]},
    {"name": "lift", "parent": "mast", "mass": 1, "joints": ["y"], "shapes": [{"type": "ball", "radius": 0.1}]}],
    "initial": {"q": {"cart.s": 5, "lift.y": 2}}})",
                   "cart");
  const SceneInstance instance = scene->instantiate();
  QCOMPARE(instance.mechanism->position(2, instance.initial.q), Eigen::Vector3d(5, 3, 0));
  QCOMPARE(instance.mechanism->massMatrix(instance.initial.q),
           Eigen::MatrixXd(Eigen::Vector2d(4, 1).asDiagonal()));
  QCOMPARE(instance.mechanism->gravityForce(instance.initial.q), Eigen::VectorXd(Eigen::Vector2d(0, -9.81)));
}

void TestScene::bodiesMayTurnFreelyInSpace() {
  const auto instance = Scene::parse(R"({"format": 1, "bodies": [
    {"name": "a", "joints": ["free"], "mass": 1, "inertia": [1, 2, 3]},
    {"name": "b", "parent": "a", "joints": [{"type": "spherical", "name": "hip-"}], "mass": 1, "inertia": 1}],
    "initial": {"q": {"a.ry": "pi/2", "b.hip-x": 0.1}, "velocity": {"a.rz": 2}}})",
                                     "test.carom.json")
                            ->instantiate();
  const Mechanism& mechanism = *instance.mechanism;
  std::vector<std::string> names;
  for (const Coordinate& coordinate : mechanism.coordinates())
    names.push_back(coordinate.name + ' ' + coordinate.unit);
  QCOMPARE(names, (std::vector<std::string>{"a.x m", "a.y m", "a.z m", "a.rx rad", "a.ry rad", "a.rz rad",
                                            "b.hip-x rad", "b.hip-y rad", "b.hip-z rad"}));
  QVERIFY(!instance.view.planar);
  // Turned by a quarter about y, the body's z lies along the world's x: about that it spins.
  const Eigen::VectorXd v = mechanism.massMatrix(instance.initial.q).llt().solve(instance.initial.p);
  QVERIFY((mechanism.angularVelocity(0, instance.initial.q, v) - Eigen::Vector3d(2, 0, 0)).norm() < 1e-14);
}

void TestScene::springsAndDampersMayRunBetweenPoints() {
  const auto instance = Scene::parse(R"({"format": 1, "parameters": {"n": 3, "k": "200N/m"}, "bodies": [
    {"repeat": {"index": "i", "count": "n"}, "name": "ball{i}", "joints": ["x"], "mass": 1}],
    "springs": [{"between": [{"body": "ball{i}", "at": [0.1, 0, 0]}, {"body": "ball{i+1}", "at": [-0.1, 0, 0]}],
                 "stiffness": "k + k*i", "rest": 0.5}],
    "dampers": [{"between": [{"at": ["-1m", 0, 0]}, {"body": "ball0"}], "damping": 3}],
    "initial": {"q": {"ball{i}.x": "i"}}})",
                                     "test.carom.json")
                            ->instantiate();
  const JointForces& forces = instance.mechanism->forces();
  QCOMPARE(forces.pointSprings.size(), std::size_t{2});
  QCOMPARE(forces.pointSprings[1].stiffness, 400.0);
  QCOMPARE(forces.pointSprings[1].ends[1].body, 2);
  QCOMPARE(forces.pointDampers.size(), std::size_t{1});
  QCOMPARE(forces.pointDampers[0].ends[0].body, -1);
  QVERIFY(std::abs(instance.mechanism->springEnergy(instance.initial.q) - 0.5 * (200 + 400) * 0.09) < 1e-12);
}

void TestScene::listedContactsAreTheOnlyOnes() {
  const auto scene = sceneWith(R"("parameters": {"n": 4, "k": 1},
    "contacts": [{"between": ["b{i}", "b{i+1}"], "name": "link{i}"}])");
  const SceneInstance instance = scene->instantiate();
  const auto& contacts = instance.mechanism->contacts();
  QCOMPARE(contacts.size(), std::size_t{3});
  QCOMPARE(contacts[2].name, std::string("link3"));
}

/// Of all pairs, also those that no contact lists; a contact's own values come first.
void TestScene::defaultsHoldForContactsThatDoNotSetThem() {
  const auto scene = Scene::parse(R"j({"format": 1, "title": "t", "parameters": {"mu": 0.3},
    "bodies": [{"name": "ball{i}", "repeat": {"index": "i", "count": 4}, "joints": ["planar"], "mass": 1,
                "inertia": 1, "shapes": [{"type": "ball", "radius": 1}]}],
    "defaults": {"law": "routh", "friction": "mu", "restitution": 0.5},
    "contacts": [{"between": ["ball0", "ball1"], "friction": 0.1},
                 {"between": ["ball1", "ball2"], "law": "reflection"}],
    "all-pairs": true, "initial": {"q": {"ball{i}.x": "3*i"}}})j",
                                  "test");
  const SceneInstance instance = scene->instantiate({{"mu", "0.7"}});
  int inherited = 0;
  for (const ContactPair& contact : instance.mechanism->contacts()) {
    QCOMPARE(contact.coefficients.restitution, 0.5);
    QCOMPARE(contact.coefficients.friction, contact.name == "ball0-ball1" ? 0.1 : 0.7);
    if (contact.name == "ball1-ball2") {
      QVERIFY(!contact.law);
      continue;
    }
    QVERIFY(contact.law == CollisionLaw::Routh);
    ++inherited;
  }
  QCOMPARE(inherited, 5);
  try {
    Scene::parse(
        R"j({"format": 1, "title": "t", "bodies": [
      {"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 1}]},
      {"name": "b", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 1}]}],
      "initial": {"q": {"b.x": 3}}, "defaults": {"law": "bilinear", "tangential": 2}})j",
        "test")
        ->instantiate();
    QFAIL("e_t = 2 is not refused");
  } catch (const SceneError& error) {
    QCOMPARE(error.place(), std::string("defaults.tangential"));
  }
}

void TestScene::threadsShareAScene() {
  const auto scene = Scene::open("billiard-break");
  std::vector<double> alone, together(400);
  const auto evaluate = [&](int k) {
    return scene->instantiate({{"theta", std::to_string(61 + k % 100) + "deg"}, {"rb", "ra*1.01"}})
        .initial.q[0];
  };
  for (int k = 0; k < 400; ++k) alone.push_back(evaluate(k));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int k = t; k < 400; k += 4) together[static_cast<std::size_t>(k)] = evaluate(k);
    });
  for (std::thread& thread : threads) thread.join();
  QCOMPARE(together, alone);
}

void TestScene::aSceneIsTheSameWhateverCameBefore_data() {
  QTest::addColumn<QString>("name");
  for (const BuiltinScene& scene : builtinScenes())
    QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
}

/// One scene object with random values in turn, some of them changed, against a new object for each: a
/// mechanism that is kept must not outlive what it was made from.
void TestScene::aSceneIsTheSameWhateverCameBefore() {
  QFETCH(QString, name);
  const auto kept = Scene::open(name.toStdString());
  std::mt19937 random(7);
  Assignments at;
  int compared = 0;
  for (int step = 0; step < 40; ++step) {
    const SceneInstance usual = kept->instantiate();
    if (!usual.parameters.empty()) {
      const auto& value = usual.parameters[random() % usual.parameters.size()];
      const double part = std::uniform_real_distribution<double>(0, 1)(random);
      if (step % 7 == 6)
        at.erase(value.name);
      else if (value.min && value.max)
        at[value.name] = std::to_string(*value.min + part * (*value.max - *value.min));
    }
    if (!kept->choices().empty() && step % 5 == 4) {
      const ChoiceSpec& choice = kept->choices()[random() % kept->choices().size()];
      at[choice.name] = choice.options[random() % choice.options.size()];
    }
    std::optional<SceneInstance> fresh;
    try {
      fresh = Scene::open(name.toStdString())->instantiate(at);
    } catch (const SceneError& error) {
      QVERIFY_THROWS_EXCEPTION(SceneError, kept->instantiate(at));
      at.clear();
      continue;
    }
    const SceneInstance same = kept->instantiate(at);
    ++compared;
    const Mechanism &a = *same.mechanism, &b = *fresh->mechanism;
    QCOMPARE(same.initial.q, fresh->initial.q);
    QCOMPARE(same.initial.p, fresh->initial.p);
    QCOMPARE(a.massMatrix(same.initial.q), b.massMatrix(same.initial.q));
    QCOMPARE(a.gaps(same.initial.q), b.gaps(same.initial.q));
    QCOMPARE(a.gravityForce(same.initial.q), b.gravityForce(same.initial.q));
    QCOMPARE(a.springEnergy(same.initial.q), b.springEnergy(same.initial.q));
    QCOMPARE(a.forces().motors.size(), b.forces().motors.size());
    for (std::size_t i = 0; i < a.contacts().size(); ++i) {
      QCOMPARE(a.contacts()[i].name, b.contacts()[i].name);
      QCOMPARE(a.contacts()[i].coefficients.friction, b.contacts()[i].coefficients.friction);
      QCOMPARE(a.contacts()[i].coefficients.restitution, b.contacts()[i].coefficients.restitution);
    }
    QCOMPARE(same.view.drag, fresh->view.drag);
  }
  QVERIFY(compared > 2);
}

void TestScene::anEditOfTheInitialStateKeepsTheMechanism() {
  const auto before = Scene::open("billiard-break");
  const auto built = before->instantiate({}).mechanism;
  nlohmann::ordered_json edited = nlohmann::ordered_json::parse(before->text());
  edited["initial"]["velocity"]["c.x"] = 3;
  const auto moved = Scene::parse(edited.dump(), "billiard-break", before.get());
  QCOMPARE(moved->instantiate({}).mechanism, built);
  const auto alone = Scene::parse(edited.dump(), "billiard-break");
  QCOMPARE(moved->instantiate({}).initial.p, alone->instantiate({}).initial.p);
  QVERIFY(moved->instantiate({{"ra", "20mm"}}).mechanism != built);
  edited["bodies"][0]["mass"] = 1;
  QVERIFY(Scene::parse(edited.dump(), "billiard-break", moved.get())->instantiate({}).mechanism != built);
}

void TestScene::scenesOpenByNameAndByPath() {
  QCOMPARE(Scene::open(CAROM_SOURCE "/resources/scenes/galperin.carom.json")->name(),
           std::string("galperin"));
  try {
    Scene::open("no-such-scene");
    QFAIL("opened");
  } catch (const SceneError& error) {
    QCOMPARE(error.fault(), SceneError::Fault::Command);
    QVERIFY(error.expected().find("billiard-break") != std::string::npos);
  }
  try {
    Scene::open("no-such-file.carom.json");
    QFAIL("opened");
  } catch (const SceneError& error) {
    QCOMPARE(error.fault(), SceneError::Fault::Input);
    QVERIFY(error.problem().starts_with("cannot be read"));
  }
}

CAROM_TEST(TestScene);
#include "tst_scene.moc"
