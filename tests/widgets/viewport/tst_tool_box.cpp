#include <QSignalSpy>
#include <QToolButton>
#include <numbers>

#include "scene/format/write_scene.h"
#include "support/edited_document.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"

using namespace carom;
using Eigen::Vector3d;
using Kind = ToolBox::Kind;

namespace {

/// A 3D view with tools, seen from above, and the document that the tools edit.
struct Workshop : EditedDocument {
  ViewportPanel panel{&selection, this};

  explicit Workshop(const std::string& start) {
    panel.setEditor(&editor);
    panel.resize(800, 500);
    show(start);
    panel.show();
    if (!QTest::qWaitForWindowExposed(&panel)) qFatal("no window");
    panel.topView();
    waitForStillPicture(canvas());
  }
  void answer(const SnapshotPtr& snapshot) override { panel.setSnapshot(snapshot); }
  ViewportCanvas* canvas() { return panel.canvas(); }
  QPoint at(double x, double y) { return canvas()->screenMap().toScreen({x, y, 0})->toPoint(); }
  void move(double x, double y, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers keys = {}) {
    const QPoint point = at(x, y);
    QMouseEvent event(QEvent::MouseMove, point, canvas()->mapToGlobal(point), Qt::NoButton, buttons, keys);
    QApplication::sendEvent(canvas(), &event);
  }
  void click(double x, double y, Qt::KeyboardModifiers keys = {}) {
    move(x, y, Qt::NoButton, keys);
    QTest::mouseClick(canvas(), Qt::LeftButton, keys, at(x, y));
  }
  void drag(Vector3d from, Vector3d to, Qt::KeyboardModifiers keys = {}) {
    move(from.x(), from.y());
    QTest::mousePress(canvas(), Qt::LeftButton, keys, at(from.x(), from.y()));
    for (double t : {0.2, 0.5, 0.8, 1.0}) {
      const Vector3d point = from + t * (to - from);
      move(point.x(), point.y(), Qt::LeftButton, keys);
    }
    QTest::mouseRelease(canvas(), Qt::LeftButton, keys, at(to.x(), to.y()));
  }
  Vector3d position(const char* body) { return positionIn(instance(), body); }
  /// Where the view has a body, which during a drag no text has.
  Vector3d shownAt(const char* body) { return positionIn(editor.snapshot()->instance, body); }
  static Vector3d positionIn(const SceneInstance& scene, const char* body) {
    return scene.mechanism->position(scene.mechanism->bodyIndex(body), scene.initial.q);
  }
};

std::string ballsAt(std::initializer_list<double> places) {
  edit::Json scene{{"format", 1}, {"bodies", edit::Json::array()}};
  for (const double x : places) scene = edit::addBody(scene, edit::NewBall{{x, 0, 0}, 0.1}).scene;
  return sceneText(scene);
}

}  // namespace

class TestToolBox : public QObject {
  Q_OBJECT
 private slots:
  void ballsArePlacedByClicks();
  void aPlacedBallTouchesExactly();
  void typedNumbersSayWhere();
  void escapePutsTheToolAway();
  void theKeyOfAToolKeepsIt();
  void aDragIsOneEditAndSnaps();
  void aDragWritesOneText();
  void escapeTakesADragBack();
  void anotherToolTakesADragBack();
  void severalBodiesMoveTogether();
  void theVelocityIsPulledOutOfABall();
  void theVelocityHandleLeavesTheAngleReadable();
  void buttonsCoverNeitherTheSceneNorItsAngles_data();
  void buttonsCoverNeitherTheSceneNorItsAngles();
  void chosenBodiesGainTheSameVelocity();
  void everyToolAddsItsBody();
  void aBallOnALinkIsItsBob();
  void keysAloneBuildAndMove();
  void aWallIsALineWithTheBodiesOnItsFreeSide_data();
  void aWallIsALineWithTheBodiesOnItsFreeSide();
  void whatIsNotTypedStays();
  void theSecondVSetsTheSpin();
  void aFastBodyKeepsItsSpin();
  void aHingedBodyHasASpinOnly();
  void aPullMakesAHandleAlongALine();
  void aPullToABodyMakesAHandleAroundIt();
  void aClickMakesTheHandleOfAHinge();
  void theHandleOfABobIsItsLinks();
  void aKeyThatCanDoNothingSaysWhy();
  void aTurnIsTypedInDegrees();
  void aTurnStopsBeforeAnOverlap();
  void aJointHingesABodyWhereItIs();
  void aHingeBesideABodyHangsIt();
  void theJointToolMakesOtherJoints();
  void ballJointsAreForScenesInSpace();
  void touchingContactsAreKeptWhileDragged();
  void ctrlAndBandChooseSeveral();
  void aClickChoosesASpring_data();
  void aClickChoosesASpring();
  void chosenSpringsAreDeletedAtOnce();
  void whatFollowsParametersIsLeftToThem();
  void aGestureEndsWithItsBodies_data();
  void aGestureEndsWithItsBodies();
};

void TestToolBox::ballsArePlacedByClicks() {
  Workshop shop(ballsAt({0, 1}));
  shop.panel.tool()->setKind(Kind::Ball);
  shop.click(0.5, 0.4);
  QCOMPARE(shop.history, QStringList{"Add a ball"});
  QVERIFY((shop.position("ball3") - Vector3d(0.5, 0.4, 0)).norm() < 0.01);
  QCOMPARE(shop.selection.bodies(), QStringList{"ball3"});
}

void TestToolBox::aPlacedBallTouchesExactly() {
  Workshop shop(ballsAt({0, 0.3}));
  shop.panel.tool()->setKind(Kind::Ball);
  shop.click(0.152, 0.135);  // the corner above both is at (0.15, 0.1323)
  const SceneInstance now = shop.instance();
  for (const char* name : {"ball1-ball3", "ball2-ball3"})
    for (std::size_t i = 0; i < now.mechanism->contacts().size(); ++i)
      if (now.mechanism->contacts()[i].name == name)
        QVERIFY(std::abs(now.mechanism->gap(int(i), now.initial.q)) <= 1e-12);
}

