#include <QBuffer>
#include <QImageReader>
#include <QPainterPath>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "base/atomic_file.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure.h"
#include "figure/provenance.h"
#include "figure/relay_device.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

/// A frame along the edges, text with what fonts tend to lack, and a clipped square.
class Sample : public Figure {
 public:
  QString name() const override { return QStringLiteral("sample"); }
  QString title() const override { return QStringLiteral("ξ <over> θ & more\x01"); }
  double aspect() const override { return 0.6; }
  QString provenance() const override { return QStringLiteral("carom 9; scene theta=\"1<2\""); }
  void paint(QPainter& painter, const QRectF& area) const override {
    painter.setPen(QPen(Qt::black, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(theme::inUnits(theme::textFont(8), painter));
    painter.drawText(QPointF(20, 30), QStringLiteral("energy 3·10⁻¹⁷ J"));
    theme::drawMath(painter, QPointF(20, 60), QStringLiteral("ξ = p_a^+"), 8);
    painter.save();
    painter.setClipRect(QRectF(100, 20, 20, 40));
    painter.fillRect(QRectF(90, 10, 60, 60), QColor(255, 0, 0));
    painter.restore();
    painter.fillRect(QRectF(130, 20, 10, 10), QColor(0, 0, 255));
  }
};

QByteArray textOf(const QByteArray& pdf, const QByteArray& key) {
  const auto at = pdf.indexOf(key) + key.size();
  return pdf.mid(at, pdf.indexOf('\n', at) - at).trimmed();
}

QString utf16(const QByteArray& hexString) {
  const QByteArray bytes = QByteArray::fromHex(hexString.mid(5, hexString.size() - 6));
  QString text;
  for (qsizetype i = 0; i + 1 < bytes.size(); i += 2)
    text += QChar((static_cast<uchar>(bytes[i]) << 8) | static_cast<uchar>(bytes[i + 1]));
  return text;
}

}  // namespace

class tst_figure : public QObject {
  Q_OBJECT

 private slots:
  void pdfPageIsExactlyTheFigure_data();
  void pdfPageIsExactlyTheFigure();
  void pdfTableOfObjectsIsRight();
  void pdfEmbedsItsFonts();
  void pdfSaysWhatMadeIt();
  void svgIsInMillimetresWithoutFonts();
  void svgSaysWhatMadeIt();
  void svgLooksLikePng();
  void pngHasThePixelsOfItsSize_data();
  void pngHasThePixelsOfItsSize();
  void pngIsTransparentOnRequest();
  void refusesWhatItCannotWrite_data();
  void refusesWhatItCannotWrite();
  void anOldFileSurvivesAFailure();
  void aRelayKeepsTheClipOfItsTarget();
  void readsLengths_data();
  void readsLengths();
};

void tst_figure::pdfPageIsExactlyTheFigure_data() {
  QTest::addColumn<double>("width");
  QTest::addColumn<double>("height");
  QTest::addColumn<QByteArray>("size");
  QTest::newRow("single column") << 88.0 << 0.0 << QByteArray("249.449 149.669");
  QTest::newRow("whole points") << 25.4 << 12.7 << QByteArray("72.000 36.000");
  QTest::newRow("as A4, not snapped to it") << 210.2 << 297.2 << QByteArray("595.843 842.457");
}

void tst_figure::pdfPageIsExactlyTheFigure() {
  QFETCH(double, width);
  QFETCH(double, height);
  QFETCH(QByteArray, size);
  const QByteArray pdf = encodeFigure(Sample(), FigureFormat::Pdf, {.widthMm = width, .heightMm = height});
  const QList<QByteArray> box = textOf(pdf, "/MediaBox [").chopped(1).split(' ');
  QCOMPARE(box.size(), 4);
  QCOMPARE(box[0], "0");
  const QList<QByteArray> expected = size.split(' ');
  QCOMPARE(box[2], expected[0]);
  QCOMPARE(QByteArray::number(box[3].toDouble() - box[1].toDouble(), 'f', 3), expected[1]);
}

void tst_figure::pdfTableOfObjectsIsRight() {
  const QByteArray pdf = encodeFigure(Sample(), FigureFormat::Pdf);
  const auto table = textOf(pdf, "startxref\n").toLongLong();
  QVERIFY(pdf.mid(table).startsWith("xref\n0 "));
  const int count = textOf(pdf, "xref\n0 ").toInt();
  QVERIFY(count > 5);
  const auto first = pdf.indexOf('\n', table + 5) + 1;
  for (int i = 1; i < count; ++i) {
    const auto offset = pdf.mid(first + 20 * i, 10).toLongLong();
    QVERIFY2(pdf.mid(offset).startsWith(QByteArray::number(i) + " 0 obj"), QByteArray::number(i));
  }
}

void tst_figure::pdfEmbedsItsFonts() {
  const QByteArray pdf = encodeFigure(Sample(), FigureFormat::Pdf);
  const auto count = [&](const char* key) { return pdf.count(key); };
  QVERIFY(count("/FontDescriptor ") >= 2);  // sans and serif italic
  QCOMPARE(count("/FontFile"), count("/Type /FontDescriptor"));
}

void tst_figure::pdfSaysWhatMadeIt() {
  const QByteArray pdf = encodeFigure(Sample(), FigureFormat::Pdf);
  QCOMPARE(utf16(textOf(pdf, "/Subject ")), Sample().provenance());
  QCOMPARE(utf16(textOf(pdf, "/Keywords ")), Sample().provenance());
  QVERIFY(textOf(pdf, "/Creator ").startsWith('('));
}

void tst_figure::svgIsInMillimetresWithoutFonts() {
  const QByteArray svg = encodeFigure(Sample(), FigureFormat::Svg, {.widthMm = 88, .heightMm = 50.5});
  QXmlStreamReader xml(svg);
  QVERIFY(xml.readNextStartElement());
  QCOMPARE(xml.attributes().value("width"), u"88mm");
  QCOMPARE(xml.attributes().value("height"), u"50.5mm");
  const QStringList box = xml.attributes().value("viewBox").toString().split(' ');
  QCOMPARE(box.size(), 4);
  QVERIFY(std::abs(box[2].toDouble() - 249.449) < 1e-3);
  int paths = 0;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    QVERIFY(xml.name() != u"text");
    paths += xml.name() == u"path";
  }
  QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
  QVERIFY(paths > 2);
}

