#pragma once

#include <optional>

#include "laws/split_impact.h"

namespace carom {

/// An impact with V ≠ 0 in the units of SplitImpact, in the tangents that can move.
class UnitImpact {
 public:
  explicit UnitImpact(const LocalImpact& impact);

  /// Whether some tangent can move; without one there is no split().
  bool canSlip() const { return m_count > 0; }
  const SplitImpact& split() const { return m_split; }
  /// An impulse of split() in the units of the impact (N·s): d.
  LocalVector whole(const LocalVector& inUnits) const;
  /// An impulse (N·s) of the impact in the units and tangents of split(): 1 + t.
  LocalVector inUnits(const LocalVector& P) const;

 private:
  /// An orthonormal basis of the tangents along which W is not 0, (d−1)×t; empty where these are all axes.
  std::optional<LocalMatrix> m_tangents;
  int m_count;     ///< t
  double m_scale;  ///< ‖V_i‖/W_nn (N·s)
  SplitImpact m_split;
};

}  // namespace carom
