#include "base/figure_impact.h"

#include "base/qt_text.h"

namespace carom {

std::optional<int> impactOfFigure(const FigureArguments& arguments) {
  if (arguments.impact.empty()) return std::nullopt;
  bool isNumber = false;
  const int impact = q(arguments.impact).toInt(&isNumber);
  if (!isNumber || impact < 0)
    throw FigureError("--impact " + arguments.impact + ": expected a whole number from 0");
  return impact;
}

}  // namespace carom
