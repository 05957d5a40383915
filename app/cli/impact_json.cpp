#include "cli/impact_json.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace carom {

namespace {

template <typename T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
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

/// sup ξ of every pair alone over all momenta.
Json worstXiJson(const ImpactProblem& problem) {
  const int k = problem.contactCount();
  Eigen::MatrixXd worst = Eigen::MatrixXd::Zero(k, k);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < i; ++j) worst(i, j) = worst(j, i) = worstPairIndeterminacy(problem, i, j);
  return table(worst);
}

/// What an impact with every c_i < 0 has in this group.
Json closedFormJson(const Certificate& certificate) {
  if (!certificate.closedFormStates) return nullptr;
  const auto& orderings = certificate.closedFormOrderings;
  return {{"orderings", orderings ? Json(orderings->str()) : Json(nullptr)},
          {"states", certificate.closedFormStates->str()},
          {"length", orNull(certificate.closedFormLength)}};
}

Json certificateJson(const ImpactReport& report) {
  const Certificate& certificate = report.certificate;
  const bool isElastic = report.problem.isElastic() && report.restitution.value_or(1) == 1;
  return {{"unique", orNull(certificate.unique)},
          {"reason", reasonText(certificate.reason)},
          {"group", certificate.group.empty() ? Json(nullptr) : Json(certificate.group)},
          {"multiplicity", multiplicityJson(certificate.multiplicity)},
          {"deviation", table(certificate.deviation)},
          {"angle", table(certificate.angle)},
          {"worst_xi", isElastic ? worstXiJson(report.problem) : Json(nullptr)},
          {"closed_form", closedFormJson(certificate)}};
}

Json contactsJson(const ImpactProblem& problem) {
  Json json = Json::array();
  for (int i = 0; i < problem.contactCount(); ++i) {
    const ContactLabel& label = problem.labels()[static_cast<std::size_t>(i)];
    json.push_back({{"name", label.name},
                    {"bodies", label.bodies},
                    {"gap", number(label.gap)},
                    {"approach", number(problem.contactCoordinates()[i])},
                    {"approach_speed", number(problem.approachSpeed(i))},
                    {"restitution", number(label.restitution)},
                    {"law", label.collision ? label.collision->law : "reflection"}});
  }
  return json;
}

/// So many contacts a list of words names, and so many of either end of a word that no longer fits.
constexpr std::size_t mostNamed = 1'000'000, shownOfLonger = 1'000;

/// The word as `key` where `left` names suffice, which it takes from them, or its ends would say as much;
/// else null, with `key`_length, _begins and _ends.
void addWord(Json& json, const std::string& key, const ImpactProblem& problem, const Word& word,
             std::size_t& left) {
  if (word.size() <= std::max(left, 2 * shownOfLonger)) {
    left -= std::min(left, word.size());
    json[key] = wordJson(problem.labels(), word);
    return;
  }
  const std::span all(word);
  json[key] = nullptr;
  json[key + "_length"] = word.size();
  json[key + "_begins"] = wordJson(problem.labels(), all.first(shownOfLonger));
  json[key + "_ends"] = wordJson(problem.labels(), all.last(shownOfLonger));
}

/// What is known before any search.
Json headJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
              const ImpactReport& report) {
  Json json = {{"scene", scene}, {"dof", coordinates.size()}, {"coordinates", Json::array()}};
  for (const Coordinate& coordinate : coordinates)
    json["coordinates"].push_back({{"name", coordinate.name}, {"unit", coordinate.unit}});
  json["contacts"] = contactsJson(report.problem);
  json["gram"] = table(report.problem.gram());
  json["certificate"] = certificateJson(report);
  json["terminates"] = orNull(report.ends);
  if (report.jammed())
    json["jammed"] = {{"weights", list(report.termination.jamWeights)}};
  else
    json["margin"] = number(report.termination.margin);
  // Of two contacts; null where they can jam or are not elastic.
  if (report.problem.contactCount() == 2) {
    json["bounds"] = nullptr;
    json["sensitivity"] = nullptr;
  }
  if (report.bounds)
    json["bounds"] = {{"seghete2014", report.bounds->seghete2014},
                      {"seghete2010", report.bounds->seghete2010}};
  if (report.sensitivity)
    json["sensitivity"] = {{"worst_xi", number(report.sensitivity->worstXi)},
                           {"projection", number(report.sensitivity->projection)},
                           {"epsilon", number(report.sensitivity->epsilon)},
                           {"linear_xi", number(report.sensitivity->linearXi)}};
  json["plastic"] = nullptr;
  if (report.plastic.converged)
    json["plastic"] = {{"momentum", list(report.plastic.momentum)},
                       {"velocity", list(report.plastic.velocity)},
                       {"impulses", list(report.plastic.impulses)},
                       {"energy_loss", number(report.plastic.energyLoss)}};
  if (report.restitution) json["restitution"] = *report.restitution;
  if (const auto e = report.reflectionRestitution) {
    json["reflection_restitution"] = *e;
    json["collapse_gram"] = collapseGram(*e);
  }
  return json;
}

