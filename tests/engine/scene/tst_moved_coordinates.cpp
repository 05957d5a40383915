// A drag shows a scene with other initial coordinates before their numbers stand in its text.
#include <QtTest>
#include <nlohmann/json.hpp>
#include <random>

#include "scene/edit/bake_assignments.h"
#include "scene/edit/edit.h"
#include "scene/edit/own_coordinates.h"
#include "scene/format/write_scene.h"
#include "scene/scene_error.h"
#include "support/test_program.h"

using namespace carom;
using edit::Json;

namespace {

std::shared_ptr<const Scene> parsed(const Json& scene) {
  return Scene::parse(sceneText(scene), "test.carom.json");
}

/// The scene with numbers in place of what its initial coordinates follow, in several units, and single
/// bodies in place of repeats.
Json freed(const Json& start, std::mt19937& random) {
  Json scene = start;
  const SceneInstance instance = parsed(start)->instantiate();
  for (const Body& body : instance.mechanism->bodies())
    if (edit::isRepeat(scene, body.name)) scene = edit::expandRepeat(scene, body.name, instance);
  const auto& coordinates = instance.mechanism->coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const double value = instance.initial.q[static_cast<Eigen::Index>(i)];
    if (coordinates[i].unit == "m" && random() % 2)
      edit::make(scene, "initial.q." + coordinates[i].name) = edit::textOf(edit::number(value)) + "m";
    else
      scene = edit::setInitial(scene, coordinates[i].name, value);
  }
  return scene;
}

/// Velocities of one to three bodies that travel or turn.
std::vector<edit::BodyVelocity> randomVelocities(const Json& scene, const SceneInstance& instance,
                                                 std::mt19937& random) {
  const Mechanism& mechanism = *instance.mechanism;
  std::vector<edit::BodyVelocity> velocities;
  std::uniform_real_distribution<double> part(-1, 1);
  for (int k = 0; k < 1 + static_cast<int>(random() % 3); ++k) {
    const auto body = static_cast<int>(random() % mechanism.bodies().size());
    const std::string& name = mechanism.bodies()[static_cast<std::size_t>(body)].name;
    const auto own = edit::ownCoordinates(mechanism, body);
    if (std::ranges::count(velocities, name, &edit::BodyVelocity::body) > 0 || edit::isRepeat(scene, name) ||
        (own.travel.empty() && own.turn.empty()))
      continue;
    velocities.push_back({name, {part(random), random() % 4 == 0 ? 0 : part(random), 0}});
  }
  return velocities;
}

/// Moves of one to three bodies, from far less than their size to about it.
std::vector<edit::BodyMove> randomMoves(const Json& scene, const SceneInstance& instance,
                                        std::mt19937& random) {
  const Mechanism& mechanism = *instance.mechanism;
  std::vector<edit::BodyMove> moves;
  std::uniform_real_distribution<double> part(-1, 1);
  const double size = std::pow(10, -4 + 1.5 * part(random));
  for (int k = 0; k < 1 + static_cast<int>(random() % 3); ++k) {
    const auto body = static_cast<int>(random() % mechanism.bodies().size());
    const std::string& name = mechanism.bodies()[static_cast<std::size_t>(body)].name;
    const bool isTaken = std::ranges::count(moves, name, &edit::BodyMove::body) > 0;
    const auto own = edit::ownCoordinates(mechanism, body);
    if (isTaken || !edit::isFree(scene, name) || (own.travel.empty() && own.turn.empty())) continue;
    const Eigen::Vector3d from = mechanism.centreOfMass(body, instance.initial.q);
    moves.push_back({name, from, from + size * Eigen::Vector3d(part(random), part(random), 0), {}});
    if (random() % 4 == 0) moves.back().turn = part(random);
  }
  return moves;
}

struct Answer {
  std::optional<SceneInstance> instance;
  std::string refusal;
};

Answer answerOf(const Scene& scene, const Assignments& coordinates) try {
  return {scene.instantiate(coordinates), {}};
} catch (const SceneError& error) {
  return {{}, error.place() + "|" + error.problem()};
}

template <typename Moves>
bool sameMoves(const std::optional<Moves>& a, const std::optional<Moves>& b) {
  if (!a || !b) return !a && !b;
  return a->iterations == b->iterations && a->residual == b->residual &&
         std::ranges::equal(a->moved, b->moved, [](const StartMove& one, const StartMove& other) {
           return one.name == other.name && one.by == other.by && one.value == other.value;
         });
}

void compare(const Answer& patched, const Answer& written) {
  QCOMPARE(patched.refusal, written.refusal);
  if (!written.instance) return;
  const SceneInstance &a = *patched.instance, &b = *written.instance;
  QVERIFY(a.initial.q == b.initial.q);
  QVERIFY(a.initial.p == b.initial.p);
  QVERIFY(a.mechanism->gaps(a.initial.q) == b.mechanism->gaps(b.initial.q));
  QVERIFY(a.mechanism->massBlocks(a.initial.q).dense() == b.mechanism->massBlocks(b.initial.q).dense());
  QVERIFY(sameMoves(a.touching, b.touching));
  QVERIFY(sameMoves(a.closing, b.closing));
  QCOMPARE(a.view.labels, b.view.labels);
}

}  // namespace

