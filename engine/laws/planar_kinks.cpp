#include "laws/planar_kinks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "laws/unit_impact.h"

namespace carom {

namespace {

/// A linear function of V, as a row: f(V) = f V.
using LinearRow = Eigen::RowVector2d;

/// The linear functions in which the cases of the laws are written. s = ±1 is the direction of a slip.
class PlanarCases {
 public:
  PlanarCases(const LocalMatrix& W, const LawCoefficients& coefficients)
      : m_Wn(W(0, 0)),
        m_w(W(0, 1)),
        m_Wt(W(1, 1)),
        m_mu(coefficients.friction),
        m_ray(coefficients.friction),
        m_e(coefficients.restitution),
        m_et(coefficients.tangential) {}

  std::vector<Eigen::Vector2d> kinks() && { return std::move(m_kinks); }

  void routh();
  void chatterjeeRuina();
  void bilinear();
  void brach() { add(m_Vt); }
  void whittaker(double e);
  void pfeifferGlocker();
  void smithWithoutSlip();

 private:
  static constexpr std::array<double, 2> directions{1, -1};

  void add(const LinearRow& f) {
    if (f.allFinite() && !f.isZero(0)) m_kinks.emplace_back(f.normalized().transpose());
  }
  /// d(V_n, V_t)/dℓ of a slip along s.
  double normalRate(double s) const { return m_ray.normal * m_Wn - m_ray.tangential * s * m_w; }
  double slipRate(double s) const { return m_ray.normal * m_w - m_ray.tangential * s * m_Wt; }
  double stickingRate() const { return m_Wn - m_w * m_w / m_Wt; }
  /// The impulse with V_ft = 0 and V_fn = −e V_in.
  void sticking(double e, LinearRow& Pn, LinearRow& Pt) const {
    Pn = (-e * m_Vn - m_Vn + m_w / m_Wt * m_Vt) / stickingRate();
    Pt = -(m_Vt + m_w * Pn) / m_Wt;
  }
  void expansion(const LinearRow& Pn, const LinearRow& Pt);
  void expansionAt(const LinearRow& more, const LinearRow& slip, const LinearRow& least, const LinearRow& Pt,
                   const LinearRow& stored);

