#include "mechanics/motion/impact_passage.h"

#include <cmath>

#include "impact/examine.h"
#include "impact/reflection.h"
#include "impact/restitution.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/contact_solver/contact_solver.h"
#include "models/collide_at_once.h"

namespace carom {

namespace {

/// The impulses of a plastic impact, after which no contact closes; contacts with a law have its friction.
ContactImpulses plasticImpulses(const Mechanism& mechanism, const std::vector<int>& contacts,
                                const ImpactProblem& impact) {
  const int k = impact.contactCount();
  ContactProblem problem;
  problem.block = 3;
  problem.resize(k);
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(3 * k, impact.dof()), Z(impact.dof(), 3 * k);
  for (int i = 0; i < k; ++i) {
    const auto index = static_cast<std::size_t>(i);
    C.row(3 * i) = impact.normals().row(i);
    const auto& collision = impact.labels()[index].collision;
    if (collision) C.middleRows(3 * i + 1, collision->tangents.rows()) = collision->tangents;
    const auto contact = static_cast<std::size_t>(contacts[index]);
    problem.friction[index] = collision ? mechanism.contacts()[contact].coefficients.friction : 0;
  }
  for (Eigen::Index j = 0; j < C.rows(); ++j) Z.col(j) = impact.metric().velocity(C.row(j).transpose());
  problem.W = C * Z;
  problem.b = Z.transpose() * impact.momentum();
  // Rounding of b: a few products.
  problem.noise = 1e-15 * problem.b.lpNorm<Eigen::Infinity>();
  Eigen::VectorXd z = Eigen::VectorXd::Zero(C.rows());
  const ContactStatus status = ContactSolver().solve(problem, z);
  if (status != ContactStatus::Solved && status != ContactStatus::Rough)
    throw ImpactError("the friction of contacts that chatter is not found");
  ContactImpulses plastic{Eigen::VectorXd(k), Eigen::MatrixXd(k, 2)};
  for (int i = 0; i < k; ++i) {
    plastic.normal[i] = z[3 * i];
    plastic.friction.row(i) = z.segment<2>(3 * i + 1).transpose();
  }
  return plastic;
}

/// The passage of impulses that act at once: the contacts with a normal impulse, one after another.
ImpactPassage passageOf(ContactImpulses all, const ImpactProblem& problem) {
  ImpactPassage passage{{}, {}, std::move(all)};
  const ContactImpulses& impulses = passage.impulses;
  Eigen::MatrixXd& momenta = passage.momenta;
  momenta.resize(problem.dof(), problem.contactCount() + 1);
  momenta.col(0) = problem.momentum();
  Eigen::Index k = 0;
  for (int i = 0; i < problem.contactCount(); ++i) {
    if (!(impulses.normal[i] > 0)) continue;
    passage.word.push_back(static_cast<ContactIndex>(i));
    momenta.col(k + 1) = momenta.col(k) + impulses.normal[i] * problem.normals().row(i).transpose();
    if (const auto& collision = problem.labels()[static_cast<std::size_t>(i)].collision)
      for (Eigen::Index a = 0; a < collision->tangents.rows(); ++a)
        momenta.col(k + 1) += impulses.friction(i, a) * collision->tangents.row(a).transpose();
    ++k;
  }
  momenta.conservativeResize(Eigen::NoChange, k + 1);
  return passage;
}

/// p⁻ of the impact at the end of a flight.
Eigen::VectorXd arriving(const FreeFlight& flight, const KineticMetric& metric) {
  if (flight.nodes) return flight.nodes->p.rightCols<1>();
  return metric.momentum(flight.velocity(flight.end));
}

}  // namespace

ImpactPassage orderedPassage(const ImpactProblem& problem, Word word, std::optional<double> R,
                             Momenta momenta) {
  ImpactPassage passage{std::move(word), {}, {}};
  const Replay total = replay(problem, passage.word);
  if (momenta == Momenta::All) {
    passage.momenta = momentaAlong(problem, passage.word);
  } else {
    passage.momenta.resize(problem.dof(), 2);
    passage.momenta << problem.momentum(), total.momentum;
  }
  passage.impulses = {total.impulses, total.friction};
  auto p = passage.momenta.col(passage.momenta.cols() - 1);
  ContactImpulses& impulses = passage.impulses;
  if (R) {
    const PlasticImpact plastic = plasticImpact(problem);
    const double alpha = restitutionBlend(problem.metric(), plastic.momentum, p, *R);
    p = plastic.momentum + alpha * (p - plastic.momentum);
    impulses.normal = plastic.impulses + alpha * (impulses.normal - plastic.impulses);
    impulses.friction *= alpha;
  } else if (!problem.isElastic()) {
    const PlasticImpact rest = plasticImpact(problem.withMomentum(p));
    p = rest.momentum;
    impulses.normal += rest.impulses;
  }
  return passage;
}

ImpactPassage plasticPassage(const Mechanism& mechanism, const std::vector<int>& contacts,
                             const ImpactProblem& problem) {
  return passageOf(plasticImpulses(mechanism, contacts, problem), problem);
}

ImpactPassage passageAtOnce(const ImpactProblem& problem, std::optional<double> R) {
  Replay end = collideAtOnce(problem, R).end;
  ImpactPassage passage = passageOf({std::move(end.impulses), std::move(end.friction)}, problem);
  // No contact comes first, so that there is no momentum between p⁻ and p⁺.
  passage.momenta.rightCols(passage.momenta.cols() - 1).colwise() = end.momentum;
  return passage;
}

ImpactPassage passageOf(const Mechanism& mechanism, const ImpactEvent& event, const ImpactProblem& problem,
                        std::optional<double> R) {
  if (event.atOnce) return passageAtOnce(problem, R);
  if (event.plastic && allPressedAreDead(problem)) return plasticPassage(mechanism, event.contacts, problem);
  return orderedPassage(problem, event.word, R);
}

bool isOrdered(const ImpactEvent& event) {
  return !event.plastic && event.jammed.empty();
}

ImpactProblem lawfulImpact(const ImpactProblem& closed, const ImpactEvent& event, const RunLaw& law) {
  if (event.jammed.empty()) return underLaw(closed, law.restitution, law.reflectionRestitution);
  if (!law.restitution && !law.reflectionRestitution) return closed;
  const double e = law.restitution ? *law.restitution : std::sqrt(*law.reflectionRestitution);
  return closed.withRestitution(Eigen::VectorXd::Constant(closed.contactCount(), e));
}

bool allPressedAreDead(const ImpactProblem& problem) {
  for (int i = 0; i < problem.contactCount(); ++i)
    if (problem.isInfeasible(problem.contactCoordinates()[i]) &&
        problem.labels()[static_cast<std::size_t>(i)].restitution > 0)
      return false;
  return true;
}

KineticMetric metricAt(const Mechanism& mechanism, const KineticMetric& known, const Eigen::VectorXd& q) {
  // Rounding of an entry of M, over √(M_ii M_jj), by a rotation. A larger value would let errors of M show in
  // the energies; a smaller one computes the same metric again for free bodies.
  constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
  if (mechanism.isTranslational()) return known;
  BlockMatrix M = mechanism.massBlocks(q);
  if (M.blocks.size() != known.blocks().blocks.size()) return KineticMetric(std::move(M));
  for (std::size_t g = 0; g < M.blocks.size(); ++g) {
    const Eigen::MatrixXd &block = M.blocks[g], &before = known.blocks().blocks[g];
    const Eigen::VectorXd root = block.diagonal().cwiseSqrt();
    for (Eigen::Index j = 0; j < block.cols(); ++j)
      if (!((block.col(j) - before.col(j)).array().abs() <= rounding * root[j] * root.array()).all())
        return KineticMetric(std::move(M));
  }
  return known;
}

WholeImpact wholeImpact(const Mechanism& mechanism, const Trajectory& trajectory, std::size_t impact) {
  const ImpactEvent& event = trajectory.impacts.at(impact);
  const RunLaw& law = trajectory.law;
  const std::size_t before = trajectory.flightBefore(impact);
  Eigen::VectorXd q = trajectory.flights.at(before + 1).q;
  const KineticMetric metric = metricAt(mechanism, trajectory.metric.value(), q);
  const bool initial = impact == 0 && trajectory.startsWithImpact;
  const Eigen::VectorXd p =
      initial ? trajectory.initialMomentum : arriving(trajectory.flights[before], metric);
  const ImpactProblem closed = impactOf(mechanism, event.contacts, metric, q, p, event.jammed);
  const ImpactProblem problem = lawfulImpact(closed, event, law).withRestitution(event.restitution);
  const auto whole = event.jammed.empty() ? law.restitution : std::nullopt;
  ImpactPassage passage = passageOf(mechanism, event, problem, whole);
  return {std::move(q), problem, std::move(passage.momenta), std::move(passage.impulses)};
}

}  // namespace carom
