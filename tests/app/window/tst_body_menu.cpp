// What the 3D view offers for the body under the mouse, and how it marks a contact of the list.
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>

#include "mechanics/contact/contacts.h"
#include "scene/body_list.h"
#include "support/file_window.h"
#include "support/widget_test.h"
#include "viewport/body_menu.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"

using namespace carom;

class TestBodyMenu : public QObject, FileWindow {
  Q_OBJECT

  const Mechanism& mechanism() const { return *window->snapshot()->instance.mechanism; }
  ViewportCanvas* canvas() const { return window->findChild<ViewportCanvas*>(); }
  QStringList names() const {
    QStringList all;
    for (const Body& body : mechanism().bodies()) all << QString::fromStdString(body.name);
    return all;
  }
  QStringList offers(const char* body) const {
    QMenu menu;
    window->findChild<BodyMenu*>()->fill(&menu, mechanism().bodyIndex(body));
    QStringList all;
    for (const QAction* action : menu.actions()) all << action->text();
    return all;
  }
  /// Triggers what begins with a word in the menu of a body.
  void choose(const char* body, const QString& word) const {
    QMenu menu;
    window->findChild<BodyMenu*>()->fill(&menu, mechanism().bodyIndex(body));
    for (QAction* action : menu.actions())
      if (action->text().startsWith(word)) return action->trigger();
    QFAIL(qPrintable("the menu lacks " + word));
  }
  void renameTo(const QString& name) const {
    choose("a", "Rename");
    auto* dialog = window->findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue(name);
    dialog->accept();
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() { start(); }
  void cleanup() { window.reset(); }

  void theMenuIsAboutTheBodyUnderTheMouse() {
    const auto at = mechanism().position(mechanism().bodyIndex("b"), window->snapshot()->instance.initial.q);
    const QPointF place = *canvas()->screenMap().toScreen(at);
    const auto* tools = window->findChild<ViewportPanel*>()->tool();
    QCOMPARE(tools->bodyAt(place), mechanism().bodyIndex("b"));
    QCOMPARE(tools->bodyAt({24, 400}), -1);
    const QStringList ofBall = offers("b");
    QCOMPARE(ofBall,
             (QStringList{"Rename b…", "Duplicate b", "Delete b", "Add a handle…", "Set the velocity of b"}));
    open("bouncing-ball");
    QCOMPARE(offers("floor").size(), 4);  // a wall has no velocity
  }

  /// The menu takes the tool of handles.
  void aHandleIsPulledNext() {
    choose("b", "Add a handle");
    QCOMPARE(window->findChild<ViewportPanel*>()->tool()->kind(), ToolBox::Kind::Handle);
  }

  void aBodyIsRenamedInOneStepOfUndo() {
    renameTo("first");
    QTRY_COMPARE(names(), (QStringList{"first", "b", "c"}));
    QCOMPARE(window->document()->undoStack()->count(), 1);
    QCOMPARE(window->selection()->bodies(), QStringList{"first"});
    window->document()->undo();
    QTRY_COMPARE(names(), (QStringList{"a", "b", "c"}));
  }

  void aNameThatCannotBeSaysWhy() {
    renameTo("b");
    QVERIFY2(canvas()->hint().contains("\"b\""), qPrintable(canvas()->hint()));
    QCOMPARE(names(), (QStringList{"a", "b", "c"}));
    QCOMPARE(window->document()->undoStack()->count(), 0);
  }

  void aBodyIsDuplicatedAndDeleted() {
    choose("a", "Duplicate");
    QTRY_COMPARE(names().size(), 4);
    window->document()->undo();
    QTRY_COMPARE(names().size(), 3);
    choose("a", "Delete");
    QTRY_COMPARE(names(), (QStringList{"b", "c"}));
  }

  void aVelocityIsTyped() {
    choose("a", "Set the velocity");
    QTest::keyClicks(canvas(), "0.5");
    QTest::keyClick(canvas(), Qt::Key_Tab);
    QTest::keyClicks(canvas(), "0");
    QTest::keyClick(canvas(), Qt::Key_Return);
    QTRY_COMPARE(window->document()->undoStack()->count(), 1);
    const SceneInstance& instance = window->snapshot()->instance;
    const KineticMetric metric(mechanism().massMatrix(instance.initial.q));
    QVERIFY(std::abs(metric.velocity(instance.initial.p)[0] - 0.5) < 1e-12);
  }

  void aContactOfTheListIsMarked() {
    auto* list = window->findChild<BodyList*>();
    emit list->contactClicked("bc");
    const auto& marked = canvas()->frame().chosenContact;
    QVERIFY(marked);
    const Eigen::VectorXd& q = window->snapshot()->instance.initial.q;
    const auto centre = [&](const char* body) {
      return mechanism().position(mechanism().bodyIndex(body), q);
    };
    QVERIFY((marked->first - 0.5 * (centre("b") + centre("c"))).norm() < 1e-12);  // equal balls
    QVERIFY((marked->first - marked->second).norm() < 1e-12);
    emit list->contactClicked("ab");  // apart
    const double radius = 0.0286;
    QVERIFY(std::abs((marked->first - marked->second).norm() -
                     ((centre("a") - centre("b")).norm() - 2 * radius)) < 1e-12);
    emit list->contactClicked("ab");
    QVERIFY(!canvas()->frame().chosenContact);
    emit list->contactClicked("ac");
    window->selection()->choose({"a"});
    QVERIFY(!canvas()->frame().chosenContact);
  }

  void aClickOnItsLineChoosesAContact() {
    auto* list = window->findChild<BodyList*>();
    for (auto* label : list->findChildren<QLabel*>())
      if (label->text() == "ac") QTest::mouseClick(label, Qt::LeftButton);
    QCOMPARE(window->selection()->contact(), QStringLiteral("ac"));
  }
};

CAROM_DISPLAY_TEST(TestBodyMenu);
#include "tst_body_menu.moc"