  double m_Wn, m_w, m_Wt, m_mu;
  ConeRay m_ray;
  double m_e, m_et;
  LinearRow m_Vn{1, 0}, m_Vt{0, 1};
  std::vector<Eigen::Vector2d> m_kinks;
};

/// A slip ends in compression, in expansion or not at all; after it the direction is the same for all V.
void PlanarCases::routh() {
  add(m_Vt);
  for (const double s : directions)
    for (const double end : {1.0, 1 + m_e}) add(normalRate(s) * m_Vt - end * slipRate(s) * m_Vn);
}

/// The impulse lies within the cone or on one of its two lines.
void PlanarCases::chatterjeeRuina() {
  LinearRow Pn, slide;
  sticking(0, Pn, slide);
  const LinearRow first = -m_Vn / m_Wn, along = Pn - first;
  add(slide);
  for (const double s : directions)
    add(m_ray.normal * (1 + m_et) * s * slide - m_ray.tangential * ((1 + m_e) * first + (1 + m_et) * along));
}

void PlanarCases::bilinear() {
  add(m_Vt);
  for (const double s : directions)
    add(m_ray.normal * (1 + m_et) * s * m_Vt / m_Wt + m_ray.tangential * (1 + m_e) * m_Vn / m_Wn);
}

/// It sticks within the cone, else slips along V_t or against it, where that is the direction of V_ft.
void PlanarCases::whittaker(double e) {
  LinearRow Pn, Pt;
  sticking(e, Pn, Pt);
  add(m_Vt);
  add(Pn);
  for (const double s : directions) {
    add(m_ray.normal * s * Pt - m_ray.tangential * Pn);
    add(normalRate(s) * m_Vt - (1 + e) * slipRate(s) * m_Vn);
  }
}

/// Compression is Whittaker's; an expansion follows each of its cases.
void PlanarCases::pfeifferGlocker() {
  whittaker(0);
  LinearRow Pn, Pt;
  sticking(0, Pn, Pt);
  expansion(Pn, Pt);
  for (const double s : directions) {
    if (!(normalRate(s) > 0)) continue;
    const LinearRow path = -m_Vn / normalRate(s);
    expansion(m_ray.normal * path, -m_ray.tangential * s * path);
  }
}

/// The cases of an expansion after the compression (P_n, P_t): its normal impulse is the least or ends at
/// V_n = 0, its tangential one returns the stored impulse in full, in part or not, and sticks or slips.
void PlanarCases::expansion(const LinearRow& Pn, const LinearRow& Pt) {
  const LinearRow least = m_e * Pn, slip = m_Vt + m_w * Pn + m_Wt * Pt, stored = m_e * m_et * Pt;
  std::vector<LinearRow> ends{least};
  // V_n = W_n P_n + w P_t = 0 where the impulse is the stored one, ends the slip, or does both. On the cone
  // it ends at P_n = 0 only.
  const auto addEnd = [&](const LinearRow& fixed, double rate) {
    if (rate > 0) ends.emplace_back(-fixed / rate);
  };
  addEnd(m_w * stored, m_Wn);
  addEnd(-m_w / m_Wt * slip, stickingRate());
  addEnd(m_w * (stored - slip / m_Wt), stickingRate());
  for (const LinearRow& end : ends) {
    add(end - least);
    expansionAt(end, slip, least, Pt, stored);
  }
}

/// Where the tangential cases end for this normal impulse of expansion.
void PlanarCases::expansionAt(const LinearRow& more, const LinearRow& slip, const LinearRow& least,
                              const LinearRow& Pt, const LinearRow& stored) {
  const LinearRow stop = -(slip + m_w * more) / m_Wt;  // the impulse that ends the slip
  add(stop);
  add(stop - stored);
  for (const double s : directions) {
    // The bound on P_t: at an infinite μ that of a compression that slipped, e ‖P_tC‖.
    const LinearRow bound = std::isinf(m_mu) ? LinearRow(m_e * Pt) : LinearRow(m_mu * more);
    add(stop - s * bound);
    add(stored - s * bound);
    add(stop + stored - s * bound);
    // V_n = 0 with each impulse.
    const LinearRow normal = m_Wn * least;
    add(normal + s * m_w * bound);
  }
  for (const LinearRow& impulse : {stop, stored, LinearRow(stop + stored)}) add(m_Wn * least + m_w * impulse);
}

/// At μ = ∞ the slip is reversed with P_n = 0 unless V_n reaches its end before.
void PlanarCases::smithWithoutSlip() {
  add(m_Vt);
  add((1 + m_e) * m_Vn - 2 * m_w / m_Wt * m_Vt);
}

}  // namespace

std::optional<std::vector<Eigen::Vector2d>> planarKinks(CollisionLaw law, const LocalMatrix& W,
                                                        const LawCoefficients& coefficients) {
  const UnitImpact units({W, LocalVector::Unit(2, 0)});
  if (!units.canSlip()) return std::vector<Eigen::Vector2d>{};
  if (units.split().stickingRate() == 0) return std::nullopt;
  PlanarCases cases(W, coefficients);
  const bool isSmooth = coefficients.friction == 0;
  switch (law) {
    case CollisionLaw::RouthWork:
      if (coefficients.restitution != 0 && !isSmooth) return std::nullopt;
      [[fallthrough]];
    case CollisionLaw::Routh:
    case CollisionLaw::RouthNewton:
      cases.routh();
      break;
    case CollisionLaw::Whittaker:
      cases.whittaker(coefficients.restitution);
      break;
    case CollisionLaw::Smith:
      if (!isSmooth && !std::isinf(coefficients.friction)) return std::nullopt;
      cases.smithWithoutSlip();
      break;
    case CollisionLaw::PfeifferGlocker:
      cases.pfeifferGlocker();
      break;
    case CollisionLaw::Bilinear:
      cases.bilinear();
      break;
    case CollisionLaw::Composite:
      cases.routh();
      cases.chatterjeeRuina();
      break;
    case CollisionLaw::ChatterjeeRuina:
      cases.chatterjeeRuina();
      break;
    case CollisionLaw::Brach:
      cases.brach();
      break;
    default:
      return std::nullopt;
  }
  return std::move(cases).kinks();
}

}  // namespace carom
