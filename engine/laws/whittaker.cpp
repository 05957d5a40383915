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

/// A rate D below which slips in space are found from D itself: rounding of D, 1e-16, is not divided by less.
/// A larger value takes more steps of `closing`.
constexpr double slowRate = 1e-4;

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
  /// The slip along d, where D > leastRate.
  std::optional<LawImpulse> along(const Tangent& d, double leastRate) const;
  /// In space, the slips with D(d) < slowRate, that nearest to V_it first: by iteration from D = 0, the limit
  /// T → 0, with P_n = a ℓ from V_ft along d, and then D(d) = T/ℓ.
  std::vector<LawImpulse> closing() const;
  /// The limit T → 0 of the slip nearest to V_it. With D(V_it) > 0 it is no impulse; else it closes.
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
  std::optional<LawImpulse> closingOn(double side) const;
  LawImpulse slip(double length, const Tangent& d) const {
    return {joined(m_ray.normal * length, -m_ray.tangential * length * d), ContactMode::Slip};
  }

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

std::optional<LawImpulse> Slips::along(const Tangent& d, double leastRate) const {
  const double D = rate(d);
  const Tangent after = scaledSlip(d);
  if (!(D > leastRate) || after.dot(d) < -rounding * (D + m_rebound * m_impact.Wt.norm()))
    return std::nullopt;
  return slip(m_rebound / D, d);
}

/// The slip on one side of W_tn; empty where there is none.
std::optional<LawImpulse> Slips::closingOn(double side) const {
  constexpr int mostSteps = 60;  // the error falls by a factor of about D each
  double D = 0;
  for (int step = 0; step < mostSteps; ++step) {
    const double cosine = (m_ray.normal * m_impact.Wn - D) / (m_ray.tangential * m_impact.Wtn.norm());
    if (!(cosine <= 1)) return std::nullopt;
    const Tangent d = turned(m_impact.Wtn.normalized(), side * std::acos(cosine));
    Eigen::Matrix2d A;  // V_it + ℓ (a W_tn − b W_tt d) = s d
    A << m_ray.normal * m_impact.Wtn - m_ray.tangential * (m_impact.Wt * d), -d;
    const Eigen::Vector2d solution = A.partialPivLu().solve(Eigen::Vector2d(-m_impact.Vt));  // ℓ, s
    const double length = solution[0], next = m_rebound / length;
    if (!(length > 0 && solution[1] >= -rounding && next < slowRate)) return std::nullopt;
    if (std::abs(next - D) <= 1e-15 * next) return slip(length, d);
    D = next;
  }
  return std::nullopt;
}

std::vector<LawImpulse> Slips::closing() const {
  std::vector<LawImpulse> solutions;
  if (m_impact.Vt.size() == 1 || m_ray.tangential == 0) return solutions;
  for (const double side : {1.0, -1.0})
    if (const auto found = closingOn(side)) solutions.push_back(*found);
  // P_t is against the slip.
  std::ranges::stable_sort(solutions, std::less(), [&](const LawImpulse& impulse) {
    return impulse.P.tail(2).normalized().dot(m_impact.Vt);
  });
  return solutions;
}

std::optional<LawImpulse> Slips::grazing() const {
  const Tangent& Vt = m_impact.Vt;
  if (rate(Vt.normalized()) > 0) return slip(0, Vt.normalized());
  const std::vector<LawImpulse> solutions = closing();
  return solutions.empty() ? std::nullopt : std::optional(solutions.front());
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
  const std::vector<LawImpulse> slow = slips.closing();
  for (const Tangent& d : slips.directions(towards.normalized()))
    if (const auto slip = slips.along(d, slow.empty() ? rounding : slowRate)) solutions.push_back(*slip);
  solutions.insert(solutions.end(), slow.begin(), slow.end());
  return solutions;
}

LawImpulse whittakerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (const auto sticking = stick(impact, coefficients)) return *sticking;
  const std::vector<LawImpulse> solutions = whittakerSolutions(impact, coefficients);
  if (!solutions.empty()) return solutions.front();
  throw LawError("Whittaker's law: no impulse brings the rebound within the friction cone");
}

}  // namespace carom