class MovedCoordinatesTest : public QObject {
  Q_OBJECT
 private slots:
  void coordinatesSetAreTheSceneThatIsWritten_data() {
    QTest::addColumn<QString>("name");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }
  /// Bit by bit, refusals included; with the contacts that have to touch and without.
  void coordinatesSetAreTheSceneThatIsWritten() {
    QFETCH(QString, name);
    std::mt19937 random(7);
    const Json start = Json::parse(Scene::open(name.toStdString())->text());
    for (const bool touches : {true, false}) {
      Json scene = freed(start, random);
      if (!touches && edit::find(scene, "initial.touching")) edit::erase(scene, "initial.touching");
      const auto before = parsed(scene);
      const SceneInstance instance = before->instantiate();
      int compared = 0;
      for (int k = 0; k < 60; ++k) {
        const std::vector<edit::BodyMove> moves = randomMoves(scene, instance, random);
        if (moves.empty()) continue;
        const auto coordinates = edit::movedCoordinates(scene, instance, moves);
        QVERIFY(coordinates);
        compare(answerOf(*before, *coordinates),
                answerOf(*parsed(edit::moveBodies(scene, instance, moves)), {}));
        if (QTest::currentTestFailed()) return;
        ++compared;
      }
      QVERIFY2(compared > 10, "no body is free");
    }
  }

  void velocitiesSetAreTheSceneThatIsWritten_data() { coordinatesSetAreTheSceneThatIsWritten_data(); }
  /// The same of velocities and spins; expressions over parameters refuse both ways.
  void velocitiesSetAreTheSceneThatIsWritten() {
    QFETCH(QString, name);
    std::mt19937 random(11);
    const Json scene = freed(Json::parse(Scene::open(name.toStdString())->text()), random);
    const auto before = parsed(scene);
    const SceneInstance instance = before->instantiate();
    int compared = 0;
    for (int k = 0; k < 60; ++k) {
      const std::vector<edit::BodyVelocity> velocities = randomVelocities(scene, instance, random);
      if (velocities.empty()) continue;
      std::optional<Json> written = scene;
      try {
        for (const auto& [body, velocity] : velocities)
          written = edit::setBodyVelocity(*written, instance, body, velocity);
      } catch (const SceneError&) {
        written.reset();
      }
      const auto assigned = edit::assignedVelocities(scene, instance, velocities);
      QCOMPARE(assigned.has_value(), written.has_value());
      ++compared;
      if (!assigned) continue;
      compare(answerOf(*before, *assigned), answerOf(*parsed(*written), {}));
      if (QTest::currentTestFailed()) return;
      // In any order of the keys.
      QVERIFY(nlohmann::json::parse(bakedText(*before, *assigned)) == nlohmann::json::parse(written->dump()));
    }
    QVERIFY2(compared > 10, "no body moves");
    for (const Body& body : instance.mechanism->bodies()) {
      std::optional<Json> written;
      try {
        written = edit::setBodySpin(scene, instance, body.name, -2.5);
      } catch (const SceneError&) {
      }
      const auto assigned = edit::assignedSpin(scene, instance, body.name, -2.5);
      QCOMPARE(assigned.has_value(), written.has_value());
      if (assigned) compare(answerOf(*before, *assigned), answerOf(*parsed(*written), {}));
    }
  }

  /// An assignment of a velocity has a number in a unit of it, and a coordinate that there is.
  void velocitiesAreChecked() {
    const auto scene = Scene::open("billiard-break");
    QCOMPARE(scene->instantiate({{"v:c.x", "2m/s"}}).initial.p,
             scene->instantiate({{"v:c.x", "2"}}).initial.p);
    for (const auto& [name, value, word] : {std::tuple{"v:d.x", "1", "unknown coordinate"},
                                            {"v:c.x", "1kg", "kg"},
                                            {"v:c.x", "theta", "parameter"}}) {
      const Answer answer = answerOf(*scene, {{name, value}});
      QVERIFY(!answer.instance);
      QVERIFY2(
          answer.refusal.find(name) != std::string::npos && answer.refusal.find(word) != std::string::npos,
          answer.refusal.c_str());
    }
  }

  /// The origin of a fixed body stands among the bodies, which coordinates do not reach.
  void fixedBodiesNeedTheirText() {
    const Json empty{{"format", 1}, {"bodies", Json::array()}};
    Json scene = edit::addBody(empty, edit::NewBall{{0, 0, 0}, 0.1, 1}).scene;
    scene = edit::addBody(scene, edit::NewWall{{0, -1, 0}, {0, 1, 0}}).scene;
    const SceneInstance instance = parsed(scene)->instantiate();
    QVERIFY(edit::movedCoordinates(scene, instance, {{"ball1", {0, 0, 0}, {0.1, 0, 0}, {}}}));
    const std::string& wall = instance.mechanism->bodies()[1].name;
    QVERIFY(!edit::movedCoordinates(scene, instance, {{wall, {0, -1, 0}, {0, -1.1, 0}, {}}}));
  }
};

CAROM_TEST(MovedCoordinatesTest);
#include "tst_moved_coordinates.moc"
