#pragma once

#include <QString>
#include <concepts>
#include <optional>
#include <string>

namespace carom {

/// The one place where numbers become text and text becomes numbers. The decimal sign is a point and digits
/// are those of ASCII in every locale: scenes, fields and figures of one person can be read by another.

/// A number for the screen: `digits` significant digits, true minus sign, 3·10⁻¹⁷ in place of 3e-17.
/// Whole digits are never rounded away (10205 stays 10205); below 10⁻³ and from 10⁶ on a power of ten.
QString formatNumber(double value, int digits = 4);
/// The same with a fixed number of decimals, for columns and for values that a slider moves: "−0.50".
QString formatFixed(double value, int decimals);
/// The same of a number beside others as large as `largest`: "0" for what some tens of roundings leave of it,
/// at most 1e-14 of the largest.
QString formatBeside(double largest, double value, int digits = 4);
/// ξ, a cosine or another ratio: four decimals, and as a power of ten where these would leave less than three
/// digits: "0.5590", "2.33·10⁻⁴"; "0" for what rounding leaves of it.
QString formatRatio(double value);
/// Three digits and a power of ten, always: "−4.20·10⁻⁴"; "0".
QString powerText(double value);
/// A fixed number of decimals and always a sign: "+0.2500".
QString formatSigned(double value, int decimals = 3);
/// "120.0°", "28.60 mm": a value in SI shown in a display unit ("deg", "mm", "kg/m^3").
QString formatQuantity(double si, const QString& unit, int digits = 4);
/// "°", "kg/m³" for "deg", "kg/m^3".
QString unitLabel(const QString& unit);
/// Groups of three: "29 258 366 996 258 488 320" (no-break spaces); past 24 digits "2.926·10¹⁹…".
QString formatCount(const std::string& decimal);
QString formatCount(std::integral auto count) {
  return formatCount(std::to_string(count));
}
/// A number as a field or an expression takes it: `digits` significant digits, "-0.5", "1e-05".
QString plainNumber(double value, int digits);
/// The same with a fixed number of decimals: "-0.50".
QString plainFixed(double value, int decimals);
/// The number that a text is, such as plainNumber makes; empty where it is none. Spaces around it do not
/// count.
std::optional<double> readNumber(const QString& text);
/// A sentence of the engine with its numbers as the window shows them: "-0.07 +- 3.8e-09" → "−0.07
/// ± 3.8·10⁻⁹". Digits within names stay.
QString withShownNumbers(const QString& sentence);
/// ⁻17 → "⁻¹⁷".
QString superscript(int exponent);
/// 12 → "₁₂".
QString subscript(int number);

}  // namespace carom
