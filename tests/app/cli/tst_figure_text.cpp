// The sizes of text in figures, as the file of each figure states them.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTransform>
#include <cmath>

#include "support/carom_process.h"
#include "support/widget_test.h"

using namespace carom::process;

namespace {

constexpr double scripts = 0.72;  // size of sub- and superscripts, of that of the text

struct TextRun {
  double size;  ///< pt on the page
  QPointF at;   ///< pt from the lower left corner
};

QTransform transformOf(const QList<double>& numbers) {
  const qsizetype first = numbers.size() - 6;
  return {numbers[first],     numbers[first + 1], numbers[first + 2],
          numbers[first + 3], numbers[first + 4], numbers[first + 5]};
}

/// What a stream of drawing commands writes, by the matrices of the page and of the text.
void addTextOf(const QByteArray& commands, QList<TextRun>& runs) {
  static const QRegularExpression token(R"([^\s<>\[\]()]+|<[0-9A-Fa-f]*>)");
  QList<QTransform> saved;
  QTransform page, text;
  QList<double> numbers;
  double font = 0;
  for (auto it = token.globalMatch(QString::fromLatin1(commands)); it.hasNext();) {
    const QString word = it.next().captured();
    bool isNumber = false;
    const double number = word.toDouble(&isNumber);
    if (isNumber) {
      numbers += number;
      continue;
    }
    if (word.startsWith('<') || word.startsWith('/')) continue;
    if (word == "q") saved += page;
    if (word == "Q") page = saved.takeLast();
    if (word == "cm") page = transformOf(numbers) * page;
    if (word == "BT") text = QTransform();
    if (word == "Tf") font = numbers.last();
    if (word == "Tm") text = transformOf(numbers);
    if (word == "Td") text = QTransform::fromTranslate(numbers[0], numbers[1]) * text;
    if (word == "Tj" || word == "TJ") {
      const QTransform all = text * page;
      runs += {font * std::sqrt(std::abs(all.determinant())), all.map(QPointF())};
    }
    numbers.clear();
  }
}

/// From the size of the text, or from that of its scripts.
double offOf(double size, double points) {
  return std::min(std::abs(size - points), std::abs(size - scripts * points));
}

QList<TextRun> textOf(const QByteArray& pdf) {
  QList<TextRun> runs;
  for (qsizetype at = 0; (at = pdf.indexOf("stream\n", at)) >= 0;) {
    const qsizetype end = pdf.indexOf("endstream", at);
    const QByteArray commands = qUncompress(QByteArray::fromHex("00100000") + pdf.mid(at + 7, end - at - 7));
    if (commands.contains("BT\n")) addTextOf(commands, runs);
    at = end + 9;
  }
  return runs;
}

QRectF pageOf(const QByteArray& pdf) {
  static const QRegularExpression form(R"(/MediaBox \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\])");
  const auto match = form.match(QString::fromLatin1(pdf));
  const auto corner = [&](int i) {
    return QPointF(match.captured(i).toDouble(), match.captured(i + 1).toDouble());
  };
  return {corner(1), corner(3)};
}

}  // namespace

class TestFigureText : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;

  /// The file of a figure with a preset. A process makes all figures of a preset but the composition: a
  /// single figure takes less time than the start of the program.
  QByteArray pdfOf(const QString& figure, const QString& preset) const {
    const QString folder = m_folder.filePath(QString(preset).replace(':', '-'));
    const QString path = folder + '/' + figure + ".pdf";
    QStringList words{"figure", "--preset", preset};
    const bool isSingle = figure == "composition";
    if (isSingle)
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
    for (const QByteArray& line : list.out.trimmed().split('\n')) {
      const QByteArray name = line.split('\t').first();
      // These draw files of measurements, with the same plot as the others.
      if (name == "study" || name == "robust" || name == "bullet-energy") continue;
      QTest::newRow(name.constData()) << QString(name);
    }
  }
  void allTextHasTheSizeOfThePreset() {
    QFETCH(QString, figure);
    constexpr double exact = 0.1;  // pt
    for (const auto& [preset, points] : std::initializer_list<std::pair<const char*, double>>{
             {"ieee", 8}, {"ieee:page", 8}, {"nature", 7}, {"nature:page", 7}, {"aps", 8}, {"aps:page", 8}}) {
      const QByteArray pdf = pdfOf(figure, preset);
      QVERIFY(!pdf.isEmpty());
      const QRectF page = pageOf(pdf);
      const QList<TextRun> text = textOf(pdf);
      QVERIFY(!text.isEmpty());
      for (const TextRun& part : text) {
        QVERIFY2(offOf(part.size, points) < exact,
                 qPrintable(QString("%1: text of %2 pt").arg(preset).arg(part.size)));
        QVERIFY2(page.contains(part.at),
                 qPrintable(QString("%1: text at %2, %3").arg(preset).arg(part.at.x()).arg(part.at.y())));
      }
    }
  }

  void textForLatexHasThatSizeToo_data() { allTextHasTheSizeOfThePreset_data(); }
  void textForLatexHasThatSizeToo() {
    QFETCH(QString, figure);
    const QString path = m_folder.filePath("text.tex");
    const Run run = runCarom({"figure", figure, "--preset", "aps", "-o", path});
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

CAROM_TEST(TestFigureText);
#include "tst_figure_text.moc"
