#include <QDockWidget>
#include <QMainWindow>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>
#include <memory>
#include <numbers>

#include "common/moments.h"
#include "common/theme.h"
#include "figure/figure.h"
#include "support/ball_color.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "viewport/picture/arc_shape.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"

using namespace carom;
using Eigen::Vector3d;

namespace {

enum class Told { Started, Dragged, Finished, Cancelled };

struct Message {
  Told told;
  int body;
  Vector3d target = Vector3d::Zero();
};

/// The largest difference of a channel of any pixel of two pictures of one size.
int worstDifference(const QImage& one, const QImage& other) {
  int worst = 0;
  for (int y = 0; y < one.height(); ++y)
    for (int x = 0; x < one.width(); ++x) {
      const QRgb a = one.pixel(x, y), b = other.pixel(x, y);
      worst = std::max({worst, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                        std::abs(qBlue(a) - qBlue(b))});
    }
  return worst;
}

/// A 3D view in its own window, and a record of the edits that drags in it cause.
struct Stage : RecordedEdits {
  Selection selection;
  std::unique_ptr<ViewportPanel> panel;
  std::vector<Message> messages;
  SnapshotPtr snapshot;

  explicit Stage(const std::string& scene, const Assignments& assignments = {}) {
    panel = std::make_unique<ViewportPanel>(&selection, this);
    panel->resize(760, 450);
    show(scene, assignments);
    panel->show();
    if (!QTest::qWaitForWindowExposed(panel.get())) qFatal("no window");
    settle();
  }

  void beginEdit(const QString& name, OnRefusal = OnRefusal::TakeBack) override {
    RecordedEdits::beginEdit(name);
    messages.push_back({Told::Started, -1});
  }
  void previewDrag(int body, const Vector3d& target) override {
    RecordedEdits::previewDrag(body, target);
    messages.push_back({Told::Dragged, body, target});
  }
  void commitEdit() override {
    RecordedEdits::commitEdit();
    messages.push_back({Told::Finished, drags.back().body, drags.back().target});
  }
  void cancelEdit() override {
    RecordedEdits::cancelEdit();
    messages.push_back({Told::Cancelled, drags.back().body, drags.back().target});
  }
  void show(const std::string& scene, const Assignments& assignments = {}) {
    snapshot = makeSnapshot(scene, assignments);
    const int impact = snapshot->trajectory ? snapshot->trajectory->initialImpact() : -1;
    selection.setMoment({0, impact, 0});
    panel->setSnapshot(snapshot);
  }
  /// Waits until a frame is drawn and a gliding camera has arrived.
  void settle() {
    waitForFrame(canvas());
    waitForStillPicture(canvas());
  }

  ViewportCanvas* canvas() const { return panel->canvas(); }
  const SceneFrame& frame() const { return canvas()->frame(); }
  Camera camera() const { return canvas()->view().camera; }
  QPoint pixelOf(const Vector3d& point) const { return canvas()->screenMap().toScreen(point)->toPoint(); }
  QPoint pixelOfBody(int body) const { return pixelOf(frame().positions[body]); }

  void press(QPoint at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(window(), button, modifiers, inWindow(at));
  }
  void move(QPoint at) { QTest::mouseMove(window(), inWindow(at)); }
  void release(QPoint at, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mouseRelease(window(), button, {}, inWindow(at));
  }
  void wheel(QPoint at, int angle) {
    QWheelEvent event(at, canvas()->mapToGlobal(at), {}, {0, angle}, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas(), &event);
  }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(canvas(), key, modifiers); }

  QWindow* window() const { return canvas()->window()->windowHandle(); }
  QPoint inWindow(QPoint at) const { return canvas()->mapTo(canvas()->window(), at); }
};

/// A pixel near the lower left corner, where the picture shows the ground only.
constexpr QPoint emptySpace(24, 400);

}  // namespace

class ViewportTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { theme::apply(theme::Scheme::Light); }

  void ballsHaveTheirColoursWhereTheyProject_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("parallel");
    for (const char* scene :
         {"billiard-break", "newtons-cradle", "line-and-wall", "rack-break", "trapped-ball"})
      for (const bool parallel : {false, true})
        QTest::addRow("%s %s", scene, parallel ? "parallel" : "perspective") << QString(scene) << parallel;
  }
  void ballsHaveTheirColoursWhereTheyProject() {
    QFETCH(QString, scene);
    QFETCH(bool, parallel);
    Stage stage(scene.toStdString());
    stage.panel->setParallel(parallel);
    const QImage image = stage.canvas()->picture();
    const ScreenMap map = stage.canvas()->screenMap();
    for (const SceneFrame::Ball& ball : stage.frame().balls) {
      const QPointF at = *map.toScreen(ball.centre), low(0, 0.5 * ball.radius * map.scaleAt(ball.centre));
      const QColor inside = image.pixelColor((at + low).toPoint());
      QVERIFY2(hasColorOf(inside, ball.color), qPrintable(inside.name()));
    }
    const QColor corner = image.pixelColor(emptySpace);
    QVERIFY2(corner.lightness() > 150 && corner.hsvSaturationF() < 0.2, qPrintable(corner.name()));
  }

  /// The ground is drawn once while the camera rests. Only rounding tells such a picture from a whole one.
  void bodiesOverAGroundThatIsKeptLookLikeTheWholePicture_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<bool>("ghosts");
    for (const char* scene : {"billiard-break", "line-and-wall", "rhex", "tumbling-box"})
      QTest::newRow(scene) << QString(scene) << false;
    QTest::newRow("rhex and its fork") << QString("rhex") << true;
  }
  void bodiesOverAGroundThatIsKeptLookLikeTheWholePicture() {
    QFETCH(QString, scene);
    QFETCH(bool, ghosts);
    Stage stage(scene.toStdString());
    if (ghosts) {
      SnapshotRequest request = requestLike(*stage.snapshot);
      request.settings.branch = RunBranch{{}, 0, {1, 0}};
      const SnapshotPtr forked = answerTo(request);
      stage.selection.setMoment(momentAt(*forked->trajectory, 0.4));
      stage.panel->setSnapshot(forked);
      QVERIFY(!stage.frame().comparison.isEmpty());
      stage.settle();
    }
    ViewportCanvas* canvas = stage.canvas();
    canvas->setBackdrop(Backdrop::Dark);
    const QImage dark = canvas->picture();
    canvas->setBackdrop(Backdrop::Light);
    const QImage whole = canvas->picture();
    for (int i = 0; i < 2; ++i) {
      canvas->updatePicture();
      const QImage kept = canvas->picture();
      QCOMPARE(kept.size(), whole.size());
      const int worst = worstDifference(kept, whole);
      // Each shadow that lies on another one rounds once more.
      QVERIFY2(worst <= 4, qPrintable(QString::number(worst)));
    }
    QVERIFY(dark.pixelColor(emptySpace).lightness() < whole.pixelColor(emptySpace).lightness());
  }

  void onlyAroundABallThatMovesThePictureIsDrawnAgain_data() {
    QTest::addColumn<bool>("parallel");
    QTest::newRow("perspective") << false;
    QTest::newRow("parallel") << true;
  }
  void onlyAroundABallThatMovesThePictureIsDrawnAgain() {
    QFETCH(bool, parallel);
    Stage stage("rack-break");
    ViewportCanvas* canvas = stage.canvas();
    canvas->setParallel(parallel);
    stage.settle();
    canvas->updatePicture();
    const QImage before = canvas->picture();
    SceneFrame frame = canvas->frame();
    for (int step = 0; step < 3; ++step) {  // over another ball, and out of the rack
      frame.balls[3].centre += frame.balls[3].radius * Vector3d(1.3, 0.8, 0);
      canvas->setFrame(frame, 1, false);
      const QImage part = canvas->picture();
      canvas->setBackdrop(Backdrop::Dark);
      canvas->picture();
      canvas->setBackdrop(Backdrop::Light);
      const QImage whole = canvas->picture();
      QVERIFY(worstDifference(part, before) > 50);
      QVERIFY2(worstDifference(part, whole) <= 4, qPrintable(QString::number(step)));
      canvas->updatePicture();
      canvas->picture();  // draws the ground that is kept
    }
  }

  /// A parameter makes the line longer and shorter again.
  void theCameraKeepsAllInViewUntilAHandMovesIt() {
    Stage stage("converging-line", {{"n", "2"}});
    const auto answer = [&](const char* n) {
      SnapshotRequest request = requestLike(*stage.snapshot);
      request.assignments = {{"n", n}};
      stage.snapshot = answerTo(request);
      stage.panel->setSnapshot(stage.snapshot);
      stage.settle();
    };
    const auto allShows = [&] {
      const ScreenMap map = stage.canvas()->screenMap();
      return std::ranges::all_of(stage.frame().balls, [&](const SceneFrame::Ball& ball) {
        const double radius = map.silhouetteRadius(ball.centre, ball.radius);
        const QPointF at = *map.toScreen(ball.centre), corner(radius, radius);
        return QRectF(stage.canvas()->rect()).contains(QRectF(at - corner, at + corner));
      });
    };
    const double near = stage.camera().distance;
    answer("6");
    QVERIFY(allShows());
    QVERIFY(stage.camera().distance > 1.5 * near);
    answer("2");
    QVERIFY(stage.camera().distance < 1.5 * near);
    stage.wheel({380, 225}, 120);
    const Camera byHand = stage.camera();
    answer("6");
    QVERIFY(stage.camera() == byHand);
    QVERIFY(!allShows());
    stage.panel->fit();
    stage.settle();
    answer("2");
    QVERIFY(stage.camera().distance < 1.5 * near);
  }

  void aPushAtALaterTimeLeavesNobodyOutOfView() {
    Stage stage("billiard-break", {{"theta", "120deg"}});
    stage.selection.setMoment(momentAt(*stage.snapshot->trajectory, 0.15));
    stage.settle();
    const auto allShow = [&] {
      const ScreenMap map = stage.canvas()->screenMap();
      return std::ranges::all_of(stage.frame().balls, [&](const SceneFrame::Ball& ball) {
        return map.isWithin(stage.canvas()->rect(), {ball.centre, ball.radius});
      });
    };
    QVERIFY(allShow());
    SnapshotRequest request = requestLike(*stage.snapshot);
    request.settings.pushes.push_back({0.15, "a", {0, 0.05, 0}});
    stage.panel->setSnapshot(answerTo(request));
    stage.settle();
    QVERIFY(allShow());
  }

  void theCameraFollowsTheMotionUntilAHandMovesIt_data() {
    QTest::addColumn<std::string>("scene");
    for (const char* scene : {"billiard-break", "superball", "newtons-cradle"})
      QTest::newRow(scene) << std::string(scene);
  }
  void theCameraFollowsTheMotionUntilAHandMovesIt() {
    QFETCH(std::string, scene);
    Stage stage(scene);
    const double end = stage.snapshot->trajectory->end();
    const auto goTo = [&](double part) {
      stage.selection.setMoment({part * end, -1, 0});
      stage.settle();
    };
    const auto allShows = [&] {
      const ScreenMap map = stage.canvas()->screenMap();
      return std::ranges::all_of(stage.frame().balls, [&](const SceneFrame::Ball& ball) {
        return map.isWithin(stage.canvas()->rect(), {ball.centre, ball.radius});
      });
    };
    const Camera near = stage.camera();
    for (const double part : {0.1, 0.3, 0.6, 1.0}) {
      goTo(part);
      QVERIFY2(allShows(), qPrintable(QString::number(part)));
    }
    const Camera far = stage.camera();
    QCOMPARE(far.azimuth, near.azimuth);
    QCOMPARE(far.elevation, near.elevation);
    QVERIFY(far.distance > 1.2 * near.distance);
    goTo(0);
    QVERIFY(stage.camera().distance < 2 * near.distance);
    stage.wheel({380, 225}, 120);
    const Camera byHand = stage.camera();
    goTo(1);
    QVERIFY(stage.camera() == byHand);
  }

  void aFollowedBodyStaysWhereItIsInThePicture() {
    Stage stage("billiard-break");
    stage.panel->follow(0);
    const QPoint before = stage.pixelOfBody(0), other = stage.pixelOfBody(2);
    const auto goTo = [&](double part) {
      stage.selection.setMoment({part * stage.snapshot->trajectory->end(), -1, 0});
      stage.settle();
    };
    goTo(0.8);
    QCOMPARE(stage.pixelOfBody(0), before);
    QVERIFY(stage.pixelOfBody(2) != other);
    stage.panel->follow(-1);
    goTo(0.4);
    QVERIFY(stage.pixelOfBody(0) != before);
  }

  void theBallUnderTheMouseLightsUp() {
    Stage stage("billiard-break");
    std::vector<int> hovered;
    connect(stage.canvas(), &ViewportCanvas::hovered, this, [&](int body) { hovered.push_back(body); });
    for (const int body : {0, 1, 2}) {
      stage.move(stage.pixelOfBody(body));
      QCOMPARE(stage.canvas()->cursor().shape(), Qt::OpenHandCursor);
    }
    stage.move(emptySpace);
    QCOMPARE(stage.canvas()->cursor().shape(), Qt::ArrowCursor);
    QCOMPARE(hovered, std::vector<int>({0, 1, 2, -1}));
  }

  void aDraggedBallFollowsTheMouseInItsPlane() {
    Stage stage("billiard-break");
    const ScreenMap map = stage.canvas()->screenMap();
    const Vector3d start = stage.frame().positions[0];
    const QPoint grip = stage.pixelOfBody(0) + QPoint(9, -14);
    const double grabbedHeight = pickAt(stage.frame(), map, grip, 0).point.z();
    stage.press(grip);
    for (const QPoint to : {grip + QPoint(20, 11), grip + QPoint(-70, 44)}) {
      stage.move(to);
      QVERIFY(!stage.messages.empty());
      QCOMPARE(stage.messages.back().told, Told::Dragged);
      QCOMPARE(stage.messages.back().body, 0);
      const Vector3d target = stage.messages.back().target;
      QVERIFY(std::abs(target.z() - start.z()) < 1e-12);
      // The grabbed point moves with the ball and stays under the mouse.
      const Ray ray = map.rayAt(grip);
      const Vector3d grabbed =
          ray.origin + (grabbedHeight - ray.origin.z()) / ray.direction.z() * ray.direction;
      const QPointF seen = *map.toScreen(grabbed + target - start);
      QVERIFY(QLineF(seen, to).length() < 0.01);
    }
    stage.release(grip + QPoint(-70, 44));
    QCOMPARE(stage.messages.front().told, Told::Started);
    QCOMPARE(stage.messages.back().told, Told::Finished);
    QCOMPARE(std::ranges::count(stage.messages, Told::Started, &Message::told), 1);
    QCOMPARE(std::ranges::count(stage.messages, Told::Finished, &Message::told), 1);
  }

  void aHandleTurnsItsBallAboutTheVertex() {
    Stage stage("billiard-break", {{"theta", "120deg"}});
    const SceneFrame::Arc arc = stage.frame().arcs.at(0);
    const QPoint handle = stage.pixelOf(ArcShape(arc).at(1));
    stage.move(handle);
    QCOMPARE(stage.canvas()->cursor().shape(), Qt::PointingHandCursor);
    stage.press(handle);
    const QPoint to = handle + QPoint(30, -18);
    stage.move(to);
    stage.release(to);
    QCOMPARE(stage.messages.back().told, Told::Finished);
    QCOMPARE(stage.messages.back().body, arc.to);
    const Vector3d arm = stage.messages.back().target - arc.vertex;
    QVERIFY(std::abs(arm.norm() - (arc.toAt - arc.vertex).norm()) < 1e-12);
    const Vector3d onRay = arc.vertex + arc.radius * arm.normalized();
    const QLineF towards(*stage.canvas()->screenMap().toScreen(arc.vertex), to);
    const QLineF told(towards.p1(), *stage.canvas()->screenMap().toScreen(onRay));
    const double turn = towards.angleTo(told);
    QVERIFY(std::min(turn, 360 - turn) < 0.1);
  }

  void escapeCancelsAndNothingMoreComes() {
    Stage stage("billiard-break");
    const QPoint grip = stage.pixelOfBody(1);
    stage.press(grip);
    stage.move(grip + QPoint(12, 5));
    stage.key(Qt::Key_Escape);
    QCOMPARE(stage.messages.back().told, Told::Cancelled);
    QCOMPARE(stage.messages.back().body, 1);
    const std::size_t count = stage.messages.size();
    const Camera camera = stage.camera();
    stage.move(grip + QPoint(40, 5));
    stage.release(grip + QPoint(40, 5));
    QCOMPARE(stage.messages.size(), count);
    QVERIFY(camera == stage.camera());
    stage.press(grip);  // starts a new drag
    stage.move(grip + QPoint(9, 9));
    stage.release(grip + QPoint(9, 9));
    QCOMPARE(stage.messages[count].told, Told::Started);
  }

  void aClickIsNoDrag() {
    Stage stage("billiard-break");
    const QPoint at = stage.pixelOfBody(0);
    stage.press(at);
    stage.move(at + QPoint(1, 1));
    stage.release(at + QPoint(1, 1));
    QVERIFY(stage.messages.empty());
  }

  void bodiesAreHeldAwayFromTheInitialMoment() {
    Stage stage("billiard-break");
    stage.selection.setMoment({stage.snapshot->trajectory->end() / 2, -1, 0});
    const QPoint at = stage.pixelOfBody(0);
    const Camera camera = stage.camera();
    stage.press(at);
    stage.move(at + QPoint(30, 0));
    stage.release(at + QPoint(30, 0));
    QVERIFY(stage.messages.empty());
    QVERIFY(camera == stage.camera());
  }

  void aDragGoesOnWhileAnswersArrive() {
    Stage stage("billiard-break");
    const QPoint grip = stage.pixelOfBody(0);
    stage.press(grip);
    stage.move(grip + QPoint(6, 6));
    stage.show("billiard-break", {{"theta", "100deg"}});
    stage.move(grip + QPoint(12, 12));
    stage.release(grip + QPoint(12, 12));
    QCOMPARE(stage.messages.back().told, Told::Finished);
    QCOMPARE(std::ranges::count(stage.messages, Told::Started, &Message::told), 1);
  }

  void openSpaceRotates() {
    Stage stage("billiard-break");
    const Camera before = stage.camera();
    stage.press(emptySpace);
    stage.move(emptySpace + QPoint(60, -30));
    stage.release(emptySpace + QPoint(60, -30));
    const Camera after = stage.camera();
    QVERIFY(after.azimuth < before.azimuth);
    QVERIFY(after.elevation < before.elevation);
    QVERIFY((after.focal - before.focal).norm() < 1e-12);
    QCOMPARE(after.distance, before.distance);
    QVERIFY(stage.messages.empty());
  }

  void panningMovesTheSceneWithTheMouse_data() {
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::newRow("middle") << Qt::MiddleButton << Qt::KeyboardModifiers();
    QTest::newRow("shift and left") << Qt::LeftButton << Qt::KeyboardModifiers(Qt::ShiftModifier);
  }
  void panningMovesTheSceneWithTheMouse() {
    QFETCH(Qt::MouseButton, button);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    Stage stage("billiard-break");
    const Vector3d held = stage.camera().focal;
    const QPoint from = stage.pixelOfBody(2), move(37, -22);  // a pan may start on a body
    const QPoint before = stage.pixelOf(held);
    stage.press(from, button, modifiers);
    stage.move(from + move);
    stage.release(from + move, button);
    QCOMPARE(stage.pixelOf(held) - before, move);
    QVERIFY(stage.messages.empty());
  }

  void theWheelZoomsTowardsTheCursor() {
    Stage stage("billiard-break");
    const QPoint cursor(500, 120);
    const Ray ray = stage.canvas()->screenMap().rayAt(cursor);
    const double height = stage.camera().heightAtFocus();
    const Vector3d back = stage.camera().backward();
    const Vector3d held =
        ray.origin + (stage.camera().focal - ray.origin).dot(back) / ray.direction.dot(back) * ray.direction;
    stage.wheel(cursor, 240);
    QVERIFY(stage.camera().heightAtFocus() < 0.75 * height);
    QCOMPARE(stage.pixelOf(held), cursor);
    stage.wheel(cursor, -240);
    QVERIFY(std::abs(stage.camera().heightAtFocus() / height - 1) < 1e-9);
  }

  void fitBringsEverythingBack() {
    Stage stage("rack-break");
    stage.wheel({10, 10}, 1200);
    stage.press(emptySpace, Qt::MiddleButton);
    stage.move(emptySpace + QPoint(300, -200));
    stage.release(emptySpace + QPoint(300, -200), Qt::MiddleButton);
    stage.key(Qt::Key_F);
    stage.settle();
    const ScreenMap map = stage.canvas()->screenMap();
    for (const SceneFrame::Ball& ball : stage.frame().balls) {
      const QPointF at = *map.toScreen(ball.centre);
      const double radius = map.silhouetteRadius(ball.centre, ball.radius);
      QVERIFY(QRectF(stage.canvas()->rect()).contains(at - QPointF(radius, radius)));
      QVERIFY(QRectF(stage.canvas()->rect()).contains(at + QPointF(radius, radius)));
    }
  }

  void topViewLooksStraightDown() {
    Stage stage("billiard-break");
    stage.key(Qt::Key_T);
    stage.settle();
    QCOMPARE(stage.camera().elevation, std::numbers::pi / 2);
    const QPoint a = stage.pixelOfBody(0), b = stage.pixelOfBody(1), c = stage.pixelOfBody(2);
    QVERIFY(std::abs(a.x() - b.x()) <= 1 && a.y() < c.y() && c.y() < b.y() && c.x() < a.x());
  }

  void theCameraRestsWhileParametersChange() {
    Stage stage("billiard-break");
    stage.wheel({400, 200}, 120);
    const Camera before = stage.camera();
    for (const char* theta : {"95deg", "120deg", "180deg"}) stage.show("billiard-break", {{"theta", theta}});
    stage.selection.setMoment({0.01, -1, 0});
    stage.settle();
    QVERIFY(before == stage.camera());
    stage.panel->sceneOpened();
    stage.show("newtons-cradle");
    stage.settle();
    QVERIFY(!(before == stage.camera()));
  }

  void aFramedSceneStaysFramedWhenThePanelIsResized() {
    Stage stage("newtons-cradle");
    stage.panel->resize(420, 600);
    stage.settle();
    const ScreenMap map = stage.canvas()->screenMap();
    for (const SceneFrame::Ball& ball : stage.frame().balls)
      QVERIFY(QRectF(stage.canvas()->rect()).contains(*map.toScreen(ball.centre)));
  }

  void plainArrowKeysAreLeftToTheWindow() {
    Stage stage("billiard-break");
    const Camera before = stage.camera();
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Space}) {
      QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
      event.accept();
      QApplication::sendEvent(stage.canvas(), &event);
      QVERIFY(!event.isAccepted());
    }
    QVERIFY(before == stage.camera());
    stage.key(Qt::Key_Left, Qt::ControlModifier);
    QVERIFY(stage.camera().azimuth != before.azimuth);
    stage.key(Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(stage.camera().focal != before.focal);
    stage.key(Qt::Key_Plus);
    QVERIFY(stage.camera().distance < before.distance);
  }

  void aCameraThatIsChosenBeforeTheFirstFrameOfASceneStays() {
    Stage stage("newtons-cradle");
    stage.panel->sceneOpened();
    stage.show("billiard-break");
    Camera camera = stage.camera();
    camera.rotate(0.7, -0.3);
    camera.distance *= 1.5;
    stage.canvas()->goTo(camera);
    stage.settle();
    QCOMPARE(stage.camera(), camera);
    stage.panel->resize(700, 430);
    stage.settle();
    QCOMPARE(stage.camera(), camera);
  }

  void manyChangesMakeOneFrame() {
    Stage other("newtons-cradle"), stage("newtons-cradle");
    stage.canvas()->setRestingSamples(0);
    stage.wheel({380, 225}, 120);  // the camera of a hand stays
    stage.settle();
    int frames = 0;
    connect(stage.canvas(), &ViewportCanvas::frameShown, this, [&] { ++frames; });
    for (int i = 1; i <= 20; ++i) stage.selection.setMoment({0.001 * i, -1, 0});
    stage.panel->setSnapshot(stage.snapshot);
    QTRY_VERIFY(frames > 0);
    // A second frame of these changes is requested by now or in the next step of an animation. It is drawn
    // before a frame that another window requests later.
    waitForStepOfAnimations();
    waitForFrame(other.canvas());
    QCOMPARE(frames, 1);
    stage.selection.setMoment({0.03, -1, 0});
    QTRY_COMPARE(frames, 2);  // the next change draws the next frame
  }

  /// Shadows and ghosts leave a share of transparency in what VTK renders.
  void nothingBehindShinesThrough() {
    Stage stage("billiard-break");
    QImage painted(stage.canvas()->size(), QImage::Format_ARGB32_Premultiplied);
    painted.fill(Qt::red);
    stage.canvas()->QWidget::render(&painted, {}, {}, QWidget::RenderFlags());
    QCOMPARE(painted.convertToFormat(QImage::Format_RGB32), stage.canvas()->picture());
  }

  void dockingFloatingAndHidingKeepThePicture() {
    Selection selection;
    QMainWindow window;
    window.resize(900, 600);
    RecordedEdits edits;
    auto* panel = new ViewportPanel(&selection, &edits);
    auto* dock = new QDockWidget;
    dock->setWidget(panel);
    window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    panel->setSnapshot(makeSnapshot("billiard-break"));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto showsTheScene = [&] {
      ViewportCanvas* canvas = panel->canvas();
      waitForFrame(canvas);         // in the window that has the panel now
      waitForStillPicture(canvas);  // docks glide, and each new size fits the camera again
      const QImage image = canvas->picture();
      const SceneFrame::Ball& ball = canvas->frame().balls[0];
      const QPointF at =
          *canvas->screenMap().toScreen(ball.centre + 0.4 * ball.radius * Vector3d(0.6, 0.6, 0));
      return hasColorOf(image.pixelColor(at.toPoint()), ball.color);
    };
    QVERIFY(showsTheScene());
    dock->setFloating(true);
    QVERIFY(showsTheScene());
    dock->setFloating(false);
    QVERIFY(showsTheScene());
    dock->hide();
    dock->show();
    QVERIFY(showsTheScene());
    window.removeDockWidget(dock);
    dock->setParent(nullptr);
    dock->show();
    QVERIFY(showsTheScene());
    delete dock;  // while the screen shows it
  }

  void aFigureIsMadeBesideTheWindow() {
    Stage stage("billiard-break", {{"theta", "120deg"}});
    const QImage picture = renderFigure(*stage.panel->figure());
    QVERIFY(!picture.isNull());
    const SceneFrame::Ball& ball = stage.frame().balls[1];
    const QPointF at =
        *stage.canvas()->screenMap().toScreen(ball.centre + 0.5 * ball.radius * Vector3d(0.6, -0.6, 0));
    const double scale = double(picture.width()) / stage.canvas()->width();
    QVERIFY(hasColorOf(picture.pixelColor((at * scale).toPoint()), ball.color));
    stage.settle();  // the window still draws
    QVERIFY(hasColorOf(stage.canvas()->picture().pixelColor(at.toPoint()), ball.color));
  }

  void aFigureHasTheCameraOfTheWindow() {
    Stage stage("billiard-break");
    const QImage before = renderFigure(*stage.panel->figure());
    QCOMPARE(renderFigure(*stage.panel->figure()), before);
    stage.wheel({300, 200}, 240);
    QVERIFY(renderFigure(*stage.panel->figure()) != before);
  }

  void aDarkPaletteMakesADarkPicture() {
    Stage stage("billiard-break");
    QVERIFY(stage.canvas()->picture().pixelColor(emptySpace).lightness() > 150);
    theme::apply(theme::Scheme::Dark);
    stage.settle();
    QVERIFY(stage.canvas()->picture().pixelColor(emptySpace).lightness() < 90);
    theme::apply(theme::Scheme::Light);
  }

  void iconsFollowThePalette() {
    Stage stage("billiard-break");
    const auto icon = [&] {
      return stage.panel->findChild<QToolButton*>()->icon().pixmap(QSize(18, 18)).toImage();
    };
    const QImage light = icon();
    theme::apply(theme::Scheme::Dark);
    QVERIFY(icon() != light);
    theme::apply(theme::Scheme::Light);
    QCOMPARE(icon(), light);
  }

  void everyButtonHasANameAndATip() {
    Stage stage("billiard-break");
    const auto buttons = stage.panel->findChildren<QToolButton*>();
    QVERIFY(buttons.size() >= 4);
    for (const QToolButton* button : buttons) {
      QVERIFY(!button->accessibleName().isEmpty());
      QVERIFY(!button->toolTip().isEmpty());
      QVERIFY(button->isVisible());
    }
  }
};

CAROM_DISPLAY_TEST(ViewportTest);

#include "tst_viewport.moc"
