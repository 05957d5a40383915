#pragma once

#include <QString>

namespace carom {

/// A number for the screen: `digits` significant digits, true minus sign, 3·10⁻¹⁷ in place of 3e-17.
QString formatNumber(double value, int digits = 4);
/// "120.0°", "28.60 mm": a value in SI shown in a display unit ("deg", "mm", "kg/m^3").
QString formatQuantity(double si, const QString& unit, int digits = 4);
/// "°", "kg/m³" for "deg", "kg/m^3".
QString unitLabel(const QString& unit);
/// Groups of three: "29 258 366 996 258 488 320"; past 24 digits "2.926·10¹⁹…".
QString formatCount(const std::string& decimal);

}  // namespace carom
