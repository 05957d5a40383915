#pragma once

#include <QString>

#include "scene/scene.h"

namespace carom {

/// What a hand sets on a slider or a plot, as an expression: the value in the display unit, rounded to what
/// `step` can tell apart, a whole number for a count. Where rounding leaves [least, most], exactly the value.
/// All in SI.
QString expressionFor(const ParameterSpec& spec, double value, double step, double least, double most);

/// What is typed into a field that shows the parameter's unit: a bare number has that unit, "120" is
/// "120deg"; anything else is an expression, in SI where it names no units.
QString typedExpression(const ParameterSpec& spec, const QString& text);
/// An expression as such a field shows it for editing: a bare number, which is in SI, in the field's unit.
QString editableExpression(const ParameterSpec& spec, const QString& expression);
/// Whether it is a number without a unit.
bool isBareNumber(const QString& text);

}  // namespace carom
