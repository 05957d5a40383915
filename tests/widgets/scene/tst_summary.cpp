#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QToolButton>
#include <map>

#include "answer/document/impact_document.h"
#include "base/impact_words.h"
#include "base/random.h"
#include "common/math_label.h"
#include "common/selection.h"
#include "laws/collision_law.h"
#include "scene/summary_bar.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

class TestSummary : public QObject {
  Q_OBJECT
 private slots:
  void summaryNamesTheVerdict_data();
  void summaryNamesTheVerdict();
  void lawsInThePlaneAreUniqueAsInTheJson();
  void theSummaryAndTheJsonAgreeOnRandomImpactsWithLaws();
  void aSlopeBesideAJamIsNotCalledEndless();
  void limitIsSaidAndXiIsAnInterval();
  void whatIsProvenIsSaidDespiteALimit();
  void shortNamesUseTheLabelsOfTheBodies();
  void longWordsAreCut();
  void howFarContactsWereClosedIsShown();
  void workIsShownOnlyWhenItLasts();
  void cancelIsAskedFor();
  void nothingIsClaimedBeforeTheFirstAnswer();
};

void TestSummary::summaryNamesTheVerdict_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("xi");
  QTest::addColumn<QStringList>("says");
  QTest::newRow("order matters") << "billiard-break"
                                 << "theta"
                                 << "120deg"
                                 << " = 0.5590"
                                 << QStringList{"order matters", "2 orderings", "2 distinct outcomes",
                                                "2 reflections each",
                                                "contacts ac, bc: G = −0.2500, normals at 104.5°"};
  QTest::newRow("orthogonal") << "billiard-break"
                              << "theta"
                              << "90deg"
                              << " = 0" << QStringList{"unique", "1 distinct outcome"};
  QTest::newRow("cradle") << "converging-line"
                          << "n"
                          << "4"
                          << " = 0"
                          << QStringList{"unique", "16 orderings", "6 reflections", "Coxeter group A₃"};
  QTest::newRow("jammed") << "trapped-ball"
                          << "speed"
                          << "1"
                          << " –" << QStringList{"jammed", "no ordering ends", "ball-left"};
  QTest::newRow("range of lengths") << "rack-break"
                                    << "rows"
                                    << "3"
                                    << " = 0.9122" << QStringList{"8 to 11 reflections"};
  QTest::newRow("near a whole turn") << "galperin"
                                     << "digits"
                                     << "2"
                                     << " = 0" << QStringList{"unique here", "1 ordering", "G = −0.99995"};
}

void TestSummary::summaryNamesTheVerdict() {
  QFETCH(QString, scene);
  QFETCH(QString, parameter);
  QFETCH(QString, value);
  QFETCH(QStringList, says);
  Selection selection;
  SummaryBar bar(&selection);
  bar.setSnapshot(makeSnapshot(scene.toStdString(), {{parameter.toStdString(), value.toStdString()}}));
  QTEST(bar.findChild<MathLabel*>(QStringLiteral("xi"))->text(), "xi");
  for (const QString& words : says)
    QVERIFY2(bar.accessibleName().contains(words), qPrintable(bar.accessibleName()));
}

void TestSummary::nothingIsClaimedBeforeTheFirstAnswer() {
  Selection selection;
  SummaryBar bar(&selection);
  QCOMPARE(bar.accessibleName(), QString("Summary: searching…"));
  QCOMPARE(bar.findChild<MathLabel*>(QStringLiteral("xi"))->text(), QString(" –"));
  QVERIFY(bar.findChild<QToolButton*>(QStringLiteral("nearestDesign"))->isHidden());
}

/// A dumb-bell that falls flat by Routh's law: no rule of pairs decides, but the certificate of planar laws
/// does. The JSON has it, and so has the pill.
void TestSummary::lawsInThePlaneAreUniqueAsInTheJson() {
  std::string text = Scene::open("falling-rod")->text();
  const std::string defaults = R"("defaults": {"law": "routh", "friction": 0.3, "restitution": 0.5}, )";
  text.insert(text.find("\"gravity\""), defaults);
  SnapshotRequest request;
  request.scene = Scene::parse(text, "dumb-bell");
  request.assignments = {{"inertia", "1/4"}};
  const SnapshotPtr snapshot = answerTo(request);
  const ImpactReport& report = *snapshot->report;
  QVERIFY(report.planarIsKnown());  // the work's thread has decided it, and no view computes it
  QVERIFY(!report.certificate.unique && report.planar()->unique == true);
  QVERIFY(uniqueForEveryMomentum(report) == true);
  QCOMPARE(verdictText(verdictOf(&report)), QStringLiteral("unique for every momentum"));
  Selection selection;
  SummaryBar bar(&selection);
  bar.setSnapshot(snapshot);
  QVERIFY2(bar.accessibleName().contains("unique for every momentum, "), qPrintable(bar.accessibleName()));
}

