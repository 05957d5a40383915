// Velocities that are written into a scene's text come out of it again.
#include <QtTest>
#include <algorithm>
#include <random>

#include "impact/kinetic_metric.h"
#include "mechanics/contact/contacts.h"
#include "scene/edit/initial_velocities.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"
#include "scene/initial_velocity.h"
#include "support/test_program.h"

using namespace carom;

class TestInitialVelocities : public QObject {
  Q_OBJECT

  static Eigen::VectorXd velocityOf(const SceneInstance& instance) {
    const Eigen::MatrixXd M = instance.mechanism->massMatrix(instance.initial.q);
    return KineticMetric(M).velocity(instance.initial.p);
  }
  static edit::Json jsonOf(const Scene& scene) { return parseJson(scene.text(), scene.name()); }

  static void allScenes() {
    QTest::addColumn<QString>("name");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }

 private slots:
  /// A coordinate is one of the joints of its body, and of no other, and has its name from there.
  void everyCoordinateKnowsItsBody_data() { allScenes(); }
  void everyCoordinateKnowsItsBody() {
    QFETCH(QString, name);
    const auto scene = Scene::open(name.toStdString());
    const SceneInstance instance = scene->instantiate();
    const Mechanism& mechanism = *instance.mechanism;
    for (int i = 0; i < mechanism.dof(); ++i) {
      const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
      const Body& body = mechanism.bodies()[static_cast<std::size_t>(coordinate.body)];
      QCOMPARE(coordinate.name, body.name + '.' + coordinate.component);
      QVERIFY(std::ranges::count(mechanism.chain(coordinate.body), i) == 1);
      QVERIFY(body.parent < 0 || std::ranges::count(mechanism.chain(body.parent), i) == 0);
      QVERIFY(isInitialName(coordinate.name));
      QVERIFY(isInitialName(std::string(velocityPrefix) + coordinate.name));
    }
    for (const ParameterSpec& parameter : scene->parameters()) QVERIFY(!isInitialName(parameter.name));
    for (const ChoiceSpec& choice : scene->choices()) QVERIFY(!isInitialName(choice.name));
  }

  void everySceneTakesAnyVelocities_data() { allScenes(); }
  void everySceneTakesAnyVelocities() {
    QFETCH(QString, name);
    const auto scene = Scene::open(name.toStdString());
    const SceneInstance before = scene->instantiate();
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    Eigen::VectorXd wanted = velocityOf(before);
    for (Eigen::Index i = 0; i < wanted.size(); ++i)
      if (random() % 3 > 0) wanted[i] = random() % 4 == 0 ? 0 : normal(random);
    const auto edited = edit::setInitialVelocities(jsonOf(*scene), before, wanted);
    const SceneInstance after = Scene::parse(sceneText(edited), "edited")->instantiate();
    // A scene with loops keeps the part of it that leaves them closed.
    const KineticMetric metric(before.mechanism->massMatrix(before.initial.q));
    Eigen::VectorXd momentum = metric.momentum(wanted);
    loopsAt(*before.mechanism, metric, before.initial.q).project(momentum);
    if (!before.mechanism->loops().empty()) wanted = metric.velocity(momentum);
    QVERIFY((velocityOf(after) - wanted).lpNorm<Eigen::Infinity>() < 1e-10 * (1 + wanted.norm()));
    QVERIFY((after.initial.q - before.initial.q).norm() == 0);
  }

  /// Expressions stay where nothing changes.
  void theSameVelocitiesChangeNothing() {
    for (const BuiltinScene& builtin : builtinScenes()) {
      const auto scene = Scene::open(builtin.name);
      const SceneInstance instance = scene->instantiate();
      const auto edited = edit::setInitialVelocities(jsonOf(*scene), instance, velocityOf(instance));
      QVERIFY2(edited == jsonOf(*scene), builtin.name.c_str());
    }
  }

  void onlyWhatChangesIsWritten() {
    const auto scene = Scene::open("newtons-cradle");
    const SceneInstance instance = scene->instantiate();
    Eigen::VectorXd wanted = velocityOf(instance);
    wanted[0] = 0;  // the repeat has it move
    wanted[2] = 0.25;
    const auto edited = edit::setInitialVelocities(jsonOf(*scene), instance, wanted);
    const edit::Json& velocities = edited["initial"]["velocity"];
    QCOMPARE(velocities.size(), std::size_t{3});
    QCOMPARE(velocities["ball{i}.x"], jsonOf(*scene)["initial"]["velocity"]["ball{i}.x"]);
    QCOMPARE(velocities["ball0.x"], 0);
    QCOMPARE(velocities["ball2.x"], 0.25);
  }
};

CAROM_TEST(TestInitialVelocities);
#include "tst_initial_velocities.moc"