void TestToolBox::typedNumbersSayWhere() {
  Workshop shop(ballsAt({0, 1}));
  shop.panel.tool()->setKind(Kind::Ball);
  shop.move(0.3, 0.3);
  QTest::keyClicks(shop.canvas(), "0.12");
  QTest::keyClick(shop.canvas(), Qt::Key_Tab);
  QTest::keyClicks(shop.canvas(), "-35cm");
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  QVERIFY((shop.position("ball3") - Vector3d(0.12, -0.35, 0)).norm() < 1e-15);
}

void TestToolBox::escapePutsTheToolAway() {
  Workshop shop(ballsAt({0, 1}));
  auto* button = shop.panel.findChild<QToolButton*>(QStringLiteral("tool-2"));
  button->click();
  QCOMPARE(shop.panel.tool()->kind(), Kind::Ball);
  QTest::keyClick(shop.canvas(), Qt::Key_Escape);
  QCOMPARE(shop.panel.tool()->kind(), Kind::Select);
  QTest::keyClick(shop.canvas(), Qt::Key_Escape);
  QCOMPARE(shop.panel.tool()->kind(), Kind::None);
  QVERIFY(!button->isChecked() && shop.history.isEmpty());
}

void TestToolBox::theKeyOfAToolKeepsIt() {
  Workshop shop(ballsAt({0, 1}));
  tests::showActive(&shop.panel);
  shop.canvas()->setFocus();
  for (const auto& [key, kind] : {std::pair(Qt::Key_E, Kind::Select), std::pair(Qt::Key_B, Kind::Ball)})
    for (int i = 0; i < 2; ++i) {
      QTest::keyClick(shop.canvas(), key);
      QCOMPARE(shop.panel.tool()->kind(), kind);
    }
}

void TestToolBox::aDragIsOneEditAndSnaps() {
  Workshop shop(ballsAt({0, 1}));
  shop.panel.tool()->setKind(Kind::Select);
  shop.drag({1, 0, 0}, {0.205, 0.003, 0});
  QCOMPARE(shop.history, QStringList{"Move ball2"});
  const SceneInstance now = shop.instance();
  QVERIFY(std::abs(now.mechanism->gap(0, now.initial.q)) <= 1e-12);
  QVERIFY((shop.position("ball2") - Vector3d(0.2, 0, 0)).norm() < 1e-12);  // at a round angle
}

/// While the mouse moves, no text of the scene is written or read: what is shown is what the text will say.
void TestToolBox::aDragWritesOneText() {
  Workshop shop(ballsAt({0, 1}));
  const std::string before = shop.text;
  shop.panel.tool()->setKind(Kind::Select);
  QTest::mousePress(shop.canvas(), Qt::LeftButton, {}, shop.at(1, 0));
  for (const double y : {0.1, 0.2, 0.3}) shop.move(0.7, y, Qt::LeftButton);
  QCOMPARE(shop.textsRead, 0);
  QCOMPARE(shop.text, before);
  const Vector3d shown = shop.shownAt("ball2");
  QTest::mouseRelease(shop.canvas(), Qt::LeftButton, {}, shop.at(0.7, 0.3));
  QCOMPARE(shop.textsRead, 1);
  QVERIFY(shop.position("ball2") == shown);
}

void TestToolBox::escapeTakesADragBack() {
  Workshop shop(ballsAt({0, 1}));
  const std::string before = shop.text;
  shop.panel.tool()->setKind(Kind::Select);
  QTest::mousePress(shop.canvas(), Qt::LeftButton, {}, shop.at(1, 0));
  shop.move(0.7, 0.2, Qt::LeftButton);
  QVERIFY(shop.shownAt("ball2").y() > 0.1);
  QTest::keyClick(shop.canvas(), Qt::Key_Escape);
  QCOMPARE(shop.text, before);
  QCOMPARE(shop.shownAt("ball2").y(), 0.0);
  QTest::mouseRelease(shop.canvas(), Qt::LeftButton, {}, shop.at(0.7, 0.2));
  QVERIFY(shop.history.isEmpty());
}

/// The mouse is released while the other tool is active. That tool ignores the release.
void TestToolBox::anotherToolTakesADragBack() {
  Workshop shop(ballsAt({0, 1}));
  const std::string before = shop.text;
  shop.panel.tool()->setKind(Kind::Select);
  QTest::mousePress(shop.canvas(), Qt::LeftButton, {}, shop.at(1, 0));
  shop.move(0.7, 0.2, Qt::LeftButton);
  QVERIFY(shop.shownAt("ball2").y() > 0.1);
  shop.panel.tool()->setKind(Kind::Ball);
  QCOMPARE(shop.text, before);
  QCOMPARE(shop.shownAt("ball2").y(), 0.0);
  QTest::mouseRelease(shop.canvas(), Qt::LeftButton, {}, shop.at(0.7, 0.2));
  QVERIFY(shop.history.isEmpty());
  shop.panel.tool()->setKind(Kind::Select);  // the tool is ready for the next drag
  shop.drag({1, 0, 0}, {1, 0.3, 0});
  QCOMPARE(shop.history, QStringList{"Move ball2"});
}

void TestToolBox::severalBodiesMoveTogether() {
  Workshop shop(ballsAt({0, 0.3, 1}));
  shop.panel.tool()->setKind(Kind::Select);
  shop.click(0, 0);
  shop.click(0.3, 0, Qt::ShiftModifier);
  QCOMPARE(shop.selection.bodies(), QStringList({"ball1", "ball2"}));
  shop.drag({0.3, 0, 0}, {0.3, 0.4, 0});
  QCOMPARE(shop.history, QStringList{"Move 2 bodies"});
  QVERIFY((shop.position("ball2") - shop.position("ball1") - Vector3d(0.3, 0, 0)).norm() < 1e-12);
  QVERIFY(std::abs(shop.position("ball1").y() - 0.4) < 0.01);
}