/// 300 rods with random inertia, tilt, law and coefficients.
void TestSummary::theSummaryAndTheJsonAgreeOnRandomImpactsWithLaws() {
  Random random(1738);
  Selection selection;
  SummaryBar bar(&selection);
  std::map<std::string, int> seen;
  const std::string text = Scene::open("falling-rod")->text();
  for (int trial = 0; trial < 300; ++trial) {
    const auto names = collisionLawNames();
    const std::string law(names[random.below(names.size())]);
    // One in three rods has both ends at right angles, where the planar certificate finds proofs.
    const std::string inertia = random.below(3) == 0 ? "1/4" : std::to_string(0.02 + 0.6 * random.uniform());
    std::string with = text;
    with.insert(with.find("\"gravity\""), R"("defaults": {"law": ")" + law + R"(", "friction": )" +
                                              std::to_string(0.8 * random.uniform()) +
                                              R"(, "restitution": )" + std::to_string(random.uniform()) +
                                              "}, ");
    SnapshotRequest request;
    request.scene = Scene::parse(with, "rod");
    request.assignments = {{"inertia", inertia}};
    const SnapshotPtr snapshot = answerTo(request);
    if (!snapshot->report) continue;  // a law that is for space alone
    ResolveAnswer answer;
    answer.report = *snapshot->report;
    const Json json =
        impactDocument({"rod", snapshot->instance.mechanism->coordinates(), &snapshot->instance, answer});
    const auto verdict = json.at("verdict").get<std::string>();
    ++seen[verdict];
    bar.setSnapshot(snapshot);
    const QStringList parts = bar.accessibleName().split(QStringLiteral(", "));
    QVERIFY2(parts.contains(QString::fromStdString(verdict)), qPrintable(bar.accessibleName()));
    const Json& certificate = json.at("certificate");
    const bool isProven =
        certificate.at("unique") == Json(true) ||
        (certificate.contains("planar") && certificate.at("planar").at("unique") == Json(true));
    QCOMPARE(verdict == "unique for every momentum", isProven);
  }
  QVERIFY2(seen.size() >= 3, "the rods are too much alike");
}

