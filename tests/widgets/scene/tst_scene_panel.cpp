#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/plain_symbol.h"
#include "common/field_focus.h"
#include "common/math_label.h"
#include "common/selection.h"
#include "mechanics/contact/contacts.h"
#include "scene/body_list.h"
#include "scene/edit/bake_assignments.h"
#include "scene/edit/edit.h"
#include "scene/format/write_scene.h"
#include "scene/impact_rule_bar.h"
#include "scene/parameter_row.h"
#include "scene/parameter_slider.h"
#include "scene/scene_panel.h"
#include "support/many_balls.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

/// A scene panel whose edits are answered at once, as the document answers them.
struct Editor : RecordedEdits {
  Selection selection;
  ScenePanel panel{&selection, this};
  Assignments assignments;
  QString scene;

  explicit Editor(const QString& name) : scene(name), snapshot(makeSnapshot(name.toStdString())) {
    panel.setSnapshot(snapshot);
    panel.resize(300, 560);
    tests::showActive(&panel);
  }
  void previewAssignment(const QString& name, const QString& expression) override {
    RecordedEdits::previewAssignment(name, expression);
    answer(name, expression, false);
  }
  void commitEdit() override {
    RecordedEdits::commitEdit();
    answer(previews.back().name, previews.back().expression, true);
  }
  void cancelEdit() override {
    RecordedEdits::cancelEdit();
    show(assignments);
  }
  void answer(const QString& name, const QString& expression, bool keep) {
    Assignments tried = assignments;
    tried[name.toStdString()] = expression.toStdString();
    try {
      show(tried);
      if (keep) assignments = tried;
    } catch (const SceneError& error) {
      emit refused({refusalOf(error), EditRefusal::Of::Parameter, name, {}, !keep});
    }
  }
  void show(const Assignments& shown) {
    SnapshotRequest request = requestLike(*snapshot);
    request.assignments = shown;
    panel.setSnapshot(answerTo(request));
    emit refusalOver();
  }
  ParameterRow& row(const char* name) { return *panel.row(QLatin1String(name)); }
  QLineEdit& field(const char* name) { return *row(name).findChild<QLineEdit*>(); }
  ParameterSlider& slider(const char* name) { return *row(name).findChild<ParameterSlider*>(); }

  SnapshotPtr snapshot;
};

int xOfShare(const QSlider& slider, double share) {
  return qRound(7 + share * (slider.width() - 14));
}

}  // namespace

class TestScenePanel : public QObject {
  Q_OBJECT
 private slots:
  void aParameterThatNothingUsesSaysSo();
  void aParameterThatTheStartHasLeftIsMarked();
  void manyTouchingContactsAreCounted();
  /// A scene with other parameters comes while the menu of one is open: row and menu go.
  void aMenuGoesWithItsRow() {
    Editor editor("billiard-break");
    ParameterRow& row = editor.row("theta");
    QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(5, 5), row.mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(&row, &event);
    const QPointer<QWidget> menu = QApplication::activePopupWidget();
    QVERIFY(menu);
    editor.panel.setSnapshot(makeSnapshot("newtons-cradle"));
    QVERIFY(!menu);
    QVERIFY(!editor.panel.row("theta"));
  }

  /// The note of an error makes the rows higher for as long as it is there.
  void thePanelNeedsNoScrollBarOnceAnErrorIsGone() {
    Editor editor("billiard-break");
    const QScrollBar* bar = editor.panel.findChild<QAbstractScrollArea*>()->verticalScrollBar();
    for (int height = 300; bar->maximum() > 0 || height == 300; height += 4) {
      editor.panel.resize(300, height);
      QCoreApplication::processEvents();
      QVERIFY(height < 2000);
    }
    QLineEdit& field = editor.field("theta");
    field.setFocus();
    field.selectAll();
    QTest::keyClicks(&field, "3 + nothing_that_is_known");
    QTRY_VERIFY(!editor.row("theta").error().isEmpty());
    QTRY_VERIFY(bar->maximum() > 0);
    QTest::keyClick(&field, Qt::Key_Escape);
    QTRY_VERIFY(editor.row("theta").error().isEmpty());
    QTRY_COMPARE(bar->maximum(), 0);
    QVERIFY(!bar->isVisible());
  }

