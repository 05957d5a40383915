#pragma once

#include <array>
#include <optional>
#include <vector>

#include "impact/impact_problem.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/tree/loop_equations.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The separation of the parts of a contact at q.
Separation separationOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q);

/// Two unit vectors orthogonal to each other and to the unit vector e; the first lies in the plane z = const
/// where e does.
std::array<Eigen::Vector3d, 2> tangentsTo(const Eigen::Vector3d& e);

/// Indices of the contacts that may be closed or overlap, rising: those whose shapes have bounding balls that
/// are not apart, and stops of joints.
std::vector<int> nearContacts(const Mechanism& mechanism, const Eigen::VectorXd& q);

/// Indices of the contacts with |φ| ≤ closedGap, rising, without those that another closed contact represents
/// (Separation::covered).
std::vector<int> closedContacts(const Mechanism& mechanism, const Eigen::VectorXd& q);

/// A body and its size, twice the distance of the farthest point of its contacts from its origin (m).
struct BodySize {
  int body = -1;
  double size = 0;
};
/// The smallest body whose contacts have a size, where closedGap is more than 10⁻⁵ of it: gaps that are
/// closed may be seen there.
std::optional<BodySize> bodyNearClosedGap(const Mechanism& mechanism);

/// The projection to the momenta at q that keep the loops closed.
LoopProjection loopsAt(const Mechanism& mechanism, const KineticMetric& metric, const Eigen::VectorXd& q);

/// The simultaneous impact of all closed contacts, feasible ones included; empty where no contact is closed.
std::optional<ImpactProblem> impactAt(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& p);
/// The impact of these contacts, which are closed at q, with the metric of M(q). With loops its normals and
/// tangents are those of the motions that keep them closed, u − A(A M⁻¹Aᵀ)⁻¹A M⁻¹u, so that every momentum of
/// the impact keeps them closed where p does. Those of `jammed` collide
/// although they do not approach, V_n ≥ 0 counting as the limit V_n → 0⁻: by Routh's law where they have
/// none.
ImpactProblem impactOf(const Mechanism& mechanism, const std::vector<int>& closed,
                       const KineticMetric& metric, const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                       const std::vector<int>& jammed = {});

}  // namespace carom
