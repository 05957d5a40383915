#include "laws/split_impact.h"

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
    const TangentMatrix A = m * impact.Wt + s * unit;
    d = quotient(A, c);
    const double length = d.norm(), slope = d.dot(quotient(A, d)) / length;
    const double next = s + (length - 1) * length / slope;
    if (!(next > s)) break;
    s = next;
  }
  return d.normalized();
}

}  // namespace

namespace {

// By elimination with pivots. Cramer's rule leaves a remainder where A is nearly singular, and a
// factorization of a general size takes ten times as long.
template <typename Matrix, typename Vector>
Eigen::Vector2d quotientOfTwo(const Matrix& A, const Vector& x) {
  const Eigen::Index first = std::abs(A(0, 0)) >= std::abs(A(1, 0)) ? 0 : 1, second = 1 - first;
  const double share = A(second, 0) / A(first, 0);
  const double b = (x[second] - share * x[first]) / (A(second, 1) - share * A(first, 1));
  return {(x[first] - A(first, 1) * b) / A(first, 0), b};
}

}  // namespace

Eigen::Vector2d quotient(const Eigen::Matrix2d& A, const Eigen::Vector2d& x) {
  return quotientOfTwo(A, x);
}

Tangent quotient(const TangentMatrix& A, const Tangent& x) {
  if (x.size() == 1) return x / A(0, 0);
  return quotientOfTwo(A, x);
}

double SplitImpact::stickingRate(const Tangent& coupling) const {
  const double rate = Wn - Wtn.dot(coupling);
  // W⁻¹ is nearly bbᵀ/rate with b = (1, −coupling), and the trace is near the largest eigenvalue of W.
  const double least = rate / (1 + coupling.squaredNorm());
  return least > massRankTolerance * (Wn + Wt.trace()) ? rate : 0;
}

LocalVector SplitImpact::sticking() const {
  const Tangent coupling = solved(Wtn);
  const double rate = stickingRate(coupling);
  if (rate == 0) {
    const Eigen::Index d = 1 + Vt.size();
    LocalImpact whole{LocalMatrix(d, d), joined(Vn, Vt)};
    whole.W << Wn, Wtn.transpose(), Wtn, Wt;
    return whole.sticking();
  }
  const double Pn = (coupling.dot(Vt) - Vn) / rate;
  return joined(Pn, -solved(Vt + Pn * Wtn));
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