void TestToolBox::theVelocityIsPulledOutOfABall() {
  Workshop shop(ballsAt({0, 1}));
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"ball1"});
  const double pixel = 1 / shop.canvas()->screenMap().scaleAt(Vector3d::Zero());
  const Vector3d handle(0, 0.1 + 18 * pixel, 0);
  QTest::mousePress(shop.canvas(), Qt::LeftButton, {}, shop.at(handle.x(), handle.y()));
  shop.move(0.4, 0, Qt::LeftButton);
  QTest::keyClicks(shop.canvas(), "1.5");
  QTest::mouseRelease(shop.canvas(), Qt::LeftButton, {}, shop.at(0.4, 0));
  QCOMPARE(shop.history, QStringList{"Set the velocity of ball1"});
  QCOMPARE(shop.instance().initial.p[0], 1.5);
}

/// Where the arrow's tip covers the value of an angle, the handle moves aside. A pull from there changes the
/// velocity by as much as a pull from the tip.
void TestToolBox::theVelocityHandleLeavesTheAngleReadable() {
  auto scene = edit::Json::parse(Scene::open("billiard-break")->text());
  scene["initial"]["velocity"]["c.x"] = 1;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"c"});
  const auto kept = shop.canvas()->keptFree();
  QCOMPARE(kept.size(), std::size_t(3));
  const ScreenMap map = shop.canvas()->screenMap();
  const Vector3d c = shop.position("c");
  const QPointF tip = *map.toScreen(c + shop.canvas()->view().arrowScale * Vector3d(1, 0, 0));
  const auto isOver = [&](QPointF at) {
    return std::ranges::any_of(kept, [&](const QRectF& area) { return area.contains(at); });
  };
  QVERIFY(isOver(tip));  // the precondition of this test
  const auto handle = shop.panel.tool()->velocityHandle();
  QVERIFY(handle && !isOver(*handle));
  const QPoint from = handle->toPoint(), to = from + QPoint(0, 40);
  QTest::mousePress(shop.canvas(), Qt::LeftButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, to, shop.canvas()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                   Qt::AltModifier);
  QApplication::sendEvent(shop.canvas(), &move);
  QTest::mouseRelease(shop.canvas(), Qt::LeftButton, Qt::AltModifier, to);
  QCOMPARE(shop.history, QStringList{"Set the velocity of c"});
  const SceneInstance now = shop.instance();
  const Eigen::VectorXd p = now.initial.p;
  const double fall = 40 / map.scaleAt(c) / shop.canvas()->view().arrowScale;
  const int vx = 4, vy = 5;  // c's, after those of a and b
  QCOMPARE(now.mechanism->coordinates()[vx].name, std::string("c.x"));
  QVERIFY(std::abs(p[vy] / p[vx] + fall) < 0.05 * fall);
}

void TestToolBox::buttonsCoverNeitherTheSceneNorItsAngles_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QSize>("size");
  for (const char* scene : {"trex", "newtons-cradle", "billiard-break"})
    for (const QSize size : {QSize(374, 212), QSize(436, 192), QSize(660, 340)})
      QTest::addRow("%s %dx%d", scene, size.width(), size.height()) << QString(scene) << size;
}

/// The palette has two columns in a low view. Where a body would lie below it, or the value of an angle, the
/// one is framed beside it, and the other moves.
void TestToolBox::buttonsCoverNeitherTheSceneNorItsAngles() {
  QFETCH(QString, scene);
  QFETCH(QSize, size);
  Workshop shop(std::string(Scene::open(scene.toStdString())->text()));
  shop.panel.resize(size);
  shop.panel.fit();
  waitForStillPicture(shop.canvas());
  const QRect palette = shop.panel.findChild<QWidget*>("palette")->geometry();
  const auto isCovered = [&](QRectF area) {
    area.translate(shop.canvas()->pos());
    bool covered = palette.toRectF().intersects(area);
    for (const auto* button : shop.panel.findChildren<QToolButton*>())
      if (button->isVisible())
        covered |= QRectF(button->mapTo(&shop.panel, QPoint()), button->size()).intersects(area);
    return covered;
  };
  const ScreenMap map = shop.canvas()->screenMap();
  const SceneFrame& frame = shop.canvas()->frame();
  for (const SceneFrame::Ball& ball : frame.balls) {
    const QPointF centre = *map.toScreen(ball.centre);
    const double radius = map.silhouetteRadius(ball.centre, ball.radius);
    QVERIFY(!isCovered(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)));
  }
  const auto kept = shop.canvas()->keptFree();  // the values, then two handles of each
  QCOMPARE(kept.size(), 3 * frame.arcs.size());
  for (std::size_t value = 0; value < frame.arcs.size(); ++value) {
    QVERIFY(!isCovered(kept[value]));
    QVERIFY(shop.canvas()->rect().toRectF().contains(kept[value]));
    for (std::size_t other = 0; other < frame.arcs.size(); ++other)
      QVERIFY(other == value || !kept[value].intersects(kept[other]));
  }
}

void TestToolBox::chosenBodiesGainTheSameVelocity() {
  Workshop shop(ballsAt({0, 1, 2}));
  shop.panel.tool()->setKind(Kind::Select);
  const auto velocityOf = [&](const char* body) {
    const SceneInstance now = shop.instance();
    const int first = 2 * now.mechanism->bodyIndex(body);
    return Eigen::Vector2d(now.initial.p[first], now.initial.p[first + 1]);  // masses are 1
  };
  const auto type = [&](const char* vx, const char* vy) {
    QTest::keyClick(shop.canvas(), Qt::Key_V);
    QTest::keyClicks(shop.canvas(), vx);
    QTest::keyClick(shop.canvas(), Qt::Key_Tab);
    QTest::keyClicks(shop.canvas(), vy);
    QTest::keyClick(shop.canvas(), Qt::Key_Return);
  };
  shop.canvas()->setFocus();
  shop.selection.choose({"ball3"});
  type("0.5", "0");
  shop.selection.choose({"ball1", "ball3"});
  type("0.25", "-1");
  QCOMPARE(shop.history, QStringList({"Set the velocity of ball3", "Set the velocities of 2 bodies"}));
  QCOMPARE(velocityOf("ball1"), Eigen::Vector2d(0.25, -1));
  QCOMPARE(velocityOf("ball2"), Eigen::Vector2d(0, 0));
  QCOMPARE(velocityOf("ball3"), Eigen::Vector2d(0.75, -1));
}

