#include "laws/whittaker.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "base/quartic.h"

namespace carom {

namespace {

/// Rounding, with a wide margin, of sums of a few products in the units of SplitImpact. A larger value
/// accepts slips against their impulse; a smaller one may refuse the only solution.
constexpr double rounding = 1e-12;

/// The solutions with slip along a unit d after the impact: P_n(d) = a T/D(d), P_t = −b T/D(d) d on the ray
/// (a, b) of the cone gives the rebound T = V_fn − V_in, and V_ft must be along d with D > 0.
class Slips {
 public:
  Slips(const SplitImpact& impact, const LawCoefficients& coefficients)
      : m_impact(impact),
        m_ray(coefficients.friction),
        m_rebound(-(1 + coefficients.restitution) * impact.Vn) {}

  /// All directions of slip, that nearest to the unit vector `towards` first.
  std::vector<Tangent> directions(const Tangent& towards) const;
  std::optional<LawImpulse> along(const Tangent& d) const;
  /// The limit T → 0 of the slip nearest to V_it. With D(V_it) > 0 it is no impulse; else D(d) → 0 as T does,
  /// and P_n has a limit that V_ft along d determines.
  std::optional<LawImpulse> grazing() const;

 private:
  /// D(d).
  double rate(const Tangent& d) const {
    return m_ray.normal * m_impact.Wn - m_ray.tangential * m_impact.Wtn.dot(d);
  }
  /// D V_ft, linear in the sine and cosine of the direction.
  Tangent scaledSlip(const Tangent& d) const {
    return rate(d) * m_impact.Vt +
           m_rebound * (m_ray.normal * m_impact.Wtn - m_ray.tangential * (m_impact.Wt * d));
  }
  Quartic sidewaysSlip(const Tangent& d0) const;

