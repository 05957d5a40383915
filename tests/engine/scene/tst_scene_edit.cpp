#include <QtTest>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "impact/impact_report.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "scene/edit/edit.h"
#include "scene/expression/holes.h"
#include "scene/expression/symbols.h"
#include "scene/scene_error.h"
#include "support/test_program.h"

using namespace carom;
using edit::Json;

namespace {

const Json empty{{"format", 1}, {"bodies", Json::array()}};

std::shared_ptr<const Scene> parsed(const Json& scene) {
  return Scene::parse(scene.dump(), "test.carom.json");
}
SceneInstance instanceOf(const Json& scene, const Assignments& assignments = {}) {
  return parsed(scene)->instantiate(assignments);
}
Json builtin(const std::string& name) {
  return Json::parse(Scene::open(name)->text());
}

double xiOf(const Json& scene, const Assignments& assignments = {}) {
  const SceneInstance instance = instanceOf(scene, assignments);
  return resolveImpact(*impactAt(*instance.mechanism, instance.initial.q, instance.initial.p))
      .indeterminacy.xi;
}

QStringList names(const SceneInstance& instance) {
  QStringList list;
  for (const Body& body : instance.mechanism->bodies()) list << QString::fromStdString(body.name);
  return list;
}

QStringList contacts(const SceneInstance& instance) {
  QStringList list;
  for (const ContactPair& contact : instance.mechanism->contacts())
    list << QString::fromStdString(contact.name);
  return list;
}

/// Two scenes are the same mechanics: names apart, the same mass matrix, state and gaps.
void compareMechanics(const SceneInstance& a, const SceneInstance& b) {
  QCOMPARE(a.mechanism->dof(), b.mechanism->dof());
  QVERIFY(a.initial.q == b.initial.q);
  QVERIFY(a.initial.p == b.initial.p);
  QCOMPARE(a.mechanism->contacts().size(), b.mechanism->contacts().size());
  for (std::size_t i = 0; i < a.mechanism->contacts().size(); ++i)
    QCOMPARE(a.mechanism->gap(int(i), a.initial.q), b.mechanism->gap(int(i), b.initial.q));
}

Json twoBalls() {
  Json scene = edit::addBody(empty, edit::NewBall{{0, 0, 0}, 0.1, 2}).scene;
  return edit::addBody(scene, edit::NewBall{{0.5, 0, 0}, 0.1, 1}).scene;
}

/// Whether a list of contacts has one between two bodies, in either order.
bool lists(const Json& contacts, const std::string& one, const std::string& other) {
  return std::any_of(contacts.begin(), contacts.end(), [&](const Json& contact) {
    return contact["between"] == Json::array({one, other}) || contact["between"] == Json::array({other, one});
  });
}

QString errorOf(const std::function<void()>& edit) {
  try {
    edit();
  } catch (const SceneError& error) {
    return QString::fromStdString(error.place() + "|" + error.what());
  }
  return {};
}

}  // namespace

class TestSceneEdit : public QObject {
  Q_OBJECT
 private slots:
  void everyKindOfBodyCanBeAdded();
  void aNewBodyFindsANameBesideARepeat();
  void aNewBodyMeetsTheOthersWhereContactsAreListed();
  void renamingAParameterKeepsTheMechanics_data();
  void renamingAParameterKeepsTheMechanics();
  void renamingTouchesWholeWordsOnly();
  void renamingABodyKeepsTheMechanics_data();
  void renamingABodyKeepsTheMechanics();
  void badNamesAreRefusedWithTheirPlace_data();
  void badNamesAreRefusedWithTheirPlace();
  void removingABodyRemovesWhatRefersToIt();
  void removingAParentRemovesWhatItCarries();
  void anExpandedRepeatIsTheSameScene_data();
  void anExpandedRepeatIsTheSameScene();
  void copiesAreNamedAnewAndMoved();
  void pastedBodiesBringTheirParameters();
  void pastedParametersOfAnotherMeaningGetAnotherName();
  void copyAndPasteIntoAnEmptySceneKeepsTheMechanics_data();
  void copyAndPasteIntoAnEmptySceneKeepsTheMechanics();
  void pastedBodiesKeepTheirListOfContacts();
  void aNewBodyMayMeetABodyFixedToAMovingOne();
  void valuesAreWrittenAsTyped_data();
  void valuesAreWrittenAsTyped();
  void badValuesAreRefused_data();
  void badValuesAreRefused();
  void anyNumberBecomesAParameter_data();
  void anyNumberBecomesAParameter();
  void aDissolvedParameterLeavesItsValue();
  void oneContactCanHaveItsOwnFriction();
  void touchingIsAskedForAndTakenBack();
  void bodiesMoveToWhereTheyAreTold();
  void aHingedBodyTurnsTowardsTheTarget();
  void aJoinedBodyStaysWhereItIs_data();
  void aJoinedBodyStaysWhereItIs();
  void aJoinedBodyKeepsItsTurnInTheList();
  void whatCannotBeJoinedSaysWhy();
  void unitsOfMovedCoordinatesStay();
  void whatDependsOnParametersIsNotMoved();
  void alignmentPutsEdgesInLine();
  void theBreakCanBeBuiltFromNothing();
};

