#include "mechanics/contact/contacts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>

#include "laws/planar_kinks.h"
#include "mechanics/contact/gap_bounds.h"
#include "mechanics/contact/limit_normals.h"
#include "mechanics/contact/local_contact.h"
#include "mechanics/contact/shape_balls.h"
#include "mechanics/contact/shape_distance.h"

namespace carom {

/// A stop as if bodies touched: at the joint, along its axis.
static Separation separationOfLimit(const Mechanism& mechanism, const JointLimit& limit, int body,
                                    const Eigen::VectorXd& q) {
  const Eigen::Vector3d at = mechanism.position(body, q);
  const Link& link = mechanism.links()[static_cast<std::size_t>(limit.coordinate)];
  const Eigen::Matrix3Xd J =
      link.revolute ? mechanism.angularJacobian(body, q) : mechanism.pointJacobian(body, q, at);
  return {limit.sign * (q[limit.coordinate] - limit.bound), limit.sign * J.col(limit.coordinate), at, at, at};
}

Separation separationOf(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  if (pair.limit) return separationOfLimit(mechanism, *pair.limit, pair.body[1], q);
  return separate(worldPart(mechanism, pair, 0, mechanism.pose(pair.body[0], q)),
                  worldPart(mechanism, pair, 1, mechanism.pose(pair.body[1], q)));
}

/// φ of a stop.
static double gapOf(const JointLimit& limit, const Eigen::VectorXd& q) {
  return limit.sign * (q[limit.coordinate] - limit.bound);
}

double Mechanism::gap(int contact, const Eigen::VectorXd& q) const {
  return separationOf(*this, contact, q).gap;
}

Eigen::VectorXd Mechanism::gaps(const Eigen::VectorXd& q) const {
  const std::vector<Pose> poses = posesAt(*this, q);
  Eigen::VectorXd gaps(static_cast<Eigen::Index>(m_contacts.size()));
  for (Eigen::Index i = 0; i < gaps.size(); ++i) {
    const ContactPair& pair = m_contacts[static_cast<std::size_t>(i)];
    if (pair.limit) {
      gaps[i] = gapOf(*pair.limit, q);
      continue;
    }
    const auto part = [&](int side) {
      return worldPart(*this, pair, side,
                       poses[static_cast<std::size_t>(pair.body[static_cast<std::size_t>(side)])]);
    };
    gaps[i] = carom::separate(part(0), part(1)).gap;
  }
  return gaps;
}

Eigen::VectorXd Mechanism::normal(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_contacts[static_cast<std::size_t>(contact)];
  if (pair.limit) return pair.limit->sign * Eigen::VectorXd::Unit(dof(), pair.limit->coordinate);
  const Separation s = separationOf(*this, contact, q);
  return pointForce(pair.body[1], q, s.second, s.direction) -
         pointForce(pair.body[0], q, s.first, s.direction);
}

std::array<Eigen::Vector3d, 2> tangentsTo(const Eigen::Vector3d& e) {
  // Where e is nearly along z its direction in the plane is noise, and x is as good.
  const Eigen::Vector3d along =
      e.head<2>().norm() > 1e-6 ? Eigen::Vector3d(e.y(), -e.x(), 0).normalized() : Eigen::Vector3d::UnitX();
  const Eigen::Vector3d first = (along - along.dot(e) * e).normalized();
  return {first, e.cross(first).normalized()};
}

Eigen::MatrixXd Mechanism::tangents(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_contacts[static_cast<std::size_t>(contact)];
  if (pair.limit) return Eigen::MatrixXd::Zero(2, dof());
  const Separation s = separationOf(*this, contact, q);
  const Eigen::Vector3d& e = s.direction;
  Eigen::MatrixXd T(2, dof());
  Eigen::Index row = 0;
  for (const Eigen::Vector3d& t : tangentsTo(e))
    T.row(row++) =
        (pointForce(pair.body[1], q, s.touch + s.gap * e, t) - pointForce(pair.body[0], q, s.touch, t))
            .transpose();
  return T;
}

Eigen::Vector3d Mechanism::contactPoint(int contact, const Eigen::VectorXd& q) const {
  return separationOf(*this, contact, q).touch;
}

namespace {

/// The bodies and bounding balls of their shapes, in the world.
class Surroundings {
 public:
  Surroundings(const Mechanism& mechanism, const Eigen::VectorXd& q)
      : m_mechanism(mechanism), m_poses(posesAt(mechanism, q)), m_balls(mechanism, m_poses) {}
  /// The contacts that the bounding balls do not prove to be open, and all stops.
  std::vector<int> near() const {
    std::vector<int> near;
    for (int i = 0; i < m_balls.count(); ++i)
      if (m_balls.mayBeWithin(2 * closedGap, i)) near.push_back(i);
    return near;
  }
  /// The separation of a contact that is no stop.
  Separation separation(const ContactPair& pair) const {
    const auto part = [&](std::size_t side) {
      return worldPart(m_mechanism, pair, side, m_poses[static_cast<std::size_t>(pair.body[side])]);
    };
    return separate(part(0), part(1));
  }