  /// In a low panel the parameters are seen at once; a button shows the rest of the description.
  void aLongDescriptionLeavesRoomForTheParameters() {
    Editor editor("trex");
    const auto* more = editor.panel.findChild<QToolButton*>("more");
    const auto* label = more->parentWidget()->findChild<QLabel*>();
    const auto isWhole = [&] { return label->height() >= label->heightForWidth(label->width()); };
    editor.panel.resize(260, 2500);
    QTRY_VERIFY(isWhole());
    QVERIFY(!more->isVisible());
    editor.panel.resize(260, 380);
    QTRY_VERIFY(more->isVisible());
    QVERIFY(!isWhole());
    const QWidget* first = &editor.row("drop");
    QTRY_VERIFY(!first->visibleRegion().isEmpty());
    QTest::mouseClick(editor.panel.findChild<QToolButton*>("more"), Qt::LeftButton);
    QTRY_VERIFY(isWhole());
    QTest::mouseClick(editor.panel.findChild<QToolButton*>("more"), Qt::LeftButton);
    QTRY_VERIFY(!isWhole());
  }

  /// Long names, as joints of robots have, stand above sliders that they would leave no room.
  void longNamesLeaveTheSlidersRoom() {
    QTemporaryDir folder;
    QFile file(folder.filePath("robot.carom.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"json({"format": 1, "parameters": {
      "a": {"value": "0deg", "unit": "deg", "slider": ["-90deg", "90deg"], "label": "shoulder1 right"},
      "b": {"value": "0deg", "unit": "deg", "slider": ["-90deg", "90deg"], "label": "φ_R"}},
      "bodies": [{"name": "arm", "joints": ["angle"], "mass": 1, "inertia": 1}],
      "initial": {"q": {"arm.angle": "a+b"}}})json");
    file.close();
    Editor editor(file.fileName());
    constexpr int leastSlider = 100;  // px
    const auto* name = editor.row("a").findChild<MathLabel*>();
    const QSlider& slider = editor.slider("a");
    for (const int width : {276, 700, 276}) {
      editor.panel.resize(width, 560);
      QTRY_VERIFY2(slider.width() >= leastSlider, qPrintable(QString::number(slider.width())));
      QTRY_COMPARE(name->geometry().bottom() < slider.y() + slider.height() / 2, width == 276);
      QVERIFY(name->width() >= name->sizeHint().width());
      const auto* symbol = editor.row("b").findChild<MathLabel*>();
      QVERIFY(symbol->geometry().right() <= editor.slider("b").x());
    }
  }

  /// A slider stays under the mouse when a scroll bar comes beside it.
  void nothingMovesWhenTheScrollBarComes() {
    Editor editor("converging-line");
    const QScrollBar* bar = editor.panel.findChild<QAbstractScrollArea*>()->verticalScrollBar();
    QSlider& slider = editor.slider("n");
    slider.setFocus();  // as a press does
    const auto showBodies = [&](const char* n) {
      editor.show({{"n", n}});
      for (int i = 0; i < 4; ++i) {  // rows are deleted, then laid out, then the bar comes or goes
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QGuiApplication::sync();
      }
    };
    for (int height = 900; height > 250; height -= 20) {
      editor.panel.resize(300, height);
      showBodies("2");
      const QRect before(slider.mapTo(&editor.panel, QPoint()), slider.size());
      const bool had = bar->isVisible();
      showBodies("8");
      const QRect after(slider.mapTo(&editor.panel, QPoint()), slider.size());
      QCOMPARE(after.left(), before.left());
      QCOMPARE(after.width(), before.width());
      QVERIFY(after.contains(before.center()));
      if (!had && bar->isVisible()) return;
    }
    QFAIL("the list of bodies needs no scroll bar at any height");
  }

  void fieldsShowValuesInTheirUnit();
  void fieldsShowTheExpressionWhileTheyHaveTheFocus();
  void aBareNumberHasTheUnitOfItsField();
  void anExpressionShowsItsValueBeforeItIsEntered();
  void dragIsOneEdit();
  void pressWithoutMovingEditsNothing();
  void aPressAnywhereIsOneEdit_data();
  void aPressAnywhereIsOneEdit();
  void escapeCancelsADrag();
  void typingIsOneEdit();
  void escapeCancelsTyping();
  void refusedExpressionMarksTheField();
  void slidersReachTheEndsOfTheirRange();
  void integersMoveInWholeSteps();
  void keysOnTheSliderAreSingleEdits();
  void aFieldIsExplainedInItsSymbolAndUnit();
  void theWheelEditsOnlyWhereTheFocusIs();
  void doubleClickResets();
  void everyControlHasAName();
  void bodiesAndContactsAreListed();
  void theLeastOfManyGapsAreListed();
  void aCoefficientIsTypedAtOnce();
};

void TestScenePanel::fieldsShowValuesInTheirUnit() {
  Editor editor(QStringLiteral("billiard-break"));
  QCOMPARE(editor.field("theta").text(), QStringLiteral("90.00"));
  QCOMPARE(editor.field("ra").text(), QStringLiteral("28.60"));
  editor.show({{"theta", "2*pi/3"}});
  QCOMPARE(editor.field("theta").text(), QStringLiteral("120.0"));
}

void TestScenePanel::fieldsShowTheExpressionWhileTheyHaveTheFocus() {
  Editor editor(QStringLiteral("billiard-break"));
  editor.show({{"rb", "2*ra"}});
  QCOMPARE(editor.field("rb").text(), QStringLiteral("57.20"));
  editor.panel.activateWindow();
  editor.field("rb").setFocus();
  QTRY_COMPARE(editor.field("rb").text(), QStringLiteral("2*ra"));
  editor.field("ra").setFocus();
  QTRY_COMPARE(editor.field("rb").text(), QStringLiteral("57.20"));
  QCOMPARE(editor.previews.size(), 0);
}

void TestScenePanel::dragIsOneEdit() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& slider = editor.slider("theta");
  const int y = slider.height() / 2;
  QTest::mousePress(&slider, Qt::LeftButton, {}, {xOfShare(slider, 0.25), y});
  for (const double share : {0.3, 0.4, 0.5}) QTest::mouseMove(&slider, {xOfShare(slider, share), y});
  QTest::mouseRelease(&slider, Qt::LeftButton, {}, {xOfShare(slider, 0.5), y});
  QCOMPARE(editor.begun.size(), 1);
  QVERIFY(editor.previews.size() >= 3);
  QCOMPARE(editor.committed, 1);
  const QString expression = editor.previews.back().expression;
  QVERIFY2(expression.endsWith(QStringLiteral("deg")), qPrintable(expression));
  QVERIFY(qAbs(expression.chopped(3).toDouble() - 120) < 2);
  QCOMPARE(expression, editor.previews[editor.previews.size() - 2].expression);
}

void TestScenePanel::pressWithoutMovingEditsNothing() {
  Editor editor(QStringLiteral("billiard-break"));
  editor.answer(QStringLiteral("theta"), QStringLiteral("2*pi/3"), true);
  editor.previews.clear();
  auto& slider = editor.slider("theta");
  const double share = static_cast<double>(slider.value()) / slider.maximum();
  QTest::mouseClick(&slider, Qt::LeftButton, {}, {xOfShare(slider, share), slider.height() / 2});
  QCOMPARE(editor.committed, 0);
  QCOMPARE(editor.cancelled, 1);
  QCOMPARE(editor.assignments.at("theta"), std::string("2*pi/3"));
}

void TestScenePanel::aPressAnywhereIsOneEdit_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QByteArray>("parameter");
  QTest::newRow("a count, whose steps are far apart") << "converging-line" << QByteArray("n");
  QTest::newRow("an angle") << "billiard-break" << QByteArray("theta");
}

