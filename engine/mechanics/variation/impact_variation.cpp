#include "mechanics/variation/impact_variation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/central_slope.h"
#include "base/nonnegative_least_squares.h"
#include "impact/reflection.h"
#include "mechanics/contact/contact_slopes.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/variation/contact_step_variation.h"

namespace carom {

ImpactTangent::ImpactTangent(const Mechanism& mechanism, StepVariation& flow, const Trajectory& trajectory,
                             std::size_t impact, ParameterSlope* parameter)
    : m_mechanism(mechanism),
      m_flow(flow),
      m_trajectory(trajectory),
      m_event(trajectory.impacts.at(impact)),
      m_time(m_event.time),
      m_impact(wholeImpact(mechanism, trajectory, impact)),
      m_parameter(parameter),
      m_steps(coordinateSteps(mechanism, m_event.contacts, m_impact.q)) {
  findMirrors();
  if (!parameter) return;
  m_gapSlopes.resize(static_cast<Eigen::Index>(m_event.contacts.size()));
  for (std::size_t i = 0; i < m_event.contacts.size(); ++i)
    m_gapSlopes[static_cast<Eigen::Index>(i)] = parameter->of(
        [&](const auto& beside) { return beside.mechanism->gap(m_event.contacts[i], m_impact.q); });
}

Deviation ImpactTangent::identity() const {
  Deviation all = Deviation::identity(m_impact.q.size(), m_parameter != nullptr);
  if (!m_mechanism.loops().empty())
    all.state.leftCols(2 * m_impact.q.size()) = m_flow.kept(m_impact.q, before());
  return all;
}

/// A contact alone, at another configuration or of another mechanism, under the law of the run.
ImpactProblem ImpactTangent::alone(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                   const Eigen::VectorXd& p, ContactIndex contact) const {
  const std::vector<int> one{m_event.contacts[contact]};
  const ImpactProblem closed = impactOf(mechanism, one, KineticMetric(mechanism.massBlocks(q)), q, p);
  const RunLaw& law = m_trajectory.law;
  Eigen::VectorXd restitution = m_event.restitution.segment<1>(contact);
  if (!law.restitution && !law.reflectionRestitution) {  // the mechanism may have another one than the run's
    const auto own = [&](const Mechanism& of) {
      return of.contacts()[static_cast<std::size_t>(one[0])].coefficients.restitution;
    };
    restitution[0] += own(mechanism) - own(m_mechanism);
  }
  return lawfulImpact(closed, m_event, law).withRestitution(restitution);
}

/// The momentum after the reflection of a contact alone.
Eigen::VectorXd ImpactTangent::reflected(const ImpactProblem& alone) const {
  const Word once{0};
  if (m_trajectory.law.restitution)
    return orderedPassage(alone, once, m_trajectory.law.restitution, Momenta::Ends).momenta.col(1);
  return replay(alone, once).momentum;
}

/// Whether a contact reflects by its normal and M alone, without a law or a restitution of the whole impact.
bool ImpactTangent::onlyReflects(ContactIndex contact) const {
  return m_event.jammed.empty() && !m_trajectory.law.restitution &&
         !m_impact.problem.labels()[contact].collision;
}

void ImpactTangent::findMirrors() {
  const Eigen::Index n = m_impact.q.size();
  ContactFrames frames(m_mechanism);
  frames.place(m_impact.q);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd ignored;
  const double push = 1;
  for (std::size_t i = 0; i < m_event.contacts.size(); ++i) {
    Mirror& mirror = m_mirrors.emplace_back();
    const int contact = m_event.contacts[i];
    const Eigen::VectorXd u = m_impact.problem.normals().row(static_cast<Eigen::Index>(i));
    mirror.y = m_impact.problem.metric().velocity(u);
    mirror.size = u.dot(mirror.y);
    mirror.turn.setZero(n, n);
    ignored.setZero(1, n);
    addContactSlopes(m_mechanism, frames, contact, 0, 1, &push, none, mirror.turn, ignored, 0);
    if (!m_mechanism.loops().empty())
      mirror.turn =
          m_flow.closedTurn(m_impact.q, m_mechanism.normal(contact, m_impact.q), u, mirror.y, mirror.turn);
    mirror.push = m_flow.momentumSlope(m_impact.q, mirror.y);
  }
}

Eigen::MatrixXd ImpactTangent::mirrorSlope(ContactIndex contact, const Eigen::VectorXd& p) const {
  const Mirror& mirror = m_mirrors[contact];
  const Eigen::VectorXd u = m_impact.problem.normals().row(contact),
                        w = m_impact.problem.metric().velocity(p);
  const double share = u.dot(w) / mirror.size;
  const Eigen::RowVectorXd approach =
      w.transpose() * mirror.turn - mirror.y.transpose() * m_flow.momentumSlope(m_impact.q, w);
  const Eigen::RowVectorXd size = mirror.y.transpose() * (2 * mirror.turn - mirror.push);
  return -m_impact.problem.factors()[contact] *
         (u / mirror.size * (approach - share * size) + share * mirror.turn);
}

Eigen::VectorXd ImpactTangent::reflected(ContactIndex contact, const Eigen::VectorXd& p) const {
  if (!onlyReflects(contact)) return reflected(alone(m_mechanism, m_impact.q, p, contact));
  // p − (1 + e) (u·M⁻¹p)/(u·M⁻¹u) u, with the part u of the normal that keeps loops closed
  const Mirror& mirror = m_mirrors[contact];
  const Eigen::VectorXd u = m_impact.problem.normals().row(contact);
  return p - m_impact.problem.factors()[contact] * (mirror.y.dot(p) / mirror.size) * u;
}

std::vector<ContactIndex> ImpactTangent::closing(const Eigen::VectorXd& p) const {
  const ImpactProblem problem = m_impact.problem.withMomentum(p);
  std::vector<ContactIndex> closing;
  for (Eigen::Index i = 0; i < problem.contactCoordinates().size(); ++i)
    if (problem.isInfeasible(problem.contactCoordinates()[i]))
      closing.push_back(static_cast<ContactIndex>(i));
  return closing;
}

Eigen::RowVectorXd ImpactTangent::closing(const Deviation& before, const Eigen::VectorXd& field,
                                          ContactIndex contact) const {
  const Eigen::Index n = before.dof();
  const Eigen::RowVectorXd u = m_impact.problem.normals().row(contact);
  // 0 = u · (δq + q̇ (δt − δt of the node))
  Eigen::RowVectorXd gap = u * before.state.topRows(n);
  if (m_parameter) {
    // A parameter of loops moves the bodies also where loops keep them from.
    if (!m_mechanism.loops().empty())
      gap = m_mechanism.normal(m_event.contacts[contact], m_impact.q).transpose() * before.state.topRows(n);
    gap += m_gapSlopes[contact] * before.parameter;
  }
  return before.time - gap / u.dot(field.head(n));
}

/// The coordinates of the trees of a contact.
std::vector<int> ImpactTangent::coordinatesOf(ContactIndex contact) const {
  const auto rootOf = [&](int coordinate) {
    while (m_mechanism.links()[static_cast<std::size_t>(coordinate)].parent >= 0)
      coordinate = m_mechanism.links()[static_cast<std::size_t>(coordinate)].parent;
    return coordinate;
  };
  std::vector<int> roots, coordinates;
  if (!m_mechanism.loops().empty()) {  // which pass impulses on to other trees
    coordinates.resize(static_cast<std::size_t>(m_mechanism.dof()));
    std::iota(coordinates.begin(), coordinates.end(), 0);
    return coordinates;
  }
  const auto& pair = m_mechanism.contacts()[static_cast<std::size_t>(m_event.contacts[contact])];
  for (const int body : pair.body)
    if (!m_mechanism.isFixed(body)) roots.push_back(rootOf(m_mechanism.chain(body).front()));
  for (int i = 0; i < m_mechanism.dof(); ++i)
    if (std::ranges::find(roots, rootOf(i)) != roots.end()) coordinates.push_back(i);
  return coordinates;
}

/// The derivatives of a reflection that a law or a restitution of the whole impact takes part in.
/// `approach`: of the contact (m/s).
const ImpactTangent::ReflectionSlopes& ImpactTangent::slopesOf(ContactIndex contact, const Eigen::VectorXd& p,
                                                               double approach) const {
  constexpr std::size_t most = 64;
  const auto known = std::ranges::find_if(
      m_known, [&](const ReflectionSlopes& one) { return one.contact == contact && one.p == p; });
  if (known != m_known.end()) return *known;
  if (m_known.size() >= most) m_known.erase(m_known.begin());
  const Eigen::Index n = p.size();
  ReflectionSlopes slopes{contact, p, Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Zero(n, n)};
  const Eigen::RowVectorXd u = m_impact.problem.normals().row(contact);
  const std::vector<int> coordinates = coordinatesOf(contact);
  for (const int i : coordinates)
    slopes.byPlace.col(i) = centralSlope(
        [&](double s) {
          const Eigen::VectorXd q = m_mechanism.moved(m_impact.q, Eigen::VectorXd::Unit(n, i), s);
          return reflected(alone(m_mechanism, q, p, contact));
        },
        m_steps[i]);
  // Momenta are moved by a thousandth of the speeds of the impact, and of the approach, so that the contact
  // goes on closing.
  const Eigen::VectorXd masses = m_impact.problem.metric().mass().diagonal();
  const double speed = m_impact.problem.momentumNorm() / std::sqrt(masses.sum());
  const ImpactProblem here = alone(m_mechanism, m_impact.q, p, contact);
  for (const int i : coordinates) {
    const Eigen::VectorXd e = Eigen::VectorXd::Unit(n, i);
    const double by = u[i] == 0 ? speed : std::min(speed, approach / std::abs(u[i]));
    slopes.byMomentum.col(i) = centralSlope([&](double s) { return reflected(here.withMomentum(p + s * e)); },
                                            slopeShare * by * masses[i]);
    slopes.byMomentum(i, i) -= 1;
  }
  return m_known.emplace_back(std::move(slopes));
}

std::optional<Deviation> ImpactTangent::reflected(const Deviation& before, const Eigen::VectorXd& field,
                                                  ContactIndex contact, const Eigen::VectorXd& p) const {
  const Eigen::Index n = before.dof();
  const Eigen::RowVectorXd u = m_impact.problem.normals().row(contact);
  const double approach = -u.dot(field.head(n));
  if (!(approach > 0)) return std::nullopt;
  const Eigen::RowVectorXd time = closing(before, field, contact);
  const Eigen::MatrixXd arrived = before.state + field * (time - before.time);
  // A reflection changes the momenta of its trees alone, by their coordinates and momenta.
  Deviation after{arrived, time, before.parameter};
  if (m_parameter)
    after.state.bottomRows(n) += m_parameter->of([&](const auto& beside) {
      return reflected(alone(*beside.mechanism, m_impact.q, p, contact));
    }) * before.parameter;
  auto momenta = after.state.bottomRows(n);
  if (onlyReflects(contact)) {
    const Eigen::RowVectorXd w = m_impact.problem.metric().velocity(u.transpose()).transpose();
    momenta += mirrorSlope(contact, p) * arrived.topRows(n);
    momenta -= u.transpose() * (m_impact.problem.factors()[contact] / w.dot(u) * w * arrived.bottomRows(n));
    return after;
  }
  const ReflectionSlopes& slopes = slopesOf(contact, p, approach);
  momenta += slopes.byPlace * arrived.topRows(n) + slopes.byMomentum * arrived.bottomRows(n);
  return after;
}

namespace {

/// A search of the orderings that perturbations follow, a reflection deeper each time.
class WordSearch {
  static constexpr std::size_t longest = 1000;  // letters; deeper searches need more stack than a thread has