void TestToolBox::everyToolAddsItsBody() {
  Workshop shop(ballsAt({0, 1}));
  for (const Kind kind : {Kind::Wall, Kind::Rod, Kind::Link, Kind::Box, Kind::Spring}) {
    shop.panel.tool()->setKind(kind);
    const double y = kind == Kind::Rod ? 0.08 : kind == Kind::Link ? -0.1 : -0.28;
    if (kind == Kind::Wall)
      shop.drag({0.3, -0.45, 0}, {0.7, -0.45, 0});
    else if (kind == Kind::Spring)
      shop.drag({0, 0, 0}, {1, 0, 0});
    else
      shop.drag({0.3, y, 0}, {0.6, y + 0.08, 0});
  }
  QCOMPARE(shop.history, QStringList({"Add a wall", "Add a rod", "Add a link", "Add a box", "Add a spring"}));
  const auto scene = edit::Json::parse(shop.text);
  QCOMPARE(scene["bodies"].size(), std::size_t(6));
  QCOMPARE(scene["springs"][0]["between"][1]["body"], edit::Json("ball2"));
}

void TestToolBox::aBallOnALinkIsItsBob() {
  edit::Json scene{{"format", 1}, {"bodies", edit::Json::array()}};
  scene = edit::addBody(scene, edit::NewLink{"", {}, {0, 0.4, 0}, {0, -0.2, 0}}).scene;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Ball);
  shop.drag({0.003, -0.203, 0}, {0.1, -0.2, 0});  // from near the free end
  QVERIFY((shop.position("ball1") - Vector3d(0, -0.2, 0)).norm() < 1e-12);
  const SceneInstance now = shop.instance();
  QCOMPARE(now.mechanism->dof(), 1);
  const double r = std::get<Ball>(now.mechanism->bodies()[1].shapes[0]).radius;
  // A rod of 1 kg about its end, and a sphere of 1 kg at the other one.
  const double inertia = 0.36 / 3 + 0.36 + 0.4 * r * r;
  QVERIFY(std::abs(now.mechanism->massMatrix(now.initial.q)(0, 0) - inertia) < 1e-12);
  shop.panel.tool()->setKind(Kind::Ball);
  shop.click(0.4, 0);  // beside it nothing carries it
  QCOMPARE(shop.instance().mechanism->dof(), 3);
}

void TestToolBox::keysAloneBuildAndMove() {
  Workshop shop(ballsAt({0, 1}));
  QApplication::setActiveWindow(&shop.panel);  // there is no window manager to do it
  shop.canvas()->setFocus();
  QTest::keyClick(shop.canvas(), Qt::Key_B);
  QCOMPARE(shop.panel.tool()->kind(), Kind::Ball);
  QTest::keyClicks(shop.canvas(), "0.5");
  QTest::keyClick(shop.canvas(), Qt::Key_Tab);
  QTest::keyClicks(shop.canvas(), "0.25");
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  QVERIFY(shop.position("ball3") == Vector3d(0.5, 0.25, 0));
  QTest::keyClick(shop.canvas(), Qt::Key_Escape);  // to the tool that chooses
  QCOMPARE(shop.panel.tool()->kind(), Kind::Select);
  for (int i = 0; i < 3; ++i) QTest::keyClick(shop.canvas(), Qt::Key_Right);
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  QVERIFY(shop.position("ball3").x() > 0.5 && shop.position("ball3").y() == 0.25);
  QTest::keyClick(shop.canvas(), Qt::Key_V);
  QTest::keyClicks(shop.canvas(), "2");
  QTest::keyClick(shop.canvas(), Qt::Key_Tab);
  QTest::keyClicks(shop.canvas(), "-1");
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  const Eigen::VectorXd p = shop.instance().initial.p;
  QVERIFY(p[4] == 2 && p[5] == -1);
  QCOMPARE(shop.history, QStringList({"Add a ball", "Move ball3", "Set the velocity of ball3"}));
}

void TestToolBox::aWallIsALineWithTheBodiesOnItsFreeSide_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<bool>("backwards");
  QTest::addColumn<double>("up");
  const QString balls = QString::fromStdString(ballsAt({0, 1})), none = R"({"format": 1, "bodies": []})";
  for (const bool backwards : {false, true}) {
    QTest::addRow("below the bodies %d", backwards) << balls << backwards << 1.0;
    QTest::addRow("of an empty scene %d", backwards) << none << backwards << (backwards ? -1.0 : 1.0);
  }
}

void TestToolBox::aWallIsALineWithTheBodiesOnItsFreeSide() {
  QFETCH(QString, scene);
  QFETCH(bool, backwards);
  QFETCH(double, up);
  Workshop shop(scene.toStdString());
  shop.panel.tool()->setKind(Kind::Wall);
  const Vector3d left(-0.2, -0.3, 0), right(0.2, -0.3, 0);
  shop.drag(backwards ? right : left, backwards ? left : right, Qt::AltModifier);
  QCOMPARE(shop.history, QStringList{"Add a wall"});
  const SceneInstance now = shop.instance();
  const auto& wall = std::get<HalfSpace>(now.mechanism->bodies().back().shapes.front());
  const Pose pose = now.mechanism->pose(static_cast<int>(now.mechanism->bodies().size()) - 1, now.initial.q);
  QVERIFY((pose.R * wall.normal - Vector3d(0, up, 0)).norm() < 0.02);
  const Vector3d face = pose * (wall.offset * wall.normal);
  QVERIFY(std::abs((pose.R * wall.normal).dot(face - Vector3d(0, -0.3, 0))) < 0.01);
}