 private:
  const Mechanism& m_mechanism;
  std::vector<Pose> m_poses;  ///< of all bodies
  ShapeBalls m_balls;
};

}  // namespace

std::vector<int> nearContacts(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  return Surroundings(mechanism, q).near();
}

std::optional<BodySize> bodyNearClosedGap(const Mechanism& mechanism) {
  constexpr double seen = 1e-5;
  std::vector<double> sizes(mechanism.bodies().size(), 0);
  for (const ContactPair& pair : mechanism.contacts())
    for (std::size_t side = 0; side < 2 && !pair.limit; ++side)
      if (const PartSize size = sizeOf(partInBody(mechanism, pair, side)); !size.plane) {
        double& most = sizes[static_cast<std::size_t>(pair.body[side])];
        most = std::max(most, 2 * (size.extent + size.radius));
      }
  BodySize least{-1, closedGap / seen};
  for (std::size_t body = 0; body < sizes.size(); ++body)
    if (sizes[body] > 0 && sizes[body] < least.size) least = {static_cast<int>(body), sizes[body]};
  return least.body >= 0 ? std::optional(least) : std::nullopt;
}

std::vector<int> closedContacts(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  std::vector<int> closed, covered;
  const Surroundings surroundings(mechanism, q);
  for (const int i : surroundings.near()) {
    const ContactPair& one = mechanism.contacts()[static_cast<std::size_t>(i)];
    if (one.limit) {
      if (std::abs(gapOf(*one.limit, q)) <= closedGap) closed.push_back(i);
      continue;
    }
    const Separation s = surroundings.separation(one);
    if (std::abs(s.gap) <= closedGap) (s.covered ? covered : closed).push_back(i);
  }
  // A covered contact counts where rounding has left the contact that represents it open.
  const auto pair = [&](int contact) -> const ContactPair& {
    return mechanism.contacts()[static_cast<std::size_t>(contact)];
  };
  std::vector<int> alone;
  for (const int one : covered)
    if (std::none_of(closed.begin(), closed.end(), [&](int other) {
          return pair(one).body == pair(other).body && pair(one).shape == pair(other).shape;
        }))
      alone.push_back(one);
  // At corners that meet, all contacts of the shapes are covered by each other: one stands for those at its
  // place, a corner's before those of edges.
  const auto isOfCorner = [&](int contact) {
    return pair(contact).part[0] == 0 || pair(contact).part[1] == 0;
  };
  std::ranges::stable_partition(alone, isOfCorner);
  std::vector<int> places;
  for (const int one : alone)
    if (std::ranges::none_of(places, [&](int other) {
          constexpr double near = 4 * closedGap;  // the corners and the points nearest to them
          return pair(one).body == pair(other).body && pair(one).shape == pair(other).shape &&
                 (separationOf(mechanism, one, q).touch - separationOf(mechanism, other, q).touch).norm() <=
                     near;
        }))
      places.push_back(one);
  closed.insert(closed.end(), places.begin(), places.end());
  std::sort(closed.begin(), closed.end());
  return closed;
}

namespace {

/// Projects rows. Returns the impulses of the loops that unit impulses along them cause, a row for each.
Eigen::MatrixXd projectRows(const LoopProjection& loops, Eigen::MatrixXd& rows) {
  if (loops.empty()) return {};
  Eigen::MatrixXd reactions(rows.rows(), loops.rows().rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    // Over the normal: rounding of a row that no motion of the loops changes.
    constexpr double rounding = 1e-10;
    Eigen::VectorXd row = rows.row(i);
    const double size = row.lpNorm<Eigen::Infinity>();
    reactions.row(i) = -loops.multipliers(row).transpose();
    loops.project(row);
    if (row.lpNorm<Eigen::Infinity>() <= rounding * size) row.setZero();
    rows.row(i) = row;
  }
  return reactions;
}

/// The collision law of a contact; null where it reflects.
std::shared_ptr<const SingleCollision> collisionOf(const Mechanism& mechanism, int contact,
                                                   const LoopProjection& loops, const Eigen::VectorXd& q,
                                                   bool isJammed) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  if (!pair.law && !isJammed) return nullptr;
  const CollisionLaw law = pair.law.value_or(CollisionLaw::Routh);
  auto collision = std::make_shared<SingleCollision>();
  collision->law = nameOf(law);
  collision->friction = pair.coefficients.friction;
  Eigen::MatrixXd C = contactAxes(mechanism, contact, q).rows;
  projectRows(loops, C);
  collision->tangents = C.bottomRows(C.rows() - 1);
  collision->impulse = [law, coefficients = pair.coefficients, name = pair.name, isJammed](
                           const Eigen::MatrixXd& W, const Eigen::VectorXd& V, double e) -> Eigen::VectorXd {
    LawCoefficients now = coefficients;
    now.restitution = e;
    Eigen::VectorXd approach = V;
    if (isJammed) approach[0] = std::min(approach[0], 0.0);
    try {
      return collide(law, {W, approach}, now).P;
    } catch (const LawError& error) {
      throw ImpactError("law of contact '" + name + "': " + error.what());
    }
  };
  collision->kinks = [law, coefficients = pair.coefficients](const Eigen::MatrixXd& W, double e) {
    LawCoefficients now = coefficients;
    now.restitution = e;
    return planarKinks(law, W, now);
  };
  return collision;
}

/// Takes the normal of a contact at a corner for its row, and the others for its label. The bodies part where
/// any of the normals opens; the one that opens fastest stands for the contact then, with others that open.
/// Else all of them stand for it, the first one in the row.
void chooseSide(const Eigen::MatrixXd& limits, const Eigen::VectorXd& v, Eigen::MatrixXd& normals,
                Eigen::Index row, ContactLabel& label) {
  if (limits.rows() < 2) return;
  // Over the size of the terms: rounding of a rate.
  constexpr double rounding = 1e-12;
  const Eigen::VectorXd rates = limits * v, least = -rounding * (limits.cwiseAbs() * v.cwiseAbs());
  std::vector<Eigen::Index> sides;
  for (Eigen::Index i = 0; i < limits.rows(); ++i)
    if (rates[i] >= least[i]) sides.push_back(i);
  if (sides.empty())
    for (Eigen::Index i = 0; i < limits.rows(); ++i) sides.push_back(i);
  else
    std::ranges::sort(sides, std::greater{}, [&](Eigen::Index i) { return rates[i]; });
  normals.row(row) = limits.row(sides[0]);
  label.otherNormals.resize(std::ssize(sides) - 1, limits.cols());
  for (std::size_t i = 1; i < sides.size(); ++i)
    label.otherNormals.row(static_cast<Eigen::Index>(i) - 1) = limits.row(sides[i]);
}

}  // namespace