 public:
  WordSearch(const ImpactTangent& impact, const WordLimits& limits) : m_impact(impact), m_limits(limits) {}

  ImpactVariation all() {
    m_p = m_impact.before();
    const Deviation all = m_impact.identity();
    m_columns = all.time.size();
    m_inside.setZero(m_columns);
    follow(all);
    return std::move(m_found);
  }

 private:
  void follow(const Deviation& before) {
    const Eigen::VectorXd field = m_impact.field(m_p), p = m_p;
    const std::vector<ContactIndex> closing = m_impact.closing(m_p);
    if (closing.empty() || m_word.size() >= longest) return keep(before, field);
    const std::size_t rows = m_rows.size();
    const Eigen::VectorXd inside = m_inside;
    for (const ContactIndex next : closing) {
      if (!m_found.complete) return;
      const Eigen::RowVectorXd time = m_impact.closing(before, field, next);
      m_scale = std::max(m_scale, time.norm());
      if (!m_word.empty()) m_rows.push_back(time - before.time);
      for (const ContactIndex other : closing)
        if (other != next) m_rows.push_back(m_impact.closing(before, field, other) - time);
      m_inside = inside;
      if (staysInside() || hasInside())
        if (const auto after = m_impact.reflected(before, field, next, p)) {
          m_word.push_back(next);
          m_p = m_impact.reflected(next, p);
          follow(*after);
          m_word.pop_back();
          m_p = p;
        }
      m_rows.resize(rows);
    }
  }

