#include "answer/document/local_json.h"

#include "mechanics/contact/contacts.h"
#include "mechanics/contact/local_contact.h"

namespace carom {

namespace {

Json impactJson(const LocalImpact& impact) {
  const auto mass = inverseOfMass(impact.W);  // the other way round: M of W
  return {{"mass", mass ? rowsJson(*mass) : Json(nullptr)},
          {"inverse_mass", rowsJson(impact.W)},
          {"velocity", list(impact.V)},
          {"frictionless", list(impact.frictionless())},
          {"sticking", list(impact.sticking())}};
}

/// The part of an impact along the normal of one contact.
LocalImpact normalImpact(const ImpactProblem& problem, int contact) {
  const double norm = problem.normalNorms()[contact];
  return {LocalMatrix::Constant(1, 1, norm * norm), LocalVector::Constant(1, problem.approachSpeed(contact))};
}

}  // namespace

std::vector<Json> localContacts(const ImpactProblem& problem, const SceneInstance* instance) {
  std::vector<Json> all;
  if (!instance) {
    for (int i = 0; i < problem.contactCount(); ++i) all.push_back(impactJson(normalImpact(problem, i)));
    return all;
  }
  const State& initial = instance->initial;
  for (const int contact : closedContacts(*instance->mechanism, initial.q)) {
    const LocalContact local =
        localContact(*instance->mechanism, contact, problem.metric(), initial.q, initial.p);
    Json& json = all.emplace_back(impactJson(local.impact));
    json["axes"] = rowsJson(local.axes.directions.transpose());
    json["point"] = list(local.point);
  }
  return all;
}

}  // namespace carom
