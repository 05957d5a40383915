#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>

#include "common/math_label.h"
#include "common/moments.h"
#include "common/theme.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "timeline/impact_log_panel.h"
#include "timeline/player.h"
#include "timeline/timeline_axis.h"
#include "timeline/timeline_panel.h"

using namespace carom;

namespace {

Trajectory cradle() {
  return *makeSnapshot("newtons-cradle")->trajectory;
}

/// Three impacts in the second from 0 to 1, the first at this time; the second has three reflections, the
/// third none.
std::shared_ptr<const Trajectory> threeImpacts(double first = 0.25) {
  auto trajectory = std::make_shared<Trajectory>();
  const std::vector<std::pair<double, std::size_t>> impacts{{first, 1}, {0.5, 3}, {0.75, 0}};
  double start = 0;
  for (const auto& [time, length] : impacts) {
    trajectory->flights.push_back({start, time, {}, {}, {}});
    ImpactEvent impact;
    impact.time = time;
    impact.word = Word(length, 0);
    trajectory->impacts.push_back(impact);
    start = time;
  }
  trajectory->flights.push_back({start, 1, {}, {}, {}});
  return trajectory;
}

struct Stage {
  Selection selection;
  Player player{&selection};
  explicit Stage(std::shared_ptr<const Trajectory> trajectory = threeImpacts()) {
    player.setTrajectory(std::move(trajectory));
    selection.setMoment({0, -1, 0});
  }
};

}  // namespace

namespace carom {
char* toString(const Moment& moment) {
  return QTest::toString(QStringLiteral("t %1, impact %2, reflection %3")
                             .arg(moment.time)
                             .arg(moment.impact)
                             .arg(moment.reflection));
}
}  // namespace carom

class TestTimeline : public QObject {
  Q_OBJECT
 private slots:
  void stepsWalkThroughEveryReflection();
  void stepsBackUndoStepsForward();
  void impactsAreVisitedInTurn();
  void previousImpactGoesToItsBeginningFirst();
  void playReachesTheEndAndStops();
  void playGoesOnWhereAnImpactIsNoMore();
  void playShowsEveryReflectionOfAnImpact();
  void playKeepsItsSpeedThroughLaterImpacts();
  void playIsTheSameInManySmallSteps();
  void aFrameMovesTheMomentOnce();
  void loopBeginsAgain();
  void speedScalesTheMotion();
  void longImpactsAreShownInBoundedTime();
  void momentsFitAChangedTrajectory();
  void initialImpactIsThatOfTheInitialState();
  void stripShowsAllMomentsOrAWindow_data();
  void stripShowsAllMomentsOrAWindow();
  void clickOnTheStripGoesToThatReflection();
  void theStripStaysInANarrowPanel();
  void dragOnTheAxisMovesTheTime();
  void dragSnapsToImpacts();
  void keysStepOnTheAxis();
  void buttonsDriveThePlayer();
  void buttonsShowTheirFocus();
  void textSaysWhereInTheImpact();
  void theLogOfARunThatIsComputedSaysSo();
};

void TestTimeline::stepsWalkThroughEveryReflection() {
  Stage stage;
  const std::vector<Moment> expected{
      {0.25, 0, 0}, {0.25, 0, 1}, {0.5, 1, 0},  {0.5, 1, 1}, {0.5, 1, 2},
      {0.5, 1, 3},  {0.75, 2, 0}, {0.75, 2, 0}, {0.75, 2, 0}};  // the last impact stays
  for (const Moment& moment : expected) {
    stage.player.nextReflection();
    QCOMPARE(stage.selection.moment(), moment);
  }
}

void TestTimeline::stepsBackUndoStepsForward() {
  Stage stage;
  std::vector<Moment> seen{stage.selection.moment()};
  for (int i = 0; i < 7; ++i) {
    stage.player.nextReflection();
    seen.push_back(stage.selection.moment());
  }
  for (int i = 6; i >= 0; --i) {
    stage.player.previousReflection();
    QCOMPARE(stage.selection.moment(), seen[i]);
  }
}