LoopProjection loopsAt(const Mechanism& mechanism, const KineticMetric& metric, const Eigen::VectorXd& q) {
  if (mechanism.loops().empty()) return {};
  LoopEquations loops(mechanism);
  loops.place(q);
  Eigen::MatrixXd Y(mechanism.dof(), loops.count());
  for (Eigen::Index i = 0; i < Y.cols(); ++i) Y.col(i) = metric.velocity(loops.rows().row(i));
  return {loops.rows(), std::move(Y)};
}

ImpactProblem impactOf(const Mechanism& mechanism, const std::vector<int>& closed,
                       const KineticMetric& metric, const Eigen::VectorXd& q, const Eigen::VectorXd& p,
                       const std::vector<int>& jammed) {
  Eigen::MatrixXd normals(closed.size(), mechanism.dof());
  const LoopProjection loops = loopsAt(mechanism, metric, q);
  std::vector<ContactLabel> labels;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(closed[k])];
    const auto name = [&](int body) { return mechanism.bodies()[static_cast<std::size_t>(body)].name; };
    normals.row(static_cast<Eigen::Index>(k)) = mechanism.normal(closed[k], q).transpose();
    labels.push_back(
        {pair.name,
         {name(pair.body[0]), name(pair.body[1])},
         mechanism.gap(closed[k], q),
         pair.coefficients.restitution,
         collisionOf(mechanism, closed[k], loops, q, std::ranges::find(jammed, closed[k]) != jammed.end())});
  }
  const Eigen::MatrixXd reactions = projectRows(loops, normals);
  for (std::size_t k = 0; k < closed.size() && !loops.empty(); ++k) {
    Eigen::MatrixXd all = reactions.row(static_cast<Eigen::Index>(k));
    if (labels[k].collision) {
      Eigen::MatrixXd tangents = contactAxes(mechanism, closed[k], q).rows;
      const Eigen::MatrixXd own = projectRows(loops, tangents);
      all.conservativeResize(own.rows(), Eigen::NoChange);
      all.bottomRows(own.rows() - 1) = own.bottomRows(own.rows() - 1);
    }
    labels[k].loopImpulses = std::move(all);
  }
  const auto reflects = [&](std::size_t i) { return !labels[i].collision; };
  Eigen::VectorXd v;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    if (!reflects(k)) continue;
    Eigen::MatrixXd limits = limitNormals(mechanism, closed[k], q);
    if (limits.rows() < 2) continue;
    projectRows(loops, limits);
    if (v.size() == 0) v = metric.velocity(p);
    chooseSide(limits, v, normals, static_cast<Eigen::Index>(k), labels[k]);
  }
  return ImpactProblem(metric, normals, p, std::move(labels));
}

std::optional<ImpactProblem> impactAt(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& p) {
  const std::vector<int> closed = closedContacts(mechanism, q);
  if (closed.empty()) return std::nullopt;
  return impactOf(mechanism, closed, KineticMetric(mechanism.massBlocks(q)), q, p);
}

}  // namespace carom
