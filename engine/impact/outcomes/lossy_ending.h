#pragma once

#include <optional>

#include "impact/impact_report.h"
#include "impact/white_frame.h"

namespace carom {

/// One contact of a pair: its restitution r (c ↦ −r c) and its contact coordinate.
struct TurnContact {
  Extended r = 1;
  Extended c = 0;
};

/// Whether the ordering that reflects `first` (c < 0) and `second` in turn ends; empty where rounding hides
/// it.
///
/// With x = c ≥ 0 of the contact that has just reflected, restitution r, and −y = c < 0 of the other one, s,
/// two reflections are linear, with determinant rs and trace τ = (1+r)(1+s)G² − r − s. Their eigenvalues are
/// positive iff τ ≥ 2√(rs), for equal r iff −G ≥ 2√r/(1+r) [SM12]. Then the turns go on for ever iff y/x is
/// not below its lower fixed point (1+r)|G|/(μ+r), μ the larger eigenvalue; else they always end.
std::optional<bool> turnsEnd(Extended G, const TurnContact& first, const TurnContact& second);

/// Whether every ordering of an impact that loses energy by reflections ends; empty: not decided.
///
/// Decided for at most two contacts, for contacts that commute, where the whole graph was seen to end, and
/// (false) where every ordering collapses, and where two contacts of p⁻ or of a state on the way to an
/// outcome that was cut reflect in turn for ever.
std::optional<bool> lossyOrderingsEnd(const ImpactReport& report);

}  // namespace carom
