#include "cli/impact_json.h"

#include "cli/certificate_json.h"
#include "cli/outcomes_json.h"

namespace carom {

namespace {

void addLimit(Json& json, Limit limit) {
  json["complete"] = limit == Limit::None;
  if (limit != Limit::None) json["limit"] = std::string(toString(limit));
}

/// Adds the keys of `reportJson` for an impact without outcomes and without a search.
void addNothing(Json& json, const ImpactReport& report) {
  json["states"] = 1;
  // Those that end: where some do and others never, they are not counted.
  json["orderings"] = report.jammed() && !report.termination.noneEnds ? Json(nullptr) : Json("0");
  json["lengths"] = nullptr;
  json["outcomes"] = Json::array();
  for (const char* key : {"xi", "xi_minimal", "xi_pair", "choice"}) json[key] = nullptr;
  json["energy"] = energyJson(report);
}

/// Replaces what an ordering has in the document of an impact in which all contacts collide at once.
void addAtOnce(Json& json, const ImpactReport& report, const PolicyPath::AtOnce& atOnce) {
  json["path"] = nullptr;
  json["at_once"] = {{"model", "friction-lcp"}, {"pivots", atOnce.pivots}, {"note", atOnce.note}};
  json["states"] = report.problem.isFeasible() ? 1 : 2;
  for (Json& outcome : json["outcomes"]) outcome["example"] = nullptr;
}

/// A number up to 2^53, which every reader of JSON keeps exactly; else a string.
Json wholeNumber(const Count& value) {
  if (value > (std::uint64_t{1} << 53)) return value.str();
  return value.limbs().empty() ? 0 : value.limbs().front();
}

/// The names of the contacts of each group that was resolved on its own.
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
  json["counts_of"] = report.countsIdealGroup ? "ideal-group" : "impact";
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
  WordWriter(report.problem).add(json, "path", path.word);
  if (report.jammed()) return json;
  json["states"] = path.word.size() + 1;  // ⟨p,w⟩ rises with every reflection, so no momentum comes twice
  json["orderings"] = nullptr;
  json["outcomes"] = outcomesJson(report);
  if (path.atOnce) addAtOnce(json, report, *path.atOnce);
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

Json sensitivityJson(const OrderSensitivities& sensitivity) {
  const auto vector = [](const Eigen::VectorXd& values) {
    return values.size() > 0 ? list(values) : Json(nullptr);
  };
  Json all = Json::array();
  for (const OrderSensitivity& one : sensitivity.all) {
    Json orders = Json::array();
    for (const OrderSensitivity::Order& order : one.orders)
      orders.push_back({{"order", order.contacts},
                        {"dp", vector(order.slope)},
                        {"projection", vector(order.projection)},
                        {"projection_norm", number(order.projectionNorm)}});
    all.push_back({{"parameter", one.parameter},
                   {"pair", one.pair},
                   {"gram", number(one.gramSlope)},
                   {"turn", number(one.turn)},
                   {"w", vector(one.w)},
                   {"orders", orders},
                   {"difference", number(one.difference)},
                   {"xi", number(one.xiSlope)}});
  }
  return {{"slopes", std::move(all)},
          {"refused", sensitivity.refused},
          {"reason", sensitivity.none.empty() ? Json(nullptr) : Json(sensitivity.none)}};
}

}  // namespace carom
