// The text in figures, as the file of each figure states it: its size, and whether an art editor would take
// it.
#include <QBuffer>
#include <QFontDatabase>
#include <QPainter>
#include <QPdfWriter>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <algorithm>
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

/// The commands that make a figure of measurements, drawn.pdf in the end. Empty for all other figures.
QList<QStringList> measuring(const QString& figure) {
  if (figure == "audit")
    return {{"audit", "two-balls-wall", CAROM_TEST_DATA "/recordings/bullet-wall.csv", "--csv", "jumps.csv"},
            {"figure", "audit", "--data", "jumps.csv", "-o", "drawn.pdf"}};
  if (figure == "study")
    return {
        {"study", "run", "three.study.json", "-o", "xi.nc"},
        {"study", "plot", "xi.nc", "--over", "theta", "--over", "ra", "--at", "rc=40mm", "-o", "drawn.pdf"}};
  if (figure == "study curves")
    return {{"study", "run", "three.study.json", "-o", "xi.nc"},
            {"study", "plot", "xi.nc", "--over", "theta", "--rest", "min,mean,max", "-o", "drawn.pdf"}};
  if (figure == "study family")
    return {{"study", "run", "three.study.json", "-o", "xi.nc"},
            {"study", "plot", "xi.nc", "--over", "ra", "--family", "theta", "--at", "rc=40mm", "-o",
             "drawn.pdf"}};
  if (figure == "study bars")
    return {{"study", "run", "three.study.json", "-o", "xi.nc"},
            {"study", "plot", "xi.nc", "--over", "theta", "--rest", "mean", "--bars", "q05,q95", "-o",
             "drawn.pdf"}};
  if (figure == "robust")
    return {{"robust", "billiard-break", "--set", "theta=120deg", "--tolerance", "theta=0.5deg,ra=0.1mm",
             "--samples", "300", "-o", "robust.json"},
            {"figure", "robust", "--data", "robust.json", "-o", "drawn.pdf"}};
  if (figure == "futures")
    return {{"futures", "billiard-break", "--set", "theta=120deg", "--until", "0.2", "-o", "futures.json"},
            {"figure", "futures", "--data", "futures.json", "-o", "drawn.pdf"}};
  if (figure == "orbit")
    return {{"orbit", "double-pendulum", "--set", "angle1=10deg", "--set", "angle2=14deg", "--period", "2.3",
             "--vary", "period,upper.angle,lower.angle", "-o", "orbit.json"},
            {"figure", "orbit", "--data", "orbit.json", "-o", "drawn.pdf"}};
  if (figure == "bullet-energy")
    return {{"figure", "bullet-energy", "--data", "peers.csv", "-o", "drawn.pdf"}};
  return {};
}

constexpr const char* threeParameters =
    R"({"format": 1, "scene": "billiard-break", "measures": ["xi"], "axes": [
  {"name": "theta", "from": "60deg", "to": "180deg", "points": 25},
  {"name": "ra", "from": "20mm", "to": "28.6mm", "points": 5},
  {"name": "rc", "values": ["28.6mm", "40mm"]}]})";
constexpr const char* runsOfBullet =
    "engine,version,settings,scene,hz,restitution,speed,energy\n"
    "bullet,3.24,default,cradle-3,60,1,0.1,-0.5\nbullet,3.24,default,cradle-3,60,1,1,0.28\n"
    "bullet,3.24,default,cradle-3,600,1,10,0.25\ncarom,0.1,default,cradle-3,60,1,10,0\n";

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

