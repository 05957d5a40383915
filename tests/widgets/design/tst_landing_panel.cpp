// The panel of landings: what it asks, its pairs, picture and ghost, and the start that it gives to the
// scene.
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <cmath>

#include "common/selection.h"
#include "design/landing_panel.h"
#include "figure/figure.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "table/table_view.h"

using namespace carom;

class TestLandingPanel : public QObject {
  Q_OBJECT

  Selection m_selection;
  RecordedEdits m_edits;
  std::unique_ptr<LandingPanel> m_panel;
  std::shared_ptr<const SceneInstance> m_ghost;

  QToolButton* button(const char* name) const { return m_panel->findChild<QToolButton*>(name); }
  QLineEdit* field(const char* name) const { return m_panel->findChild<QLineEdit*>(name); }
  QString verdict() const { return m_panel->findChild<QLabel*>("landingVerdict")->text(); }
  void land() {
    QTest::keyClick(field("landingSpeed"), Qt::Key_Return);
    QVERIFY(QTest::qWaitFor([&] { return !m_panel->isLanding(); }, 120'000 * tests::patience));
  }
  /// The answer for a scene that the panel has written.
  static SnapshotPtr written(const QString& text, const Assignments& set) {
    SnapshotRequest request;
    request.text = {text.toStdString(), "landed.carom.json"};
    request.assignments = set;
    return answerTo(std::move(request));
  }

 private slots:
  void init() {
    m_edits.texts.clear();
    m_panel = std::make_unique<LandingPanel>(&m_selection, &m_edits);
    m_panel->resize(720, 340);
    connect(m_panel.get(), &LandingPanel::otherStanceChanged, this,
            [this](const auto& stance) { m_ghost = stance; });
    tests::showActive(m_panel.get());
  }
  void cleanup() { m_panel.reset(); }

  /// One step of undo, after which the window's own impact is the one that the landing has told.
  void theSceneStartsWithTheStanceAndItsFall() {
    const Assignments set{{"spread", "40deg"}};
    const SnapshotPtr of = makeSnapshot("minitaur", set);
    m_panel->setSnapshot(of);
    field("landingSpeed")->setText("2 m/s");
    field("landingTilt")->setText("2");
    QVERIFY(!button("takeStance")->isEnabled());
    land();
    const LandingAnswer& answer = m_panel->landing()->answer;
    QCOMPARE(m_panel->landing()->question.speed, 2.0);
    QVERIFY(std::abs(m_panel->landing()->question.tilt - 2 * M_PI / 180) < 1e-15);
    QTest::mouseClick(button("takeStance"), Qt::LeftButton);
    QCOMPARE(m_edits.texts.size(), 1);
    const SnapshotPtr now = written(m_edits.texts.back(), set);
    QVERIFY((now->instance.initial.q - answer.stance.q).norm() < 1e-9);
    QVERIFY(now->report);
    QCOMPARE(now->report->problem.contactCount(), static_cast<int>(answer.feet.size()));
    QVERIFY(std::abs(now->report->indeterminacy.xi - answer.stance.xi.value()) < 1e-6);
    m_panel->setSnapshot(now);  // what was found stays, and the other stance can still be taken
    QVERIFY(m_panel->landing() && button("takeStance")->isEnabled());
    // It falls without turning, at the speed that was asked for.
    const Mechanism& mechanism = *now->instance.mechanism;
    const Eigen::VectorXd v =
        mechanism.massMatrix(now->instance.initial.q).llt().solve(now->instance.initial.p);
    for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
      if (mechanism.isFixed(body)) continue;
      const Eigen::Vector3d at = mechanism.centreOfMass(body, now->instance.initial.q);
      const Eigen::Vector3d fall = mechanism.pointJacobian(body, now->instance.initial.q, at) * v;
      QVERIFY2((fall - Eigen::Vector3d(0, -2, 0)).norm() < 1e-6,
               mechanism.bodies()[std::size_t(body)].name.c_str());
    }
  }

  /// Two feet that are orthogonal but for what the search leaves.
  void theNearestGHasNoDigitsOfRounding() {
    m_panel->setSnapshot(makeSnapshot("minitaur"));
    land();
    QVERIFY(m_panel->landing()->answer.nearest);
    const double G = m_panel->landing()->answer.nearest->stance.pairs.at(0).cosine;
    QVERIFY2(std::abs(G) < 1e-11, qPrintable(QString::number(G)));
    const QString shown = m_panel->findChild<QTableView*>()->model()->index(0, 3).data().toString();
    QCOMPARE(shown, G == 0 ? QStringLiteral("0") : QStringLiteral("≈ 0"));
  }

  /// In the nearest unique stance the order of no pair matters.
  void theNearestStanceIsUnique() {
    const SnapshotPtr of = makeSnapshot("rhex");
    m_panel->setSnapshot(of);
    field("landingTilt")->setText("1");
    land();
    QVERIFY(m_panel->landing()->answer.nearest);
    QVERIFY(verdict().contains("Nearest unique stance"));
    QVERIFY(m_ghost);
    QVERIFY(m_ghost->initial.q == m_panel->landing()->answer.nearest->stance.q);
    QTest::mouseClick(button("takeNearestStance"), Qt::LeftButton);
    QCOMPARE(m_edits.texts.size(), 1);
    const SnapshotPtr now = written(m_edits.texts.back(), {});
    QVERIFY(now->report);
    QVERIFY(now->report->certificate.unique == true);
    QVERIFY(of->report->certificate.unique == false);
    m_panel->hide();
    QVERIFY(!m_ghost);
    m_panel->show();
    QVERIFY(m_ghost);
  }

  /// A start in numbers follows the parameters no more by which it was computed, and the panel says so.
  void aStartInNumbersSaysWhatItFollowsNoMore() {
    m_panel->setSnapshot(makeSnapshot("minitaur"));
    QSignalSpy told(m_panel.get(), &Panel::told);
    field("landingTilt")->setText("1");
    land();
    QTest::mouseClick(button("takeNearestStance"), Qt::LeftButton);
    QCOMPARE(m_edits.texts.size(), 1);
    QCOMPARE(told.count(), 1);
    QVERIFY2(told[0][0].toString().contains("σ"), qPrintable(told[0][0].toString()));
  }

  /// ξ over coordinates that are held, in place of the tilt.
  void coordinatesTakeThePlaceOfTheTilt() {
    m_panel->setSnapshot(makeSnapshot("minitaur"));
    field("landingOver")->setText("trunk.x=0:1:2  trunk.angle=-5deg:5deg:3");
    land();
    QVERIFY(m_panel->landing());
    const auto& answer = m_panel->landing()->answer;
    QVERIFY(!answer.isTilted);
    QCOMPARE(answer.near.size(), std::size_t(6));
    QCOMPARE(answer.axes[1].name, std::string("trunk.angle"));
    QVERIFY(m_panel->figure());
    m_panel->sceneOpened();
    QVERIFY(field("landingOver")->text().isEmpty());
    field("landingOver")->setText("trunk.x=0:1");
    land();
    QVERIFY(!m_panel->landing());
  }

  /// The pairs as CSV, and ξ over the tilt as a figure that needs no scene.
  void pairsAndTiltsAreNumbers() {
    m_panel->setSnapshot(makeSnapshot("rhex"));
    QVERIFY(!m_panel->figure());
    field("landingTilt")->setText("4 deg");
    land();
    const auto& answer = m_panel->landing()->answer;
    const auto* table = m_panel->findChild<TableView*>("landingTable");
    QVERIFY(table->isVisible());
    const QStringList lines = table->csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<qsizetype>(answer.stance.pairs.size()) + 1);
    QVERIFY(lines[0].startsWith("feet,G,"));
    const std::unique_ptr<Figure> figure = m_panel->figure();
    QVERIFY(figure);
    const QStringList rows = figure->csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(rows.size(), static_cast<qsizetype>(answer.near.size()) + 1);
    const QStringList last = rows.back().split(',');
    QCOMPARE(last[0].toDouble(), 4.0);
    QCOMPARE(last.back().toDouble(), answer.near.back().stance.xi.value());
    QCOMPARE(figure->source().name, QString("study"));
    QVERIFY(figure->source().dataText.contains("pitch"));
  }