void TestTimeline::impactsAreVisitedInTurn() {
  Stage stage;
  stage.selection.setMoment({0.3, -1, 0});
  stage.player.nextImpact();
  QCOMPARE(stage.selection.moment(), (Moment{0.5, 1, 0}));
  stage.player.nextImpact();
  QCOMPARE(stage.selection.moment(), (Moment{0.75, 2, 0}));
  stage.player.nextImpact();
  QCOMPARE(stage.selection.moment(), (Moment{1, -1, 0}));
}

void TestTimeline::previousImpactGoesToItsBeginningFirst() {
  Stage stage;
  stage.selection.setMoment({0.5, 1, 2});
  stage.player.previousImpact();
  QCOMPARE(stage.selection.moment(), (Moment{0.5, 1, 0}));
  stage.player.previousImpact();
  QCOMPARE(stage.selection.moment(), (Moment{0.25, 0, 0}));
  stage.player.previousImpact();
  QCOMPARE(stage.selection.moment(), (Moment{0, -1, 0}));
}

void TestTimeline::playReachesTheEndAndStops() {
  Stage stage;
  QSignalSpy playing(&stage.player, &Player::playingChanged);
  stage.player.play();
  QVERIFY(stage.player.isPlaying());
  stage.player.advance(1000);
  QVERIFY(!stage.player.isPlaying());
  QCOMPARE(stage.selection.moment(), (Moment{1, -1, 0}));
  QCOMPARE(playing.size(), 2);
  stage.player.play();  // from the end: once more from the start
  QCOMPARE(stage.selection.moment(), (Moment{0, -1, 0}));
}

/// The moment in view may be of a motion with more impacts than the one that is played.
void TestTimeline::playGoesOnWhereAnImpactIsNoMore() {
  Stage stage;
  stage.selection.setMoment({0.5, 7, 1});
  stage.player.play();
  stage.player.advance(0.125);
  QCOMPARE(stage.selection.moment(), (Moment{0.625, -1, 0}));
}

void TestTimeline::playShowsEveryReflectionOfAnImpact() {
  Stage stage;
  stage.player.setDwells(true);
  std::vector<Moment> inside;
  connect(&stage.selection, &Selection::momentChanged, &stage.selection, [&](const Moment& moment) {
    if (moment.impact == 1) inside.push_back(moment);
  });
  stage.player.play();
  for (int i = 0; i < 1000 && stage.player.isPlaying(); ++i) stage.player.advance(0.01);
  QCOMPARE(inside, (std::vector<Moment>{{0.5, 1, 0}, {0.5, 1, 1}, {0.5, 1, 2}, {0.5, 1, 3}}));
}

void TestTimeline::playKeepsItsSpeedThroughLaterImpacts() {
  Stage stage;
  stage.player.setSpeed(0.2);
  stage.player.play();
  for (int i = 0; i < 499; ++i) {
    stage.player.advance(0.01);
    QVERIFY(qAbs(stage.selection.moment().time - 0.002 * (i + 1)) < 1e-9);
  }
  stage.player.advance(0.02);
  QVERIFY(!stage.player.isPlaying());
  auto first = std::make_shared<Trajectory>(*threeImpacts(0));
  first->startsWithImpact = true;  // the impact at the initial state is shown reflection by reflection
  stage.player.setTrajectory(first);
  stage.selection.setMoment({0, 0, 0});
  stage.player.play();
  stage.player.advance(0.5);
  QCOMPARE(stage.selection.moment(), (Moment{0, 0, 1}));
}

void TestTimeline::playIsTheSameInManySmallSteps() {
  Stage once, often;
  for (Player* player : {&once.player, &often.player}) player->setDwells(true);
  once.player.play();
  often.player.play();
  once.player.advance(1.23);
  for (int i = 0; i < 123; ++i) often.player.advance(0.01);
  QCOMPARE(often.selection.moment().impact, once.selection.moment().impact);
  QCOMPARE(often.selection.moment().reflection, once.selection.moment().reflection);
  QVERIFY(qAbs(often.selection.moment().time - once.selection.moment().time) < 1e-9);
}

