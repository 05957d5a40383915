// A scene whose every text is markup: the window shows the characters, and opens no file that they name.
#include <sys/inotify.h>
#include <unistd.h>

#include <QAbstractItemView>
#include <QClipboard>
#include <QDockWidget>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>
#include <QXmlStreamReader>
#include <algorithm>

#include "common/elided_button.h"
#include "common/plain_text.h"
#include "figure/panel.h"
#include "support/file_window.h"
#include "support/widget_test.h"

using namespace carom;

class TestPlainTexts : public QObject, FileWindow {
  Q_OBJECT

  QString picture;
  int watch = -1;

  QString markup(const QString& word) const {
    return QString("<h1>%1</h1><img src=\"%2\"><a href=\"file:%2\">&amp; & [*]</a>").arg(word, picture);
  }
  QByteArray hostileScene() const {
    QString text = QString::fromUtf8(billiardBreak());
    const auto replace = [&](const char* before, const char* key, const QString& word) {
      const QString value = markup(word).replace('"', "\\\"");
      QVERIFY2(text.contains(before), before);
      text.replace(before, QString("\"%1\": \"%2\"").arg(key, value));
    };
    replace("\"title\": \"Billiard break\"", "title", "title");
    replace("\"source\": \"Seghete & Murphey 2014, VII-A, Figs 4–5\"", "source", "source");
    replace("\"label\": \"θ\"", "label", "label");
    replace("\"label\": \"ρ\"", "label", "density");
    replace("\"description\": \"Speed at which c arrives.\"", "description", "speed");
    const qsizetype at = text.indexOf("\"description\": \"Ball c"), end = text.indexOf('\n', at);
    text.replace(at, end - at, "\"description\": \"" + markup("description").replace('"', "\\\"") + "\",");
    const QString value = markup("choice").replace('"', "\\\"");
    text.replace("  \"bodies\": [", "  \"choices\": {\"size\": {\"label\": \"" + value +
                                        "\", \"default\": \"small\", \"options\": {\"small\": {}, \"large\": "
                                        "{\"rc\": 0.04}}}},\n  \"bodies\": [");
    text.replace("\"view\": {",
                 "\"view\": {\"labels\": {\"a\": \"" + markup("body").replace('"', "\\\"") + "\"},");
    return text.toUtf8();
  }
  /// What no shown text may be: an element that the scene has named.
  static void checkLabels() {
    for (QWidget* widget : QApplication::allWidgets()) {
      const auto* label = qobject_cast<QLabel*>(widget);
      if (!label || !label->testAttribute(Qt::WA_WState_Polished)) continue;
      QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
      if (label->textFormat() == Qt::PlainText) continue;
      for (const char* element : {"<img", "<h1", "href=\"file:"})
        QVERIFY2(!label->text().contains(element), qPrintable(label->text()));
    }
  }
  /// Opens of the picture since the last look.
  int opens() const {
    char buffer[4096];
    int count = 0;
    for (ssize_t got; (got = ::read(watch, buffer, sizeof buffer)) > 0;) count += got > 0;
    return count;
  }
  static QLabel* tip() {
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (widget->inherits("QTipLabel") && widget->isVisible()) return qobject_cast<QLabel*>(widget);
    return nullptr;
  }
  /// Asks for a tooltip as the mouse does, and checks that it shows `text`.
  static void checkTip(QWidget* widget, const QPoint& at, const QString& text) {
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &help);
    const QLabel* shown = tip();
    if (!shown) return;  // some widgets have none here
    QCOMPARE(shown->textFormat(), Qt::PlainText);
    if (!text.isEmpty()) QCOMPARE(shown->text(), text);
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() {
    start();
    picture = path("picture.png");
    QImage image(8, 8, QImage::Format_RGB32);
    image.fill(Qt::red);
    QVERIFY(image.save(picture));
    watch = ::inotify_init1(IN_NONBLOCK);
    QVERIFY(::inotify_add_watch(watch, picture.toUtf8(), IN_OPEN) >= 0);
    put(path("<h1>&[*]x.carom.json"), hostileScene());
    open(path("<h1>&[*]x.carom.json"));
    QCOMPARE(QString::fromStdString(window->snapshot()->scene->title()), markup("title"));
  }
  void cleanup() {
    window.reset();
    ::close(watch);
  }

  void everyWidgetShowsTheCharacters() {
    for (auto* dock : window->findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      QCoreApplication::processEvents();
      QVERIFY(!dock->grab().isNull());
    }
    window->grab();
    checkLabels();
    const auto shows = [&](const QString& text) {
      for (const auto* label : window->findChildren<QLabel*>())
        if (label->text() == text && label->textFormat() == Qt::PlainText) return true;
      return false;
    };
    for (const char* word : {"title", "source", "description"}) QVERIFY2(shows(markup(word)), word);
    QCOMPARE(opens(), 0);
  }

