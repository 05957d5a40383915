// Handles: a parameter that moves a body along a line, around another body, or about its hinge. The places
// are compared with sines and cosines of the test's own.
#include <QtTest>
#include <numbers>
#include <random>

#include "mechanics/contact/contacts.h"
#include "scene/edit/add_handle.h"
#include "scene/edit/edit.h"
#include "study/drag_placement.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;
using Eigen::Vector3d;

constexpr double oneDegree = std::numbers::pi / 180;

std::shared_ptr<const Scene> parsedScene(const Json& scene) {
  return Scene::parse(scene.dump(), "edited.carom.json");
}

Vector3d originOf(const SceneInstance& instance, const char* body) {
  return instance.mechanism->position(instance.mechanism->bodyIndex(body), instance.initial.q);
}

/// Two balls "a" and "c" of given radii, whose centres are r apart in the direction of an angle.
Json twoBalls(double ra, double rc, Vector3d centre, double r, double angle) {
  // Without contacts, so that they may move through each other.
  Json scene{{"format", 1}, {"bodies", Json::array()}, {"contacts", Json::array()}};
  scene = edit::addBody(scene, edit::NewBall{centre, rc}).scene;
  scene = edit::addBody(scene, edit::NewBall{centre + r * Vector3d(std::cos(angle), std::sin(angle), 0), ra})
              .scene;
  return edit::renameBody(edit::renameBody(scene, "ball1", "c"), "ball2", "a");
}

edit::AddedHandle handleOn(const Json& scene, const edit::NewHandle& handle) {
  return edit::addHandle(scene, parsedScene(scene)->instantiate(), handle);
}

QString refusalOf(const Json& scene, const edit::NewHandle& handle) {
  try {
    handleOn(scene, handle);
  } catch (const SceneError& error) {
    return QString::fromStdString(error.problem());
  }
  return {};
}

}  // namespace

class TestAddHandle : public QObject {
  Q_OBJECT
 private slots:
  /// The body stays where it is, and goes along the line by s.
  void aLineMovesTheBodyAlongIt() {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> any(-1, 1);
    for (int i = 0; i < 60; ++i) {
      const double angle = i < 8 ? 45 * i * oneDegree : std::numbers::pi * any(random);
      const double reach = std::pow(10, 2 * any(random)), s = reach * any(random);
      const Vector3d way(std::cos(angle), std::sin(angle), 0),
          centre(any(random), i % 3 ? any(random) : 0, 0);
      const Json scene = twoBalls(0.1, 0.2, centre, 0.5, any(random));
      const auto [edited, name] = handleOn(scene, {"a", "", reach * way});
      const Vector3d start = originOf(parsedScene(scene)->instantiate(), "a");
      QVERIFY((originOf(parsedScene(edited)->instantiate(), "a") - start).norm() < 1e-15);
      const auto moved = parsedScene(edited)->instantiate({{name, std::to_string(s) + "m"}});
      QVERIFY((originOf(moved, "a") - start - std::stod(std::to_string(s)) * way).norm() <
              1e-11 * (1 + reach));
      QCOMPARE(originOf(moved, "c"), originOf(parsedScene(scene)->instantiate(), "c"));
    }
  }