  /// In the place that the workspace Design gives it.
  void thePictureHasTheHeightOfThePanel() {
    QTRY_VERIFY((m_panel->resize(522, 311), m_panel->size() == QSize(522, 311)));
    m_panel->setSnapshot(makeSnapshot("minitaur"));
    field("landingTilt")->setText("1");
    land();
    QTRY_VERIFY2(m_panel->plot()->height() > 200 && m_panel->plot()->width() > 240,
                 qPrintable(QString("%1 x %2").arg(m_panel->plot()->width()).arg(m_panel->plot()->height())));
    const auto* verdict = m_panel->findChild<QLabel*>("landingVerdict");
    QTRY_VERIFY2(
        verdict->height() >= verdict->heightForWidth(verdict->width()),
        qPrintable(QString("%1 < %2").arg(verdict->height()).arg(verdict->heightForWidth(verdict->width()))));
    QVERIFY(m_panel->findChild<TableView*>("landingTable")->height() >= 50);
  }

  /// Why nothing lands stands where the picture would be; another scene forgets it.
  void faultsAreTold() {
    m_panel->setSnapshot(makeSnapshot("billiard-break"));
    land();
    QVERIFY(!m_panel->landing());
    QVERIFY(m_panel->plot()->hasNotice());
    QVERIFY(m_panel->plot()->notice().contains("feet"));
    m_panel->setSnapshot(makeSnapshot("rhex"));
    field("landingSpeed")->setText("1 kg");
    land();
    QVERIFY2(m_panel->plot()->notice().contains("speed"), qPrintable(m_panel->plot()->notice()));
    QVERIFY(!m_panel->plot()->notice().contains("--"));
  }

  /// Feet are named in one scene: another one that is opened starts with its own.
  void anotherSceneHasItsOwnFeet() {
    m_panel->setSnapshot(makeSnapshot("rhex"));
    field("landingTilt")->setText("1");
    field("landingFeet")->setText("hoof");
    land();
    QVERIFY(!m_panel->landing());
    QVERIFY2(m_panel->plot()->notice().contains("hoof"), qPrintable(m_panel->plot()->notice()));
    m_panel->sceneOpened();
    QVERIFY(field("landingFeet")->text().isEmpty());
    land();
    QVERIFY(m_panel->landing());
  }

  void anEditForgetsTheLanding() {
    m_panel->setSnapshot(makeSnapshot("rhex"));
    field("landingTilt")->setText("1");
    land();
    QVERIFY(m_panel->landing());
    m_panel->setSnapshot(makeSnapshot("rhex", {{"gamma", "0.7"}}));
    QVERIFY(!m_panel->landing());
    QVERIFY(!m_ghost);
    QVERIFY(!button("takeStance")->isEnabled());
  }
};

CAROM_OFFSCREEN_TEST(TestLandingPanel);
#include "tst_landing_panel.moc"
