#include "answer/audit/jump_impact.h"

#include <algorithm>
#include <cmath>

#include "answer/motion_of_question.h"
#include "audit/flight_fit.h"
#include "audit/recorded_forces.h"
#include "base/least_squares.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"

namespace carom {

namespace jump_impact {
namespace {

using Eigen::Index;

constexpr std::size_t mostContacts = 16, mostStates = 20'000;

/// e of each contact of a jump, by the word that fits best.
Eigen::VectorXd restitutionOf(const AuditReport& report, const ExplainedJump& jump) {
  Eigen::VectorXd e(std::ssize(jump.contacts));
  for (std::size_t i = 0; i < jump.contacts.size(); ++i)
    for (std::size_t c = 0; c < report.classes.size(); ++c)
      if (std::ranges::find(report.classes[c].contacts, jump.contacts[i]) != report.classes[c].contacts.end())
        e[static_cast<Index>(i)] = jump.nearest->values.e[static_cast<Index>(c)];
  return e.cwiseMax(0).cwiseMin(1);
}

/// A word of contacts of the mechanism as one of contacts of an impact; without those that it does not have.
Word wordAmong(const std::vector<int>& contacts, const std::vector<int>& word) {
  Word among;
  for (const int contact : word)
    if (const auto at = std::ranges::find(contacts, contact); at != contacts.end())
      among.push_back(static_cast<ContactIndex>(at - contacts.begin()));
  return among;
}

std::shared_ptr<const Snapshot> impactSnapshot(const Snapshot& of, const AuditReport& report,
                                               const ExplainedJump& jump, const Eigen::VectorXd& q,
                                               std::stop_token stop, std::string& why) {
  const Mechanism& mechanism = *of.instance.mechanism;
  auto shown = std::make_shared<Snapshot>(of);
  shown->impact = -1;
  shown->report = nullptr;
  shown->minimal = nullptr;
  shown->edgeProbabilities = nullptr;
  shown->models = nullptr;
  shown->comparison = nullptr;
  shown->outcome = -1;
  shown->ordering.clear();
  if (jump.contacts.empty())
    why = "no contact meets";
  else if (jump.contacts.size() > mostContacts)
    why = "more than " + std::to_string(mostContacts) + " contacts meet";
  if (!why.empty()) return shown;
  try {
    const KineticMetric metric(mechanism.massMatrix(q));
    ImpactProblem problem = impactOf(mechanism, jump.contacts, metric, q, jump.momentumBefore);
    if (jump.nearest) problem = problem.withRestitution(restitutionOf(report, jump));
    ResolveOptions options;
    options.limits.maxStates = mostStates;
    options.samplePastLimit.samples = 0;
    shown->report = std::make_shared<const ImpactReport>(resolveImpact(problem, options, std::move(stop)));
    if (jump.nearest) shown->ordering = wordAmong(jump.contacts, jump.nearest->word);
    if (shown->report->jammed()) why = "the contacts jam";
  } catch (const ImpactError& error) {
    why = error.what();
  }
  return shown;
}

/// The contacts with the e and μ that all jumps of a recording tell, within what a contact can have; those
/// that no jump tells stay the scene's.
std::vector<ContactPair> fittedContacts(const Mechanism& mechanism, const AuditReport& report) {
  std::vector<ContactPair> contacts = mechanism.contacts();
  for (const CoefficientFit& fit : report.fit)
    for (const int contact : report.classes[fit.contactClass].contacts) {
      LawCoefficients& of = contacts[static_cast<std::size_t>(contact)].coefficients;
      if (fit.isFriction)
        of.friction = std::max(0.0, fit.value);
      else
        of.restitution = std::clamp(fit.value, 0.0, 1.0);
    }
  return contacts;
}

/// The scene's motion from a state at which the contacts of a jump are closed.
std::shared_ptr<const Trajectory> goOn(const Snapshot& of, const AuditedRecording& audited,
                                       const ExplainedJump& jump, const State& state, std::stop_token stop,
                                       const Progress& progress) {
  const Mechanism& scene = *of.instance.mechanism;
  const Mechanism mechanism(scene.bodies(), fittedContacts(scene, audited.report), scene.gravity(),
                            flownMechanism(scene, audited.run).forces(), scene.loops());
  MotionOptions options = motionOptions(of.settings, {}, mechanism);
  options.duration = audited.run.time[audited.run.size() - 1] - state.time;
  options.leadIn = 0;
  options.pushes.clear();
  options.forced.clear();
  options.alternatives.reset();
  options.progress = progress;
  if (!std::ranges::all_of(audited.report.fit, &CoefficientFit::isFriction)) {
    options.restitution.reset();
    options.reflectionRestitution.reset();
  }
  if (!(options.duration > 0)) return nullptr;
  const std::vector<int> closed = closedContacts(mechanism, state.q);
  if (jump.nearest)
    if (const Word word = wordAmong(closed, jump.nearest->word); !word.empty()) options.firstWord = word;
  return std::make_shared<const Trajectory>(runMotion(mechanism, state, options, std::move(stop)));
}

}  // namespace
}  // namespace jump_impact

Eigen::VectorXd closedConfiguration(const Mechanism& mechanism, const std::vector<int>& contacts,
                                    const Eigen::VectorXd& q) {
  if (contacts.empty()) return q;
  constexpr int mostSteps = 20;
  constexpr double same = 1e-9;  // pivots of normals that say the same
  const auto count = static_cast<Eigen::Index>(contacts.size());
  Eigen::VectorXd now = q;
  for (int step = 0; step < mostSteps; ++step) {
    Eigen::VectorXd gaps(count);
    Eigen::MatrixXd U(count, mechanism.dof()), X(mechanism.dof(), count);
    const KineticMetric metric(mechanism.massMatrix(now));
    for (Eigen::Index i = 0; i < count; ++i) {
      const int contact = contacts[static_cast<std::size_t>(i)];
      gaps[i] = mechanism.gap(contact, now);
      U.row(i) = mechanism.normal(contact, now).transpose();
      X.col(i) = metric.velocity(U.row(i).transpose());
    }
    if (!gaps.allFinite()) return q;
    if (gaps.cwiseAbs().maxCoeff() <= 0.1 * closedGap) return now;
    now = mechanism.moved(now, X * leastSquares(U * X, -gaps, same).x, 1);
    if (!now.allFinite()) return q;
  }
  return now;
}

JumpImpact jumpImpact(const Snapshot& of, const AuditedRecording& audited, std::size_t jump,
                      std::stop_token stop, const Progress& progress) {
  using namespace jump_impact;
  const Mechanism& mechanism = *of.instance.mechanism;
  const ExplainedJump& explained = audited.report.jumps.at(jump);
  const RecordedJump& recorded = audited.report.motion.jumps.at(jump);
  const Eigen::Index n = mechanism.dof();
  JumpImpact result;
  result.jump = jump;
  const Mechanism flown = flownMechanism(mechanism, audited.run);
  FlightDynamics dynamics(flown);
  FlightPoint before = recorded.before.point, after = recorded.after.point;
  dynamics.advanceFar(before, recorded.before.time, explained.time - recorded.before.time, longestFlightStep);
  const Eigen::MatrixXd M = mechanism.massMatrix(before.q);
  result.measured = explained.momentumAfter;
  result.covariance = M * recorded.after.covariance.bottomRightCorner(n, n) * M;
  result.covarianceBefore = M * recorded.before.covariance.bottomRightCorner(n, n) * M;
  const Eigen::VectorXd q = closedConfiguration(mechanism, explained.contacts, before.q);
  result.contacts = explained.contacts;
  result.q = q;
  result.arriving = explained.momentumBefore;
  const std::vector<ContactPair> fitted = fittedContacts(mechanism, audited.report);
  for (const int contact : explained.contacts)
    result.coefficients.push_back(fitted[static_cast<std::size_t>(contact)].coefficients);
  result.impact = impactSnapshot(of, audited.report, explained, q, stop, result.whyNone);
  try {
    result.continuation = goOn(of, audited, explained, {explained.time, q, explained.momentumBefore},
                               std::move(stop), progress);
  } catch (const std::exception& error) {  // contacts that the noise has pressed into each other
    if (result.whyNone.empty()) result.whyNone = error.what();
  }
  return result;
}

}  // namespace carom