/// The handle of a resting ball is drawn beside it, and places are not round.
void TestToolBox::whatIsNotTypedStays() {
  Workshop shop(ballsAt({0, 0.4234567}));
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"ball2"});
  shop.canvas()->setFocus();
  const auto typed = [&](Qt::Key key, const char* number, bool second) {
    QTest::keyClick(shop.canvas(), key);
    if (second) QTest::keyClick(shop.canvas(), Qt::Key_Tab);
    QTest::keyClicks(shop.canvas(), number);
    QTest::keyClick(shop.canvas(), Qt::Key_Return);
  };
  typed(Qt::Key_V, "2", false);
  const SceneInstance moving = shop.instance();
  QCOMPARE(moving.initial.p[2], 2.0);
  QCOMPARE(moving.initial.p[3], 0.0);
  typed(Qt::Key_M, "0.5", true);
  QVERIFY(shop.position("ball2") == Vector3d(0.4234567, 0.5, 0));
  QCOMPARE(shop.history, QStringList({"Set the velocity of ball2", "Move ball2"}));
}

/// V, V: first the velocity, then the angular velocity. Each is told when it is set.
void TestToolBox::theSecondVSetsTheSpin() {
  edit::Json scene = edit::addBody(edit::Json{{"format", 1}, {"bodies", edit::Json::array()}},
                                   edit::NewBox{{0, 0, 0}, {0.4, 0.2, 0.2}})
                         .scene;
  Workshop shop(sceneText(scene));
  QSignalSpy told(shop.panel.tool(), &ToolBox::told);
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"box1"});
  shop.canvas()->setFocus();
  QTest::keyClick(shop.canvas(), Qt::Key_V);
  QTest::keyClick(shop.canvas(), Qt::Key_V);
  QTest::keyClicks(shop.canvas(), "-2.5");
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  QCOMPARE(shop.history.last(), QString("Set the angular velocity of box1"));
  const SceneInstance now = shop.instance();
  const Eigen::VectorXd v = now.mechanism->massMatrix(now.initial.q).ldlt().solve(now.initial.p);
  QVERIFY(v.head<2>().isZero() && std::abs(v[2] + 2.5) < 1e-12);
  QCOMPARE(told.last().first().toString(), QString::fromUtf8("angular velocity of box1: −2.500 rad/s"));
}

/// The handle of a body that turns fast does not go round endlessly, but pulling it begins at the true spin.
void TestToolBox::aFastBodyKeepsItsSpin() {
  const edit::Json scene = edit::addBody(edit::Json{{"format", 1}, {"bodies", edit::Json::array()}},
                                         edit::NewBox{{0, 0, 0}, {0.4, 0.2, 0.2}})
                               .scene;
  Workshop shop(sceneText(scene));
  const auto omega = [&] {
    const SceneInstance now = shop.instance();
    return now.mechanism->massMatrix(now.initial.q).ldlt().solve(now.initial.p)[2];
  };
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"box1"});
  shop.canvas()->setFocus();
  for (const char* spin : {"200", "-3000"}) {
    for (const Qt::Key key : {Qt::Key_V, Qt::Key_V}) QTest::keyClick(shop.canvas(), key);
    QTest::keyClicks(shop.canvas(), spin);
    QTest::keyClick(shop.canvas(), Qt::Key_Return);
    QVERIFY(std::abs(omega() - atof(spin)) < 1e-9);
    for (const Qt::Key key : {Qt::Key_V, Qt::Key_V}) QTest::keyClick(shop.canvas(), key);
    for (const double x : {1.0, 0.95}) shop.move(x, 0.8);
    QTest::keyClick(shop.canvas(), Qt::Key_Return);
    QVERIFY2(std::abs(omega() - atof(spin)) < 0.3 * std::abs(atof(spin)),
             qPrintable(QString::number(omega())));
  }
}

/// The rod of a pendulum on a pendulum: what the first one carries counts.
void TestToolBox::aHingedBodyHasASpinOnly() {
  Workshop shop(Scene::open("double-pendulum")->text());
  const auto omega = [&](const char* name) {
    const SceneInstance now = shop.instance();
    const Eigen::VectorXd v = now.mechanism->massMatrix(now.initial.q).ldlt().solve(now.initial.p);
    return now.mechanism->angularVelocity(now.mechanism->bodyIndex(name), now.initial.q, v).z();
  };
  shop.panel.tool()->setKind(Kind::Select);
  shop.canvas()->setFocus();
  for (const auto& [name, text] : {std::pair("upper", "3"), std::pair("lower", "-1")}) {
    shop.selection.choose({name});
    QTest::keyClick(shop.canvas(), Qt::Key_V);
    QTest::keyClicks(shop.canvas(), text);
    QTest::keyClick(shop.canvas(), Qt::Key_Return);
  }
  QVERIFY(std::abs(omega("upper") - 3) < 1e-12);
  QVERIFY(std::abs(omega("lower") + 1) < 1e-12);
}

namespace {

/// The parameter that a drag of a body changes, "" without.
QString handleOf(const Workshop& shop, const char* body) {
  const auto scene = edit::Json::parse(shop.text);
  if (!scene.contains("view") || !scene["view"].contains("drag")) return {};
  const edit::Json names = scene["view"]["drag"].value(body, edit::Json::array());
  return names.size() == 1 ? QString::fromStdString(names[0]) : QString();
}

}  // namespace