void TestSceneEdit::everyKindOfBodyCanBeAdded() {
  Json scene = empty;
  for (const edit::NewBody& body :
       {edit::NewBody(edit::NewBall{{0, 0, 0}}), edit::NewBody(edit::NewWall{{-1, 0, 0}, {2, 0, 0}}),
        edit::NewBody(edit::NewRod{{1, 0, 0}, {1, 1, 0}}),
        edit::NewBody(edit::NewBox{{3, 0, 0}, {0.4, 0.2, 0.1}, 0.3}),
        edit::NewBody(edit::NewLink{"", {}, {5, 0, 0}, {5, -1, 0}})})
    scene = edit::addBody(scene, body).scene;
  const SceneInstance instance = instanceOf(scene);
  QCOMPARE(names(instance), QStringList({"ball1", "wall", "rod1", "box1", "link1"}));
  const auto ends = std::get<Segment>(instance.mechanism->bodies()[2].shapes[0]).ends;
  const Pose rod = instance.mechanism->pose(2, instance.initial.q);
  QVERIFY((rod * ends[0] - Eigen::Vector3d(1, 0, 0)).norm() < 1e-15);
  QVERIFY((rod * ends[1] - Eigen::Vector3d(1, 1, 0)).norm() < 1e-15);
  const Pose link = instance.mechanism->pose(4, instance.initial.q);
  QVERIFY((link * Eigen::Vector3d(1, 0, 0) - Eigen::Vector3d(5, -1, 0)).norm() < 1e-15);
  // A second link hangs at the end of the first.
  const Eigen::Vector3d tip(6, -1, 0);
  const auto two = edit::addBody(scene, edit::NewLink{"link1", link, {5, -1, 0}, tip});
  QCOMPARE(two.bodies, std::vector<std::string>{"link2"});
  const SceneInstance chain = instanceOf(two.scene);
  QVERIFY((chain.mechanism->pose(5, chain.initial.q) * Eigen::Vector3d(1, 0, 0) - tip).norm() < 1e-15);
}

void TestSceneEdit::aNewBodyFindsANameBesideARepeat() {
  // "ball{i}" stands for every ball with a number.
  const Json line{
      {"format", 1},
      {"bodies",
       {{{"repeat", {{"index", "i"}, {"count", 2}}}, {"name", "ball{i}"}, {"joints", {"x"}}, {"mass", 1}}}}};
  Json scene = line;
  for (int i = 0; i < 3; ++i) scene = edit::addBody(scene, edit::NewBall{{3.0 * i, 5, 0}, 0.1, 1}).scene;
  const QStringList all = names(instanceOf(scene));
  QCOMPARE(all.size(), 5);
  QCOMPARE(QSet<QString>(all.begin(), all.end()).size(), 5);
}

void TestSceneEdit::aNewBodyMeetsTheOthersWhereContactsAreListed() {
  const Json scene = edit::addBody(builtin("billiard-break"), edit::NewBall{{-1, 0, 0}}).scene;
  QCOMPARE(contacts(instanceOf(scene)), QStringList({"ac", "bc", "ab", "ball1-a", "ball1-b", "ball1-c"}));
}

void TestSceneEdit::renamingAParameterKeepsTheMechanics_data() {
  QTest::addColumn<QString>("scene");
  for (const BuiltinScene& scene : builtinScenes())
    QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
}

void TestSceneEdit::renamingAParameterKeepsTheMechanics() {
  QFETCH(QString, scene);
  const auto before = Scene::open(scene.toStdString());
  Json json = Json::parse(before->text());
  for (const ParameterSpec& parameter : before->parameters())
    json = edit::renameParameter(json, parameter.name, "renamed_" + parameter.name);
  const auto after = parsed(json);
  for (const ParameterSpec& parameter : after->parameters()) QVERIFY(parameter.name.starts_with("renamed_"));
  compareMechanics(before->instantiate(), after->instantiate());
  for (const ChoiceSpec& choice : before->choices())
    for (const std::string& option : choice.options)
      compareMechanics(before->instantiate({{choice.name, option}}),
                       after->instantiate({{choice.name, option}}));
}

void TestSceneEdit::renamingTouchesWholeWordsOnly() {
  QCOMPARE(replaceSymbol("e + 2e3*e1 - exp(e)*1.e", "e", "x"), std::string("x + 2e3*e1 - exp(x)*1.x"));
  QCOMPARE(replaceSymbol("3 mm + m1*2m", "m1", "q"), std::string("3 mm + q*2m"));
  QCOMPARE(replaceInHoles("ball{n-1}n", "n", "k"), std::string("ball{k-1}n"));
}

void TestSceneEdit::renamingABodyKeepsTheMechanics_data() {
  renamingAParameterKeepsTheMechanics_data();
}

void TestSceneEdit::renamingABodyKeepsTheMechanics() {
  QFETCH(QString, scene);
  const auto before = Scene::open(scene.toStdString());
  Json json = Json::parse(before->text());
  const edit::BodyNames bodies(json);
  for (int i = 0; i < bodies.count(); ++i)
    json = edit::renameBody(json, bodies.name(i), "other-" + bodies.name(i));
  const SceneInstance after = instanceOf(json);
  compareMechanics(before->instantiate(), after);
  for (const QString& name : names(after)) QVERIFY2(name.startsWith("other-"), qPrintable(name));
  QCOMPARE(after.view.drag.size(), before->instantiate().view.drag.size());
}

