#include <Eigen/Geometry>
#include <QLineF>
#include <algorithm>
#include <numbers>

#include "common/moments.h"
#include "common/theme.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/motion/run_motion.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"
#include "viewport/picture/arc_shape.h"
#include "viewport/picture/body_shapes.h"
#include "viewport/picture/impulses.h"
#include "viewport/picture/instant.h"
#include "viewport/picture/picking.h"
#include "viewport/picture/scene_frame.h"
#include "viewport/picture/scene_movie.h"
#include "viewport/picture/start_camera.h"
#include "viewport/picture/trails.h"

using namespace carom;
using Eigen::Vector3d;
using ArrowKind = SceneFrame::ArrowKind;

namespace {

constexpr QSizeF frameSize(760, 450);

Moment momentInImpact(const Snapshot& snapshot, int reflection) {
  return {0, snapshot.trajectory->initialImpact(), reflection};
}

const SceneFrame::Arrow* arrowOf(const SceneFrame& frame, int body, ArrowKind kind) {
  const auto found = std::ranges::find_if(
      frame.arrows, [&](const SceneFrame::Arrow& arrow) { return arrow.body == body && arrow.kind == kind; });
  return found == frame.arrows.end() ? nullptr : &*found;
}

void addScenes() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<QString>("value");
  QTest::newRow("billiard break") << "billiard-break"
                                  << "theta"
                                  << "120deg";
  QTest::newRow("cradle") << "newtons-cradle"
                          << "moving"
                          << "2";
  QTest::newRow("converging line") << "converging-line"
                                   << "growth"
                                   << "0.3";
  QTest::newRow("line and wall") << "line-and-wall"
                                 << "n"
                                 << "3";
  QTest::newRow("rack") << "rack-break"
                        << "rows"
                        << "3";
}

SnapshotPtr fetchSnapshot() {
  QFETCH(QString, scene);
  QFETCH(QString, parameter);
  QFETCH(QString, value);
  return makeSnapshot(scene.toStdString(), {{parameter.toStdString(), value.toStdString()}});
}

/// A ball of 50 mm on a ramp of 0.3 rad.
constexpr const char* ballOnRamp = R"json({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
  {"name": "ball", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.05}]},
  {"name": "ramp", "shapes": [{"type": "half-space", "normal": ["-sin(0.3)", "cos(0.3)", 0]}]}],
  "initial": {"q": {"ball.x": "-0.05*sin(0.3)", "ball.y": "0.05*cos(0.3)"}}})json";

}  // namespace

class ViewportFrameTest : public QObject {
  Q_OBJECT
 private slots:
  /// A view of all of a throw, or of all of a wide table, would show tiny bodies.
  void aSceneStartsWithItsBodiesNear() {
    const QSizeF size(700, 650);
    for (const auto& [scene, share] : {std::pair("tumbling-box", 0.2), std::pair("superball", 0.045)}) {
      const SnapshotPtr snapshot = makeSnapshot(scene);
      const SceneFrame frame = makeFrame(*snapshot, {0, -1, 0});
      const ScreenMap map(startCamera(frame, arrowScaleFor(*snapshot, 0), size), size);
      double largest = 0;  // px
      for (const SceneFrame::Ball& ball : frame.balls)
        largest = std::max(largest, 2 * ball.radius * map.scaleAt(ball.centre));
      for (const SceneFrame::Solid& solid : frame.solids)
        largest = std::max(largest, 2 * solid.axes.colwise().norm().maxCoeff() * map.scaleAt(solid.centre));
      QVERIFY2(largest > share * size.height(), qPrintable(QString::number(largest)));
    }
  }

  void bodiesAreWhereTheTrajectorySays_data() { addScenes(); }
  void bodiesAreWhereTheTrajectorySays() {
    const auto snapshot = fetchSnapshot();
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    for (const double time : {snapshot->trajectory->start(), 0.0, snapshot->trajectory->end()}) {
      const SceneFrame frame = makeFrame(*snapshot, {time, -1, 0});
      const Eigen::VectorXd q = snapshot->trajectory->configuration(time);
      for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
        QVERIFY((frame.positions[body] - mechanism.position(body, q)).norm() < 1e-15);
      for (const SceneFrame::Ball& ball : frame.balls)
        QVERIFY((ball.centre - frame.positions[ball.body]).norm() < 1e-15);
    }
  }

