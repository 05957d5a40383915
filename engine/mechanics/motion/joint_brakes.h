#pragma once

#include <algorithm>
#include <string>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The number by which the contact problem of a step knows the dry friction of a damper: joints with friction
/// take part as contacts that have no normal, numbered behind the contacts of the mechanism.
inline int brakeNumber(const Mechanism& mechanism, std::size_t damper) {
  return static_cast<int>(mechanism.contacts().size() + damper);
}

/// The coordinates that friction of a damper acts on: all three of a spherical joint, whose torque is bounded
/// by a ball, |B| ≤ friction, and opposes ω.
inline int brakeSize(const Mechanism& mechanism, const JointDamper& brake) {
  return mechanism.links()[static_cast<std::size_t>(brake.coordinate)].spherical >= 0 ? 3 : 1;
}

/// The rows of a contact in the contact problem: the normal and its tangents, and as many as the friction of
/// a spherical joint takes besides.
inline int rowsOfContact(const Mechanism& mechanism, bool isPlanar) {
  int rows = isPlanar ? 2 : 3;
  for (const JointDamper& damper : mechanism.forces().dampers)
    if (damper.friction > 0) rows = std::max(rows, 1 + brakeSize(mechanism, damper));
  return rows;
}

/// The damper of such a number; null for a contact.
inline const JointDamper* brakeOf(const Mechanism& mechanism, int contact) {
  const auto contacts = static_cast<int>(mechanism.contacts().size());
  return contact < contacts ? nullptr
                            : &mechanism.forces().dampers[static_cast<std::size_t>(contact - contacts)];
}

/// "rod-floor", "friction of arm.hinge"
inline std::string nameOfLasting(const Mechanism& mechanism, int contact) {
  if (const JointDamper* brake = brakeOf(mechanism, contact)) {
    std::string name = mechanism.coordinates()[static_cast<std::size_t>(brake->coordinate)].name;
    if (brakeSize(mechanism, *brake) == 3) name.pop_back();  // "arm.r" of "arm.rx"
    return "friction of " + name;
  }
  return mechanism.contacts()[static_cast<std::size_t>(contact)].name;
}

}  // namespace carom
