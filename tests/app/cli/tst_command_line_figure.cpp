#include <QTemporaryDir>

#include "support/carom_process.h"
#include "support/widget_test.h"

using namespace carom::process;

/// A figure says how it was made, and is made again from that.
class TestCommandLineFigure : public QObject {
  Q_OBJECT

  static QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  QTemporaryDir m_gallery;  ///< of all figures

 private slots:
  void initTestCase() {
    const Run made = runCarom({"figure", "--all", "-d", m_gallery.path()});
    QVERIFY2(made.status == 0, made.err);
    QVERIFY(bytesOf(m_gallery.filePath("index.html")).contains("billiard-xi.svg"));
  }

  void aFigureIsMadeAgainFromItself_data() {
    QTest::addColumn<QString>("ending");
    for (const char* ending : {"pdf", "svg", "eps", "png", "tiff"}) QTest::newRow(ending) << QString(ending);
  }

  void aFigureIsMadeAgainFromItself() {
    QFETCH(QString, ending);
    QTemporaryDir folder;
    const QString first = folder.filePath("a." + ending), second = folder.filePath("b." + ending);
    const Run made = runCarom({"figure", "outcomes", "--set", "theta=120deg", "--restitution", "1/2",
                               "--policy", "random:7", "--width", "3.5in", "-o", first});
    QVERIFY2(made.status == 0, made.err);
    const Run again = runCarom({"figure", "--from", first, "-o", second});
    QVERIFY2(again.status == 0, again.err);
    QVERIFY(bytesOf(first).size() > 1000);
    QCOMPARE(bytesOf(second), bytesOf(first));
  }

  /// From the record of its PDF as an EPS, and from the record of that as a PDF. The record of an EPS stands
  /// in lines of comments, which may divide any of its words.
  void everyFigureIsMadeAgainFromItself() {
    QTemporaryDir folder;
    const QFileInfoList pictures = QDir(m_gallery.path()).entryInfoList({"*.pdf"});
    QVERIFY(pictures.size() >= 28);
    for (const QFileInfo& picture : pictures) {
      const QString eps = folder.filePath("a.eps"), again = folder.filePath("again.pdf");
      const Run made = runCarom({"figure", "--from", picture.filePath(), "-o", eps});
      QVERIFY2(made.status == 0, made.err);
      const Run run = runCarom({"figure", "--from", eps, "-o", again});
      QVERIFY2(run.status == 0, qPrintable(picture.fileName() + ": " + run.err));
      QVERIFY2(bytesOf(again) == bytesOf(picture.filePath()), qPrintable(picture.fileName()));
    }
  }

