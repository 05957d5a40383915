#pragma once

#include <QString>

#include "scene/scene.h"

namespace carom {

/// The expression of a value that a slider or a plot sets: the value in the display unit, rounded to the
/// decimals of `step`; a whole number for a count. The value itself, with 17 digits, where rounding would
/// leave [least, most]. All in SI.
QString expressionFor(const ParameterSpec& spec, double value, double step, double least, double most);

/// The expression of a text typed into a field with the parameter's unit: a bare number has that unit, "120"
/// is "120deg"; any other text is an expression, in SI where it names no units.
QString typedExpression(const ParameterSpec& spec, const QString& text);
QString typedExpression(const std::string& unit, const QString& text);
/// The text of an expression in such a field: a bare number, which is in SI, is shown in the field's unit.
QString editableExpression(const ParameterSpec& spec, const QString& expression);
QString editableExpression(const std::string& unit, const QString& expression);
/// The same text where the unit stands beside the field: a number in that unit alone, "120" of "120deg".
QString textBesideUnit(const std::string& unit, const QString& expression);
/// Whether it is a number without a unit.
bool isBareNumber(const QString& text);

}  // namespace carom