  void velocitiesAreThoseOfTheReflection_data() { addScenes(); }
  void velocitiesAreThoseOfTheReflection() {
    const auto snapshot = fetchSnapshot();
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const WholeImpact impact = wholeImpact(mechanism, *snapshot->trajectory, 0);
    for (int r = 0; r < impact.momenta.cols(); ++r) {
      const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, r));
      const Eigen::VectorXd v = mechanism.massMatrix(impact.q).ldlt().solve(impact.momenta.col(r));
      for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
        const Vector3d expected = mechanism.positionJacobian(body, impact.q) * v;
        QVERIFY((frame.velocities[body] - expected).norm() < 1e-12 * (1 + v.norm()));
        const SceneFrame::Arrow* arrow = arrowOf(frame, body, ArrowKind::Present);
        if (!arrow && r == 0) arrow = arrowOf(frame, body, ArrowKind::Arriving);
        QCOMPARE(arrow != nullptr, expected.norm() > 1e-9 * v.norm());
        if (arrow) QVERIFY((arrow->velocity - expected).norm() < 1e-12 * (1 + v.norm()));
      }
    }
  }

  /// While the impact of the start is searched, its arrows stand where they will with the answer.
  void arrowsStayWhenTheAnswerComes_data() { addScenes(); }
  void arrowsStayWhenTheAnswerComes() {
    const auto snapshot = fetchSnapshot();
    auto pending = std::make_shared<Snapshot>(*snapshot);
    pending->isPending = true;
    pending->report = nullptr;
    pending->trajectory = std::make_shared<const Trajectory>(
        standstill(*snapshot->instance.mechanism, snapshot->instance.initial));
    const auto now = makeFrame(*pending, {0, -1, 0}).arrows,
               then = makeFrame(*snapshot, momentInImpact(*snapshot, 0)).arrows;
    QCOMPARE(now.size(), then.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      QCOMPARE(now[i].body, then[i].body);
      QVERIFY2(now[i].kind == then[i].kind, qPrintable(QString::number(now[i].body)));
    }
  }

  void theLastReflectedContactStandsOut_data() { addScenes(); }
  void theLastReflectedContactStandsOut() {
    const auto snapshot = fetchSnapshot();
    const ImpactEvent& impact = snapshot->trajectory->impacts[snapshot->trajectory->initialImpact()];
    for (int r = 0; r <= static_cast<int>(impact.word.size()); ++r) {
      const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, r));
      QCOMPARE(frame.contacts.size(), impact.contacts.size());
      QCOMPARE(std::ranges::count_if(frame.contacts, &SceneFrame::Contact::reflected), r > 0 ? 1 : 0);
      if (r == 0) continue;
      const auto& pair = snapshot->instance.mechanism->contacts()[impact.contacts[impact.word[r - 1]]];
      const auto marked = std::ranges::find_if(frame.contacts, &SceneFrame::Contact::reflected);
      QCOMPARE(marked->name, QString::fromStdString(pair.name));
    }
  }

  void contactPointsLieOnTheBallsThatTouch_data() { addScenes(); }
  void contactPointsLieOnTheBallsThatTouch() {
    const auto snapshot = fetchSnapshot();
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, 0));
    for (const SceneFrame::Contact& contact : frame.contacts)
      for (const SceneFrame::Ball& ball : frame.balls) {
        const bool belongs = ball.body == contact.bodies[0] || ball.body == contact.bodies[1];
        const double off = (contact.point - ball.centre).norm() - ball.radius;
        if (belongs) QVERIFY(std::abs(off) < 1e-9);
        if (!belongs) QVERIFY(off > 1e-3 * ball.radius);
      }
  }

  void nothingIsBelowTheGround_data() { addScenes(); }
  void nothingIsBelowTheGround() {
    const auto snapshot = fetchSnapshot();
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, 0));
    double lowest = 1e9;
    for (const SceneFrame::Ball& ball : frame.balls)
      lowest = std::min(lowest, frame.ground.normal.dot(ball.centre - frame.ground.centre) - ball.radius);
    QVERIFY(std::abs(lowest) < 1e-12);
  }

  void wallsTouchTheirBallsAndHoldThem() {
    const auto snapshot = makeSnapshot("line-and-wall");
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, 0));
    QCOMPARE(frame.walls.size(), std::size_t(1));
    const SceneFrame::Wall& wall = frame.walls[0];
    const SceneFrame::Ball& first = frame.balls[0];
    const Vector3d off = first.centre - wall.centre;
    QVERIFY(std::abs(wall.normal.dot(off) - first.radius) < 1e-9);
    QVERIFY(std::abs(wall.along.dot(off)) + first.radius < wall.halfAlong + 1e-12);
    QVERIFY(std::abs(wall.across.dot(off)) + first.radius < wall.halfAcross + first.radius);
  }

  /// Along the way that gravity pulls the ball, however small it is.
  void aRampIsLongerThanTheBallOnIt() {
    SnapshotRequest request;
    request.scene = Scene::parse(ballOnRamp, "ramp");
    const SceneFrame frame = makeFrame(*answerTo(std::move(request)), {0, -1, 0});
    QCOMPARE(frame.walls.size(), std::size_t(1));
    const SceneFrame::Wall& wall = frame.walls[0];
    const Vector3d down(-std::cos(0.3), -std::sin(0.3), 0);
    const double length =
        std::abs(wall.along.dot(down)) * wall.halfAlong + std::abs(wall.across.dot(down)) * wall.halfAcross;
    QVERIFY2(length > 6 * frame.balls.at(0).radius, qPrintable(QString::number(length)));
  }

  void theOtherOutcomeIsShownAtTheEndOnly() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}}, 1);
    const int length = static_cast<int>(snapshot->ordering.size());
    for (int r = 0; r <= length; ++r) {
      const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, r));
      QCOMPARE(arrowOf(frame, 0, ArrowKind::Other) != nullptr, r == length);
      QCOMPARE(frame.comparison, r == length ? "outcome 2: solid · outcome 1: dashed" : QString());
    }
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, length));
    const Eigen::VectorXd& other = snapshot->report->outcomes[0].velocity;
    for (int body = 0; body < 3; ++body)
      QVERIFY((arrowOf(frame, body, ArrowKind::Other)->velocity -
               Vector3d(other[2 * body], other[2 * body + 1], 0))
                  .norm() < 1e-12);
  }

  void aUniqueOutcomeHasNothingToCompare() {
    const auto snapshot = makeSnapshot("newtons-cradle");
    const SceneFrame frame =
        makeFrame(*snapshot, momentInImpact(*snapshot, static_cast<int>(snapshot->ordering.size())));
    QVERIFY(frame.comparison.isEmpty());
    QVERIFY(
        std::ranges::none_of(frame.arrows, [](const auto& arrow) { return arrow.kind == ArrowKind::Other; }));
  }

  void theArcShowsItsParameter_data() {
    QTest::addColumn<QString>("theta");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("radians");
    QTest::newRow("right") << "90deg"
                           << "90.0°" << std::numbers::pi / 2;
    QTest::newRow("wide") << "128.17deg"
                          << "128.2°" << 128.17 * std::numbers::pi / 180;
    QTest::newRow("straight") << "180deg"
                              << "180.0°" << std::numbers::pi;
  }
  void theArcShowsItsParameter() {
    QFETCH(QString, theta);
    QFETCH(QString, text);
    QFETCH(double, radians);
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", theta.toStdString()}});
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, 0));
    QCOMPARE(frame.arcs.size(), std::size_t(1));
    QCOMPARE(frame.arcs[0].symbol, "θ");
    QCOMPARE(frame.arcs[0].value, text);
    const ArcShape shape(frame.arcs[0]);
    QVERIFY(std::abs(shape.angle() - radians) < 1e-9);
    // It passes in front of the arriving ball, where the two others are not.
    QVERIFY((shape.at(0.5) - frame.arcs[0].vertex).normalized().x() > 1 - 1e-9);
    for (const double t : {0.0, 0.3, 1.0})
      QVERIFY(std::abs((shape.at(t) - frame.arcs[0].vertex).norm() - frame.arcs[0].radius) < 1e-12);
  }

  void handlesAndDragsBelongToTheInitialConfiguration() {
    const auto snapshot = makeSnapshot("billiard-break");
    QVERIFY(makeFrame(*snapshot, {0, -1, 0}).initial);
    const SceneFrame later = makeFrame(*snapshot, {snapshot->trajectory->end(), -1, 0});
    QVERIFY(!later.initial);
    QVERIFY(later.arcs.empty());
  }

  void aJammedSceneIsShownAsItStarts() {
    const auto snapshot = makeSnapshot("trapped-ball");
    QVERIFY(!snapshot->trajectory || !snapshot->trajectory->complete);
    const SceneFrame frame = makeFrame(*snapshot, {0, 3, 7});  // a moment that does not exist
    QCOMPARE(frame.balls.size(), std::size_t(1));
    QCOMPARE(frame.walls.size(), std::size_t(2));
    QCOMPARE(frame.contacts.size(), std::size_t(2));
    QVERIFY(frame.velocities[frame.balls[0].body].norm() > 0.5);
  }

  /// The moment of a scene that was just replaced may still show a model of that scene.
  void aModelOfAnotherSceneIsNoModel() {
    const auto snapshot = makeSnapshot("newtons-cradle");
    Moment moment = momentInImpact(*snapshot, 0);
    const SceneFrame plain = makeFrame(*snapshot, moment);
    moment.model = std::make_shared<const ModelMotion>(ModelMotion{"Moreau", Eigen::VectorXd::Ones(2)});
    const SceneFrame frame = makeFrame(*snapshot, moment);
    QCOMPARE(frame.velocities.size(), plain.velocities.size());
    for (std::size_t i = 0; i < plain.velocities.size(); ++i)
      QVERIFY(frame.velocities[i] == plain.velocities[i]);
  }

  /// A model's velocities are drawn in place of those of the ordering, and these are dashed.
  void aModelIsShownInPlaceOfTheOrdering() {
    SnapshotRequest request = requestFor("billiard-break", {{"theta", "120deg"}});
    request.extras.models = true;
    const SnapshotPtr snapshot = answerTo(request);
    const ComparedModel& moreau = snapshot->models->models.front();
    const SceneFrame frame = makeFrame(*snapshot, momentAfterModel(*snapshot, moreau, "Moreau"));
    const Eigen::VectorXd& ordering = snapshot->report->outcomes[0].velocity;
    for (const int body : {0, 1, 2}) {
      const SceneFrame::Arrow* solid = arrowOf(frame, body, ArrowKind::Present);
      const SceneFrame::Arrow* dashed = arrowOf(frame, body, ArrowKind::Other);
      QVERIFY(solid && dashed);
      QVERIFY((solid->velocity.head(2) - moreau.velocity.segment(2 * body, 2)).norm() < 1e-12);
      QVERIFY((dashed->velocity.head(2) - ordering.segment(2 * body, 2)).norm() < 1e-12);
    }
    QVERIFY(frame.comparison.contains("Moreau"));
  }

  void arrowsKeepTheirScaleDuringADrag() {
    const double first = arrowScaleFor(*makeSnapshot("billiard-break", {{"theta", "60deg"}}));
    double scale = first;
    for (const char* theta : {"70deg", "100deg", "140deg", "180deg"})
      scale = arrowScaleFor(*makeSnapshot("billiard-break", {{"theta", theta}}), scale);
    QCOMPARE(scale, first);
    const double faster = arrowScaleFor(*makeSnapshot("billiard-break", {{"speed", "5"}}), first);
    QVERIFY2(faster < first / 2, "an arrow that would leave the picture is drawn to another scale");
  }

  /// The legs of the robot get twenty times as fast as it falls. Both are seen, each at its time.
  void arrowsAreSeenWhereTheMotionGetsFarFaster() {
    const auto snapshot = makeSnapshot("rhex");
    const ArrowSize size = arrowSizeAtStart(*snapshot);
    double scale = 0;
    for (int i = 0; i <= 300; ++i) {
      const double time = snapshot->trajectory->end() * i / 300;
      const double speed = fastestArrow(makeFrame(*snapshot, {time, -1, 0}));
      scale = size.scale(speed, scale);
      QVERIFY(speed * scale <= 2 * size.length);
      if (i == 0) QVERIFY(speed * scale > 0.2 * size.length);
    }
  }

  void aCameraOfAMovieShowsAllAndOnlyGoesBack() {
    for (const char* scene : {"billiard-break", "superball", "trex"}) {
      const auto snapshot = makeSnapshot(scene);
      const SceneMovie movie(snapshot, {}, MovieOptions{.size = {480, 300}});
      const QSizeF size(480, 300);
      double distance = 0;
      for (int i = 0; i < movie.frameCount(); ++i) {
        const Camera& camera = movie.camera(i);
        QVERIFY(camera.distance >= distance);
        distance = camera.distance;
        for (const SceneFrame::Ball& ball : makeFrame(*snapshot, movie.moment(i)).balls)
          QVERIFY(ScreenMap(camera, size).isWithin({{0, 0}, size}, {ball.centre, ball.radius}));
      }
      QVERIFY(distance > movie.camera(0).distance);
    }
  }

  /// The arrows of a window are made for its moment, those of a movie for all of its run.
  void aMovieOfAWindowHasTheArrowsOfItsRun() {
    const auto snapshot = makeSnapshot("rhex");
    ViewState view;
    const SceneFrame first = makeFrame(*snapshot, {0, -1, 0});
    view.arrowScale = arrowSizeAtStart(*snapshot).scale(fastestArrow(first), 0);
    QVERIFY(view.arrowScale > 2 * arrowScaleFor(*snapshot));
    view.camera = startCamera(first, view.arrowScale, {480, 300});
    view.follows = true;
    const QString text = SceneFigure(snapshot, {0, -1, 0}, view).source().view;
    const SceneMovie movie(snapshot, text, MovieOptions{.size = {480, 300}}),
        usual(snapshot, {}, MovieOptions{.size = {480, 300}});
    const double far = usual.camera(usual.frameCount() - 1).distance;
    QVERIFY(movie.camera(movie.frameCount() - 1).distance < 1.5 * far);
  }

  /// A hand's camera stays.
  void aMovieOfAChosenViewKeepsItsCamera() {
    const auto snapshot = makeSnapshot("billiard-break");
    ViewState view;
    view.camera = startCamera(makeFrame(*snapshot, {0, -1, 0}), 0.1, {480, 300});
    const QString text = SceneFigure(snapshot, {0, -1, 0}, view).source().view;
    const SceneMovie movie(snapshot, text, MovieOptions{.size = {480, 300}});
    for (const int frame : {0, movie.frameCount() / 2, movie.frameCount() - 1})
      QCOMPARE(movie.camera(frame).distance, movie.camera(0).distance);
  }

  void aTableOverThePlaneOfMotionIsDrawn() {
    const auto walls = makeFrame(*makeSnapshot("superball", {{"height", "0.4"}}), {0, -1, 0}).walls;
    QCOMPARE(walls.size(), std::size_t(1));
    QVERIFY((walls[0].normal + Vector3d::UnitY()).norm() < 1e-12);
    QVERIFY(std::abs(walls[0].centre.y() - 0.4) < 1e-12);
    QVERIFY(walls[0].along.allFinite() && walls[0].halfAlong >= 0.4);
  }

  /// The size of the box is the same number at every moment; in a turned pose rounding would change it.
  void theGroundStaysWhileABoxTumbles() {
    const auto snapshot = makeSnapshot("tumbling-box");
    const SceneFrame first = makeFrame(*snapshot, {0, -1, 0});
    const double end = snapshot->trajectory->end();
    for (int i = 1; i <= 200; ++i) {
      const SceneFrame frame = makeFrame(*snapshot, {end * i / 200, -1, 0});
      QCOMPARE(frame.ground.cell, first.ground.cell);
      QCOMPARE(frame.ground.centre, first.ground.centre);
    }
  }

  void aSpinIsTheBodysAngularVelocity() {
    const auto snapshot = makeSnapshot("tumbling-box");
    const SceneFrame frame = makeFrame(*snapshot, {0, -1, 0});
    QCOMPARE(frame.spins.size(), std::size_t(1));
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const Eigen::VectorXd q = snapshot->trajectory->configuration(0), v = snapshot->trajectory->velocity(0);
    constexpr double h = 1e-6;  // s, of a difference quotient
    const Eigen::Matrix3d before = mechanism.pose(0, q).R,
                          after = mechanism.pose(0, snapshot->trajectory->configuration(h)).R;
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(after * before.transpose()));
    QVERIFY((turn.angle() / h * turn.axis() - frame.spins[0].omega).norm() <
            1e-3 * frame.spins[0].omega.norm());
    QVERIFY(makeFrame(*makeSnapshot("billiard-break"), {0, -1, 0}).spins.empty());
  }

  void trailsEndAtTheBodies() {
    const auto snapshot = makeSnapshot("double-pendulum");
    const Trails trails(*snapshot);
    const double end = snapshot->trajectory->end();
    const SceneFrame last = makeFrame(*snapshot, {end, -1, 0});
    const auto whole = trails.until(end), half = trails.until(end / 2);
    QCOMPARE(whole.size(), std::size_t(2));
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const Eigen::VectorXd q = snapshot->trajectory->configuration(end);
    for (const int body : {0, 1}) {
      const auto i = static_cast<std::size_t>(body);
      QVERIFY((whole[i].points.back() - mechanism.centreOfMass(body, q)).norm() < 1e-12);
      QVERIFY(half[i].points.size() < whole[i].points.size() && !half[i].points.empty());
    }
    QVERIFY(Trails().until(1).empty());
  }

  /// What a free ball gets through its contacts is its change of momentum, and pushes along the centres.
  void impulsesAreTheChangesOfMomentum() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const SceneInstance& instance = snapshot->instance;
    WholeImpacts known;
    QVERIFY(impulsesAt(*snapshot, momentInImpact(*snapshot, 0), known).empty());
    QVERIFY(impulsesAt(*snapshot, {0.01, -1, 0}, known).empty());
    const auto reflections = static_cast<int>(snapshot->trajectory->impacts[0].word.size());
    for (int r = 1; r <= reflections; ++r) {
      const SceneFrame before = makeFrame(*snapshot, momentInImpact(*snapshot, 0)),
                       after = makeFrame(*snapshot, momentInImpact(*snapshot, r));
      std::array<Vector3d, 3> sum{Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
      for (const auto& impulse : impulsesAt(*snapshot, momentInImpact(*snapshot, r), known)) {
        sum.at(static_cast<std::size_t>(impulse.body)) += impulse.value;
        const Vector3d inwards = after.positions[impulse.body] - impulse.point;
        QVERIFY(inwards.dot(impulse.value) > 0.999999 * inwards.norm() * impulse.value.norm());
      }
      for (const int body : {0, 1, 2}) {
        const auto i = static_cast<std::size_t>(body);
        const Vector3d change =
            instance.mechanism->bodies()[i].mass * (after.velocities[i] - before.velocities[i]);
        QVERIFY((change - sum.at(i)).norm() < 1e-12);
      }
    }
  }

  /// Points are drawn as balls, and all of them are in the view; a foot at the end of a leg is the leg's.
  void bodiesOfPointsAreSeen() {
    const auto scene = Scene::parse(R"({"format": 1, "bodies": [
      {"name": "a", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "point"}]},
      {"name": "b", "joints": ["planar"], "mass": 1, "inertia": 1,
       "shapes": [{"type": "point", "at": [5, 0, 0]}, {"type": "point", "at": [-5, 0, 0]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "contacts": [{"between": ["a", "floor"]}, {"between": ["b", "floor"]}],
      "initial": {"q": {"a.y": 1, "b.x": 20, "b.y": 2}}})",
                                    "points");
    const SnapshotPtr snapshot = computeSnapshot({.scene = scene});
    const SceneFrame frame = makeFrame(*snapshot, {0, -1, 0});
    QCOMPARE(frame.balls.size(), std::size_t(3));
    const Camera camera = startCamera(frame, arrowScaleFor(*snapshot), frameSize);
    const ScreenMap map(camera, frameSize);
    for (const SceneFrame::Ball& ball : frame.balls)
      QVERIFY(QRectF({0, 0}, frameSize).contains(*map.toScreen(ball.centre)));
    QVERIFY(makeFrame(*makeSnapshot("rhex"), {0, -1, 0}).balls.empty());
  }

  void thinRodsAreWideEnoughToBeSeen() {
    const auto snapshot = makeSnapshot("double-pendulum");
    const SceneFrame frame = makeFrame(*snapshot, {0, -1, 0});
    const Camera camera = startCamera(frame, arrowScaleFor(*snapshot), frameSize);
    const ScreenMap map(camera, frameSize);
    constexpr double least = 30;  // px
    for (const SceneFrame::Solid& solid : thickened(frame.solids, map, least)) {
      QVERIFY(solid.rod);
      for (const int across : {0, 2})
        QVERIFY(2 * solid.axes.col(across).norm() * map.scaleAt(solid.centre) > 0.999 * least);
    }
    QCOMPARE(thickened(frame.solids, map, 0).front().axes, frame.solids.front().axes);
  }

  /// A surface with its own normals, which closes; the half axes are in place.
  void anEllipsoidIsDrawnByItsSurface() {
    SnapshotRequest request;
    request.scene = Scene::parse(
        R"({"format": 1, "bodies": [{"name": "a", "joints": ["free"], "mass": 1, "inertia": 1, "shapes": [
            {"type": "ellipsoid", "size": [0.6, 0.4, 0.2], "centre": [0, 0, 1], "orientation": "90deg"}]}]})",
        "egg");
    const SceneFrame frame = makeFrame(*answerTo(request), {0, -1, 0});
    QCOMPARE(frame.solids.size(), std::size_t{1});
    const SceneFrame::Solid& solid = frame.solids[0];
    QVERIFY((solid.centre - Eigen::Vector3d(0, 0, 1)).norm() < 1e-12);
    Eigen::Matrix3d axes;
    axes << 0, -0.2, 0, 0.3, 0, 0, 0, 0, 0.1;
    QVERIFY((solid.axes - axes).norm() < 1e-12);
    const Polytope& mesh = *solid.hull;
    const Eigen::Vector3d half(0.3, 0.2, 0.1);
    QCOMPARE(mesh.normals.size(), mesh.corners.size());
    for (std::size_t i = 0; i < mesh.corners.size(); ++i) {
      const Eigen::Vector3d x = mesh.corners[i].cwiseQuotient(half);
      QVERIFY(std::abs(x.norm() - 1) < 1e-12);
      QVERIFY((x.cwiseQuotient(half).normalized() - mesh.normals[i]).norm() < 1e-12);
    }
    // Each edge is in two faces, once in each direction, and every face is seen counter-clockwise from
    // outside.
    std::map<std::pair<int, int>, int> edges;
    for (const Polytope::Face& face : mesh.faces) {
      const auto corner = [&](std::size_t k) {
        return mesh.corners[static_cast<std::size_t>(face.loop[k % face.loop.size()])];
      };
      for (std::size_t k = 0; k < face.loop.size(); ++k)
        ++edges[{face.loop[k], face.loop[(k + 1) % face.loop.size()]}];
      QVERIFY((corner(1) - corner(0)).cross(corner(2) - corner(1)).dot(face.normal) > 0);
    }
    for (const auto& [edge, count] : edges) {
      QCOMPARE(count, 1);
      QVERIFY(edges.contains({edge.second, edge.first}));
    }
  }

  /// A rod of a cone is narrow at the far end by what the next one is narrow at its near end.
  void rodsThatNarrowEvenlyAreOneCone() {
    const auto snapshot = makeSnapshot("trex");
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const SceneFrame frame = makeFrame(*snapshot, {0, -1, 0});
    const auto radius = [](const SceneFrame::Solid& rod) { return rod.axes.col(0).norm(); };
    std::vector<SceneFrame::Solid> tail;
    for (const SceneFrame::Solid& solid : frame.solids) {
      if (solid.ends[0] != solid.ends[1])
        tail.push_back(solid);
      else
        QCOMPARE(solid.ends, (std::array<double, 2>{1, 1}));
    }
    QCOMPARE(tail.size(), mechanism.bodies().at(mechanism.bodyIndex("tail")).shapes.size());
    QVERIFY(tail.size() > 10);
    const double widest = tail[0].ends[0] * radius(tail[0]);
    for (std::size_t i = 1; i < tail.size(); ++i)
      QVERIFY(std::abs(tail[i].ends[0] * radius(tail[i]) - tail[i - 1].ends[1] * radius(tail[i - 1])) <
              0.01 * widest);
    QVERIFY(tail.back().ends[1] * radius(tail.back()) < 0.01 * widest);
    for (const char* other : {"falling-rod", "double-pendulum", "rhex"})
      for (const SceneFrame::Solid& solid : makeFrame(*makeSnapshot(other), {0, -1, 0}).solids)
        QCOMPARE(solid.ends, (std::array<double, 2>{1, 1}));
  }

  void anImpactIsComputedOnceForAllItsReflections() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    WholeImpacts known;
    const WholeImpact* first = &known.of(mechanism, *snapshot->trajectory, 0);
    QCOMPARE(first->momenta, wholeImpact(mechanism, *snapshot->trajectory, 0).momenta);
    makeFrame(*snapshot, momentInImpact(*snapshot, 1), &known);
    QCOMPARE(&known.of(mechanism, *snapshot->trajectory, 0), first);
    const auto other = makeSnapshot("billiard-break", {{"theta", "150deg"}});
    QCOMPARE(known.of(*other->instance.mechanism, *other->trajectory, 0).momenta,
             wholeImpact(*other->instance.mechanism, *other->trajectory, 0).momenta);
  }

  void manyBodiesHaveDistinctColours() {
    const auto channels = [](int body) {
      const QColor color = theme::categorical(body);
      return Eigen::Vector3d(color.red(), color.green(), color.blue());
    };
    for (int a = 0; a < 200; ++a)
      for (int b = 0; b < a; ++b)
        QVERIFY2((channels(a) - channels(b)).norm() > 6, qPrintable(QString("%1, %2").arg(b).arg(a)));
  }

  void labelsAreTheScenesOwn() {
    const SceneFrame frame = makeFrame(*makeSnapshot("billiard-break"), {0, -1, 0});
    QStringList names;
    for (const SceneFrame::Label& label : frame.labels) names << label.text;
    QCOMPARE(names, QStringList({"a", "b", "c"}));
  }

  void theBallInFrontIsPicked_data() { addScenes(); }
  void theBallInFrontIsPicked() {
    const auto snapshot = fetchSnapshot();
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, 0));
    Camera camera = startCamera(frame, arrowScaleFor(*snapshot), frameSize);
    for (const bool parallel : {false, true}) {
      camera.parallel = parallel;
      const ScreenMap map(camera, frameSize);
      for (const SceneFrame::Ball& ball : frame.balls) {
        const Vector3d nearest =
            ball.centre +
            ball.radius * (parallel ? camera.backward() : (camera.eye() - ball.centre).normalized());
        const Pick pick = pickAt(frame, map, *map.toScreen(nearest), 0);
        QCOMPARE(pick.body, ball.body);
        QVERIFY((pick.point - nearest).norm() < 1e-6 * ball.radius);
      }
      QCOMPARE(pickAt(frame, map, {1, 1}, 0).body, -1);
    }
  }

  void theStartShowsEverything_data() { addScenes(); }
  void theStartShowsEverything() {
    const auto snapshot = fetchSnapshot();
    const double scale = arrowScaleFor(*snapshot);
    const SceneFrame frame = makeFrame(*snapshot, momentInImpact(*snapshot, 0));
    const ScreenMap map(startCamera(frame, scale, frameSize), frameSize);
    const QRectF picture(QPointF(), frameSize);
    for (const FitTarget& target : fitTargets(frame, scale)) {
      const QPointF at = *map.toScreen(target.centre);
      const double radius = map.silhouetteRadius(target.centre, target.radius);
      QVERIFY(picture.contains(at - QPointF(radius, radius)));
      QVERIFY(picture.contains(at + QPointF(radius, radius)));
    }
  }
};

CAROM_TEST(ViewportFrameTest);
#include "tst_viewport_frame.moc"
