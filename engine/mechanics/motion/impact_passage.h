#pragma once

#include <optional>

#include "impact/impact_report.h"
#include "mechanics/motion/trajectory.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// What the contacts of an impact gave in all (N·s).
struct ContactImpulses {
  Eigen::VectorXd normal;    ///< k
  Eigen::MatrixXd friction;  ///< k×2, along the tangents of contacts that collide
};

/// The way of the momentum through an impact.
struct ImpactPassage {
  Word word;  ///< the contacts that gave impulses, in their order
  /// n × (word length + 1): p⁻ first, p⁺ last; with R, the elastic momenta between p⁻ and the p⁺ that R
  /// leaves.
  Eigen::MatrixXd momenta;
  ContactImpulses impulses;
};

/// That of an ordering. R: of the whole impact [SM14 eqs 16, 17]. Where reflections lose energy, what the
/// ordering has left to come is taken off as its limit.
ImpactPassage orderedPassage(const ImpactProblem& problem, Word word, std::optional<double> R);

/// That after which nothing closes, with the friction of the contacts whose law knows it; `contacts` are
/// those of the problem in the mechanism. Throws ImpactError where the friction is not found.
ImpactPassage plasticPassage(const Mechanism& mechanism, const std::vector<int>& contacts,
                             const ImpactProblem& problem);

/// Whether no contact that presses bounces.
bool allPressedAreDead(const ImpactProblem& problem);

/// The metric of M(q): `known`, which may be shared by many impacts, where M has not changed. Free bodies
/// turn without changing theirs, and a metric is as large as n².
KineticMetric metricAt(const Mechanism& mechanism, const KineticMetric& known, const Eigen::VectorXd& q);

/// The part of an impact that is as large as the mechanism. A record, ImpactEvent, is as large as its
/// contacts.
struct WholeImpact {
  Eigen::VectorXd q;        ///< n
  ImpactProblem problem;    ///< what p⁻ meets, with the restitution that each contact had here
  Eigen::MatrixXd momenta;  ///< see ImpactPassage
};

/// An impact of a trajectory of this mechanism, computed again from its record and the flights beside it: the
/// same bits as when the motion ran. Throws std::out_of_range for an impact that does not exist.
WholeImpact wholeImpact(const Mechanism& mechanism, const Trajectory& trajectory, std::size_t impact);

}  // namespace carom
