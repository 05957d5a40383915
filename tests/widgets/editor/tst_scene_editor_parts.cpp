// Parts of a scene in its tree: derived quantities, solids, closed gaps, and the keys of motors.
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QTimer>

#include "editor/scene_tree_actions.h"
#include "scene/edit/edit.h"
#include "scene/format/write_scene.h"
#include "support/editor_desk.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

/// The editor with the choices of its context menu.
struct PartsDesk : EditorDesk {
  using EditorDesk::EditorDesk;

  /// Chooses an entry of a row's context menu, by its texts from the menu on.
  bool choose(const QStringList& row, const QStringList& entries) {
    emit panel.tree()->customContextMenuRequested(panel.tree()->visualRect(show(row)).center());
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    const QPointer<QMenu> top = menu;
    QAction* action = nullptr;
    for (const QString& entry : entries) {
      action = nullptr;
      for (QAction* one : menu ? menu->actions() : QList<QAction*>())
        if (one->text() == entry) action = one;
      menu = action ? action->menu() : nullptr;
    }
    const bool chosen = action != nullptr;
    if (action) action->trigger();
    if (top) top->close();
    return chosen;
  }
  QModelIndex show(const QStringList& row) {
    const QModelIndex index = find(row);
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
      panel.tree()->expand(above);
    panel.tree()->setCurrentIndex(index);
    panel.tree()->scrollTo(index);
    return index;
  }
  /// Types into the field of a row, and keeps it.
  void type(const QStringList& row, const QString& words, bool name = false) {
    QLineEdit* field = open(row, name);
    QVERIFY(field);
    retype(field, words);
    pressKey(field, Qt::Key_Return);
  }
  static void retype(QLineEdit* field, const QString& words) {
    field->selectAll();
    QTest::keyClicks(field, words);
  }
  void remove(const QStringList& row) {
    show(row);
    QTest::keyClick(panel.tree(), Qt::Key_Delete);
  }
  QLineEdit* field() { return panel.tree()->findChild<QLineEdit*>(QStringLiteral("field")); }
  using EditedDocument::show;
};

/// An arm with a ball at its end, above a floor, and a ball beside it.
std::string armOverFloor() {
  return R"j({"format": 1, "parameters": {"long": 1}, "bodies": [
    {"name": "arm", "joints": ["angle"], "mass": 2, "centre-of-mass": ["long/2", 0, 0], "inertia": 0.5,
     "shapes": [{"type": "ball", "radius": 0.1, "centre": ["long", 0, 0]}]},
    {"name": "ball", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0], "offset": -0.6}]}],
    "initial": {"q": {"ball.x": 3}}})j";
}

}  // namespace

class TestSceneEditorParts : public QObject {
  Q_OBJECT
 private slots:
  /// Another scene takes the row away in which something is typed: the field goes, and what it typed, too. A
  /// refusal that comes later finds no field.
  void aFieldGoesWithItsRow() {
    EditorDesk desk("billiard-break");
    QLineEdit* field = desk.open({"Bodies", "c"}, true);
    QVERIFY(field);
    QTest::keyClicks(field, "other");
    desk.show(Scene::open("pen")->text());
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
    QVERIFY(!desk.panel.tree()->findChild<QLineEdit*>("field"));
    emit desk.editor.refused("bodies[0]", "is refused");
    emit desk.editor.refused({}, {});
    QLineEdit* next = desk.open({"Bodies", "pen"}, true);
    QVERIFY(next);
    pressKey(next, Qt::Key_Escape);
  }

  void derivedQuantitiesAreAddedAndNamed();
  void derivedQuantitiesDissolve();
  void aNumberBecomesADerivedQuantity();
  void solidsTakeTheMassOfTheirBodyAndGiveItBack();
  void gapsAreClosedByMovingACoordinate();
  void weightsThatAreWrongMarkTheirField();
  void touchingIsOneEntryOfTheTextAndOfTheTree();
  void motorsHaveAStartAndALimit();
  void jointsInSpaceShowTheirCoordinates();
  void rowsExplainTheirKeys();
};

void TestSceneEditorParts::derivedQuantitiesAreAddedAndNamed() {
  PartsDesk desk("billiard-break");
  desk.panel.findChild<QAction*>("add-derived")->trigger();
  desk.show(desk.text);  // the answer comes after the edit
  QLineEdit* name = desk.field();
  QVERIFY(name && name->text() == "d1");  // its name is typed at once
  PartsDesk::retype(name, "total");
  pressKey(name, Qt::Key_Return);
  QCOMPARE(desk.panel.tree()->currentIndex(), desk.find({"Derived quantities", "total"}));  // goes on there
  desk.type({"Derived quantities", "total"}, "2*density");
  desk.type({"Derived quantities", "total", "unit"}, "kg/m^3");
  desk.type({"Derived quantities", "total", "label"}, "rho_2");
  const edit::Json expected{{"value", "2*density"}, {"unit", "kg/m^3"}, {"label", "rho_2"}};
  QCOMPARE(desk.json()["derived"]["total"], expected);
  desk.type({"Bodies", "a", "mass"}, "total*ra^3");
  QCOMPARE(desk.history.last(), QStringLiteral("Set mass of a"));
  desk.type({"Derived quantities", "total"}, "twice", true);
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("twice*ra^3"));
  QCOMPARE(desk.history.size(), 7);

  QLineEdit* value = desk.open({"Derived quantities", "twice"});
  PartsDesk::retype(value, "2*twice");
  QVERIFY(value->property("error").toBool());
  QVERIFY2(desk.panel.problem().contains("depends on itself"), qPrintable(desk.panel.problem()));
}

