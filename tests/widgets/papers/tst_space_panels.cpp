// The panels of configuration space and of normals under the mouse.
#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QToolButton>
#include <QtTest>

#include "papers/contact_sphere.h"
#include "papers/space_panels.h"
#include "scene/scene.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

class PreviewedTexts : public RecordedEdits {
 public:
  std::vector<std::string> previewed;
  void previewScene(const std::string& text, const Renames&) override { previewed.push_back(text); }
};

}  // namespace

class TestSpacePanels : public QObject {
  Q_OBJECT

  PreviewedTexts m_edits;
  std::unique_ptr<NormalSpacePanel> m_panel;

  void show(const SnapshotPtr& snapshot) {
    m_edits.current.scene = snapshot->scene;
    m_panel->setSnapshot(snapshot);
  }
  void chooseSphere() {
    auto* kind = m_panel->findChild<QComboBox*>("kind");
    kind->setCurrentIndex(kind->findData("normal-sphere"));
  }
  /// The place where the mouse takes p⁻, found by its cursor; null where there is none.
  QPoint handle() const {
    constexpr int step = 5;
    for (int y = 0; y < m_panel->height(); y += step)
      for (int x = 0; x < m_panel->width(); x += step) {
        QTest::mouseMove(m_panel.get(), {x, y});
        if (m_panel->cursor().shape() == Qt::SizeAllCursor) return {x, y};
      }
    return {};
  }

 private slots:
  void init() {
    m_edits.begun.clear();
    m_edits.previewed.clear();
    m_edits.committed = m_edits.cancelled = 0;
    m_panel = std::make_unique<NormalSpacePanel>(nullptr, &m_edits);
    m_panel->resize(400, 420);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
  }

  void draggingTheMomentumChangesTheVelocities() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "140deg"}});
    show(snapshot);
    chooseSphere();
    const QPoint at = handle();
    QVERIFY(!at.isNull());
    QTest::mousePress(m_panel.get(), Qt::LeftButton, {}, at);
    for (int i = 1; i <= 6; ++i) QTest::mouseMove(m_panel.get(), at + QPoint(-3 * i, 5 * i));
    QTest::mouseRelease(m_panel.get(), Qt::LeftButton, {}, at + QPoint(-18, 30));
    QCOMPARE(m_edits.begun.size(), 1);
    QCOMPARE(m_edits.committed, 1);
    QCOMPARE(m_edits.previewed.size(), std::size_t{6});
    const auto after = Scene::parse(m_edits.previewed.back(), "after")->instantiate(snapshot->assignments);
    const KineticMetric& metric = snapshot->report->problem.metric();
    const double before = snapshot->report->problem.momentumNorm();
    QVERIFY(std::abs(metric.norm(after.initial.p) / before - 1) < 1e-9);
    QVERIFY(metric.norm(after.initial.p - snapshot->instance.initial.p) > 0.05 * before);
    QVERIFY((after.initial.q - snapshot->instance.initial.q).norm() == 0);
  }

  void escapeTakesADragBack() {
    show(makeSnapshot("converging-line", {{"n", "4"}}));
    const QPoint at = handle();
    QVERIFY(!at.isNull());
    QTest::mousePress(m_panel.get(), Qt::LeftButton, {}, at);
    QTest::mouseMove(m_panel.get(), at + QPoint(20, 0));
    QTest::keyClick(m_panel.get(), Qt::Key_Escape);
    QTest::mouseRelease(m_panel.get(), Qt::LeftButton, {}, at + QPoint(20, 0));
    QCOMPARE(m_edits.cancelled, 1);
    QCOMPARE(m_edits.committed, 0);
  }

  void elsewhereTheMouseTurnsTheSphere() {
    show(makeSnapshot("billiard-break", {{"theta", "140deg"}}));
    chooseSphere();
    const QString before = m_panel->figure()->source().view;
    QTest::mousePress(m_panel.get(), Qt::LeftButton, {}, {30, 100});
    QTest::mouseMove(m_panel.get(), {60, 110});
    QTest::mouseRelease(m_panel.get(), Qt::LeftButton, {}, {60, 110});
    QVERIFY(m_panel->figure()->source().view != before);
    QVERIFY(m_edits.begun.isEmpty());
  }

  void velocitiesOfALaterImpactCannotBeDragged() {
    const auto first = makeSnapshot("billiard-break", {{"theta", "140deg"}});
    auto later = std::make_shared<Snapshot>(*first);
    later->impact = 1;
    show(first);
    chooseSphere();
    QVERIFY(!handle().isNull());
    show(later);
    QVERIFY(handle().isNull());
  }

  void someOfManyContactsAreChosen() {
    show(makeSnapshot("converging-line", {{"n", "6"}}));
    chooseSphere();
    QVERIFY(!m_panel->figure());
    auto* choice = m_panel->findChild<QToolButton*>("contacts");
    QVERIFY(choice->isVisible());
    const auto pick = [&](int contact) { choice->menu()->actions().at(contact)->trigger(); };
    pick(1);
    QVERIFY(!m_panel->figure());  // one contact
    pick(2);
    QVERIFY(m_panel->figure());
    pick(4);
    QVERIFY(m_panel->figure()->source().view.contains("ball4-ball5"));
    pick(0);  // in place of the first
    QVERIFY(!m_panel->figure()->source().view.contains("ball1-ball2"));
    show(makeSnapshot("converging-line", {{"n", "4"}}));  // without the contact that was chosen last
    QVERIFY(m_panel->figure());
    QVERIFY(!m_panel->figure()->source().view.contains("contacts"));
  }
};

CAROM_OFFSCREEN_TEST(TestSpacePanels);
#include "tst_space_panels.moc"