void TestSceneEdit::badNamesAreRefusedWithTheirPlace_data() {
  QTest::addColumn<bool>("body");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("place");
  QTest::newRow("a unit") << false << "ra"
                          << "mm"
                          << "parameters.ra";
  QTest::newRow("a function") << false << "ra"
                              << "sin"
                              << "parameters.ra";
  QTest::newRow("in use") << false << "ra"
                          << "rb"
                          << "parameters.ra";
  QTest::newRow("no word") << false << "ra"
                           << "r a"
                           << "parameters.ra";
  QTest::newRow("unknown parameter") << false << "rz"
                                     << "r"
                                     << "parameters.rz";
  QTest::newRow("body in use") << true << "a"
                               << "b"
                               << "bodies[0].name";
  QTest::newRow("no name") << true << "a"
                           << "1a"
                           << "bodies[0].name";
  QTest::newRow("unknown body") << true << "z"
                                << "y"
                                << "bodies";
  QTest::newRow("hole without repeat") << true << "a"
                                       << "a{i}"
                                       << "bodies[0].name";
}

void TestSceneEdit::badNamesAreRefusedWithTheirPlace() {
  QFETCH(bool, body);
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, place);
  const Json scene = builtin("billiard-break");
  const QString error = errorOf([&] {
    body ? edit::renameBody(scene, from.toStdString(), to.toStdString())
         : edit::renameParameter(scene, from.toStdString(), to.toStdString());
  });
  QVERIFY2(error.startsWith(place + '|'), qPrintable(error));
}

void TestSceneEdit::removingABodyRemovesWhatRefersToIt() {
  const Json scene = edit::removeBodies(builtin("billiard-break"), {"a"});
  const SceneInstance instance = instanceOf(scene);
  QCOMPARE(names(instance), QStringList({"b", "c"}));
  QCOMPARE(contacts(instance), QStringList({"bc"}));
  QVERIFY(instance.view.arcs.empty());
  QCOMPARE(scene["initial"]["touching"], Json::array({"bc"}));
  QVERIFY(!scene.dump().starts_with("\"a."));
  QVERIFY(edit::removeBodies(scene, {"b", "c"})["bodies"].empty());
}

void TestSceneEdit::removingAParentRemovesWhatItCarries() {
  const Json one = edit::removeBodies(builtin("double-pendulum"), {"lower"});
  QCOMPARE(names(instanceOf(one)), QStringList({"upper"}));
  QVERIFY(edit::removeBodies(builtin("double-pendulum"), {"upper"})["bodies"].empty());
}

void TestSceneEdit::anExpandedRepeatIsTheSameScene_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("body");
  QTest::newRow("cradle") << "newtons-cradle"
                          << "ball2";
  QTest::newRow("rack") << "rack-break"
                        << "ball{i}";
  QTest::newRow("line and wall") << "line-and-wall"
                                 << "ball1";
  QTest::newRow("masses by index") << "converging-line"
                                   << "ball0";
}

void TestSceneEdit::anExpandedRepeatIsTheSameScene() {
  QFETCH(QString, scene);
  QFETCH(QString, body);
  const Json before = builtin(scene.toStdString());
  const SceneInstance instance = instanceOf(before);
  const Json after = edit::expandRepeat(before, body.toStdString(), instance);
  QVERIFY(!edit::isRepeat(after, "ball1"));
  const SceneInstance expanded = instanceOf(after);
  compareMechanics(instance, expanded);
  QCOMPARE(names(expanded), names(instance));
  QCOMPARE(contacts(expanded), contacts(instance));
  QVERIFY(expanded.view.labels == instance.view.labels);
}

void TestSceneEdit::copiesAreNamedAnewAndMoved() {
  const auto copy = edit::duplicateBodies(twoBalls(), {"ball1"}, {0, 0.3, 0});
  QCOMPARE(copy.bodies, std::vector<std::string>{"ball3"});
  const SceneInstance instance = instanceOf(copy.scene);
  QVERIFY(instance.mechanism->position(2, instance.initial.q) == Eigen::Vector3d(0, 0.3, 0));
  QCOMPARE(instance.mechanism->bodies()[2].mass, 2.0);
  // With parameters in its place, the copy keeps following them.
  const auto bound = edit::duplicateBodies(builtin("billiard-break"), {"a"}, {0, 0.1, 0});
  const Assignments turned{{"theta", "120deg"}};
  const SceneInstance moved = instanceOf(bound.scene, turned);
  const Eigen::Vector3d by =
      moved.mechanism->position(3, moved.initial.q) - moved.mechanism->position(0, moved.initial.q);
  QVERIFY((by - Eigen::Vector3d(0, 0.1, 0)).norm() < 1e-15);
  // Chains are copied as a whole, fixed bodies by their origin.
  const auto chain = edit::duplicateBodies(builtin("double-pendulum"), {"upper"}, {3, 0, 0});
  const SceneInstance pendulums = instanceOf(chain.scene);
  QCOMPARE(names(pendulums), QStringList({"upper", "lower", "upper2", "lower2"}));
  QVERIFY((pendulums.mechanism->position(3, pendulums.initial.q) -
           pendulums.mechanism->position(1, pendulums.initial.q) - Eigen::Vector3d(3, 0, 0))
              .norm() < 1e-15);
}

