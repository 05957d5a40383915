// New, open, save, changes by other programs, recovery: driven in the window with keys.
#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "baked_scene.h"
#include "main_window.h"
#include "parameter_row.h"
#include "recovery.h"
#include "scene_files.h"
#include "scene_panel.h"
#include "theme.h"
#include "viewport/open_gl.h"

using namespace carom;

class TestSceneFiles : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;
  std::unique_ptr<QTemporaryDir> folder;

  QString path(const char* name) const { return folder->filePath(name); }
  QByteArray content(const QString& file) const {
    QFile disk(file);
    return disk.open(QIODevice::ReadOnly) ? disk.readAll() : QByteArray();
  }
  void put(const QString& file, const QByteArray& text) const {
    QFile disk(file);
    QVERIFY(disk.open(QIODevice::WriteOnly));
    disk.write(text);
  }
  void open(const QString& scene) {
    const SnapshotPtr before = window->snapshot();
    window->openScene(scene);
    QTRY_VERIFY(window->snapshot() && (!before || window->snapshot()->scene != before->scene));
    QVERIFY(!window->isWindowModified());
  }
  double theta() const { return window->snapshot()->instance.parameters.front().value * 180 / M_PI; }
  void setTheta(const char* expression) {
    window->document()->setAssignment("theta", expression);
    QTRY_VERIFY(window->isWindowModified());
  }
  void key(Qt::Key key) {
    QApplication::setActiveWindow(window.get());  // there is no window manager to do it
    QTest::keyClick(window.get(), key, Qt::ControlModifier);
  }
  QMessageBox* box() const {
    for (auto* each : window->findChildren<QMessageBox*>())
      if (each->isVisible()) return each;
    return nullptr;
  }
  /// Presses the button of the open question whose text starts with a word.
  void answer(const QString& word) {
    QTRY_VERIFY(box());
    for (QAbstractButton* button : box()->buttons())
      if (button->text().remove('&').startsWith(word)) return QTest::keyClick(button, Qt::Key_Space);
    QFAIL(qPrintable("no button " + word));
  }
  /// Types a name into the open file dialog.
  void chooseFile(const QString& file) {
    QTRY_VERIFY(window->findChild<QFileDialog*>() && window->findChild<QFileDialog*>()->isVisible());
    auto* dialog = window->findChild<QFileDialog*>();
    auto* field = dialog->findChild<QLineEdit*>("fileNameEdit");
    field->setText(file);  // keys would end up in the list of completions
    auto* buttons = dialog->findChild<QDialogButtonBox*>();
    for (const auto role : {QDialogButtonBox::Save, QDialogButtonBox::Open})
      if (auto* button = buttons->button(role)) button->click();
  }

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName("carom-test");
    QSettings().clear();
    theme::apply();
  }

  void init() {
    folder = std::make_unique<QTemporaryDir>();
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QApplication::setActiveWindow(window.get());
    open("billiard-break");
  }
  void cleanup() { window.reset(); }

  void bakedSceneShowsTheSame_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expression");
    QTest::newRow("expression") << "billiard-break" << "theta" << "2*55deg + ra/rb*1deg";
    QTest::newRow("number") << "billiard-break" << "ra" << "0.03";
    QTest::newRow("count") << "newtons-cradle" << "n" << "7";
    QTest::newRow("quantity") << "billiard-break" << "rc" << "30mm";
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
      "bodies": [{"name": "a", "joints": ["x"], "mass": "r + k"}]})", "choice");
    const auto mass = [](const Scene& scene, const Assignments& set) {
      return scene.instantiate(set).mechanism->bodies()[0].mass;
    };
    for (const Assignments& set : {Assignments{{"size", "small"}}, Assignments{{"r", "3"}}, Assignments{{"size", "small"}, {"r", "k/4"}, {"k", "8"}}})
      QCOMPARE(mass(*Scene::parse(bakedText(*scene, set), "baked"), {}), mass(*scene, set));
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
    QCOMPARE(content(file), QByteArray::fromStdString(Scene::open("billiard-break")->text()));
    QCOMPARE(QSettings().value("recentFiles").toStringList().first(), file);
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
    QTRY_COMPARE(Scene::load(path("typed.carom.json").toStdString())->instantiate().parameters[0].value, 111 * M_PI / 180);
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
    put(path("a.carom.json"), QByteArray::fromStdString(Scene::open("billiard-break")->text()));
    open(path("a.carom.json"));
    setTheta("100deg");
    key(Qt::Key_N);
    answer(word);
    if (leaves) {
      QTRY_COMPARE(window->snapshot()->scene->name(), std::string("untitled"));
      QVERIFY(window->files()->path().isEmpty());
      QVERIFY(!window->isWindowModified());
    } else {
      QTest::qWait(50);
      QCOMPARE(window->snapshot()->scene->name(), std::string("a"));
      QVERIFY(window->isWindowModified());
    }
    const auto saved = Scene::load(path("a.carom.json").toStdString())->instantiate().parameters[0].expression;
    QCOMPARE(saved, std::string(word == "Save" ? "100deg" : "90deg"));
  }

  void closingAsksOnceAndThenCloses() {
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

  void savingFollowsLinksAndKeepsPermissions() {
    const QString file = path("real.carom.json"), link = path("link.carom.json");
    put(file, QByteArray::fromStdString(Scene::open("billiard-break")->text()));
    const auto permissions = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadUser | QFile::WriteUser;
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
    const QByteArray text = QByteArray::fromStdString(Scene::open("billiard-break")->text());
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
    QTest::qWait(300);
    QVERIFY(!box());  // our own save is no change by others
  }

  void brokenChangesKeepTheScene() {
    const QString file = path("a.carom.json");
    put(file, QByteArray::fromStdString(Scene::open("billiard-break")->text()));
    open(file);
    put(file, "{\"format\": 1,");
    answer("Reload");
    QTRY_VERIFY(box() && box()->windowTitle().contains("not opened"));
    QTest::keyClick(box(), Qt::Key_Escape);
    QVERIFY(std::abs(theta() - 90) < 1e-9);
    QCOMPARE(window->files()->path(), file);
  }

  void unsavedEditsAreKeptForTheNextProcess() {
    const QString kept = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
    QDir(kept).removeRecursively();
    setTheta("123deg");
    QTRY_COMPARE_WITH_TIMEOUT(QDir(kept).entryList({"*.json"}).size(), 1, 10'000);
    QVERIFY(Recovery().found().empty());  // its process lives
    // What a process leaves that is killed: the file, and no lock that anybody holds.
    const QString name = QDir(kept).filePath(QDir(kept).entryList({"*.json"}).first());
    const QByteArray left = content(name);
    window->document()->undo();
    QTRY_VERIFY(!QFile::exists(name));
    QTRY_VERIFY(std::abs(theta() - 90) < 1e-9);
    put(kept + "/dead.json", left);

    window->files()->offerRecovery();
    answer("Later");
    QTRY_VERIFY(!box());
    QVERIFY(QFile::exists(kept + "/dead.json"));
    window->files()->offerRecovery();
    answer("Recover");
    QTRY_VERIFY(std::abs(theta() - 123) < 1e-9);
    QVERIFY(window->isWindowModified());
    QTRY_VERIFY(!QFile::exists(kept + "/dead.json"));
    QCOMPARE(QDir(kept).entryList({"*.json"}).size(), 1);  // this process keeps it now
    window->close();
    answer("Discard");
    QTRY_VERIFY(!window->isVisible());
    QVERIFY(QDir(kept).entryList({"*.json"}).isEmpty());
  }

  void discardedRecoveriesAreGone() {
    const QString kept = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
    QDir().mkpath(kept);
    put(kept + "/dead.json", R"({"path": "", "name": "x", "text": "{}", "assignments": {}})");
    put(kept + "/broken.json", "{");
    window->files()->offerRecovery();
    answer("Discard");
    QTRY_VERIFY(!QFile::exists(kept + "/dead.json"));
    QVERIFY(!box());
    QFile::remove(kept + "/broken.json");
  }
};

int main(int argc, char** argv) {
  prepareOpenGl();
  QApplication application(argc, argv);
  TestSceneFiles test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_scene_files.moc"
