// The handbook in the window: F1 opens the page of what has the keyboard; search, back and forward, links,
// colours; and the palette finds pages.
#include <QClipboard>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenuBar>
#include <QScreen>
#include <QScrollBar>
#include <QTreeWidget>

#include "base/version.h"
#include "common/theme.h"
#include "handbook/handbook.h"
#include "orderings/ordering_graph_panel.h"
#include "support/file_window.h"
#include "support/widget_test.h"
#include "viewport/viewport_panel.h"
#include "window/handbook_window.h"
#include "window/palette/palette_model.h"
#include "window/panels.h"

using namespace carom;

class TestHandbook : public QObject, FileWindow {
  Q_OBJECT

  HandbookWindow* handbook() const { return window->findChild<HandbookWindow*>(); }
  HandbookPages* pages() const { return handbook()->findChild<HandbookPages*>(); }
  QLineEdit* search() const { return handbook()->findChild<QLineEdit*>("handbookSearch"); }
  QListWidget* found() const { return handbook()->findChild<QListWidget*>("handbookFound"); }
  void openAt(const QString& address) {
    if (!handbook()) window->findChild<QAction*>("handbook")->trigger();
    handbook()->read(address);
    tests::showActive(handbook());
  }
  static QString pageOf(const char* name) { return handbookFolder + QLatin1String(name); }

 private slots:
  void initTestCase() { prepare(); }
  void init() {
    QSettings().clear();
    start();
  }
  void cleanup() {
    window.reset();
    theme::apply(theme::Scheme::Light);
  }

  /// Every panel and the bars have a heading of their own in the page about the window.
  void everyPanelHasItsPlace() {
    for (const Panels::Entry& entry : window->panels().all()) {
      const QString address = handbookAddress(entry.panel);
      QVERIFY2(address.startsWith(pageOf("window.md#")),
               qPrintable(entry.panel->windowTitle() + ": " + address));
    }
    QCOMPARE(handbookAddress(window->findChild<QWidget*>("export-figure")), QString());
    QCOMPARE(handbookAddress(nullptr), QString());
  }

  void f1OpensThePageOfThePartWithTheKeyboard() {
    auto* graph = window->findChild<OrderingGraphPanel*>();
    QWidget* part = nullptr;
    for (QWidget* each : graph->findChildren<QWidget*>())
      if (!each->isWindow() && each->isVisible() && each->focusPolicy() != Qt::NoFocus) part = each;
    QVERIFY(part);
    part->setFocus();
    QTest::keyClick(part, Qt::Key_F1);
    QTRY_VERIFY(handbook() && handbook()->isVisible());
    QCOMPARE(pages()->address(), pageOf("window.md#reflection-orderings"));
    QVERIFY(pages()->verticalScrollBar()->value() > 0);
    QVERIFY(pages()->toPlainText().contains("The tree of orderings: nodes are momenta"));
  }

  /// Dialogs have windows of their own; there F1 is heard, too.
  void f1WorksInADialog() {
    window->findChild<QAction*>("terms")->trigger();
    QWidget* dialog = nullptr;
    QTRY_VERIFY((dialog = window->findChild<QDialog*>("termsDialog")) && dialog->isVisible());
    QApplication::setActiveWindow(dialog);
    auto* field = dialog->findChild<QLineEdit*>();
    field->setFocus();
    QTest::keyClick(field, Qt::Key_F1);
    QTRY_VERIFY(handbook() && handbook()->isVisible());
    QCOMPARE(pages()->address(), pageOf("window.md#what-is-this"));
  }