/// However many impacts a frame passes, the views draw one moment of it.
void TestTimeline::aFrameMovesTheMomentOnce() {
  Stage stage;
  QSignalSpy moved(&stage.selection, &Selection::momentChanged);
  stage.player.play();
  moved.clear();
  stage.player.advance(0.9);
  QCOMPARE(moved.size(), 1);
  QCOMPARE(stage.selection.moment(), (Moment{0.9, -1, 0}));
  stage.player.advance(5);  // passes the end
  QCOMPARE(moved.size(), 2);
  QVERIFY(!stage.player.isPlaying());
}

void TestTimeline::loopBeginsAgain() {
  Stage stage;
  stage.player.setLoops(true);
  stage.selection.setMoment({0.9, -1, 0});
  stage.player.play();
  stage.player.advance(0.2);
  QVERIFY(stage.player.isPlaying());
  QCOMPARE(stage.selection.moment(), (Moment{0, -1, 0}));
}

void TestTimeline::speedScalesTheMotion() {
  Stage stage;
  stage.player.setSpeed(0.1);
  stage.player.play();
  stage.player.advance(1);
  QCOMPARE(stage.selection.moment().time, 0.1);
}

void TestTimeline::longImpactsAreShownInBoundedTime() {
  auto trajectory = std::make_shared<Trajectory>(*threeImpacts());
  trajectory->impacts[0].word = Word(314'159, 0);
  Stage stage(trajectory);
  stage.player.setDwells(true);
  stage.selection.setMoment({0.25, 0, 0});
  stage.player.play();
  stage.player.advance(1);
  QVERIFY(stage.selection.moment().reflection > 100'000);
  stage.player.advance(1.2);
  QVERIFY(stage.selection.moment().time > 0.25);
}

void TestTimeline::momentsFitAChangedTrajectory() {
  Stage stage;
  stage.selection.setMoment({0.5, 1, 3});
  auto changed = std::make_shared<Trajectory>(*threeImpacts());
  changed->impacts[1].time = 0.6;
  changed->impacts[1].word = Word(2, 0);
  stage.player.setTrajectory(changed);
  QCOMPARE(stage.selection.moment(), (Moment{0.6, 1, 2}));
  auto shorter = std::make_shared<Trajectory>();
  shorter->flights.push_back({0, 0.4, {}, {}, {}});
  stage.player.setTrajectory(shorter);
  QCOMPARE(stage.selection.moment(), (Moment{0.4, -1, 0}));
}

void TestTimeline::initialImpactIsThatOfTheInitialState() {
  QCOMPARE(cradle().initialImpact(), 0);
  QCOMPARE(threeImpacts()->initialImpact(), -1);
}

void TestTimeline::stripShowsAllMomentsOrAWindow_data() {
  QTest::addColumn<int>("length");
  QTest::addColumn<int>("current");
  QTest::newRow("nothing reflects") << 0 << 0;
  QTest::newRow("short") << 2 << 1;
  QTest::newRow("just fits") << 12 << 5;
  QTest::newRow("beginning") << 314 << 0;
  QTest::newRow("near the beginning") << 314 << 3;
  QTest::newRow("middle") << 314 << 100;
  QTest::newRow("end") << 314 << 314;
}

void TestTimeline::stripShowsAllMomentsOrAWindow() {
  QFETCH(int, length);
  QFETCH(int, current);
  constexpr int most = 13;
  const auto items = stripItems(Word(length, 0), {QStringLiteral("ac")}, current, most);
  QVERIFY(static_cast<int>(items.size()) <= most);
  QCOMPARE(items.front().reflection, 0);
  QCOMPARE(items.back().reflection, length);
  int last = -1, shown = 0;
  for (const StripItem& item : items) {
    QVERIFY(item.reflection > last);
    last = item.reflection;
    shown += item.reflection == current && !item.ellipsis;
  }
  QCOMPARE(shown, 1);
  if (length + 1 <= most) QCOMPARE(static_cast<int>(items.size()), length + 1);
}

namespace {

struct Window {
  Selection selection;
  RecordedEdits edits;
  Player player{&selection};
  TimelinePanel panel{&selection, &edits, &player};
  SnapshotPtr snapshot;
  explicit Window(const std::string& scene, const Assignments& assignments = {})
      : snapshot(makeSnapshot(scene, assignments)) {
    panel.resize(800, 130);
    panel.setSnapshot(snapshot);
    panel.show();
    QCoreApplication::processEvents();
  }
  TimelineAxis& axis() { return *panel.axis(); }
  QPoint onAxis(double time) { return {qRound(axis().xOf(time)), 16}; }
};

}  // namespace

void TestTimeline::clickOnTheStripGoesToThatReflection() {
  Window window("converging-line", {{"n", "3"}});
  window.selection.setMoment({0, 0, 1});
  QTest::mouseClick(&window.axis(), Qt::LeftButton, {}, window.axis().dotOf(3).toPoint());
  QCOMPARE(window.selection.moment(), (Moment{0, 0, 3}));
  QTest::mouseClick(&window.axis(), Qt::LeftButton, {}, window.axis().dotOf(0).toPoint());
  QCOMPARE(window.selection.moment(), (Moment{0, 0, 0}));
}

/// Where the names of contacts have no room, they are cut, and the last moment is still within the panel.
void TestTimeline::theStripStaysInANarrowPanel() {
  Window window("rack-break");
  const int last = static_cast<int>(window.snapshot->trajectory->impacts.front().word.size());
  window.selection.setMoment({0, 0, 1});
  for (const int width : {800, 380, 320}) {
    window.panel.resize(width, 130);
    QCoreApplication::processEvents();
    window.axis().setMoment({0, 0, 1});
    constexpr int words = 40;  // px, that follow the last dot
    QVERIFY2(window.axis().dotOf(last).x() + words < window.axis().width(),
             qPrintable(QString::number(width)));
  }
}

void TestTimeline::dragOnTheAxisMovesTheTime() {
  Window window("newtons-cradle");
  const double end = window.snapshot->trajectory->end();
  QTest::mousePress(&window.axis(), Qt::LeftButton, Qt::ShiftModifier, window.onAxis(0.3 * end));
  QTest::mouseMove(&window.axis(), window.onAxis(0.6 * end));
  QTest::mouseRelease(&window.axis(), Qt::LeftButton, {}, window.onAxis(0.6 * end));
  const double pixel = (end - window.snapshot->trajectory->start()) / window.axis().width();
  QVERIFY(qAbs(window.selection.moment().time - 0.6 * end) < 2 * pixel);
  QCOMPARE(window.selection.moment().impact, -1);
}

void TestTimeline::dragSnapsToImpacts() {
  Window window("newtons-cradle");
  window.selection.setMoment({window.snapshot->trajectory->end(), -1, 0});
  const QPoint beside = window.onAxis(0) + QPoint(3, 0);
  QTest::mouseClick(&window.axis(), Qt::LeftButton, {}, beside);
  QCOMPARE(window.selection.moment(), (Moment{0, 0, 0}));
  QTest::mouseClick(&window.axis(), Qt::LeftButton, Qt::ShiftModifier, beside);
  QCOMPARE(window.selection.moment().impact, -1);
}

void TestTimeline::keysStepOnTheAxis() {
  Window window("billiard-break", {{"theta", "120deg"}});
  window.selection.setMoment({0, 0, 0});
  window.axis().setFocus();
  QTest::keyClick(&window.axis(), Qt::Key_Right);
  QCOMPARE(window.selection.moment(), (Moment{0, 0, 1}));
  QTest::keyClick(&window.axis(), Qt::Key_Left);
  QCOMPARE(window.selection.moment(), (Moment{0, 0, 0}));
  QTest::keyClick(&window.axis(), Qt::Key_End);
  QCOMPARE(window.selection.moment().time, window.snapshot->trajectory->end());
}

void TestTimeline::buttonsDriveThePlayer() {
  Window window("billiard-break");
  const auto button = [&](const char* name) {
    return window.panel.findChild<QToolButton*>(QLatin1String(name));
  };
  window.selection.setMoment({0, 0, 0});
  button("nextReflection")->click();
  QCOMPARE(window.selection.moment().reflection, 1);
  button("previousImpact")->click();
  QCOMPARE(window.selection.moment().reflection, 0);
  button("play")->click();
  QVERIFY(window.player.isPlaying());
  button("play")->click();
  QVERIFY(!window.player.isPlaying());
  button("loop")->click();
  QVERIFY(window.player.loops());
  for (auto* each : window.panel.findChildren<QToolButton*>()) QVERIFY(!each->accessibleName().isEmpty());
}

/// The keyboard's focus is seen on buttons of any kind: plain ones, Play, and one that is on.
void TestTimeline::buttonsShowTheirFocus() {
  theme::apply();
  Window window("billiard-break");
  tests::showActive(&window.panel);
  window.selection.setMoment({0, 0, 0});
  const auto button = [&](const char* name) { return window.panel.findChild<QToolButton*>(name); };
  button("loop")->click();
  for (const char* name : {"nextImpact", "loop", "play"}) {
    QToolButton* one = button(name);
    QVERIFY2(one, name);
    window.panel.setFocus();
    const QImage without = one->grab().toImage();
    one->setFocus();
    QVERIFY2(one->hasFocus(), name);
    const QImage with = one->grab().toImage();
    QCOMPARE(with.size(), without.size());
    int other = 0;
    for (int x = 0; x < with.width(); ++x)
      for (int y = 0; y < with.height(); ++y) {
        const QColor a = with.pixelColor(x, y), b = without.pixelColor(x, y);
        other += std::abs(a.lightness() - b.lightness()) > 40;
      }
    QVERIFY2(other > with.width(), name);  // some of its border
  }
}

void TestTimeline::textSaysWhereInTheImpact() {
  const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
  QCOMPARE(momentText(*snapshot, {0, 0, 1}),
           QStringLiteral("t = 0.0000 s · impact 1 of 1 · after ac (1 of 2)"));
  QVERIFY(momentText(*snapshot, {0, 0, 0}).contains(QStringLiteral("before its 2 reflections")));
  QVERIFY(momentText(*snapshot, {0.01, -1, 0}).contains(QStringLiteral("between impacts")));
  // The moment may be of a longer ordering, or of a run with more impacts, whose answer is still to come.
  QCOMPARE(momentText(*snapshot, {0, 0, 99}), momentText(*snapshot, {0, 0, 2}));
  QVERIFY(momentText(*snapshot, {0.01, 99, 1}).contains(QStringLiteral("between impacts")));
}

/// While a run is computed the log neither says that there is none nor that it has no impact.
void TestTimeline::theLogOfARunThatIsComputedSaysSo() {
  SnapshotPtr pending;
  AnswerWatch watch;
  watch.placed = [&](const SnapshotPtr& placed) { pending = placed; };
  const SnapshotPtr answer = computeSnapshot(requestFor("bouncing-ball"), {}, watch);
  QVERIFY(pending && pending->isPending && !answer->trajectory->impacts.empty());
  Selection selection;
  Player player(&selection);
  ImpactLogPanel panel(&selection, &player);
  panel.resize(500, 200);
  tests::showActive(&panel);
  const auto* words = panel.findChild<QLabel*>("noImpacts");
  panel.setSnapshot(pending);
  QVERIFY(words->isVisible());
  QVERIFY2(words->text().contains("being computed"), qPrintable(words->text()));
  QVERIFY(panel.findChild<ElidedLabel*>("impactLogState")->fullText().isEmpty());
  QVERIFY(!panel.findChild<QToolButton*>("saveImpactLog")->isEnabled());
  panel.setSnapshot(answer);
  QVERIFY(!words->isVisible());
  QVERIFY(panel.findChild<QToolButton*>("saveImpactLog")->isEnabled());
}

CAROM_DISPLAY_TEST(TestTimeline);
#include "tst_timeline.moc"
