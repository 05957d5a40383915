#pragma once

#include <QString>

#include "scene/scene.h"

namespace carom {

/// What a hand sets on a slider or a plot, as an expression: the value in the display unit, rounded to what
/// `step` can tell apart, a whole number for a count. Where rounding leaves [least, most], exactly the value.
/// All in SI.
QString expressionFor(const ParameterSpec& spec, double value, double step, double least, double most);

}  // namespace carom