void TestSceneEditorParts::derivedQuantitiesDissolve() {
  PartsDesk desk("billiard-break");
  desk.editor.apply("", [](const edit::Json& scene) {
    auto with = edit::addDerived(scene, "total", "2*density");
    return edit::setValue(with, "bodies[0].mass", "total*ra^3");
  });
  desk.remove({"Derived quantities", "total"});
  QVERIFY(!desk.json().contains("derived"));
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("(2*density)*ra^3"));
}

void TestSceneEditorParts::aNumberBecomesADerivedQuantity() {
  PartsDesk desk("billiard-break");
  QVERIFY(desk.choose({"Bodies", "a", "mass"}, {"Make derived quantity"}));
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("mass_a"));
  QCOMPARE(desk.json()["derived"]["mass_a"]["value"], edit::Json("density*4/3*pi*ra^3"));
  QCOMPARE(desk.json()["derived"]["mass_a"]["unit"], edit::Json("kg"));
  QVERIFY(!desk.json()["parameters"].contains("mass_a"));
}

void TestSceneEditorParts::solidsTakeTheMassOfTheirBodyAndGiveItBack() {
  PartsDesk desk("billiard-break");
  desk.show(armOverFloor());
  const edit::Json before = desk.json();
  const Eigen::VectorXd q = desk.instance().initial.q;
  const double alone = desk.instance().mechanism->massMatrix(q)(0, 0);
  QVERIFY(!desk.find({"Bodies", "arm", "solids"}).isValid());
  QVERIFY(desk.choose({"Bodies", "arm"}, {"Add solid"}));
  QVERIFY(!desk.find({"Bodies", "arm", "mass"}).isValid());  // the solids have it now
  desk.type({"Bodies", "arm", "solids", "solid 2", "mass"}, "500g");
  desk.type({"Bodies", "arm", "solids", "solid 2", "at", "x"}, "2*long");
  const double both = desk.instance().mechanism->massMatrix(q)(0, 0);
  QVERIFY(std::abs(both - (alone + 0.5 * 4)) < 1e-12);  // a mass 0.5 kg at 2 m from the axis
  QLineEdit* mass = desk.open({"Bodies", "arm", "solids", "solid 1", "mass"});
  PartsDesk::retype(mass, "-1");
  QVERIFY(mass->property("error").toBool());
  pressKey(mass, Qt::Key_Escape);
  desk.remove({"Bodies", "arm", "solids", "solid 2"});
  QCOMPARE(desk.json()["bodies"][0]["solids"].size(), std::size_t{1});
  desk.remove({"Bodies", "arm", "solids", "solid 1"});
  QCOMPARE(desk.json(), before);
}

void TestSceneEditorParts::gapsAreClosedByMovingACoordinate() {
  PartsDesk desk("billiard-break");
  desk.show(armOverFloor());
  QVERIFY(desk.choose({"Contacts", "arm-floor"}, {"Close its gap by moving", "arm.angle"}));
  const auto gapOf = [&](const std::string& name) {
    const SceneInstance instance = desk.instance();
    const auto& contacts = instance.mechanism->contacts();
    const auto found = std::ranges::find(contacts, name, &ContactPair::name);
    return instance.mechanism->gap(static_cast<int>(found - contacts.begin()), instance.initial.q);
  };
  QVERIFY(std::abs(gapOf("arm-floor")) < 1e-12);
  QCOMPARE(desk.json()["initial"]["touching"]["by"], (edit::Json{{"arm.angle", 1}}));
  QCOMPARE(desk.find({"Kept touching"}).siblingAtColumn(1).data().toString(), QStringLiteral("arm-floor"));

  desk.type({"Kept touching", "coordinates", "ball.y"}, "10");
  desk.panel.model()->setData(desk.find({"Kept touching", "ball-floor"}).siblingAtColumn(1), Qt::Checked,
                              Qt::CheckStateRole);
  QCOMPARE(desk.history.last(), QStringLiteral("Set kept touching: ball-floor"));
  desk.type({"Kept touching", "gap"}, "2mm");
  QVERIFY(std::abs(gapOf("ball-floor") - 0.002) < 1e-12);
  QVERIFY(std::abs(gapOf("arm-floor") - 0.002) < 1e-12);
  desk.type({"Kept touching", "parameters", "long"}, "3");
  desk.remove({"Kept touching", "coordinates", "arm.angle"});
  QVERIFY(desk.isRefused);  // the length of an arm that lies level moves its end along the floor
  QVERIFY(desk.json()["initial"]["touching"]["by"].contains("arm.angle"));
}