void tst_figure::svgSaysWhatMadeIt() {
  QXmlStreamReader xml(encodeFigure(Sample(), FigureFormat::Svg));
  QString title, description;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (!xml.prefix().isEmpty()) continue;  // the record's Dublin Core has a title too
    if (xml.name() == u"title") title = xml.readElementText();
    if (xml.name() == u"desc") description = xml.readElementText();
  }
  QCOMPARE(title, QStringLiteral("ξ <over> θ & more"));
  QCOMPARE(description, Sample().provenance());
}

void tst_figure::svgLooksLikePng() {
  const FigureOptions options{.widthMm = 80, .heightMm = 40, .dpi = 200};
  QSvgRenderer renderer(encodeFigure(Sample(), FigureFormat::Svg, options));
  const QImage png = renderFigure(Sample(), options);
  QImage svg(png.size(), QImage::Format_RGB32);
  svg.fill(Qt::white);
  QPainter painter(&svg);
  renderer.render(&painter);
  painter.end();
  int different = 0, inked = 0;
  for (int y = 0; y < png.height(); ++y)
    for (int x = 0; x < png.width() / 3; ++x) {  // right of that is the clip
      different += std::abs(qGray(png.pixel(x, y)) - qGray(svg.pixel(x, y))) > 128;
      inked += qGray(png.pixel(x, y)) < 128;
    }
  QVERIFY2(inked > 500 && different < inked / 8, qPrintable(QString("%1 of %2").arg(different).arg(inked)));
}

void tst_figure::pngHasThePixelsOfItsSize_data() {
  QTest::addColumn<double>("width");
  QTest::addColumn<int>("dpi");
  QTest::addColumn<QSize>("pixels");
  QTest::newRow("88 mm") << 88.0 << 300 << QSize(1039, 624);
  QTest::newRow("one inch") << 25.4 << 600 << QSize(600, 360);
}

void tst_figure::pngHasThePixelsOfItsSize() {
  QFETCH(double, width);
  QFETCH(int, dpi);
  QFETCH(QSize, pixels);
  QByteArray png = encodeFigure(Sample(), FigureFormat::Png, {.widthMm = width, .dpi = dpi});
  QBuffer buffer(&png);
  QImageReader reader(&buffer, "PNG");
  QCOMPARE(reader.text("Description"), Sample().provenance());
  const QImage image = reader.read();
  QCOMPARE(image.size(), pixels);
  QCOMPARE(image.dotsPerMeterX(), qRound(dpi / 0.0254));
  QCOMPARE(image.pixelColor(0, pixels.height() / 2), QColor(Qt::black));  // the frame lies at the edge
  QCOMPARE(image.pixelColor(pixels.width() / 2, pixels.height() - 12), QColor(Qt::white));
}

void tst_figure::pngIsTransparentOnRequest() {
  const QImage image = renderFigure(Sample(), {.transparent = true});
  QCOMPARE(image.pixelColor(image.width() / 2, image.height() - 20).alpha(), 0);
  QCOMPARE(image.pixelColor(0, image.height() / 2).alpha(), 255);
  QVERIFY(!renderFigure(Sample()).hasAlphaChannel());
}

