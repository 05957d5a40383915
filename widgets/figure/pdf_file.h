#pragma once

#include <QByteArray>

#include "figure/figure.h"

namespace carom {

/// A one-page PDF whose MediaBox is the figure's size to 1/1000 pt, with fonts embedded and XMP metadata. It
/// has no date but that of SOURCE_DATE_EPOCH.
QByteArray encodePdf(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options);

}  // namespace carom
