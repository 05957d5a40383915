#include "figure/figure.h"

#include <QBuffer>
#include <QSvgGenerator>
#include <cmath>

#include "base/atomic_file.h"
#include "base/number_format.h"
#include "base/version.h"
#include "common/theme.h"
#include "figure/eps_file.h"
#include "figure/pdf_file.h"
#include "figure/picture_files.h"
#include "figure/provenance.h"
#include "figure/relay_device.h"
#include "figure/tex_file.h"

namespace carom {

namespace {

constexpr double smallestMm = 5, largestMm = 2000;
constexpr int lowestDpi = 36, highestDpi = 2400;
constexpr int largestPixels = 20'000;

[[noreturn]] void refuse(const QString& what) {
  throw FigureError(what.toStdString());
}

/// `fault`: a text for the length (%1), the least (%2) and the greatest length (%3), all in mm.
void requireLength(double mm, const QString& fault) {
  if (!(mm >= smallestMm && mm <= largestMm))
    refuse(fault.arg(plainNumber(mm, 6), plainNumber(smallestMm, 6), plainNumber(largestMm, 6)));
}

/// Text as it must stand in XML, which has no control characters (the generator writes it as it is).
QString xmlText(QString text) {
  return text.removeIf([](QChar c) { return c.category() == QChar::Other_Control; }).toHtmlEscaped();
}

/// Puts the record behind the description, where SVG keeps metadata.
void addMetadata(QByteArray& svg, const QByteArray& xmp) {
  const qsizetype packet =
      xmp.indexOf('\n') + 1;  // without the marks of a packet, which XML has no place for
  const QByteArray rdf = xmp.mid(packet, xmp.lastIndexOf('\n') - packet);
  constexpr QByteArrayView before = "</desc>\n";
  svg.insert(svg.indexOf(before) + before.size(), "<metadata>" + rdf + "</metadata>\n");
}

QByteArray encodeSvg(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options) {
  constexpr int unitsPerMm = 100;  // the generator takes whole numbers
  const QRectF area(QPointF(), sizeMm * pointsPerMm);
  QByteArray svg;
  QBuffer buffer(&svg);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(qRound(unitsPerMm * mmPerInch));
  generator.setSize((sizeMm * unitsPerMm).toSize());
  generator.setViewBox(area);
  generator.setTitle(xmlText(figure.title()));
  generator.setDescription(xmlText(figure.provenance()));
  QPainter painter(&generator);
  if (!options.transparent) painter.fillRect(area, Qt::white);
  RelayDevice outlines(
      painter, area.size().toSize(), 72,
      options.style.look.svgText ? RelayDevice::Text::AsWords : RelayDevice::Text::AsOutlines);
  QPainter text(&outlines);
  figure.paintPage(text, area, {options.dpi, options.style});
  text.end();
  painter.end();
  addMetadata(svg, xmpOf(figure, FigureFormat::Svg, options));
  return svg;
}

std::function<QByteArray()> paintedPng(const Figure& figure, const FigureOptions& options) {
  QImage image = renderFigure(figure, options);
  image.setText(QStringLiteral("Title"), figure.title());  // keywords of PNG
  image.setText(QStringLiteral("Description"), figure.provenance());
  image.setText(QStringLiteral("Software"), figure.provenance().section(QLatin1Char(';'), 0, 0));
  return [image, xmp = xmpOf(figure, FigureFormat::Png, options)] { return encodePng(image, xmp); };
}

QByteArray encodeTex(const Figure& figure, const FigureOptions& options) {
  const QSizeF sizeMm = figureSizeMm(figure, options);
  return texFile(figure.tex(sizeMm, options), figure, sizeMm, options);
}

}  // namespace

TexPicture Figure::tex(const QSizeF& sizeMm, const FigureOptions& options) const {
  return tikzPicture(*this, sizeMm, options);
}

QString Figure::provenance() const {
  const SnapshotPtr snapshot = source().snapshot;
  return snapshot ? provenanceOf(*snapshot) : programVersionAndCommit();
}

QSizeF figureSizeMm(const Figure& figure, const FigureOptions& options) {
  requireLength(options.widthMm, QObject::tr("width %1 mm: expected %2 mm to %3 mm"));
  const FigureLook& look = options.style.look;
  const theme::PaperFonts fonts(look.font, look.mathFont, Figure::textPoints);
  const double unit =
      Figure::textScale(look) * figure.pageShrink(options.widthMm * pointsPerMm, look) / pointsPerMm;  // mm
  const double height =
      options.heightMm == 0 ? figure.heightAt(options.widthMm / unit) * unit : options.heightMm;
  requireLength(height, QObject::tr("height %1 mm: expected %2 mm to %3 mm"));
  if (options.dpi < lowestDpi || options.dpi > highestDpi)
    refuse(QObject::tr("%1 dpi: expected %2 to %3").arg(options.dpi).arg(lowestDpi).arg(highestDpi));
  return {options.widthMm, height};
}

QImage renderFigure(const Figure& figure, const FigureOptions& options) {
  const theme::PaperColors paper;
  const QSizeF sizeMm = figureSizeMm(figure, options);
  const QSize pixels = (sizeMm * (options.dpi / mmPerInch)).toSize();
  if (std::max(pixels.width(), pixels.height()) > largestPixels)
    refuse(QObject::tr("%1 × %2 pixels: expected at most %3 a side; take fewer dpi")
               .arg(pixels.width())
               .arg(pixels.height())
               .arg(largestPixels));
  QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) refuse(QObject::tr("not enough memory for the picture; take fewer dpi"));
  image.fill(options.transparent ? Qt::transparent : Qt::white);
  image.setDotsPerMeterX(qRound(options.dpi * 1000 / mmPerInch));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing |
                         QPainter::SmoothPixmapTransform);
  painter.scale(options.dpi / 72.0, options.dpi / 72.0);
  figure.paintPage(painter, QRectF(QPointF(), sizeMm * pointsPerMm), {0, options.style});
  painter.end();
  return options.transparent ? image : image.convertToFormat(QImage::Format_RGB32);
}

std::function<QByteArray()> paintedFigure(const Figure& figure, FigureFormat format,
                                          const FigureOptions& options) {
  const theme::PaperColors paper;
  const QSizeF sizeMm = figureSizeMm(figure, options);
  theme::settleFonts();
  const auto made = [](const QByteArray& bytes) { return [bytes] { return bytes; }; };
  switch (format) {
    case FigureFormat::Pdf:
      return made(encodePdf(figure, sizeMm, options));
    case FigureFormat::Svg:
      return made(encodeSvg(figure, sizeMm, options));
    case FigureFormat::Png:
      return paintedPng(figure, options);
    case FigureFormat::Tiff:
      return [image = renderFigure(figure, options), dpi = options.dpi,
              xmp = xmpOf(figure, format, options)] { return encodeTiff(image, dpi, xmp); };
    case FigureFormat::Eps:
      return made(encodeEps(figure, sizeMm, options));
    case FigureFormat::Tex:
      return made(encodeTex(figure, options));
  }
  Q_UNREACHABLE();
}

QByteArray encodeFigure(const Figure& figure, FigureFormat format, const FigureOptions& options) {
  return paintedFigure(figure, format, options)();
}

void writeFigure(const Figure& figure, const QString& path, const FigureOptions& options) {
  writeWhole(path, encodeFigure(figure, figureFormat(path), options));
}

}  // namespace carom
