#pragma once

#include <QString>

namespace carom {

/// A mathematical label for a place that shows one font only, such as a tab, a menu or a table: subscripts
/// become small ("m_1" → "m₁", "v_{a,x}" → "vₐ,ₓ") where Unicode has their letters, and stand on the line
/// where it has not ("φ_R" → "φR"). Names ("leg_length") stay as they are.
QString plainSymbol(const QString& math);
/// The same for a parameter, beside whose bare name it would be taken for that: "r_b", not "rb" of `rb`.
QString plainSymbol(const QString& math, const QString& name);

}  // namespace carom