void TestSceneEdit::pastedBodiesBringTheirParameters() {
  const Json part = edit::copyBodies(builtin("billiard-break"), {"a"});
  QVERIFY(part["parameters"].contains("theta") && part["parameters"].contains("density"));
  QVERIFY(!part["parameters"].contains("speed"));
  const auto pasted = edit::pasteBodies(twoBalls(), part, {0, 1, 0});
  QCOMPARE(pasted.bodies, std::vector<std::string>{"a"});
  const auto before = instanceOf(builtin("billiard-break")), after = instanceOf(pasted.scene);
  QCOMPARE(after.mechanism->bodies()[2].mass, before.mechanism->bodies()[0].mass);
  // Once more: the parameters are shared.
  const auto twice = edit::pasteBodies(pasted.scene, part, {0, 2, 0});
  QCOMPARE(twice.scene["parameters"].size(), pasted.scene["parameters"].size());
}

void TestSceneEdit::pastedParametersOfAnotherMeaningGetAnotherName() {
  Json scene = twoBalls();
  scene = edit::addParameter(scene, {.name = "ra", .value = "7mm"});
  const auto pasted = edit::pasteBodies(scene, edit::copyBodies(builtin("billiard-break"), {"a"}), {0, 1, 0});
  QCOMPARE(pasted.scene["parameters"]["ra"]["value"], Json("7mm"));
  QVERIFY(pasted.scene["parameters"].contains("ra2"));
  const SceneInstance instance = instanceOf(pasted.scene);
  QCOMPARE(std::get<Ball>(instance.mechanism->bodies()[2].shapes[0]).radius, 0.0286);
}

void TestSceneEdit::copyAndPasteIntoAnEmptySceneKeepsTheMechanics_data() {
  renamingAParameterKeepsTheMechanics_data();
}

void TestSceneEdit::copyAndPasteIntoAnEmptySceneKeepsTheMechanics() {
  QFETCH(QString, scene);
  const Json json = builtin(scene.toStdString());
  const edit::BodyNames bodies(json);
  std::vector<std::string> all;
  for (int i = 0; i < bodies.count(); ++i) all.push_back(bodies.name(i));
  const Json part = Json::parse(edit::copyBodies(json, all).dump());  // through the clipboard
  Json target = empty;
  if (json.contains("contacts") && json["contacts"].empty()) target["contacts"] = Json::array();
  const SceneInstance before = instanceOf(json),
                      after = instanceOf(edit::pasteBodies(target, part, {0, 0, 0}).scene);
  QVERIFY(after.initial.q == before.initial.q);
  QVERIFY(after.initial.p == before.initial.p);
  QCOMPARE(names(after), names(before));
  for (const QString& contact : contacts(before)) QVERIFY(contacts(after).contains(contact));
}

/// The legs of rhex overlap, so that a paste that let them touch would be refused.
void TestSceneEdit::pastedBodiesKeepTheirListOfContacts() {
  const Json rhex = builtin("rhex");
  const Json part = edit::copyBodies(rhex, {"body", "floor"});
  QCOMPARE(edit::pasteBodies(empty, part, {0, 0, 0}).scene["contacts"], rhex["contacts"]);
  Json all = twoBalls();
  all["contacts"] = Json::array();
  all["all-pairs"] = true;
  for (const Json& scene : {twoBalls(), all}) {
    const QStringList after = contacts(instanceOf(edit::pasteBodies(scene, part, {5, -5, 0}).scene));
    for (const char* kept : {"ball1-ball2", "left", "right", "shin_left-ball1", "ball2-floor"})
      QVERIFY2(after.contains(kept), kept);
  }
  const Json list = edit::pasteBodies(all, part, {5, -5, 0}).scene["contacts"];
  QVERIFY(lists(list, "shin_left", "ball1") && !lists(list, "shin_left", "shin_right"));
  // Beside the first, each has its contacts, and the new feet may meet the floor.
  const Json both = edit::duplicateBodies(rhex, {"body"}, {3, 1, 0}).scene["contacts"];
  QVERIFY(lists(both, "foot_left", "floor") && lists(both, "foot_left2", "floor"));
  QVERIFY(lists(both, "shin_left2", "shin_right") && !lists(both, "shin_left2", "shin_right2"));
}

void TestSceneEdit::aNewBodyMayMeetABodyFixedToAMovingOne() {
  const auto [scene, added] = edit::addBody(builtin("rhex"), edit::NewWall{{-3, 0, 0}, {1, 0, 0}});
  QVERIFY(lists(scene["contacts"], "foot_left", added.at(0)));
  QVERIFY(!lists(scene["contacts"], "floor", added.at(0)));
}