  void aWordAndEnterOpenAPage() {
    openAt({});
    QCOMPARE(pages()->address(), pageOf("index.md"));
    QTest::keyClick(pages(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(search()->hasFocus());
    QTest::keyClicks(search(), "termination");
    QVERIFY(found()->isVisible() && found()->count() > 0);
    QTest::keyClick(search(), Qt::Key_Return);
    QCOMPARE(pages()->address(), pageOf("theory-orderings.md#termination"));
    // The next one, by the arrow, while the field keeps the keyboard.
    search()->setText("restitution");
    QTest::keyClick(search(), Qt::Key_Down);
    QCOMPARE(found()->currentRow(), 1);
    QTest::keyClick(search(), Qt::Key_Return);
    QVERIFY(pages()->address() != pageOf("theory-orderings.md#termination"));
    search()->setText("xyzzy");
    QCOMPARE(found()->count(), 1);
    QTest::keyClick(search(), Qt::Key_Return);  // nothing to open
    QTest::keyClick(search(), Qt::Key_Escape);
    QVERIFY(search()->text().isEmpty() && handbook()->isVisible() && !found()->isVisible());
    QTest::keyClick(pages(), Qt::Key_Escape);
    QVERIFY(!handbook()->isVisible());
  }

  void backAndForward() {
    openAt({});
    openAt(pageOf("resolve.md"));
    openAt(pageOf("theory.md"));
    QTest::keyClick(handbook(), Qt::Key_Left, Qt::AltModifier);
    QTRY_COMPARE(pages()->address(), pageOf("resolve.md"));
    QTest::keyClick(handbook(), Qt::Key_Right, Qt::AltModifier);
    QTRY_COMPARE(pages()->address(), pageOf("theory.md"));
    QTest::keyClick(handbook(), Qt::Key_Home, Qt::AltModifier);
    QTRY_COMPARE(pages()->address(), pageOf("index.md"));
  }

  /// The contents mark the page that is shown, wherever it was opened from; a click there gives it the
  /// keyboard.
  void theContentsMarkThePage() {
    openAt({});
    auto* contents = handbook()->findChild<QTreeWidget*>();
    const auto marked = [&] {
      return contents->currentItem() ? contents->currentItem()->text(0) : QString();
    };
    QCOMPARE(marked(), QString());
    openAt(pageOf("resolve.md"));
    QCOMPARE(marked(), QString("One impact, all orderings"));
    openAt(pageOf("theory-orderings.md#termination"));
    QCOMPARE(marked(), QString("Reflections and orderings"));
    QTest::keyClick(handbook(), Qt::Key_Left, Qt::AltModifier);
    QTRY_COMPARE(marked(), QString("One impact, all orderings"));
    QTreeWidgetItem* laws = contents->findItems("Collision laws in impulse space", Qt::MatchRecursive).at(0);
    contents->scrollToItem(laws);
    QTest::mouseClick(contents->viewport(), Qt::LeftButton, {}, contents->visualItemRect(laws).center());
    QCOMPARE(pages()->address(), pageOf("theory-laws.md"));
    QCOMPARE(marked(), laws->text(0));
    QVERIFY(pages()->hasFocus());
  }

  /// Each page is shown with the links, pictures and formulas that it has.
  void everyPageIsShown() {
    openAt({});
    int pictures = 0;
    for (const HandbookPage& page : Handbook::get().pages()) {
      pages()->read(page.file);
      QCOMPARE(pages()->address(), page.file);
      QVERIFY2(pages()->toPlainText().startsWith(page.title), qPrintable(page.file));
      const QTextDocument* document = pages()->document();
      for (QTextBlock block = document->begin(); block.isValid(); block = block.next())
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
          const QTextCharFormat format = piece.fragment().charFormat();
          if (!format.isImageFormat()) continue;
          const QString name = format.toImageFormat().name();
          const auto image = document->resource(QTextDocument::ImageResource, QUrl(name)).value<QImage>();
          QVERIFY2(
              image.width() > 20 && image.deviceIndependentSize().width() <= pages()->viewport()->width(),
              qPrintable(page.file + ": " + name));
          ++pictures;
        }
    }
    QVERIFY(pictures > 15);
  }

  /// A link within the page moves, one to another page opens it.
  void linksAreFollowed() {
    openAt(pageOf("theory.md"));
    emit pages()->anchorClicked(QUrl("page:/resources/handbook/theory-orderings#termination"));
    QCOMPARE(pages()->address(), pageOf("theory-orderings.md#termination"));
    QVERIFY(pages()->toHtml().contains("page:/resources/handbook/theory#symbols"));
  }

  /// No line of a page ends within an option, and what is copied is the option alone.
  void optionsAreNotDivided() {
    openAt(pageOf("robots.md"));
    const QTextDocument* document = pages()->document();
    for (const int width : {500, 620, 741, 900}) {
      handbook()->resize(width, 600);
      QCoreApplication::processEvents();
      for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        const QTextLayout* lines = block.layout();
        for (int i = 0; i + 1 < lines->lineCount(); ++i) {
          const QTextLine line = lines->lineAt(i);
          const QString text = block.text().mid(line.textStart(), line.textLength()).remove(wordJoiner);
          QVERIFY2(!text.endsWith("--"), qPrintable(block.text()));
        }
      }
    }
    QTextCursor option = document->find(QStringLiteral("joint") + "-" + wordJoiner + "angle");
    QVERIFY(!option.isNull());
    pages()->selectAll();
    pages()->copy();
    QVERIFY(QApplication::clipboard()->text().contains("--joint-angle"));
    QVERIFY(!QApplication::clipboard()->text().contains(wordJoiner));
  }

