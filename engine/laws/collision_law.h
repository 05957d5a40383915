#pragma once

#include <array>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "laws/local_impact.h"

namespace carom {

/// The collision laws of one contact [CR98].
enum class CollisionLaw {
  Routh,            ///< incremental, Poisson's restitution [CR98 4.2.1]
  Whittaker,        ///< Newton's restitution, Coulomb against the final slip [CR98 4.2.2]
  Smith,            ///< Newton's restitution, Coulomb against a mean slip [CR98 eq. 8]
  PfeifferGlocker,  ///< compression and expansion, Poisson's restitution [CR98 4.2.4]
  Bilinear,         ///< spheres and discs [CR98 eq. 9]
  ChatterjeeRuina,  ///< [CR98 eqs 10–14]
  Composite,        ///< a mean of Routh's and Chatterjee and Ruina's [CR98 5.3]
  Brach,            ///< Newton's restitution and impulse ratios [CR98 4.1]
};

/// "routh", "whittaker", "smith", "pfeiffer-glocker", "bilinear", "chatterjee-ruina", "composite", "brach",
/// in the order of the enum.
std::span<const std::string_view> collisionLawNames();
std::string_view nameOf(CollisionLaw law);
std::optional<CollisionLaw> collisionLawNamed(std::string_view name);

/// Whether the law uses the coefficient `tangential`.
bool usesTangential(CollisionLaw law);
/// The least and the greatest value of `tangential` that the law allows.
std::array<double, 2> tangentialRange(CollisionLaw law);

struct LawCoefficients {
  double friction = 0;     ///< μ ≥ 0, may be infinite
  double restitution = 1;  ///< e in [0, 1], Newton's or Poisson's depending on the law
  /// e_t in [−1, 1] for the bilinear, Chatterjee and Ruina's and the composite law, in [0, 1] for Pfeiffer
  /// and Glocker's; for Brach's the impulse ratio μ₂ ≥ 0 of the tangent opposite to the slip. Unused by the
  /// other laws.
  double tangential = 0;
  double sigma = 1;  ///< σ in [0, 1] of the composite law: 1 is Chatterjee and Ruina's, 0 Routh's
};

/// Thrown where a law has no answer for an impact or its coefficients.
class LawError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Whether the contact stuck or slipped. Slip: the impulse lies on the friction cone; for Routh's law, the
/// contact slips at the end.
enum class ContactMode { Stick, Slip };

struct LawImpulse {
  LocalVector P;  ///< d (N·s)
  ContactMode mode = ContactMode::Stick;
};

/// The impulse of one contact by a law, homogeneous of degree one in V. It is 0 for a contact that does not
/// close; Routh's law, and with it the composite one, may give an impulse at V_n = 0. Throws LawError for
/// coefficients outside their range and for impacts that a law does not cover: for the bilinear one a W that
/// couples the directions, for Pfeiffer and Glocker's a tangential restitution in space.
LawImpulse collide(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