void TestSceneEdit::valuesAreWrittenAsTyped_data() {
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("json");
  QTest::newRow("number") << "bodies[0].mass"
                          << " 2.50 "
                          << "2.5";
  QTest::newRow("whole number") << "bodies[0].mass"
                                << "3"
                                << "3";
  QTest::newRow("unit") << "bodies[0].shapes[0].radius"
                        << "28.6mm"
                        << "\"28.6mm\"";
  QTest::newRow("expression") << "bodies[0].mass"
                              << "2*density"
                              << "\"2*density\"";
  QTest::newRow("coordinate") << "initial.q.a.x"
                              << "12cm"
                              << "\"12cm\"";
  QTest::newRow("new coordinate") << "initial.velocity.b.y"
                                  << "-1e-3"
                                  << "-0.001";
  QTest::newRow("vector that was missing") << "bodies[1].origin[1]"
                                           << "0.5"
                                           << "0.5";
  QTest::newRow("part that was missing") << "gravity[1]"
                                         << "-9.81"
                                         << "-9.81";
  QTest::newRow("range") << "parameters.ra.range[1]"
                         << "1m"
                         << "\"1m\"";
}

void TestSceneEdit::valuesAreWrittenAsTyped() {
  QFETCH(QString, place);
  QFETCH(QString, text);
  QFETCH(QString, json);
  const Json scene = edit::setValue(builtin("billiard-break"), place.toStdString(), text.toStdString());
  QCOMPARE(QString::fromStdString(edit::find(scene, place.toStdString())->dump()), json);
  edit::check(scene);
}

void TestSceneEdit::badValuesAreRefused_data() {
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("reason");
  QTest::newRow("half typed") << "bodies[0].mass"
                              << "2*"
                              << "does not parse";
  QTest::newRow("unknown name") << "bodies[0].mass"
                                << "2*mas"
                                << "undefined parameter \"mas\", expected one of theta";
  QTest::newRow("wrong unit") << "bodies[0].mass"
                              << "5mm"
                              << "is in mm, expected kg";
  QTest::newRow("unit of a pure number") << "contacts[0].friction"
                                         << "3kg"
                                         << "pure number";
  QTest::newRow("negative mass") << "bodies[0].mass"
                                 << "-1"
                                 << "is negative";
  QTest::newRow("another's index") << "bodies[0].mass"
                                   << "i"
                                   << "undefined";
}

void TestSceneEdit::badValuesAreRefused() {
  QFETCH(QString, place);
  QFETCH(QString, text);
  QFETCH(QString, reason);
  const Json scene = builtin("billiard-break");
  const QString error = errorOf([&] { edit::setValue(scene, place.toStdString(), text.toStdString()); });
  QVERIFY2(error.startsWith(place + '|') && error.contains(reason), qPrintable(error));
}

void TestSceneEdit::anyNumberBecomesAParameter_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("unit");
  QTest::newRow("mass") << "double-pendulum"
                        << "bodies[0].mass"
                        << "kg";
  QTest::newRow("radius") << "newtons-cradle"
                          << "bodies[0].shapes[0].radius"
                          << "mm";
  QTest::newRow("velocity by a parameter") << "billiard-break"
                                           << "initial.velocity.c.x"
                                           << "m/s";
  QTest::newRow("angle that was missing") << "falling-rod"
                                          << "initial.velocity.rod.angle"
                                          << "rad/s";
  QTest::newRow("gravity") << "double-pendulum"
                           << "gravity[1]"
                           << "m/s^2";
  QTest::newRow("component") << "double-pendulum"
                             << "bodies[1].origin[1]"
                             << "m";
}

void TestSceneEdit::anyNumberBecomesAParameter() {
  QFETCH(QString, scene);
  QFETCH(QString, place);
  QFETCH(QString, unit);
  const Json before = builtin(scene.toStdString());
  const std::string at = place.toStdString(), name = edit::suggestParameterName(before, at);
  const Json after = edit::makeParameter(before, at, name);
  QCOMPARE(*edit::find(after, at), Json(name));
  const auto read = parsed(after);
  compareMechanics(instanceOf(before), read->instantiate());
  const Json* sweep = edit::find(before, "view.sweep");
  QCOMPARE(*edit::find(after, "view.sweep"), sweep ? *sweep : Json(name));
  const ParameterSpec& spec = read->parameters().back();
  QCOMPARE(spec.name, name);
  QVERIFY(spec.free);
  QCOMPARE(QString::fromStdString(spec.unit), unit);
  const ParameterValue value = read->instantiate().parameters.back();
  QVERIFY(value.min && value.max && *value.max > *value.min);
}

void TestSceneEdit::aDissolvedParameterLeavesItsValue() {
  const auto before = Scene::open("billiard-break");
  Json json = Json::parse(before->text());
  for (const ParameterSpec& parameter : before->parameters())
    json = edit::dissolveParameter(json, parameter.name);
  const auto after = parsed(json);
  QVERIFY(after->parameters().empty());
  compareMechanics(before->instantiate(), after->instantiate());
}

void TestSceneEdit::oneContactCanHaveItsOwnFriction() {
  Json scene = edit::addBody(twoBalls(), edit::NewBall{{1, 0, 0}}).scene;
  scene = edit::setContact(scene, "ball1-ball2", {.name = "first", .friction = "0.4"});
  const SceneInstance instance = instanceOf(scene);
  QCOMPARE(contacts(instance), QStringList({"first", "ball1-ball3", "ball2-ball3"}));
  QCOMPARE(instance.mechanism->contacts()[0].coefficients.friction, 0.4);
  scene = edit::setContact(scene, "first", {.friction = "0.1"});
  QCOMPARE(scene["contacts"].size(), std::size_t(1));
}