/// Between two walls and on a slope: the bounces between the walls never end, but the slope turns the ball
/// upwards, after which nothing closes. So it is not said that no ordering ends.
void TestSummary::aSlopeBesideAJamIsNotCalledEndless() {
  std::string text = Scene::open("trapped-ball")->text();
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace(R"("joints": ["x"])", R"("joints": ["x", "y"])");
  replace(R"({"name": "left")",
          R"({"name": "slope", "shapes": [{"type": "half-space", "normal": [1, 1, 0], "offset": -0.05}]},
             {"name": "left")");
  SnapshotRequest request;
  request.scene = Scene::parse(text, "slope");
  request.assignments = {{"speed", "-1"}};
  const SnapshotPtr snapshot = answerTo(request);
  QVERIFY(snapshot->report->jammed());
  Selection selection;
  SummaryBar bar(&selection);
  bar.setSnapshot(snapshot);
  QVERIFY2(bar.accessibleName().contains("some orderings never end"), qPrintable(bar.accessibleName()));
  QVERIFY(!bar.accessibleName().contains("no ordering ends"));
}

void TestSummary::limitIsSaidAndXiIsAnInterval() {
  SnapshotRequest request = requestFor("rack-break");
  request.maxStates = 50;
  const SnapshotPtr snapshot = answerTo(request);
  QVERIFY(!snapshot->report->complete());
  Selection selection;
  SummaryBar bar(&selection);
  bar.setSnapshot(snapshot);
  const bool isDisproved = snapshot->report->outcomes.size() > 1;
  QVERIFY(bar.accessibleName().contains(isDisproved ? QStringLiteral("order matters")
                                                    : QStringLiteral("limit reached")));
  QVERIFY(bar.accessibleName().contains(QStringLiteral("orderings not counted")));
  QVERIFY(bar.findChild<MathLabel*>(QStringLiteral("xi"))->text().contains(QStringLiteral("…")));
}

/// What a theorem or two outcomes prove does not depend on how much was searched.
void TestSummary::whatIsProvenIsSaidDespiteALimit() {
  const auto summary = [](const char* scene, const Assignments& assignments, std::size_t mostStates) {
    SnapshotRequest request = requestFor(scene);
    request.assignments = assignments;
    request.maxStates = mostStates;
    const SnapshotPtr snapshot = answerTo(request);
    if (snapshot->report->complete()) qFatal("the limit is not met");
    Selection selection;
    SummaryBar bar(&selection);
    bar.setSnapshot(snapshot);
    return std::pair(bar.accessibleName(), bar.findChild<MathLabel*>(QStringLiteral("xi"))->text());
  };
  const auto [unique, xi] = summary("converging-line", {{"n", "6"}}, 8);
  QVERIFY2(unique.contains(", unique for every momentum, "), qPrintable(unique));
  QCOMPARE(xi, QStringLiteral(" = 0"));
  const auto [ambiguous, range] = summary("rack-break", {}, 120);
  QVERIFY2(ambiguous.contains("order matters"), qPrintable(ambiguous));
  QVERIFY(range.contains(QStringLiteral("…")));
}

void TestSummary::shortNamesUseTheLabelsOfTheBodies() {
  const SnapshotPtr line = makeSnapshot("converging-line", {{"n", "3"}});
  QCOMPARE(shortContactNames(line->report->problem.labels(), line->instance), (QStringList{"0–1", "1–2"}));
  const SnapshotPtr broken = makeSnapshot("billiard-break");
  QCOMPARE(shortContactNames(broken->report->problem.labels(), broken->instance), (QStringList{"ac", "bc"}));
}

void TestSummary::longWordsAreCut() {
  const QStringList names{QStringLiteral("ac"), QStringLiteral("bc")};
  QCOMPARE(wordText(names, {}), QStringLiteral("no reflection"));
  QCOMPARE(wordText(names, {0, 1, 0}), QStringLiteral("ac bc ac"));
  QCOMPARE(wordText(names, Word(314, 1), 4), QStringLiteral("bc bc … bc (314)"));
}

/// The rows of trex are rounded, so that the scene moves; other scenes have nothing to move.
void TestSummary::howFarContactsWereClosedIsShown() {
  Selection selection;
  SummaryBar bar(&selection);
  const auto* moved = bar.findChild<QLabel*>("touchingMove");
  bar.resize(940, 60);
  bar.show();
  bar.setSnapshot(makeSnapshot("trex"));
  QVERIFY(moved->isHidden());  // the reason needs the room
  bar.resize(1300, 60);
  QVERIFY(!moved->isHidden());
  QVERIFY2(
      moved->text().contains("moved by 0.0") && moved->text().contains("mm") && moved->text().contains("°"),
      qPrintable(moved->text()));
  QVERIFY(moved->toolTip().contains("theta by") && moved->toolTip().contains("y by"));
  bar.setSnapshot(makeSnapshot("billiard-break"));
  QVERIFY(moved->isHidden());
}

void TestSummary::workIsShownOnlyWhenItLasts() {
  Selection selection;
  SummaryBar bar(&selection);
  bar.show();
  auto* busy = bar.findChild<QWidget*>(QStringLiteral("busy"));
  bar.setBusy(true);
  QVERIFY(!busy->isVisible());  // a drag does not flicker
  bar.setBusy(false);
  bar.setBusy(true);
  QTRY_VERIFY(busy->isVisible());
  bar.showProgress(WorkStage::Simulating, 0.3);
  QCOMPARE(bar.findChild<QLabel*>(QStringLiteral("stage"))->text(), QStringLiteral("simulating the motion"));
  QCOMPARE(bar.findChild<QProgressBar*>()->value(), 300);
  bar.showProgress(WorkStage::Searching, -1);
  QCOMPARE(bar.findChild<QLabel*>(QStringLiteral("stage"))->text(), QStringLiteral("searching orderings"));
  QCOMPARE(bar.findChild<QProgressBar*>()->maximum(), 0);  // the end is unknown
  bar.setBusy(false);
  QVERIFY(!busy->isVisible());
}

void TestSummary::cancelIsAskedFor() {
  Selection selection;
  SummaryBar bar(&selection);
  QSignalSpy cancelled(&bar, &SummaryBar::cancelRequested);
  bar.findChild<QToolButton*>(QStringLiteral("cancel"))->click();
  QCOMPARE(cancelled.size(), 1);
}

CAROM_DISPLAY_TEST(TestSummary);
#include "tst_summary.moc"