  const SplitImpact& m_impact;
  ConeRay m_ray;
  double m_rebound;
};

Tangent turned(const Tangent& d, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return Eigen::Vector2d(c * d[0] - s * d[1], s * d[0] + c * d[1]);
}

double cross(const Tangent& a, const Tangent& b) {
  return a[0] * b[1] - a[1] * b[0];
}

/// The quartic in u = tan(α/2), α the angle from d₀, whose sign is that of d × V_ft D: with x = 1 − u², y =
/// 2u and w = 1 + u², d = (x d₀ + y d₁)/w and w² = x² + y², so that it is a form of degree two in x, y and w.
Quartic Slips::sidewaysSlip(const Tangent& d0) const {
  const Tangent d1 = Eigen::Vector2d(-d0[1], d0[0]);
  const Tangent still = m_ray.normal * (m_impact.Wn * m_impact.Vt + m_rebound * m_impact.Wtn);
  const auto turning = [&](const Tangent& d) -> Tangent {
    return -m_ray.tangential * (m_impact.Wtn.dot(d) * m_impact.Vt + m_rebound * (m_impact.Wt * d));
  };
  const Tangent t0 = turning(d0), t1 = turning(d1);
  const double xx = cross(d0, t0), xy = cross(d0, t1) + cross(d1, t0), yy = cross(d1, t1),
               xw = cross(d0, still), yw = cross(d1, still);
  return {{xx + xw, 2 * (xy + yw), 4 * yy - 2 * xx, 2 * (yw - xy), xx - xw}};
}

/// The roots of a quartic in [0, 1], rising. Values below `zero` are 0, those of double roots too.
std::vector<double> rootsWithin(const Quartic& f, double zero) {
  std::vector<double> roots;
  const std::vector<double> cuts = monotonePieces(f, 1);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double left = f(cuts[i]), right = f(cuts[i + 1]);
    if (std::abs(left) < zero)
      roots.push_back(cuts[i]);
    else if (std::abs(right) >= zero && (left < 0) != (right < 0))
      roots.push_back(rootBetween(f, 0, cuts[i], cuts[i + 1]));
  }
  return roots;
}

std::vector<Tangent> Slips::directions(const Tangent& towards) const {
  if (towards.size() == 1) return {towards, -towards};
  // Rounding of the cross product, in the units of SplitImpact.
  const double zero = 1e-15 * (scaledSlip(towards).norm() + scaledSlip(-towards).norm());
  std::vector<Tangent> directions;
  Tangent d0 = towards;  // the first of four quarters, so that an impact in one plane gives its slip exactly
  for (int quarter = 0; quarter < 4; ++quarter) {
    const Tangent d1 = Eigen::Vector2d(-d0[1], d0[0]);
    for (const double u : rootsWithin(sidewaysSlip(d0), zero))
      directions.emplace_back(((1 - u * u) * d0 + 2 * u * d1) / (1 + u * u));
    d0 = d1;
  }
  std::ranges::stable_sort(directions, std::greater(), [&](const Tangent& d) { return d.dot(towards); });
  return directions;
}

std::optional<LawImpulse> Slips::along(const Tangent& d) const {
  const double D = rate(d);
  const Tangent slip = scaledSlip(d);
  if (!(D > rounding) || slip.dot(d) < -rounding * (D + m_rebound * m_impact.Wt.norm())) return std::nullopt;
  return LawImpulse{joined(m_ray.normal * m_rebound / D, -m_ray.tangential * m_rebound / D * d),
                    ContactMode::Slip};
}

std::optional<LawImpulse> Slips::grazing() const {
  const Tangent& Vt = m_impact.Vt;
  if (rate(Vt.normalized()) > 0) return LawImpulse{joined(0, Tangent::Zero(Vt.size())), ContactMode::Slip};
  if (Vt.size() == 1) return std::nullopt;
  const double cosine = m_ray.normal * m_impact.Wn / (m_ray.tangential * m_impact.Wtn.norm());  // of D(d) = 0
  const double angle = std::acos(std::min(1.0, cosine));
  const Tangent coupling = m_impact.Wtn.normalized();
  std::vector<Tangent> directions{turned(coupling, angle), turned(coupling, -angle)};
  std::ranges::stable_sort(directions, std::greater(), [&](const Tangent& d) { return d.dot(Vt); });
  for (const Tangent& d : directions) {
    Eigen::Matrix2d A;  // V_it + ℓ (a W_tn − b W_tt d) = s d
    A << m_ray.normal * m_impact.Wtn - m_ray.tangential * (m_impact.Wt * d), -d;
    const Eigen::Vector2d solution = A.partialPivLu().solve(Eigen::Vector2d(-Vt));  // ℓ, s
    if (solution[0] > 0 && solution[1] >= 0)
      return LawImpulse{joined(m_ray.normal * solution[0], -m_ray.tangential * solution[0] * d),
                        ContactMode::Slip};
  }
  return std::nullopt;
}

/// The impulse with V_ft = 0 and V_fn = −e V_in. Where W is singular a contact without slip is at rest: that
/// is P_II without a rebound, and there is none with one.
std::optional<LocalVector> stickingImpulse(const SplitImpact& impact, double restitution) {
  const double rebound = -restitution * impact.Vn, rate = impact.stickingRate();
  if (rate == 0) return rebound == 0 ? std::optional(impact.sticking()) : std::nullopt;
  const double unslipped =
      impact.Vn - impact.Wtn.dot(impact.solved(impact.Vt));  // V_n once V_t = 0, with P_n = 0
  const double Pn = (rebound - unslipped) / rate;
  return joined(Pn, -impact.solved(impact.Vt + Pn * impact.Wtn));
}

/// The impulse with V_ft = 0; empty where there is none, P_n ≤ 0 (of a grazing contact, P_n < 0) or P is
/// outside the cone.
std::optional<LawImpulse> stick(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const auto P = stickingImpulse(impact, coefficients.restitution);
  if (!P) return std::nullopt;
  const double Pn = (*P)[0];
  const Tangent Pt = P->tail(impact.Vt.size());
  const ConeRay ray(coefficients.friction);
  // P_n = 0 is the limit of P_n > 0 at a grazing contact.
  if (!(Pn > 0 || (Pn == 0 && impact.Vn == 0)) ||
      ray.normal * Pt.norm() > (1 + rounding) * ray.tangential * Pn)
    return std::nullopt;
  return LawImpulse{*P, ContactMode::Stick};
}

}  // namespace

std::vector<LawImpulse> whittakerSolutions(const SplitImpact& impact, const LawCoefficients& coefficients) {
  std::vector<LawImpulse> solutions;
  if (const auto sticking = stick(impact, coefficients)) solutions.push_back(*sticking);
  Tangent towards = impact.Vt.norm() > 0 ? impact.Vt : impact.Wtn;
  if (towards.norm() == 0) towards = Tangent::Unit(impact.Vt.size(), 0);
  const Slips slips(impact, coefficients);
  if (impact.Vn == 0) {
    if (const auto slip = slips.grazing(); slip && solutions.empty()) solutions.push_back(*slip);
    return solutions;
  }
  for (const Tangent& d : slips.directions(towards.normalized()))
    if (const auto slip = slips.along(d)) solutions.push_back(*slip);
  return solutions;
}

LawImpulse whittakerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (const auto sticking = stick(impact, coefficients)) return *sticking;
  const std::vector<LawImpulse> solutions = whittakerSolutions(impact, coefficients);
  if (!solutions.empty()) return solutions.front();
  throw LawError("Whittaker's law: no impulse brings the rebound within the friction cone");
}

}  // namespace carom
