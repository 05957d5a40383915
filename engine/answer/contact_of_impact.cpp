#include "answer/contact_of_impact.h"

#include "answer/impact_of_run.h"
#include "impact/examine.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

/// An impact with the numbers that its contacts have in the mechanism.
struct PlacedImpact {
  Eigen::VectorXd q;
  std::vector<int> contacts;
  ImpactProblem problem;
};

/// Empty where no contact is closed.
std::optional<PlacedImpact> placedImpact(const Snapshot& snapshot) {
  if (snapshot.impact >= 0) {
    WholeImpact whole = wholeImpactOf(snapshot, snapshot.impact);
    return PlacedImpact{std::move(whole.q),
                        snapshot.trajectory->impacts[static_cast<std::size_t>(snapshot.impact)].contacts,
                        std::move(whole.problem)};
  }
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const State& initial = snapshot.instance.initial;
  const auto problem = impactAt(mechanism, initial.q, initial.p);
  if (!problem) return std::nullopt;
  return PlacedImpact{
      initial.q, closedContacts(mechanism, initial.q),
      underLaw(*problem, snapshot.settings.restitution, snapshot.settings.reflectionRestitution)};
}

}  // namespace

std::optional<LocalContact> contactOfImpact(const Snapshot& snapshot, ContactIndex contact,
                                            std::span<const ContactIndex> before) {
  const auto impact = placedImpact(snapshot);
  if (!impact) return std::nullopt;
  const ImpactProblem& problem = impact->problem;
  if (contact >= problem.contactCount())
    throw ImpactError("contact " + std::to_string(contact) + " of " + std::to_string(problem.contactCount()));
  LocalContact local = localContact(*snapshot.instance.mechanism, impact->contacts[contact], problem.metric(),
                                    impact->q, replay(problem, before).momentum);
  const ContactLabel& label = problem.labels()[contact];
  if (!label.collision) local.law.reset();
  local.coefficients.restitution = label.restitution;
  return local;
}

}  // namespace carom