/// A press at each pixel is one edit that is kept, or none where it holds the handle and the value stays.
void TestScenePanel::aPressAnywhereIsOneEdit() {
  QFETCH(QString, scene);
  QFETCH(QByteArray, parameter);
  Editor editor(scene);
  auto& slider = editor.slider(parameter.constData());
  for (int x = 0; x < slider.width(); ++x) {
    const int committed = editor.committed, cancelled = editor.cancelled, before = slider.value();
    QTest::mouseClick(&slider, Qt::LeftButton, {}, {x, slider.height() / 2});
    QVERIFY(!slider.isSliderDown());
    QCOMPARE(editor.begun.size(), editor.committed + editor.cancelled);
    if (slider.value() == before) continue;
    QCOMPARE(editor.committed, committed + 1);
    QCOMPARE(editor.cancelled, cancelled);
    const std::string expression =
        editor.row(parameter.constData()).expressionAt(slider.value()).toStdString();
    QCOMPARE(editor.assignments.at(parameter.toStdString()), expression);
  }
  QVERIFY(editor.committed >= 2);
}

void TestScenePanel::escapeCancelsADrag() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& slider = editor.slider("theta");
  const int y = slider.height() / 2;
  QTest::mousePress(&slider, Qt::LeftButton, {}, {xOfShare(slider, 0.6), y});
  QVERIFY(editor.previews.size() > 0);
  QTest::keyClick(&slider, Qt::Key_Escape);
  QCOMPARE(editor.cancelled, 1);
  const int before = static_cast<int>(editor.previews.size());
  QTest::mouseMove(&slider, {xOfShare(slider, 0.9), y});
  QTest::mouseRelease(&slider, Qt::LeftButton, {}, {xOfShare(slider, 0.9), y});
  QCOMPARE(editor.previews.size(), before);
  QCOMPARE(editor.committed, 0);
  QCOMPARE(editor.field("theta").text(), QStringLiteral("90.00"));
  QCOMPARE(editor.row("theta").expressionAt(slider.value()), QStringLiteral("90.0deg"));
}

