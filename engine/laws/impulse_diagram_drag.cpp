#include "laws/impulse_diagram_drag.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

/// The impact with inverse mass W and contact energy E whose origin lies in this direction from P_II. As P_II
/// is −M V_i, the velocity there is W times the way.
LocalImpact impactFrom(const Matrix2d& W, bool isStrip, double E, const Vector2d& way) {
  Vector2d V = W * (std::sqrt(2 * E / way.dot(W * way)) * way);
  if (V[0] > 0 && isStrip) V = -V;  // from the other line of the strip
  // The grazing incidence with the same energy ½ M_tt V_t².
  if (V[0] > 0) V = {0, std::copysign(std::sqrt(2 * E * W.determinant() / W(0, 0)), V[1])};
  return {W, V};
}

}  // namespace

LocalImpact withOrigin(const ImpulseDiagram& diagram, const PlanarImpulse& towards) {
  const Matrix2d W = diagram.impact().W.topLeftCorner<2, 2>();
  const Vector2d way = towards - diagram.sticking();
  if (!(way.dot(W * way) > 0)) return diagram.impact();
  return impactFrom(W, diagram.isStrip(), diagram.energy(), way);
}

LocalImpact withSemiAxis(const ImpulseDiagram& diagram, int k, const PlanarImpulse& tip) {
  constexpr double mostAspect = 1e4;
  const double other = diagram.semiAxisLength(1 - k), twice = 2 * diagram.energy();
  const Vector2d axis = tip - diagram.sticking();
  const double length = axis.norm();
  if (!std::isfinite(diagram.semiAxisLength(k))) return diagram.impact();
  if (!diagram.isStrip() && (length * mostAspect < other || length > other * mostAspect))
    return diagram.impact();
  const Vector2d along = axis / length, across(-along[1], along[0]);
  const Matrix2d W = twice / (length * length) * along * along.transpose() +
                     twice / (other * other) * across * across.transpose();
  // A strip along an axis has a tangent, or a normal, that cannot move.
  constexpr double least = 1e-6;
  if (!(W.diagonal().minCoeff() > least * W.norm()) && diagram.isStrip()) return diagram.impact();
  const Vector2d way = -diagram.sticking();
  if (!(way.dot(W * way) > 0)) return diagram.impact();
  return impactFrom(W, diagram.isStrip(), diagram.energy(), way);
}

double frictionThrough(const PlanarImpulse& P) {
  return P[0] > 0 ? std::abs(P[1]) / P[0] : HUGE_VAL;
}

double restitutionThrough(const ImpulseDiagram& diagram, const PlanarImpulse& P, double most) {
  const LocalImpact& impact = diagram.impact();
  if (impact.V[0] == 0) return 0;
  return std::clamp(-impact.after(P)[0] / impact.V[0], 0.0, most);
}

}  // namespace carom