void tst_figure::refusesWhatItCannotWrite_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<FigureOptions>("options");
  QTest::addColumn<QString>("says");
  const FigureOptions usual;
  QTest::newRow("no folder") << "missing/fig.pdf" << usual << "fig.pdf: cannot be written: No such file";
  QTest::newRow("folder is a file") << "file/fig.svg" << usual << "fig.svg: cannot be written: ";
  QTest::newRow("a folder itself") << "folder.png" << usual << "folder.png: cannot be written: ";
  QTest::newRow("unknown ending") << "fig.jpg" << usual
                                  << "unknown ending .jpg, expected one of .pdf, .svg, .eps, .png, .tiff";
  QTest::newRow("no ending") << "fig" << usual << "no ending, expected one of .pdf, .svg, .eps, .png, .tiff";
  QTest::newRow("no width") << "fig.pdf" << FigureOptions{.widthMm = 0} << "width 0 mm: expected 5 mm";
  QTest::newRow("not a width") << "fig.pdf" << FigureOptions{.widthMm = NAN} << "width nan mm: expected";
  QTest::newRow("too wide") << "fig.pdf" << FigureOptions{.widthMm = 3000} << "to 2000 mm";
  QTest::newRow("negative height") << "fig.pdf" << FigureOptions{.heightMm = -3} << "height -3 mm: expected";
  QTest::newRow("no dpi") << "fig.png" << FigureOptions{.dpi = 0} << "0 dpi: expected 36 to 2400";
  QTest::newRow("too many pixels") << "fig.png" << FigureOptions{.widthMm = 2000, .dpi = 2400}
                                   << "pixels: expected";
}

void tst_figure::refusesWhatItCannotWrite() {
  QFETCH(QString, path);
  QFETCH(FigureOptions, options);
  QFETCH(QString, says);
  QTemporaryDir folder;
  writeWhole(folder.filePath("file"), "x");
  QVERIFY(QDir(folder.path()).mkdir("folder.png"));
  try {
    writeFigure(Sample(), folder.filePath(path), options);
    QFAIL("no error");
  } catch (const std::runtime_error& error) {
    const QString line = QString::fromUtf8(error.what());
    QVERIFY2(line.contains(says), error.what());
    QVERIFY(!line.contains('\n'));
  }
  QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 2);
}

void tst_figure::anOldFileSurvivesAFailure() {
  QTemporaryDir folder;
  const QString path = folder.filePath("fig.png");
  writeWhole(path, "old");
  QVERIFY_THROWS_EXCEPTION(FigureError, writeFigure(Sample(), path, {.dpi = 1}));
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), "old");
  file.close();
  writeFigure(Sample(), path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QVERIFY(file.readAll().startsWith("\x89PNG"));
}

void tst_figure::aRelayKeepsTheClipOfItsTarget() {
  QImage image(40, 40, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter target(&image);
  target.setClipRect(0, 0, 20, 40);
  target.translate(10, 0);
  RelayDevice relay(target, {30, 40}, 72);
  QPainter painter(&relay);
  painter.setClipRect(0, 0, 30, 20);
  painter.fillRect(0, 0, 30, 40, Qt::black);
  painter.setClipping(false);
  painter.fillRect(0, 30, 30, 5, Qt::black);
  painter.end();
  QCOMPARE(target.worldTransform(), QTransform::fromTranslate(10, 0));
  target.end();
  QCOMPARE(image.pixelColor(15, 10), QColor(Qt::black));
  QCOMPARE(image.pixelColor(5, 10), QColor(Qt::white));   // left of the relay
  QCOMPARE(image.pixelColor(25, 10), QColor(Qt::white));  // outside of the target's clip
  QCOMPARE(image.pixelColor(15, 25), QColor(Qt::white));  // outside of the painter's clip
  QCOMPARE(image.pixelColor(15, 32), QColor(Qt::black));
  QCOMPARE(image.pixelColor(25, 32), QColor(Qt::white));
}

void tst_figure::readsLengths_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("mm");
  QTest::newRow("mm") << "88mm" << 88.0;
  QTest::newRow("bare") << "88" << 88.0;
  QTest::newRow("inches") << " 3.5in " << 88.9;
  QTest::newRow("cm") << "20 cm" << 200.0;
  QTest::newRow("points") << "72pt" << 25.4;
  QTest::newRow("leading dot") << ".5cm" << 5.0;
  for (const char* bad : {"", "mm", "88 km", "-3mm", "0mm", "1e999mm", "8,8cm", "88mm wide"})
    QTest::newRow(bad) << bad << -1.0;
}

void tst_figure::readsLengths() {
  QFETCH(QString, text);
  QFETCH(double, mm);
  if (mm < 0)
    QVERIFY_THROWS_EXCEPTION(FigureError, parseLengthMm(text));
  else
    QCOMPARE(parseLengthMm(text), mm);
}

CAROM_DISPLAY_TEST(tst_figure);
#include "tst_figure.moc"
