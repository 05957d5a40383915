// File > Import…: the dialog makes a scene, or says why there is none and stays open.
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

#include "document/scene_files.h"
#include "scene/scene.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "window/import_dialog.h"
#include "window/main_window.h"

using namespace carom;

class TestImportDialog : public QObject {
  Q_OBJECT

  struct Opened {
    ImportDialog dialog{QStringLiteral(CAROM_TEST_DATA "/robots/four_legs.urdf"), nullptr};
    std::vector<SceneText> scenes;
    QStringList warnings;

    Opened() {
      QObject::connect(&dialog, &ImportDialog::imported, &dialog,
                       [this](const SceneText& scene, const QStringList& all) {
                         scenes.push_back(scene);
                         warnings = all;
                       });
      dialog.open();
    }
    void press() {
      QTest::mouseClick(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    }
  };

 private slots:
  void initTestCase() { prepareWindowTest(); }

  void theSceneIsThatOfTheRobot() {
    Opened opened;
    opened.press();
    QCOMPARE(opened.scenes.size(), std::size_t{1});
    QVERIFY(!opened.dialog.isVisible());
    QCOMPARE(opened.warnings.size(), qsizetype{2});
    const SceneText& scene = opened.scenes[0];
    QCOMPARE(scene.file, std::string("four_legs.carom.json"));
    QCOMPARE(Scene::parse(scene.text, scene.file)->instantiate({}).mechanism->dof(), 14);
  }

  void aWrongFootIsNamedAndTheDialogStays() {
    Opened opened;
    opened.dialog.findChild<QLineEdit*>("feet")->setText("front_left_foot, hind_lft_foot");
    opened.press();
    QVERIFY(opened.scenes.empty() && opened.dialog.isVisible());
    const auto* error = opened.dialog.findChild<QLabel*>("importError");
    QVERIFY(error->isVisible() && error->text().contains("hind_left_foot"));
    opened.dialog.findChild<QLineEdit*>("feet")->setText("front_left_foot, hind_left_foot");
    opened.press();
    QCOMPARE(opened.scenes.size(), std::size_t{1});
  }

  void theRootMayBeFixed() {
    Opened opened;
    opened.dialog.findChild<QCheckBox*>("floating")->setChecked(false);
    opened.press();
    QCOMPARE(opened.scenes.size(), std::size_t{1});
    QCOMPARE(Scene::parse(opened.scenes[0].text, "robot")->instantiate({}).mechanism->dof(), 8);
  }

  /// Ctrl+O takes what a drop takes: a robot is imported, and is no scene with an error.
  void aRobotIsOpenedLikeAScene() {
    MainWindow window;
    tests::showActive(&window);
    window.files()->chooseFile();
    QFileDialog* files = nullptr;
    QTRY_VERIFY((files = window.findChild<QFileDialog*>()) && files->isVisible());
    auto* name = files->findChild<QLineEdit*>("fileNameEdit");
    name->selectAll();
    name->insert(QStringLiteral(CAROM_TEST_DATA "/robots/four_legs.urdf"));
    files->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
    QTRY_VERIFY(window.findChild<ImportDialog*>());
    QVERIFY(window.findChild<ImportDialog*>()->isVisible());
    QVERIFY(!window.findChild<QMessageBox*>());
  }

  void closingAsksAboutTheSceneUntilItIsSaved() {
    Opened opened;
    opened.press();
    MainWindow window;
    tests::showActive(&window);
    window.files()->openImported(opened.scenes.at(0), {});
    QTRY_COMPARE(window.files()->name(), QStringLiteral("four_legs"));
    QVERIFY(window.isWindowModified());
    window.close();
    QTRY_VERIFY(window.findChild<QMessageBox*>());
    QVERIFY(window.isVisible());
    QTest::mouseClick(window.findChild<QMessageBox*>()->button(QMessageBox::Cancel), Qt::LeftButton);
    window.document()->setSaved();
    QVERIFY(!window.isWindowModified());
    QVERIFY(window.close());
  }
};

CAROM_DISPLAY_TEST(TestImportDialog);
#include "tst_import_dialog.moc"
