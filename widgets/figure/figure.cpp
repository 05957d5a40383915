#include "figure/figure.h"

#include <QBuffer>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cmath>

#include "base/number_format.h"
#include "common/theme.h"
#include "figure/painter_relay.h"
#include "figure/pdf_file.h"
#include "figure/provenance.h"

namespace carom {

namespace {

constexpr double mmPerInch = 25.4, pointsPerMm = 72 / mmPerInch;
constexpr double smallestMm = 5, largestMm = 2000;
constexpr int lowestDpi = 36, highestDpi = 2400;
constexpr int largestPixels = 20'000;

[[noreturn]] void refuse(const QString& what) {
  throw FigureError(what.toStdString());
}

void requireLength(const char* which, double mm) {
  if (!(mm >= smallestMm && mm <= largestMm))
    refuse(QStringLiteral("%1 %2 mm: expected %3 mm to %4 mm")
               .arg(QLatin1String(which), QString::number(mm))
               .arg(smallestMm)
               .arg(largestMm));
}

/// Text as it must stand in XML, which has no control characters (the generator writes it as it is).
QString xmlText(QString text) {
  return text.removeIf([](QChar c) { return c.category() == QChar::Other_Control; }).toHtmlEscaped();
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
  RelayDevice outlines(painter, area.size().toSize(), 72, RelayDevice::Text::AsOutlines);
  QPainter text(&outlines);
  figure.paintVectors(text, area, options.dpi);
  text.end();
  painter.end();
  return svg;
}

QByteArray encodePng(const Figure& figure, const FigureOptions& options) {
  QImage image = renderFigure(figure, options);
  image.setText(QStringLiteral("Title"), figure.title());
  image.setText(QStringLiteral("Description"), figure.provenance());
  image.setText(QStringLiteral("Software"), figure.provenance().section(QLatin1Char(';'), 0, 0));
  QByteArray png;
  QBuffer buffer(&png);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) refuse(QStringLiteral("the picture could not be encoded as PNG"));
  return png;
}

}  // namespace

QString Figure::provenance() const {
  return programVersion();
}

FigureFormat figureFormat(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("pdf")) return FigureFormat::Pdf;
  if (ending == QLatin1String("svg")) return FigureFormat::Svg;
  if (ending == QLatin1String("png")) return FigureFormat::Png;
  refuse(QStringLiteral("%1: %2, expected .pdf, .svg or .png")
             .arg(path, ending.isEmpty() ? QStringLiteral("no ending")
                                         : QStringLiteral("unknown ending .%1").arg(ending)));
}

QSizeF figureSizeMm(const Figure& figure, const FigureOptions& options) {
  requireLength("width", options.widthMm);
  const double height = options.heightMm == 0 ? options.widthMm * figure.aspect() : options.heightMm;
  requireLength("height", height);
  if (options.dpi < lowestDpi || options.dpi > highestDpi)
    refuse(QStringLiteral("%1 dpi: expected %2 to %3").arg(options.dpi).arg(lowestDpi).arg(highestDpi));
  return {options.widthMm, height};
}

QImage renderFigure(const Figure& figure, const FigureOptions& options) {
  const theme::PaperColors paper;
  const QSizeF sizeMm = figureSizeMm(figure, options);
  const QSize pixels = (sizeMm * (options.dpi / mmPerInch)).toSize();
  if (std::max(pixels.width(), pixels.height()) > largestPixels)
    refuse(QStringLiteral("%1 × %2 pixels: expected at most %3 a side; take fewer dpi")
               .arg(pixels.width())
               .arg(pixels.height())
               .arg(largestPixels));
  QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) refuse(QStringLiteral("not enough memory for the picture; take fewer dpi"));
  image.fill(options.transparent ? Qt::transparent : Qt::white);
  image.setDotsPerMeterX(qRound(options.dpi * 1000 / mmPerInch));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing |
                         QPainter::SmoothPixmapTransform);
  painter.scale(options.dpi / 72.0, options.dpi / 72.0);
  figure.paint(painter, QRectF(QPointF(), sizeMm * pointsPerMm));
  painter.end();
  return options.transparent ? image : image.convertToFormat(QImage::Format_RGB32);
}

QByteArray encodeFigure(const Figure& figure, FigureFormat format, const FigureOptions& options) {
  const theme::PaperColors paper;
  const QSizeF sizeMm = figureSizeMm(figure, options);
  switch (format) {
    case FigureFormat::Pdf:
      return encodePdf(figure, sizeMm, options.dpi);
    case FigureFormat::Svg:
      return encodeSvg(figure, sizeMm, options);
    case FigureFormat::Png:
      return encodePng(figure, options);
  }
  Q_UNREACHABLE();
}

void writeFigure(const Figure& figure, const QString& path, const FigureOptions& options) {
  writeWhole(path, encodeFigure(figure, figureFormat(path), options));
}

/// A disk that fills takes a part first; only the next write says why.
static bool writeAll(QSaveFile& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const qint64 written = file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void writeWhole(const QString& path,
                const std::function<void(const std::function<void(std::string_view)>&)>& produce) {
  const QFileInfo there(path);  // of what a link leads to
  if (there.exists() && !there.isFile())
    refuse(QStringLiteral("%1: cannot be written: is no regular file").arg(path));
  QSaveFile file(path);
  bool written = file.open(QIODevice::WriteOnly);
  if (written) produce([&](std::string_view bytes) { written = written && writeAll(file, bytes); });
  written = written && file.flush() && file.commit();
  if (!written) refuse(QStringLiteral("%1: cannot be written: %2").arg(path, file.errorString()));
}

void writeWhole(const QString& path, const QByteArray& bytes) {
  writeWhole(path, [&bytes](const std::function<void(std::string_view)>& sink) {
    sink({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  });
}

double parseLengthMm(const QString& text) {
  static const QRegularExpression form(
      QStringLiteral(R"(^\s*([0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\s*(mm|cm|in|pt|)\s*$)"));
  const auto match = form.match(text);
  const double number = match.captured(1).toDouble();
  if (!match.hasMatch() || !(number > 0) || !std::isfinite(number))
    refuse(QStringLiteral("\"%1\" is no length: expected a number with mm, cm, in or pt").arg(text));
  const QString unit = match.captured(2);
  if (unit == QLatin1String("cm")) return number * 10;
  if (unit == QLatin1String("in")) return number * mmPerInch;
  if (unit == QLatin1String("pt")) return number / pointsPerMm;
  return number;
}

}  // namespace carom
