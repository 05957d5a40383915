// The settings while they are not what the program wrote: other bytes, other types, no end, no room, two
// windows. CAROM_ATTACKS=500 makes more attempts of each kind, CAROM_SEED=7 others.
#include <QAction>
#include <QElapsedTimer>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSignalSpy>
#include <algorithm>
#include <random>

#include "document/recent_files.h"
#include "document/session_settings.h"
#include "support/file_window.h"
#include "support/full_disk.h"
#include "support/settle_window.h"
#include "support/widget_test.h"
#include "viewport/viewport_panel.h"
#include "window/layout/workspace_table.h"
#include "window/layout/workspaces.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

namespace {

int attempts(int usual) {
  bool given = false;
  const int wanted = qEnvironmentVariableIntValue("CAROM_ATTACKS", &given);
  return given ? wanted : usual;
}

/// Bytes with a few faults of the kinds that disks, other versions and editors make.
QByteArray broken(QByteArray bytes, std::mt19937& random) {
  const auto below = [&](qsizetype n) {
    return static_cast<qsizetype>(random() % std::max<std::size_t>(1, static_cast<std::size_t>(n)));
  };
  for (auto faults = 1 + below(4); faults > 0; --faults) {
    const qsizetype at = below(bytes.size());
    switch (below(5)) {
      case 0:
        bytes.truncate(at);
        break;
      case 1:
        bytes[at] = static_cast<char>(random());
        break;
      case 2:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 3:
        bytes.replace(at & ~3, 4, QByteArray::fromHex("7fffffff"));
        break;
      case 4:
        bytes.replace(at & ~3, 4, QByteArray::fromHex(below(2) ? "ffffffff" : "3b9aca00"));
        break;
    }
    if (bytes.isEmpty()) break;
  }
  return bytes;
}

}  // namespace

class TestSettingsUnderAttack : public QObject, FileWindow {
  Q_OBJECT

  std::mt19937 random{std::random_device::result_type(qEnvironmentVariableIntValue("CAROM_SEED"))};

  void openWindow() {
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    window->windowLayout()->fitScreen();
    settle(*window);
  }
  /// The window is on the screen, its menus and its view have their room, and another workspace can be had.
  void isUsable(const QByteArray& what) {
    const auto* view = window->findChild<ViewportPanel*>();
    const auto seen = [view] { return view->visibleRegion().boundingRect(); };
    const QRect screen = window->screen()->availableGeometry();
    const auto told = [&] {
      QString text;
      QDebug(&text) << window->geometry() << window->windowState() << window->minimumSizeHint()
                    << view->size() << seen() << what.toHex();
      return text.toLatin1();
    };
    QTRY_VERIFY2(screen.contains(window->geometry()), told());
    const QSize least = window->minimumSizeHint();
    QVERIFY2(least.width() <= screen.width() && least.height() <= screen.height(), told());
    QVERIFY2(window->menuBar()->isVisible() && window->menuBar()->height() > 10, told());
    QTRY_VERIFY2(seen().width() >= 150 && seen().height() >= 100, told());
    window->workspaces()->reset();
    QTRY_VERIFY2(seen().width() >= 150 && seen().height() >= 100, told());
  }

 private slots:
  void initTestCase() {
    keepSettingsWhole();
    prepare();
  }
  void init() { startFresh(); }
  void cleanup() { window.reset(); }

  void aBrokenGeometryOpensOnTheScreen() {
    window->close();
    const QByteArray whole = QSettings().value("window/geometry").toByteArray();
    QVERIFY(whole.size() > 40);
    for (int i = 0; i < attempts(6); ++i) {
      const QByteArray bytes = broken(whole, random);
      QSettings().setValue("window/geometry", bytes);
      openWindow();
      isUsable(bytes);
      if (QTest::currentTestFailed()) return;
      window.reset();
    }
  }

  void aBrokenLayoutOpensWithRoom() {
    for (int i = 0; i < attempts(6); ++i) {
      if (!window) openWindow();
      window->workspaces()->go(i % 6);
      window->workspaces()->reset();
      settle(*window);
      window->close();
      const QString key = QString("window/workspaces/") + window->workspaces()->now().row->name;
      const QByteArray bytes = broken(QSettings().value(key).toByteArray(), random);
      window.reset();
      QSettings().setValue(key, bytes);
      openWindow();
      isUsable(bytes);
      if (QTest::currentTestFailed()) return;
      window.reset();
    }
  }

 private:
  static QStringList keptNames() {
    QStringList names;
    for (const QVariant& own : QSettings().value("window/own-workspaces").toList())
      names << own.toMap()["name"].toString();
    return names;
  }
  /// Writes the file of the settings as another program would.
  static void putSettings(const QByteArray& text) {
    QSettings settings;
    settings.sync();
    put(settings.fileName(), text);
  }
  static QStringList copies() {
    const QFileInfo file(QSettings().fileName());
    return file.dir().entryList({file.fileName() + ".broken*"});
  }

