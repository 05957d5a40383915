// The text in figures, as the file of each figure states it: its size, and whether an art editor would take
// it.
#include <QBuffer>
#include <QFontDatabase>
#include <QPainter>
#include <QPdfWriter>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/figure_faults.h"
#include "support/widget_test.h"

namespace pdf = carom::pdf;
using namespace carom::process;

namespace {

constexpr double scripts = 0.72;  // size of sub- and superscripts, of that of the text

/// From the size of the text, or from that of its scripts.
double offOf(double size, double points) {
  return std::min(std::abs(size - points), std::abs(size - scripts * points));
}

/// These draw files of measurements, with the same plot as the others.
bool drawsMeasurements(const QString& figure) {
  return figure == "study" || figure == "robust" || figure == "futures" || figure == "orbit" ||
         figure == "bullet-energy";
}

/// A width and a preset, of which a process makes all figures.
struct Page {
  int width;       ///< mm; 0: that of the preset
  QString preset;  ///< empty: none

  QString name() const { return QString("%1-%2").arg(preset.isEmpty() ? "plain" : preset).arg(width); }
  QStringList options() const {
    QStringList words;
    if (!preset.isEmpty()) words << "--preset" << preset;
    if (width > 0) words << "--width" << QString("%1mm").arg(width);
    return words;
  }
};

QList<Page> wholeGrid() {
  QList<Page> grid;
  for (const char* preset : {"", "ieee", "aps", "elsevier", "asme", "nature", "springer"})
    for (const int width : {40, 60, 88, 120, 180}) grid += {width, preset};
  return grid;
}

/// Two widths for all figures, drawn from the grid; all of it where CAROM_ALL_WIDTHS is set.
QList<Page> pagesToRead() {
  QList<Page> grid = wholeGrid();
  if (qEnvironmentVariableIsSet("CAROM_ALL_WIDTHS")) return grid;
  QRandomGenerator random(static_cast<quint32>(qEnvironmentVariable("CAROM_SEED", "3").toUInt()));
  const Page first = grid[random.bounded(int(grid.size()))];
  grid.removeIf([&](const Page& page) { return page.width == first.width; });
  return {first, grid[random.bounded(int(grid.size()))]};
}

}  // namespace

