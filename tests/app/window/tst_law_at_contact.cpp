// From a contact of the scene to impulse space, and back with another law: the impact is resolved with it.
#include <QLineEdit>
#include <QSettings>
#include <QTreeWidget>
#include <QUndoStack>

#include "common/elided_button.h"
#include "impulse/impulse_canvas.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_panel.h"
#include "impulse/law_marks.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "window/main_window.h"
#include "window/panel_dock.h"

using namespace carom;

class TestLawAtContact : public QObject {
  Q_OBJECT

  /// The contact of the scene that the laboratory is about.
  static const ContactPair& pairOf(const MainWindow& window, const ImpulseLab& lab) {
    const auto& pairs = window.snapshot()->instance.mechanism->contacts();
    return *std::ranges::find(pairs, lab.state().contact.toStdString(), &ContactPair::name);
  }
  static std::optional<CollisionLaw> lawOf(const MainWindow& window, const ImpulseLab& lab) {
    return pairOf(window, lab).law;
  }

 private slots:
  void initTestCase() { prepareWindowTest(); }

  /// Routh's law with e = 0.5 at a contact of the billiard break: one step of the scene's history, another ξ.
  void theImpactIsResolvedWithTheLaw() {
    MainWindow window;
    tests::showActive(&window);
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot() && window.snapshot()->scene->name() == "billiard-break");
    window.document()->setAssignment("theta", "120deg");
    QTRY_VERIFY(window.snapshot()->report->outcomes.size() == 2);
    const auto xi = [&] { return window.snapshot()->report->indeterminacy.xi; };
    const double before = xi();
    QUndoStack* history = window.document()->undoStack();
    QTRY_COMPARE(history->count(), 1);

    window.findChild<PanelDock*>("impulse-space")->show();
    window.findChild<PanelDock*>("impulse-space")->raise();
    auto* panel = window.findChild<ImpulsePanel*>();
    QTRY_VERIFY(panel->isVisible());
    panel->pick(window.impactShown(), 0, 0);
    auto* lab = window.findChild<ImpulseLab*>();
    QVERIFY(!lab->state().contact.isEmpty());
    QVERIFY(panel->canvas()->picture().has_value());
    auto* restitution = panel->findChild<QLineEdit*>("impulse-restitution");
    restitution->setText("0.5");
    QTest::keyClick(restitution, Qt::Key_Return);
    QCOMPARE(lab->now().coefficients.restitution, 0.5);
    QCOMPARE(history->count(), 1);  // the case is no part of the scene

    auto* laws = panel->findChild<QTreeWidget*>("impulseLaws");
    laws->setCurrentItem(laws->topLevelItem(static_cast<int>(CollisionLaw::Routh)));
    panel->useLaw();
    QTRY_COMPARE(history->count(), 2);
    QTRY_VERIFY(std::abs(xi() - before) > 1e-3);
    QVERIFY(lawOf(window, *lab) == CollisionLaw::Routh);
    QCOMPARE(pairOf(window, *lab).coefficients.restitution, 0.5);

    // The scene's step came last, so Ctrl+Z in the panel takes that one back.
    panel->canvas()->setFocus();
    QTest::keyClick(panel->canvas(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(std::abs(xi() - before) < 1e-12);
    QCOMPARE(lab->now().coefficients.restitution, 0.5);

    // Who ticks a law puts that one on the contact, and the button names it.
    for (const auto state : {Qt::Unchecked, Qt::Checked})  // it may be ticked already
      laws->topLevelItem(static_cast<int>(CollisionLaw::Smith))->setCheckState(0, state);
    auto* use = panel->findChild<ElidedButton*>("impulseUse");
    QCOMPARE(use->fullText(), "Use " + lawLabel(CollisionLaw::Smith) + " at ac");
    panel->useLaw();
    QTRY_VERIFY(lawOf(window, *lab) == CollisionLaw::Smith);
  }
};

CAROM_DISPLAY_TEST(TestLawAtContact);
#include "tst_law_at_contact.moc"
