#include "laws/split_impact.h"

#include <Eigen/LU>
#include <cmath>

namespace carom {

namespace {

/// Relative distance from the friction cone that counts as rounding of P. It decides only whether an impulse
/// is reported as stick or slip.
constexpr double coneTolerance = 1e-12;

/// The unit d = (m W_tt + s)⁻¹ c with s > 0, where m is too small to stop c. 1/‖(m W_tt + s)⁻¹ c‖ is concave
/// and rising in s, so that Newton's iteration from 0 rises to the root.
Tangent slipDirection(const SplitImpact& impact, const Tangent& c, double m) {
  const TangentMatrix unit = TangentMatrix::Identity(c.size(), c.size());
  double s = 0;
  Tangent d = c.normalized();
  if (m == 0) return d;
  for (int step = 0; step < 100; ++step) {
    const auto factors = TangentMatrix(m * impact.Wt + s * unit).partialPivLu();
    d = factors.solve(c);
    const double length = d.norm(), slope = d.dot(factors.solve(d)) / length;
    const double next = s + (length - 1) * length / slope;
    if (!(next > s)) break;
    s = next;
  }
  return d.normalized();
}

}  // namespace

Tangent SplitImpact::solved(const Tangent& x) const {
  return Wt.partialPivLu().solve(x);
}

double SplitImpact::stickingRate() const {
  const Tangent coupling = solved(Wtn);
  const double rate = Wn - Wtn.dot(coupling);
  // W⁻¹ is nearly bbᵀ/rate with b = (1, −coupling), and the trace is near the largest eigenvalue of W.
  const double least = rate / (1 + coupling.squaredNorm());
  return least > massRankTolerance * (Wn + Wt.trace()) ? rate : 0;
}

LocalImpact SplitImpact::whole() const {
  const Eigen::Index d = 1 + Vt.size();
  LocalImpact impact{LocalMatrix(d, d), joined(Vn, Vt)};
  impact.W << Wn, Wtn.transpose(), Wtn, Wt;
  return impact;
}

LocalVector joined(double Pn, const Tangent& Pt) {
  LocalVector P(1 + Pt.size());
  P << Pn, Pt;
  return P;
}

ConeRay::ConeRay(double friction)
    : normal(friction <= 1 ? 1 : 1 / friction), tangential(friction <= 1 ? friction : 1) {}

bool onCone(double Pn, const Tangent& Pt, double friction) {
  const ConeRay ray(friction);
  return ray.normal * Pt.norm() >= (1 - coneTolerance) * ray.tangential * Pn;
}

Braking brake(const SplitImpact& impact, const Tangent& c, double m) {
  const Tangent stop = impact.solved(c);
  if (stop.norm() <= m * (1 + coneTolerance)) return {-stop, ContactMode::Stick};
  return {-m * slipDirection(impact, c, m), ContactMode::Slip};
}

}  // namespace carom