 private slots:
  /// Each window keeps what the other one has saved, renamed or removed.
  void twoWindowsKeepTheWorkspacesOfBoth() {
    window->workspaces()->saveAs("Old");
    window->workspaces()->saveAs("Gone");
    MainWindow other;
    other.show();
    window->workspaces()->saveAs("Mine");
    other.workspaces()->saveAs("Yours");
    QCOMPARE(keptNames(), (QStringList{"Old", "Gone", "Mine", "Yours"}));
    window->workspaces()->go(7);
    QCOMPARE(window->workspaces()->now().name, QString("Gone"));
    window->workspaces()->remove();
    window->workspaces()->go(6);
    window->workspaces()->rename("New");
    QCOMPARE(keptNames(), (QStringList{"Mine", "Yours", "New"}));
    other.close();
    QCOMPARE(keptNames(), (QStringList{"Mine", "Yours", "New"}));
    window->close();
    QCOMPARE(keptNames(), (QStringList{"Mine", "Yours", "New"}));
  }

  /// What cannot be shown stays in the settings, and names are shown on one line.
  void entriesThatAreNoWorkspacesStay() {
    window.reset();
    const QVariantList odd{
        7, QVariantMap{}, QVariantMap{{"name", "Explore"}}, "text",
        QVariantMap{{"name", "two\nlines\x01"}, {"saved", 3.5}, {"left", QVariantList{1}}}};
    QSettings().setValue("window/own-workspaces", odd);
    QSettings().setValue("window/workspace", "two lines\x01");
    openWindow();
    QSignalSpy told(window->windowLayout(), &WindowLayout::told);
    QCOMPARE(window->workspaces()->all().size(), workspaceTable().size() + 1);
    const QString name = window->workspaces()->all().back().name;
    QVERIFY2(!name.contains('\n'), qPrintable(name));
    window->workspaces()->go(6);
    window->workspaces()->reset();
    isUsable({});
    window->close();
    const QVariantList kept = QSettings().value("window/own-workspaces").toList();
    QCOMPARE(kept.size(), odd.size());
    for (int i = 0; i < 4; ++i) QCOMPARE(kept[i], odd[i]);
  }

  /// One flipped byte of a layout used to end the program at every start.
  void aBrokenLayoutIsTold() {
    window->close();
    QByteArray layout = QSettings().value("window/workspaces/Explore").toByteArray();
    QVERIFY(layout.size() > 100);
    layout[60] = static_cast<char>(layout[60] ^ 64);
    QSettings().setValue("window/workspaces/Explore", layout);
    window = std::make_unique<MainWindow>();
    QSignalSpy told(window->windowLayout(), &WindowLayout::told);
    window->show();
    QTRY_COMPARE(told.size(), 1);
    QVERIFY2(told[0][0].toString().contains("Explore"), qPrintable(told[0][0].toString()));
  }

