#pragma once

#include <QString>
#include <string>

#include "laws/collision_law.h"

namespace carom {

class Edits;

/// A law and its coefficients for a contact of the scene.
struct ContactLaw {
  std::string contact;  ///< its name, "ball-floor"
  CollisionLaw law;
  LawCoefficients coefficients;
  /// Those that the contact has now: one that stays keeps its expression in the scene.
  LawCoefficients present;
};

/// Puts a law and those coefficients that it uses on a contact, as one step of the scene's history with this
/// name. Returns why the scene cannot have them; empty where it has.
QString putLawOnContact(Edits* edits, const QString& name, const ContactLaw& wanted);

}  // namespace carom
