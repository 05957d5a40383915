#pragma once

#include <array>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "laws/local_impact.h"

namespace carom {

/// Laws of one contact that collides by itself [CR98].
enum class CollisionLaw {
  Routh,            ///< incremental, Poisson's restitution [CR98 4.2.1]
  Whittaker,        ///< Newton's restitution, Coulomb against the final slip [CR98 4.2.2]
  Smith,            ///< Newton's restitution, Coulomb against a mean slip [CR98 eq. 8]
  PfeifferGlocker,  ///< compression and expansion, Poisson's restitution [CR98 4.2.4]
  Bilinear,         ///< spheres and discs [CR98 eq. 9]
  ChatterjeeRuina,  ///< [CR98 eqs 10–14]
  Composite,        ///< between Routh's and Chatterjee and Ruina's [CR98 5.3]
  Brach,            ///< Newton's restitution and impulse ratios [CR98 4.1]
};

/// "routh", "whittaker", "smith", "pfeiffer-glocker", "bilinear", "chatterjee-ruina", "composite", "brach",
/// in the order of the enum.
std::span<const std::string_view> collisionLawNames();
std::string_view nameOf(CollisionLaw law);
std::optional<CollisionLaw> collisionLawNamed(std::string_view name);

/// Whether the law knows the coefficient `tangential`.
bool usesTangential(CollisionLaw law);
/// The least and the greatest value of it that the law allows.
std::array<double, 2> tangentialRange(CollisionLaw law);

struct LawCoefficients {
  double friction = 0;     ///< μ ≥ 0, may be infinite
  double restitution = 1;  ///< e in [0, 1], of Newton or Poisson as the law says
  /// e_t in [−1, 1] of Pfeiffer and Glocker's ([0, 1]), the bilinear, Chatterjee and Ruina's and the
  /// composite law; of Brach's the impulse ratio μ₂ ≥ 0 of the tangent opposed to the approach. Others do not
  /// use it.
  double tangential = 0;
  double sigma = 1;  ///< σ in [0, 1] of the composite law: 1 is Chatterjee and Ruina's, 0 Routh's
};

/// A law has no answer to this impact or to these coefficients.
class LawError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Whether the contact stuck or slipped, where the law tells: slip means that the impulse lies on the
/// friction cone (or, of Routh's law, that the contact slips in the end).
enum class ContactMode { Stick, Slip };

struct LawImpulse {
  LocalVector P;  ///< d (N·s)
  ContactMode mode = ContactMode::Stick;
};

/// The impulse of one contact. Throws LawError for coefficients outside their range and where a law does not
/// cover the impact: the bilinear one a W that couples the directions, Pfeiffer and Glocker's a tangential
/// restitution in space. 0 where the contact does not close; Routh's law, and with it the composite one,
/// may answer a grazing one, V_n = 0. Homogeneous of degree one in V.
LawImpulse collide(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