void TestScenePanel::typingIsOneEdit() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& field = editor.field("rb");
  field.setFocus();
  QCoreApplication::processEvents();
  field.selectAll();
  QTest::keyClicks(&field, QStringLiteral("2*ra"));
  QTest::keyClick(&field, Qt::Key_Return);
  QCOMPARE(editor.begun.size(), 1);
  QCOMPARE(editor.previews.size(), 5);  // the last one twice
  QCOMPARE(editor.committed, 1);
  QCOMPARE(editor.previews.back().name, QStringLiteral("rb"));
  QCOMPARE(editor.previews.back().expression, QStringLiteral("2*ra"));
  QCOMPARE(editor.assignments.at("rb"), std::string("2*ra"));
}

void TestScenePanel::aBareNumberHasTheUnitOfItsField() {
  Editor editor(QStringLiteral("billiard-break"));
  const auto type = [&](const char* name, const char* text) {
    auto& field = editor.field(name);
    field.setFocus();
    QCoreApplication::processEvents();
    field.selectAll();
    QTest::keyClicks(&field, QLatin1String(text));
    QTest::keyClick(&field, Qt::Key_Return);
    return editor.assignments.at(name);
  };
  QCOMPARE(type("theta", "120"), std::string("120deg"));
  QCOMPARE(type("ra", "30"), std::string("30mm"));
  QCOMPARE(type("ra", " 3e1 "), std::string("3e1mm"));
  QCOMPARE(type("ra", "3cm"), std::string("3cm"));
  QCOMPARE(type("ra", "0.02+0.01"), std::string("0.02+0.01"));  // an expression is in SI
  QVERIFY(std::abs(editor.snapshot->scene->instantiate(editor.assignments).parameters.front().value -
                   2 * M_PI / 3) < 1e-12);
  editor.show({{"ra", "0.03"}});  // as a file may say it
  editor.field("ra").clearFocus();
  editor.field("ra").setFocus();
  QTRY_COMPARE(editor.field("ra").text(), QStringLiteral("30"));  // the unit stands beside the field
  editor.show({{"ra", "3cm"}});
  editor.field("ra").clearFocus();
  editor.field("ra").setFocus();
  QTRY_COMPARE(editor.field("ra").text(), QStringLiteral("3cm"));
}

