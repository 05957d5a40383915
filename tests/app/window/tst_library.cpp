// The library of built-in scenes: pictures that the program draws, search, and opening by key.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <set>

#include "common/theme.h"
#include "support/widget_test.h"
#include "window/lessons.h"
#include "window/library_dialog.h"
#include "window/scene_thumbnails.h"

using namespace carom;

class TestLibrary : public QObject {
  Q_OBJECT

  static int shown(const QListWidget* list) {
    int count = 0;
    for (int i = 0; i < list->count(); ++i) count += !list->item(i)->isHidden();
    return count;
  }

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    theme::apply();
  }

  void picturesAreDrawnOnceAndKept() {
    QTemporaryDir folder;
    const auto scene = Scene::open("billiard-break");
    QImage first;
    {
      SceneThumbnails thumbnails({200, 126}, folder.path());
      QSignalSpy ready(&thumbnails, &SceneThumbnails::ready);
      thumbnails.request(scene);
      QCOMPARE(ready.count(), 0);
      QTRY_COMPARE(ready.count(), 1);
      first = ready[0][1].value<QImage>();
      QCOMPARE(first.size(), QSize(200, 126));
      std::set<QRgb> colors;
      for (int y = 0; y < first.height(); ++y)
        for (int x = 0; x < first.width(); ++x) colors.insert(first.pixel(x, y));
      QVERIFY(colors.size() > 100);
    }
    const QStringList kept = QDir(folder.path()).entryList({"*.png"});
    QCOMPARE(kept.size(), 1);
    QImage marked(200, 126, QImage::Format_RGB32);
    marked.fill(Qt::red);
    QVERIFY(marked.save(folder.filePath(kept[0])));
    SceneThumbnails again({200, 126}, folder.path());
    QSignalSpy ready(&again, &SceneThumbnails::ready);
    again.request(scene);
    QTRY_COMPARE(ready.count(), 1);
    QCOMPARE(ready[0][1].value<QImage>().pixelColor(5, 5), QColor(Qt::red));
  }

  void bodiesFillThePicture_data() {
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("height");
    QTest::newRow("double-pendulum") << 0.75 << 0.03;  // two rods in a row, from edge to edge
    QTest::newRow("billiard-break") << 0.5 << 0.75;
    QTest::newRow("newtons-cradle") << 0.75 << 0.1;
    QTest::newRow("tumbling-box") << 0.4 << 0.4;  // although it falls a long way
    QTest::newRow("rack-break") << 0.5 << 0.5;
  }
  /// The part of the picture within which there is colour: the paper, its grid, walls and shadows have none.
  void bodiesFillThePicture() {
    QFETCH(double, width);
    QFETCH(double, height);
    QTemporaryDir folder;
    SceneThumbnails thumbnails({400, 252}, folder.path());
    QSignalSpy ready(&thumbnails, &SceneThumbnails::ready);
    thumbnails.request(Scene::open(QTest::currentDataTag()));
    QTRY_COMPARE(ready.count(), 1);
    const QImage picture = ready[0][1].value<QImage>();
    QRect colored;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        if (picture.pixelColor(x, y).hsvSaturationF() > 0.4) colored |= QRect(x, y, 1, 1);
    const double across = colored.width() / 400.0, up = colored.height() / 252.0;
    QVERIFY2(across > width && up > height, qPrintable(QString("%1 × %2").arg(across).arg(up)));
  }

  void searchingAndEnterOpen_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("name");
    QTest::newRow("title") << "cradle"
                           << "newtons-cradle";
    QTest::newRow("several words, any case") << "BREAK angle bisector"
                                             << "billiard-break";
    QTest::newRow("name") << "galperin"
                          << "galperin";
    QTest::newRow("a word of the title before a part of one") << "pen"
                                                              << "pen";
    QTest::newRow("a part of the title before descriptions") << "tumbl"
                                                             << "tumbling-box";
  }
  void searchingAndEnterOpen() {
    QFETCH(QString, words);
    QFETCH(QString, name);
    LibraryDialog library;
    library.show();
    QSignalSpy chosen(&library, &LibraryDialog::chosen);
    auto* field = library.findChild<QLineEdit*>();
    QTest::keyClicks(field, words);
    QVERIFY(shown(library.findChild<QListWidget*>()) < static_cast<int>(builtinScenes().size()));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toString(), name);
    QVERIFY(!library.isVisible());
  }

  /// The scenes stand in the order of the course, each with its lesson; a group shows its own scenes.
  void aCourseOfLessons() {
    LibraryDialog library;
    library.show();
    auto* list = library.findChild<QListWidget*>();
    auto* groups = library.findChild<QComboBox*>();
    QVERIFY(groups->count() > 4);
    QCOMPARE(list->item(0)->data(Qt::UserRole).toString(), lessons().front().scene);
    for (int i = 0; i < list->count(); ++i) {
      list->setCurrentRow(i);
      const auto* description = library.findChild<QLabel*>();
      for (const char* word : {"Question:", "Try:", "See:"})
        QVERIFY2(description->text().contains(word), word);
    }
    int inGroups = 0;
    for (int g = 1; g < groups->count(); ++g) {
      groups->setCurrentIndex(g);
      QSet<QString> wanted;
      for (const Lesson& lesson : lessons())
        if (lesson.group == groups->currentText()) wanted << lesson.scene;
      QCOMPARE(shown(list), static_cast<int>(wanted.size()));
      inGroups += shown(list);
    }
    QVERIFY(inGroups >= static_cast<int>(builtinScenes().size()));
    groups->setCurrentIndex(0);
    QCOMPARE(shown(list), static_cast<int>(builtinScenes().size()));
  }

  void nothingFoundOpensNothing() {
    LibraryDialog library;
    library.show();
    QSignalSpy chosen(&library, &LibraryDialog::chosen);
    auto* field = library.findChild<QLineEdit*>();
    QTest::keyClicks(field, "no such scene at all");
    QCOMPARE(shown(library.findChild<QListWidget*>()), 0);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(chosen.count(), 0);
    field->clear();
    QCOMPARE(shown(library.findChild<QListWidget*>()), static_cast<int>(builtinScenes().size()));
  }
};

CAROM_DISPLAY_TEST(TestLibrary);
#include "tst_library.moc"
