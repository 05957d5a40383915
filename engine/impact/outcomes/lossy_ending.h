#pragma once

#include <optional>

#include "impact/impact_report.h"
#include "impact/white_frame.h"

namespace carom {

/// One contact of a pair: its restitution r (c ↦ −r c), its contact coordinate, and a bound on the error of
/// that.
struct TurnContact {
  Extended r = 1;
  Extended c = 0;
  Extended error = 0;
};

/// Whether the ordering that reflects `first` (c < 0) and `second` in turn ends; empty where rounding leaves
/// it undecided.
///
/// Let x = c ≥ 0 be that of the contact that has just reflected, with restitution r, and −y = c < 0 that of
/// the other one, with s. Two reflections are then a linear map of (x, y) with determinant rs and trace τ =
/// (1+r)(1+s)G² − r − s. Its eigenvalues are positive iff τ ≥ 2√(rs), for equal r iff −G ≥ 2√r/(1+r), see
/// collapseGram. In that case the turns are endless iff y/x is at least its lower fixed point (1+r)|G|/(μ+r),
/// μ the larger eigenvalue; otherwise they end.
std::optional<bool> turnsEnd(Extended G, const TurnContact& first, const TurnContact& second);

/// Whether every ordering of an impact that loses energy by reflections ends; empty: not decided.
///
/// Decided for at most two contacts, for contacts that commute, and where all words of a complete graph end.
/// Also decided (false) where every ordering collapses, and where two contacts reflect in turn endlessly from
/// p⁻ or from a state along the word of a cut outcome.
std::optional<bool> lossyOrderingsEnd(const ImpactReport& report);

}  // namespace carom
