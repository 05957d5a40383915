#include "laws/brach.h"

namespace carom {

LawImpulse brachImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  Tangent ratio = Tangent::Zero(impact.Vt.size());
  if (coefficients.transverse != 0 && impact.Vt.size() == 1)
    throw LawError("Brach's law has no transverse impulse in the plane; expected a ratio of 0");
  if (const double speed = impact.Vt.norm(); speed > 0) {
    ratio = -coefficients.tangential / speed * impact.Vt;
    if (coefficients.transverse != 0)
      ratio += coefficients.transverse / speed * Eigen::Vector2d(-impact.Vt[1], impact.Vt[0]);
  }
  const double rate = impact.Wn + impact.Wtn.dot(ratio);
  if (!(rate > 0))
    throw LawError(
        "Brach's law: no normal impulse brings the rebound at this impulse ratio; expected a smaller one");
  const double Pn = -(1 + coefficients.restitution) * impact.Vn / rate;
  const Tangent Pt = Pn * ratio;
  return {joined(Pn, Pt), onCone(Pn, Pt, coefficients.friction) ? ContactMode::Slip : ContactMode::Stick};
}

}  // namespace carom
