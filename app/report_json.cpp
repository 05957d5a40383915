#include "report_json.h"

#include <cmath>

#include "impact/reflection.h"

namespace carom {

namespace {

/// A number, or null where there is none: JSON knows neither infinity nor NaN.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

template <typename T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json list(const Eigen::VectorXd& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(number(value));
  return json;
}

Json table(const Eigen::MatrixXd& matrix) {
  Json json = Json::array();
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) json.push_back(list(matrix.row(row).transpose()));
  return json;
}

Json multiplicityJson(const Eigen::MatrixXi& multiplicity) {
  Json json = Json::array();
  for (Eigen::Index i = 0; i < multiplicity.rows(); ++i) {
    Json row = Json::array();
    for (const int m : multiplicity.row(i)) row.push_back(m == 0 ? Json(nullptr) : Json(m));
    json.push_back(std::move(row));
  }
  return json;
}

const char* reasonText(Certificate::Reason reason) {
  switch (reason) {
    case Certificate::Reason::Single:
      return "single";
    case Certificate::Reason::Coxeter:
      return "coxeter";
    case Certificate::Reason::PairBreaks:
      return "pair-breaks";
    case Certificate::Reason::DependentNormals:
      return "dependent-normals";
    case Certificate::Reason::Jammed:
      return "jammed";
  }
  return "";
}

Json certificateJson(const Certificate& certificate) {
  return {{"unique", orNull(certificate.unique)},
          {"reason", reasonText(certificate.reason)},
          {"group", certificate.group.empty() ? Json(nullptr) : Json(certificate.group)},
          {"multiplicity", multiplicityJson(certificate.multiplicity)},
          {"deviation", table(certificate.deviation)}};
}

Json contactsJson(const ImpactProblem& problem) {
  Json json = Json::array();
  for (int i = 0; i < problem.contactCount(); ++i) {
    const ContactLabel& label = problem.labels()[static_cast<std::size_t>(i)];
    json.push_back({{"name", label.name},
                    {"bodies", label.bodies},
                    {"gap", number(label.gap)},
                    {"approach", number(problem.contactCoordinates()[i])},
                    {"approach_speed", number(problem.approachSpeed(i))}});
  }
  return json;
}

Json wordJson(const ImpactProblem& problem, const Word& word) {
  Json json = Json::array();
  for (const ContactIndex contact : word) json.push_back(problem.labels()[contact].name);
  return json;
}

/// What is known before any search.
Json headJson(const std::string& scene, const Mechanism& mechanism, const ImpactReport& report) {
  Json json = {{"scene", scene}, {"dof", mechanism.dof()}, {"coordinates", Json::array()}};
  for (const Coordinate& coordinate : mechanism.coordinates())
    json["coordinates"].push_back({{"name", coordinate.name}, {"unit", coordinate.unit}});
  json["contacts"] = contactsJson(report.problem);
  json["gram"] = table(report.problem.gram());
  json["certificate"] = certificateJson(report.certificate);
  json["terminates"] = report.termination.terminates;
  if (report.jammed())
    json["jammed"] = {{"weights", list(report.termination.jamWeights)}};
  else
    json["margin"] = number(report.termination.margin);
  if (report.bounds)
    json["bounds"] = {{"seghete2014", report.bounds->seghete2014},
                      {"seghete2010", report.bounds->seghete2010}};
  return json;
}

void addLimit(Json& json, Limit limit) {
  json["complete"] = limit == Limit::None;
  if (limit != Limit::None) json["limit"] = std::string(toString(limit));
}

Json outcomesJson(const ImpactReport& report) {
  Json json = Json::array();
  for (const Outcome& outcome : report.outcomes)
    json.push_back({{"momentum", list(outcome.momentum)},
                    {"velocity", list(outcome.velocity)},
                    {"impulses", list(outcome.impulses)},
                    {"orderings", report.complete() ? Json(outcome.orderings.str()) : Json(nullptr)},
                    {"example", wordJson(report.problem, outcome.example)},
                    {"minimal", orNull(outcome.minimal)}});
  return json;
}

Json projectionJson(const Projection& projection) {
  return {{"momentum", list(projection.momentum)}, {"energy_loss", number(projection.energyLoss)}};
}

Json energyJson(const ImpactProblem& problem, const Json& worstError) {
  return {{"before", number(problem.metric().energy(problem.momentum()))},
          {"worst_relative_error", worstError}};
}

/// ξ, and what else only outcomes can tell.
void addIndeterminacy(Json& json, const ImpactReport& report) {
  const Indeterminacy& xi = report.indeterminacy;
  const bool known = report.complete() && !report.outcomes.empty();
  json["xi"] = known ? number(xi.xi) : Json(nullptr);
  json["xi_minimal"] = known ? orNull(xi.xiMinimal) : Json(nullptr);
  json["xi_pair"] = report.outcomes.empty() ? Json(nullptr) : Json(xi.pair);
  if (!report.complete()) json["xi_interval"] = {number(xi.lower), number(xi.upper)};
  json["choice"] = nullptr;
  if (report.choice.nearest >= 0)
    json["choice"] = {{"nearest", report.choice.nearest},
                      {"conic", projectionJson(report.choice.conic)},
                      {"convex", projectionJson(report.choice.convex)}};
}

/// Every key that `reportJson` gives where there is no outcome and no search.
void addNothing(Json& json, const ImpactReport& report) {
  json["states"] = 1;
  json["orderings"] = "0";
  json["lengths"] = nullptr;
  json["outcomes"] = Json::array();
  for (const char* key : {"xi", "xi_minimal", "xi_pair", "choice"}) json[key] = nullptr;
  json["energy"] = energyJson(report.problem, nullptr);
}

std::string lineOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json reportJson(const std::string& scene, const Mechanism& mechanism, const ImpactReport& report) {
  Json json = headJson(scene, mechanism, report);
  addLimit(json, report.limit());
  if (report.jammed()) {
    addNothing(json, report);
    return json;
  }
  json["states"] = report.graph->nodeCount();
  json["orderings"] = report.complete() ? Json(report.orderings.str()) : Json(nullptr);
  json["lengths"] = nullptr;
  if (report.complete()) json["lengths"] = {{"min", report.minLength}, {"max", report.maxLength}};
  json["outcomes"] = outcomesJson(report);
  addIndeterminacy(json, report);
  json["energy"] = energyJson(
      report.problem, report.outcomes.empty() ? Json(nullptr) : number(report.worstRelativeEnergyError()));
  return json;
}

Json pathJson(const std::string& scene, const Mechanism& mechanism, const ImpactReport& report,
              const PolicyPath& path) {
  Json json = headJson(scene, mechanism, report);
  addLimit(json, path.limit);
  addNothing(json, report);
  json["path"] = wordJson(report.problem, path.word);
  if (report.jammed()) return json;
  json["states"] = path.word.size() + 1;  // ⟨p,w⟩ rises with every reflection, so no momentum comes twice
  json["orderings"] = nullptr;
  if (path.limit != Limit::None) return json;
  const Replay end = replay(report.problem, path.word);
  json["outcomes"].push_back({{"momentum", list(end.momentum)},
                              {"velocity", list(report.problem.metric().velocity(end.momentum))},
                              {"impulses", list(end.impulses)},
                              {"orderings", nullptr},
                              {"example", json["path"]},
                              {"minimal", nullptr}});
  json["energy"] = energyJson(report.problem, number(end.relativeEnergyError));
  return json;
}

std::string documentText(const Json& document) {
  std::string text = "{";
  for (const auto& [key, value] : document.items()) {
    text += (text.size() > 1 ? ",\n  " : "\n  ") + lineOf(key) + ": ";
    const bool objects = value.is_array() && !value.empty() && value.front().is_object();
    if (!objects) {
      text += lineOf(value);
      continue;
    }
    const char* separator = "[\n    ";
    for (const Json& element : value) {
      text += separator + lineOf(element);
      separator = ",\n    ";
    }
    text += ']';
  }
  return text + "\n}\n";
}

}  // namespace carom
