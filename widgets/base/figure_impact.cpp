#include "base/figure_impact.h"

#include <QObject>

#include "base/qt_text.h"

namespace carom {

std::optional<int> impactOfFigure(const FigureArguments& arguments) {
  if (arguments.impact.empty()) return std::nullopt;
  bool isNumber = false;
  const int impact = q(arguments.impact).toInt(&isNumber);
  if (!isNumber || impact < 0)
    throw FigureError(
        QObject::tr("--impact %1: expected a whole number from 0").arg(q(arguments.impact)).toStdString());
  return impact;
}

}  // namespace carom
