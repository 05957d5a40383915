#include "laws/whittaker.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <vector>

#include "base/bracketed_root.h"

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
  static constexpr int samples = 72;

  /// D(d).
  double rate(const Tangent& d) const {
    return m_ray.normal * m_impact.Wn - m_ray.tangential * m_impact.Wtn.dot(d);
  }
  /// D V_ft, linear in the sine and cosine of the direction.
  Tangent scaledSlip(const Tangent& d) const {
    return rate(d) * m_impact.Vt +
           m_rebound * (m_ray.normal * m_impact.Wtn - m_ray.tangential * (m_impact.Wt * d));
  }
  /// The derivative of scaledSlip for d′ = across.
  Tangent scaledSlipDerivative(const Tangent& across) const {
    return -m_ray.tangential * (m_impact.Wtn.dot(across) * m_impact.Vt + m_rebound * (m_impact.Wt * across));
  }
  std::vector<double> anglesOfSlip(const Tangent& towards) const;

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

/// The angles from `towards` at which V_ft is parallel to the direction: the roots of a trigonometric
/// polynomial of degree two. Sampling finds its extrema, between which it has at most one root.
std::vector<double> Slips::anglesOfSlip(const Tangent& towards) const {
  // Rounding of the cross product, in the units of SplitImpact.
  const double zero = 1e-15 * (scaledSlip(towards).norm() + scaledSlip(-towards).norm());
  const auto across = [&](double angle) {
    const Tangent d = turned(towards, angle);
    return cross(d, scaledSlip(d));
  };
  const auto slope = [&](double angle) {
    const Tangent d = turned(towards, angle), normal = Eigen::Vector2d(-d[1], d[0]);
    return cross(normal, scaledSlip(d)) + cross(d, scaledSlipDerivative(normal));
  };
  const auto sample = [](int i) { return 2 * std::numbers::pi * i / samples; };
  // `towards` is a sample, so that an impact in one plane gives its slip exactly.
  std::vector<double> angles{sample(-samples / 2)};
  for (int i = -samples / 2; i < samples / 2; ++i) {
    if ((slope(sample(i)) < 0) != (slope(sample(i + 1)) < 0))
      angles.push_back(rootWithin(slope, sample(i), sample(i + 1)));
    angles.push_back(sample(i + 1));
  }
  std::vector<double> roots;
  for (std::size_t i = 0; i + 1 < angles.size(); ++i) {
    const double left = across(angles[i]), right = across(angles[i + 1]);
    if (std::abs(left) < zero)
      roots.push_back(angles[i]);
    else if (std::abs(right) >= zero && (left < 0) != (right < 0))
      roots.push_back(rootWithin(across, angles[i], angles[i + 1]));
  }
  return roots;
}

std::vector<Tangent> Slips::directions(const Tangent& towards) const {
  if (towards.size() == 1) return {towards, -towards};
  std::vector<double> angles = anglesOfSlip(towards);
  std::ranges::stable_sort(angles, {}, [](double angle) { return std::abs(angle); });
  std::vector<Tangent> directions;
  directions.reserve(angles.size());
  for (const double angle : angles) directions.push_back(turned(towards, angle));
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

/// The impulse with V_ft = 0; empty where W is singular, P_n ≤ 0 (of a grazing contact, P_n < 0) or P is
/// outside the cone.
std::optional<LawImpulse> stick(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const double rate = impact.stickingRate();
  if (rate == 0) return std::nullopt;
  const double unslipped =
      impact.Vn - impact.Wtn.dot(impact.solved(impact.Vt));  // V_n once V_t = 0, with P_n = 0
  const double Pn = (-coefficients.restitution * impact.Vn - unslipped) / rate;
  const Tangent Pt = -impact.solved(impact.Vt + Pn * impact.Wtn);
  const ConeRay ray(coefficients.friction);
  // P_n = 0 is the limit of P_n > 0 at a grazing contact.
  if (!(Pn > 0 || (Pn == 0 && impact.Vn == 0)) ||
      ray.normal * Pt.norm() > (1 + rounding) * ray.tangential * Pn)
    return std::nullopt;
  return LawImpulse{joined(Pn, Pt), ContactMode::Stick};
}

}  // namespace

LawImpulse whittakerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (const auto sticking = stick(impact, coefficients)) return *sticking;
  Tangent towards = impact.Vt.norm() > 0 ? impact.Vt : impact.Wtn;
  if (towards.norm() == 0) towards = Tangent::Unit(impact.Vt.size(), 0);
  const Slips slips(impact, coefficients);
  if (impact.Vn == 0) {
    if (const auto slip = slips.grazing()) return *slip;
  } else {
    for (const Tangent& d : slips.directions(towards.normalized()))
      if (const auto slip = slips.along(d)) return *slip;
  }
  throw LawError("Whittaker's law: no impulse brings the rebound within the friction cone");
}

}  // namespace carom
