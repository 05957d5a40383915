#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QClipboard>
#include <QCompleter>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QTreeView>

#include "editor/scene_editor.h"
#include "editor/scene_editor_panel.h"
#include "editor/scene_tree_model.h"
#include "scene/edit/body_names.h"
#include "scene/edit/value.h"
#include "scene/format/write_scene.h"
#include "support/editor_desk.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

using Desk = EditorDesk;

std::string manyBalls(int count) {
  edit::Json scene{{"format", 1}, {"bodies", edit::Json::array()}, {"contacts", edit::Json::array()}};
  for (int i = 0; i < count; ++i) {
    const std::string name = "b" + std::to_string(i);
    scene["bodies"].push_back(
        {{"name", name},
         {"joints", edit::Json::array({"x", "y"})},
         {"mass", 1},
         {"shapes", edit::Json::array({edit::Json{{"type", "ball"}, {"radius", 0.05}}})}});
    scene["initial"]["q"][name + ".x"] = 0.2 * i;
  }
  return sceneText(scene);
}

}  // namespace

class TestSceneEditor : public QObject {
  Q_OBJECT
 private slots:
  void theModelIsSound_data();
  void theModelIsSound();
  void typingIsOneEdit();
  void whatCannotBeReadMarksTheField();
  void whatTheEngineRefusesMarksTheField();
  void escapeTakesTypingBack();
  void renamesFollowEverywhere();
  void aNumberBecomesAParameter();
  void aBodyOffersItsNumbers();
  void aDoubleClickOnASumShowsItsNumbers();
  void numbersAreShownRounded();
  void fieldsAreInTheUnitsOfTheScene();
  void contactsThatAreNotListedCanHaveFriction();
  void everyContactThatIsNotListedKeepsItsField();
  void stopsOfJointsAreNoContactsOfTheList();
  void defaultsHoldForAllPairs();
  void aCollisionLawIsChosenFromItsList();
  void anUnknownCollisionLawIsRefusedAtItsField();
  void touchingIsTicked();
  void aRowOfHundredsOfNamesIsShort();
  void deleteRemovesTheRow();
  void selectionsFollowEachOther();
  void otherRowsAreChosenByTheirPlace_data();
  void otherRowsAreChosenByTheirPlace();
  void bodiesGoThroughTheClipboardAsJson();
  void bodiesAreAddedWhereThereIsRoom();
  void fieldsHaveNames();
  void aThousandRowsAreMadeWhenTheyAreSeen();
};

void TestSceneEditor::theModelIsSound_data() {
  QTest::addColumn<QString>("scene");
  for (const BuiltinScene& scene : builtinScenes())
    QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
}

/// Through every row, and through changes at the front, in the middle and at the end.
void TestSceneEditor::theModelIsSound() {
  QFETCH(QString, scene);
  SceneTreeModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  const auto json = edit::Json::parse(Scene::open(scene.toStdString())->text());
  const auto visit = [&](auto&& self, const QModelIndex& parent) -> int {
    int count = 0;
    for (int i = 0; i < model.rowCount(parent); ++i) {
      const QModelIndex index = model.index(i, 0, parent);
      for (const int role : {Qt::DisplayRole, Qt::EditRole, Qt::ForegroundRole, Qt::AccessibleTextRole})
        for (int column = 0; column < model.columnCount(); ++column) index.siblingAtColumn(column).data(role);
      count += 1 + self(self, index);
    }
    return count;
  };
  model.setOutline({json});
  const int rows = visit(visit, {});
  QVERIFY(rows > 10);
  const edit::BodyNames names(json);
  for (int i = 0; i < names.count(); ++i) {
    model.setOutline({edit::removeBodies(json, {names.name(i)})});
    visit(visit, {});
    model.setOutline({json});
    QCOMPARE(visit(visit, {}), rows);
  }
  model.setOutline({edit::Json{{"format", 1}, {"bodies", edit::Json::array()}}});
  visit(visit, {});
}

void TestSceneEditor::typingIsOneEdit() {
  Desk desk("billiard-break");
  QLineEdit* field = desk.open({"Bodies", "a", "mass"});
  QVERIFY(field);
  QCOMPARE(field->text(), QStringLiteral("density*4/3*pi*ra^3"));
  field->selectAll();
  QTest::keyClicks(field, "250g");
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("250g"));  // seen while it is typed
  QVERIFY(desk.history.isEmpty());
  pressKey(field, Qt::Key_Return);
  QCOMPARE(desk.history, QStringList{"Set mass of a"});
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("250g"));
}

