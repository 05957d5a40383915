#include "base/design_words.h"

#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "base/plain_symbol.h"

namespace carom {

namespace {

QString change(const QString& label, const QString& before, const QString& after) {
  return QObject::tr("%1: %2 → %3").arg(label, before, after);
}

}  // namespace

QString variableLabel(const Scene& scene, const std::string& variable) {
  const ParameterSpec* spec = scene.parameter(variable);
  return QString::fromStdString(spec ? spec->symbol() : variable);
}

QString variableUnit(const Scene& scene, const std::string& variable, const std::string& unit) {
  if (scene.parameter(variable)) return QString::fromStdString(unit);
  return unit == "m" ? QStringLiteral("mm") : QStringLiteral("deg");
}

QString foundValueText(const DesignAnswer::Variable& variable, const QString& unit, int digits) {
  // The search leaves some 1e-13 of what it changes; a larger value hides designs that are meant.
  constexpr double rounding = 1e-11;
  const double size = std::max(std::abs(variable.before), unitFactor(unit.toStdString()));
  if (variable.after == 0 || std::abs(variable.after) > rounding * size)
    return formatQuantity(variable.after, unit, digits);
  return QStringLiteral("≈ ") + formatQuantity(0, unit, digits);
}

QString pairLabel(const std::array<std::string, 2>& contacts) {
  return QStringLiteral("G (%1, %2)")
      .arg(QString::fromStdString(contacts[0]), QString::fromStdString(contacts[1]));
}

QString targetText(int m) {
  if (m == 0) return QObject::tr("nearest m");
  return m == 2 ? QObject::tr("m = 2: orthogonal") : QObject::tr("m = %1").arg(m);
}

static QString stepsText(int count) {
  return count == 1 ? QObject::tr("1 step") : QObject::tr("%1 steps", nullptr, count).arg(count);
}

static QString pointsText(int count) {
  return count == 1 ? QObject::tr("1 point") : QObject::tr("%1 points", nullptr, count).arg(count);
}

/// "", or " At a corner the derivative of one side was used."
static QString cornerText(const DesignAnswer& answer) {
  return answer.corners == 0 ? QString()
                             : ' ' + QObject::tr("At a corner the derivative of one side was used.");
}

QString designVerdict(const DesignAnswer& answer) {
  const QString residual = formatNumber(answer.residual, 2);
  if (answer.isCancelled) return QObject::tr("The search was stopped. Shown is its nearest miss.");
  if (!answer.refusal.empty())
    return QObject::tr("The scene refuses the design that was found: %1")
        .arg(QString::fromStdString(answer.refusal));
  if (answer.found)
    return QObject::tr("Found in %1, residual %2.").arg(stepsText(answer.iterations), residual) +
           cornerText(answer);
  return QObject::tr(
             "No solution within the bounds: the nearest miss of %1 leaves a largest "
             "|G + cos(π/m)| or gap (m) of %2.")
             .arg(pointsText(answer.starts), residual) +
         cornerText(answer);
}

QStringList designChanges(const Scene& scene, const DesignAnswer& answer) {
  constexpr int digits = 5;
  QStringList changes;
  for (const DesignAnswer::Variable& variable : answer.variables) {
    const QString unit = variableUnit(scene, variable.name, variable.unit);
    const QString before = formatQuantity(variable.before, unit, digits);
    const QString after = foundValueText(variable, unit, digits);
    if (before != after) changes += change(plainSymbol(variableLabel(scene, variable.name)), before, after);
  }
  for (const DesignAnswer::Pair& pair : answer.pairs)
    changes += change(pairLabel(pair.contacts), formatBeside(1, pair.before),
                      QObject::tr("%1 (m = %2)").arg(formatBeside(1, pair.after)).arg(pair.multiplicity));
  if (answer.xiBefore && answer.xiAfter)
    changes += change(QStringLiteral("ξ"), formatRatio(*answer.xiBefore), formatRatio(*answer.xiAfter));
  return changes;
}

}  // namespace carom
