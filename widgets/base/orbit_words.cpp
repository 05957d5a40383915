#include "base/orbit_words.h"

#include <QObject>
#include <cmath>

#include "base/number_format.h"
#include "base/qt_text.h"

namespace carom {

namespace {

QString orbitsText(std::size_t count) {
  return count == 1 ? QObject::tr("1 orbit")
                    : QObject::tr("%1 orbits", nullptr, static_cast<int>(count)).arg(QString::number(count));
}

QString freeNumbersText(std::size_t count) {
  return count == 1
             ? QObject::tr("1 free number")
             : QObject::tr("%1 free numbers", nullptr, static_cast<int>(count)).arg(QString::number(count));
}

}  // namespace

QString complexText(const std::complex<double>& value) {
  if (std::abs(value.imag()) < 1e-12 * std::abs(value)) return formatNumber(value.real(), 6);
  return formatNumber(value.real(), 6) + (value.imag() < 0 ? QStringLiteral(" − ") : QStringLiteral(" + ")) +
         formatNumber(std::abs(value.imag()), 6) + QLatin1Char('i');
}

QString stabilityText(const Orbit& orbit) {
  switch (orbit.stability) {
    case OrbitStability::Stable:
      return orbit.maps.size() > 1 ? QObject::tr("stable in every order of its ties") : QObject::tr("stable");
    case OrbitStability::Unstable:
      return QObject::tr("unstable");
    case OrbitStability::Neutral:
      return QObject::tr(
          "neutral: the largest multiplier is 1, and perturbations grow by powers of time at most");
    case OrbitStability::Jumps:
      return QObject::tr("perturbations of a tie end in different outcomes: they jump");
    case OrbitStability::Undecided:
      break;
  }
  return QObject::tr("stability not decided");
}

QString whyText(const Orbit& orbit) {
  if (!orbit.failed.empty()) return q(orbit.failed);
  return orbit.withoutMaps.empty() ? QStringLiteral("%1; %2").arg(stabilityText(orbit), growthText(orbit))
                                   : QStringLiteral("%1: %2").arg(stabilityText(orbit), q(orbit.withoutMaps));
}

QString mostStableText(const Orbit& orbit) {
  const MostStable& found = *orbit.mostStable;
  if (found.freedoms == 0) return QObject::tr("the only orbit nearby: what varies leaves nothing to choose");
  const QString family =
      QObject::tr("%1 in a family with %2").arg(orbitsText(found.orbits), freeNumbersText(found.freedoms));
  const QString cut = found.isComplete ? QString() : QObject::tr("; the search was cut");
  if (!std::isfinite(orbit.growth()))
    return QObject::tr("no growth is known of %1, so that none is the most stable%2").arg(family, cut);
  return QObject::tr("most stable of %1: growth %2, before %3%4")
      .arg(family, formatNumber(orbit.growth(), 6),
           std::isfinite(found.before) ? formatNumber(found.before, 6) : QObject::tr("not known"), cut);
}

QString orderingsOf(const OrbitMap& map) {
  QStringList words;
  for (const auto& word : map.words) {
    QStringList letters;
    for (const std::string& letter : word) letters << q(letter);
    words << letters.join(QLatin1Char(' '));
  }
  return words.join(QStringLiteral("; "));
}

QString tieText(const TiedPair& pair) {
  const QString text = QObject::tr("%1 and %2 close together: cosine %3")
                           .arg(q(pair.contacts[0]), q(pair.contacts[1]), formatNumber(pair.cosine, 6));
  if (pair.exponent == 0) return text;
  return QObject::tr("%1 = −cos(π/%2): their order does not matter").arg(text).arg(pair.exponent);
}

QString growthText(const Orbit& orbit) {
  return QObject::tr("growth in one period between %1 and %2")
      .arg(formatNumber(orbit.leastGrowth, 6), formatNumber(orbit.greatestGrowth, 6));
}

}  // namespace carom
