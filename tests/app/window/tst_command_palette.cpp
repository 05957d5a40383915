// Everything by a few letters: what fits, what comes first, what it does, and why something cannot be done
// now.
#include <QAction>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QTextBrowser>
#include <random>

#include "base/terms.h"
#include "figure/figure_export_dialog.h"
#include "handbook/handbook.h"
#include "orderings/ordering_graph_panel.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "support/file_window.h"
#include "support/widget_test.h"
#include "viewport/viewport_panel.h"
#include "window/layout/large_panel.h"
#include "window/layout/workspaces.h"
#include "window/palette/command_palette.h"
#include "window/palette/fuzzy_match.h"
#include "window/palette/palette_model.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

class TestCommandPalette : public QObject, FileWindow {
  Q_OBJECT

  QLineEdit* field() const { return window->findChild<QLineEdit*>("paletteField"); }
  QListView* list() const { return window->findChild<QListView*>("paletteList"); }
  PaletteModel* model() const { return static_cast<PaletteModel*>(list()->model()); }
  void openPalette() const {
    QWidget* focus = QApplication::focusWidget() ? QApplication::focusWidget() : window.get();
    QTest::keyClick(focus, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(field()->isVisible() && field()->hasFocus());
  }
  /// Opens it, types and presses Enter.
  void call(const QString& letters) const {
    openPalette();
    QTest::keyClicks(field(), letters);
    QTest::keyClick(field(), Qt::Key_Return);
  }
  QString first(const QString& letters) const {
    field()->setText(letters);
    return model()->rowCount() > 0 ? model()->at(0).title : QString();
  }
  int rowOf(const QString& kind, const QString& title) const {
    for (int i = 0; i < model()->rowCount(); ++i)
      if (model()->at(i).kind == kind && model()->at(i).title == title) return i;
    return -1;
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() { startFresh(); }
  void cleanup() { window.reset(); }

  /// The scene editor, whose button has the menu, is not shown.
  void whatTheMenuOfAButtonOffersIsFound() {
    const auto hasGravity = [this] {
      return window->document()->sceneText().find("\"gravity\"") != std::string::npos;
    };
    QVERIFY(!hasGravity());
    call("gravity");
    QTRY_VERIFY(hasGravity());
  }

  /// A pattern fits exactly where its letters stand in the text in their order, at the places that are told.
  void lettersFitWhereTheyStandInOrder() {
    std::mt19937 chance(7);
    const QString letters = "abcAB ";
    const auto random = [&](int most) {
      QString text;
      for (int i = static_cast<int>(chance() % static_cast<unsigned>(most + 1)); i-- > 0;)
        text += letters[static_cast<int>(chance() % 6)];
      return text;
    };
    int fits = 0;
    for (int k = 0; k < 5000; ++k) {
      const QString pattern = random(4), text = random(9);
      const QString wanted = pattern.toLower().remove(' ');
      int found = 0;
      for (const QChar c : text.toLower()) found += found < wanted.size() && c == wanted[found];
      const auto match = fuzzyMatch(pattern, text);
      QCOMPARE(match.has_value(), found == wanted.size());
      if (!match) continue;
      ++fits;
      QString there;
      for (const int at : match->positions) there += text[at].toLower();
      QCOMPARE(there, wanted);
      for (int i = 1; i < match->positions.size(); ++i)
        QVERIFY(match->positions[i - 1] < match->positions[i]);
    }
    QVERIFY(fits > 500 && fits < 4500);
  }

  void startsOfWordsComeFirst() {
    const auto isBetter = [](const char* pattern, const char* a, const char* b) {
      const auto first = fuzzyMatch(pattern, a), second = fuzzyMatch(pattern, b);
      return first && second && first->score > second->score;
    };
    QVERIFY(isBetter("il", "Impact log", "Build"));
    QVERIFY(isBetter("en", "Energy", "Open"));
    QVERIFY(isBetter("log", "Impact log", "Close all gaps"));
    QVERIFY(isBetter("order", "Compare orderings", "Open recorded answers"));
    QCOMPARE(fuzzyMatch("ig", "Pig Iron gate")->positions,
             (QList<int>{4, 9}));  // not those side by side within a word
  }

  /// A word that no title has is found in the text of the handbook, before titles with its letters in places.
  void wordsOfTheTextAreFound() {
    openPalette();
    for (const char* word : {"gravity", "recovery", "slow", "units", "clipboard", "ffmpeg"}) {
      field()->setText(word);
      bool found = false;
      for (int i = 0; i < std::min(3, model()->rowCount()); ++i) {
        const QString address = model()->at(i).id.mid(5);
        if (model()->at(i).kind != "Handbook") continue;
        const int page = Handbook::get().find(address.section('#', 0, 0));
        QVERIFY(page >= 0);
        for (const Section& section : Handbook::get().pages()[page].sections)
          if (section.heading.level == 1 || section.heading.anchor == address.section('#', 1))
            found |= (section.heading.text + section.text).contains(word, Qt::CaseInsensitive);
      }
      QVERIFY2(found, word);
    }
  }

  /// Each panel is found by its name, shown in front and has the keyboard, from wherever it was hidden.
  void everyPanelIsOneCallAway() {
    for (const Panels::Entry& entry : window->panels().all()) {
      if (entry.row->place == PanelRow::Place::Bar) continue;
      openPalette();
      const QString name = entry.panel->accessibleName();
      field()->setText(name);
      const int row = rowOf("Panel", name);
      QVERIFY2(row >= 0 && row < 3, qPrintable(QString("%1: row %2").arg(name).arg(row)));
      for (int i = 0; i < row; ++i) QTest::keyClick(field(), Qt::Key_Down);
      QTest::keyClick(field(), Qt::Key_Return);
      QTRY_VERIFY2(!entry.panel->visibleRegion().isEmpty(), qPrintable(name));
      QVERIFY(!field()->isVisible());
    }
  }

  void aPanelIsMadeLarge() {
    call("orderings filling");
    QTRY_COMPARE(window->large()->panel(), window->findChild<OrderingGraphPanel*>());
  }

  void workspacesScenesFiguresAndTools() {
    call("design");
    QTRY_COMPARE(window->workspaces()->now().name, QString("Design"));
    call("newton cradle");
    QTRY_COMPARE(window->snapshot()->scene->name(), std::string("newtons-cradle"));
    call("add a ball");
    QTRY_COMPARE(window->findChild<ViewportPanel*>()->tool()->kind(), ToolBox::Kind::Ball);
    openPalette();
    field()->setText("export movie");
    QVERIFY(model()->at(0).title.contains("movie"));
    field()->setText("export orderings");
    QCOMPARE(model()->at(0).kind, QString("Figure"));
    QTest::keyClick(field(), Qt::Key_Return);
    QTRY_VERIFY(window->findChild<FigureExportDialog*>());
    window->findChild<FigureExportDialog*>()->reject();
  }

  /// By the symbol or the name; what is typed then goes into its field.
  void aParameterIsSetByKeysAlone() {
    call("theta");
    QLineEdit* line = nullptr;
    QTRY_VERIFY((line = qobject_cast<QLineEdit*>(QApplication::focusWidget())) != nullptr);
    QCOMPARE(line->parentWidget(), window->findChild<ScenePanel*>()->row("theta"));
    QTest::keyClicks(line, "110");
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY(std::abs(theta() - 110) < 1e-9);
    openPalette();
    field()->setText(QString::fromUtf8("θ"));
    QTest::keyClick(field(), Qt::Key_Return);
    QTRY_COMPARE(QApplication::focusWidget()->parentWidget(), window->findChild<ScenePanel*>()->row("theta"));
  }

  /// The lists of the tool bar by keys alone, and the value that goes with what is chosen.
  void restitutionAndRuleAreChosenByKeysAlone() {
    call("whole impact: R");
    auto* value = window->findChild<QDoubleSpinBox*>("restitutionValue");
    QTRY_VERIFY(value->isVisible() && value->hasFocus());
    value->selectAll();
    QTest::keyClicks(value, "0.5");
    QTest::keyClick(value, Qt::Key_Return);
    QTRY_VERIFY(!window->document()->isWaiting());
    QCOMPARE(window->document()->state().settings.restitution.value_or(-1), 0.5);
    openPalette();
    QTest::keyClicks(field(), "most infeasible first");
    const int row = rowOf("Impact rule", "most infeasible first");  // a second run has that choice, too
    QVERIFY(row >= 0);
    list()->setCurrentIndex(list()->model()->index(row, 0));
    QTest::keyClick(field(), Qt::Key_Return);
    QTRY_VERIFY(window->document()->state().settings.rule.has_value());
    QVERIFY(window->document()->state().settings.rule->kind == OrderingRule::Kind::MostInfeasible);
  }

  void everyWordOfTheTheoryIsExplained() {
    openPalette();
    for (const Term& term : termTable()) {
      field()->setText(term.name);
      bool found = false;
      for (int i = 0; i < model()->rowCount() && !found; ++i)
        found = model()->at(i).id == QString("word:") + term.name;
      QVERIFY2(found, term.name);
    }
    field()->clear();
    QTest::keyClicks(field(), "order matters");
    QVERIFY2(model()->at(0).id == "word:order matters", qPrintable(model()->at(0).id));
    QTest::keyClick(field(), Qt::Key_Return);
    const auto shown = [&] {
      QString text;
      for (const QTextBrowser* browser : window->findChildren<QTextBrowser*>())
        if (browser->isVisible()) text += browser->toPlainText();
      return text;
    };
    QTRY_VERIFY2(shown().contains("different outcomes"), qPrintable(shown()));
  }

  /// Every action of the menus is there, with its key.
  void everyActionIsThereWithItsKey() {
    openPalette();
    int actions = 0;
    for (const char* name : {"new", "save", "open-figure", "keep-run", "compare", "duplicate", "dwell",
                             "large", "workspace-save", "what-is-this", "drop-experiment", "export-movie"}) {
      const auto* action = window->findChild<QAction*>(name);
      QVERIFY2(action, name);
      int row = -1;
      for (int i = 0; i < model()->rowCount(); ++i)
        if (model()->at(i).id == name) row = i;
      QVERIFY2(row >= 0, name);
      QCOMPARE(model()->at(row).key, action->shortcut().toString(QKeySequence::NativeText));
      QCOMPARE(model()->at(row).whyNot.isEmpty(), action->isEnabled());
      ++actions;
    }
    QCOMPARE(actions, 12);
  }

  /// Headings of menus are no commands, a menu in two places is there once, and a command comes before the
  /// page about it.
  void everyCommandIsThereOnce() {
    openPalette();
    std::map<QString, int> seen;
    for (int i = 0; i < model()->rowCount(); ++i) ++seen[model()->at(i).id + ' ' + model()->at(i).title];
    for (const auto& [name, times] : seen) QVERIFY2(times == 1, qPrintable(name));
    for (const char* heading : {"under another rule", "no scene file opened yet"}) {
      field()->setText(heading);
      for (int i = 0; i < model()->rowCount(); ++i)
        QVERIFY2(model()->at(i).title.compare(QLatin1String(heading), Qt::CaseInsensitive) != 0, heading);
    }
    field()->setText("nearest outcome");
    int rules = 0;
    for (int i = 0; i < model()->rowCount(); ++i)
      rules += model()->at(i).title == "nearest outcome" && model()->at(i).kind != "Word";
    QCOMPARE(rules, 2);  // of the impact, and of the second run
    field()->setText("movie");
    QVERIFY2(model()->at(0).id == "export-movie", qPrintable(model()->at(0).id));
    field()->setText("rb");
    QCOMPARE(model()->at(0).title, QString::fromUtf8("r_b · rb"));
  }

  void whatCannotBeDoneSaysWhy() {
    openPalette();
    QTest::keyClicks(field(), "undo");
    QVERIFY(model()->at(0).title.startsWith("Undo"));
    QVERIFY2(model()->at(0).whyNot.contains("Nothing has been changed"), qPrintable(model()->at(0).whyNot));
    QTest::keyClick(field(), Qt::Key_Return);
    QVERIFY(field()->isVisible());  // nothing was done
    QTest::keyClick(field(), Qt::Key_Escape);
    setTheta("100deg");
    openPalette();
    QTest::keyClicks(field(), "undo");
    QVERIFY(model()->at(0).whyNot.isEmpty());
    QTest::keyClick(field(), Qt::Key_Return);
    QTRY_VERIFY(std::abs(theta() - 90) < 1e-9);
    openPalette();
    for (int i = 0; i < model()->rowCount(); ++i)
      if (const QString& why = model()->at(i).whyNot; !why.isEmpty()) QVERIFY(why.size() > 10);
  }

  void whatWasDoneLastComesFirst() {
    call("impact log");
    call("workspace motion");
    openPalette();
    QCOMPARE(model()->at(0).title, QString("Motion"));
    QCOMPARE(model()->at(1).title, QString("Impact log"));
    QTest::keyClick(field(), Qt::Key_Escape);
    QTRY_VERIFY(!field()->isVisible());
    window.reset();  // also in the next session
    start();
    tests::showActive(window.get());
    openPalette();
    QCOMPARE(model()->at(0).title, QString("Motion"));
  }

  void escapeAndOtherPlacesCloseIt() {
    auto* line = window->findChild<ScenePanel*>()->row("theta")->findChild<QLineEdit*>("field");
    line->setFocus();
    openPalette();
    QTest::keyClicks(field(), "zzzz");
    QCOMPARE(model()->rowCount(), 0);
    QTest::keyClick(field(), Qt::Key_Escape);
    QTRY_VERIFY(!field()->isVisible() && line->hasFocus());
    openPalette();
    line->setFocus(Qt::MouseFocusReason);
    QTRY_VERIFY(!field()->isVisible());
  }

  /// It opens and answers each letter before a person notices.
  void itIsQuick() {
    openPalette();
    QTest::keyClick(field(), Qt::Key_Escape);
    QElapsedTimer clock;
    clock.start();
    openPalette();
    const qint64 opened = clock.restart();
    QTest::keyClicks(field(), "ordering");
    const qint64 typed = clock.elapsed();
    constexpr qint64 most = 400;  // ms, without optimisation and on a busy machine
    QVERIFY2(opened < most && typed / 8 < most,
             qPrintable(QString("%1 ms, %2 ms a letter").arg(opened).arg(double(typed) / 8)));
  }
};

CAROM_DISPLAY_TEST(TestCommandPalette);
#include "tst_command_palette.moc"
