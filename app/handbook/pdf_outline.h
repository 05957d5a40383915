#pragma once

#include <QByteArray>
#include <QList>
#include <QRectF>
#include <QString>

namespace carom {

/// A place in a PDF: a page, counted from 0, and the distance from its top edge in points.
struct PdfPlace {
  int page = 0;
  double top = 0;
};

/// An entry of the outline, which readers show beside the pages. Level 1 is the highest; entries follow each
/// other as in the document, and each belongs to the nearest one before it with a lower level.
struct PdfEntry {
  int level = 1;
  QString text;
  PdfPlace place;
};

/// An area of a page that leads to a place of the document, or to an address where `url` is not empty.
struct PdfLink {
  int page = 0;
  QRectF area;  ///< points, from the top left corner of the page
  PdfPlace place{};
  QString url{};
};

/// The PDF with an outline and links, which Qt's writer has no way to make: an incremental update of the file
/// (ISO 32000-1, 7.5.6) with new objects at its end. `pdf` is as QPdfWriter writes it, with a table of
/// references; its bytes come back unchanged where they are none.
QByteArray withOutline(const QByteArray& pdf, const QList<PdfEntry>& outline, const QList<PdfLink>& links);

}  // namespace carom
