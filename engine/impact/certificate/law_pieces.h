#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "impact/impact_problem.h"

namespace carom {

/// The impulse of one contact as a piecewise linear function of its velocity of approach.
///
/// Coordinates are white: x = Dᵀy (√J) with the unit directions D of the normal and the tangent, and the
/// impulse changes the momentum by D S x, S one matrix for each piece. A contact that reflects has one piece.
struct LawPieces {
  Eigen::MatrixXd directions;  ///< D, n×(1+t), white unit directions, t ≤ 1
  /// Unit vectors h (1+t) normal to the rays that separate the pieces: piece i has h_j·x > 0 for j < i and
  /// h_j·x < 0 for j ≥ i.
  std::vector<Eigen::VectorXd> borders;
  std::vector<Eigen::MatrixXd> pieces;  ///< S, (1+t)×(1+t), one more than borders
  /// Whether the impulse is continuous, also at V_n = 0, where it is then 0.
  bool continuous = true;
};

/// The pieces of a contact, in the order of rising tangential velocity; empty where the kinks of its law are
/// not known, it has no answer for some velocity, or it has more than one tangent.
///
/// The borders are the kinks that SingleCollision gives. The law is evaluated between them: a matrix that
/// does not fit all samples of its piece to 1e-12 leaves the law undecided, and so does a piece that is
/// narrower than 1e-3 rad and fits no neighbour.
std::optional<LawPieces> lawPieces(const ImpactProblem& problem, int contact);

}  // namespace carom
