#pragma once

#include <QString>

namespace carom {

/// A mathematical label for a place that shows one font only, such as a tab, a menu or a table: subscripts
/// become small ("m_1" → "m₁", "v_{a,x}" → "vₐ,ₓ") where Unicode has their letters, and keep their "_" where
/// it has not ("r_b"): without that it would be the name `rb` of the parameter. Names ("leg_length") stay as
/// they are.
QString plainSymbol(const QString& math);

}  // namespace carom