  /// At every angle the distance is that of the start; of balls that touch, the sum of their radii, which may
  /// be parameters.
  void aCircleKeepsTheDistance() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    for (int i = 0; i < 60; ++i) {
      const double ra = std::pow(10, any(random)), rc = std::pow(10, any(random));
      const bool touch = i % 2 == 0;
      const double r = touch ? ra + rc : (ra + rc) * (1.1 + any(random) * 0.05);
      const Vector3d centre(any(random), any(random), 0);
      const Json scene = edit::makeParameter(twoBalls(ra, rc, centre, r, std::numbers::pi * any(random)),
                                             "bodies[1].shapes[0].radius", "r_a");
      const auto [edited, name] = handleOn(scene, {"a", "c"});
      const Vector3d before = originOf(parsedScene(scene)->instantiate(), "a");
      QVERIFY((originOf(parsedScene(edited)->instantiate(), "a") - before).norm() < 1e-11 * r);
      for (const int theta : {-170, -30, 0, 90, 135}) {
        const auto instance = parsedScene(edited)->instantiate({{name, std::to_string(theta) + "deg"}});
        const Vector3d expected =
            centre + r * Vector3d(std::cos(theta * oneDegree), std::sin(theta * oneDegree), 0);
        QVERIFY((originOf(instance, "a") - expected).norm() < 1e-11 * r);
      }
      const auto grown = parsedScene(edited)->instantiate({{"r_a", std::to_string(2 * ra) + "m"}});
      const double distance = (originOf(grown, "a") - originOf(grown, "c")).norm();
      QVERIFY(std::abs(distance - (touch ? std::stod(std::to_string(2 * ra)) + rc : r)) < 1e-9 * r);
    }
  }

  /// A pendulum: the angle of the hinge is the parameter, and a drag of the rod turns it to where the mouse
  /// is.
  void aHingedBodyTurns() {
    Json scene{{"format", 1}, {"bodies", Json::array()}};
    scene = edit::addBody(scene, edit::NewLink{"", {}, {0.2, 0.1, 0}, {0.2, -0.9, 0}}).scene;
    const auto [edited, name] = handleOn(scene, {"link1"});
    QCOMPARE(edited["view"]["drag"]["link1"], Json::array({name}));
    QCOMPARE(edited["view"]["arcs"][0]["vertex"], Json("link1"));
    const auto made = parsedScene(edited);
    const SceneInstance start = made->instantiate();
    QCOMPARE(start.initial.q[0], parsedScene(scene)->instantiate().initial.q[0]);
    for (const int angle : {-170, -60, 20, 60}) {
      const Vector3d way(std::cos(angle * oneDegree), std::sin(angle * oneDegree), 0);
      const Placement placed = placeBody(*made, {}, 0, Vector3d(0.2, 0.1, 0) + 0.5 * way, {name});
      const double q = made->instantiate(placed.assignments).initial.q[0];
      QVERIFY2(std::abs(std::remainder(q - angle * oneDegree, 2 * std::numbers::pi)) < 1e-6,
               qPrintable(QString::number(q / oneDegree)));
    }
  }

  /// A fixed body moves by its origin, and lies where it did.
  void aFixedBodyMovesToo() {
    Json scene = twoBalls(0.1, 0.1, {0.3, 0.4, 0}, 0.2, 1);
    scene["bodies"].push_back({{"name", "peg"},
                               {"origin", {0.5, "20cm", 0}},
                               {"shapes", Json::array({{{"type", "ball"}, {"radius", 0.05}}})}});
    const auto [edited, name] = handleOn(scene, {"peg", "", {0, 0.3, 0}});
    const auto moved = parsedScene(edited)->instantiate({{name, "0.1m"}});
    QVERIFY((originOf(moved, "peg") - Vector3d(0.5, 0.3, 0)).norm() < 1e-15);
  }

  void whatHasNoHandleIsRefused() {
    const Json scene = twoBalls(0.1, 0.2, {0, 0, 0}, 0.5, 0);
    QVERIFY(refusalOf(scene, {"a"}).contains("no direction"));
    QVERIFY(refusalOf(scene, {"a", "a"}).contains("to go around"));
    QVERIFY(refusalOf(scene, {"nobody", "c"}).contains("nobody"));
    const Json once = handleOn(scene, {"a", "c"}).scene;
    QVERIFY(refusalOf(once, {"a", "c"}).contains("depends on parameters already"));
    const Json rack = Json::parse(Scene::open("rack-break")->text());
    QVERIFY(!refusalOf(rack, {"ball1", "", {1, 0, 0}}).isEmpty());
  }

  /// The axes of a body that turns first turn with it, and those of one that is carried move: neither goes
  /// along a line of the world by its x and y.
  void axesThatAreNotThoseOfTheWorldAreRefused() {
    Json scene = twoBalls(0.1, 0.2, {0, 0, 0}, 0.5, 0.5);
    for (Json& body : scene["bodies"]) body["inertia"] = 0.01;
    scene["bodies"][1]["joints"] = {"angle", "x", "y"};
    scene["initial"]["q"] = {{"a.angle", 0.4}, {"a.x", 0.5}, {"a.y", 0.1}};
    QVERIFY(refusalOf(scene, {"a", "", {1, 0, 0}}).contains("no line or circle"));
    QVERIFY(refusalOf(scene, {"a", "c"}).contains("no line or circle"));
    scene["bodies"][1]["joints"] = {"x", "y", "angle"};
    const auto turned = handleOn(scene, {"a", "c"});
    QVERIFY((originOf(parsedScene(turned.scene)->instantiate(), "a") - Vector3d(0.5, 0.1, 0)).norm() < 1e-12);
    scene["bodies"][1]["parent"] = "c";
    QVERIFY(refusalOf(scene, {"a", "", {1, 0, 0}}).contains("no line or circle"));
  }

  /// Around a body whose own axes are turned, the circle has its true centre.
  void theCentreIsWhereTheBodyIs() {
    Json scene = twoBalls(0.1, 0.2, {0, 0, 0}, 0.5, 0.5);
    for (Json& body : scene["bodies"]) body["inertia"] = 0.01;
    scene["bodies"][0]["joints"] = {"angle", "x", "y"};
    scene["initial"]["q"] = {{"c.angle", 1.1}, {"c.x", 0.3}, {"c.y", -0.2}, {"a.x", 0.9}, {"a.y", 0.4}};
    const Vector3d centre = originOf(parsedScene(scene)->instantiate(), "c");
    const auto [edited, name] = handleOn(scene, {"a", "c"});
    const double r = (Vector3d(0.9, 0.4, 0) - centre).norm();
    const auto up = parsedScene(edited)->instantiate({{name, "90deg"}});
    QVERIFY((originOf(up, "a") - centre - Vector3d(0, r, 0)).norm() < 1e-10);
  }

  /// The parameter goes again with its arc and its drag.
  void aHandleCanBeDissolved() {
    const Json scene = twoBalls(0.1, 0.2, {0, 0, 0}, 0.3, 0.5);
    const auto [edited, name] = handleOn(scene, {"a", "c"});
    const Json without = edit::dissolveParameter(edited, name);
    QVERIFY(without["view"]["arcs"].empty() && without["view"]["drag"]["a"].empty());
    QVERIFY((originOf(parsedScene(without)->instantiate(), "a") -
             originOf(parsedScene(scene)->instantiate(), "a"))
                .norm() < 1e-12);
  }
};

CAROM_TEST(TestAddHandle);
#include "tst_add_handle.moc"
