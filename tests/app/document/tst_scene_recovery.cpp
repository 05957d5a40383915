// What nobody has saved: kept for the next process, a text with an error included, and offered to it.
#include <QSignalSpy>
#include <QTextCursor>

#include "document/recovery.h"
#include "editor/scene_text_editor.h"
#include "support/file_window.h"
#include "support/widget_test.h"

using namespace carom;

class TestSceneRecovery : public QObject, FileWindow {
  Q_OBJECT

  QString kept;  ///< the folder

  QStringList keptFiles() const { return QDir(kept).entryList({"*.json"}); }
  SceneTextEditor* text() const { return window->findChild<SceneTextEditor*>(); }
  /// What a process leaves that is killed: the file, and no lock that anybody holds.
  void leaveBehind(const QString& name, const QByteArray& content) const {
    QDir().mkpath(kept);
    put(kept + '/' + name + ".json", content);
  }
  static QByteArray leftover(const QByteArray& name) {
    QByteArray text = billiardBreak().replace("90deg", "150deg").replace("\\", "\\\\").replace("\"", "\\\"");
    text.replace("\n", "\\n");
    return "{\"path\": \"\", \"name\": \"" + name + "\", \"text\": \"" + text + "\", \"assignments\": {}}";
  }
  /// Brings the text of the scene to the front, and waits for it.
  void showText() {
    auto* dock = window->findChild<QWidget*>("scene-text");
    dock->show();
    dock->raise();
    QTRY_VERIFY(!text()->toPlainText().isEmpty());
  }
  /// Types a text with an error in line 4, and waits for the answer.
  void breakText() {
    showText();
    QTextCursor cursor(text()->document());
    cursor.setPosition(static_cast<int>(text()->toPlainText().indexOf("\"format\": 1,") + 11));
    text()->setTextCursor(cursor);
    text()->setFocus();
    QTest::keyClicks(text(), "oops");
    QTRY_VERIFY(text()->markedLine() > 0);
    QVERIFY(window->isWindowModified());
    QVERIFY(!window->document()->isModified());
  }

 private slots:
  void initTestCase() {
    prepare();
    kept = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
  }
  void init() {
    QDir(kept).removeRecursively();
    start();
  }
  void cleanup() { window.reset(); }

  void unsavedEditsAreKeptForTheNextProcess() {
    setTheta("123deg");
    QTRY_COMPARE_WITH_TIMEOUT(keptFiles().size(), 1, 10'000);
    QVERIFY(Recovery().found().empty());  // its process lives
    const QString name = QDir(kept).filePath(keptFiles().first());
    const QByteArray left = content(name);
    window->document()->undo();
    QTRY_VERIFY(!QFile::exists(name));
    QTRY_VERIFY(std::abs(theta() - 90) < 1e-9);
    leaveBehind("dead", left);

    window->files()->offerRecovery();
    answer("Later");
    QTRY_VERIFY(!box());
    QVERIFY(QFile::exists(kept + "/dead.json"));
    window->files()->offerRecovery();
    answer("Recover");
    QTRY_VERIFY(std::abs(theta() - 123) < 1e-9);
    QVERIFY(window->isWindowModified());
    QTRY_VERIFY(!QFile::exists(kept + "/dead.json"));
    QTRY_COMPARE(keptFiles().size(), 1);  // this process keeps it now
    window->close();
    answer("Discard");
    QTRY_VERIFY(!window->isVisible());
    QVERIFY(keptFiles().isEmpty());
  }

  void recoveringIsNotConfusedByASceneThatStillOpens() {
    leaveBehind("dead", leftover("left"));
    window->openScene("newtons-cradle");
    window->files()->offerRecovery();
    answer("Recover");  // before the cradle is there
    QTRY_VERIFY(window->snapshot()->scene->name() == "left" && std::abs(theta() - 150) < 1e-9);
    QVERIFY(window->isWindowModified());
    QTRY_COMPARE(keptFiles().size(), 1);
    QVERIFY(content(QDir(kept).filePath(keptFiles().first())).contains("150deg"));
  }

  void everySceneOfSeveralIsOffered() {
    leaveBehind("first", leftover("left"));
    leaveBehind("second", leftover("right"));
    window->files()->offerRecovery();
    answer("Recover");
    QTRY_VERIFY(std::abs(theta() - 150) < 1e-9);
    const std::string one = window->snapshot()->scene->name();
    QCOMPARE(keptFiles().size(), 2);  // the other, and this process's own
    window->findChild<QAction*>("recover")->trigger();
    answer("Discard");  // of the question about what was recovered: it is in no file
    answer("Recover");
    QTRY_VERIFY(window->snapshot()->scene->name() != one);
    QCOMPARE(QSet({QString::fromStdString(one), QString::fromStdString(window->snapshot()->scene->name())}),
             QSet<QString>({"left", "right"}));
  }

  void discardedRecoveriesAreGone() {
    leaveBehind("dead", R"({"path": "", "name": "x", "text": "{}", "assignments": {}})");
    leaveBehind("broken", "{");
    window->files()->offerRecovery();
    answer("Discard");
    QTRY_VERIFY(!QFile::exists(kept + "/dead.json"));
    QVERIFY(!box());
  }

  void aTextWithAnErrorIsKeptAndRecovered() {
    breakText();
    const QString broken = text()->toPlainText();
    QTRY_COMPARE_WITH_TIMEOUT(keptFiles().size(), 1, 10'000);
    const QByteArray left = content(QDir(kept).filePath(keptFiles().first()));
    QTest::keyClick(text(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(!window->isWindowModified());
    QTRY_VERIFY(keptFiles().isEmpty());
    leaveBehind("dead", left);
    window->files()->offerRecovery();
    answer("Recover");
    QTRY_COMPARE(text()->toPlainText(), broken);
    QTRY_VERIFY(text()->markedLine() > 0);
    QVERIFY(std::abs(theta() - 90) < 1e-9);
  }

  void aTextWithAnErrorIsNotLostOnTheWayOut() {
    breakText();
    const QString broken = text()->toPlainText();
    window->close();
    answer("Cancel");
    QTRY_VERIFY(!box());
    QVERIFY(window->isVisible());
    QCOMPARE(text()->toPlainText(), broken);
    // Saving keeps the scene, and says that the text is not in it.
    QSignalSpy told(window->files(), &SceneFiles::told);
    key(Qt::Key_S);
    chooseFile(path("mine.carom.json"));
    QTRY_COMPARE(content(path("mine.carom.json")), billiardBreak());
    QVERIFY(told.back()[0].toString().contains("error"));
    QVERIFY(window->isWindowModified());
    QCOMPARE(text()->toPlainText(), broken);
    window->close();
    answer("Discard");
    QTRY_VERIFY(!window->isVisible());
  }

  void whatIsTypedAndNotAppliedYetIsAskedAboutOnClosing() {
    showText();
    text()->setFocus();
    text()->replaceText(text()->toPlainText().replace("Billiard break", "My break"));
    window->close();
    QVERIFY(window->isVisible());
    answer("Save");
    chooseFile(path("mine.carom.json"));
    QTRY_VERIFY(!window->isVisible());
    QVERIFY(content(path("mine.carom.json")).contains("My break"));
  }
};

CAROM_DISPLAY_TEST(TestSceneRecovery);
#include "tst_scene_recovery.moc"