  /// Whether a point inside of the cone of a shorter beginning is well inside of the present one.
  bool staysInside() const {
    constexpr double well = 1e-3, rounding = 1e-6;
    return !m_rows.empty() && m_inside.squaredNorm() > 0 &&
           std::ranges::all_of(m_rows, [&](const Eigen::RowVectorXd& row) {
             const double norm = row.norm();
             return norm > rounding * m_scale && row.dot(m_inside) > well * norm * m_inside.norm();
           });
  }

  /// Whether the cone of the present beginning has an interior: iff 0 is not in the hull of its rows
  /// (Gordan), and then the point of the hull that is nearest to 0 is inside of the cone.
  bool hasInside() {
    // Rows of unit length whose hull comes so near to 0 contain it, but for rounding. A row that is so small
    // beside the times of closings is rounding.
    constexpr double least = 1e-9, rounding = 1e-10;
    const Eigen::Index m = m_columns;
    m_inside = Eigen::VectorXd::Zero(m);
    if (m_rows.empty()) return true;
    const auto rows = static_cast<double>(m_rows.size()), size = static_cast<double>(m);
    m_work += rows * size * std::min(rows, size);
    if (m_work > m_limits.work) {
      m_found.complete = false;
      return false;
    }
    Eigen::MatrixXd columns(m, static_cast<Eigen::Index>(m_rows.size()));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const double norm = m_rows[i].norm();
      if (norm <= rounding * m_scale) return false;  // closings that no perturbation takes apart
      columns.col(static_cast<Eigen::Index>(i)) = m_rows[i].transpose() / norm;
    }
    m_inside = nearestHullPoint(columns).point;
    if (!(m_inside.norm() > least)) return false;
    m_inside /= m_inside.squaredNorm();
    return true;
  }

  void keep(const Deviation& before, const Eigen::VectorXd& field) {
    if (m_word.empty()) return;
    if (m_found.words.size() >= m_limits.words || m_word.size() >= longest) {
      m_found.complete = false;
      return;
    }
    if (!hasInside()) return;  // that of the beginning, which has one, or the end of the search
    WordVariation found{m_word, m_p, before.state - field * before.time, {}, {}};
    found.cone.resize(static_cast<Eigen::Index>(m_rows.size()), m_inside.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) found.cone.row(static_cast<Eigen::Index>(i)) = m_rows[i];
    found.inside = m_inside;
    m_found.words.push_back(std::move(found));
  }

  const ImpactTangent& m_impact;
  WordLimits m_limits;
  ImpactVariation m_found;
  Word m_word;
  Eigen::VectorXd m_p, m_inside;
  std::vector<Eigen::RowVectorXd> m_rows;
  Eigen::Index m_columns = 0;  ///< of the perturbations
  double m_work = 0;           ///< so far, see WordLimits
  double m_scale = 0;          ///< of the times of closings
};

}  // namespace

ImpactVariation impactVariation(const ImpactTangent& impact, const WordLimits& limits) {
  return WordSearch(impact, limits).all();
}

}  // namespace carom