void TestToolBox::aPullMakesAHandleAlongALine() {
  Workshop shop(ballsAt({0, 0.5}));
  shop.panel.tool()->setKind(Kind::Handle);
  shop.drag({0.5, 0, 0}, {0.5, 0.3, 0});
  QCOMPARE(shop.history.last(), QString("Add a handle to ball2"));
  const QString s = handleOf(shop, "ball2");
  QVERIFY(!s.isEmpty());
  const SceneInstance moved =
      Scene::parse(shop.text, "edited.carom.json")->instantiate({{s.toStdString(), "0.2m"}});
  const Vector3d at = moved.mechanism->position(moved.mechanism->bodyIndex("ball2"), moved.initial.q);
  QVERIFY((at - Vector3d(0.5, 0.2, 0)).norm() < 1e-12);
}

/// The balls touch: the angle of the parameter is that of the line between them, and its arc is drawn.
void TestToolBox::aPullToABodyMakesAHandleAroundIt() {
  Workshop shop(ballsAt({0, 0.2}));
  shop.panel.tool()->setKind(Kind::Handle);
  shop.drag({0.2, 0, 0}, {0, 0, 0});
  const QString theta = handleOf(shop, "ball2");
  QVERIFY(!theta.isEmpty());
  for (const int angle : {-90, 30}) {
    const SceneInstance moved = Scene::parse(shop.text, "edited.carom.json")
                                    ->instantiate({{theta.toStdString(), std::to_string(angle) + "deg"}});
    const Vector3d at = moved.mechanism->position(moved.mechanism->bodyIndex("ball2"), moved.initial.q);
    const double radians = angle * std::numbers::pi / 180;
    QVERIFY((at - 0.2 * Vector3d(std::cos(radians), std::sin(radians), 0)).norm() < 1e-12);
  }
  QCOMPARE(shop.canvas()->frame().arcs.size(), std::size_t(1));
  QCOMPARE(shop.canvas()->frame().arcs[0].from, -1);
}

void TestToolBox::aClickMakesTheHandleOfAHinge() {
  edit::Json scene{{"format", 1}, {"bodies", edit::Json::array()}};
  scene = edit::addBody(scene, edit::NewLink{"", {}, {0, 0, 0}, {0, -0.6, 0}}).scene;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Handle);
  shop.click(0, -0.3);
  QCOMPARE(shop.history.last(), QString("Add a handle to link1"));
  QCOMPARE(handleOf(shop, "link1"), QString("angle_link1"));
  QCOMPARE(shop.canvas()->frame().arcs.size(), std::size_t(1));
  shop.panel.tool()->setKind(Kind::None);
  // The arc ends at the rod.
  const SceneFrame::Arc arc = shop.canvas()->frame().arcs[0];
  QVERIFY((arc.vertex - Vector3d(0, 0, 0)).norm() < 1e-12 && arc.toAt.y() < -0.2);
}

void TestToolBox::theHandleOfABobIsItsLinks() {
  edit::Json scene{{"format", 1}, {"bodies", edit::Json::array()}};
  scene = edit::addBody(scene, edit::NewLink{"", {}, {0, 0, 0}, {0, -0.6, 0}}).scene;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Ball);
  shop.click(0.003, -0.597);
  QCOMPARE(shop.history.last(), QString("Add a ball"));
  // On the end of the link, whose place has a rounding from its turn.
  QVERIFY(shop.json()["bodies"][1]["origin"] == edit::Json({0.6, 0, 0}));
  shop.panel.tool()->setKind(Kind::Handle);
  shop.drag({0, -0.6, 0}, {0.3, -0.5, 0});
  QCOMPARE(handleOf(shop, "link1"), QString("angle_link1"));
}

void TestToolBox::aKeyThatCanDoNothingSaysWhy() {
  Workshop shop(Scene::open("line-and-wall")->text());
  QSignalSpy told(shop.panel.tool(), &ToolBox::told);
  shop.panel.tool()->setKind(Kind::Select);
  shop.canvas()->setFocus();
  shop.selection.choose({"wall"});
  QTest::keyClick(shop.canvas(), Qt::Key_V);
  QCOMPARE(told.count(), 1);
  QVERIFY(told.first().first().toString().startsWith("wall has no velocity"));
  QVERIFY(shop.history.isEmpty());
}

void TestToolBox::aTurnIsTypedInDegrees() {
  edit::Json scene = edit::addBody(edit::Json{{"format", 1}, {"bodies", edit::Json::array()}},
                                   edit::NewBox{{0, 0, 0}, {0.4, 0.2, 0.2}})
                         .scene;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"box1"});
  shop.canvas()->setFocus();
  QTest::keyClick(shop.canvas(), Qt::Key_R);
  QTest::keyClicks(shop.canvas(), "30");
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  QCOMPARE(shop.history, QStringList{"Turn box1"});
  QCOMPARE(shop.instance().initial.q[2], M_PI / 6);
}

/// The box is asked to turn by 90°, where it would overlap the ball. It stops at 9°.
void TestToolBox::aTurnStopsBeforeAnOverlap() {
  edit::Json scene = edit::addBody(edit::Json{{"format", 1}, {"bodies", edit::Json::array()}},
                                   edit::NewBox{{0, 0, 0}, {0.4, 0.2, 0.2}})
                         .scene;
  scene = edit::addBody(scene, edit::NewBall{{0, 0.25, 0}, 0.1}).scene;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Select);
  shop.selection.choose({"box1"});
  shop.canvas()->setFocus();
  QTest::keyClick(shop.canvas(), Qt::Key_R);
  QTest::keyClicks(shop.canvas(), "90");
  QTest::keyClick(shop.canvas(), Qt::Key_Return);
  QCOMPARE(shop.history, QStringList{"Turn box1"});
  QCOMPARE(shop.instance().initial.q[2], M_PI / 20);
}

