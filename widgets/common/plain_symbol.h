#pragma once

#include <QString>

namespace carom {

/// A mathematical label for a place that shows one font only, such as a title or a menu: digits after "_"
/// become small ("m_1" → "m₁"), and other subscripts keep their "_" ("r_a", "v_{a,x}" → "v_a,x").
QString plainSymbol(const QString& math);

}  // namespace carom
