#pragma once

#include <string>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The number by which the contact problem of a step knows the dry friction of a damper: joints with friction
/// take part as contacts that have no normal, numbered behind the contacts of the mechanism.
inline int brakeNumber(const Mechanism& mechanism, std::size_t damper) {
  return static_cast<int>(mechanism.contacts().size() + damper);
}

/// The damper of such a number; null for a contact.
inline const JointDamper* brakeOf(const Mechanism& mechanism, int contact) {
  const auto contacts = static_cast<int>(mechanism.contacts().size());
  return contact < contacts ? nullptr
                            : &mechanism.forces().dampers[static_cast<std::size_t>(contact - contacts)];
}

/// "rod-floor", "friction of arm.hinge"
inline std::string nameOfLasting(const Mechanism& mechanism, int contact) {
  if (const JointDamper* brake = brakeOf(mechanism, contact))
    return "friction of " + mechanism.coordinates()[static_cast<std::size_t>(brake->coordinate)].name;
  return mechanism.contacts()[static_cast<std::size_t>(contact)].name;
}

}  // namespace carom