void TestSceneEditor::whatCannotBeReadMarksTheField() {
  Desk desk("billiard-break");
  const std::string before = desk.text;
  QLineEdit* field = desk.open({"Bodies", "a", "mass"});
  field->selectAll();
  QTest::keyClicks(field, "2*dens");
  QVERIFY(field->property("error").toBool());
  QVERIFY2(desk.panel.problem().contains("undefined parameter \"dens\""), qPrintable(desk.panel.problem()));
  auto* bubble = desk.panel.findChild<QLabel*>("bubble");
  QVERIFY(bubble->isVisible() && bubble->text() == desk.panel.problem());
  pressKey(field, Qt::Key_Return);
  QVERIFY(desk.history.isEmpty());  // it stays open, and the last good state stays
  QVERIFY(desk.panel.tree()->findChild<QLineEdit*>("field"));
  QTest::keyClicks(field, "ity*1e-4");
  QVERIFY(!field->property("error").toBool());
  QVERIFY(!bubble->isVisible());
  pressKey(field, Qt::Key_Return);
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("2*density*1e-4"));
  QVERIFY(before != desk.text);
}

void TestSceneEditor::whatTheEngineRefusesMarksTheField() {
  Desk desk("billiard-break");
  QLineEdit* field = desk.open({"Bodies", "a", "mass"});
  field->selectAll();
  QTest::keyClicks(field, "0");
  QVERIFY(desk.isRefused && field->property("error").toBool());
  pressKey(field, Qt::Key_Escape);
  QCOMPARE(desk.text, Scene::open("billiard-break")->text());
}

void TestSceneEditor::escapeTakesTypingBack() {
  Desk desk("billiard-break");
  QLineEdit* field = desk.open({"Bodies", "c", "joints", "x", "velocity"});
  QVERIFY(field);
  field->selectAll();
  QTest::keyClicks(field, "3");
  QVERIFY(desk.text != Scene::open("billiard-break")->text());
  pressKey(field, Qt::Key_Escape);
  QCOMPARE(desk.text, Scene::open("billiard-break")->text());
  QVERIFY(desk.history.isEmpty() && desk.panel.problem().isEmpty());
}

void TestSceneEditor::renamesFollowEverywhere() {
  Desk desk("billiard-break");
  QLineEdit* field = desk.open({"Parameters", "rc"}, true);
  field->selectAll();
  QTest::keyClicks(field, "rb");
  QVERIFY(field->property("error").toBool());  // taken
  QTest::keyClicks(field, "ig");
  pressKey(field, Qt::Key_Return);
  QCOMPARE(desk.history, QStringList{"Rename rc to rbig"});
  QCOMPARE(desk.json()["bodies"][2]["shapes"][0]["radius"], edit::Json("rbig"));
  QCOMPARE(desk.renames.at("rc"), std::string("rbig"));
}

void TestSceneEditor::aNumberBecomesAParameter() {
  Desk desk("newtons-cradle");
  desk.panel.tree()->setCurrentIndex(desk.find({"Bodies", "ball{i}", "mass"}));
  desk.panel.makeParameter();
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("mass"));
  QVERIFY(desk.json()["parameters"]["mass"]["free"].get<bool>());
  QVERIFY(desk.find({"Parameters", "mass"}).isValid());
}