  void listsWithoutEndAreCut() {
    window.reset();
    QStringList files;
    QVariantList own;
    for (int i = 0; i < 100'000; ++i) files << QString("/tmp/../no\tfile & none/%1.carom.json").arg(i);
    for (int i = 0; i < 2000; ++i) own << QVariantMap{{"name", QString::number(i)}};
    QSettings().setValue("recentFiles", files);
    QSettings().setValue("window/palette-recent", files);
    QSettings().setValue("window/own-workspaces", own);
    QElapsedTimer clock;
    clock.start();
    openWindow();
    QCOMPARE(recentFiles().size(), 8);
    QAction* recent = nullptr;
    for (auto* action : window->findChildren<QAction*>())
      if (action->text() == "Open &recent") recent = action;
    QVERIFY(recent);
    emit recent->menu()->aboutToShow();
    QCOMPARE(recent->menu()->actions().size(), 8);
    isUsable({});
    QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
    window->close();
    QCOMPARE(keptNames().size(), 2000);
  }

  void lessThanALineIsLost_data() {
    QTest::addColumn<QByteArray>("line");
    const QByteArray list = "\\0\\0\\0\\t", one = "\\0\\0\\0\\x1";
    QTest::newRow("no key") << QByteArray("colours");
    QTest::newRow("nul") << QByteArray("a=b\0c", 5);
    QTest::newRow("end within a value") << QByteArray("a=\"x\\");
    QTest::newRow("too many entries") << "a=@Variant(" + list + "\\xff\\xff\\xff\\xf0)";
    QTest::newRow("too deep") << "a=@Variant(" + (list + one).repeated(100) + ")";
    QTest::newRow("an unknown type") << QByteArray("a=@Variant(\\0\\0\\0\\x46\\0\\0)");
    QTest::newRow("in quotes and escapes") << "a=1, \"\\x40\"Variant(" + list + "\\x7f\\377\\377\\377)";
    QTest::newRow("a date") << "a=@DateTime(" + list + "\\xff\\xff\\xff\\xf0)";
  }
  void lessThanALineIsLost() {
    QFETCH(QByteArray, line);
    window.reset();
    for (const QString& copy : copies())
      QFile::remove(QFileInfo(QSettings().fileName()).dir().filePath(copy));
    const QByteArray whole = "[window]\ncolours=2\n" + line + "\nworkspace=Motion\n[movie]\nfps=12.5\n";
    for (int time = 1; time <= 2; ++time) {
      putSettings(whole);
      const SessionSettings session;
      QVERIFY2(session.problem().contains("carom.conf") || session.problem().contains(".conf"),
               qPrintable(session.problem()));
      QVERIFY(!session.problem().contains('\n'));
      QCOMPARE(QSettings().value("window/colours").toInt(), 2);
      QCOMPARE(QSettings().value("window/workspace").toString(), QString("Motion"));
      QCOMPARE(QSettings().value("movie/fps").toDouble(), 12.5);
      QCOMPARE(copies().size(), time);  // the first copy is not overwritten
    }
    QCOMPARE(content(QSettings().fileName() + ".broken"), whole);
    const SessionSettings again;
    QVERIFY2(again.problem().isEmpty(), qPrintable(again.problem()));
  }

  /// What Carom writes itself is read without a word.
  void whatIsKeptIsSound() {
    window->workspaces()->saveAs("Größe & \"quoted\" \\x");
    window->document()->setRestitution({}, 0.5);
    for (int i = 0; i < 6; ++i) window->workspaces()->go(i);
    window->close();
    QSettings().sync();
    const SessionSettings session;
    QVERIFY2(session.problem().isEmpty(), qPrintable(session.problem()));
    QCOMPARE(keptNames().size(), 1);
  }

  /// Qt's own reader finds every kind of value again.
  void whatIsWrittenQtReads() {
    const QVariantMap values{
        {"text",
         "a, b; c = \"d\" \\ e\n\tf\x01"
         "1"},
        {"letters", QString::fromUtf8("Größe √J 2 ")},
        {"at", "@Size(1 2)"},
        {"nothing", QString()},
        {"group/One contact/ä=%", 7},
        {"number", 0.1},
        {"big", 12345678901234567LL},
        {"yes", true},
        {"bytes", QByteArray("\0\x01"
                             "2\xff\"\\)",
                             7)},
        {"no bytes", QByteArray()},
        {"list", QStringList{"a, b", "", "@c", "\"d\""}},
        {"one", QStringList{"x, y"}},
        {"none", QStringList()},
        {"variants", QVariantList{1, QVariantMap{{"k", QVariantList{QByteArray("z"), 2.5, QString("t")}}}}},
        {"single", QVariantList{QVariantMap{{"name", "n"}}}},
        {"empty", QVariantList()},
        {"map", QVariantMap{{"logX", true}, {"over", QString()}}}};
    window.reset();
    QString file;
    {
      QSettings settings;
      settings.clear();
      for (auto it = values.begin(); it != values.end(); ++it) settings.setValue(it.key(), it.value());
      settings.sync();
      QCOMPARE(settings.status(), QSettings::NoError);
      file = settings.fileName();
    }
    const QString copy = path("copy.ini");
    QVERIFY(QFile::copy(file, copy));
    const QSettings read(copy, QSettings::IniFormat);
    QCOMPARE(read.status(), QSettings::NoError);
    QCOMPARE(read.allKeys().size(), values.size());
    for (auto it = values.begin(); it != values.end(); ++it) {
      const QVariant back = read.value(it.key());
      const int type = it.value().typeId();
      const QByteArray key = it.key().toUtf8();
      if (type == QMetaType::QStringList)
        QVERIFY2(back.toStringList() == it.value().toStringList(), key);
      else if (type == QMetaType::QVariantList)
        QVERIFY2(back.toList() == it.value().toList(), key);
      else if (type == QMetaType::QVariantMap)
        QVERIFY2(back.toMap() == it.value().toMap(), key);
      else
        QVERIFY2(back.toByteArray() == it.value().toByteArray(), key);
    }
  }

  void aFullDiskIsToldAndCostsNothing() {
    window->workspaces()->saveAs("Kept");
    const QByteArray before = content(QSettings().fileName());
    QVERIFY(before.contains("Kept"));
    QSignalSpy told(window->windowLayout(), &WindowLayout::told);
    {
      const FullDisk full(100);
      window->workspaces()->saveAs("New");
      QCOMPARE(told.size(), 1);
      QVERIFY2(told[0][0].toString().contains("cannot be written"), qPrintable(told[0][0].toString()));
      QCOMPARE(content(QSettings().fileName()), before);
    }
    window->close();  // there is room again
    QCOMPARE(keptNames(), (QStringList{"Kept", "New"}));
  }
};

CAROM_DISPLAY_TEST(TestSettingsUnderAttack);
#include "tst_settings_under_attack.moc"
