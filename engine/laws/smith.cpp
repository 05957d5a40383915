#include "laws/smith.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "base/bracketed_root.h"

namespace carom {

namespace {

/// A V_it below this share of ‖V_i‖ counts as 0: its direction is rounding. A larger value drops the mean
/// slip of slow impacts.
constexpr double noSlip = 1e-12;

/// The impulses of eq. 8 as a curve in ℓ along the ray (a, b) of the cone: P_n = a ℓ, P_t = −b ℓ k(V_ft).
class Curve {
 public:
  Curve(const SplitImpact& impact, double friction)
      : m_impact(impact), m_ray(friction), m_speed(impact.Vt.norm()), m_slip(impact.Vt) {}

  /// A length of ℓ over which velocities change by about their size.
  double scale() const {
    return 1 / (m_ray.normal * m_impact.Wtn.norm() + m_ray.tangential * m_impact.Wt.norm() + m_ray.normal);
  }
  double Pn(double path) const { return m_ray.normal * path; }
  Tangent Pt(double path) {
    const Tangent V = slip(path);
    // At large ℓ, k is the difference of nearly opposite velocities; there the change of velocity gives the
    // impulse.
    if (path > 1e3 * scale())
      return m_impact.solved(V - m_impact.tangentAfter(Pn(path), Tangent::Zero(V.size())));
    return -m_ray.tangential * path * mean(V);
  }
  double Vn(double path) { return m_impact.normalAfter(Pn(path), Pt(path)); }
  /// dV_n/dℓ at ℓ = 0, where k is the direction of V_it.
  double startingRate() const {
    return m_ray.normal * m_impact.Wn - m_ray.tangential * m_impact.Wtn.dot(m_impact.Vt) / m_speed;
  }

 private:
  /// k(V).
  Tangent mean(const Tangent& V) const {
    return (m_speed * m_impact.Vt + V.norm() * V) / (m_speed * m_speed + V.squaredNorm());
  }
  TangentMatrix meanDerivative(const Tangent& V) const;
  Tangent residual(const Tangent& V, double path) const {
    return V - m_impact.tangentAfter(Pn(path), -m_ray.tangential * path * mean(V));
  }
  Tangent slip(double path);

  const SplitImpact& m_impact;
  ConeRay m_ray;
  double m_speed;
  Tangent m_slip;  ///< V_ft of the last path, the start of the next iteration
};

TangentMatrix Curve::meanDerivative(const Tangent& V) const {
  const double length = V.norm();
  TangentMatrix derivative =
      length * TangentMatrix::Identity(V.size(), V.size()) - 2 * mean(V) * V.transpose();
  if (length > 0) derivative += V * V.transpose() / length;
  return derivative / (m_speed * m_speed + length * length);
}

/// V_ft by Newton's iteration, with steps halved until the residual falls; the derivative is regular
/// everywhere because k is monotone.
Tangent Curve::slip(double path) {
  Tangent V = m_slip, error = residual(V, path);
  for (int step = 0; step < 200; ++step) {
    const TangentMatrix derivative = TangentMatrix::Identity(V.size(), V.size()) +
                                     m_ray.tangential * path * m_impact.Wt * meanDerivative(V);
    const Tangent newton = -derivative.partialPivLu().solve(error);
    double share = 1;
    Tangent next = V + newton, nextError = residual(next, path);
    while (!(nextError.norm() < error.norm()) && share > 1e-6) {  // twenty halvings
      share *= 0.5;
      next = V + share * newton;
      nextError = residual(next, path);
    }
    if (!(nextError.norm() < error.norm())) break;  // rounding
    V = next;
    error = nextError;
  }
  return m_slip = V;
}

LawImpulse fromRest(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const Braking share = brake(impact, impact.Wtn, coefficients.friction);
  const double Pn = -(1 + coefficients.restitution) * impact.Vn / (impact.Wn + impact.Wtn.dot(share.Pt));
  return {joined(Pn, Pn * share.Pt), share.mode};
}

/// The impulse at an infinite μ once the tangential velocity is reversed, V_ft = −V_it.
LawImpulse reversed(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const Tangent turning = -2 * impact.solved(impact.Vt);
  const double missing = -coefficients.restitution * impact.Vn - impact.normalAfter(0, turning);
  const double rate = impact.stickingRate();
  const double Pn = rate > 0 ? std::max(0.0, missing) / rate : 0;
  return {joined(Pn, turning - Pn * impact.solved(impact.Wtn)), ContactMode::Stick};
}

/// A path of at most `most` on which a contact with V_n = 0 does not open; 0 where it opens at once.
double closedPath(Curve& curve, double most) {
  // V_n on a shorter path is rounding. A larger share takes contacts that friction hardly closes as open.
  constexpr double least = 1e-12;
  if (curve.startingRate() > 0) return 0;
  for (double path = most; path > least * most; path *= 0.5)
    if (curve.Vn(path) <= 0) return path;
  return 0;
}

}  // namespace

LawImpulse smithImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (impact.Vt.norm() <= noSlip) return fromRest(impact, coefficients);
  constexpr double finest = 0.02, growth = 1.05, most = 1e18;
  Curve curve(impact, coefficients.friction);
  const double target = -coefficients.restitution * impact.Vn;
  double from = 0, to = finest * curve.scale();
  if (impact.Vn == 0) {
    from = closedPath(curve, to);
    if (from == 0) return {joined(0, Tangent::Zero(impact.Vt.size())), ContactMode::Slip};
  }
  // V_n = 0 is the limit of an approach and still closes.
  const auto closes = [&](double Vn) { return impact.Vn < 0 ? Vn < target : Vn <= 0; };
  while (closes(curve.Vn(to))) {
    if (to > most * curve.scale()) return reversed(impact, coefficients);
    from = to;
    to += std::max(finest * curve.scale(), (growth - 1) * to);
  }
  const double path = rootWithin([&](double x) { return curve.Vn(x) - target; }, from, to);
  const double Pn = curve.Pn(path);
  const Tangent Pt = curve.Pt(path);
  return {joined(Pn, Pt), onCone(Pn, Pt, coefficients.friction) ? ContactMode::Slip : ContactMode::Stick};
}

}  // namespace carom
