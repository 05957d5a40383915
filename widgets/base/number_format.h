#pragma once

#include <QString>
#include <string>

namespace carom {

/// A number for the screen: `digits` significant digits, true minus sign, 3·10⁻¹⁷ in place of 3e-17.
/// Whole digits are never rounded away (10205 stays 10205); below 10⁻³ and from 10⁶ on a power of ten.
QString formatNumber(double value, int digits = 4);
/// The same with a fixed number of decimals, for columns and for values that a slider moves: "−0.50".
QString formatFixed(double value, int decimals);
/// The same with its sign always written: "+0.2500".
QString formatSigned(double value, int decimals = 3);
/// "120.0°", "28.60 mm": a value in SI shown in a display unit ("deg", "mm", "kg/m^3").
QString formatQuantity(double si, const QString& unit, int digits = 4);
/// "°", "kg/m³" for "deg", "kg/m^3".
QString unitLabel(const QString& unit);
/// Groups of three: "29 258 366 996 258 488 320" (no-break spaces); past 24 digits "2.926·10¹⁹…".
QString formatCount(const std::string& decimal);
/// ⁻17 → "⁻¹⁷".
QString superscript(int exponent);
/// 12 → "₁₂".
QString subscript(int number);

}  // namespace carom