/// What a run says, with blanks between its words.
QString wordsOf(const pdf::Run& run) {
  return run.text().simplified();
}

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

  /// A figure of measurements as its own command draws it, from which its pages are made.
  QString drawnFile(const QString& figure) const {
    const QDir folder(m_folder.filePath("of " + figure));
    const QString drawn = folder.filePath("drawn.pdf");
    if (QFile::exists(drawn)) return drawn;
    folder.mkpath(".");
    for (const auto& [name, text] :
         {std::pair("three.study.json", threeParameters), {"peers.csv", runsOfBullet}}) {
      QFile file(folder.filePath(name));
      if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0) qWarning() << file.errorString();
    }
    for (QStringList words : measuring(figure)) {
      for (QString& word : words)
        if (word.contains('.') && !word.contains('/') && !word.contains('=') && !word.front().isDigit() &&
            !word.contains(','))
          word = folder.filePath(word);
      if (const Run run = runCarom(words); run.status != 0) qWarning() << run.err;
    }
    return drawn;
  }

  /// The file of a figure on a page. A process makes all figures of a page but the composition and those of
  /// measurements: a single figure takes less time than the start of the program.
  QByteArray pdfOf(const QString& figure, const Page& page) const {
    const QString folder = m_folder.filePath(page.name().replace(':', '-'));
    const QString path = folder + '/' + figure + ".pdf";
    QStringList words = QStringList("figure") + page.options();
    const bool isMeasured = !measuring(figure).isEmpty(), isSingle = isMeasured || figure == "composition";
    if (isMeasured)
      words += {"--from", drawnFile(figure), "-o", path};
    else if (isSingle)
      words += {figure, "-o", path};
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
      QTest::newRow(line.split('\t').first().constData()) << QString(line.split('\t').first());
    for (const char* other : {"study curves", "study family", "study bars"}) QTest::newRow(other) << other;
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
    for (const char* scene : {"rack-break", "trex", "newtons-cradle", "falling-rod", "flat-cube"})
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

  /// A label has mathematics anywhere, also in its middle and twice.
  void labelsHaveMathematicsAmongWords() {
    const QString path = m_folder.filePath("label.pdf");
    const Run run = runCarom({"figure", "billiard-xi", "--preset", "aps", "--style",
                              R"({"x":"angle $\\theta_c$ of $\\xi$","y":"the $\\xi$ of it"})", "-o", path});
    QVERIFY2(run.status == 0, run.err);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList words;
    const pdf::Page page = pdf::readPage(file.readAll());
    for (const pdf::Run& each : page.runs) words += wordsOf(each);
    QVERIFY2(!words.join(' ').contains('$'), qPrintable(words.join('|')));
    for (const QString& part : {QStringLiteral("angle"), QStringLiteral("θ"), QStringLiteral("c"),
                                QStringLiteral("of"), QStringLiteral("of it")})
      QVERIFY2(words.contains(part), qPrintable(words.join('|')));
    QCOMPARE(words.count(QStringLiteral("ξ")), 2);
    QVERIFY(pdf::faultsOf(page).isEmpty());
  }

  /// Beside a short axis the words of its caption take two lines, none is left out, and a number has no unit.
  /// No legend repeats the name of a single quantity.
  void captionsOfShortAxesAreWhole() {
    const auto textOf = [&](const QString& figure) {
      QString all;
      for (const pdf::Run& run : pdf::readPage(pdfOf(figure, {60, "aps"})).runs) all += wordsOf(run) + ' ';
      return all;
    };
    const QString futures = textOf("futures"), growth = textOf("growth"), cones = textOf("cones");
    QVERIFY2(futures.contains("standard") && futures.contains("deviation"), qPrintable(futures));
    QVERIFY2(growth.count("growth") == 1 && !growth.contains("(1)"), qPrintable(growth));
    QVERIFY2(!cones.contains(QStringLiteral("…")) && cones.contains("each cone"), qPrintable(cones));
  }

  /// Between the numbers of an axis there is room for a letter.
  void numbersOfAnAxisAreApart_data() {
    QTest::addColumn<QString>("figure");
    for (const char* name : {"sensitivity", "trex-indeterminacy", "growth", "energy-time"})
      QTest::newRow(name) << QString(name);
  }
  void numbersOfAnAxisAreApart() {
    QFETCH(QString, figure);
    static const QRegularExpression number(QStringLiteral("^[−]?[0-9.]+(·10)?$"));
    for (const Page& on : {Page{60, "aps"}, Page{40, "nature"}, Page{88, ""}}) {
      QList<QRectF> numbers;
      const pdf::Page page = pdf::readPage(pdfOf(figure, on));
      for (const pdf::Run& run : page.runs) {
        if (run.size < 0.8 * page.runs.front().size || !number.match(wordsOf(run)).hasMatch()) continue;
        QRectF ink;
        for (const pdf::Glyph& glyph : run.glyphs) ink |= glyph.ink;
        numbers += ink;
      }
      QVERIFY(numbers.size() > 3);
      for (qsizetype i = 0; i < numbers.size(); ++i)
        for (qsizetype k = 0; k < i; ++k) {
          const double high = numbers[i].height(), below = 0.35 * high, beside = 1.2 * high;
          QVERIFY2(!numbers[i]
                        .adjusted(-beside / 2, -below / 2, beside / 2, below / 2)
                        .intersects(numbers[k].adjusted(-beside / 2, -below / 2, beside / 2, below / 2)),
                   qPrintable(on.name()));
        }
    }
  }

  /// A legend is whole where the axes end far from the edge, as those of its neighbour with a colour bar do.
  void legendsOfNarrowCompositionsAreWhole() {
    const QString path = m_folder.filePath("both.pdf");
    const Run run = runCarom({"figure", "--compose", drawnFile("study"), "--compose",
                              drawnFile("study curves"), "--preset", "aps", "--width", "40mm", "-o", path});
    QVERIFY2(run.status == 0, run.err);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pdf::Page page = pdf::readPage(file.readAll());
    const QStringList faults = pdf::faultsOf(page);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join("; ")));
    double axes[] = {INFINITY, INFINITY};  // where the vertical axis of the upper and of the lower panel is
    for (const pdf::Path& path : page.paths)
      for (const QPolygonF& line : path.lines) {
        const QRectF box = line.boundingRect();
        if (!path.isStroked || pdf::isPale(path.line) || box.width() > 0.1 || box.height() < 20) continue;
        double& axis = axes[box.center().y() < page.box.center().y() ? 1 : 0];
        axis = std::min(axis, box.center().x());
      }
    QVERIFY2(std::abs(axes[0] - axes[1]) < 0.5, qPrintable(QString("%1 and %2").arg(axes[0]).arg(axes[1])));
    QList<QRectF> numbers;  // of the bar, right of the middle of the upper panel
    for (const pdf::Run& each : page.runs) {
      static const QRegularExpression share("^0(\\.[0-9]+)?$");
      if (each.at.x() < 0.75 * page.box.right() || !share.match(wordsOf(each)).hasMatch()) continue;
      QRectF ink;
      for (const pdf::Glyph& glyph : each.glyphs) ink |= glyph.ink;
      numbers += ink;
    }
    QVERIFY(numbers.size() >= 2);
    for (qsizetype i = 0; i < numbers.size(); ++i)
      for (qsizetype k = 0; k < i; ++k)
        QVERIFY(std::abs(numbers[i].center().y() - numbers[k].center().y()) > 1.5 * numbers[i].height());
  }

  /// A figure that is made again for another journal has the look of that journal.
  void aPresetReplacesTheLookOfARecord() {
    const QString first = m_folder.filePath("first.pdf"), second = m_folder.filePath("second.pdf");
    const Run made =
        runCarom({"figure", "energy", "--preset", "aps", "--style", R"({"y":"my label"})", "-o", first});
    QVERIFY2(made.status == 0, made.err);
    const Run again = runCarom({"figure", "--from", first, "--preset", "nature", "-o", second});
    QVERIFY2(again.status == 0, again.err);
    QFile file(second);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QStringList words;
    const pdf::Page page = pdf::readPage(bytes);
    for (const pdf::Run& run : page.runs) {
      words += wordsOf(run);
      QVERIFY2(offOf(run.size, 7) < 0.1,
               qPrintable(QString("\"%1\" of %2 pt").arg(run.text()).arg(run.size)));
    }
    QVERIFY2(words.contains("my label"), qPrintable(words.join('|')));
    QVERIFY(!bytes.contains("NimbusRoman"));
  }

  /// Marks have their meaning in the legend, and powers of ten on an axis are numbers of one kind.
  void energiesOfBulletHaveALegend() {
    QStringList words;
    for (const pdf::Run& run : pdf::readPage(pdfOf("bullet-energy", {60, "ieee"})).runs)
      words += wordsOf(run);
    for (const char* word : {"60 Hz", "600 Hz", "0.1", "1", "10", "(m/s)"})
      QVERIFY2(words.contains(word), qPrintable(words.join('|')));
    QVERIFY2(!words.contains("6000 Hz"), "no such run");
    QVERIFY2(!words.join(' ').contains("0.7"), "no run with this restitution");
  }

  /// Many curves of a family are told apart by a scale of colours with its quantity, not by dashes and marks.
  void manyCurvesHaveAScale() {
    QStringList words;
    const pdf::Page page = pdf::readPage(pdfOf("study family", {88, "springer"}));
    for (const pdf::Run& run : page.runs) words += wordsOf(run);
    QVERIFY2(words.contains(QStringLiteral("θ")) && words.contains(QStringLiteral("(°)")),
             qPrintable(words.join('|')));
    QVERIFY2(!words.join(' ').contains("= 60"), qPrintable(words.join('|')));
    QVERIFY2(words.contains("75") && words.contains("150"), qPrintable(words.join('|')));
    QList<double> greys;  // of the curves, in the order of their values
    for (const pdf::Path& path : page.paths)
      for (const QPolygonF& line : path.lines)
        if (path.isStroked && line.size() > 4)
          greys += 0.3 * path.line.value(0) + 0.59 * path.line.value(1) + 0.11 * path.line.value(2);
    QVERIFY2(greys.size() >= 25, qPrintable(QString::number(greys.size())));
    for (qsizetype i = 1; i < greys.size(); ++i) QVERIFY(greys[i] > greys[i - 1] - 1e-6);
    QVERIFY(greys.back() - greys.front() > 0.3);
  }

  /// The last number of an axis is whole, not left out, also where it is wide.
  void axesEndWithTheirNumber() {
    for (const auto& [on, number] : {std::pair(Page{180, "aps"}, "0.50"), {Page{88, "asme"}, "0.5"}}) {
      QStringList words;
      for (const pdf::Run& run : pdf::readPage(pdfOf("trex-indeterminacy", on)).runs) words += wordsOf(run);
      QVERIFY2(words.contains(number), qPrintable(on.name() + ": " + words.join('|')));
    }
  }

  /// Where an angle's arc has another one around it, its letter stands inside of it, not beside that one.
  void lettersStandAtTheirArcs() {
    const pdf::Page page = pdf::readPage(pdfOf("rhex-variables", {88, "asme"}));
    std::vector<std::pair<QPointF, double>> arcs;  // centres and radii
    for (const pdf::Path& path : page.paths)
      for (const QPolygonF& line : path.lines) {
        if (!path.isStroked || line.size() < 6) continue;
        const QPointF a = line.front(), b = line[line.size() / 2], c = line.back();
        const double turn = 2 * ((b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x()));
        if (std::abs(turn) < 1) continue;
        const auto square = [](QPointF p) { return p.x() * p.x() + p.y() * p.y(); };
        const QPointF u = b - a, v = c - a;
        const QPointF centre =
            a + QPointF(v.y() * square(u) - u.y() * square(v), u.x() * square(v) - v.x() * square(u)) / turn;
        arcs.emplace_back(centre, std::sqrt(square(a - centre)));
      }
    QPointF left, right;
    for (qsizetype i = 0; i + 1 < page.runs.size(); ++i) {
      if (wordsOf(page.runs[i]) != QStringLiteral("φ")) continue;
      const QString index = wordsOf(page.runs[i + 1]);
      if (index == "L") left = page.runs[i].at;
      if (index == "R") right = page.runs[i].at;
    }
    QVERIFY(!left.isNull() && !right.isNull());
    const auto off = [](QPointF from, QPointF to) {
      return std::hypot(from.x() - to.x(), from.y() - to.y());
    };
    bool areRings = false;  // two arcs around the hips
    for (const auto& [centre, inner] : arcs)
      for (const auto& [other, outer] : arcs)
        if (off(centre, other) < 1 && outer > inner + 4 && off(centre, left) < outer + 20) {
          areRings = true;
          QVERIFY2(off(centre, left) < inner,
                   qPrintable(QString("%1 of %2").arg(off(centre, left)).arg(inner)));
          QVERIFY(off(centre, right) > inner);
        }
    QVERIFY(areRings);
  }

  /// A distribution far from 0 fills its axis, and parameters have the symbols of the scene.
  void tolerancesAreReadable() {
    QStringList words;
    double left = INFINITY, right = -INFINITY, page = 0;
    const pdf::Page read = pdf::readPage(pdfOf("robust", {0, "aps"}));
    for (const pdf::Run& run : read.runs) words += run.text().trimmed();
    QVERIFY2(words.contains(QStringLiteral("θ")) && !words.contains("theta"), qPrintable(words.join('|')));
    for (const pdf::Path& path : read.paths)  // the distribution has a hundred corners
      for (const QPolygonF& line : path.lines)
        if (path.isStroked && line.size() > 50) {
          left = std::min(left, line.boundingRect().left());
          right = std::max(right, line.boundingRect().right());
        }
    page = read.box.width();
    QVERIFY2(right - left > 0.25 * page, qPrintable(QString("%1 of %2").arg(right - left).arg(page)));
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

  /// Beside a column of models the name of p⁻ keeps off it, and the number of a cone off the axes.
  void namesKeepOffKeysAndAxes() {
    const QString path = m_folder.filePath("keys.pdf");
    for (const QStringList& words : {QStringList{"outcome-set", "--set", "theta=120deg", "--models"},
                                     {"cones", "--scene", "rack-break", "--set", "rows=2"}})
      for (const Page& on : {Page{0, "ieee"}, Page{0, "nature"}, Page{180, "asme"}}) {
        const Run run = runCarom(QStringList("figure") + words + on.options() + QStringList{"-o", path});
        QVERIFY2(run.status == 0, run.err);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pdf::Page page = pdf::readPage(file.readAll());
        const QStringList faults = pdf::faultsOf(page);
        QVERIFY2(faults.isEmpty(), qPrintable(on.name() + ": " + faults.join("; ")));
        // Areas stay pale in black presets.
        for (const pdf::Path& one : page.paths)
          if (one.isFilled && one.isOpaque)
            for (const QPolygonF& area : one.lines) {
              const QRectF box = area.boundingRect();
              const bool isBlack =
                  !one.ink.isEmpty() && *std::max_element(one.ink.begin(), one.ink.end()) < 0.01;
              QVERIFY(!isBlack || std::min(box.width(), box.height()) < 20);
            }
      }
  }

  /// The white ground of a name in impulse space hides no axis of the plot.
  void namesOfLinesHideNoAxis_data() {
    QTest::addColumn<QString>("figure");
    for (const char* name : {"impulse-2d-3c", "impulse-2d-9", "impulse-2d-1"}) QTest::newRow(name) << name;
  }
  void namesOfLinesHideNoAxis() {
    QFETCH(QString, figure);
    const pdf::Page page = pdf::readPage(pdfOf(figure, {0, "ieee"}));
    const pdf::Path* axis = nullptr;  // the left one
    double left = INFINITY;
    QRectF box;
    for (const pdf::Path& path : page.paths)
      for (const QPolygonF& line : path.lines) {
        const QRectF of = line.boundingRect();
        if (!path.isStroked || pdf::isPale(path.line) || of.width() > 0.1 || of.height() < 100) continue;
        if (of.left() >= left) continue;
        left = of.left();
        axis = &path;
        box = of.adjusted(-0.1, 0, 0.1, 0);
      }
    QVERIFY(axis);
    for (const pdf::Path& path : page.paths) {
      if (!path.isFilled || !path.isOpaque || path.order < axis->order || !pdf::isPale(path.ink)) continue;
      for (const QPolygonF& area : path.lines)
        QVERIFY2(!area.boundingRect().intersects(box),
                 qPrintable(QString("a ground at %1 pt").arg(area.boundingRect().center().y())));
    }
  }

  /// On narrow pages names of points stand where they hide no line, if need be at the end of a thin one.
  void namesOfPointsHideFewLines() {
    int hidden = 0, names = 0;
    for (const char* figure :
         {"impulse-2d-1", "impulse-2d-3a", "impulse-2d-3b", "impulse-2d-3c", "impulse-2d-3d", "impulse-2d-4",
          "impulse-2d-5", "impulse-2d-6", "impulse-2d-7", "impulse-2d-8", "impulse-2d-9"}) {
      const pdf::Page page = pdf::readPage(pdfOf(figure, {40, "aps"}));
      for (const pdf::Path& ground : page.paths)
        for (const QPolygonF& area : ground.lines) {
          const QRectF box = area.boundingRect();
          if (!ground.isFilled || !ground.isOpaque || !pdf::isPale(ground.ink) || box.width() > 40) continue;
          for (const pdf::Path& path : page.paths)
            hidden += path.order < ground.order && path.width > 0.4 && pdf::isCrossedBy(box, path) ? 1 : 0;
        }
      for (const pdf::Run& run : page.runs) names += wordsOf(run) == "P" ? 1 : 0;
    }
    QVERIFY(names > 40);
    QVERIFY2(hidden <= 2, qPrintable(QString("%1 lines below names").arg(hidden)));
  }

  /// The diagram of the certificate has all names of its contacts, whole, and all its numbers.
  void diagramsAreWhole() {
    const QString path = m_folder.filePath("cube.pdf");
    for (const Page& on : {Page{40, "aps"}, Page{60, "elsevier"}, Page{0, "ieee"}, Page{180, "springer"}}) {
      const Run run =
          runCarom(QStringList{"figure", "outcomes", "--scene", "flat-cube", "-o", path} + on.options());
      QVERIFY2(run.status == 0, run.err);
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const pdf::Page page = pdf::readPage(file.readAll());
      QStringList words;
      for (const pdf::Run& each : page.runs) words += wordsOf(each);
      const auto numbers =
          std::ranges::count_if(words, [](const QString& word) { return word.endsWith("1.72"); });
      QVERIFY2(numbers == 4, qPrintable(on.name() + ": " + words.join('|')));
      for (int i = 1; i <= 4; ++i)
        QVERIFY2(words.contains(QString("cube.%1-floor").arg(i)),
                 qPrintable(on.name() + ": " + words.join('|')));
      QVERIFY(pdf::faultsOf(page).isEmpty());
    }
  }

  /// Two orderings that do not differ: their line of zeros is above the axis, and long names are whole.
  void identicalOrderingsAreSeen() {
    const QString path = m_folder.filePath("same.pdf");
    for (const char* figure : {"difference", "difference-time"})
      for (const Page& on : {Page{40, "aps"}, Page{0, "aps"}}) {
        const Run run =
            runCarom(QStringList{"figure", figure, "--scene", "galperin", "-o", path} + on.options());
        QVERIFY2(run.status == 0, run.err);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const pdf::Page page = pdf::readPage(file.readAll());
        QString all;
        for (const pdf::Run& each : page.runs) all += wordsOf(each) + '|';
        QVERIFY2(all.contains("identical") && all.count("(314)") == 2, qPrintable(all));
        QVERIFY2(pdf::faultsOf(page).isEmpty(), qPrintable(pdf::faultsOf(page).join("; ")));
        double axis = INFINITY, curve = 0;  // heights of what is flat and long
        for (const pdf::Path& one : page.paths)
          for (const QPolygonF& line : one.lines) {
            const QRectF box = line.boundingRect();
            if (!one.isStroked || pdf::isPale(one.line) || box.height() > 0.1 || box.width() < 60) continue;
            const bool isColoured =
                *std::ranges::max_element(one.line) - *std::ranges::min_element(one.line) > 0.3;
            (isColoured ? curve : axis) = box.center().y();
          }
        QVERIFY2(curve > axis + 2, qPrintable(QString("%1 and %2 pt").arg(curve).arg(axis)));
      }
  }

  /// Words beside a mark of ξ that are far above it have a line to it.
  void notesLeadToTheirMarks() {
    const pdf::Page page = pdf::readPage(pdfOf("billiard-xi", {60, "elsevier"}));
    int leaders = 0;
    for (const pdf::Path& path : page.paths)
      for (const QPolygonF& line : path.lines) {
        const QRectF box = line.boundingRect();
        const bool isGreen = path.line.value(1) > path.line.value(0) + 0.3;
        leaders += path.isStroked && isGreen && box.width() < 0.1 && box.height() > 15 ? 1 : 0;
      }
    QCOMPARE(leaders, 2);
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
    const QStringList from =
        measuring(figure).isEmpty() ? QStringList{figure} : QStringList{"--from", drawnFile(figure)};
    const Run run = runCarom(QStringList("figure") + from + QStringList{"--preset", "aps", "-o", path});
    if (figure == "scene" || figure == "impulse-3d") {
      QVERIFY2(run.status == 1, run.err);
      return;
    }
    QVERIFY2(run.status == 0, run.err);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString tex = QString::fromUtf8(file.readAll());
    for (const QString& line : tex.split('\n'))  // what TeX has no command for
      QVERIFY2(!line.startsWith("\\node") || !line.contains('?'), qPrintable(line));
    static const QRegularExpression size(R"(\\fontsize\{([\d.]+)bp\})");
    int sizes = 0;
    for (auto it = size.globalMatch(tex); it.hasNext(); ++sizes) {
      const double points = it.next().captured(1).toDouble();
      QVERIFY2(offOf(points, 8) < 0.1, qPrintable(QString("%1 bp").arg(points)));
    }
    QVERIFY(sizes > 0);
  }
};

CAROM_OFFSCREEN_TEST(TestFigureText);
#include "tst_figure_text.moc"
