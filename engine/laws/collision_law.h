#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

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
  RouthNewton,      ///< Routh's path with Newton's restitution
  RouthWork,        ///< Routh's path with Stronge's restitution, of the work of the normal impulse
  Projected,        ///< the impulse itself, projected into the permissible region [CR98 4.1]
  Spherical,        ///< spherical coordinates of the permissible region [CR98 4.1]
};

/// "routh", "whittaker", "smith", "pfeiffer-glocker", "bilinear", "chatterjee-ruina", "composite", "brach",
/// "routh-newton", "routh-work", "projected", "spherical", in the order of the enum.
std::span<const std::string_view> collisionLawNames();
std::string_view nameOf(CollisionLaw law);
std::optional<CollisionLaw> collisionLawNamed(std::string_view name);

struct LawCoefficients {
  double friction = 0;  ///< μ ≥ 0, may be infinite
  /// e in [0, 1], Newton's, Poisson's or Stronge's depending on the law; `collide` takes more where that is
  /// permissible.
  double restitution = 1;
  /// e_t in [−1, 1] for the bilinear, Chatterjee and Ruina's and the composite law, in [0, 1] for Pfeiffer
  /// and Glocker's; for Brach's the impulse ratio μ₂ of the tangent opposite to the slip; for the
  /// projected law the part of the impulse there. Unused by the other laws.
  double tangential = 0;
  /// σ in [0, 1] of the composite law: 1 is Chatterjee and Ruina's, 0 Routh's. Of the spherical law the share
  /// ρ of the way to the border.
  double sigma = 1;
  /// The impulse ratio μ₃ of Brach's law along the normal × the direction of slip, in space; 0 in the plane.
  /// Of the projected law the part of the impulse there.
  double transverse = 0;
  /// Of the projected law the part of the impulse along the normal, in units of ‖V_i‖/W_nn like the others.
  double impulse = 0;
  double polar = 0;    ///< ψ₁ in [0, π] of the spherical law (rad)
  double azimuth = 0;  ///< ψ₂ in [0, 2π] of the spherical law (rad); 0 or π in the plane
};

/// The values of a coefficient that a law which uses it allows, and the law's own word for it.
struct CoefficientUse {
  CollisionLaw law;
  double least, most;
  std::string_view word{};
};

/// A coefficient of a contact: the key of a scene and the option of `carom law` that set it.
struct Coefficient {
  std::string_view name;
  double LawCoefficients::*value;
  double least, most;                      ///< the values that every contact allows
  std::string_view words;                  ///< its name in an error
  std::string_view symbol, help;           ///< of the option
  std::span<const CoefficientUse> uses{};  ///< the laws that use it; empty: all, and contacts without a law
};

inline constexpr std::array tangentialUses{
    CoefficientUse{CollisionLaw::PfeifferGlocker, 0, 1},
    CoefficientUse{CollisionLaw::Bilinear, -1, 1},
    CoefficientUse{CollisionLaw::ChatterjeeRuina, -1, 1},
    CoefficientUse{CollisionLaw::Composite, -1, 1},
    CoefficientUse{CollisionLaw::Brach, std::numeric_limits<double>::lowest(),
                   std::numeric_limits<double>::max(), "impulse ratio"},
    CoefficientUse{CollisionLaw::Projected, std::numeric_limits<double>::lowest(),
                   std::numeric_limits<double>::max(), "tangential impulse"}};
inline constexpr std::array sigmaUses{CoefficientUse{CollisionLaw::Composite, 0, 1},
                                      CoefficientUse{CollisionLaw::Spherical, 0, 1, "share ρ"}};
inline constexpr std::array transverseUses{
    CoefficientUse{CollisionLaw::Brach, std::numeric_limits<double>::lowest(),
                   std::numeric_limits<double>::max(), "transverse impulse ratio"},
    CoefficientUse{CollisionLaw::Projected, std::numeric_limits<double>::lowest(),
                   std::numeric_limits<double>::max(), "transverse impulse"}};