class TestFigureText : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  /// The jumps of a recording, which the figure of an audit draws.
  QStringList dataOf(const QString& figure) const {
    if (figure != "audit") return {};
    const QString jumps = m_folder.filePath("jumps.csv");
    if (!QFile::exists(jumps)) {
      const Run run = runCarom(
          {"audit", "two-balls-wall", CAROM_TEST_DATA "/recordings/bullet-wall.csv", "--csv", jumps});
      if (run.status != 0) qWarning() << run.err;
    }
    return {"--data", jumps};
  }

  /// The file of a figure on a page. A process makes all figures of a page but the composition and the audit:
  /// a single figure takes less time than the start of the program.
  QByteArray pdfOf(const QString& figure, const Page& page) const {
    const QString folder = m_folder.filePath(page.name().replace(':', '-'));
    const QString path = folder + '/' + figure + ".pdf";
    QStringList words = QStringList("figure") + page.options();
    const bool isSingle = figure == "composition" || figure == "audit";
    if (isSingle)
      words += QStringList{figure, "-o", path} + dataOf(figure);
    else
      words += {"--all", "-d", folder};
    if (isSingle || !QFile::exists(folder + "/index.html")) {
      QDir().mkpath(folder);
      if (const Run run = runCarom(words); run.status != 0) qWarning() << run.err;
    }
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void allTextHasTheSizeOfThePreset_data() {
    QTest::addColumn<QString>("figure");
    const Run list = runCarom({"figure", "--list"});
    for (const QByteArray& line : list.out.trimmed().split('\n'))
      if (const QByteArray name = line.split('\t').first(); !drawsMeasurements(name))
        QTest::newRow(name.constData()) << QString(name);
  }
  void allTextHasTheSizeOfThePreset() {
    QFETCH(QString, figure);
    constexpr double exact = 0.1;  // pt
    for (const auto& [preset, points] : std::initializer_list<std::pair<const char*, double>>{
             {"ieee", 8}, {"ieee:page", 8}, {"nature", 7}, {"nature:page", 7}, {"aps", 8}, {"aps:page", 8}}) {
      const QByteArray pdf = pdfOf(figure, {0, preset});
      QVERIFY(!pdf.isEmpty());
      const pdf::Page page = pdf::readPage(pdf);
      QVERIFY(!page.runs.isEmpty());
      for (const pdf::Run& run : page.runs) {
        QVERIFY2(offOf(run.size, points) < exact,
                 qPrintable(QString("%1: \"%2\" of %3 pt").arg(preset, run.text()).arg(run.size)));
        QVERIFY2(page.box.contains(run.at), qPrintable(QString("%1: \"%2\"").arg(preset, run.text())));
      }
      constexpr double leastLine = 0.25, rounding = 0.002;  // pt: thinner lines break in print
      for (const pdf::Path& path : page.paths)
        QVERIFY2(!path.isStroked || path.width > leastLine - rounding,
                 qPrintable(QString("%1: a line of %2 pt").arg(preset).arg(path.width)));
      const QStringList faults = pdf::faultsOf(page);
      QVERIFY2(faults.isEmpty(), qPrintable(QString("%1: %2").arg(preset, faults.join("; "))));
    }
  }

  void noTextIsCutCoveredOrCrossed_data() { allTextHasTheSizeOfThePreset_data(); }
  void noTextIsCutCoveredOrCrossed() {
    QFETCH(QString, figure);
    for (const Page& on : pagesToRead()) {
      const QByteArray pdf = pdfOf(figure, on);
      QVERIFY2(!pdf.isEmpty(), qPrintable(on.name()));
      const pdf::Page page = pdf::readPage(pdf);
      QVERIFY2(!page.runs.isEmpty(), qPrintable(on.name()));
      const QStringList faults = pdf::faultsOf(page);
      QVERIFY2(faults.isEmpty(), qPrintable(QString("%1: %2").arg(on.name(), faults.join("; "))));
    }
  }

  void otherScenesPassToo_data() {
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"rack-break", "trex", "newtons-cradle", "falling-rod", "tumbling-box"})
      QTest::addRow("outcomes %s", scene) << "outcomes" << scene;
    for (const char* scene : {"rhex"}) QTest::addRow("landscape %s", scene) << "landscape" << scene;
  }
  void otherScenesPassToo() {
    QFETCH(QString, figure);
    QFETCH(QString, scene);
    for (const Page& on : {Page{40, "aps"}, Page{60, "elsevier"}, Page{88, "nature"}}) {
      const QString path = m_folder.filePath("scene.pdf");
      const Run run = runCarom(QStringList{"figure", figure, "--scene", scene, "-o", path} + on.options());
      QVERIFY2(run.status == 0, run.err);
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const pdf::Page page = pdf::readPage(file.readAll());
      QVERIFY2(!page.runs.isEmpty(), qPrintable(on.name()));
      const QStringList faults = pdf::faultsOf(page);
      QVERIFY2(faults.isEmpty(), qPrintable(QString("%1: %2").arg(on.name(), faults.join("; "))));
    }
  }

  /// Of Debian's Nimbus Sans, one foundry has the italic faces alone.
  void wordsAreUpright() {
    const QByteArray bytes = pdfOf("energy-time", {0, "nature"});
    if (!bytes.contains("NimbusSans")) QSKIP("Nimbus Sans is not installed");
    QVERIFY(bytes.contains("NimbusSans-Regular") && !bytes.contains("NimbusSans-Italic"));
  }

  void symbolsAmongWordsAreSetApart() {
    QStringList runs;
    for (const pdf::Run& run : pdf::readPage(pdfOf("sensitivity", {0, "ieee"})).runs)
      runs += run.text().trimmed();
    for (const QString& part : {QStringLiteral("ξ"), QStringLiteral("G")})
      QVERIFY2(runs.contains(part), qPrintable(runs.join('|')));
  }

  /// A font without raised and lowered digits has them as smaller digits of its own.
  void powersAreOfTheFontItself_data() {
    QTest::addColumn<QString>("figure");
    for (const char* name : {"rhex-landscape", "trex-indeterminacy", "sensitivity", "energy-time"})
      QTest::newRow(name) << QString(name);
  }
  void powersAreOfTheFontItself() {
    QFETCH(QString, figure);
    const QString wanted = QStringLiteral("Nimbus Roman");
    const QStringList families = QFontDatabase::families();
    if (std::none_of(families.begin(), families.end(),
                     [&](const QString& family) { return family.startsWith(wanted); }))
      QSKIP("Nimbus Roman is not installed");
    const QByteArray bytes = pdfOf(figure, {0, "aps"});
    QVERIFY(bytes.contains("NimbusRoman"));
    QVERIFY2(!bytes.contains("DejaVu"), "letters of another family");
    bool hasPower = false;
    for (const pdf::Run& run : pdf::readPage(bytes).runs)
      hasPower = hasPower || (run.text().startsWith(QChar(0x2212)) && std::abs(run.size - scripts * 8) < 0.1);
    QVERIFY(hasPower);
  }

  /// The angles of the break begin and end at round numbers, whatever rounding leaves of them in radians.
  void anAxisHasTicksAtItsEnds() {
    QStringList words;
    for (const pdf::Run& run : pdf::readPage(pdfOf("landscape", {88, "nature"})).runs) words += run.text();
    for (const char* end : {"60", "180", "10", "100"})
      QVERIFY2(words.contains(end), qPrintable(words.join(' ')));
  }

  /// A narrow picture of impulse space has the names of its lines below, a wide one beside them.
  void linesAreNamedBelowNarrowPictures() {
    const auto lowest = [&](const Page& on, const QString& word) {
      double low = INFINITY;
      const pdf::Page page = pdf::readPage(pdfOf("impulse-2d-4", on));
      for (const pdf::Run& run : page.runs)
        if (run.text().contains(word)) low = std::min(low, (run.at.y() - page.box.top()) / page.box.height());
      return low;
    };
    for (const char* word : {"compression", "sticking", "kept"}) {
      QVERIFY(lowest({60, "elsevier"}, word) < lowest({60, "elsevier"}, "N·s"));
      QVERIFY(lowest({88, "nature"}, word) > lowest({88, "nature"}, "N·s"));
      QVERIFY(std::isfinite(lowest({60, "elsevier"}, word)) && std::isfinite(lowest({88, "nature"}, word)));
    }
  }

  /// What the reader finds, in a file that Qt writes here: a page of 200 × 100 pt.
  void theReaderSeesFaults_data() {
    QTest::addColumn<int>("x");
    QTest::addColumn<int>("lineAt");  // 0: none
    QTest::addColumn<bool>("overlaps");
    QTest::addColumn<QString>("says");
    QTest::newRow("good") << 40 << 0 << false << QString();
    QTest::newRow("cut at the left") << -4 << 0 << false << "is cut";
    QTest::newRow("cut at the right") << 182 << 0 << false << "is cut";
    QTest::newRow("on other text") << 40 << 0 << true << "lies on";
    QTest::newRow("crossed") << 40 << 44 << false << "is crossed";
    QTest::newRow("beside a line") << 40 << 36 << false << QString();
  }
  void theReaderSeesFaults() {
    QFETCH(int, x);
    QFETCH(int, lineAt);
    QFETCH(bool, overlaps);
    QFETCH(QString, says);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(1200);
    writer.setPageLayout({QPageSize(QSizeF(200, 100), QPageSize::Point, QString(), QPageSize::ExactMatch),
                          QPageLayout::Portrait, QMarginsF(), QPageLayout::Point});
    QPainter painter(&writer);
    painter.scale(1200 / 72.0, 1200 / 72.0);
    QFont font("Inter");
    font.setPixelSize(10);
    painter.setFont(font);
    painter.setPen(QPen(Qt::black, 1.2, Qt::SolidLine, Qt::FlatCap));  // the usual pen becomes an outline
    if (lineAt > 0) painter.drawLine(lineAt, 20, lineAt, 80);
    painter.drawText(x, 50, "HHHH");
    if (overlaps) painter.drawText(x + 6, 52, "O");
    painter.end();
    const pdf::Page page = pdf::readPage(bytes);
    QCOMPARE(page.runs.front().text(), "HHHH");
    QVERIFY(std::abs(page.runs.front().size - 10) < 0.1);
    const QStringList faults = pdf::faultsOf(page);
    QCOMPARE(faults.isEmpty(), says.isEmpty());
    if (!says.isEmpty()) QVERIFY2(faults.front().contains(says), qPrintable(faults.front()));
  }

  void textForLatexHasThatSizeToo_data() { allTextHasTheSizeOfThePreset_data(); }
  void textForLatexHasThatSizeToo() {
    QFETCH(QString, figure);
    const QString path = m_folder.filePath("text.tex");
    const Run run = runCarom(QStringList{"figure", figure, "--preset", "aps", "-o", path} + dataOf(figure));
    if (figure == "scene" || figure == "impulse-3d") {
      QVERIFY2(run.status == 1, run.err);
      return;
    }
    QVERIFY2(run.status == 0, run.err);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    static const QRegularExpression size(R"(\\fontsize\{([\d.]+)bp\})");
    int sizes = 0;
    for (auto it = size.globalMatch(QString::fromUtf8(file.readAll())); it.hasNext(); ++sizes) {
      const double points = it.next().captured(1).toDouble();
      QVERIFY2(offOf(points, 8) < 0.1, qPrintable(QString("%1 bp").arg(points)));
    }
    QVERIFY(sizes > 0);
  }
};

CAROM_OFFSCREEN_TEST(TestFigureText);
#include "tst_figure_text.moc"
