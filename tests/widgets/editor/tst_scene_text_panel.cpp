// The text beside the scene: both ways, with errors at their line, and nothing that is typed is lost.
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>

#include "common/selection.h"
#include "common/theme.h"
#include "editor/scene_text_editor.h"
#include "editor/scene_text_panel.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

class TestSceneTextPanel : public QObject {
  Q_OBJECT

  std::unique_ptr<Selection> selection;
  std::unique_ptr<RecordedEdits> edits;
  std::unique_ptr<SceneTextPanel> panel;
  SceneTextEditor* editor = nullptr;
  QString text;

  void show(const QString& sceneText) {
    SnapshotRequest request;
    request.text = {sceneText.toStdString(), "test.carom.json"};
    panel->setSnapshot(answerTo(request));
  }
  /// The engine refuses a text.
  void refuse(const QString& refusedText, const QString& problem, int line) {
    emit edits->refused({{problem, problem, QStringLiteral("line %1").arg(line), line},
                         EditRefusal::Of::Text,
                         {},
                         refusedText.toStdString(),
                         false});
  }
  QLabel* error() const { return panel->findChild<QLabel*>(); }
  /// Puts the cursor behind a part of the text.
  void goBehind(const QString& part) {
    QTextCursor cursor = editor->textCursor();
    cursor.setPosition(static_cast<int>(editor->toPlainText().indexOf(part) + part.size()));
    editor->setTextCursor(cursor);
  }

 private slots:
  void initTestCase() { theme::apply(); }
  void init() {
    selection = std::make_unique<Selection>();
    edits = std::make_unique<RecordedEdits>();
    panel = std::make_unique<SceneTextPanel>(selection.get(), edits.get());
    editor = panel->findChild<SceneTextEditor*>();
    panel->show();
    text = QString::fromStdString(Scene::open("billiard-break")->text());
    show(text);
  }

  void typingBecomesOneEditAfterAPause() {
    const QStringList& edited = edits->texts;
    goBehind("\"title\": \"");
    QTest::keyClicks(editor, "My ");
    QCOMPARE(edited.count(), 0);
    QTRY_COMPARE(edited.count(), 1);
    const QString typed = edited[0];
    QCOMPARE(typed, QString(text).replace("\"Billiard break", "\"My Billiard break"));
    // While the answer comes, typing goes on and is not overwritten.
    QTest::keyClicks(editor, "own ");
    show(typed);
    QCOMPARE(editor->toPlainText(), QString(typed).replace("My ", "My own "));
    QTRY_COMPARE(edited.count(), 2);
  }

  void ctrlEnterAppliesAtOnce() {
    const QStringList& edited = edits->texts;
    goBehind("\"title\": \"");
    QTest::keyClicks(editor, "My ");
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(edited.count(), 1);
    // A pause of this panel would end before that of another one in which typing begins later.
    RecordedEdits laterEdits;
    SceneTextPanel later(selection.get(), &laterEdits);
    QTest::keyClicks(later.findChild<SceneTextEditor*>(), "{");
    QTRY_COMPARE(laterEdits.texts.count(), 1);
    QCOMPARE(edited.count(), 1);
  }

