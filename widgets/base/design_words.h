#pragma once

#include <QString>
#include <QStringList>

#include "study/design/design_search.h"

namespace carom {

/// The label of a variable of a design, "θ", and the unit that its values are shown in: that of the
/// parameter; of a coordinate "mm" or "deg".
QString variableLabel(const Scene& scene, const std::string& variable);
QString variableUnit(const Scene& scene, const std::string& variable, const std::string& unit);

/// A value that a search has found, "90.00°"; "≈ 0°" where beside the value before it is rounding only.
QString foundValueText(const DesignAnswer::Variable& variable, const QString& unit, int digits);

/// "G (ac, bc)".
QString pairLabel(const std::array<std::string, 2>& contacts);
/// "m = 2: orthogonal", "m = 3"; "nearest m" of 0.
QString targetText(int m);

/// What a search has found, in a sentence: the design, the nearest miss or why the scene refuses it.
QString designVerdict(const DesignAnswer& answer);
/// "θ: 120.0° → 90.00°", "G (ac, bc): −0.2500 → 0 (m = 2)", "ξ: 0.5590 → 0": what a design changes.
QStringList designChanges(const Scene& scene, const DesignAnswer& answer);

}  // namespace carom
