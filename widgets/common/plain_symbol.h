#pragma once

#include <QString>

namespace carom {

/// A mathematical label for a place that shows one font only, such as a title or a menu: digits after "_"
/// become small ("m_1" → "m₁"), and other subscripts stand on the line ("r_a" → "ra", "v_{a,x}" → "va,x").
QString plainSymbol(const QString& math);

}  // namespace carom