void TestScenePanel::anExpressionShowsItsValueBeforeItIsEntered() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& field = editor.field("rb");
  auto& note = *editor.row("rb").findChild<QLabel*>("note");
  field.setFocus();
  QCoreApplication::processEvents();
  field.selectAll();
  QTest::keyClicks(&field, QStringLiteral("3*ra"));
  QCOMPARE(note.text(), QStringLiteral("= 85.80 mm"));
  QVERIFY(note.isVisible());
  QTest::keyClick(&field, Qt::Key_Return);
  QVERIFY(note.isHidden());
}

void TestScenePanel::escapeCancelsTyping() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& field = editor.field("ra");
  field.setFocus();
  QCoreApplication::processEvents();
  field.selectAll();
  QTest::keyClicks(&field, QStringLiteral("31mm"));
  QTest::keyClick(&field, Qt::Key_Escape);
  QCOMPARE(editor.cancelled, 1);
  QCOMPARE(editor.committed, 0);
  field.clearFocus();
  QTRY_COMPARE(field.text(), QStringLiteral("28.60"));
}

void TestScenePanel::refusedExpressionMarksTheField() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& field = editor.field("ra");
  field.setFocus();
  QCoreApplication::processEvents();
  field.selectAll();
  QTest::keyClicks(&field, QStringLiteral("2*radius"));
  QTest::keyClick(&field, Qt::Key_Return);
  QVERIFY(!editor.row("ra").error().isEmpty());
  QVERIFY(field.property("error").toBool());
  QCOMPARE(field.text(), QStringLiteral("2*radius"));  // to be mended, not lost
  QTest::keyClick(&field, Qt::Key_Escape);
  QVERIFY(editor.row("ra").error().isEmpty());
  QVERIFY(!field.property("error").toBool());
}

void TestScenePanel::slidersReachTheEndsOfTheirRange() {
  Editor editor(QStringLiteral("billiard-break"));
  for (const char* name : {"theta", "ra", "speed"}) {
    const ParameterRow& row = editor.row(name);
    for (const int position : {0, editor.slider(name).maximum()})
      QVERIFY2(
          editor.snapshot->scene->instantiate({{name, row.expressionAt(position).toStdString()}}).mechanism !=
              nullptr,
          name);
  }
}

void TestScenePanel::integersMoveInWholeSteps() {
  Editor editor(QStringLiteral("newtons-cradle"));
  auto& slider = editor.slider("n");
  QCOMPARE(slider.value(), 5);
  QCOMPARE(editor.field("n").text(), QStringLiteral("5"));
  slider.setFocus();
  QTest::keyClick(&slider, Qt::Key_Right);
  QCOMPARE(editor.committed, 1);
  QCOMPARE(editor.previews.back().expression, QStringLiteral("6"));
}

void TestScenePanel::keysOnTheSliderAreSingleEdits() {
  Editor editor(QStringLiteral("billiard-break"));
  auto& slider = editor.slider("theta");
  slider.setFocus();
  QTest::keyClick(&slider, Qt::Key_Right);
  QTest::keyClick(&slider, Qt::Key_Right);
  QCOMPARE(editor.begun.size(), 2);
  QCOMPARE(editor.committed, 2);
}

