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

/// Whether ξ over pitch is > 0, and its largest value hides the smallest one on an even axis.
bool spansDecades(const std::vector<NamedLanding>& all) {
  constexpr double hides = 100;
  double least = HUGE_VAL, most = 0;
  for (const NamedLanding& one : all)
    for (const TiltedStance& tilted : one.answer.tilted)
      if (tilted.roll == one.levelRoll() && tilted.stance.xi) {
        least = std::min(least, *tilted.stance.xi);
        most = std::max(most, *tilted.stance.xi);
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

double NamedLanding::levelRoll() const {
  const auto size = [](const TiltedStance& one) { return std::abs(one.roll); };
  return answer.tilted.empty() ? 0 : std::ranges::min_element(answer.tilted, {}, size)->roll;
}

std::string landingCsv(const std::vector<NamedLanding>& all) {
  const auto cell = [](const Stance& stance) { return csvNumber(stance.xi.value_or(NAN)); };
  const auto inDegrees = [](double angle) {
    constexpr double whole = 1e9;  // 2.5° is not 2.4999999999999996°
    return csvNumber(std::round(angle * 180 / std::numbers::pi * whole) / whole);
  };
  const bool isFamily = all.size() > 1, isMap = !isFamily && all.front().answer.hasRoll;
  QString text = isFamily ? QStringLiteral("# family\npitch (°),robot,ξ\n")
                 : isMap  ? QStringLiteral("pitch (°),roll (°),ξ\n")
                          : QStringLiteral("pitch (°),ξ\n");
  if (isFamily && spansDecades(all)) text.prepend(QStringLiteral("# log\n"));
  for (const NamedLanding& landed : all)
    if (isFamily && landed.levelRoll() != 0) {
      text.prepend(QStringLiteral("# note: roll = %1\n").arg(degreesText(landed.levelRoll())));
      break;  // all have the same tilts
    }
  for (const NamedLanding& landed : all)
    for (const TiltedStance& one : landed.answer.tilted) {
      if (isFamily && one.roll != landed.levelRoll()) continue;
      text += inDegrees(one.pitch) + QLatin1Char(',');
      if (isFamily) text += csvField(q(landed.name)) + QLatin1Char(',');
      if (isMap) text += inDegrees(one.roll) + QLatin1Char(',');
      text += cell(one.stance) + QLatin1Char('\n');
    }
  return text.toStdString();
}

}  // namespace carom