inline constexpr std::array impulseUses{CoefficientUse{
    CollisionLaw::Projected, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()}};
inline constexpr std::array polarUses{CoefficientUse{CollisionLaw::Spherical, 0, std::numbers::pi}};
inline constexpr std::array azimuthUses{CoefficientUse{CollisionLaw::Spherical, 0, 2 * std::numbers::pi}};

/// All coefficients. A law's use of one is a row of the list of uses.
inline constexpr std::array lawCoefficients{
    Coefficient{"friction", &LawCoefficients::friction, 0, HUGE_VAL, "friction", "MU", "mu >= 0, may be inf"},
    Coefficient{"restitution", &LawCoefficients::restitution, 0, 1, "restitution", "E", "e, 0 to 1"},
    Coefficient{"tangential", &LawCoefficients::tangential, -HUGE_VAL, HUGE_VAL, "tangential restitution",
                "ET",
                "e_t, -1 to 1 (pfeiffer-glocker: 0 to 1; brach: the impulse ratio; projected: the "
                "impulse against the slip)",
                tangentialUses},
    Coefficient{"sigma", &LawCoefficients::sigma, 0, 1, "sigma", "SIGMA",
                "Of the composite law, 0 (routh) to 1 (chatterjee-ruina); of spherical the share of the way "
                "to the border",
                sigmaUses},
    Coefficient{"transverse", &LawCoefficients::transverse, -HUGE_VAL, HUGE_VAL, "transverse impulse ratio",
                "MU3",
                "Of brach in space: the impulse ratio along the normal x the slip; of projected the impulse "
                "there",
                transverseUses},
    Coefficient{"impulse", &LawCoefficients::impulse, -HUGE_VAL, HUGE_VAL, "impulse", "P",
                "Of projected: the normal impulse, like its others in units of |V| over W_nn, W = M^-1",
                impulseUses},
    Coefficient{"polar", &LawCoefficients::polar, -HUGE_VAL, HUGE_VAL, "polar angle", "PSI1",
                "Of spherical: the angle from the normal, 0 to pi (rad)", polarUses},
    Coefficient{
        "azimuth", &LawCoefficients::azimuth, -HUGE_VAL, HUGE_VAL, "azimuth", "PSI2",
        "Of spherical: the angle about the normal from the direction against the slip, 0 to 2 pi (rad)",
        azimuthUses}};

/// Whether a law reaches every permissible impulse and no other [CR98 4.1, 1 and 2].
constexpr bool reachesRegion(CollisionLaw law) {
  return law == CollisionLaw::Projected || law == CollisionLaw::Spherical;
}

/// How a law uses a coefficient: null where it does not.
const CoefficientUse* useOf(const Coefficient& coefficient, CollisionLaw law);

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

/// The impulse of one contact by a law, homogeneous of degree one in V. It is 0 for V_n > 0, where the
/// contact does not close, and for V = 0. A grazing contact, V_n = 0, has the limit V_n → 0⁻ [CR98 3.4]: an
/// impulse where friction closes the contact. Throws LawError for coefficients outside their range and for
/// impacts that a law does not cover: for the bilinear one a W that couples the directions, for Pfeiffer and
/// Glocker's a tangential restitution in space. A restitution above 1 is within its range where the impulse
/// is permissible [CR98 3.5].
LawImpulse collide(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients);

/// All impulses that the equations of a law allow, that of `collide` first: in space the laws of Whittaker
/// and Smith may allow several, the others one. Throws LawError where `collide` does.
std::vector<LawImpulse> collisions(CollisionLaw law, const LocalImpact& impact,
                                   const LawCoefficients& coefficients);

/// The restitution e up to which all impulses of a law are permissible, with the other coefficients as they
/// are: 0 where none is, infinite where no e up to 10⁶ breaks a condition. Throws LawError where the law has
/// no answer at e = 0.
double largestRestitution(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