void addLimit(Json& json, Limit limit) {
  json["complete"] = limit == Limit::None;
  if (limit != Limit::None) json["limit"] = std::string(toString(limit));
}

Json outcomesJson(const ImpactReport& report) {
  Json json = Json::array();
  const bool allCounted = report.complete() && !report.cut();
  std::size_t left = mostNamed;
  for (const Outcome& outcome : report.outcomes) {
    const bool counted = allCounted && outcome.orderings > 0;
    Json& entry = json.emplace_back();
    entry = {{"momentum", list(outcome.momentum)},
             {"velocity", list(outcome.velocity)},
             {"impulses", list(outcome.impulses)},
             {"orderings", counted ? Json(outcome.orderings.str()) : Json(nullptr)},
             {"minimal", orNull(outcome.minimal)},
             {"energy_loss", number(outcome.energyLoss)}};
    addWord(entry, "example", report.problem, outcome.example, left);
    if (!report.problem.isElastic()) entry["cut"] = outcome.cut;
    if (!report.problem.reflectsOnly()) entry["friction"] = table(outcome.friction);
    if (!outcome.probability) continue;
    entry["probability"] = outcome.probability->value;
    entry["standard_error"] = outcome.probability->standardError;
    // Of a pair with two outcomes each has one ordering.
    if (report.gaps->exactFirst && report.outcomes.size() == 2)
      entry["exact_probability"] = (*report.gaps->exactFirst)[outcome.example.front()];
  }
  return json;
}

Json projectionJson(const Projection& projection) {
  if (!projection.converged) return nullptr;
  return {{"momentum", list(projection.momentum)}, {"energy_loss", number(projection.energyLoss)}};
}

Json energyJson(const ImpactReport& report) {
  const double before = report.problem.metric().energy(report.problem.momentum());
  return {{"before", number(before)},
          {"worst_relative_error",
           report.outcomes.empty() ? Json(nullptr) : number(report.worstRelativeEnergyError())}};
}

/// ξ, and what else only outcomes can tell.
void addIndeterminacy(Json& json, const ImpactReport& report) {
  const Indeterminacy& xi = report.indeterminacy;
  const bool known = report.complete() && !report.outcomes.empty() && (xi.isExact() || report.tolerance > 0);
  json["xi"] = known ? number(xi.xi) : Json(nullptr);
  json["xi_minimal"] = known ? orNull(xi.xiMinimal) : Json(nullptr);
  json["xi_pair"] = report.outcomes.empty() ? Json(nullptr) : Json(xi.pair);
  if (!report.complete() || !xi.isExact()) json["xi_interval"] = {number(xi.lower), number(xi.upper)};
  if (!report.problem.isElastic()) json["tolerance"] = number(report.tolerance);
  json["choice"] = nullptr;
  if (report.choice.nearest >= 0)
    json["choice"] = {{"nearest", report.choice.nearest},
                      {"conic", projectionJson(report.choice.conic)},
                      {"convex", projectionJson(report.choice.convex)}};
}

Json estimateJson(const OrderingsEstimate& estimate) {
  return {{"value", number(estimate.value)},
          {"standard_error", number(estimate.standardError)},
          {"log10", number(estimate.log10)},
          {"samples", estimate.samples},
          {"seed", estimate.seed}};
}