void TestScenePanel::aFieldIsExplainedInItsSymbolAndUnit() {
  Editor editor(QStringLiteral("billiard-break"));
  const QString words = editor.panel.row("ra")->findChild<QLineEdit*>("field")->whatsThis();
  QVERIFY2(words.startsWith(plainSymbol("r_a")), qPrintable(words));
  QVERIFY2(words.contains("28.60 mm") && !words.contains("0.0286"), qPrintable(words));
}

void TestScenePanel::theWheelEditsOnlyWhereTheFocusIs() {
  const FieldFocus filter;
  Editor editor(QStringLiteral("trex"));
  const auto turnOver = [](QWidget* widget) {
    const QPoint middle = widget->rect().center();
    QWheelEvent turn(middle, widget->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(widget, &turn);
    return turn.isAccepted();
  };
  auto* choice = editor.panel.findChild<QComboBox*>();
  auto* slider = editor.panel.findChild<ParameterSlider*>();
  for (QWidget* field : {static_cast<QWidget*>(choice), static_cast<QWidget*>(slider)}) {
    editor.panel.findChild<QLineEdit*>()->setFocus();
    turnOver(field);
    QCOMPARE(editor.begun.size(), 0);
  }
  choice->setFocus();
  turnOver(choice);
  QCOMPARE(editor.begun.size(), 1);
}

void TestScenePanel::doubleClickResets() {
  Editor editor(QStringLiteral("billiard-break"));
  editor.answer(QStringLiteral("theta"), QStringLiteral("120deg"), true);
  QTest::mouseDClick(editor.row("theta").childAt(4, editor.row("theta").height() / 2), Qt::LeftButton);
  QCOMPARE(editor.committed, 1);
  QCOMPARE(editor.field("theta").text(), QStringLiteral("90.00"));
}

void TestScenePanel::everyControlHasAName() {
  Editor editor(QStringLiteral("billiard-break"));
  for (auto* widget : editor.panel.findChildren<QWidget*>())
    if (widget->focusPolicy() & Qt::TabFocus && widget->isEnabled() &&
        !qobject_cast<QAbstractScrollArea*>(widget))
      QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
}

void TestScenePanel::bodiesAndContactsAreListed() {
  const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
  const auto bodies = describeBodies(*snapshot), contacts = describeContacts(*snapshot);
  QCOMPARE(bodies.size(), std::size_t{3});
  QVERIFY(bodies[0].text.contains(QStringLiteral("v = 0")));
  QVERIFY(bodies[2].text.contains(QStringLiteral("m/s")));
  QCOMPARE(contacts.size(), std::size_t{3});
  QCOMPARE(contacts[0].text, QStringLiteral("touching · G(bc) = −0.250"));
  QVERIFY(contacts[2].text.startsWith(QStringLiteral("gap")));
  // The gap of a stop is an angle, where the joint turns.
  SnapshotRequest arm = requestFor("billiard-break");
  arm.scene = Scene::parse(R"({"format": 1, "bodies": [{"name": "arm", "joints": [
      {"type": "revolute", "name": "hinge", "axis": [0, 0, 1], "limits": {"lower": -0.5, "upper": 1}}], "mass": 1, "inertia": 1}]})",
                           "arm");
  const auto stops = describeContacts(*answerTo(std::move(arm)));
  QCOMPARE(stops.size(), std::size_t{2});
  QCOMPARE(stops[0].text, QStringLiteral("gap 28.65°"));
  const QString rod = describeBodies(*makeSnapshot("falling-rod"))[0].text;
  QVERIFY2(rod.contains(QStringLiteral("v = (0, −1.00) m/s · ω = 0 rad/s")), qPrintable(rod));
}

