#include "viewport/picture/nearest_points.h"

#include <algorithm>

#include "mechanics/contact/contacts.h"

namespace carom {

std::optional<SceneFrame::NearestPoints> nearestPoints(const Snapshot& snapshot, const Moment& moment,
                                                       const QString& contact, WholeImpacts& known) {
  if (contact.isEmpty()) return std::nullopt;
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const auto& contacts = mechanism.contacts();
  const auto pair = std::ranges::find(contacts, contact.toStdString(), &ContactPair::name);
  if (pair == contacts.end()) return std::nullopt;
  const Instant instant = instantOf(snapshot.instance, snapshot.trajectory.get(), moment, known);
  const Separation apart = separationOf(mechanism, static_cast<int>(pair - contacts.begin()), instant.q);
  return SceneFrame::NearestPoints{apart.touch, apart.touch + apart.gap * apart.direction};
}

}  // namespace carom
