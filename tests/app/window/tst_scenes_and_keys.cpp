// The whole window: the scenes that it opens, its keys and menus, its rules and its layout.
#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSet>
#include <QShortcut>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <cmath>
#include <functional>
#include <map>

#include "base/version.h"
#include "common/math_label.h"
#include "common/theme.h"
#include "figure/figure_export_dialog.h"
#include "motion/series_panel.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "support/one_window.h"
#include "support/slow_build.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/player.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/layout/workspaces.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

class TestScenesAndKeys : public QObject, private tests::OneWindow {
  Q_OBJECT

 private slots:
  void initTestCase() { prepareWindowTest(); }
  void init() { openWindow(); }
  void cleanup() { window.reset(); }

  void everyBuiltinSceneOpens_data() {
    QTest::addColumn<QString>("name");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }
  void everyBuiltinSceneOpens() {
    QFETCH(QString, name);
    open(name);
    QCOMPARE(QString::fromStdString(window->snapshot()->scene->name()), name);
    QVERIFY(window->windowTitle().contains(name));
    QTest::keyClick(window.get(), Qt::Key_Right);
    QTest::keyClick(window.get(), Qt::Key_PageDown);
    QSignalSpy drawn(find<ViewportCanvas>(), &ViewportCanvas::frameShown);
    find<ViewportCanvas>()->updatePicture();
    QTRY_VERIFY(!drawn.isEmpty());
  }

  void theSceneMenuMarksTheOpenSceneAndHasTheLibrary() {
    const auto* menu = window->findChild<QMenu*>("scenes");
    const auto marked = [menu] {
      QStringList all;
      for (const QAction* action : menu->actions())
        if (action->isChecked()) all << action->objectName();
      return all;
    };
    QCOMPARE(marked(), QStringList{"open:billiard-break"});
    window->findChild<QAction*>("open:newtons-cradle")->trigger();
    QCOMPARE(marked(), QStringList{"open:billiard-break"});  // until the other one is open
    QTRY_COMPARE(marked(), QStringList{"open:newtons-cradle"});
    QVERIFY(menu->actions().contains(window->findChild<QAction*>("library")));
    window->findChild<QAction*>("new")->trigger();
    QTRY_VERIFY(marked().isEmpty());
  }