void TestSceneEditorParts::weightsThatAreWrongMarkTheirField() {
  PartsDesk desk("billiard-break");
  desk.show(armOverFloor());
  desk.choose({"Contacts", "arm-floor"}, {"Close its gap by moving", "arm.angle"});
  const std::string before = desk.text;
  QLineEdit* field = desk.open({"Kept touching", "coordinates", "arm.angle"});
  PartsDesk::retype(field, "0");
  QVERIFY(field->property("error").toBool());
  pressKey(field, Qt::Key_Escape);
  QCOMPARE(desk.text, before);
  field = desk.open({"Kept touching", "coordinates", "arm.angle"});
  PartsDesk::retype(field, "2*lng");
  QVERIFY2(desk.panel.problem().contains("undefined parameter \"lng\""), qPrintable(desk.panel.problem()));
  pressKey(field, Qt::Key_Escape);
  desk.remove({"Kept touching", "coordinates", "arm.angle"});  // the last one
  QCOMPARE(desk.text, before);
  auto* complaint = desk.panel.findChild<QLabel*>("complaint");
  QVERIFY2(complaint->isVisible() && complaint->text().contains("names nothing that may change"),
           qPrintable(complaint->text()));
}

void TestSceneEditorParts::touchingIsOneEntryOfTheTextAndOfTheTree() {
  PartsDesk desk("trex");
  desk.selection.choose({}, {QStringLiteral("initial.touching")});
  QCOMPARE(desk.panel.tree()->currentIndex(), desk.find({"Kept touching"}));
  const QModelIndex weight = desk.show({"Kept touching", "parameters", "theta"});
  QCOMPARE(desk.selection.places(), QStringList{"initial.touching"});
  desk.show(desk.text);  // an answer
  QCOMPARE(desk.panel.tree()->currentIndex(), weight);
  QCOMPARE(weight.siblingAtColumn(1).data().toString(), QStringLiteral("1"));
  QCOMPARE(desk.find({"Kept touching", "parameters", "mu"}).siblingAtColumn(1).data().toString(),
           QStringLiteral("stays"));
}

void TestSceneEditorParts::motorsHaveAStartAndALimit() {
  PartsDesk desk("billiard-break");
  desk.show(armOverFloor());
  QVERIFY(desk.choose({"Bodies", "arm", "joints", "angle"}, {"Add a motor"}));
  const QStringList motor{"Motors", "arm.angle"};
  desk.type(motor + QStringList{"start"}, "first-impact");
  desk.type(motor + QStringList{"limit"}, "2N*m");
  desk.type(motor + QStringList{"reference"}, "0.4*sin(2*pi*t + long)");
  desk.type(motor + QStringList{"torque"}, "0.1*t");
  desk.type(motor + QStringList{"only when"}, "long > 0.5");
  const edit::Json expected{{"coordinate", "arm.angle"}, {"proportional", 1},
                            {"start", "first-impact"},   {"limit", "2N*m"},
                            {"torque", "0.1*t"},         {"reference", "0.4*sin(2*pi*t + long)"},
                            {"when", "long > 0.5"}};
  for (const auto& [key, value] : expected.items()) QCOMPARE(desk.json()["motors"][0][key], value);
  QLineEdit* field = desk.open(motor + QStringList{"start"});
  PartsDesk::retype(field, "first-contact");
  QVERIFY(field->property("error").toBool());
  pressKey(field, Qt::Key_Escape);
  field = desk.open(motor + QStringList{"rate"});
  PartsDesk::retype(field, "t");  // only the reference and the torque follow the time
  QVERIFY(field->property("error").toBool());
  pressKey(field, Qt::Key_Escape);
  desk.remove(motor);
  QVERIFY(!desk.json().contains("motors"));
}

void TestSceneEditorParts::jointsInSpaceShowTheirCoordinates() {
  PartsDesk desk("tumbling-box");
  const QModelIndex joints = desk.find({"Bodies", "box", "joints"});
  QVERIFY(joints.isValid());
  QStringList names;
  for (int i = 0; i < desk.panel.model()->rowCount(joints); ++i)
    names << desk.panel.model()->index(i, 0, joints).data().toString();
  QStringList coordinates;
  const SceneInstance instance = desk.instance();
  for (const Coordinate& one : instance.mechanism->coordinates())
    if (one.name.starts_with("box.")) coordinates << QString::fromStdString(one.name.substr(4));
  QCOMPARE(names, coordinates);
}

void TestSceneEditorParts::rowsExplainTheirKeys() {
  PartsDesk desk("trex");
  const QModelIndex start = desk.find({"Motors", "thigh_left.angle", "start"});
  QVERIFY(start.isValid());
  QVERIFY(start.data(Qt::ToolTipRole).toString().contains("first-impact"));
}

CAROM_DISPLAY_TEST(TestSceneEditorParts);
#include "tst_scene_editor_parts.moc"