  void refusedTextStaysWithItsLineMarked() {
    goBehind("\"format\": 1,");
    QTest::keyClick(editor, Qt::Key_Backspace);
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    refuse(editor->toPlainText(), "expected ',' <or> '}'", 4);
    QVERIFY(error()->isVisible());
    QVERIFY(error()->text().contains("Line 4") && error()->text().contains("&lt;or&gt;"));
    QCOMPARE(editor->markedLine(), 4);
    QVERIFY(editor->toPlainText() != text);
    emit error()->linkActivated("4");
    QCOMPARE(editor->textCursor().blockNumber(), 3);
    // Mended, the mark goes as soon as the text is the scene's again.
    goBehind("\"format\": 1");
    QTest::keyClicks(editor, ",");
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!error()->isVisible());
    QCOMPARE(editor->markedLine(), 0);
  }

  void whatIsNotTheSceneYetIsADraft() {
    const QStringList& draft = edits->drafts;
    goBehind("\"title\": \"");
    QTest::keyClicks(editor, "M");
    QCOMPARE(draft.count(), 1);
    QCOMPARE(draft.back(), editor->toPlainText());
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(draft.count(), 1);
    show(editor->toPlainText());
    QCOMPARE(draft.count(), 2);
    QVERIFY(draft.back().isNull());
    QTest::keyClicks(editor, "y");
    QTest::keyClick(editor, Qt::Key_Backspace);
    QCOMPARE(draft.count(), 4);
    QVERIFY(draft.back().isNull());
  }

  void anErrorOfAnEditElsewhereMarksNothing() {
    goBehind("\"title\": \"");
    QTest::keyClicks(editor, "My ");
    QTest::keyClick(editor, Qt::Key_Return, Qt::ControlModifier);
    show(editor->toPlainText());
    refuse(text, "mass 0", 7);
    QVERIFY(!error()->isVisible());
    QCOMPARE(editor->markedLine(), 0);
  }

  void otherLineEndsAreNoDraft() {
    const QStringList& draft = edits->drafts;
    const QStringList& edited = edits->texts;
    const QString dos = QString(text).replace("\n", "\r\n");
    show(dos);
    QCOMPARE(editor->toPlainText(), text);
    goBehind("\"title\": \"");
    QTest::keyClicks(editor, "M");
    QTest::keyClick(editor, Qt::Key_Backspace);
    QTRY_COMPARE(edited.count(), 1);
    QCOMPARE(edited[0], dos);  // typed and taken back: no edit at all
    QVERIFY(draft.back().isNull());
  }

  void editsElsewhereChangeTheTextAndKeepTheCursor() {
    const QStringList& edited = edits->texts;
    goBehind("\"bodies\"");
    const QString changed = QString(text).replace("\"Billiard break\"", "\"Another title\"");
    show(changed);
    QCOMPARE(editor->toPlainText(), changed);
    QVERIFY(editor->textCursor()
                .block()
                .text()
                .left(editor->textCursor().positionInBlock())
                .endsWith("\"bodies\""));
    QTest::keyClick(editor, Qt::Key_Z, Qt::ControlModifier);  // the field's own history reaches back past it
    QCOMPARE(editor->toPlainText(), text);
    QTRY_COMPARE(edited.count(), 1);
  }

  /// The history would else keep the texts of all scenes that were ever opened.
  void anotherSceneStartsAHistoryOfItsOwn() {
    show(QString(text).replace("Billiard", "Snooker"));
    QVERIFY(editor->document()->isUndoAvailable());
    panel->sceneOpened();
    const QString other = QString::fromStdString(Scene::open("pen")->text());
    show(other);
    QCOMPARE(editor->toPlainText(), other);
    QVERIFY(!editor->document()->isUndoAvailable());
    show(QString(other).replace("Pen", "Pencil"));
    QVERIFY(editor->document()->isUndoAvailable());
  }

  void whatIsChosenIsMarkedAndScrolledTo_data() {
    QTest::addColumn<QStringList>("bodies");
    QTest::addColumn<QStringList>("places");
    QTest::addColumn<QStringList>("beginnings");
    QTest::newRow("a body") << QStringList{"c"} << QStringList() << QStringList{"    {\"name\": \"c\""};
    QTest::newRow("two bodies") << QStringList{"b", "a"} << QStringList()
                                << QStringList{"    {\"name\": \"a\"", "    {\"name\": \"b\""};
    QTest::newRow("a parameter") << QStringList() << QStringList{"parameters.theta"}
                                 << QStringList{"    \"theta\""};
    QTest::newRow("a contact") << QStringList() << QStringList{"contacts[1]"}
                               << QStringList{"    {\"between\": [\"b\""};
    QTest::newRow("what is not there") << QStringList{"nobody"} << QStringList() << QStringList();
  }
  void whatIsChosenIsMarkedAndScrolledTo() {
    QFETCH(QStringList, bodies);
    QFETCH(QStringList, places);
    QFETCH(QStringList, beginnings);
    panel->resize(300, 130);
    const int cursor = editor->textCursor().position();
    selection->choose(bodies, places);
    const auto parts = editor->markedParts();
    QCOMPARE(static_cast<qsizetype>(parts.size()), beginnings.size());
    for (qsizetype i = 0; i < beginnings.size(); ++i) {
      const QString line =
          editor->document()->findBlockByNumber(parts[static_cast<std::size_t>(i)].first - 1).text();
      QVERIFY2(line.startsWith(beginnings[i]), qPrintable(line));
    }
    if (!parts.empty()) {
      const int first = editor->verticalScrollBar()->value() + 1,
                last = first + editor->verticalScrollBar()->pageStep();
      QVERIFY(parts[0].first >= first && parts[0].second <= last);
    }
    QCOMPARE(editor->textCursor().position(), cursor);
    selection->choose({});
    QVERIFY(editor->markedParts().empty());
  }

  void whereTheCursorIsPutIsChosen_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QStringList>("bodies");
    QTest::addColumn<QStringList>("places");
    QTest::newRow("a body") << "{\"name\": \"b\"" << QStringList{"b"} << QStringList();
    QTest::newRow("its last line") << "{\"type\": \"ball\", \"radius\": \"rc\"" << QStringList{"c"}
                                   << QStringList();
    QTest::newRow("a parameter") << "\"thet" << QStringList() << QStringList{"parameters.theta"};
    QTest::newRow("a contact") << "{\"between\": [\"b\"" << QStringList() << QStringList{"contacts[1]"};
    QTest::newRow("the title") << "\"title\": " << QStringList() << QStringList{"title"};
    QTest::newRow("between entries") << "\"bodies\": [" << QStringList{"a"} << QStringList();
  }
  void whereTheCursorIsPutIsChosen() {
    QFETCH(QString, before);
    QFETCH(QStringList, bodies);
    QFETCH(QStringList, places);
    QApplication::setActiveWindow(panel.get());
    editor->setFocus();
    QTRY_VERIFY(editor->hasFocus());
    selection->choose({"a"});
    QVERIFY(text.contains(before));
    QSignalSpy chosen(selection.get(), &Selection::chosenChanged);
    goBehind(before);
    QCOMPARE(selection->bodies(), bodies);
    QCOMPARE(selection->places(), places);
    const int cursor = editor->textCursor().position(), scrolled = editor->verticalScrollBar()->value();
    QVERIFY(chosen.count() <= 1);
    QCOMPARE(editor->markedParts().size(), std::size_t(1));
    selection->choose({"a"});  // from elsewhere: who works here keeps the place
    QCOMPARE(editor->textCursor().position(), cursor);
    QCOMPARE(editor->verticalScrollBar()->value(), scrolled);
  }

  /// The answer to what is typed, and an edit elsewhere, are no wish of the one at the cursor.
  void typingAndAnswersChooseNothing() {
    QApplication::setActiveWindow(panel.get());
    editor->setFocus();
    QTRY_VERIFY(editor->hasFocus());
    goBehind("{\"name\": \"b\"");
    selection->choose({"c"});
    QSignalSpy chosen(selection.get(), &Selection::chosenChanged);
    QTest::keyClicks(editor, " ");
    show(editor->toPlainText());
    show(text);
    QCOMPARE(chosen.count(), 0);
    QCOMPARE(selection->bodies(), QStringList{"c"});
  }

  void aBodyThatComesWithTheNextSceneIsScrolledTo() {
    panel->resize(300, 130);
    selection->choose({"c"});
    editor->verticalScrollBar()->setValue(0);
    selection->choose({"new"});
    QVERIFY(editor->markedParts().empty());
    show(QString(text).replace("\"c\"", "\"new\"").replace("\"c.x\"", "\"new.x\""));
    QCOMPARE(editor->markedParts().size(), std::size_t(1));
    QVERIFY(editor->verticalScrollBar()->value() > 0);
  }

  void linesBeginLikeTheOneBefore() {
    goBehind("\"bodies\": [");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(editor->textCursor().block().text().left(4), QString("    "));
    QTest::keyClicks(editor, "{},");
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(editor->textCursor().positionInBlock(), 4);
  }

  /// A clipboard whose owner is gone has no formats; one with formats is pasted.
  void anEmptyClipboardPastesNothing() {
    SceneTextEditor field;
    field.setPlainText("{}");
    QGuiApplication::clipboard()->setMimeData(new QMimeData);
    field.paste();
    QCOMPARE(field.toPlainText(), QString("{}"));
    QGuiApplication::clipboard()->setText("[1]");
    field.selectAll();
    field.paste();
    QCOMPARE(field.toPlainText(), QString("[1]"));
  }

  void replacedTextIsExact_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("repeated letters") << "aaa"
                                      << "aaaaa";
    QTest::newRow("fewer of them") << "aaaaa"
                                   << "aa";
    QTest::newRow("from nothing") << ""
                                  << "a\nb";
    QTest::newRow("to nothing") << "a\nb"
                                << "";
    QTest::newRow("the middle") << "abcXdef"
                                << "abcYYdef";
  }
  void replacedTextIsExact() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    SceneTextEditor field;
    field.replaceText(before);
    field.replaceText(after);
    QCOMPARE(field.toPlainText(), after);
  }
};

CAROM_DISPLAY_TEST(TestSceneTextPanel);
#include "tst_scene_text_panel.moc"