void TestToolBox::aJointHingesABodyWhereItIs() {
  edit::Json scene = edit::Json::parse(ballsAt({0, 1}));
  scene = edit::addBody(scene, edit::NewRod{{0.3, 0.2, 0}, {0.7, 0.2, 0}, 0.02}).scene;
  Workshop shop(sceneText(scene));
  shop.panel.tool()->setKind(Kind::Joint);
  shop.click(0.302, 0.2);  // 2 mm beside the rod's end, which it snaps to
  QCOMPARE(shop.history, QStringList{"Hinge rod1"});
  const SceneInstance now = shop.instance();
  QCOMPARE(now.mechanism->coordinates().back().name, std::string("rod1.angle"));
  QCOMPARE(now.mechanism->dof(), 5);
  const int rod = now.mechanism->bodyIndex("rod1");
  QVERIFY((now.mechanism->position(rod, now.initial.q) - Vector3d(0.3, 0.2, 0)).norm() < 1e-12);
  QVERIFY((now.mechanism->centreOfMass(rod, now.initial.q) - Vector3d(0.5, 0.2, 0)).norm() < 1e-12);
  shop.drag({0.7, 0.2, 0}, {1, 0, 0});
  QCOMPARE(shop.history.back(), QString("Hinge rod1 on ball2"));
  QCOMPARE(shop.instance().mechanism->bodies().back().parent, 1);
}

/// A pendulum is drawn from the ball to its hinge, or from there to the ball, at a round angle.
void TestToolBox::aHingeBesideABodyHangsIt() {
  for (const bool fromTheHinge : {false, true}) {
    Workshop shop(ballsAt({0, 1}));
    shop.panel.tool()->setKind(Kind::Joint);
    shop.click(0.3, 0.3);  // nothing is there
    QVERIFY(shop.history.isEmpty());
    const Vector3d ball(0, 0, 0), hinge(0, 0.6, 0);
    shop.drag(fromTheHinge ? hinge : ball, fromTheHinge ? ball : hinge + Vector3d(0.01, 0, 0));
    QCOMPARE(shop.history, QStringList{"Hinge ball1"});
    const SceneInstance now = shop.instance();
    QCOMPARE(now.mechanism->bodies().front().name, std::string("ball1"));  // and so it keeps its colour
    QVERIFY((shop.position("ball1") - hinge).norm() < 1e-12);
    QVERIFY(now.mechanism->centreOfMass(0, now.initial.q).norm() < 1e-12);
    const SceneFrame& frame = shop.canvas()->frame();
    QCOMPARE(frame.arms.size(), std::size_t(1));
    QVERIFY((frame.arms[0].hinge - hinge).norm() < 1e-12);
    QVERIFY((frame.arms[0].end - Vector3d(0, 0.1, 0)).norm() < 1e-12);  // on the ball
  }
}

void TestToolBox::theJointToolMakesOtherJoints() {
  edit::Json scene = edit::Json::parse(ballsAt({0, 1}));
  scene = edit::addBody(scene, edit::NewRod{{0.3, 0.2, 0}, {0.7, 0.2, 0}, 0.02}).scene;
  Workshop shop(sceneText(scene));
  QVERIFY(QTest::qWaitForWindowExposed(&shop.panel));
  QApplication::setActiveWindow(&shop.panel);
  shop.canvas()->setFocus();
  const auto joint = [&] { return shop.panel.tool()->joint(); };
  using Joint = ToolBox::JointKind;
  for (const Joint expected :
       {Joint::Hinge, Joint::Slider, Joint::Weld, Joint::Hinge, Joint::Slider}) {  // in the plane
    QTest::keyClick(shop.canvas(), Qt::Key_J);
    QCOMPARE(joint(), expected);
    QCOMPARE(shop.panel.tool()->kind(), Kind::Joint);
  }
  QVERIFY(shop.canvas()->hint().contains("slider"));
  shop.drag({0.5, 0.2, 0}, {0.5, 0.6, 0});
  QCOMPARE(shop.history, QStringList{"Let rod1 slide"});
  QCOMPARE(shop.instance().mechanism->coordinates().back().name, std::string("rod1.y"));
  // Typed numbers set the direction: from (0.5, 0.2) to (0.9, 0.5).
  shop.move(0.5, 0.2);
  for (const auto& [x, y] : {std::pair("0.5", "0.2"), std::pair("0.9", "0.5")}) {
    QTest::keyClicks(shop.canvas(), x);
    QTest::keyClick(shop.canvas(), Qt::Key_Tab);
    QTest::keyClicks(shop.canvas(), y);
    QTest::keyClick(shop.canvas(), Qt::Key_Return);
  }
  QCOMPARE(shop.history.size(), 2);
  const auto now = shop.instance();
  const Vector3d way = now.mechanism->positionJacobian(2, now.initial.q).rightCols<1>();
  QVERIFY((way - Vector3d(0.8, 0.6, 0)).norm() < 1e-9);
  shop.panel.tool()->setJoint(Joint::Weld);
  shop.drag({0.7, 0.2, 0}, {1, 0, 0});
  QCOMPARE(shop.history.back(), QString("Weld rod1 to ball2"));
  QCOMPARE(shop.instance().mechanism->dof(), 4);
  QVERIFY((shop.position("rod1") - Vector3d(0.5, 0.2, 0)).norm() < 1e-12);
}

void TestToolBox::ballJointsAreForScenesInSpace() {
  Workshop shop(Scene::open("tumbling-box")->text());
  const auto joints = shop.panel.tool()->joints();
  QCOMPARE(std::ranges::count(joints, ToolBox::JointKind::Ball), shop.instance().view.planar ? 0 : 1);
  QVERIFY(!shop.instance().view.planar);
  shop.panel.tool()->setJoint(ToolBox::JointKind::Ball);
  shop.show(ballsAt({0, 1}));  // a planar scene has no ball joint
  QCOMPARE(shop.panel.tool()->joint(), ToolBox::JointKind::Hinge);
}

