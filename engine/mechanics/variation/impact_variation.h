#pragma once

#include <optional>
#include <vector>

#include "mechanics/contact/contact_frames.h"
#include "mechanics/motion/impact_passage.h"
#include "mechanics/variation/deviation.h"
#include "mechanics/variation/parameter_slope.h"
#include "mechanics/variation/step_variation.h"

namespace carom {

/// The map of one ordering of a simultaneous impact, and the perturbations that follow it.
struct WordVariation {
  Word word;
  Eigen::VectorXd momentum;  ///< n, p⁺
  /// Ξ, 2n×2n (with a parameter 2n×(2n+1)): from δx⁻ to δx⁺, both at the time of the impact, as if the flows
  /// before and after it went on to that time (the saltation matrix).
  Eigen::MatrixXd map;
  /// The cone of δx⁻ that follow the ordering: all rows · δx⁻ ≥ 0; a row (2n columns, s) is the time from one
  /// closing to the next, or to that of another contact.
  Eigen::MatrixXd cone;
  /// A δx⁻ inside of the cone, with one or more rows at 1 s and none below.
  Eigen::VectorXd inside;
};

/// The variation of a simultaneous impact: perturbations open its contacts, which then close one after the
/// other, in an order that depends on the perturbation.
struct ImpactVariation {
  std::vector<WordVariation> words;
  bool complete = true;  ///< false where WordLimits have ended the search
};

/// Reflections of an impact, differentiated one by one.
class ImpactTangent {
 public:
  /// The impact number `impact` of a trajectory of this mechanism.
  ImpactTangent(const Mechanism& mechanism, StepVariation& flow, const Trajectory& trajectory,
                std::size_t impact, ParameterSlope* parameter = nullptr);

  /// Every change before the impact: 2n columns, with a parameter 2n + 1.
  /// With loops those that keep them closed.
  Deviation identity() const;

  const ImpactProblem& problem() const { return m_impact.problem; }
  const Eigen::VectorXd& q() const { return m_impact.q; }
  /// p⁻: n.
  Eigen::VectorXd before() const { return m_impact.momenta.col(0); }
  /// p⁺: n.
  Eigen::VectorXd after() const { return m_impact.momenta.rightCols<1>(); }
  double time() const { return m_time; }
  /// The deviation after the reflection of one contact: of what moves from `before` on with the rate
  /// ẋ = `field` (2n) before it, p being the momentum there. Its node is the closing of the contact. Empty
  /// where the contact does not close by this field.
  std::optional<Deviation> reflected(const Deviation& before, const Eigen::VectorXd& field,
                                     ContactIndex contact, const Eigen::VectorXd& p) const;
  /// The momentum after the reflection of a contact: n.
  Eigen::VectorXd reflected(ContactIndex contact, const Eigen::VectorXd& p) const;
  /// ẋ at q and a momentum: 2n.
  Eigen::VectorXd field(const Eigen::VectorXd& p) const { return m_flow.field(m_impact.q, p, m_time); }
  /// δt of the closing of a contact: m.
  Eigen::RowVectorXd closing(const Deviation& before, const Eigen::VectorXd& field,
                             ContactIndex contact) const;
  /// The contacts that still close at a momentum.
  std::vector<ContactIndex> closing(const Eigen::VectorXd& p) const;

 private:
  std::vector<int> coordinatesOf(ContactIndex contact) const;
  bool onlyReflects(ContactIndex contact) const;
  void findMirrors();
  /// ∂/∂q of the reflection of a contact that only reflects, with p fixed: n×n.
  Eigen::MatrixXd mirrorSlope(ContactIndex contact, const Eigen::VectorXd& p) const;
  ImpactProblem alone(const Mechanism& mechanism, const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                      ContactIndex contact) const;
  Eigen::VectorXd reflected(const ImpactProblem& alone) const;

  const Mechanism& m_mechanism;
  StepVariation& m_flow;
  const Trajectory& m_trajectory;
  const ImpactEvent& m_event;
  double m_time;
  WholeImpact m_impact;
  ParameterSlope* m_parameter;  ///< null: none
  Eigen::VectorXd m_gapSlopes;  ///< k, ∂φ/∂θ of the contacts
  /// Of a contact: ∂u/∂q and ∂(M y)/∂q of its normal u, with y = M⁻¹u fixed (n×n), and u·y.
  struct Mirror {
    Eigen::MatrixXd turn, push;
    Eigen::VectorXd y;
    double size = 0;
  };
  std::vector<Mirror> m_mirrors;
  /// The derivatives of a reflection by q and by p, n×n each: columns of the coordinates of its trees alone.
  struct ReflectionSlopes {
    ContactIndex contact;
    Eigen::VectorXd p;
    Eigen::MatrixXd byPlace, byMomentum;
  };
  const ReflectionSlopes& slopesOf(ContactIndex contact, const Eigen::VectorXd& p, double approach) const;
  mutable std::vector<ReflectionSlopes>
      m_known;              ///< the last ones: an ordering follows what a search has met
  Eigen::VectorXd m_steps;  ///< n, by which coordinates are moved for differences
};

/// Where a search of orderings ends before all are known.
struct WordLimits {
  std::size_t words = 64;
  /// Of all beginnings of words: the sum of r m min(r, m) for the r inequalities of each between m
  /// perturbations; 10⁸ take about half a second.
  double work = 1e10;
};

/// Every ordering of an impact that perturbations follow, with its map and its cone: a cone with an interior
/// each. Contacts reflect or collide by their laws one after the other.
ImpactVariation impactVariation(const ImpactTangent& impact, const WordLimits& limits);

}  // namespace carom
