#include "base/restitution_words.h"

#include <QObject>
#include <algorithm>

#include "base/number_format.h"

namespace carom {

QString contactsRestitutionText(const Mechanism& mechanism) {
  const bool elastic = std::ranges::all_of(mechanism.contacts(), [](const ContactPair& contact) {
    return contact.coefficients.restitution == 1 && !contact.law;
  });
  return elastic ? QObject::tr("elastic") : QObject::tr("of the contacts");
}

QString restitutionText(const ImpactSettings& settings, const Mechanism& mechanism) {
  if (settings.restitution) return QObject::tr("R = %1").arg(formatNumber(*settings.restitution));
  if (settings.reflectionRestitution)
    return QObject::tr("e = %1").arg(formatNumber(*settings.reflectionRestitution));
  return contactsRestitutionText(mechanism);
}

}  // namespace carom
