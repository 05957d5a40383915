#include "base/landing_words.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "base/number_format.h"
#include "base/qt_text.h"

namespace carom {

namespace {

QString degreesText(double angle) {
  return formatQuantity(angle, QStringLiteral("deg"), 3);
}

QString stancesText(std::size_t count) {
  return count == 1 ? QObject::tr("1 stance")
                    : QObject::tr("%1 stances", nullptr, static_cast<int>(count)).arg(QString::number(count));
}

bool isLevel(const NamedLanding& landing, const NearStance& near) {
  return near.at.size() < 2 || near.at[1] == landing.levelValue();
}

QString axisTitle(const LandingAxis& axis) {
  const std::string unit = axis.unit == "rad" ? "°" : axis.unit;
  return csvField(q(axis.name + " (" + unit + ')'));
}

/// In degrees, or SI; 2.5° is not 2.4999999999999996°.
QString axisCell(const LandingAxis& axis, double value) {
  constexpr double whole = 1e9;
  return csvNumber(axis.unit == "rad" ? std::round(value * 180 / std::numbers::pi * whole) / whole : value);
}

/// Whether ξ over the first axis is > 0, and its largest value hides the smallest one on an even axis.
bool spansDecades(const std::vector<NamedLanding>& all) {
  constexpr double hides = 100;
  double least = HUGE_VAL, most = 0;
  for (const NamedLanding& one : all)
    for (const NearStance& near : one.answer.near)
      if (isLevel(one, near) && near.stance.xi) {
        least = std::min(least, *near.stance.xi);
        most = std::max(most, *near.stance.xi);
      }
  return least > 0 && most > hides * least;
}

}  // namespace

QString stanceVerdict(const Stance& stance) {
  if (!stance.refused.empty()) return q(stance.refused);
  if (stance.unique == true) return QObject::tr("unique for every momentum");
  return stance.unique ? QObject::tr("the order matters") : QObject::tr("not decided");
}

QString stanceXi(const Stance& stance) {
  if (!stance.refused.empty()) return QStringLiteral("–");
  if (stance.xi) return formatNumber(*stance.xi, 4);
  return std::isfinite(stance.upper)
             ? QObject::tr("%1 to %2").arg(formatNumber(stance.lower, 3), formatNumber(stance.upper, 3))
             : QStringLiteral("≥ %1").arg(formatNumber(stance.lower, 3));
}

QString pairVerdict(const FootPair& pair) {
  return pair.unique ? QObject::tr("unique") : QObject::tr("the order matters");
}

double pairExponent(const FootPair& pair) {
  const double delta = std::numbers::pi - std::acos(std::clamp(pair.cosine, -1.0, 1.0));
  return std::numbers::pi / delta;
}

QString spreadText(const LandingQuestion& question, const LandingAnswer& answer) {
  if (!answer.spread) return {};
  const StanceSpread& spread = *answer.spread;
  const std::size_t known = spread.samples - spread.refused - spread.undecided;
  const QString of =
      QObject::tr("With joints off by up to %1 and %2 (%3, seed %4): ")
          .arg(degreesText(question.angle), formatQuantity(question.length, QStringLiteral("mm"), 3),
               stancesText(spread.samples), QString::number(question.seed));
  const QString xi = known == 0 ? QObject::tr("no ξ is known")
                                : QObject::tr("ξ has the median %1, 95 % below %2, at most %3")
                                      .arg(formatNumber(spread.median, 3), formatNumber(spread.q95, 3),
                                           formatNumber(spread.max, 3));
  QStringList counts{xi + QStringLiteral("; ") + QObject::tr("%1 unique").arg(spread.unique)};
  if (spread.refused > 0) counts << QObject::tr("%1 refused").arg(spread.refused);
  if (spread.undecided > 0) counts << QObject::tr("%1 not decided").arg(spread.undecided);
  return of + counts.join(QStringLiteral(", ")) + QLatin1Char('.');
}

double NamedLanding::levelValue() const {
  if (answer.axes.size() < 2) return 0;
  return *std::ranges::min_element(answer.axes[1].values, {}, [](double value) { return std::abs(value); });
}

QString axisValueText(const LandingAxis& axis, double value) {
  return formatQuantity(value, axis.unit == "rad" ? QStringLiteral("deg") : q(axis.unit), 3);
}

std::string landingCsv(const std::vector<NamedLanding>& all) {
  const std::vector<LandingAxis>& axes = all.front().answer.axes;
  if (axes.empty()) return "ξ\n";
  const bool isFamily = all.size() > 1, isMap = !isFamily && axes.size() > 1;
  QString text = axisTitle(axes[0]) + QLatin1Char(',');
  if (isFamily) text = QStringLiteral("# family\n") + text + QStringLiteral("robot,");
  if (isMap) text += axisTitle(axes[1]) + QLatin1Char(',');
  text += QStringLiteral("ξ\n");
  if (isFamily && spansDecades(all)) text.prepend(QStringLiteral("# log\n"));
  for (const NamedLanding& landed : all)
    if (const double level = landed.levelValue(); isFamily && level != 0) {
      const LandingAxis& axis = landed.answer.axes[1];
      text.prepend(QStringLiteral("# note: %1 = %2\n").arg(q(axis.name), axisValueText(axis, level)));
      break;  // all have the same axes
    }
  for (const NamedLanding& landed : all)
    for (const NearStance& one : landed.answer.near) {
      if (isFamily && !isLevel(landed, one)) continue;
      text += axisCell(axes[0], one.at[0]) + QLatin1Char(',');
      if (isFamily) text += csvField(q(landed.name)) + QLatin1Char(',');
      if (isMap) text += axisCell(axes[1], one.at[1]) + QLatin1Char(',');
      text += csvNumber(one.stance.xi.value_or(NAN)) + QLatin1Char('\n');
    }
  return text.toStdString();
}

}  // namespace carom