/// The list computes few of many gaps, and shows the least of all.
void TestScenePanel::theLeastOfManyGapsAreListed() {
  edit::Json scene = edit::Json::parse(tests::manyBallsText());
  for (int i = 0; i < 40; ++i)  // at different distances, one pair of them touching
    scene = edit::setInitial(scene, "ball" + std::to_string(12 * i) + ".x",
                             0.25 * (12 * i % 25) + (i == 7 ? 0.05 : 0.0011 * i));
  scene = edit::addBody(scene, edit::NewWall{{0, -0.13, 0}, {0, 1, 0}}).scene;
  SnapshotRequest request = requestFor("billiard-break");
  request.scene = Scene::parse(sceneText(scene), "many");
  const SnapshotPtr snapshot = answerTo(std::move(request));
  const Mechanism& mechanism = *snapshot->instance.mechanism;
  const Eigen::VectorXd gaps = mechanism.gaps(snapshot->instance.initial.q);
  std::vector<std::pair<double, std::string>> all;
  QStringList expected;
  for (Eigen::Index i = 0; i < gaps.size(); ++i) {
    const std::string& name = mechanism.contacts()[static_cast<std::size_t>(i)].name;
    if (std::abs(gaps[i]) <= closedGap)
      expected << QString::fromStdString(name);
    else
      all.emplace_back(gaps[i], name);
  }
  const auto lines = describeContacts(*snapshot);
  const qsizetype closed = expected.size(), shown = static_cast<qsizetype>(lines.size()) - closed - 1;
  QVERIFY(shown > 5);
  std::ranges::stable_sort(all, {}, &std::pair<double, std::string>::first);
  for (qsizetype i = 0; i < shown; ++i)
    expected << QString::fromStdString(all[static_cast<std::size_t>(i)].second);
  for (qsizetype i = 0; i < expected.size(); ++i)
    QCOMPARE(lines[static_cast<std::size_t>(i)].name, expected[i]);
  QCOMPARE(lines.back().text,
           QStringLiteral("%1 more pairs apart").arg(static_cast<qsizetype>(all.size()) - shown));
}

/// Twenty rows of touching balls: 570 contacts, each a row of widgets if all of them were shown.
void TestScenePanel::manyTouchingContactsAreCounted() {
  SnapshotRequest request = requestFor("rack-break");
  request.assignments["rows"] = "20";
  Snapshot placed;
  placed.scene = request.scene;
  placed.instance = request.scene->instantiate(request.assignments);
  const auto lines = describeContacts(placed);
  QVERIFY2(lines.size() < 100, qPrintable(QString::number(lines.size())));
  const auto touching = std::ranges::count_if(
      lines, [](const BodyList::Line& line) { return line.text.startsWith(QStringLiteral("touching")); });
  const auto more = std::ranges::find_if(
      lines, [](const BodyList::Line& line) { return line.text.endsWith(QStringLiteral("more touching")); });
  QVERIFY(more != lines.end());
  QCOMPARE(more->text,
           QStringLiteral("… %1 more touching")
               .arg(static_cast<qsizetype>(
                        closedContacts(*placed.instance.mechanism, placed.instance.initial.q).size()) -
                    touching));
}

/// A click selects the number, and what is chosen in the list of laws is followed by its coefficient.
void TestScenePanel::aCoefficientIsTypedAtOnce() {
  const FieldFocus filter;
  RecordedEdits edits;
  ImpactRuleBar bar(&edits);
  bar.setSnapshot(makeSnapshot("billiard-break"));
  tests::showActive(&bar);
  auto* law = bar.findChild<QComboBox*>("restitutionLaw");
  auto* value = bar.findChild<QAbstractSpinBox*>("restitutionValue");
  const auto answer = [&] {
    SnapshotRequest request = requestFor("billiard-break");
    request.settings = edits.changes.back().after.settings;
    bar.setSnapshot(answerTo(std::move(request)));
  };
  law->setFocus();
  QTest::keyClick(law, Qt::Key_Down);  // keys that walk through the laws go on walking
  answer();
  QVERIFY(law->hasFocus() && value->isVisible());
  QTest::mouseClick(law, Qt::LeftButton);
  QTRY_VERIFY(law->view()->isVisible());
  QTest::keyClick(law->view(), Qt::Key_Down);
  QTest::keyClick(law->view(), Qt::Key_Return);
  QTRY_COMPARE(law->currentIndex(), 2);
  answer();
  QVERIFY(value->hasFocus());
  QTest::keyClicks(value, "0.5");
  QTest::keyClick(value, Qt::Key_Return);
  QCOMPARE(edits.changes.back().after.settings.reflectionRestitution, std::optional(0.5));
  law->setFocus();
  auto* field = value->findChild<QLineEdit*>();
  QTest::mouseClick(field, Qt::LeftButton, {}, QPoint(field->width() / 3, field->height() / 2));
  QTRY_COMPARE(field->selectedText(), QStringLiteral("0.500"));
}

