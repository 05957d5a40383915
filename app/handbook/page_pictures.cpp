#include "handbook/page_pictures.h"

#include <QPainter>
#include <QSvgRenderer>

#include "handbook/handbook.h"

namespace carom {

QImage pagePicture(const QString& file, const QColor& ink, double scale, int widest) {
  const QByteArray bytes = Handbook::bytesOf(file);
  if (bytes.isEmpty()) return {};
  QImage picture;
  if (!file.endsWith(QLatin1String(".svg"))) {
    picture.loadFromData(bytes);
    if (picture.width() > widest * scale)
      picture = picture.scaledToWidth(static_cast<int>(widest * scale), Qt::SmoothTransformation);
    picture.setDevicePixelRatio(scale);
    return picture;
  }
  QSvgRenderer renderer(bytes);
  if (!renderer.isValid()) return {};
  const bool isFormula = file.contains(QLatin1String("/formulas/"));
  constexpr double letters =
      1.4;  // formulas have letters of 12 units, which are 17 px then: fractions stay legible
  QSizeF size = QSizeF(renderer.defaultSize()) * (isFormula ? letters : 1);
  if (size.width() > widest) size *= widest / size.width();
  picture = QImage((size * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
  picture.fill(isFormula ? Qt::transparent : Qt::white);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  renderer.render(&painter);
  if (isFormula) {  // its shape in the colour of the text
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(picture.rect(), ink);
  }
  painter.end();
  picture.setDevicePixelRatio(scale);
  return picture;
}

QString pageStyle(const PageColors& colors, double size) {
  return QStringLiteral(
             "body{color:%1;font-size:%6pt}"
             "h1{color:%1;font-size:%7pt;font-weight:600;margin-top:4px;margin-bottom:10px}"
             "h2{color:%1;font-size:%8pt;font-weight:600;margin-top:22px;margin-bottom:6px}"
             "h3{color:%1;font-size:%9pt;font-weight:600;margin-top:16px;margin-bottom:4px}"
             "p{margin-top:6px;margin-bottom:8px}"
             "li{margin-bottom:4px}"
             "a{color:%3;text-decoration:none}"
             "code{background-color:%5}"
             "pre{background-color:%5;margin:8px;white-space:pre-wrap}"
             "th{background-color:%5;text-align:left}"
             "table{border-color:%4;border-style:solid;border-collapse:collapse;margin-top:8px;margin-bottom:"
             "8px}"
             "td.excerpt{color:%2}")
      .arg(colors.ink.name(), colors.quiet.name(), colors.accent.name(), colors.line.name(),
           colors.code.name())
      .arg(size)
      .arg(size * 1.7)
      .arg(size * 1.25)
      .arg(size * 1.08);
}

}  // namespace carom