/// The orderings that gaps realise, and those of the graph that none do.
Json gapsJson(const ImpactReport& report) {
  const GapReport& gaps = *report.gaps;
  Json json = {{"samples", gaps.samples}, {"seed", gaps.seed}};
  if (gaps.exactFirst) json["exact_first"] = *gaps.exactFirst;
  json["orderings"] = Json::array();
  std::size_t left = mostNamed;
  for (const GapOrdering& ordering : gaps.orderings) {
    Json& entry = json["orderings"].emplace_back();
    addWord(entry, "word", report.problem, ordering.word, left);
    entry["probability"] = ordering.probability;
    entry["standard_error"] = ordering.standardError;
  }
  json["realisable"] =
      gaps.realisable.complete ? Json(std::to_string(gaps.realisable.words.size())) : nullptr;
  const std::optional<Count> others = unrealisedOrderings(report);
  json["unrealised"] = others ? Json(others->str()) : Json(nullptr);
  json["unrealised_examples"] = Json::array();
  if (!others) return json;
  constexpr std::size_t mostExamples = 8;
  for (const Word& word : otherOrderings(*report.graph, gaps.realisable.words, mostExamples))
    json["unrealised_examples"].push_back(wordJson(report.problem.labels(), word));
  return json;
}

/// Every key that `reportJson` gives where there is no outcome and no search.
void addNothing(Json& json, const ImpactReport& report) {
  json["states"] = 1;
  json["orderings"] = "0";
  json["lengths"] = nullptr;
  json["outcomes"] = Json::array();
  for (const char* key : {"xi", "xi_minimal", "xi_pair", "choice"}) json[key] = nullptr;
  json["energy"] = energyJson(report);
}

/// A number while every reader gets it right, else a string.
Json wholeNumber(const Count& value) {
  if (value > (std::uint64_t{1} << 53)) return value.str();
  return value.limbs().empty() ? 0 : value.limbs().front();
}

/// Names of the contacts of each group that was resolved by itself.
Json groupsJson(const ImpactReport& report) {
  Json groups = Json::array();
  for (const auto& group : report.groups) {
    Json names = Json::array();
    for (const ContactIndex contact : group) names.push_back(report.problem.labels()[contact].name);
    groups.push_back(std::move(names));
  }
  return groups;
}

}  // namespace

Json reportJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
                const ImpactReport& report) {
  Json json = headJson(scene, coordinates, report);
  addLimit(json, report.limit());
  json["complete"] = report.complete();
  if (report.jammed()) {
    addNothing(json, report);
    return json;
  }
  json["states"] = wholeNumber(report.states);
  if (!report.groups.empty()) json["groups"] = groupsJson(report);
  // Where orderings were cut, the numbers are those of their beginnings.
  const std::string toCut = report.cut() ? "_to_cut" : "";
  json["orderings"] = nullptr;
  json["lengths"] = nullptr;
  if (report.complete() && !report.collapses) {
    json["orderings" + toCut] = report.orderings.str();
    json["lengths" + toCut] = {{"min", report.minLength}, {"max", report.maxLength}};
  }
  json["outcomes"] = outcomesJson(report);
  addIndeterminacy(json, report);
  json["energy"] = energyJson(report);
  if (report.estimate) {
    json["orderings_estimate"] = estimateJson(*report.estimate);
    json["lengths_seen"] = {{"min", report.minLength}, {"max", report.maxLength}};
  }
  if (report.gaps) json["gaps"] = gapsJson(report);
  return json;
}

Json pathJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
              const ImpactReport& report, const PolicyPath& path) {
  Json json = headJson(scene, coordinates, report);
  addLimit(json, path.limit);
  addNothing(json, report);
  std::size_t left = mostNamed;
  addWord(json, "path", report.problem, path.word, left);
  if (report.jammed()) return json;
  json["states"] = path.word.size() + 1;  // ⟨p,w⟩ rises with every reflection, so no momentum comes twice
  json["orderings"] = nullptr;
  json["outcomes"] = outcomesJson(report);
  json["energy"] = energyJson(report);
  return json;
}

Json gradientJson(const std::vector<XiDerivative>& gradient) {
  static constexpr const char* verdicts[] = {"exists", "kink", "one-sided", "unknown"};
  const auto value = [](const std::optional<Slope>& slope) {
    return slope ? number(slope->value) : Json(nullptr);
  };
  Json json = Json::array();
  for (const XiDerivative& derivative : gradient)
    json.push_back({{"parameter", derivative.parameter},
                    {"verdict", verdicts[static_cast<int>(derivative.verdict)]},
                    {"value", value(derivative.slope)},
                    {"error", derivative.slope ? number(derivative.slope->error) : Json(nullptr)},
                    {"left", value(derivative.left)},
                    {"right", value(derivative.right)}});
  return json;
}

std::string documentText(const Json& document) {
  std::string text;
  JsonStream stream([&text](std::string_view piece) { text += piece; });
  for (const auto& [key, value] : document.items()) stream.add(key, value);
  stream.finish();
  return text;
}

}  // namespace carom
