#include "laws/pfeiffer_glocker.h"

#include <algorithm>
#include <cmath>

#include "base/bracketed_root.h"
#include "laws/whittaker.h"

namespace carom {

namespace {

class Expansion {
 public:
  /// compression: P_C.
  Expansion(const SplitImpact& impact, const LawCoefficients& coefficients, const LocalVector& compression);

  /// The impulse P_E of the expansion.
  LocalVector impulse() const;

 private:
  double bound(double Pn) const { return m_bound + (Pn > m_least ? m_friction * (Pn - m_least) : 0); }
  Braking tangential(double Pn) const;
  double opening(double Pn) const;

  SplitImpact m_after;  ///< the impact at the end of compression
  double m_friction;
  double m_least;    ///< e P_nC
  double m_bound;    ///< e times the bound on the tangential impulse of compression
  Tangent m_stored;  ///< e e_t P_tC
  bool m_singular;   ///< whether V_n = W_nt W_tt⁻¹ V_t
};

Expansion::Expansion(const SplitImpact& impact, const LawCoefficients& coefficients,
                     const LocalVector& compression)
    : m_after(impact), m_friction(coefficients.friction), m_least(coefficients.restitution * compression[0]) {
  const double e = coefficients.restitution, Pn = compression[0];
  const Tangent Pt = compression.tail(compression.size() - 1);
  m_after.Vn = 0;
  m_after.Vt = impact.tangentAfter(Pn, Pt);
  // At an infinite μ a contact that slips has P_n = 0, and the bound is its own P_t.
  const double whole = std::isinf(m_friction) && !(Pn > 0) ? Pt.norm() : m_friction * Pn;
  m_bound = e > 0 ? e * whole : 0;
  m_stored = e * coefficients.tangential * Pt;
  m_singular = impact.stickingRate() == 0;
}

Braking Expansion::tangential(double Pn) const {
  Tangent slip = m_after.Vt + Pn * m_after.Wtn;
  if (const double stored = m_stored.norm(); stored > 0) {
    const Tangent d = m_stored / stored;
    const double stop = -m_after.solved(slip).dot(d);
    slip -= std::clamp(stored - stop, 0.0, stored) * (m_after.Wt * d);
  }
  return brake(m_after, slip, bound(Pn));
}

/// V_n at the end, raised by the rounding of its sum (1e-14 of the terms, in the units of SplitImpact), so
/// that an expansion that just opens is not searched further.
double Expansion::opening(double Pn) const {
  const Braking braking = tangential(Pn);
  if (m_singular && braking.mode == ContactMode::Stick && m_stored.isZero(0))
    return 0;  // V_t = 0, and so V_n
  return m_after.normalAfter(Pn, braking.Pt) + 1e-14 * (1 + Pn);
}

LocalVector Expansion::impulse() const {
  constexpr double most = 1e18;
  double Pn = m_least;
  if (opening(Pn) < 0) {
    double from = m_least, more = 1e-3 * (1 + m_least);
    while (opening(m_least + more) < 0) {
      if (more > most) throw LawError("Pfeiffer and Glocker's law: no expansion ends the approach");
      from = m_least + more;
      more *= 2;
    }
    Pn = rootWithin([this](double x) { return opening(x); }, from, m_least + more);
  }
  return joined(Pn, tangential(Pn).Pt);
}

}  // namespace

LawImpulse pfeifferGlockerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (impact.Vt.size() == 2 && coefficients.tangential != 0)
    throw LawError("Pfeiffer and Glocker's law has no tangential restitution in space; expected 0");
  LawCoefficients plastic = coefficients;
  plastic.restitution = 0;
  const LocalVector compression = whittakerImpulse(impact, plastic).P;
  const LocalVector P = compression + Expansion(impact, coefficients, compression).impulse();
  const bool slips = onCone(P[0], P.tail(P.size() - 1), coefficients.friction);
  return {P, slips ? ContactMode::Slip : ContactMode::Stick};
}

}  // namespace carom
