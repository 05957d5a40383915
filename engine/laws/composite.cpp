#include "laws/composite.h"

#include "laws/chatterjee_ruina.h"
#include "laws/routh.h"

namespace carom {

LawImpulse compositeImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const double sigma = coefficients.sigma;
  LawImpulse algebraic = chatterjeeRuinaImpulse(impact, coefficients);
  LawImpulse incremental = routhImpulse(impact, coefficients);
  if (sigma == 1) return algebraic;
  if (sigma == 0) return incremental;
  const LocalVector P = sigma * algebraic.P + (1 - sigma) * incremental.P;
  const bool slips = onCone(P[0], P.tail(P.size() - 1), coefficients.friction);
  return {P, slips ? ContactMode::Slip : ContactMode::Stick};
}

}  // namespace carom