  /// Text and formulas are light on dark and dark on light, also where the scheme changes while a page is
  /// shown.
  void bothSchemes() {
    openAt(pageOf("theory-orderings.md"));
    const auto formula = [this] {
      const QString tex = formulasOf(
          Handbook::get().pages()[Handbook::get().find(pageOf("theory-orderings.md"))].markdown)[0];
      const auto image =
          pages()
              ->document()
              ->resource(QTextDocument::ImageResource, QUrl("picture:/" + handbookFolder + formulaFile(tex)))
              .value<QImage>();
      int lightness = -1;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
          if (image.pixelColor(x, y).alpha() > 250) lightness = image.pixelColor(x, y).lightness();
      return lightness;
    };
    for (const auto scheme : {theme::Scheme::Light, theme::Scheme::Dark, theme::Scheme::Light}) {
      theme::apply(scheme);
      QCoreApplication::processEvents();
      const bool isDark = scheme == theme::Scheme::Dark;
      QTextCursor heading(pages()->document());
      heading.setPosition(1);
      QCOMPARE(heading.charFormat().foreground().color().lightness() > 128, isDark);
      const int lightness = formula();
      QVERIFY2(lightness >= 0 && (lightness > 128) == isDark, qPrintable(QString::number(lightness)));
    }
  }

