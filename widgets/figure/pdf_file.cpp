#include "figure/pdf_file.h"

#include <QBuffer>
#include <QPageLayout>
#include <QPageSize>
#include <QPdfWriter>
#include <cmath>

#include "figure/provenance.h"

namespace carom {

namespace {

/// Replaces `length` bytes of a PDF and moves every later offset of its cross-reference table.
void replaceBytes(QByteArray& pdf, qsizetype at, qsizetype length, const QByteArray& with) {
  const qsizetype shift = with.size() - length;
  pdf.replace(at, length, with);
  const qsizetype startxref = pdf.lastIndexOf("startxref\n") + 10;
  const qsizetype end = pdf.indexOf('\n', startxref);
  const qsizetype table = pdf.mid(startxref, end - startxref).toLongLong() + shift;
  pdf.replace(startxref, end - startxref, QByteArray::number(table));
  constexpr qsizetype entrySize = 20, offsetDigits = 10;
  qsizetype entry = pdf.indexOf('\n', pdf.indexOf('\n', table) + 1) + 1;  // after "xref" and "0 N"
  for (; pdf.mid(entry, 7) != "trailer"; entry += entrySize) {
    const qsizetype offset = pdf.mid(entry, offsetDigits).toLongLong();
    if (offset > at)
      pdf.replace(entry, offsetDigits, QByteArray::number(offset + shift).rightJustified(offsetDigits, '0'));
  }
}

/// Sets the MediaBox to the top left part of the page that the figure takes. Qt rounds a page to whole
/// points.
void setExactPage(QByteArray& pdf, const QSizeF& page, const QSizeF& size) {
  const qsizetype at = pdf.indexOf("/MediaBox [");
  const qsizetype end = pdf.indexOf(']', at) + 1;
  const auto number = [](double value) { return QByteArray::number(value, 'f', 3); };
  replaceBytes(pdf, at, end - at,
               "/MediaBox [0 " + number(page.height() - size.height()) + ' ' + number(size.width()) + ' ' +
                   number(page.height()) + ']');
}

/// A text string of PDF: UTF-16 with a byte order mark, in hexadecimal.
QByteArray pdfString(const QString& text) {
  QByteArray hex = "<FEFF";
  for (const QChar c : text) hex += QByteArray::number(c.unicode(), 16).rightJustified(4, '0');
  return hex + '>';
}

/// Adds subject and keywords: QPdfWriter writes title and creator only.
void addSubject(QByteArray& pdf, const QString& subject) {
  const QByteArray text = pdfString(subject);
  replaceBytes(pdf, pdf.lastIndexOf("/Creator "), 0, "/Subject " + text + "\n/Keywords " + text + '\n');
}

/// Replaces the date of Qt, which is that of the clock.
void setDate(QByteArray& pdf) {
  const qsizetype at = pdf.lastIndexOf("/CreationDate ");
  const auto date = sourceDate();
  replaceBytes(
      pdf, at, pdf.indexOf('\n', at) + 1 - at,
      date ? "/CreationDate (D:" + date->toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1() + "Z)\n"
           : QByteArray());
}

}  // namespace

QByteArray encodePdf(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options) {
  const QSizeF size = sizeMm * pointsPerMm;
  const QSize page(static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height())));
  QByteArray pdf;
  QBuffer buffer(&pdf);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(std::max(options.dpi, 1200));
  writer.setDocumentXmpMetadata(xmpOf(figure, FigureFormat::Pdf, options));
  writer.setTitle(figure.title());
  writer.setCreator(figure.provenance().section(QLatin1Char(';'), 0, 0));
  writer.setPageLayout({QPageSize(QSizeF(page), QPageSize::Point, QString(), QPageSize::ExactMatch),
                        QPageLayout::Portrait, QMarginsF(), QPageLayout::Point});
  {
    QPainter painter(&writer);
    painter.scale(writer.resolution() / 72.0, writer.resolution() / 72.0);
    figure.paintPage(painter, QRectF(QPointF(), size), {options.dpi, options.style});
  }
  setExactPage(pdf, page, size);
  addSubject(pdf, figure.provenance());
  setDate(pdf);
  return pdf;
}

}  // namespace carom