void TestToolBox::touchingContactsAreKeptWhileDragged() {
  edit::Json scene = edit::Json::parse(ballsAt({0, 0.2, 1}));
  Workshop shop(sceneText(edit::setTouching(scene, "ball1-ball2", true)));
  shop.panel.tool()->setKind(Kind::Select);
  shop.drag({0.2, 0, 0}, {0.1, 0.35, 0});
  const SceneInstance now = shop.instance();
  QVERIFY(std::abs(now.mechanism->gap(0, now.initial.q)) <= 1e-12);
  QVERIFY(shop.position("ball2").y() > 0.15);  // it moved around ball1
}

void TestToolBox::ctrlAndBandChooseSeveral() {
  Workshop shop(ballsAt({0, 0.3, 1}));
  shop.panel.tool()->setKind(Kind::Select);
  shop.click(0, 0);
  shop.click(1, 0, Qt::ControlModifier);
  QCOMPARE(shop.selection.bodies(), QStringList({"ball1", "ball3"}));
  shop.drag({-0.2, -0.2, 0}, {0.45, 0.2, 0});
  QCOMPARE(shop.selection.bodies(), QStringList({"ball1", "ball2"}));
}

namespace {

/// Balls at 0, 1 and 2 with springs between neighbours and a damper from the last one to the world at (2,
/// −1).
std::string springs() {
  auto scene = edit::Json::parse(ballsAt({0, 1, 2}));
  const auto end = [](const char* body) { return edit::Json{{"body", body}}; };
  scene = edit::addForce(scene, "springs",
                         {{"between", {end("ball1"), end("ball2")}}, {"stiffness", 10}, {"rest", 1}});
  scene = edit::addForce(scene, "springs",
                         {{"between", {end("ball2"), end("ball3")}}, {"stiffness", 20}, {"rest", 1}});
  scene = edit::addForce(scene, "dampers",
                         {{"between", {end("ball3"), edit::Json{{"at", {2, -1, 0}}}}}, {"damping", 1}});
  return sceneText(scene);
}

}  // namespace

void TestToolBox::aClickChoosesASpring_data() {
  QTest::addColumn<double>("x");
  QTest::addColumn<double>("y");
  QTest::addColumn<QStringList>("places");
  QTest::addColumn<QStringList>("bodies");
  QTest::newRow("the first") << 0.5 << 0.0 << QStringList{"springs[0]"} << QStringList();
  QTest::newRow("the second, off its middle") << 1.3 << 0.02 << QStringList{"springs[1]"} << QStringList();
  QTest::newRow("a damper") << 2.0 << -0.6 << QStringList{"dampers[0]"} << QStringList();
  QTest::newRow("a body before its spring") << 0.05 << 0.0 << QStringList() << QStringList{"ball1"};
  QTest::newRow("beside it") << 0.5 << 0.3 << QStringList() << QStringList();
}

void TestToolBox::aClickChoosesASpring() {
  QFETCH(double, x);
  QFETCH(double, y);
  Workshop shop(springs());
  shop.panel.tool()->setKind(Kind::Select);
  const QImage before = shop.canvas()->grab().toImage();
  shop.click(x, y);
  QTEST(shop.selection.places(), "places");
  QTEST(shop.selection.bodies(), "bodies");
  const bool chosen = !shop.selection.places().isEmpty();
  if (chosen) QVERIFY(shop.canvas()->grab().toImage() != before);  // the outline of the chosen force
}

void TestToolBox::chosenSpringsAreDeletedAtOnce() {
  Workshop shop(springs());
  shop.panel.tool()->setKind(Kind::Select);
  shop.click(0.5, 0);
  shop.click(2, -0.6, Qt::ShiftModifier);
  QCOMPARE(shop.selection.places(), QStringList({"springs[0]", "dampers[0]"}));
  shop.editor.removeSelected();
  const auto scene = edit::Json::parse(shop.text);
  QCOMPARE(scene["springs"].size(), std::size_t(1));
  QCOMPARE(scene["springs"][0]["stiffness"].get<int>(), 20);
  QVERIFY(!scene.contains("dampers"));
  QCOMPARE(shop.history, QStringList{"Delete 2 forces"});
  QVERIFY(shop.selection.places().isEmpty());  // springs[0] is the other spring now
}

void TestToolBox::whatFollowsParametersIsLeftToThem() {
  Workshop shop(Scene::open("billiard-break")->text());
  shop.panel.tool()->setKind(Kind::Select);
  const Vector3d a = shop.position("a");
  shop.drag(a, a + Vector3d(0.01, 0.01, 0));
  QCOMPARE(shop.begun, QStringList{"Drag a"});
  QVERIFY(shop.history.isEmpty());
}

void TestToolBox::aGestureEndsWithItsBodies_data() {
  QTest::addColumn<int>("kind");
  for (const auto& [name, kind] :
       {std::pair("link", Kind::Link), std::pair("joint", Kind::Joint), std::pair("spring", Kind::Spring)})
    QTest::newRow(name) << static_cast<int>(kind);
}

/// The bodies go, as by undo, while the mouse holds the last of them.
void TestToolBox::aGestureEndsWithItsBodies() {
  QFETCH(int, kind);
  Workshop shop(ballsAt({0, 0.3, 0.6, 0.9}));
  shop.panel.tool()->setKind(static_cast<Kind>(kind));
  shop.move(0.9, 0);
  QTest::mousePress(shop.canvas(), Qt::LeftButton, {}, shop.at(0.9, 0));
  shop.move(0.95, 0.02, Qt::LeftButton);
  shop.show(ballsAt({0}));
  const std::string before = shop.text;
  shop.move(0.97, 0.03, Qt::LeftButton);
  QTest::mouseRelease(shop.canvas(), Qt::LeftButton, {}, shop.at(0.97, 0.03));
  QVERIFY(shop.instance().mechanism->bodies().size() <= 2);
  QVERIFY(shop.text.find("ball4") == std::string::npos);
  QVERIFY(!before.empty() && !shop.canvas()->grab().isNull());
}

CAROM_DISPLAY_TEST(TestToolBox);
#include "tst_tool_box.moc"