void TestSceneEdit::touchingIsAskedForAndTakenBack() {
  Json scene = twoBalls();
  const SceneInstance apart = instanceOf(scene);
  scene = edit::moveBodies(scene, apart, {{"ball2", {0.5, 0, 0}, {0.2, 0, 0}, {}}});
  scene = edit::setTouching(scene, "ball1-ball2", true);
  QVERIFY(edit::isTouching(scene, "ball1-ball2"));
  const SceneInstance instance = instanceOf(scene);
  QCOMPARE(instance.mechanism->gap(0, instance.initial.q), 0.0);
  // What is renamed or gone takes its mark along.
  QCOMPARE(edit::renameBody(scene, "ball1", "a")["initial"]["touching"], Json::array({"a-ball2"}));
  QVERIFY(!edit::removeBodies(scene, {"ball1"})["initial"].contains("touching"));
  QVERIFY(!edit::isTouching(edit::setTouching(scene, "ball1-ball2", false), "ball1-ball2"));
}

void TestSceneEdit::bodiesMoveToWhereTheyAreTold() {
  Json scene = edit::addBody(twoBalls(), edit::NewWall{{-1, 0, 0}, {1, 0, 0}}).scene;
  scene = edit::addBody(scene, edit::NewRod{{0, 1, 0}, {1, 1, 0}}).scene;
  const SceneInstance before = instanceOf(scene);
  const Json moved = edit::moveBodies(scene, before,
                                      {{"ball2", {0.5, 0, 0}, {0.7, -0.2, 0}, {}},
                                       {"wall", {-1, 0, 0}, {-2, 0, 0}, {}},
                                       {"rod1", {0, 1, 0}, {0.1, 2, 0}, std::numbers::pi / 4}});
  const SceneInstance after = instanceOf(moved);
  QVERIFY(after.mechanism->position(1, after.initial.q) == Eigen::Vector3d(0.7, -0.2, 0));
  QCOMPARE(after.mechanism->gap(1, after.initial.q), before.mechanism->gap(1, before.initial.q) + 1);
  const Pose rod = after.mechanism->pose(3, after.initial.q);
  QVERIFY((rod.x - Eigen::Vector3d(0.6, 2, 0)).norm() < 1e-15);
  QCOMPARE(std::atan2(rod.R(1, 0), rod.R(0, 0)), std::numbers::pi / 4);
}

void TestSceneEdit::aHingedBodyTurnsTowardsTheTarget() {
  Json scene = edit::addBody(empty, edit::NewLink{"", {}, {0, 0, 0}, {1, 0, 0}}).scene;
  const Json turned = edit::moveBodies(scene, instanceOf(scene), {{"link1", {1, 0, 0}, {2, 2, 0}, {}}});
  const SceneInstance instance = instanceOf(turned);
  QVERIFY(std::abs(instance.initial.q[0] - std::numbers::pi / 4) < 1e-6);
}

namespace {

/// Points of a body's shapes in the world.
std::vector<Eigen::Vector3d> outline(const SceneInstance& instance, const std::string& name) {
  const int body = instance.mechanism->bodyIndex(name);
  const Pose pose = instance.mechanism->pose(body, instance.initial.q);
  std::vector<Eigen::Vector3d> points{instance.mechanism->centreOfMass(body, instance.initial.q)};
  for (const Shape& shape : instance.mechanism->bodies()[static_cast<std::size_t>(body)].shapes) {
    if (const auto* ball = std::get_if<Ball>(&shape)) points.push_back(pose * ball->centre);
    if (const auto* segment = std::get_if<Segment>(&shape))
      for (const Eigen::Vector3d& end : segment->ends) points.push_back(pose * end);
    if (const auto* hull = std::get_if<Hull>(&shape)) {
      points.push_back(pose * hull->origin);
      points.push_back((pose.R * halfSizeOf(*hull->solid)).cwiseAbs());
    }
  }
  return points;
}

}  // namespace

void TestSceneEdit::aJoinedBodyStaysWhereItIs_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<QString>("body");
  QTest::addColumn<QString>("parent");
  QTest::addColumn<QStringList>("coordinates");
  using Kind = edit::NewJoint::Kind;
  for (const char* parent : {"", "rod2", "ball1"}) {
    const auto row = [&](const char* text, Kind kind, const char* body, const QStringList& coordinates) {
      QTest::addRow("%s of %s on %s", text, body, parent)
          << int(kind) << QString(body) << QString(parent) << coordinates;
    };
    row("hinge", Kind::Hinge, "rod1", {"rod1.angle"});
    row("ball joint", Kind::Ball, "rod1", {"rod1.rx", "rod1.ry", "rod1.rz"});
    row("slider", Kind::Slider, "rod1", {"rod1.slide"});
    row("weld", Kind::Weld, "rod1", {});
    if (parent != QString("ball1")) continue;
    row("slider", Kind::Slider, "box1", {"box1.slide"});
    row("weld", Kind::Weld, "box1", {});
    row("ball joint", Kind::Ball, "stone", {"stone.rx", "stone.ry", "stone.rz"});
    row("slider", Kind::Slider, "stone", {"stone.slide"});
  }
}

