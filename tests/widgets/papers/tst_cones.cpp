// The fan of cones of an impact: its sectors against runs, and the panel.
#include <QComboBox>
#include <QtTest>
#include <cmath>
#include <numbers>

#include "mechanics/motion/run_motion.h"
#include "papers/cones_figure.h"
#include "papers/space_panels.h"
#include "support/settle.h"
#include "support/snapshot_factory.h"
#include "support/test_program.h"
#include "support/widget_test.h"

using namespace carom;

/// Which ordering a perturbation follows, as a disc.
class TestCones : public QObject {
  Q_OBJECT

 private slots:
  void sectorsGoOnceRound_data() {
    QTest::addColumn<QString>("scene");
    QTest::newRow("break") << "billiard-break";
    QTest::newRow("cradle") << "newtons-cradle";
    QTest::newRow("rod") << "falling-rod";
    QTest::newRow("robot") << "rhex";
    QTest::newRow("line") << "line-and-wall";
  }
  void sectorsGoOnceRound() {
    QFETCH(QString, scene);
    const ConesFigure figure(makeSnapshot(scene.toStdString()));
    QVERIFY(!figure.sectors().empty());
    double round = 0;
    for (std::size_t i = 0; i < figure.sectors().size(); ++i) {
      const ConeSector& sector = figure.sectors()[i];
      QVERIFY(sector.to > sector.from);
      round += sector.to - sector.from;
      if (i > 0) QVERIFY(std::abs(sector.from - figure.sectors()[i - 1].to) < 1e-9);
    }
    QVERIFY(std::abs(round - 2 * std::numbers::pi) < 1e-9);
  }

  /// Bodies that begin a little apart, as a place of the disc says, close in the ordering of its sector.
  void runsFollowTheirSector() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "100deg"}});
    const ConesFigure figure(snapshot);
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const auto of = variationOfImpact(mechanism, *snapshot->trajectory, 0);
    QVERIFY(of.words.complete);
    // A search that ends before says so, and has some of the same words.
    const auto few = variationOfImpact(mechanism, *snapshot->trajectory, 0, {64, 1});
    QVERIFY(!few.words.complete && few.words.words.size() < of.words.words.size());
    const auto axes = tellingCoordinates(of);
    QVERIFY(figure.sectors().size() > 1);
    for (const ConeSector& sector : figure.sectors()) {
      QVERIFY(sector.word >= 0);
      for (const double share : {0.2, 0.5, 0.8}) {
        const double angle = sector.from + share * (sector.to - sector.from);
        State start = snapshot->instance.initial;
        const Mechanism& mechanism = *snapshot->instance.mechanism;
        const Eigen::VectorXd v = mechanism.massMatrix(start.q).llt().solve(start.p);
        constexpr double small = 1e-6, before = 1e-3;
        start.q -= before * v;
        start.q[axes[0]] += small * std::cos(angle) / of.scales[axes[0]];
        start.q[axes[1]] += small * std::sin(angle) / of.scales[axes[1]];
        MotionOptions motion;
        motion.duration = 2 * before;
        const Trajectory run = runMotion(mechanism, start, motion);
        std::vector<int> followed, expected;
        for (const ImpactEvent& event : run.impacts)
          for (const ContactIndex letter : event.word) followed.push_back(event.contacts[letter]);
        const ImpactEvent& tie = snapshot->trajectory->impacts[0];
        for (const ContactIndex letter : of.words.words[static_cast<std::size_t>(sector.word)].word)
          expected.push_back(tie.contacts[letter]);
        QCOMPARE(followed, expected);
      }
    }
  }

  void thePanelSaysItsSectors() {
    ConesPanel panel(nullptr);
    panel.resize(360, 320);
    panel.setSnapshot(makeSnapshot("billiard-break"));
    panel.startFigure();
    QTRY_VERIFY(panel.figure());
    panel.grab();
    QTRY_VERIFY(panel.accessibleDescription().contains(QStringLiteral("ac bc")));
    QVERIFY(termSourceOf(&panel)->allWords().join(QLatin1Char('\n')).contains(QStringLiteral("cones")));
    // Two coordinates along the line of neither contact's normal have no cones, others have.
    auto* x = panel.findChild<QComboBox*>("x");
    auto* y = panel.findChild<QComboBox*>("y");
    x->setCurrentText(QStringLiteral("a.x"));
    y->setCurrentText(QStringLiteral("b.x"));
    emit x->activated(x->currentIndex());
    panel.startFigure();
    QTRY_VERIFY(panel.figure());
    const std::unique_ptr<Figure> figure = panel.figure();
    QVERIFY(figure->source().view.contains(QStringLiteral("\"a.x\"")));
    QVERIFY(figure->csv().contains(QStringLiteral("ordering,from,to")));
  }

  /// The Figure menu asks hidden panels whether they will have a figure, and waits for no search.
  void aHiddenPanelSearchesNothingBeforeItsFigureIsWanted() {
    ConesPanel panel(nullptr);
    QSignalSpy ready(&panel, &Panel::figureReady);
    panel.setSnapshot(makeSnapshot("billiard-break"));
    QVERIFY(panel.isFigureComing());
    tests::settle();
    QVERIFY(!panel.figure());
    panel.startFigure();
    QTRY_COMPARE(ready.count(), 1);
    QVERIFY(panel.figure());
    QVERIFY(!panel.isFigureComing());
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(!panel.figure());  // that of the impact before is no figure of this one
  }

  void saysWhereThereAreNone() {
    ConesPanel panel(nullptr);
    panel.setSnapshot(makeSnapshot("double-pendulum"));
    QVERIFY(panel.figure() == nullptr);
    QVERIFY(!panel.isFigureComing());
    QVERIFY_THROWS_EXCEPTION(FigureError, ConesFigure(makeSnapshot("galperin"), R"({"x": "ball9.x"})"));
  }
};

CAROM_OFFSCREEN_TEST(TestCones);
#include "tst_cones.moc"
