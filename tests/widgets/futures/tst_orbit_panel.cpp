// The panel of periodic orbits: what it asks, its tables, and the scene that it gives.
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <cmath>

#include "base/qt_text.h"
#include "common/selection.h"
#include "figure/figure.h"
#include "futures/orbit_figure.h"
#include "futures/orbit_panel.h"
#include "mechanics/motion/run_motion.h"
#include "support/edited_document.h"
#include "support/widget_test.h"
#include "table/table_view.h"

using namespace carom;

namespace {

/// A document around the panel: what it applies is read and answered at once.
class OrbitDesk : public EditedDocument {
 public:
  OrbitPanel panel{&selection, this};

 protected:
  void answer(const SnapshotPtr& snapshot) override { panel.setSnapshot(snapshot); }
};

/// A ball of radius 0.1 m that falls from rest 0.4 m above a floor and bounces without loss.
constexpr const char* bouncing = R"({"format": 1, "title": "Ball", "gravity": [0, -9.81, 0], "bodies": [
    {"name": "ball", "joints": ["y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["ball", "floor"], "restitution": 1}], "initial": {"q": {"ball.y": 0.5}}})";

}  // namespace

class TestOrbitPanel : public QObject {
  Q_OBJECT

  std::unique_ptr<OrbitDesk> m_desk;

  QToolButton* button(const char* name) const { return m_desk->panel.findChild<QToolButton*>(name); }
  QLineEdit* field(const char* name) const { return m_desk->panel.findChild<QLineEdit*>(name); }
  QString verdict() const { return m_desk->panel.findChild<QLabel*>("orbitVerdict")->text(); }
  const TableView* table(const char* name) const { return m_desk->panel.findChild<TableView*>(name); }
  void search() {
    QTest::mouseClick(button("searchOrbit"), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&] { return !m_desk->panel.isSearching(); }, 120'000 * tests::patience));
  }

 private slots:
  void init() {
    m_desk = std::make_unique<OrbitDesk>();
    m_desk->panel.resize(460, 420);
    tests::showActive(&m_desk->panel);
    QVERIFY(m_desk->show(bouncing));
  }
  void cleanup() { m_desk.reset(); }

  /// The period of a bounce is 2 √(2h/g).
  void aBounceHasItsPeriod() {
    field("orbitPeriod")->setText("0.5");
    field("orbitVary")->setText("period");
    search();
    QVERIFY2(m_desk->panel.orbit(), qPrintable(verdict()));
    const double period = 2 * std::sqrt(2 * 0.4 / 9.81);
    QVERIFY2(std::abs(m_desk->panel.orbit()->orbit.period - period) < 1e-9, qPrintable(verdict()));
    QVERIFY(table("orbitValues")->isVisible());
    const QStringList rows = table("orbitValues")->csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[1].section(',', 1, 1).toDouble(), 0.5);
    QVERIFY(std::abs(rows[1].section(',', 2, 2).toDouble() - period) < 1e-9);
    const QStringList multipliers = table("orbitMultipliers")->csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(multipliers.size(), 2);  // that of the shift in time is left out
    QVERIFY(std::abs(multipliers[1].section(',', 0, 0).toDouble() - 1) < 1e-6);
    QVERIFY(button("applyOrbit")->isEnabled());

    const auto figure = m_desk->panel.figure();
    QVERIFY(figure && figure->title().contains(q(m_desk->panel.orbit()->of->scene->name())));
    const QStringList numbers = figure->csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(numbers.size(), 1 + 1 + 4);  // the multiplier, and the map of ball.y and its momentum
    QCOMPARE(numbers[1].section(',', 5, 5), multipliers[1].section(',', 0, 0));
    const OrbitFigure again(figure->source().dataText, "orbit.json");
    QCOMPARE(encodeFigure(again, FigureFormat::Svg), encodeFigure(*figure, FigureFormat::Svg));
    m_desk->panel.sceneOpened();
    QVERIFY(!m_desk->panel.figure());
    QVERIFY_THROWS_EXCEPTION(FigureError, OrbitFigure("{}", "orbit.json"));
  }

  /// The scene that is written comes back to its start after the period: one step of undo.
  void theSceneBecomesTheOrbit() {
    field("orbitPeriod")->setText("0.5");
    field("orbitVary")->setText("ball.y, v:ball.y, period");
    search();
    QVERIFY2(m_desk->panel.orbit(), qPrintable(verdict()));
    const Orbit orbit = m_desk->panel.orbit()->orbit;
    QVERIFY(orbit.failed.empty());
    QTest::mouseClick(button("applyOrbit"), Qt::LeftButton);
    QCOMPARE(m_desk->history.size(), 1);
    const SceneInstance start = m_desk->instance();
    MotionOptions motion;
    motion.duration = orbit.period;
    const Trajectory run = runMotion(*start.mechanism, start.initial, motion);
    QVERIFY(run.complete);
    QVERIFY((run.configuration(run.end()) - start.initial.q).norm() < 1e-6);
    QVERIFY((run.velocity(run.end()) - run.velocity(run.start())).norm() < 1e-5);
  }

  void parametersAreGivenAsValues() {
    m_desk->panel.setSnapshot(makeSnapshot("falling-rod"));
    field("orbitPeriod")->setText("0.6");
    field("orbitVary")->setText("period");
    m_desk->panel.findChild<QCheckBox*>("orbitUnique")->setChecked(true);
    search();
    QVERIFY(m_desk->panel.orbit());
    QVERIFY(m_desk->panel.orbit()->question.isUnique);
  }

  /// Why there is no orbit, or why it is not searched, is told.
  void faultsAreTold() {
    field("orbitVary")->setText("ball.z");
    search();
    QVERIFY(!m_desk->panel.orbit());
    QVERIFY2(verdict().startsWith("vary") && verdict().contains("ball.z"), qPrintable(verdict()));
    QVERIFY(!button("applyOrbit")->isEnabled());
    field("orbitVary")->setText("period=0.1:0.2");
    search();
    QVERIFY2(verdict().contains("bounds"), qPrintable(verdict()));
    field("orbitVary")->clear();
    field("orbitPeriod")->clear();
    QVERIFY(!button("searchOrbit")->isEnabled());
    m_desk->panel.sceneOpened();
    QVERIFY(verdict().contains("Search"));
  }

  /// The scene's own walk gives the fields: two legs exchange their parts after a step. So the published gait
  /// is found without a word.
  void aGaitIsFoundFromTheScene() {
    m_desk->panel.sceneOpened();
    m_desk->panel.setSnapshot(makeSnapshot("compass-gait"));
    QVERIFY2(std::abs(field("orbitPeriod")->text().toDouble() - 0.7343) < 1e-3,
             qPrintable(field("orbitPeriod")->text()));
    QCOMPARE(field("orbitTravel")->text(), QString("hip.x"));
    QCOMPARE(field("orbitMirror")->text(), QString("left.angle=right.angle, right.angle=left.angle"));
    search();
    QVERIFY2(m_desk->panel.orbit() && m_desk->panel.orbit()->orbit.failed.empty(), qPrintable(verdict()));
    QVERIFY(std::abs(m_desk->panel.orbit()->orbit.period - 0.73434785) < 1e-6);
    // Its impact forgets what the swing foot did: multipliers that are 0 have no digits of rounding.
    const QAbstractItemModel* multipliers = table("orbitMultipliers")->model();
    int zeros = 0;
    for (int row = 0; row < multipliers->rowCount(); ++row) {
      const QString text = multipliers->index(row, 0).data().toString();
      zeros += text == QStringLiteral("≈ 0");
      QVERIFY2(!text.contains(QStringLiteral("·10⁻¹")), qPrintable(text));
    }
    QVERIFY(zeros > 0 && zeros < multipliers->rowCount());
    QTest::keyClicks(field("orbitPeriod"),
                     "9");  // a typed period stays, and a search that fails says what to do
    field("orbitMirror")->clear();
    m_desk->panel.setSnapshot(makeSnapshot("compass-gait"));
    QVERIFY(field("orbitPeriod")->text().endsWith('9') && field("orbitMirror")->text().isEmpty());
    search();
    QVERIFY2(verdict().contains("mirror"), qPrintable(verdict()));
  }

  /// The panel asks with the duration of the run until a person types a period.
  void thePeriodFollowsTheRun() {
    const SnapshotPtr of = makeSnapshot("bouncing-ball");
    m_desk->panel.sceneOpened();
    m_desk->panel.setSnapshot(of);
    QCOMPARE(field("orbitPeriod")->text().toDouble(), of->instance.view.duration);
    field("orbitPeriod")->setFocus();
    field("orbitPeriod")->selectAll();
    QTest::keyClicks(field("orbitPeriod"), "0.7");
    m_desk->panel.setSnapshot(of);
    QCOMPARE(field("orbitPeriod")->text(), QString("0.7"));
  }
};

CAROM_OFFSCREEN_TEST(TestOrbitPanel);
#include "tst_orbit_panel.moc"
