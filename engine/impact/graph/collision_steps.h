#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "impact/impact_problem.h"
#include "impact/white_frame.h"

namespace carom {

/// Collisions of contacts that do not reflect, in coordinates x = Bᵀy of the (white) momentum y. The
/// coordinates give the velocity of approach, and the impulse changes all of them [CR98 eq. 15].
class CollisionSteps {
 public:
  CollisionSteps() = default;  ///< no contact collides
  /// basis: B, n×size, white directions: the k unit normals, then WhiteFrame::unitTangents(), then any
  /// others.
  CollisionSteps(const ImpactProblem& problem, const ExtendedMatrix& basis);

  /// Whether contact j collides; else it reflects.
  bool acts(int j) const { return !m_steps.empty() && m_steps[static_cast<std::size_t>(j)].has_value(); }

  /// Applies the collision of contact j, which must collide, to x in place. x: size.
  template <class Scalar>
  void collide(Scalar* x, int j) const {
    const Step& step = *m_steps[static_cast<std::size_t>(j)];
    Eigen::VectorXd V(step.norms.size());
    V[0] = step.norms[0] * static_cast<double>(x[j]);
    for (Eigen::Index a = 1; a < V.size(); ++a)
      V[a] = step.norms[a] * static_cast<double>(x[step.firstTangent + a - 1]);
    const Eigen::VectorXd P = step.collision->impulse(step.W, V, step.restitution);
    Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(x, step.columns.rows()) +=
        (step.columns * P.cast<Extended>()).template cast<Scalar>();
  }

 private:
  struct Step {
    std::shared_ptr<const SingleCollision> collision;
    double restitution;
    Eigen::MatrixXd W;          ///< (1+t)×(1+t) (1/kg)
    Eigen::VectorXd norms;      ///< 1+t, factors from coordinates to velocities (kg^-½)
    Eigen::Index firstTangent;  ///< index of a coordinate
    ExtendedMatrix columns;     ///< size×(1+t), change of x for a unit of each impulse
  };
  std::vector<std::optional<Step>> m_steps;  ///< for each contact; empty where all reflect
};

}  // namespace carom
