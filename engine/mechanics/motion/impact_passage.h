#pragma once

#include <optional>

#include "impact/impact_report.h"
#include "mechanics/motion/trajectory.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The total impulses of the contacts of an impact (N·s).
struct ContactImpulses {
  Eigen::VectorXd normal;    ///< k
  Eigen::MatrixXd friction;  ///< k×2, along the tangents of contacts that collide
};

/// The momenta and impulses of an impact.
struct ImpactPassage {
  Word word;  ///< the contacts, in the order of their impulses
  /// n × (word length + 1): p⁻ first, p⁺ last; with R, the momenta between are those of the elastic impact.
  /// With Momenta::Ends: n × 2, p⁻ and p⁺.
  Eigen::MatrixXd momenta;
  ContactImpulses impulses;
};

/// The momenta that a passage has. Words of piles have thousands of letters, and a run needs the ends only.
enum class Momenta { All, Ends };

/// The passage of an ordering. R: of the whole impact [SM14 eqs 16, 17]. Where reflections lose energy the
/// plastic impact of p⁺ replaces the rest of a cut ordering.
ImpactPassage orderedPassage(const ImpactProblem& problem, Word word, std::optional<double> R,
                             Momenta momenta = Momenta::All);

/// The passage of the plastic impact, with the friction of contacts that have a law. `contacts`: those of the
/// problem, as numbered in the mechanism. Throws ImpactError where the impulses are not found.
ImpactPassage plasticPassage(const Mechanism& mechanism, const std::vector<int>& contacts,
                             const ImpactProblem& problem);

/// The passage of an impact in which all contacts collide at once, see collideAtOnce.
ImpactPassage passageAtOnce(const ImpactProblem& problem, std::optional<double> R);

/// The passage of an impact that a run has recorded; `problem` has the restitution that each contact had.
ImpactPassage passageOf(const Mechanism& mechanism, const ImpactEvent& event, const ImpactProblem& problem,
                        std::optional<double> R);

/// Whether an impact follows one of several orderings: not where contacts stop at the limit of their hits,
/// nor where they jam, so that none of them approaches.
bool isOrdered(const ImpactEvent& event);

/// The impact of an event under the restitution of a run. Where contacts jam all keep their laws, with that
/// restitution: R as e, or the velocity ratio √e of each reflection.
ImpactProblem lawfulImpact(const ImpactProblem& closed, const ImpactEvent& event, const RunLaw& law);

/// Whether the restitution of every infeasible contact is 0.
bool allPressedAreDead(const ImpactProblem& problem);

/// The metric of M(q). Returns `known` where M has not changed, as for free bodies that turn, so that impacts
/// share its O(n²) memory.
KineticMetric metricAt(const Mechanism& mechanism, const KineticMetric& known, const Eigen::VectorXd& q);

/// The data of an impact of size O(n). Its record, ImpactEvent, has the size of its contacts.
struct WholeImpact {
  Eigen::VectorXd q;        ///< n
  ImpactProblem problem;    ///< the impact, with the restitution that each contact had
  Eigen::MatrixXd momenta;  ///< see ImpactPassage
  ContactImpulses impulses;
};

/// Computes an impact of a trajectory of this mechanism again from its record and the flights before and
/// after it, with the same bits as in the run. Throws std::out_of_range for an impact that does not exist.
WholeImpact wholeImpact(const Mechanism& mechanism, const Trajectory& trajectory, std::size_t impact);

}  // namespace carom