  /// What the window can show that has no name of its own: the view says it.
  void aViewIsPartOfTheRecord_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("plot") << QStringList{"plot", "--view", R"({"quantities":["v a.x"],"over":"q a.x"})"};
    QTest::newRow("plot, log") << QStringList{"plot", "--view",
                                              R"({"logY":true,"x":[0.01,0.1],"cursors":[0.02,0.05]})"};
    QTest::newRow("impulse") << QStringList{
        "impulse-2d", "--view",
        R"({"W":[1,-0.2,-0.2,1.5],"V":[-1,0.3],"friction":"inf","laws":["routh"],"letters":"points"})"};
    QTest::newRow("impulse in space") << QStringList{"impulse-3d", "--view", R"({"slice":0.4})"};
    QTest::newRow("laws") << QStringList{"law-sweep", "--view",
                                         R"({"over":"friction","result":"normal-impulse"})"};
    QTest::newRow("push") << QStringList{"momentum-time", "--push", "c@0.05=0,0.1,0", "--push",
                                         "a@0.06=0.2,0,0"};
    QTest::newRow("landscape") << QStringList{
        "landscape", "--over", "theta=100deg:150deg:11", "--over", "rc=20mm:40mm:9", "--measure", "xi"};
    QTest::newRow("landscape under e") << QStringList{"landscape",
                                                      "--measure",
                                                      "xi",
                                                      "--reflection-restitution",
                                                      "0.5",
                                                      "--over",
                                                      "theta=100deg:150deg:9",
                                                      "--over",
                                                      "rc=20mm:40mm:9"};
    QTest::newRow("landscape, log") << QStringList{"landscape", "--view", R"({"scale":"signed-log"})"};
    QTest::newRow("scene") << QStringList{
        "scene", "--view", R"({"time":0.1,"camera":{"distance":0.4,"elevation":1.5,"labels":false}})"};
  }

  void aViewIsPartOfTheRecord() {
    QFETCH(QStringList, arguments);
    QTemporaryDir folder;
    const QString usual = m_gallery.filePath(arguments.front() + ".svg"), shown = folder.filePath("b.svg"),
                  again = folder.filePath("c.svg");
    QVERIFY(QFile::exists(usual));
    const Run made = runCarom(QStringList{"figure"} + arguments + QStringList{"-o", shown});
    QVERIFY2(made.status == 0, made.err);
    QVERIFY2(runCarom({"figure", "--from", shown, "-o", again}).status == 0, "from");
    QVERIFY(bytesOf(shown) != bytesOf(usual));
    QCOMPARE(bytesOf(again), bytesOf(shown));
    QVERIFY(bytesOf(shown).contains(arguments.front().toUtf8()));  // the record names the figure of the paper
  }

  void aUnitThatIsNotTheParametersIsRefused_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("friction") << "friction=0.3m" << QByteArray("without a unit");
    QTest::newRow("mass") << "Mtt=2*3mm" << QByteArray("kg");
    QTest::newRow("velocity") << "Vt=1kg" << QByteArray("m/s");
    QTest::newRow("angle") << "polar=1s" << QByteArray("rad");
  }
  void aUnitThatIsNotTheParametersIsRefused() {
    QFETCH(QString, value);
    QFETCH(QByteArray, expected);
    QTemporaryDir folder;
    const Run run = runCarom({"figure", "impulse-2d-4", "--set", value, "-o", folder.filePath("a.svg")});
    QVERIFY(run.status != 0);
    QVERIFY2(run.err.contains("expected " + expected) || run.err.contains("expected a number " + expected),
             run.err);
  }
  void unitsOfTheParametersAreRead() {
    QTemporaryDir folder;
    for (const char* right : {"Vt=10cm/s", "Mtt=1300g", "polar=30deg", "friction=0.3"})
      QCOMPARE(runCarom({"figure", "impulse-2d-4", "--set", right, "-o", folder.filePath("b.svg")}).status,
               0);
  }

  /// The record of a figure of impulses with --set holds all numbers of the case.
  void aFigureOfImpulsesWithOtherNumbersIsMadeAgain_data() {
    QTest::addColumn<QStringList>("arguments");
    for (const char* name : {"1", "3a", "3b", "3c", "3d", "4", "5", "6", "9"})
      QTest::newRow(name) << QStringList{QStringLiteral("impulse-2d-") + name, "--set", "Mtt=1.3", "--set",
                                         "friction=0.55"};
    QTest::newRow("7") << QStringList{"impulse-2d-7", "--set", "Mnt=0.1"};
    QTest::newRow("8") << QStringList{"impulse-2d-8", "--set", "angle=40deg", "--set", "friction=inf"};
    QTest::newRow("e above 1") << QStringList{"impulse-2d-9", "--set", "restitution=1.05"};
    QTest::newRow("in space") << QStringList{"impulse-3d", "--set", "Mn2=0.17", "--set", "friction=1/3"};
  }

  void aFigureOfImpulsesWithOtherNumbersIsMadeAgain() {
    QFETCH(QStringList, arguments);
    QTemporaryDir folder;
    const QString usual = m_gallery.filePath(arguments.front() + ".svg"), shown = folder.filePath("b.svg"),
                  again = folder.filePath("c.svg");
    QVERIFY(QFile::exists(usual));
    const Run made = runCarom(QStringList{"figure"} + arguments + QStringList{"-o", shown});
    QVERIFY2(made.status == 0, made.err);
    const Run second = runCarom({"figure", "--from", shown, "-o", again});
    QVERIFY2(second.status == 0, second.err);
    QVERIFY(bytesOf(shown) != bytesOf(usual));
    QCOMPARE(bytesOf(again), bytesOf(shown));
  }

  void aViewThatIsNoneIsRefused_data() {
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QString>("view");
    QTest::newRow("no JSON") << "plot"
                             << "{";
    QTest::newRow("unknown quantity") << "plot"
                                      << R"({"quantities":["speed of light"]})";
    QTest::newRow("range") << "plot"
                           << R"({"x":[2,1]})";
    QTest::newRow("law") << "law-sweep"
                         << R"({"laws":["newton"]})";
    QTest::newRow("no law") << "law-sweep"
                            << R"({"laws":[]})";
    QTest::newRow("mass") << "impulse-2d"
                          << R"({"W":[1,2,2,1],"V":[-1,0]})";
    QTest::newRow("friction") << "impulse-2d"
                              << R"({"W":[1,0,0,1],"V":[-1,0],"friction":-1})";
    QTest::newRow("dimension") << "impulse-2d"
                               << R"({"W":[1,0,0,0,1,0,0,0,1],"V":[-1,0,0]})";
    QTest::newRow("camera") << "scene"
                            << R"({"camera":{"distance":0}})";
    QTest::newRow("axis") << "outcome-set"
                          << R"({"x":"warmth"})";
    QTest::newRow("takes none") << "outcomes"
                                << R"({"x":1})";
  }

  void aViewThatIsNoneIsRefused() {
    QFETCH(QString, figure);
    QFETCH(QString, view);
    QTemporaryDir folder;
    const QString file = folder.filePath("a.svg");
    const Run run = runCarom({"figure", figure, "--view", view, "-o", file});
    QVERIFY(run.status == 1 || run.status == 2);
    VERIFY_ONE_LINE(run);
    QVERIFY(!QFile::exists(file));
  }

  void restitutionIsInTheRecord() {
    QTemporaryDir folder;
    const QString elastic = folder.filePath("a.svg"), lossy = folder.filePath("b.svg");
    QCOMPARE(runCarom({"figure", "outcomes", "-o", elastic}).status, 0);
    QCOMPARE(bytesOf(elastic), bytesOf(m_gallery.filePath("outcomes.svg")));
    QCOMPARE(runCarom({"figure", "outcomes", "--restitution", "0.5", "-o", lossy}).status, 0);
    QVERIFY(bytesOf(lossy).contains("--restitution 0.5"));
    QVERIFY(!bytesOf(elastic).contains("--restitution"));
  }

  void aFileWithoutARecordIsRefused() {
    QTemporaryDir folder;
    const QString plain = folder.filePath("a.svg");
    QFile file(plain);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("<svg/>");
    file.close();
    const Run run = runCarom({"figure", "--from", plain, "-o", folder.filePath("b.svg")});
    QVERIFY(run.status == 1 || run.status == 2);
    VERIFY_ONE_LINE(run);
  }
};

CAROM_TEST(TestCommandLineFigure);
#include "tst_command_line_figure.moc"
