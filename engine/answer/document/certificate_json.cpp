#include "answer/document/certificate_json.h"

#include "answer/document/local_json.h"
#include "impact/certificate/planar_certificate.h"

namespace carom {

namespace {

Json multiplicityJson(const Eigen::MatrixXi& multiplicity) {
  Json json = Json::array();
  for (Eigen::Index i = 0; i < multiplicity.rows(); ++i) {
    Json row = Json::array();
    for (const int m : multiplicity.row(i)) row.push_back(m == 0 ? Json(nullptr) : Json(m));
    json.push_back(std::move(row));
  }
  return json;
}

/// sup ξ of every pair alone over all momenta.
Json worstXiJson(const ImpactProblem& problem) {
  const int k = problem.contactCount();
  Eigen::MatrixXd worst = Eigen::MatrixXd::Zero(k, k);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < i; ++j) worst(i, j) = worst(j, i) = worstPairIndeterminacy(problem, i, j);
  return rowsJson(worst);
}

/// What an impact with every c_i < 0 has in this group.
Json closedFormJson(const Certificate& certificate) {
  if (!certificate.closedFormStates) return nullptr;
  const auto& orderings = certificate.closedFormOrderings;
  return {{"orderings", orderings ? Json(orderings->str()) : Json(nullptr)},
          {"states", certificate.closedFormStates->str()},
          {"length", orNull(certificate.closedFormLength)}};
}

Json counterexampleJson(const ImpactProblem& problem, const PlanarCertificate& planar) {
  Json json = {{"momentum", list(planar.momentum)}, {"xi", number(planar.xi)}, {"orderings", Json::array()}};
  for (const std::size_t i : {0U, 1U}) {
    Json word = Json::array();
    for (const ContactIndex contact : planar.words[i]) word.push_back(problem.labels()[contact].name);
    json["orderings"].push_back({{"word", std::move(word)}, {"momentum", list(planar.outcomes[i])}});
  }
  return json;
}

Json planarJson(const ImpactProblem& problem, const PlanarCertificate& planar) {
  using Reason = PlanarCertificate::Reason;
  Json json = {{"unique", orNull(planar.unique)}, {"reason", nameOf(planar.reason)}};
  if (planar.reason == Reason::SameMaps) {
    json["cells"] = planar.cells;
    json["longest"] = planar.longest;
  }
  if (planar.reason == Reason::Counterexample) json["counterexample"] = counterexampleJson(problem, planar);
  return json;
}

/// The answer of the pair rule, see Certificate, with the reason of the verdict.
Json pairRuleJson(const ImpactReport& report) {
  const Certificate& certificate = report.certificate;
  const bool isElastic = report.problem.isElastic() && report.restitution.value_or(1) == 1;
  return {{"unique", orNull(certificate.unique)},
          {"reason", certificateReason(report)},
          {"group", certificate.group.empty() ? Json(nullptr) : Json(certificate.group)},
          {"multiplicity", multiplicityJson(certificate.multiplicity)},
          {"deviation", rowsJson(certificate.deviation)},
          {"angle", rowsJson(certificate.angle)},
          {"xi_bound", isElastic ? orNull(certificate.xiBound) : Json(nullptr)},
          {"worst_xi", isElastic ? worstXiJson(report.problem) : Json(nullptr)},
          {"closed_form", closedFormJson(certificate)}};
}

}  // namespace

Json certificateJson(const ImpactReport& report) {
  Json json = pairRuleJson(report);
  json["unique"] = orNull(uniqueForEveryMomentum(report));
  if (const auto& planar = report.planar()) json["planar"] = planarJson(report.problem, *planar);
  return json;
}

Json contactsJson(const ImpactProblem& problem, const SceneInstance* instance) {
  Json json = Json::array();
  const std::vector<Json> local = localContacts(problem, instance);
  for (int i = 0; i < problem.contactCount(); ++i) {
    const ContactLabel& label = problem.labels()[static_cast<std::size_t>(i)];
    json.push_back({{"name", label.name},
                    {"bodies", label.bodies},
                    {"gap", number(label.gap)},
                    {"approach", number(problem.contactCoordinates()[i])},
                    {"approach_speed", number(problem.approachSpeed(i))},
                    {"restitution", number(label.restitution)},
                    {"law", label.collision ? label.collision->law : "reflection"},
                    {"local", local[static_cast<std::size_t>(i)]}});
  }
  return json;
}

}  // namespace carom
