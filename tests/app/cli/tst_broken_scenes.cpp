// Scene files that are broken by hand: one clear error with its place, in the window and on the command line,
// and the document that is open stays.
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>

#include "support/file_window.h"
#include "support/widget_test.h"

using namespace carom;

class TestBrokenScenes : public QObject, FileWindow {
  Q_OBJECT

  /// The billiard break with one part replaced.
  static QByteArray changed(const char* before, const char* after) {
    QByteArray text = billiardBreak();
    const auto at = text.indexOf(before);
    Q_ASSERT(at >= 0);
    return text.replace(at, static_cast<qsizetype>(qstrlen(before)), after);
  }
  /// The line of a part in the unspoilt text.
  static int lineOf(const char* part) {
    const QByteArray text = billiardBreak();
    return static_cast<int>(text.left(text.indexOf(part)).count('\n')) + 1;
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() { start(); }
  void cleanup() { window.reset(); }

  void oneErrorWithItsPlaceAndTheSceneStays_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const QByteArray& text, int line, const char* place,
                        const char* reason) {
      const QString where = line > 0 ? QString("line %1, %2").arg(line).arg(place) : QString();
      QTest::newRow(name) << text << where << QString(reason);
    };
    const int mass = lineOf("density*4/3*pi*ra^3");
    row("truncated", billiardBreak().left(billiardBreak().indexOf("\"density*4/3*pi*ra^3\"") + 5), mass,
        "column", "missing closing quote");
    row("empty", "", 1, "column 1", "unexpected end of input");
    row("NaN", changed("\"density*4/3*pi*ra^3\"", "NaN"), mass, "column", "invalid literal");
    row("not finite", changed("density*4/3*pi*ra^3", "0/0"), mass, "bodies[0].mass", "is not finite");
    row("missing field", changed("\"joints\"", "\"j\": 0, \"joints\""), lineOf("\"joints\""), "bodies[0].j",
        "unknown key \"j\"");
    row("unknown key at the root", changed("\"initial\"", "\"inital\""), lineOf("\"initial\""), "inital",
        "unknown key \"inital\"; expected one of initial, format, title");
    row("no mass", changed("\"mass\": \"density*4/3*pi*ra^3\", ", ""), mass, "bodies[0]", "has no mass");
    row("zero mass", changed("density*4/3*pi*ra^3", "0"), mass, "bodies[0].mass",
        "is 0; expected a mass > 0");
    row("overlap", changed("\"90deg\"", "\"50deg\""), lineOf("\"initial\""), "initial", "overlap by");
    row("wrong unit", changed("density*4/3*pi*ra^3", "2stone"), mass, "bodies[0].mass", "does not parse");
    row("undefined parameter", changed("density*4/3*pi*ra^3", "rho"), mass, "bodies[0].mass",
        "undefined parameter \"rho\"; expected one of theta, ra");
    row("cyclic parameters", changed("\"90deg\"", "\"2*theta\""), lineOf("\"90deg\""), "parameters.theta",
        "depends on itself");
    row("duplicate names", changed("\"name\": \"b\"", "\"name\": \"a\""), lineOf("\"name\": \"b\""),
        "bodies[1].name", "two bodies called \"a\"");
    row("duplicate key", changed("\"format\": 1,", "\"format\": 1, \"format\": 1,"), lineOf("\"format\""),
        "format", "occurs twice");
    row("wrong type", changed("\"density*4/3*pi*ra^3\"", "[1]"), mass, "bodies[0].mass", "is array");
    row("not UTF-8",
        changed("Billiard",
                "Bill\xED"
                "ard"),
        lineOf("Billiard"), "column", "UTF-8");
    row("newer format", changed("\"format\": 1", "\"format\": 2"), lineOf("\"format\""), "format", "newer");
    row("no format", changed("\"format\": 1,", ""), 1, "", "has no \"format\"");
    row("huge", QByteArray(100'000'000, ' '), 0, "", "is longer than");
    row("huge numbers", changed("density*4/3*pi*ra^3", "1e99999"), mass, "bodies[0].mass", "is not finite");
    row("no JSON", "hello\n", 1, "column 1", "is no JSON; expected a text in braces");
    row("a directory", {}, 0, "", "is a directory");
  }

  void oneErrorWithItsPlaceAndTheSceneStays() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QFETCH(QString, reason);
    if (place.endsWith(", ")) place.replace(", ", ": ");  // without a path it is the document
    const QString file = path("broken.carom.json");
    if (reason == "is a directory")
      QVERIFY(QDir().mkdir(file));
    else
      put(file, text);
    const auto verify = [&](const QString& line) {
      QVERIFY2(line.contains(file + ": " + place), qPrintable(line));
      QVERIFY2(line.contains(reason), qPrintable(line));
      QVERIFY(!line.trimmed().contains('\n'));
    };

    setTheta("100deg");
    const DocumentState before = window->document()->state();
    QSignalSpy refused(window.get(), &MainWindow::openRefused);
    window->openScene(file);
    QTRY_COMPARE(refused.count(), 1);
    verify(box()->text());
    QVERIFY(box()->informativeText().contains("stays"));
    QTest::keyClick(box(), Qt::Key_Escape);
    QVERIFY(window->document()->state() == before);
    QVERIFY(window->isWindowModified());
    QVERIFY(window->files()->path().isEmpty());
    window->document()->undo();
    QTRY_VERIFY(!window->isWindowModified());

    QProcess carom;
    carom.start(CAROM_BINARY, {"resolve", file});
    QVERIFY(carom.waitForFinished());
    QCOMPARE(carom.exitCode(), 1);
    QVERIFY(carom.readAllStandardOutput().isEmpty());
    verify(QString::fromUtf8(carom.readAllStandardError()));
  }
};

CAROM_DISPLAY_TEST(TestBrokenScenes);
#include "tst_broken_scenes.moc"