  void badFileLeavesTheOpenScene_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("truncated") << QByteArray(R"({"format": 1, "bodies": [)");
    QTest::newRow("not json") << QByteArray("hello");
    QTest::newRow("newer") << QByteArray(R"({"format": 2})");
    QTest::newRow("brackets") << QByteArray(1 << 20, '[');
  }
  void badFileLeavesTheOpenScene() {
    QFETCH(QByteArray, text);
    QTemporaryDir folder;
    const QString path = folder.filePath("bad.carom.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const SnapshotPtr before = window->snapshot();
    QSignalSpy refused(window.get(), &MainWindow::openRefused);
    window->openScene(path);
    QTRY_COMPARE(refused.count(), 1);
    QVERIFY(refused[0][0].toString().contains("bad.carom.json"));
    auto* box = window->findChild<QMessageBox*>();
    QVERIFY(box && box->isVisible());
    box->accept();
    QCOMPARE(window->snapshot()->scene, before->scene);
    QVERIFY(window->windowTitle().contains("billiard-break"));
  }

  /// A box that is higher than the screen would hide its last words and its button.
  void theBoxOfFactsFitsAnyScreen() {
    for (QAction* each : window->findChildren<QAction*>())
      if (each->text().remove('&') == "About Carom") each->trigger();
    QDialog* box = nullptr;
    for (QDialog* each : window->findChildren<QDialog*>())
      if (each->windowTitle() == "About Carom") box = each;
    QVERIFY(box && box->isVisible());
    QVERIFY(box->screen()->availableGeometry().contains(box->frameGeometry()));
    auto* text = box->findChild<QTextBrowser*>();
    auto* button = box->findChild<QPushButton*>();
    QVERIFY(text && button);
    QVERIFY(text->toPlainText().contains("Seghete") && text->toPlainText().contains(versionNumber()));
    QCOMPARE(text->verticalScrollBar()->maximum(), 0);  // this screen has room for all
    QVERIFY(text->viewport()->height() <
            text->document()->size().height() + 20);  // and the box no empty room
    box->resize(420, 200);
    QTRY_COMPARE(box->size(), QSize(420, 200));
    QVERIFY(box->rect().contains(QRect(button->mapTo(box, QPoint()), button->size())));
    QVERIFY(text->verticalScrollBar()->maximum() > 0);
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(!window->findChildren<QDialog*>().contains(box));
  }

  /// The hint names no drag where nothing can be taken hold of.
  void theHintSaysWhatCanBeDragged() {
    const auto hint = [this] { return find<ViewportCanvas>()->hint(); };
    QVERIFY2(hint().contains("drag a ball or the green handle"), qPrintable(hint()));
    open("newtons-cradle");
    QVERIFY2(hint().contains("drag a ball ") && !hint().contains("handle"), qPrintable(hint()));
    open("rhex");
    QVERIFY2(hint().contains("drag the green handle") && !hint().contains("ball"), qPrintable(hint()));
    open("falling-rod");
    QVERIFY2(hint().contains("wheel: zoom") && !hint().contains("drag"), qPrintable(hint()));
  }

  void millionStatesNeverFreezeTheWindow() {
    window->openScene("rack-break");
    QTRY_VERIFY(window->snapshot()->scene->name() == "rack-break");
    auto* field = find<ScenePanel>()->row("rows")->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QElapsedTimer clock;
    clock.start();
    QTest::keyClicks(field, "5");
    QTest::keyClick(field, Qt::Key_Return);
    // The window answers again and again, in a small part of the time that the search takes.
    QTimer pulse;
    QSignalSpy pulses(&pulse, &QTimer::timeout);
    pulse.start(5);
    QTRY_VERIFY(pulses.count() >= 30);
    const qint64 answering = clock.elapsed();
    QTRY_VERIFY(clock.hasExpired(4 * answering));
    QVERIFY(window->document()->isWaiting());
    // What was typed stays, also in a field that is left, and the numbers of three rows are grey.
    find<ScenePanel>()->setFocus();
    QCoreApplication::processEvents();
    QCOMPARE(field->text(), QStringLiteral("5"));
    const auto* summary = find<SummaryBar>();
    QTRY_VERIFY2(summary->accessibleName().contains("searching…"), qPrintable(summary->accessibleName()));
    QVERIFY2(!summary->accessibleName().contains("0.9122"), qPrintable(summary->accessibleName()));
    const auto* xi = summary->findChild<QWidget*>("xi");
    QVERIFY(!xi->isEnabled());
    const auto veil = [&](const QWidget* panel) { return panel->findChild<QWidget*>("searchVeil"); };
    const auto* graph = find<OrderingGraphPanel>();
    QTRY_VERIFY(veil(graph));
    QVERIFY(!veil(find<ScenePanel>()));
    // Clicks do not reach old numbers.
    const int before = find<OrderingGraphPanel>()->findChildren<QMenu*>().size();
    QTest::mouseClick(veil(graph), Qt::RightButton);
    QCOMPARE(find<OrderingGraphPanel>()->findChildren<QMenu*>().size(), before);
    // Who takes the edit back, in the field in which nothing is typed now, sees the numbers of three rows
    // again.
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY2(summary->accessibleName().contains("0.9122"), qPrintable(summary->accessibleName()));
    QTRY_COMPARE(field->text(), QStringLiteral("3"));
    QTRY_VERIFY(!veil(graph) && xi->isEnabled());
    window->document()->setAssignment("rows", "5");
    QVERIFY(window->document()->isWaiting());
    // Another scene takes its place.
    open("billiard-break");
    QCOMPARE(window->snapshot()->scene->name(), std::string("billiard-break"));
  }

  void keysLeadToThePanels() {
    open("billiard-break");
    const auto holdsFocus = [](const QWidget* panel) {
      const QWidget* focus = QApplication::focusWidget();
      return focus && (panel == focus || panel->isAncestorOf(focus));
    };
    tests::showActive(window.get());
    QTest::keyClick(window.get(), Qt::Key_4, Qt::AltModifier);
    QTRY_VERIFY(holdsFocus(find<OrderingGraphPanel>()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_1, Qt::AltModifier);
    QTRY_VERIFY(holdsFocus(find<ViewportPanel>()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_3, Qt::AltModifier);
    QTRY_VERIFY(holdsFocus(find<ScenePanel>()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);  // from the panel, which the arrows scroll
    QCOMPARE(QApplication::focusWidget()->parentWidget(), find<ScenePanel>()->row("theta"));
    // F6 goes through all that are shown, each once, and comes back.
    QSet<const QWidget*> seen;
    for (int i = 0; i < 20 && !(i > 0 && holdsFocus(find<ScenePanel>())); ++i) {
      for (Panel* panel : window->findChildren<Panel*>()) {
        if (holdsFocus(panel)) seen += panel;
        if (panel->visibleRegion().isEmpty() || panel->objectName() == "summary") continue;
        const QRgb border = panel->grab().toImage().pixel(panel->width() / 2, 0);  // it shows the focus
        QCOMPARE(border == theme::accent().rgb(), holdsFocus(panel));
      }
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    }
    QVERIFY(holdsFocus(find<ScenePanel>()));
    QVERIFY(seen.contains(find<OrderingGraphPanel>()) && seen.contains(find<ViewportPanel>()));
    QVERIFY(seen.size() >= 6);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(!holdsFocus(find<ScenePanel>()));
  }

  void tabLeadsThroughThePanelsThatAreSeen() {
    QApplication::setActiveWindow(window.get());
    find<ViewportCanvas>()->setFocus();
    QStringList panels;
    bool isAtTheta = false;
    for (int i = 0; i < 120; ++i) {
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus);
      isAtTheta = isAtTheta || focus->parentWidget() == find<ScenePanel>()->row("theta");
      for (QWidget* each = focus; each; each = each->parentWidget())
        if (const auto* panel = qobject_cast<Panel*>(each)) {
          QVERIFY2(!panel->visibleRegion().isEmpty(), qPrintable(panel->objectName()));
          if (!panels.contains(panel->objectName())) panels << panel->objectName();
          if (panel->objectName() == "orderingGraph") QVERIFY(isAtTheta);
        }
      QTest::keyClick(focus, Qt::Key_Tab);
    }
    const QStringList wanted{"timeline", "scene",  "orderingGraph", "outcomes",
                             "xi-curve", "energy", "momentum"};
    QStringList found;
    for (const QString& name : panels)
      if (wanted.contains(name)) found << name;
    QCOMPARE(found, wanted);
  }

  /// They stand above the panel, so the Tab key leads to them first, and Space presses them.
  void buttonsOfTitlesAreInTheTabOrder() {
    open("billiard-break");
    tests::showActive(window.get());
    auto* dock = window->findChild<QDockWidget*>("ordering-graph");
    const QStringList wanted{"title-views", "title-large", "title-float", "title-close"};
    QStringList found;
    find<ViewportCanvas>()->setFocus();
    for (int i = 0; i < 120 && !find<OrderingGraphPanel>()->isAncestorOf(QApplication::focusWidget()); ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      const QWidget* focus = QApplication::focusWidget();
      if (dock->titleBarWidget()->isAncestorOf(focus)) found += focus->objectName();
    }
    QStringList visible;
    for (const QString& name : wanted)
      if (dock->titleBarWidget()->findChild<QWidget*>(name)->isVisible()) visible += name;
    QCOMPARE(found, visible);
    auto* large = dock->titleBarWidget()->findChild<QWidget*>("title-large");
    large->setFocus(Qt::TabFocusReason);
    QTest::keyClick(large, Qt::Key_Space);
    QTRY_VERIFY(find<OrderingGraphPanel>()->width() > 0.8 * window->width());
    QTest::keyClick(window.get(), Qt::Key_F11);
    QTRY_VERIFY(find<OrderingGraphPanel>()->width() < 0.8 * window->width());
  }

  void panelsKeepTheirNamesInTheMenu() {
    open("billiard-break");
    QTRY_VERIFY(window->findChild<QDockWidget*>("xi-curve")->windowTitle().contains("θ"));
    for (QDockWidget* dock : window->findChildren<QDockWidget*>()) {
      QVERIFY(!dock->widget()->accessibleName().isEmpty());
      QCOMPARE(dock->toggleViewAction()->text(), dock->widget()->accessibleName());
    }
  }

  /// A letter after Alt leads to one entry of a menu.
  void mnemonicsAreUniqueInEachMenu() {
    const auto letterOf = [](const QAction* action) {
      const QString text = action->text().remove(QStringLiteral("&&"));
      const auto at = text.indexOf(QLatin1Char('&'));
      return at < 0 || at + 1 >= text.size() ? QChar() : text[at + 1].toLower();
    };
    int letters = 0;
    const std::function<void(const QList<QAction*>&)> check = [&](const QList<QAction*>& entries) {
      std::map<QChar, QString> taken;
      for (const QAction* action : entries) {
        if (QMenu* menu = action->menu()) {
          emit menu->aboutToShow();
          check(menu->actions());
        }
        const QChar letter = letterOf(action);
        if (letter.isNull() || !action->isVisible()) continue;
        QVERIFY2(taken.emplace(letter, action->text()).second,
                 qPrintable(action->text() + " beside " + taken[letter]));
        ++letters;
      }
    };
    open("billiard-break");
    check(window->menuBar()->actions());
    QVERIFY(letters > 40);
  }

  void theCurvesParameterIsAnUndoableEdit() {
    open("billiard-break");
    const std::string before = window->document()->sceneText();
    QMenu* menu = window->findChild<QToolButton*>("sweepChoice")->menu();
    emit menu->aboutToShow();
    menu->actions().at(1)->trigger();
    QTRY_VERIFY(now()->curve && now()->curve->over.front().name == "ra");
    QVERIFY(undoStack()->undoText().contains("ra"));
    undo();
    QTRY_VERIFY(now()->curve && now()->curve->over.front().name == "theta");
    QCOMPARE(window->document()->sceneText(), before);
  }

  void priorityIsAnUndoableRule() {
    openAmbiguousBreak();
    window->findChild<OrderingGraphPanel*>()->setFocus();
    OrderingRule rule{OrderingRule::Kind::Priority, {"bc", "ac"}, 1};
    window->document()->setRule(rule);
    QTRY_COMPARE(now()->ordering, (Word{1, 0}));
    auto* field = window->findChild<QLineEdit*>("priority");
    QVERIFY(field->isVisible());
    QCOMPARE(field->text(), QStringLiteral("bc, ac"));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "ac");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(now()->ordering, (Word{0, 1}));
    field->selectAll();
    QTest::keyClicks(field, "xy");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(field->property("error").toBool());
    QCOMPARE(undoStack()->count(), 3);
    window->findChild<OrderingGraphPanel*>()->setFocus();
    undo();
    QTRY_COMPARE(now()->ordering, (Word{1, 0}));
    undo();
    QTRY_VERIFY(!now()->settings.rule);
  }

  void keyboardChoosesARuleAndRestitution() {
    openAmbiguousBreak();
    choose("rule", "least infeasible first");
    QTRY_VERIFY(now()->settings.rule && now()->settings.rule->kind == OrderingRule::Kind::LeastInfeasible);
    choose("restitutionLaw", "whole impact: R");
    QTRY_VERIFY(now()->settings.restitution);
    auto* value = window->findChild<QDoubleSpinBox*>("restitutionValue");
    QVERIFY(value->isVisible());
    value->setFocus();
    QTest::keyClick(value, Qt::Key_Down);
    QTRY_VERIFY(std::abs(*now()->settings.restitution - 0.75) < 1e-12);
    QVERIFY(now()->report->outcomes[0].energyLoss > 0);
  }

  /// Qt does nothing at a key of two shortcuts, also where one of them counts in a part of the window only.
  void noLetterOfAPartIsThatOfAnAction() {
    const auto isLetter = [](const QKeySequence& key) {
      return key.count() == 1 && key[0].keyboardModifiers() == Qt::NoModifier && key[0].key() >= Qt::Key_A &&
             key[0].key() <= Qt::Key_Z;
    };
    QMap<QKeySequence, QString> actions;
    for (const QAction* action : window->findChildren<QAction*>())
      for (const QKeySequence& key : action->shortcuts())
        if (isLetter(key) && action->shortcutContext() == Qt::WindowShortcut) actions[key] = action->text();
    QVERIFY(actions.contains(QKeySequence(Qt::Key_C)));
    int letters = 0;
    for (const QShortcut* shortcut : window->findChildren<QShortcut*>()) {
      if (!isLetter(shortcut->key())) continue;
      QVERIFY2(!actions.contains(shortcut->key()),
               qPrintable(shortcut->key().toString() + ": " + actions[shortcut->key()]));
      ++letters;
    }
    QVERIFY(letters > 8);
  }

  void pinningShowsBothAndTheDifference() {
    openAmbiguousBreak();
    auto* graph = window->findChild<OrderingGraphPanel*>();
    auto* dock = window->findChild<QDockWidget*>("difference");
    graph->setFocus();
    QTest::keyClick(window.get(), Qt::Key_C);
    QTRY_VERIFY(now()->comparison);
    QCOMPARE(now()->comparison->word, (Word{0, 1}));
    QTRY_VERIFY(!window->findChild<SeriesPanel*>("difference")->visibleRegion().isEmpty());
    QVERIFY(dock->isVisible());
    QTest::mouseClick(graph, Qt::LeftButton, {},
                      graph->view().map(graph->picture().layout.nodes[2]).toPoint());
    QTRY_COMPARE(now()->ordering, (Word{1, 0}));
    QCOMPARE(now()->comparison->word, (Word{0, 1}));
    QVERIFY(window->findChild<SeriesPanel*>("difference")->figure());
    QCOMPARE(undoStack()->count(), 3);
    undo();
    undo();
    QTRY_VERIFY(!now()->comparison);
  }

  void gapsGiveProbabilitiesAndNoUndoStep() {
    openAmbiguousBreak();
    auto* box = window->findChild<QCheckBox*>("probabilities");
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QTRY_VERIFY(now()->edgeProbabilities && now()->report->gaps->samples > 2000);
    QCOMPARE(undoStack()->count(), 1);
    double sum = 0;
    for (const Outcome& outcome : now()->report->outcomes) sum += outcome.probability->value;
    QVERIFY(std::abs(sum - 1) < 1e-12);
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QTRY_VERIFY(!now()->edgeProbabilities);
  }

  void outcomeIsPickedInThePicture() {
    openAmbiguousBreak();
    window->findChild<QDockWidget*>("outcome-set")->raise();
    auto* panel = window->findChild<OutcomeSetPanel*>();
    QTRY_VERIFY(!panel->visibleRegion().isEmpty());
    QTest::mouseClick(panel, Qt::LeftButton, {}, panel->placeOf(1).toPoint());
    QTRY_COMPARE(now()->outcome, 1);
    undo();
    QTRY_COMPARE(now()->outcome, 0);
  }

  void layoutIsRememberedAndReset() {
    auto* dock = window->findChild<QDockWidget*>("energy");
    dock->hide();
    window->close();
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    dock = window->findChild<QDockWidget*>("energy");
    QVERIFY(!dock->isVisible());
    window->findChild<QAction*>("reset-layout")->trigger();
    QTRY_VERIFY(dock->isVisible());
    window->close();
  }
};

CAROM_DISPLAY_TEST(TestScenesAndKeys);
#include "tst_scenes_and_keys.moc"