/// A ball, two slanting rods, a box that stands on its end with a spring at its corner, and a ball that moves
/// freely. Bodies have shapes with a frame of their own.
void TestSceneEdit::aJoinedBodyStaysWhereItIs() {
  QFETCH(int, kind);
  QFETCH(QString, body);
  QFETCH(QString, parent);
  QFETCH(QStringList, coordinates);
  Json scene = edit::addBody(empty, edit::NewBall{{-1, 0, 0}, 0.1}).scene;
  scene = edit::addBody(scene, edit::NewRod{{0, 0, 0}, {1, 0.7, 0}, 0.01}).scene;
  scene = edit::addBody(scene, edit::NewRod{{0, 2, 0}, {0.4, 3, 0}, 0.01}).scene;
  scene = edit::addBody(scene, edit::NewBox{{3, 0, 0}, {0.6, 0.2, 0.2}, 0.5 * std::numbers::pi}).scene;
  const Json stone{{"name", "stone"},
                   {"joints", {"free"}},
                   {"mass", 1},
                   {"inertia", 1},
                   {"shapes", {Json{{"type", "ball"}, {"radius", 0.1}}}}};
  scene["bodies"].push_back(stone);
  scene["initial"]["q"]["stone.x"] = 5;
  for (Json& one : scene["bodies"]) {
    const Json position{0.2, 0.1, 0};
    one["shapes"].push_back({{"type", "ball"},
                             {"radius", 0.02},
                             {"centre", {0.1, 0, 0}},
                             {"position", position},
                             {"orientation", "40deg"}});
    one["shapes"].push_back({{"type", "segment"},
                             {"radius", 0.01},
                             {"from", {0.1, 0, 0}},
                             {"to", {0.2, 0.3, 0}},
                             {"position", position},
                             {"orientation", "-70deg"}});
    one["shapes"].push_back(
        {{"type", "ball"}, {"radius", 0.02}, {"centre", {0.1, 0.2, 0}}, {"position", position}});
    if (one["name"] == "stone")
      one["shapes"].push_back({{"type", "segment"},
                               {"radius", 0.01},
                               {"from", {0.1, 0, 0}},
                               {"to", {0.2, 0.3, 0.1}},
                               {"orientation", {0.3, 0.4, 0.5}}});
  }
  scene = edit::addForce(
      scene, "springs",
      {{"between", {Json{{"body", body.toStdString()}, {"at", {0.1, 0.05, 0}}}, Json::object()}},
       {"stiffness", 1}});
  const SceneInstance before = instanceOf(scene);
  const edit::NewJoint joint{static_cast<edit::NewJoint::Kind>(kind),
                             body.toStdString(),
                             parent.toStdString(),
                             {0.25, 0.175, 0},
                             {2, 1, 0}};
  const SceneInstance after = instanceOf(edit::joinBody(scene, before, joint));
  const int index = after.mechanism->bodyIndex(joint.body),
            above = after.mechanism->bodies()[std::size_t(index)].parent;
  QCOMPARE(above < 0 ? std::string() : after.mechanism->bodies()[std::size_t(above)].name, joint.parent);
  QStringList own;
  for (const Coordinate& coordinate : after.mechanism->coordinates())
    if (coordinate.name.starts_with(joint.body + '.')) own << QString::fromStdString(coordinate.name);
  QCOMPARE(own, coordinates);
  const auto was = outline(before, joint.body), is = outline(after, joint.body);
  for (std::size_t i = 0; i < was.size(); ++i) QVERIFY((was[i] - is[i]).norm() < 1e-12);
  const auto springEnd = [&](const SceneInstance& instance) {
    const BodyPoint& end = instance.mechanism->forces().pointSprings[0].ends[0];
    return Eigen::Vector3d(instance.mechanism->pose(end.body, instance.initial.q) * end.at);
  };
  QVERIFY((springEnd(before) - springEnd(after)).norm() < 1e-12);
  if (joint.kind != edit::NewJoint::Kind::Slider) return;
  Eigen::VectorXd q = after.initial.q;
  const auto& all = after.mechanism->coordinates();
  q[std::ranges::find(all, own.front().toStdString(), &Coordinate::name) - all.begin()] += std::sqrt(5.0);
  QVERIFY((after.mechanism->position(index, q) - after.mechanism->position(index, after.initial.q) -
           Eigen::Vector3d(2, 1, 0))
              .norm() < 1e-12);
}

/// Colours and names of contacts follow from the order of bodies, which changes only where a parent asks for
/// it.
void TestSceneEdit::aJoinedBodyKeepsItsTurnInTheList() {
  using Kind = edit::NewJoint::Kind;
  const Json scene = twoBalls();
  const auto order = [&](const edit::NewJoint& joint) {
    QStringList names;
    const Json joined = edit::joinBody(scene, instanceOf(scene), joint);
    for (const Json& body : joined["bodies"]) names << QString::fromStdString(body["name"]);
    return names;
  };
  QCOMPARE(order({Kind::Hinge, "ball1", ""}), QStringList({"ball1", "ball2"}));
  QCOMPARE(order({Kind::Hinge, "ball2", "ball1"}), QStringList({"ball1", "ball2"}));
  QCOMPARE(order({Kind::Hinge, "ball1", "ball2"}), QStringList({"ball2", "ball1"}));
}

