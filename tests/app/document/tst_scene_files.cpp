// New, open, save, changes by other programs, recovery: driven in the window with keys.
#include <sys/resource.h>

#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <csignal>

#include "common/kept_runs.h"
#include "scene/edit/bake_assignments.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "support/file_window.h"
#include "support/widget_test.h"

using namespace carom;

class TestSceneFiles : public QObject, FileWindow {
  Q_OBJECT

 private slots:
  void initTestCase() { prepare(); }
  void init() { start(); }
  void cleanup() { window.reset(); }

  void bakedSceneShowsTheSame_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expression");
    QTest::newRow("expression") << "billiard-break"
                                << "theta"
                                << "2*55deg + ra/rb*1deg";
    QTest::newRow("number") << "billiard-break"
                            << "ra"
                            << "0.03";
    QTest::newRow("count") << "newtons-cradle"
                           << "n"
                           << "7";
    QTest::newRow("quantity") << "billiard-break"
                              << "rc"
                              << "30mm";
  }
  void bakedSceneShowsTheSame() {
    QFETCH(QString, scene);
    QFETCH(QString, name);
    QFETCH(QString, expression);
    const auto original = Scene::open(scene.toStdString());
    const Assignments set{{name.toStdString(), expression.toStdString()}};
    const SceneInstance before = original->instantiate(set),
                        after = Scene::parse(bakedText(*original, set), "baked")->instantiate();
    QVERIFY(before.initial.q == after.initial.q && before.initial.p == after.initial.p);
    QCOMPARE(bakedText(*original, {}), original->text());
  }

  void bakedChoicesKeepWhatWasSetBesideThem() {
    const auto scene = Scene::parse(R"({"format": 1, "parameters": {"r": 1, "k": {"value": 2}},
      "choices": {"size": {"options": {"small": {"r": 0.1}, "large": {"r": 10}}, "default": "large"}},
      "bodies": [{"name": "a", "joints": ["x"], "mass": "r + k"}]})",
                                    "choice");
    const auto mass = [](const Scene& chosen, const Assignments& set) {
      return chosen.instantiate(set).mechanism->bodies()[0].mass;
    };
    for (const Assignments& set : {Assignments{{"size", "small"}}, Assignments{{"r", "3"}},
                                   Assignments{{"size", "small"}, {"r", "k/4"}, {"k", "8"}}})
      QCOMPARE(mass(*Scene::parse(bakedText(*scene, set), "baked"), {}), mass(*scene, set));
  }

  /// The format of scenes has no keys for them: they are kept beside the file, in the settings.
  void ruleAndRestitutionAreChangesToSave() {
    const QString file = path("ruled.carom.json");
    put(file, billiardBreak());
    open(file);
    const OrderingRule rule{OrderingRule::Kind::Priority, {"bc", "ac"}, 1};
    window->document()->setRule(rule);
    QTRY_VERIFY(window->isWindowModified() && !window->document()->isWaiting());
    window->document()->undo();
    QTRY_VERIFY(!window->isWindowModified());
    window->document()->redo();
    window->document()->setRestitution(0.5, {});
    QTRY_VERIFY(window->isWindowModified() && !window->document()->isWaiting());
    window->close();
    answer("Save");
    QTRY_VERIFY(!window->isVisible());
    QCOMPARE(content(file), billiardBreak());
    window = std::make_unique<MainWindow>();
    window->show();
    open(file);
    QTRY_VERIFY(window->snapshot()->settings.rule == std::optional(rule));
    QCOMPARE(window->snapshot()->settings.restitution.value_or(-1), 0.5);
    QVERIFY(!window->isWindowModified());
    // Names that the file no longer has are dropped.
    QByteArray renamed = billiardBreak();
    put(file, renamed.replace("\"bc\"", "\"third\""));
    open(file);
    QVERIFY(!window->document()->state().settings.rule);
  }

  void builtInScenesAreSavedUnderANewName() {
    QVERIFY(window->files()->path().isEmpty());
    setTheta("110deg");
    key(Qt::Key_S);
    chooseFile(path("mine"));
    QTRY_VERIFY(!window->isWindowModified());
    QVERIFY(window->windowTitle().startsWith("mine"));
    const QString file = path("mine.carom.json");
    QCOMPARE(window->files()->path(), file);
    const auto saved = Scene::load(file.toStdString());
    QCOMPARE(saved->instantiate().parameters[0].expression, std::string("110deg"));
    // Undo reaches back past the save; saving again needs no question.
    window->document()->undo();
    QTRY_VERIFY(window->isWindowModified());
    key(Qt::Key_S);
    QTRY_VERIFY(!window->isWindowModified());
    QCOMPARE(content(file), billiardBreak());
    QCOMPARE(QSettings().value("recentFiles").toStringList().first(), file);
  }

  void aBuiltInSceneThatWasOnlyLookedAtAsksNothing() {
    setTheta("110deg");
    QTRY_VERIFY(window->isWindowModified() && !window->document()->isWaiting());
    window->close();
    QVERIFY(!box() && !window->isVisible());
  }

  void aBuiltInSceneThatWasEditedAsks() {
    window->document()->editScene("rename",
                                  billiardBreak().replace("Billiard break", "Snooker").toStdString());
    QTRY_VERIFY(window->isWindowModified() && !window->document()->isWaiting());
    window->close();
    QVERIFY(box() && window->isVisible());
    QTest::keyClick(box(), Qt::Key_Escape);
    QTRY_VERIFY(!box());
  }

  /// No file of a scene holds kept runs, so that they would be gone without a word.
  void keptRunsAreAskedAbout_data() {
    QTest::addColumn<bool>("changed");
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("leaves");
    QTest::newRow("discard them") << false << "Discard" << true;
    QTest::newRow("cancel") << false << "Cancel" << false;
    QTest::newRow("discard the changes, too") << true << "Discard" << true;
  }
  void keptRunsAreAskedAbout() {
    QFETCH(bool, changed);
    QFETCH(QString, word);
    QFETCH(bool, leaves);
    if (changed) setTheta("110deg");
    DocumentState after = window->document()->state();
    for (int i = 0; i < 2; ++i) keepRun(after, *window->snapshot());
    window->document()->change("Keep the run", after);
    window->close();
    QVERIFY(box() && window->isVisible());
    QVERIFY2(box()->informativeText().contains("2 kept runs"), qPrintable(box()->informativeText()));
    answer(word);
    QTRY_COMPARE(window->isVisible(), !leaves);
    QTRY_VERIFY(!box());
    QCOMPARE(window->document()->state().kept.size(), std::size_t(2));
  }

  void whatIsTypedIsSavedWithoutEnter() {
    key(Qt::Key_S);
    chooseFile(path("typed.carom.json"));
    QTRY_VERIFY(!window->files()->path().isEmpty());
    QApplication::setActiveWindow(window.get());
    auto* field = window->findChild<ScenePanel*>()->row("theta")->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "111deg");
    key(Qt::Key_S);
    QTRY_COMPARE(Scene::load(path("typed.carom.json").toStdString())->instantiate().parameters[0].value,
                 111 * M_PI / 180);
  }

  void unsavedEditsAreAskedAbout_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<bool>("leaves");
    QTest::newRow("save") << "Save" << true;
    QTest::newRow("discard") << "Discard" << true;
    QTest::newRow("cancel") << "Cancel" << false;
  }
  void unsavedEditsAreAskedAbout() {
    QFETCH(QString, word);
    QFETCH(bool, leaves);
    put(path("a.carom.json"), billiardBreak());
    open(path("a.carom.json"));
    setTheta("100deg");
    key(Qt::Key_N);
    answer(word);
    if (leaves) {
      QTRY_COMPARE(window->snapshot()->scene->name(), std::string("untitled"));
      QVERIFY(window->files()->path().isEmpty());
      QVERIFY(!window->isWindowModified());
    } else {
      QTRY_VERIFY(!box());
      setTheta("100.5deg");  // whose answer comes after that of a scene that was opened
      setTheta("100deg");
      QCOMPARE(window->snapshot()->scene->name(), std::string("a"));
      QVERIFY(window->isWindowModified());
    }
    const auto saved =
        Scene::load(path("a.carom.json").toStdString())->instantiate().parameters[0].expression;
    QCOMPARE(saved, std::string(word == "Save" ? "100deg" : "90deg"));
  }

  /// What is typed ahead after Ctrl+O is a path, and no letter of a button.
  void aFileIsChosenBeforeTheQuestion() {
    put(path("a.carom.json"), billiardBreak());
    put(path("b.carom.json"), billiardBreak());
    open(path("a.carom.json"));
    setTheta("100deg");
    DocumentState after = window->document()->state();
    keepRun(after, *window->snapshot());
    window->document()->change("Keep the run", after);
    for (const char* word : {"Cancel", "Discard"}) {
      key(Qt::Key_O);
      QVERIFY(!box());
      chooseFile(path("b.carom.json"));
      answer(word);
      QTRY_VERIFY(!box());
    }
    QTRY_COMPARE(window->snapshot()->scene->name(), std::string("b"));
    QVERIFY(window->document()->state().kept.empty());
  }

  /// Each button of the question has a letter, so that the keyboard alone can answer.
  void theQuestionIsAnsweredByLetters() {
    put(path("a.carom.json"), billiardBreak());
    open(path("a.carom.json"));
    setTheta("100deg");
    key(Qt::Key_N);
    QTRY_VERIFY(box());
    for (const auto button : {QMessageBox::Save, QMessageBox::Discard})
      QVERIFY(!box()->button(button)->shortcut().isEmpty());
    QCOMPARE(box()->button(QMessageBox::Discard)->shortcut(), QKeySequence(Qt::ALT | Qt::Key_D));
    QApplication::setActiveWindow(box());
    QTest::keyClick(box(), Qt::Key_D, Qt::AltModifier);
    QTRY_COMPARE(window->snapshot()->scene->name(), std::string("untitled"));
  }

  void closingAsksOnceAndThenCloses() {
    const QString file = path("a.carom.json");
    put(file, billiardBreak());
    open(file);
    setTheta("100deg");
    window->close();
    QVERIFY(window->isVisible());
    answer("Cancel");
    QTRY_VERIFY(!box());
    QVERIFY(window->isVisible());
    window->close();
    answer("Discard");
    QTRY_VERIFY(!window->isVisible());
  }

  void aFolderThatCannotBeWrittenLeavesTheDocumentUnsaved() {
    setTheta("100deg");
    key(Qt::Key_S);
    chooseFile(path("mine.carom.json"));
    QTRY_VERIFY(!window->isWindowModified());
    setTheta("120deg");
    const QByteArray before = content(path("mine.carom.json"));
    folder->remove();
    QFile inTheWay(folder->path());
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    key(Qt::Key_S);
    QTRY_VERIFY(box());
    QVERIFY(box()->informativeText().contains("mine.carom.json"));
    QTest::keyClick(box(), Qt::Key_Escape);
    QVERIFY(window->isWindowModified());
    inTheWay.remove();
  }

  void savingAsWhereNothingCanBeWrittenChangesNothing_data() {
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no such folder") << "missing/mine.carom.json"
                                    << "No such file or directory";
    QTest::newRow("a file in place of the folder") << "a.carom.json/mine.carom.json"
                                                   << "Not a directory";
    QTest::newRow("a folder that takes no files") << "/proc/mine.carom.json"
                                                  << "";
  }

  /// Even root cannot write there. The dialog itself refuses some of them, but a folder may go before it
  /// answers.
  void savingAsWhereNothingCanBeWrittenChangesNothing() {
    QFETCH(QString, place);
    QFETCH(QString, reason);
    const QString file = path("a.carom.json"), chosen = QDir(folder->path()).filePath(place);
    put(file, billiardBreak());
    open(file);
    setTheta("120deg");
    const QStringList recent = QSettings().value("recentFiles").toStringList();
    const QVariant lastFolder = QSettings().value("folder");
    const std::string text = window->document()->sceneText();
    QApplication::setActiveWindow(window.get());
    QTest::keyClick(window.get(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(window->findChild<QFileDialog*>());
    auto* dialog = window->findChild<QFileDialog*>();
    emit dialog->fileSelected(chosen);
    dialog->reject();
    QTRY_VERIFY(box());
    QCOMPARE(box()->text(), QString("The scene was not saved"));
    const QString why = box()->informativeText().section("\n\n", 0, 0);
    QVERIFY2(!why.contains('\n') && why.contains(chosen) && why.contains(reason), qPrintable(why));
    QVERIFY2(why.size() > chosen.size() + 5, qPrintable(why));
    QTest::keyClick(box(), Qt::Key_Escape);
    QTRY_VERIFY(!box());
    QCOMPARE(window->files()->path(), file);
    QVERIFY(window->isWindowModified());
    QCOMPARE(window->document()->sceneText(), text);
    QCOMPARE(std::lround(theta()), 120);
    QCOMPARE(content(file), billiardBreak());
    QCOMPARE(QDir(folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{"a.carom.json"});
    QCOMPARE(QSettings().value("recentFiles").toStringList(), recent);
    QCOMPARE(QSettings().value("folder"), lastFolder);
    key(Qt::Key_S);  // the file that it is in still takes it
    QTRY_VERIFY(!window->isWindowModified());
    QVERIFY(content(file).contains("120deg"));
  }

  void aFullDiskLeavesTheOldFileAndTheDocumentUnsaved() {
    const QString file = path("a.carom.json");
    const QByteArray text = billiardBreak() + QByteArray(400'000, '\n');
    put(file, text);
    open(file);
    // No file may grow past this: writing fails half way, as on a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit full{200'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
    window->document()->editScene("Rename", QByteArray(text).replace("Billiard", "Snooker").toStdString());
    QTRY_VERIFY(window->isWindowModified());
    key(Qt::Key_S);
    QTRY_VERIFY(box());
    QCOMPARE(box()->text(), QString("The scene was not saved"));
    QVERIFY2(box()->informativeText().contains("File too large"), qPrintable(box()->informativeText()));
    QTest::keyClick(box(), Qt::Key_Escape);
    QTRY_VERIFY(!box());
    setrlimit(RLIMIT_FSIZE, &before);
    QCOMPARE(window->files()->path(), file);
    QCOMPARE(content(file), text);
    QCOMPARE(QDir(folder->path()).entryList(QDir::Files).size(), 1);  // nothing half written is left
    QVERIFY(window->isWindowModified());
    key(Qt::Key_S);
    QTRY_VERIFY(!window->isWindowModified());
    QVERIFY(content(file).contains("Snooker"));
  }

  void twoWindowsOnOneFileDoNotOverwriteEachOther() {
    const QString file = path("a.carom.json");
    put(file, billiardBreak());
    open(file);
    MainWindow other;
    other.show();
    other.openScene(file);
    QTRY_VERIFY(other.snapshot());
    other.document()->setAssignment("theta", "95deg");
    QTRY_VERIFY(other.isWindowModified() && !other.document()->isWaiting());
    setTheta("100deg");
    key(Qt::Key_S);
    QTRY_VERIFY(!window->isWindowModified());
    other.files()->save();
    QTRY_VERIFY(other.findChild<QMessageBox*>());
    QVERIFY(other.findChild<QMessageBox*>()->text().contains("changed by another program"));
    QVERIFY(content(file).contains("100deg"));
    QTest::keyClick(other.findChild<QMessageBox*>(), Qt::Key_Escape);
    QVERIFY(other.isWindowModified());
    other.document()->setSaved();
  }

  void aFileThatIsDeletedIsWrittenAnew() {
    const QString file = path("a.carom.json");
    put(file, billiardBreak());
    open(file);
    QFile::remove(file);
    QTRY_VERIFY(window->isWindowModified());
    QVERIFY(!box());
    key(Qt::Key_S);
    QTRY_VERIFY(!window->isWindowModified());
    QCOMPARE(content(file), billiardBreak());
  }

  void recentFilesThatAreGoneCannotBeChosen() {
    for (const char* name : {"there & back.carom.json", "gone.carom.json"}) {
      put(path(name), billiardBreak());
      open(path(name));
    }
    QFile::remove(path("gone.carom.json"));
    QMenu* recent = nullptr;
    for (auto* menu : window->findChildren<QMenu*>())
      if (menu->title() == "Open &recent") recent = menu;
    QVERIFY(recent);
    emit recent->aboutToShow();
    QCOMPARE(recent->actions()[0]->text(), path("gone.carom.json"));
    QVERIFY(!recent->actions()[0]->isEnabled());
    QCOMPARE(recent->actions()[1]->text(), path("there && back.carom.json"));
    recent->actions()[1]->trigger();
    QTRY_COMPARE(window->files()->path(), path("there & back.carom.json"));
  }

  void undoIsNamedExactAndReachesTheSavedState() {
    const QString file = path("a.carom.json");
    put(file, billiardBreak());
    open(file);
    const DocumentState before = window->document()->state();
    const auto undo = [this] {
      for (QAction* action : window->findChildren<QAction*>())
        if (action->shortcut() == QKeySequence(QKeySequence::Undo)) return action;
      return static_cast<QAction*>(nullptr);
    }();
    setTheta("100deg");
    window->document()->editScene("Rename the scene",
                                  billiardBreak().replace("Billiard", "Snooker").toStdString());
    QTRY_VERIFY(!window->document()->isWaiting());
    const DocumentState after = window->document()->state();
    QCOMPARE(undo->text(), QString("Undo Rename the scene"));
    key(Qt::Key_Z);
    QTRY_COMPARE(undo->text(), QString("Undo Set theta"));
    QVERIFY(window->isWindowModified());
    key(Qt::Key_Z);
    QTRY_VERIFY(!window->isWindowModified());
    QVERIFY(!undo->isEnabled());
    QVERIFY(window->document()->state() == before);
    QCOMPARE(window->document()->sceneText(), before.scene->text());
    key(Qt::Key_Y);
    key(Qt::Key_Y);
    QTRY_VERIFY(window->document()->state() == after);
  }

  void savingFollowsLinksAndKeepsPermissions() {
    const QString file = path("real.carom.json"), link = path("link.carom.json");
    put(file, billiardBreak());
    const auto permissions =
        QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadUser | QFile::WriteUser;
    QVERIFY(QFile::setPermissions(file, permissions));
    QVERIFY(QFile::link(file, link));
    open(link);
    setTheta("100deg");
    key(Qt::Key_S);
    QTRY_VERIFY(!window->isWindowModified());
    QVERIFY(QFileInfo(link).isSymLink());
    QVERIFY(content(file).contains("100deg"));
    QCOMPARE(QFile::permissions(file), permissions);
  }

  void changesByOthersAreAskedAbout_data() {
    QTest::addColumn<bool>("reload");
    QTest::newRow("reload") << true;
    QTest::newRow("keep") << false;
  }
  void changesByOthersAreAskedAbout() {
    QFETCH(bool, reload);
    const QString file = path("a.carom.json");
    const QByteArray text = billiardBreak();
    put(file, text);
    open(file);
    put(file, QByteArray(text).replace("90deg", "95deg"));
    answer(reload ? "Reload" : "Keep");
    if (reload) {
      QTRY_VERIFY(std::abs(theta() - 95) < 1e-9);
      QVERIFY(!window->isWindowModified());
    } else {
      QTRY_VERIFY(window->isWindowModified());
      QVERIFY(std::abs(theta() - 90) < 1e-9);
      key(Qt::Key_S);
      QTRY_COMPARE(content(file), text);
    }
    // What was read or saved by the window itself is no change by others when it looks at the disk again.
    QEvent activation(QEvent::WindowActivate);
    QApplication::sendEvent(window.get(), &activation);
    QCoreApplication::processEvents();
    QVERIFY(!box());
  }

  void brokenChangesKeepTheScene() {
    const QString file = path("a.carom.json");
    put(file, billiardBreak());
    open(file);
    put(file, "{\"format\": 1,");
    answer("Reload");
    QTRY_VERIFY(box() && box()->windowTitle().contains("not opened"));
    QTest::keyClick(box(), Qt::Key_Escape);
    QVERIFY(std::abs(theta() - 90) < 1e-9);
    QCOMPARE(window->files()->path(), file);
  }
};

CAROM_DISPLAY_TEST(TestSceneFiles);
#include "tst_scene_files.moc"
