#pragma once
// Impacts of one contact to try the collision laws on.
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "laws/collision_law.h"

namespace carom::examples {

inline constexpr int tries = 300;  ///< random impacts of a test
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr std::array allLaws{
    CollisionLaw::Routh,           CollisionLaw::Whittaker, CollisionLaw::Smith,
    CollisionLaw::PfeifferGlocker, CollisionLaw::Bilinear,  CollisionLaw::ChatterjeeRuina,
    CollisionLaw::Composite,       CollisionLaw::Brach,     CollisionLaw::RouthNewton,
    CollisionLaw::RouthWork,       CollisionLaw::Projected, CollisionLaw::Spherical};

inline LocalImpact planar(double Wn, double Wnt, double Wt, double Vn, double Vt) {
  LocalImpact impact{LocalMatrix(2, 2), LocalVector(2)};
  impact.W << Wn, Wnt, Wnt, Wt;
  impact.V << Vn, Vt;
  return impact;
}

/// A rod of length l and mass m, hinged where a point mass h may give way, whose tip strikes a wall: 003
/// Fig. 8. A weightless hinge's W is that of the free rod; h = ∞ is an ideal hinge, W of rank one. `angle` is
/// the rod's from the normal; the tip moves about the hinge at speed 1.
inline LocalImpact pendulum(double angle, double h) {
  const double m = 1, l = 1, I = m * l * l / 12;
  const Eigen::Vector2d along(std::cos(angle), std::sin(angle)), across(-along[1], along[0]);
  // Free coordinates: the hinge's velocity and the turn.
  Eigen::Matrix3d M;
  const Eigen::Vector2d middle = 0.5 * l * across;
  M << (m + h) * Eigen::Matrix2d::Identity(), m * middle, m * middle.transpose(), I + m * l * l / 4;
  Eigen::Matrix<double, 2, 3> J;
  J << Eigen::Matrix2d::Identity(), l * across;
  LocalImpact impact;
  if (std::isinf(h))
    impact.W = l * l / (I + m * l * l / 4) * (across * across.transpose());
  else
    impact.W = J * M.inverse() * J.transpose();
  impact.V = across[0] < 0 ? across : -across;
  return impact;
}

/// Random impacts that close, with masses of up to a thousand to one; the same for every run.
class Impacts {
 public:
  explicit Impacts(int dimension, unsigned seed = 1) : m_dimension(dimension), m_random(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(m_random);
  }
  LocalImpact next() {
    LocalImpact impact{spd(), LocalVector(m_dimension)};
    for (double& v : impact.V) v = uniform(-1, 1);
    impact.V[0] = -std::abs(impact.V[0]) * (uniform(0, 1) < 0.3 ? 1e-2 : 1);
    return impact;
  }
  /// W without coupling, and equal along all tangents.
  LocalImpact central() {
    LocalImpact impact = next();
    const double Wn = impact.W(0, 0), Wt = impact.W(1, 1);
    impact.W = Wt * LocalMatrix::Identity(m_dimension, m_dimension);
    impact.W(0, 0) = Wn;
    return impact;
  }
  /// W of a rank below the dimension, V in its range.
  LocalImpact singular(int rank) {
    Eigen::MatrixXd A(m_dimension, rank);
    for (double& a : A.reshaped()) a = uniform(-1, 1);
    Eigen::VectorXd x(rank);
    for (double& v : x) v = uniform(-1, 1);
    LocalImpact impact{A * A.transpose(), A * x};
    if (impact.V[0] > 0) impact.V *= -1;
    return impact;
  }
  /// One that the law covers.
  LocalImpact forLaw(CollisionLaw law) { return law == CollisionLaw::Bilinear ? central() : next(); }
  LawCoefficients coefficients(CollisionLaw law, double friction) {
    LawCoefficients c{friction, uniform(0, 1), uniform(-1, 1), uniform(0, 1)};
    if (law == CollisionLaw::PfeifferGlocker) c.tangential = m_dimension == 2 ? std::abs(c.tangential) : 0;
    if (law == CollisionLaw::Brach) c.tangential = 0.1 * std::abs(c.tangential);
    if (law == CollisionLaw::Projected) c.impulse = uniform(-1, 3);
    if (law == CollisionLaw::Spherical) {  // also for the plane
      c.polar = uniform(0, std::numbers::pi);
      c.azimuth = uniform(0, 1) < 0.5 ? 0 : std::numbers::pi;
    }
    return c;
  }

 private:
  LocalMatrix spd() {
    for (;;) {
      LocalMatrix A(m_dimension, m_dimension);
      for (double& a : A.reshaped()) a = uniform(-1, 1);
      const LocalMatrix W = A * A.transpose();
      const LocalVector values = Eigen::SelfAdjointEigenSolver<LocalMatrix>(W).eigenvalues();
      if (values[0] > 1e-3 * values[m_dimension - 1]) return W;
    }
  }

  int m_dimension;
  std::mt19937_64 m_random;
};

inline LocalVector impulse(CollisionLaw law, const LocalImpact& impact, const LawCoefficients& coefficients) {
  return collide(law, impact, coefficients).P;
}

/// ‖P − expected‖/‖expected‖.
inline double distance(const LocalVector& P, const LocalVector& expected) {
  return (P - expected).norm() / std::max(1e-300, expected.norm());
}

inline LocalVector tangents(const LocalVector& v) {
  return v.tail(v.size() - 1);
}

/// The impact in other tangents, x ↦ R x with R the identity along the normal.
inline LocalImpact turned(const LocalImpact& impact, const Eigen::Matrix3d& R) {
  return {R * impact.W * R.transpose(), R * impact.V};
}

inline Eigen::Matrix3d aboutNormal(double angle) {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  R.bottomRightCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return R;
}

/// An impact in the plane as one in space, with `across` for W of the third axis.
inline LocalImpact inSpace(const LocalImpact& plane, double across) {
  LocalImpact impact{LocalMatrix::Zero(3, 3), LocalVector::Zero(3)};
  impact.W.topLeftCorner(2, 2) = plane.W;
  impact.W(2, 2) = across;
  impact.V.head(2) = plane.V;
  return impact;
}

}  // namespace carom::examples