/// A body has several numbers: a menu asks which of them. A row without any says so.
/// "0, 0, 0" beside Gravity is no field; its numbers are.
void TestSceneEditor::aDoubleClickOnASumShowsItsNumbers() {
  Desk desk("billiard-break");
  const QModelIndex gravity = desk.panel.model()->find("gravity");
  QVERIFY(gravity.isValid() && !desk.panel.tree()->isExpanded(gravity));
  const auto pressTwice = [&](int column) {
    const QPoint at = desk.panel.tree()->visualRect(gravity.siblingAtColumn(column)).center();
    QTest::mouseClick(desk.panel.tree()->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(desk.panel.tree()->viewport(), Qt::LeftButton, {}, at);
  };
  pressTwice(SceneTreeModel::Text);
  QVERIFY(desk.panel.tree()->isExpanded(gravity));
  pressTwice(SceneTreeModel::Name);
  QVERIFY(!desk.panel.tree()->isExpanded(gravity));
}

void TestSceneEditor::aBodyOffersItsNumbers() {
  Desk desk("newtons-cradle");
  desk.panel.tree()->setCurrentIndex(desk.find({"Bodies", "ball{i}"}));
  desk.panel.makeParameter();
  const auto* menu = desk.panel.findChild<QMenu*>("numbers");
  QVERIFY(menu);
  QAction* mass = nullptr;
  for (QAction* action : menu->actions())
    if (action->text().startsWith("Make mass")) mass = action;
  QVERIFY(mass && menu->actions().size() > 1);
  QStringList names;  // a component says of which vector it is
  for (const QAction* action : menu->actions()) names += action->text();
  QVERIFY2(names.contains("Make centre of mass x of ball{i} a parameter"), qPrintable(names.join('\n')));
  QVERIFY2(names.removeDuplicates() == 0, qPrintable(names.join('\n')));
  mass->trigger();
  QCOMPARE(desk.json()["bodies"][0]["mass"], edit::Json("mass"));
  desk.panel.tree()->setCurrentIndex({});
  desk.panel.makeParameter();
  QVERIFY(desk.panel.findChild<QLabel*>("complaint")->text().startsWith("Choose a number"));
}

/// Long numbers are rounded on the screen only; what follows another quantity begins with "=".
void TestSceneEditor::numbersAreShownRounded() {
  edit::Json scene = edit::Json::parse(Scene::open("newtons-cradle")->text());
  scene["bodies"][0]["mass"] = 0.1234567890123;
  Desk desk("newtons-cradle");
  desk.show(sceneText(scene));
  const QModelIndex mass = desk.find({"Bodies", "ball{i}", "mass"}).siblingAtColumn(SceneTreeModel::Text);
  QCOMPARE(mass.data().toString(), QString("0.123457"));
  QCOMPARE(mass.data(Qt::EditRole).toString(), QString("0.1234567890123"));
  scene["bodies"][0]["mass"] = "2*n";
  desk.show(sceneText(scene));
  const QModelIndex linked = desk.find({"Bodies", "ball{i}", "mass"}).siblingAtColumn(SceneTreeModel::Text);
  QCOMPARE(linked.data().toString(), QString("= 2*n"));
  QCOMPARE(linked.data(Qt::EditRole).toString(), QString("2*n"));
}

void TestSceneEditor::fieldsAreInTheUnitsOfTheScene() {
  edit::Json scene = edit::Json::parse(Scene::open("billiard-break")->text());  // its radii are in mm
  scene["bodies"][0]["centre-of-mass"] = edit::Json::array({0.0123, "2cm", 0});
  Desk desk("billiard-break");
  desk.show(sceneText(scene));
  const auto shown = [&](const QStringList& path) {
    const QModelIndex row = desk.find(path);
    return row.siblingAtColumn(SceneTreeModel::Text).data().toString() + ' ' +
           row.siblingAtColumn(SceneTreeModel::Unit).data().toString();
  };
  QCOMPARE(shown({"Bodies", "a", "centre of mass", "x"}), QString("12.3 mm"));
  QCOMPARE(shown({"Bodies", "a", "centre of mass", "y"}), QString("20 mm"));
  QCOMPARE(shown({"Parameters", "ra"}), QString("28.6 mm"));
  QCOMPARE(shown({"Parameters", "theta"}), QString("90 °"));
  const auto type = [&](const QStringList& path, const QString& text) {
    QLineEdit* field = desk.open(path);
    field->selectAll();
    QTest::keyClicks(field, text);
    pressKey(field, Qt::Key_Return);
  };
  type({"Bodies", "a", "centre of mass", "x"}, "14.5");
  QCOMPARE(edit::Json::parse(desk.text)["bodies"][0]["centre-of-mass"][0], edit::Json("14.5mm"));
  type({"Bodies", "a", "centre of mass", "y"}, "2*ra");
  QCOMPARE(shown({"Bodies", "a", "centre of mass", "y"}), QString("= 2*ra "));
}

void TestSceneEditor::contactsThatAreNotListedCanHaveFriction() {
  Desk desk("line-and-wall");
  QLineEdit* field = desk.open({"Contacts", "ball1-wall", "friction"});
  QVERIFY(field);
  QTest::keyClicks(field, "0.3");
  pressKey(field, Qt::Key_Return);
  QCOMPARE(desk.json()["contacts"].size(), std::size_t(1));
  QVERIFY(desk.json()["all-pairs"].get<bool>());
  QVERIFY(desk.find({"Contacts", "ball1-ball2"}).isValid());
}

/// Of any of them, and one after the other: a contact that gets an entry goes up to the others that have one,
/// with its field.
void TestSceneEditor::everyContactThatIsNotListedKeepsItsField() {
  Desk desk("line-and-wall");
  const auto names = [&] {
    QStringList all;
    const QModelIndex group = desk.find({"Contacts"});
    for (int i = 1; i < desk.panel.model()->rowCount(group); ++i)
      all << desk.panel.model()->index(i, 0, group).data().toString();
    return all;
  };
  QStringList pairs = names();
  QVERIFY(pairs.size() > 2);
  std::reverse(pairs.begin(), pairs.end());
  double friction = 0.31;
  for (const QString& pair : pairs) {
    const QString text = QString::number(friction += 0.01);
    QPointer<QLineEdit> field = desk.open({"Contacts", pair, "friction"});
    QVERIFY(field);
    field->selectAll();
    for (const QChar c : text) {
      QTest::keyClick(field, c.toLatin1());
      QVERIFY2(field && field->isVisible(), qPrintable(pair));
    }
    pressKey(field, Qt::Key_Return);
    const QModelIndex row = desk.find({"Contacts", pair, "friction"});
    QCOMPARE(row.siblingAtColumn(SceneTreeModel::Text).data().toString(), text);
    QVERIFY(desk.panel.tree()->isExpanded(row.parent()));
  }
  QCOMPARE(desk.json()["contacts"].size(), static_cast<std::size_t>(pairs.size()));
  QCOMPARE(QSet<QString>(pairs.begin(), pairs.end()).size(), names().size());
}

void TestSceneEditor::stopsOfJointsAreNoContactsOfTheList() {
  Desk desk("billiard-break");
  edit::Json scene = desk.json();
  scene["bodies"].push_back(edit::Json::parse(
      R"({"name": "arm", "joints": [{"type": "revolute", "name": "hinge", "axis": [0, 0, 1], "limits": {"lower": -1, "upper": 1}}],
          "mass": 1, "inertia": 1})"));
  desk.show(sceneText(scene));
  QVERIFY(desk.find({"Bodies", "arm"}).isValid());
  QVERIFY(desk.find({"Contacts", "ac"}).isValid());
  QVERIFY(!desk.find({"Contacts", "arm.hinge.lower"}).isValid());
}

/// The row above those of single pairs.
void TestSceneEditor::defaultsHoldForAllPairs() {
  Desk desk("line-and-wall");
  QLineEdit* field = desk.open({"Contacts", "all, by default", "law"});
  QVERIFY(field);
  QTest::keyClicks(field, "routh");
  pressKey(field, Qt::Key_Return);
  field = desk.open({"Contacts", "all, by default", "friction"});
  QVERIFY(field);
  QTest::keyClicks(field, "0.3");
  pressKey(field, Qt::Key_Return);
  const edit::Json defaults = desk.json()["defaults"];
  QVERIFY2(defaults.size() == 2, defaults.dump().c_str());
  QCOMPARE(defaults["law"], edit::Json("routh"));
  QCOMPARE(defaults["friction"], edit::Json(0.3));
  const auto shown = [&](const char* key) {
    return desk.find({"Contacts", "ball1-wall", key}).siblingAtColumn(SceneTreeModel::Text).data().toString();
  };
  QCOMPARE(shown("friction"), QString("0.3"));
  QCOMPARE(shown("law"), QString("routh"));
}

void TestSceneEditor::aCollisionLawIsChosenFromItsList() {
  Desk desk("billiard-break");
  desk.panel.show();
  QVERIFY(!desk.find({"Contacts", "ac", "tangential"}).isValid());
  QLineEdit* field = desk.open({"Contacts", "ac", "law"});
  QVERIFY(field && field->completer());
  QAbstractItemView* list = field->completer()->popup();
  QTRY_VERIFY(list->isVisible());
  QCOMPARE(list->model()->rowCount(), 13);
  while (list->currentIndex().data().toString() != u"chatterjee-ruina") {
    QVERIFY(list->currentIndex().row() < 12);
    QTest::keyClick(list, Qt::Key_Down);
  }
  pressKey(list, Qt::Key_Return);
  pressKey(field, Qt::Key_Return);
  QCOMPARE(desk.json()["contacts"][0]["law"], edit::Json("chatterjee-ruina"));
  QCOMPARE(desk.history, QStringList{"Set law of ac"});
  // The law's own coefficients have fields now.
  field = desk.open({"Contacts", "ac", "tangential"});
  QVERIFY(field);
  QTest::keyClicks(field, "0.5");
  pressKey(field, Qt::Key_Return);
  QCOMPARE(desk.json()["contacts"][0]["tangential"], edit::Json(0.5));
  QVERIFY(!desk.find({"Contacts", "ac", "weight σ"}).isValid());
}

void TestSceneEditor::anUnknownCollisionLawIsRefusedAtItsField() {
  Desk desk("billiard-break");
  const edit::Json before = desk.json();
  QLineEdit* field = desk.open({"Contacts", "ac", "law"});
  QTest::keyClicks(field, "newton");
  QVERIFY(field->property("error").toBool());
  QVERIFY(field->toolTip().contains("chatterjee-ruina"));
  pressKey(field, Qt::Key_Escape);
  QCOMPARE(desk.json(), before);
}

/// The names of all contacts that touch would take seconds to be laid out, each time that their row is
/// painted.
void TestSceneEditor::aRowOfHundredsOfNamesIsShort() {
  SceneOutline outline{edit::Json::parse(manyBalls(500))};
  for (int i = 1; i < 500; ++i)
    outline.touching.push_back("ball" + std::to_string(i - 1) + "-ball" + std::to_string(i));
  outline.contacts = outline.touching;
  SceneTreeModel model;
  model.setOutline(outline);
  const QModelIndex touching = model.find("touching").siblingAtColumn(SceneTreeModel::Text);
  QVERIFY(touching.isValid());
  const QString shown = touching.data().toString(), tip = touching.data(Qt::ToolTipRole).toString();
  QVERIFY2(shown.startsWith("ball0-ball1") && shown.endsWith(u'…') && shown.size() < 200, qPrintable(shown));
  QVERIFY2(tip.size() > shown.size() && tip.size() < 1100, qPrintable(tip));
}

void TestSceneEditor::touchingIsTicked() {
  Desk desk("billiard-break");
  const QModelIndex touching =
      desk.find({"Contacts", "ac", "kept touching"}).siblingAtColumn(SceneTreeModel::Text);
  QCOMPARE(touching.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
  desk.panel.tree()->setCurrentIndex(touching.siblingAtColumn(0));
  QTest::keyClick(desk.panel.tree(), Qt::Key_Space);
  QCOMPARE(desk.json()["initial"]["touching"], edit::Json::array({"bc"}));
}

void TestSceneEditor::deleteRemovesTheRow() {
  Desk desk("billiard-break");
  desk.panel.tree()->setCurrentIndex(desk.find({"Bodies", "b"}));
  QTest::keyClick(desk.panel.tree(), Qt::Key_Delete);
  QVERIFY(!desk.find({"Bodies", "b"}).isValid());
  QVERIFY(!desk.find({"Contacts", "bc"}).isValid());
  desk.panel.tree()->setCurrentIndex(desk.find({"Parameters", "rb"}));
  QTest::keyClick(desk.panel.tree(), Qt::Key_Delete);
  QVERIFY(!desk.json()["parameters"].contains("rb"));
  QCOMPARE(desk.history, QStringList({"Delete b", "Delete rb"}));
  desk.history.clear();
  for (const int stiffness : {1, 2, 3})
    desk.editor.apply("Add", [&](const edit::Json& scene) {
      return edit::addForce(scene, "springs", {{"coordinate", "a.x"}, {"stiffness", stiffness}});
    });
  desk.selection.choose({}, {"springs[0]", "springs[2]"});
  QTest::keyClick(desk.panel.tree(), Qt::Key_Delete);
  QCOMPARE(desk.json()["springs"].size(), std::size_t(1));
  QCOMPARE(desk.json()["springs"][0]["stiffness"].get<int>(), 2);
  QCOMPARE(desk.history, QStringList({"Add", "Add", "Add", "Delete 2 forces"}));
}

void TestSceneEditor::selectionsFollowEachOther() {
  Desk desk("billiard-break");
  desk.panel.tree()->setCurrentIndex(desk.find({"Bodies", "b", "mass"}));
  QCOMPARE(desk.selection.bodies(), QStringList{"b"});
  desk.selection.choose({"c", "a"});
  QStringList rows;
  for (const QModelIndex& index : desk.panel.tree()->selectionModel()->selectedRows())
    rows << index.data().toString();
  rows.sort();
  QCOMPARE(rows, QStringList({"a", "c"}));
}

/// Contacts, parameters, springs: what is no body is chosen by its place in the file.
void TestSceneEditor::otherRowsAreChosenByTheirPlace_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QStringList>("row");
  QTest::addColumn<QString>("place");
  QTest::newRow("a parameter") << "billiard-break" << QStringList({"Parameters", "theta"})
                               << "parameters.theta";
  QTest::newRow("a contact") << "billiard-break" << QStringList({"Contacts", "bc"}) << "contacts[1]";
  QTest::newRow("the title") << "billiard-break" << QStringList({"Scene", "title"}) << "title";
  QTest::newRow("a number of a vector") << "pen" << QStringList({"Gravity", "y"}) << "gravity[1]";
}

void TestSceneEditor::otherRowsAreChosenByTheirPlace() {
  QFETCH(QString, scene);
  QFETCH(QStringList, row);
  QFETCH(QString, place);
  Desk desk(scene.toStdString());
  desk.panel.tree()->setCurrentIndex(desk.find(row));
  QCOMPARE(desk.selection.places(), QStringList{place});
  QVERIFY(desk.selection.bodies().isEmpty());
  desk.selection.choose({});
  QVERIFY(!desk.panel.tree()->selectionModel()->hasSelection());
  desk.selection.choose({}, {place});
  QCOMPARE(desk.panel.tree()->currentIndex(), desk.find(row));
  QVERIFY(desk.panel.tree()->selectionModel()->isSelected(desk.find(row)));
  desk.show(desk.text);  // and stays so with the next answer
  QCOMPARE(desk.selection.places(), QStringList{place});
  QVERIFY(desk.panel.tree()->selectionModel()->isSelected(desk.find(row)));
}

void TestSceneEditor::bodiesGoThroughTheClipboardAsJson() {
  Desk desk("billiard-break");
  desk.selection.choose({"a"});
  desk.editor.copySelected();
  const auto part = edit::Json::parse(QGuiApplication::clipboard()->text().toStdString());
  QCOMPARE(part["bodies"].size(), std::size_t(1));
  QVERIFY(part["parameters"].contains("ra"));
  Desk other("newtons-cradle");
  other.editor.paste();
  QCOMPARE(other.history, QStringList{"Paste"});
  QVERIFY(other.find({"Bodies", "a"}).isValid());
  QCOMPARE(other.selection.bodies(), QStringList{"a"});
  desk.editor.duplicateSelected();
  QVERIFY(desk.find({"Bodies", "a2"}).isValid());
  QVERIFY(!desk.isRefused);
}

void TestSceneEditor::bodiesAreAddedWhereThereIsRoom() {
  Desk desk("billiard-break");
  for (const auto kind : {SceneEditor::Kind::Ball, SceneEditor::Kind::Wall, SceneEditor::Kind::Rod,
                          SceneEditor::Kind::Box, SceneEditor::Kind::Link, SceneEditor::Kind::Ball})
    desk.editor.add(kind);
  QVERIFY(!desk.isRefused);
  QCOMPARE(desk.json()["bodies"].size(), std::size_t(9));
}

void TestSceneEditor::fieldsHaveNames() {
  Desk desk("billiard-break");
  QCOMPARE(desk.open({"Bodies", "a", "mass"})->accessibleName(), QStringLiteral("mass of a"));
  QVERIFY(!desk.panel.tree()->accessibleName().isEmpty());
  QCOMPARE(desk.find({"Bodies", "b"}).data(Qt::AccessibleTextRole).toString().section(' ', 0, 1),
           QStringLiteral("b ball"));
}

void TestSceneEditor::aThousandRowsAreMadeWhenTheyAreSeen() {
  SceneTreeModel model;
  model.setOutline({edit::Json::parse(manyBalls(500))});
  QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved),
      inserted(&model, &QAbstractItemModel::rowsInserted), reset(&model, &QAbstractItemModel::modelReset);
  const QModelIndex bodies = model.find("bodies");
  QCOMPARE(model.rowCount(bodies), 500);
  // A change of one value keeps all rows.
  auto json = model.outline().scene;
  model.setOutline({edit::setValue(json, "bodies[250].mass", "2")});
  QCOMPARE(removed.count() + inserted.count() + reset.count(), 0);
  // One body less is one row less.
  model.setOutline({edit::removeBodies(json, {"b250"})});
  QCOMPARE(removed.count(), 1);
  QCOMPARE(removed[0][1].toInt(), 250);
  QCOMPARE(model.rowCount(bodies), 499);
}

CAROM_DISPLAY_TEST(TestSceneEditor);
#include "tst_scene_editor.moc"
