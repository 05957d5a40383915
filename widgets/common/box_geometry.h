#pragma once

#include <QLineF>
#include <QRectF>

namespace carom {

/// Whether a segment has a part within a box, its edges included.
bool crosses(const QLineF& line, const QRectF& box);

}  // namespace carom