/// A stance that was applied stands in numbers, and what it came from has no effect any more.
void TestScenePanel::aParameterThatNothingUsesSaysSo() {
  Editor editor("billiard-break");
  const auto noteOf = [&](const char* name) {
    return editor.panel.findChild<ParameterRow*>(QLatin1String(name))->findChild<QLabel*>("note");
  };
  QVERIFY(noteOf("parameter.speed")->isHidden());
  auto text = nlohmann::ordered_json::parse(editor.snapshot->scene->text());
  std::string plain = sceneText(text);
  text["initial"] = nlohmann::ordered_json::parse(
      std::regex_replace(text["initial"].dump(), std::regex("\"speed\"(?!:)"), "1"));
  QVERIFY(sceneText(text) != plain);
  SnapshotRequest request = requestFor("billiard-break");
  request.scene = Scene::parse(sceneText(text), "billiard-break.carom.json");
  editor.panel.setSnapshot(answerTo(std::move(request)));
  QVERIFY(!noteOf("parameter.speed")->isHidden());
  QVERIFY(noteOf("parameter.speed")->text().contains("no effect"));
  QVERIFY(noteOf("parameter.theta")->isHidden());
  editor.panel.setSnapshot(editor.snapshot);
  QVERIFY(noteOf("parameter.speed")->isHidden());
}

/// σ of Minitaur turns the rest of springs, too: a start in numbers leaves it that.
void TestScenePanel::aParameterThatTheStartHasLeftIsMarked() {
  Editor editor("minitaur");
  using Effect = ParameterRow::Effect;
  const auto effectOf = [&](const char* name) { return editor.panel.row(name)->effect(); };
  auto* note = editor.panel.findChild<QLabel*>("leftStart");
  QVERIFY(effectOf("spread") == Effect::Whole && note->isHidden());
  Assignments numbers;
  const SceneInstance& before = editor.snapshot->instance;
  const auto& coordinates = before.mechanism->coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    numbers[coordinates[i].name] = std::to_string(before.initial.q[static_cast<Eigen::Index>(i)]);
  SnapshotRequest request;
  request.text = {bakedText(*editor.snapshot->scene, numbers), "minitaur.carom.json"};
  const SnapshotPtr edited = answerTo(std::move(request));
  editor.panel.setSnapshot(edited);
  QVERIFY(effectOf("spread") == Effect::NotOnStart);
  QVERIFY(effectOf("trunk") == Effect::Whole && effectOf("speed") == Effect::Whole);
  QVERIFY(!note->isHidden() && note->text().contains(ParameterRow::leftStartMark));
  QVERIFY(editor.panel.row("spread")->findChild<MathLabel*>()->text() == ParameterRow::leftStartMark);
  editor.panel.setSnapshot(editor.snapshot);  // undo
  QVERIFY(effectOf("spread") == Effect::Whole && note->isHidden());
  editor.panel.sceneOpened();  // a scene that was written so has lost nothing
  editor.panel.setSnapshot(edited);
  QVERIFY(effectOf("spread") == Effect::Whole && note->isHidden());
}

CAROM_DISPLAY_TEST(TestScenePanel);
#include "tst_scene_panel.moc"
