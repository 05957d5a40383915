// What is this? Every word and symbol of the theory in every panel has an explanation.
#include <QAbstractItemView>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTextBrowser>
#include <QToolTip>
#include <QWhatsThis>
#include <algorithm>
#include <set>

#include "base/terms.h"
#include "common/hover_card.h"
#include "common/math_label.h"
#include "common/term_tips.h"
#include "motion/series_figure.h"
#include "plot/styled_plot.h"
#include "scene/body_list.h"
#include "scene/summary_bar.h"
#include "support/settle_window.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_canvas.h"
#include "window/main_window.h"
#include "window/panels.h"
#include "window/terms_dialog.h"

using namespace carom;

class TestTerms : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;

  void open(const QString& scene, const Assignments& assignments = {}) {
    const auto before = window->snapshot() ? window->snapshot()->scene : nullptr;
    window->openScene(scene, assignments);
    QTRY_VERIFY(window->snapshot() && window->snapshot()->scene != before);
    QTRY_VERIFY(window->impactShown());
  }

  /// Texts that are no theory: those of a scene, and plain words of the program.
  static bool isPlain(const QWidget* widget, const QString& text) {
    static const QStringList words{"Scene",
                                   "Scene editor",
                                   "Scene text",
                                   "Parameters",
                                   "Bodies and contacts",
                                   "of",
                                   "#",
                                   "deg",
                                   "fit",
                                   "log x",
                                   "log y",
                                   "A B",
                                   "figure",
                                   "DOT",
                                   "Contact",
                                   "Figures"};
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
      const QString name = each->objectName();
      if (qobject_cast<const BodyList*>(each) || name == "scene-editor" || name == "scene-text-panel")
        return true;
    }
    return words.contains(text) || text.front().isDigit() ||
           (text.size() > 1 && QStringLiteral("−+").contains(text[0]) && text[1].isDigit());
  }

  /// Whether a text is the name of a body or a contact of the scene.
  bool isName(const QString& text) const {
    const SceneInstance& instance = window->snapshot()->instance;
    const std::string name = text.toStdString();
    const std::string contact = QString(text).replace(QStringLiteral("–"), "-").toStdString();
    const auto& contacts = instance.mechanism->contacts();
    return instance.mechanism->bodyIndex(name) >= 0 || std::ranges::count(instance.view.labels, name) ||
           std::ranges::count(contacts, name, &ContactPair::name) ||
           std::ranges::count(contacts, contact, &ContactPair::name);
  }

  TermTips* terms() const { return window->findChild<TermTips*>(); }

 private slots:
  void init() {
    prepareWindowTest();
    window = std::make_unique<MainWindow>();
    tests::showActive(window.get());
  }
  void cleanup() { window.reset(); }

  void signsAreFoundAsWholeWords() {
    const auto names = [](const QString& text) {
      QStringList found;
      for (const Term* term : termsIn(text)) found += term->name;
      return found;
    };
    QCOMPARE(names(QStringLiteral("ξ = 0.5590")), QStringList{"indeterminacy"});
    QCOMPARE(names("2 distinct outcomes"), QStringList{"outcome"});
    QCOMPARE(names("Order matters"), QStringList{"order matters"});
    QCOMPARE(names(QStringLiteral("E⁺/E⁻")), QStringList{"energy after"});
    QCOMPARE(names("p^+"), QStringList{"momentum after"});
    QCOMPARE(names("c (√J)"), (QStringList{"contact coordinate", "root of a joule"}));
    QCOMPARE(names(QStringLiteral("m = 0.1666 kg · v = 0")), (QStringList{"mass", "velocity"}));
    QCOMPARE(names(QStringLiteral("(m = 3)")), QStringList{"multiplicity"});
    QCOMPARE(names("c.x"), QStringList());    // a coordinate's name
    QCOMPARE(names("gamma"), QStringList());  // no part of a word
    QCOMPARE(names("momentary"), QStringList());
  }

  void everyTermHasASentenceAndStandsOnce() {
    std::set<QString> signs;
    for (const Term& term : termTable()) {
      QVERIFY2(QString::fromUtf8(term.sentence).endsWith('.'), term.name);
      QVERIFY2(termsIn(QString::fromUtf8(term.name)).size() == 1, term.name);
      QStringList all = QString::fromUtf8(term.signs).split('|', Qt::SkipEmptyParts);
      all += QString::fromUtf8(term.name);
      all.removeDuplicates();
      for (const QString& sign : all) QVERIFY2(signs.insert(sign).second, qPrintable(sign));
    }
  }

  /// Whittaker's law is no "Kane–Levinson, law".
  void namesOfPeopleAreNoSymbols() {
    const std::vector<const Term*> terms = termsIn(QStringLiteral("Whittaker"));
    QCOMPARE(terms.size(), std::size_t(1));
    QVERIFY2(termText(*terms[0], nullptr).startsWith("law: "), qPrintable(termText(*terms[0], nullptr)));
    QCOMPARE(termsIn(QStringLiteral("Kane–Levinson")).size(), std::size_t(1));
  }

  void valuesAreThoseOfTheAnswer() {
    open("billiard-break", {{"theta", "120deg"}});
    const QString xi = terms()->explanation({QStringLiteral("ξ"), {}});
    QVERIFY2(xi.contains("Here: 0.559"), qPrintable(xi));
    const QString gram = terms()->explanation({"G", {}});
    QVERIFY2(gram.contains(QStringLiteral("0.2500 of ac, bc")), qPrintable(gram));
    QVERIFY(terms()->explanation({"ac", {}}).isEmpty());
    QVERIFY(terms()->explanation({"a", {}}).isEmpty());
    const QString density = terms()->explanation({QStringLiteral("ρ"), {}});  // no distance to a jam here
    QVERIFY2(density.contains(QStringLiteral("Here: 1700 kg/m³")), qPrintable(density));
  }

  /// What stands in a field is its value alone: What's this tells whose.
  void aFieldTellsItsParameter() {
    open("billiard-break");
    const QString theta = QString::fromStdString(window->snapshot()->scene->parameters().front().description);
    const QList<QLineEdit*> fields = window->findChildren<QLineEdit*>();
    QVERIFY(!theta.isEmpty());
    QVERIFY(std::ranges::any_of(fields,
                                [&](const QLineEdit* field) { return field->whatsThis().contains(theta); }));
  }

  void everyTextOfThePanelsIsExplained_data() {
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"billiard-break", "newtons-cradle", "bouncing-ball", "trapped-ball", "pen"})
      QTest::newRow(scene) << scene;
  }
  void everyTextOfThePanelsIsExplained() {
    QFETCH(QString, scene);
    open(scene);
    for (const Panels::Entry& entry : window->panels().all()) {
      if (entry.dock) {
        entry.dock->show();
        entry.dock->raise();
      }
      QCoreApplication::processEvents();
    }
    QStringList without;
    int explained = 0;
    for (const Panels::Entry& entry : window->panels().all()) {
      if (entry.dock) entry.dock->raise();
      settle(*window);
      QList<QWidget*> parts = entry.panel->findChildren<QWidget*>();
      parts += entry.panel;  // which may paint words itself
      for (const QWidget* widget : parts) {
        const bool isRead = qobject_cast<const QLabel*>(widget) || qobject_cast<const MathLabel*>(widget) ||
                            qobject_cast<const QHeaderView*>(widget) || termSourceOf(widget);
        if (!isRead || !widget->isVisibleTo(entry.panel)) continue;
        if (entry.panel->objectName() == "scene" && qobject_cast<const QLabel*>(widget))
          continue;  // the scene's
        for (const ShownText& shown : shownTexts(widget)) {
          const bool hasWord = std::ranges::any_of(shown.text, [](QChar c) { return c.isLetter(); });
          if (!hasWord || isPlain(widget, shown.text)) continue;
          const QStringList parts = shown.text.split(QStringLiteral(", "));
          if (std::ranges::all_of(parts, [this](const QString& part) { return isName(part); })) continue;
          if (shown.tip.isEmpty() && terms()->explanation(shown).isEmpty())
            without += entry.panel->objectName() + ": " + shown.text;
          else
            ++explained;
        }
      }
    }
    without.removeDuplicates();
    QVERIFY2(without.isEmpty(), qPrintable(without.join('\n')));
    QVERIFY2(explained > 30, qPrintable(QString::number(explained)));
  }

  void aTooltipExplainsWhatIsUnderTheMouse() {
    open("billiard-break", {{"theta", "120deg"}});
    auto* xi = window->findChild<MathLabel*>("xi");
    QHelpEvent help(QEvent::ToolTip, xi->rect().center(), xi->mapToGlobal(xi->rect().center()));
    QApplication::sendEvent(xi, &help);
    QVERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains("[SM14 VII-A]"));
    // The tip itself, where the mouse comes to rest on it, gets none: Qt would go round in circles for ever.
    const auto windows = QApplication::topLevelWidgets();
    const auto tip =
        std::ranges::find_if(windows, [](const QWidget* one) { return one->inherits("QTipLabel"); });
    QVERIFY(tip != windows.end());
    const QString before = QToolTip::text();
    QHelpEvent again(QEvent::ToolTip, (*tip)->rect().center(), (*tip)->mapToGlobal((*tip)->rect().center()));
    QApplication::sendEvent(*tip, &again);
    QCOMPARE(QToolTip::text(), before);
    QToolTip::hideText();
  }

  void theKeysExplainTheFocus() {
    open("billiard-break", {{"theta", "120deg"}});
    QTest::keyClick(window.get(), Qt::Key_F6);
    window->findChild<QWidget*>("why")->setFocus();
    QTest::keyClick(window.get(), Qt::Key_F1, Qt::ShiftModifier);
    const auto shown = [] {
      return std::ranges::any_of(QApplication::topLevelWidgets(), [](const QWidget* widget) {
        return widget->isVisible() && widget->inherits("QWhatsThat");
      });
    };
    QTRY_VERIFY(shown());
    QWhatsThis::hideText();
  }

  void aCardThatRestsExplainsItsRows() {
    HoverCard card(window.get());
    card.showBeside({100, 100}, cardTable({{QString("c before"), QString("-0.2")}}));
    QVERIFY(!card.text().contains(QStringLiteral("below 0")));
    QTRY_VERIFY(plainWords(card.text()).contains("closing"));
  }

  /// A card that is taller than two thirds of the screen, where Qt ends a window, shows its last row.
  void aTallCardIsWhole() {
    HoverCard card(window.get());
    const int tall = window->screen()->availableGeometry().height() * 3 / 4,
              rows = tall / QFontMetrics(card.font()).height() + 1;
    HtmlRows table;
    for (int i = 0; i < rows; ++i)
      table.append(HtmlRow{QString::number(i), QString(i == rows - 1 ? "████" : "")});
    card.showBeside({100, 0}, cardTable(table), false);
    QVERIFY2(card.height() > tall, qPrintable(QString::number(card.height())));
    const QImage image = card.grab().toImage();
    const QColor ground = image.pixelColor(image.width() / 2, 4);
    int last = 0;
    for (int y = 2; y < image.height() - 2; ++y)
      for (int x = 2; x < image.width() - 2; ++x)
        if (qAbs(qGray(image.pixel(x, y)) - qGray(ground.rgb())) > 60) last = y;
    QVERIFY2(last > image.height() - 2 * QFontMetrics(card.font()).height(),
             qPrintable(QString::number(last)));
  }

  /// The ball c is no contact coordinate.
  void aCardLooksForNoSymbolInNames() {
    open("billiard-break", {{"theta", "120deg"}});
    HoverCard card(window.get());
    const SeriesView view = plotView(energyPlot, window->snapshot(), true);
    card.showBeside({100, 100}, seriesCard(view, contentOf(view), 0));
    QVERIFY(plainWords(card.text()).contains("c "));
    QTRY_VERIFY(plainWords(card.text()).contains("energy:"));
    QVERIFY2(!card.text().contains("contact coordinate"), qPrintable(card.text()));
  }

  void theListOfTermsIsSearched() {
    open("billiard-break", {{"theta", "120deg"}});
    window->findChild<QAction*>("terms")->trigger();
    auto* dialog = window->findChild<TermsDialog*>();
    QTRY_VERIFY(dialog && dialog->isVisible());
    auto* text = dialog->findChild<QTextBrowser*>();
    QVERIFY(text->toPlainText().contains("Gram matrix"));
    dialog->findChild<QLineEdit*>()->setText("conic");
    QVERIFY(text->toPlainText().contains("conic choice"));
    QVERIFY(!text->toPlainText().contains("Gram matrix"));
  }
};

CAROM_DISPLAY_TEST(TestTerms);
#include "tst_terms.moc"
