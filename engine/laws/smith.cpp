#include "laws/smith.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/bracketed_root.h"

namespace carom {

namespace {

/// A V_it below this share of ‖V_i‖ counts as 0: its direction is rounding. A larger value drops the mean
/// slip of slow impacts.
constexpr double noSlip = 1e-12;

/// The impulses of eq. 8 as a curve in ℓ along the ray (a, b) of the cone: P_n = a ℓ, P_t = −b ℓ k(V_ft). Its
/// velocities have two tangents; a second one that is missing stays 0.
class Curve {
 public:
  Curve(const SplitImpact& impact, double friction)
      : m_impact(impact),
        m_ray(friction),
        m_speed(impact.Vt.norm()),
        m_Vi(Vector2d::Zero()),
        m_pull(Vector2d::Zero()),
        m_brake(Matrix2d::Zero()) {
    const Eigen::Index t = impact.Vt.size();
    m_Vi.head(t) = impact.Vt;
    m_pull.head(t) = impact.Wtn;
    m_brake.topLeftCorner(t, t) = m_ray.tangential * impact.Wt;
    m_slip = m_Vi;
  }

  /// A length of ℓ over which velocities change by about their size.
  double scale() const { return 1 / (m_ray.normal * m_pull.norm() + m_brake.norm() + m_ray.normal); }
  double Pn(double path) const { return m_ray.normal * path; }
  Tangent Pt(double path) {
    const Vector2d V = slip(path);
    const Eigen::Index t = m_impact.Vt.size();
    // At large ℓ, k is the difference of nearly opposite velocities; there the change of velocity gives the
    // impulse.
    if (path > 1e3 * scale())
      return m_impact.solved(V.head(t) - m_impact.tangentAfter(Pn(path), Tangent::Zero(t)));
    return -m_ray.tangential * path * mean(V).head(t);
  }
  double Vn(double path) { return m_impact.normalAfter(Pn(path), Pt(path)); }
  /// dV_n/dℓ.
  double slope(double path) {
    const Vector2d V = slip(path), rate = slipRate(V, path);
    return m_ray.normal * m_impact.Wn -
           m_ray.tangential * m_pull.dot(mean(V) + path * (meanDerivative(V) * rate));
  }
  /// dV_n/dℓ at ℓ = 0, where k is the direction of V_it.
  double startingRate() const {
    return m_ray.normal * m_impact.Wn - m_ray.tangential * m_pull.dot(m_Vi) / m_speed;
  }

 private:
  using Vector2d = Eigen::Vector2d;
  using Matrix2d = Eigen::Matrix2d;

  /// k(V).
  Vector2d mean(const Vector2d& V) const {
    return (m_speed * m_Vi + V.norm() * V) / (m_speed * m_speed + V.squaredNorm());
  }
  Matrix2d meanDerivative(const Vector2d& V) const;
  /// The derivative of `residual` by V, regular everywhere because k is monotone.
  Matrix2d residualDerivative(const Vector2d& V, double path) const {
    return Matrix2d::Identity() + path * m_brake * meanDerivative(V);
  }
  /// dV_ft/dℓ.
  Vector2d slipRate(const Vector2d& V, double path) const {
    return quotient(residualDerivative(V, path), m_ray.normal * m_pull - m_brake * mean(V));
  }
  Vector2d residual(const Vector2d& V, double path) const {
    return V - (m_Vi + Pn(path) * m_pull - path * (m_brake * mean(V)));
  }
  Vector2d slip(double path);