void TestSceneEdit::whatCannotBeJoinedSaysWhy() {
  using Kind = edit::NewJoint::Kind;
  Json scene = edit::addBody(empty, edit::NewBox{{3, 0, 0}, {0.6, 0.2, 0.2}, 0.3}).scene;
  scene = edit::addBody(scene, edit::NewWall{{0, -1, 0}, {0, 1, 0}}).scene;
  scene =
      edit::addBody(scene, edit::NewLink{"box1",
                                         instanceOf(scene).mechanism->pose(0, instanceOf(scene).initial.q),
                                         {3, 0, 0},
                                         {4, 0, 0}})
          .scene;
  const SceneInstance instance = instanceOf(scene);
  for (const auto& [joint, why] : {std::pair(edit::NewJoint{Kind::Weld, "box1", ""}, "carries"),
                                   std::pair(edit::NewJoint{Kind::Hinge, "wall", ""}, "a wall cannot turn"),
                                   std::pair(edit::NewJoint{Kind::Weld, "box1", "link1"}, "carries"),
                                   std::pair(edit::NewJoint{Kind::Slider, "nobody", ""}, "no single body")}) {
    const QString error = errorOf([&] { edit::joinBody(scene, instance, joint); });
    QVERIFY2(error.contains(why), qPrintable(error));
  }
  const Json alone = edit::removeBodies(scene, {"link1"});
  const QString error = errorOf([&] { edit::joinBody(alone, instanceOf(alone), {Kind::Weld, "box1", ""}); });
  QVERIFY2(error.contains("turned"), qPrintable(error));
  Json own = edit::addBody(empty, edit::NewRod{{0, 0, 0}, {1, 0.7, 0}, 0.01}).scene;
  own["bodies"][0]["shapes"][0]["orientation"] = {0.1, 0.2, 0.3};
  const QString turned = errorOf([&] { edit::joinBody(own, instanceOf(own), {Kind::Weld, "rod1", ""}); });
  QVERIFY2(turned.contains("an orientation of its own"), qPrintable(turned));
}

void TestSceneEdit::unitsOfMovedCoordinatesStay() {
  Json scene = edit::setValue(twoBalls(), "initial.q.ball2.x", "500mm");
  scene = edit::moveBodies(scene, instanceOf(scene), {{"ball2", {0.5, 0, 0}, {0.75, 0, 0}, {}}});
  QCOMPARE(scene["initial"]["q"]["ball2.x"], Json("750mm"));
}

void TestSceneEdit::whatDependsOnParametersIsNotMoved() {
  const Json scene = builtin("billiard-break");
  QVERIFY(!edit::isFree(scene, "a") && edit::isFree(scene, "c"));
  const QString error = errorOf([&] {
    edit::moveBodies(scene, instanceOf(scene), {{"a", {0, 0, 0}, {1, 0, 0}, {}}});
  });
  QVERIFY2(error.contains("depends on parameters"), qPrintable(error));
  const Json cradle = builtin("newtons-cradle");
  QVERIFY(!edit::isFree(cradle, "ball2"));
  QVERIFY(edit::isFree(edit::expandRepeat(cradle, "ball2", instanceOf(cradle)), "ball2"));
}

void TestSceneEdit::alignmentPutsEdgesInLine() {
  Json scene = edit::addBody(twoBalls(), edit::NewBall{{1, 0.7, 0}, 0.3}).scene;
  const Json bottom =
      edit::alignBodies(scene, instanceOf(scene), {"ball1", "ball3"}, edit::Alignment::Bottom);
  QCOMPARE(instanceOf(bottom).initial.q[5], 0.2);  // −0.1 + 0.3
  const Json centre =
      edit::alignBodies(scene, instanceOf(scene), {"ball1", "ball3"}, edit::Alignment::CentreY);
  QVERIFY(std::abs(instanceOf(centre).initial.q[5]) < 1e-15);
}

void TestSceneEdit::theBreakCanBeBuiltFromNothing() {
  const double r = 0.0286, angle = std::numbers::pi / 3;  // θ = 120°
  Json scene = edit::addBody(empty, edit::NewBall{{0, 0, 0}, r}).scene;
  for (const double side : {1.0, -1.0})
    scene =
        edit::addBody(scene, edit::NewBall{{2 * r * std::cos(angle), side * 2 * r * std::sin(angle), 0}, r})
            .scene;
  scene = edit::setBodyVelocity(scene, instanceOf(scene), "ball1", {1, 0, 0});
  scene = edit::renameBody(scene, "ball1", "c");
  Json masses = builtin("billiard-break");
  for (int i = 0; i < 3; ++i) masses = edit::setValue(masses, "bodies[" + std::to_string(i) + "].mass", "1");
  QVERIFY(std::abs(xiOf(scene) - xiOf(masses, {{"theta", "120deg"}})) < 1e-12);
}

CAROM_TEST(TestSceneEdit);
#include "tst_scene_edit.moc"