  /// Thirty questions of a person, the word that they type, and the answer: a page, a command, a panel or a
  /// word among the first three that the palette or the search of the handbook finds, so that two arrows and
  /// Enter are the most keys after the word.
  void thirtyQuestions_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("answer");
    const auto ask = [](const char* question, const char* word, const char* answer) {
      QTest::newRow(question) << QString::fromUtf8(word) << QString::fromUtf8(answer);
    };
    ask("Where do I change friction?", "friction", "Friction and collision laws");
    ask("What is rho?", "ρ", "distance to a jam (ρ)");
    ask("What is xi?", "ξ", "indeterminacy (ξ)");
    ask("What is G?", "gram", "Gram matrix (G)");
    ask("How do I export a movie?", "movie", "Export movie of the run");
    ask("How do I run a study on Slurm?", "slurm", "Run a study on a cluster");
    ask("How do I export a figure?", "export figure", "Export a figure");
    ask("Which journals are there?", "journal", "Presets of journals and style");
    ask("How do I get LaTeX?", "latex", "Files");
    ask("How do I bring my robot?", "robot", "Bring my robot");
    ask("What does the import of URDF take?", "urdf", "Robots from URDF, MJCF and SDF");
    ask("How do I build a scene?", "new", "New");
    ask("How do I add a ball?", "add a ball", "Add a ball");
    ask("Where is the library?", "library", "Library");
    ask("How do I compare two orderings?", "compare", "Compare orderings");
    ask("How do I find a unique design?", "unique design", "Find a unique design");
    ask("When is an outcome unique?", "unique", "When the outcome is unique");
    ask("Why does the order matter here?", "why", "Why?");
    ask("Does every ordering end?", "termination", "Termination");
    ask("What is a jam?", "jam", "jammed");
    ask("How likely is each outcome?", "gaps", "Gaps and samples");
    ask("How do tolerances spoil uniqueness?", "tolerances", "Tolerances");
    ask("What is restitution of the whole impact?", "restitution", "Restitution and plastic impact");
    ask("Which rule chooses the ordering?", "policies", "Policies");
    ask("How do I push a body?", "push", "Pushes");
    ask("How do I ask from Python?", "python", "Ask from Python");
    ask("How do I use the engine from C++?", "c++", "Use the engine from C++");
    ask("How do I check a recorded run?", "audit", "Audit a run");
    ask("How do I cite Carom?", "bibtex", "Copy BibTeX");
    ask("Which keys are there?", "keys", "Keys and mouse");
    ask("How do I get dark colours?", "dark", "Dark");
    ask("Where are my unsaved edits?", "recovery", "Files and recovery");
    ask("How do I write units?", "units", "Numbers");
    ask("What can become of a scene?", "futures", "All futures of a scene");
    ask("What do other models answer?", "other models", "Other models");
    ask("How do I take that back?", "undo", "Undo");
    ask("What is the group of a certificate?", "coxeter", "Coxeter group");
    ask("How do I install it?", "install", "Install, and where things are");
    ask("What is a plastic impact?", "plastic", "Plastic impact");
    ask("How do I put figures into one?", "grid", "Several figures in one");
    ask("What of Coulomb friction without a solution?", "painlevé", "No forces, or several: Painlevé");
    ask("What does status 3 mean?", "exit status", "Exit status and errors");
    ask("How do I come from MuJoCo?", "mujoco", "MuJoCo");
    ask("How do I add a spring?", "spring", "Add a spring");
    ask("Where do I switch gravity off?", "gravity", "Masses and gravity");
    ask("How do I get the numbers as CSV?", "csv", "Save the table as CSV");
    ask("How do I change the mass of a ball?", "mass", "Masses and gravity");
    ask("Where is the energy of a run?", "energy", "Energy");
    ask("How do I slow the motion down?", "slow motion", "Movies");
  }
  void thirtyQuestions() {
    QFETCH(QString, word);
    QFETCH(QString, answer);
    QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto* field = window->findChild<QLineEdit*>("paletteField");
    QTRY_VERIFY(field->isVisible());
    auto* model = static_cast<PaletteModel*>(window->findChild<QListView*>("paletteList")->model());
    field->setText(word);
    QStringList palette, pages;
    for (int i = 0; i < std::min(3, model->rowCount()); ++i)
      palette << QString(model->at(i).title).remove(QChar(0x2026));
    for (const HandbookHit& hit : Handbook::get().search(word, 3)) pages << hit.heading.text;
    QVERIFY2(palette.contains(answer) || pages.contains(answer),
             qPrintable(palette.join(" | ") + "   //   " + pages.join(" | ")));
  }

  void thePaletteFindsPages() {
    QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto* field = window->findChild<QLineEdit*>("paletteField");
    QTRY_VERIFY(field->isVisible());
    auto* model = static_cast<PaletteModel*>(window->findChild<QListView*>("paletteList")->model());
    for (const auto& [word, title] : {std::pair{"on a cluster", "Run a study on a cluster"},
                                      {"termination", "Termination"},
                                      {"my robot", "Bring my robot"}}) {
      field->setText(word);
      QVERIFY(model->rowCount() > 0);
      QCOMPARE(model->at(0).title, QString(title));
      QCOMPARE(model->at(0).kind, QString("Handbook"));
    }
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(handbook() && handbook()->isVisible());
    QCOMPARE(pages()->address(), pageOf("tasks.md#bring-my-robot"));
  }

  /// The page of keys, by the menu, fits the screen.
  void theListOfKeysIsAPage() {
    for (QAction* each : window->findChildren<QAction*>())
      if (each->text().remove('&') == "Keys and mouse") each->trigger();
    QTRY_VERIFY(handbook() && handbook()->isVisible());
    QCOMPARE(pages()->address(), pageOf("reference/keys.md"));
    for (const char* keys : {"Ctrl+K", "Home, End", "right click"})
      QVERIFY2(pages()->toPlainText().contains(keys), keys);
    QVERIFY(handbook()->screen()->availableGeometry().size().width() >= handbook()->width());
  }

  void bibtexIsCopied() {
    QApplication::clipboard()->clear();
    window->findChild<QAction*>("copy-bibtex")->trigger();
    QCOMPARE(QApplication::clipboard()->text(), bibtex());
    QVERIFY(bibtex().contains("version = {" + versionNumber() + '}'));
  }
};

CAROM_DISPLAY_TEST(TestHandbook);
#include "tst_handbook.moc"
