#pragma once

#include <QByteArray>

#include "figure/figure.h"

namespace carom {

/// A one-page PDF whose MediaBox is the figure's size to 1/1000 pt, with fonts embedded.
QByteArray encodePdf(const Figure& figure, const QSizeF& sizeMm, int dpi);

}  // namespace carom
