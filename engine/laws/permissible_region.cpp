#include "laws/permissible_region.h"

#include <algorithm>
#include <cmath>

namespace carom {

double regionCentre(const SplitImpact& impact) {
  return -1.5 * impact.Vn / impact.Wn;
}

namespace {

/// The t > 0 at which c + 2 b t + a t² ≤ 0 ends, for a ≥ 0 and c ≤ 0.
double endOfQuadratic(double a, double b, double c) {
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  return b > 0 ? -c / (b + root) : (root - b) / a;
}

}  // namespace

double wayInRegion(const SplitImpact& impact, double friction, const LocalVector& D) {
  const double centre = regionCentre(impact);
  const Tangent Dt = D.tail(impact.Vt.size());
  const double rise = impact.Wn * D[0] + impact.Wtn.dot(Dt);
  const Tangent change = impact.Wtn * D[0] + impact.Wt * Dt;
  double way = HUGE_VAL;
  // Condition 1, twice the gain of energy: 2 P·V + P·W P ≤ 0.
  const double curvature = D[0] * rise + Dt.dot(change);
  if (curvature > massRankTolerance * D.squaredNorm() * (impact.Wn + impact.Wt.trace())) {
    const double slope = D[0] * impact.Vn + Dt.dot(impact.Vt) + centre * rise;
    way = endOfQuadratic(curvature, slope, centre * (2 * impact.Vn + centre * impact.Wn));
  }
  // Condition 2.
  if (rise < 0) way = std::min(way, (impact.Vn + centre * impact.Wn) / -rise);
  // Conditions 3 and 4.
  const ConeRay ray(friction);
  const double leaves = ray.normal * Dt.norm() - ray.tangential * D[0];
  if (leaves > 0) way = std::min(way, ray.tangential * centre / leaves);
  return way;
}

LawImpulse impulseInRegion(const SplitImpact& impact, double friction, const LocalVector& D, double t) {
  LocalVector P = t * D;
  P[0] += regionCentre(impact);
  const bool slips = onCone(P[0], P.tail(impact.Vt.size()), friction);
  return {P, slips ? ContactMode::Slip : ContactMode::Stick};
}

RegionParts partsAlongSlip(const SplitImpact& impact, const LocalVector& P) {
  RegionParts parts{P[0]};
  const double speed = impact.Vt.norm();
  if (!(speed > 0)) return parts;
  const Tangent Pt = P.tail(impact.Vt.size());
  parts.against = -Pt.dot(impact.Vt) / speed;
  if (Pt.size() == 2) parts.across = (Pt[1] * impact.Vt[0] - Pt[0] * impact.Vt[1]) / speed;
  return parts;
}

LocalVector alongSlip(const SplitImpact& impact, const RegionParts& parts) {
  constexpr double rounding = 1e-12;  // of sin π
  const bool isPlane = impact.Vt.size() == 1;
  if (isPlane && std::abs(parts.across) > rounding)
    throw LawError("the law has no third direction in the plane; expected a transverse part of 0");
  Tangent Pt = Tangent::Zero(impact.Vt.size());
  const double speed = impact.Vt.norm();
  if (speed > 0) {
    Pt = -parts.against / speed * impact.Vt;
    if (!isPlane) Pt += parts.across / speed * Eigen::Vector2d(-impact.Vt[1], impact.Vt[0]);
  }
  return joined(parts.normal, Pt);
}

}  // namespace carom