  const SplitImpact& m_impact;
  ConeRay m_ray;
  double m_speed;
  Vector2d m_Vi, m_pull;  ///< V_it and W_tn
  Matrix2d m_brake;       ///< b W_tt
  Vector2d m_slip;        ///< V_ft at the last path, near which the next iteration starts
  double m_at = 0;        ///< the last path
};

Eigen::Matrix2d Curve::meanDerivative(const Vector2d& V) const {
  const double length = V.norm();
  Matrix2d derivative = length * Matrix2d::Identity() - 2 * mean(V) * V.transpose();
  if (length > 0) derivative += V * V.transpose() / length;
  return derivative / (m_speed * m_speed + length * length);
}

/// V_ft by Newton's iteration, with steps halved until the residual falls.
Eigen::Vector2d Curve::slip(double path) {
  if (path == m_at) return m_slip;
  // Rounding of the terms of the residual. A larger value shows in the impulse; at a smaller one the
  // iteration ends where the residual no longer falls.
  const double rounding = 1e-16 * (m_slip.norm() + m_speed + path / scale());
  Vector2d V = m_slip + (path - m_at) * slipRate(m_slip, m_at), error = residual(V, path);
  for (int step = 0; step < 200 && error.norm() > rounding; ++step) {
    const Vector2d newton = -quotient(residualDerivative(V, path), error);
    double share = 1;
    Vector2d next = V + newton, nextError = residual(next, path);
    while (!(nextError.norm() < error.norm()) && share > 1e-6) {  // twenty halvings
      share *= 0.5;
      next = V + share * newton;
      nextError = residual(next, path);
    }
    if (!(nextError.norm() < error.norm())) break;  // rounding
    V = next;
    error = nextError;
  }
  m_at = path;
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

LawImpulse withMode(double Pn, const Tangent& Pt, double friction) {
  return {joined(Pn, Pt), onCone(Pn, Pt, friction) ? ContactMode::Slip : ContactMode::Stick};
}

/// The paths at which V_n = −e V_in. V_n has at most one between its extrema, which its slope shows on steps
/// of a fifth of the path.
class Rebounds {
 public:
  Rebounds(const SplitImpact& impact, const LawCoefficients& coefficients)
      : m_impact(impact),
        m_target(-coefficients.restitution * impact.Vn),
        m_curve(impact, coefficients.friction) {}

  /// The impulses there, the first one or all, by rising path.
  std::vector<LawImpulse> impulses(bool first, double friction);

 private:
  struct Node {
    double path, Vn, slope;
  };
  Node at(double path) { return {path, m_curve.Vn(path), m_curve.slope(path)}; }
  /// V_n = 0 is the limit of an approach and still closes.
  bool closes(double Vn) const { return m_impact.Vn < 0 ? Vn < m_target : Vn <= 0; }
  std::optional<Node> start();
  void searchPiece(const Node& from, const Node& to);
  void search(const Node& from, const Node& to);

  const SplitImpact& m_impact;
  double m_target;
  Curve m_curve;
  std::vector<double> m_paths;
};

/// Where the curve begins; empty where a grazing contact opens at once.
std::optional<Rebounds::Node> Rebounds::start() {
  if (m_impact.Vn < 0) return Node{0, m_impact.Vn, m_curve.startingRate()};
  const double closed = closedPath(m_curve, 0.02 * m_curve.scale());
  if (closed == 0) return std::nullopt;
  return at(closed);
}

void Rebounds::searchPiece(const Node& from, const Node& to) {
  if (closes(from.Vn) == closes(to.Vn)) return;
  m_paths.push_back(rootWithin(
      [&](double path) {
        const Node node = at(path);
        return std::pair(node.Vn - m_target, node.slope);
      },
      {from.path, from.Vn - m_target}, {to.path, to.Vn - m_target}));
}

void Rebounds::search(const Node& from, const Node& to) {
  if ((from.slope < 0) == (to.slope < 0)) return searchPiece(from, to);
  const Node extremum = at(rootWithin([&](double path) { return m_curve.slope(path); }, from.path, to.path));
  searchPiece(from, extremum);
  searchPiece(extremum, to);
}

std::vector<LawImpulse> Rebounds::impulses(bool first, double friction) {
  // Beyond `most` an infinite μ has reversed the slip; beyond `last` V_n only rises or stays.
  constexpr double step = 0.2, last = 1e6, most = 1e18;
  const std::optional<Node> begin = start();
  if (!begin) return {{joined(0, Tangent::Zero(m_impact.Vt.size())), ContactMode::Slip}};
  const double scale = m_curve.scale();
  Node from = *begin;
  while (m_paths.empty() || (!first && from.path < last * scale)) {
    if (from.path > most * scale) break;
    const Node to = at(from.path + step * std::max(scale, from.path));
    search(from, to);
    from = to;
  }
  std::vector<LawImpulse> impulses;
  for (const double path : m_paths)
    impulses.push_back(withMode(m_curve.Pn(path), m_curve.Pt(path), friction));
  return impulses;
}

}  // namespace

std::vector<LawImpulse> smithSolutions(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (impact.Vt.norm() <= noSlip) return {fromRest(impact, coefficients)};
  auto impulses = Rebounds(impact, coefficients).impulses(false, coefficients.friction);
  if (impulses.empty()) impulses.push_back(reversed(impact, coefficients));
  return impulses;
}

LawImpulse smithImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  if (impact.Vt.norm() <= noSlip) return fromRest(impact, coefficients);
  const auto impulses = Rebounds(impact, coefficients).impulses(true, coefficients.friction);
  return impulses.empty() ? reversed(impact, coefficients) : impulses.front();
}

}  // namespace carom
