#pragma once

#include "laws/split_impact.h"

namespace carom {

/// An impact with V ≠ 0 in the units of SplitImpact, in the tangents that can move.
class UnitImpact {
 public:
  explicit UnitImpact(const LocalImpact& impact);

  /// Whether some tangent can move; without one there is no split().
  bool canSlip() const { return m_tangents.cols() > 0; }
  const SplitImpact& split() const { return m_split; }
  /// An impulse of split() in the units of the impact (N·s): d.
  LocalVector whole(const LocalVector& inUnits) const;

 private:
  LocalMatrix m_tangents;  ///< orthonormal basis of the tangents along which W is not 0, (d−1)×t
  double m_scale;          ///< ‖V_i‖/W_nn (N·s)
  SplitImpact m_split;
};

}  // namespace carom