  void everyTooltipShowsTheCharacters() {
    int seen = 0;
    auto* parameters = window->findChild<QDockWidget*>("scene");  // it may lie behind another one
    QVERIFY(parameters);
    parameters->show();
    parameters->raise();
    QTRY_VERIFY(std::ranges::any_of(parameters->findChildren<QWidget*>(), [](const QWidget* widget) {
      return widget->isVisible() && widget->toolTip().contains("<h1>");
    }));
    for (QWidget* widget : window->findChildren<QWidget*>()) {
      if (widget->isVisible() && !widget->toolTip().isEmpty()) {
        checkTip(widget, widget->rect().center(), {});
        seen += tip() && tip()->text().contains("<h1>");
      }
      auto* view = qobject_cast<QAbstractItemView*>(widget);
      if (!view || !view->isVisible() || !view->model()) continue;
      for (int row = 0; row < view->model()->rowCount(); ++row)
        for (int column = 0; column < view->model()->columnCount(); ++column) {
          const QModelIndex index = view->model()->index(row, column);
          checkTip(view->viewport(), view->visualRect(index).center(), {});
        }
    }
    QVERIFY(seen > 0);
    checkLabels();
    QCOMPARE(opens(), 0);
  }

  void everyCardShowsTheCharacters() {
    for (const char* name :
         {"xi-curve", "energy", "momentum", "ordering-graph", "outcome-set", "collapse-region"}) {
      auto* dock = window->findChild<QDockWidget*>(name);
      QVERIFY2(dock, name);
      dock->show();
      dock->raise();
      QTRY_VERIFY2(!dock->widget()->visibleRegion().isEmpty(), name);
      const auto targets = dock->findChildren<QWidget*>() << dock->widget();
      for (QWidget* target : targets)
        for (int i = 1; i < 8; ++i)
          for (int k = 1; k < 8; ++k)
            if (target->isVisible())
              QTest::mouseMove(target, {target->width() * i / 8, target->height() * k / 8});
      checkLabels();
    }
    QCOMPARE(opens(), 0);
  }

  void actionsAndTitlesShowTheCharacters() {
    const auto unmarked = [](QString text) {
      return text.replace("&&", "\x01").remove('&').replace("\x01", "&");
    };
    QVERIFY(window->windowTitle().contains("<h1>&[*][*]x"));
    const auto tools = window->findChildren<QToolButton*>();
    QVERIFY(std::ranges::any_of(tools, [&](const QToolButton* tool) {
      const auto* button = qobject_cast<const ElidedButton*>(tool);
      return button && button->fullText().startsWith("<h1>title</h1>") &&
             button->fullText().startsWith(unmarked(button->text()).section(QChar(0x2026), 0, 0));
    }));
    window->document()->setAssignment("theta", "100deg");
    QTRY_VERIFY(!window->document()->isWaiting());
    for (auto* menu : window->findChildren<QMenu*>()) {
      emit menu->aboutToShow();
      menu->grab();
      for (const QAction* action : menu->actions()) QVERIFY(action->text().size() < 300);
    }
    checkLabels();
    QCOMPARE(opens(), 0);
  }

  void questionsShowTheCharacters() {
    put(path("bad.carom.json"),
        "{\"format\": 1, \"title\": 3, \"" + markup("key").replace('"', "\\\"").toUtf8() + "\": 1}");
    window->openScene(path("bad.carom.json"));
    QTRY_VERIFY(box());
    box()->grab();
    checkLabels();
    box()->close();
    QTRY_VERIFY(!box());
    setTheta("100deg");
    window->close();  // asks about the file by its name
    QTRY_VERIFY(box());
    box()->grab();
    QVERIFY(box()->text().contains("<h1>&[*]x"));
    checkLabels();
    answer("Cancel");
    QCOMPARE(opens(), 0);
  }

  void figuresHaveNoElementsOfTheScene() {
    int made = 0;
    for (const Panel* panel : window->findChildren<Panel*>()) {
      const auto figure = panel->figure();
      if (!figure) continue;
      const QByteArray svg = encodeFigure(*figure, FigureFormat::Svg);
      QXmlStreamReader reader(svg);
      while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement)
          QVERIFY(reader.name() != QLatin1String("img") && reader.name() != QLatin1String("h1") &&
                  reader.name() != QLatin1String("a"));
      QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
      ++made;
    }
    QVERIFY(made > 3);
    QCOMPARE(opens(), 0);
  }

  void aCopiedCommandLineIsOneCommand() {
    put(path("it's; echo.carom.json"), billiardBreak());
    open(path("it's; echo.carom.json"));
    for (auto* action : window->findChildren<QAction*>())
      if (action->text().remove('&') == "Copy as command line") action->trigger();
    const QString line = QApplication::clipboard()->text().section('\n', 0, 0);
    QVERIFY2(line.endsWith("it'\\''s; echo.carom.json'"), qPrintable(line));
  }
};

CAROM_DISPLAY_TEST(TestPlainTexts);

#include "tst_plain_texts.moc"
