#include "answer/document/landing_document.h"

#include <algorithm>

#include "answer/document/certificate_json.h"
#include "answer/document/outcomes_json.h"
#include "answer/document/start_json.h"

namespace carom {

namespace landing_rows {
namespace {

using L = const AnsweredLanding&;

/// What is known of a stance; null members where it is refused.
Json stanceJson(const Stance& stance, bool whole) {
  const bool stands = stance.refused.empty();
  Json json = {{"stands", stands}};
  if (!stands) json["refused"] = stance.refused;
  if (whole) {
    json["pairs"] = Json::array();
    for (const FootPair& pair : stance.pairs)
      json["pairs"].push_back({{"feet",
                                {stance.contacts[static_cast<std::size_t>(pair.feet[0])],
                                 stance.contacts[static_cast<std::size_t>(pair.feet[1])]}},
                               {"gram", number(pair.cosine)},
                               {"unique", pair.unique}});
  }
  json["unique"] = stands ? orNull(stance.unique) : Json(nullptr);
  json["xi"] = stands ? orNull(stance.xi) : Json(nullptr);
  json["xi_bounds"] =
      stands ? Json{number(stance.xi.value_or(stance.lower)), number(stance.xi.value_or(stance.upper))}
             : Json(nullptr);
  json["off_unique"] = stands ? number(stance.offUnique) : Json(nullptr);
  return json;
}

Json levelJson(L l) {
  Json json = stanceJson(l.answer.stance, true);
  if (l.answer.impact) {
    json["certificate"] = std::string(certificateReason(*l.answer.impact));
    json["group"] = l.answer.impact->certificate.group;
    json["outcomes"] = l.answer.impact->outcomes.size();
    json["complete"] = l.answer.impact->complete();
  }
  return json;
}

Json tiltedJson(L l) {
  Json all = Json::array();
  for (const NearStance& one : l.answer.near) {
    Json row;
    for (std::size_t i = 0; i < one.at.size(); ++i) row[l.answer.axes[i].name] = number(one.at[i]);
    row.update(stanceJson(one.stance, false));
    all.push_back(std::move(row));
  }
  return all;
}

Json overJson(L l) {
  Json axes = Json::array();
  for (const LandingAxis& axis : l.answer.axes)
    axes.push_back({{"name", axis.name}, {"unit", axis.unit}, {"values", axis.values}});
  return axes;
}

Json stancesJson(L l) {
  Json all = Json::array();
  for (const NearStance& one : l.answer.near) {
    Json row = {{"at", one.at}};
    row.update(stanceJson(one.stance, false));
    all.push_back(std::move(row));
  }
  return all;
}

Json nearestJson(L l) {
  if (!l.answer.nearest) return nullptr;
  Json json = stanceJson(l.answer.nearest->stance, true);
  json["moved"] = movedJson(l.answer.nearest->moved);
  return json;
}

Json spreadJson(L l) {
  if (!l.answer.spread) return nullptr;
  const StanceSpread& spread = *l.answer.spread;
  const bool some = spread.samples > spread.refused + spread.undecided;
  const auto value = [&](double of) { return some ? number(of) : Json(nullptr); };
  return {{"joint_angle", number(l.question.angle)},
          {"joint_length", number(l.question.length)},
          {"samples", spread.samples},
          {"seed", l.question.seed},
          {"refused", spread.refused},
          {"undecided", spread.undecided},
          {"unique", spread.unique},
          {"median", value(spread.median)},
          {"q95", value(spread.q95)},
          {"max", value(spread.max)}};
}

Json toleranceJson(L l) {
  const Json spread = spreadJson(l);
  if (spread.is_null()) return nullptr;
  return {{"xi_median", spread["median"]}, {"xi_q95", spread["q95"]}, {"xi_max", spread["max"]}};
}

bool always(L /*landing*/) {
  return true;
}

bool isTilted(L l) {
  return l.answer.isTilted;
}

bool isOver(L l) {
  return !l.answer.isTilted;
}

constexpr LandingKey rows[] = {
    {{"scene", "", "The name of the scene", "-"}, always, [](L l) { return Json(l.scene); }},
    {{"feet", "", "Names of the contacts that close in the stance, those of the feet first", ""},
     always,
     [](L l) { return Json(l.answer.feet); }},
    {{"contacts", "", "The closed contacts of the stance, as of an impact", "-"},
     always,
     [](L l) { return l.answer.impact ? contactsJson(l.answer.impact->problem, nullptr) : Json(nullptr); }},
    {{"gram", "1", "(k, k) Gram matrix of the unit normals of these contacts", "[0][0]"},
     always,
     [](L l) { return l.answer.impact ? rowsJson(l.answer.impact->problem.gram()) : Json(nullptr); }},
    {{"certificate", "", "Why the outcome is unique or not, as of an impact: unique, reason, group, …", "-"},
     always,
     [](L l) { return l.answer.impact ? certificateJson(*l.answer.impact) : Json(nullptr); }},
    {{"xi", "1", "xi of this fall; null where only its bounds are known", ""},
     always,
     [](L l) { return l.answer.stance.refused.empty() ? orNull(l.answer.stance.xi) : Json(nullptr); }},
    {{"xi_interval", "1", "(2,) bounds of xi", "[0]"},
     [](L l) { return l.answer.stance.refused.empty() && !l.answer.stance.xi; },
     [](L l) {
       return Json{number(l.answer.stance.lower), number(l.answer.stance.upper)};
     }},
    {{"nearest_unique", "", "As nearest", "-"}, always, nearestJson},
    {{"tolerance", "", "Of stances with joints that are off, as spread: xi_median, xi_q95 and xi_max",
      "xi_q95: 1"},
     always,
     toleranceJson},
    {{"loops", "",
      "The loops of the robot: name, residual (largest |g| of its equations in the stance) and impulse (of "
      "each equation, in N s or N m s, for the first outcome; null where there is none)",
      ": 1, [0].residual, [0].impulse[0]: N*s"},
     always,
     [](L l) {
       return loopsJson(l.answer.loops,
                        l.answer.impact ? firstLoopImpulses(*l.answer.impact) : Eigen::VectorXd());
     }},
    {{"speed", "m/s", "Speed of the fall in m/s", ""}, always, [](L l) { return number(l.question.speed); }},
    {{"moved", "", "Coordinates that moved from the start to the stance: name, unit, by and value (SI)",
      ": 1, [0].by, [0].value"},
     always,
     [](L l) { return movedJson(l.answer.moved); }},
    {{"stance", "",
      "The stance, whose feet reflect without loss whatever their restitution: stands, pairs (feet, gram and "
      "unique of each pair of contacts), unique (for every momentum), xi of this fall, xi_bounds, off_unique "
      "(rad, of the worst pair from the nearest pi/m), "
      "certificate, group, outcomes and complete; refused: why it cannot stand",
      "stands: 1, pairs: 1, pairs[0].gram: 1, pairs[0].unique: 1, unique: 1, xi: 1, xi_bounds[0]: 1, "
      "off_unique: rad, outcomes: 1, complete: 1"},
     always,
     levelJson},
    {{"tilted", "",
      "Stances with the base turned by pitch and, in space, roll (rad), roll by roll: stands, refused, "
      "unique, xi, xi_bounds and off_unique as of the stance",
      ": 1, [0].pitch: rad, [0].roll: rad, [0].stands: 1, [0].unique: 1, [0].xi: 1, [0].xi_bounds[0]: 1, "
      "[0].off_unique: rad"},
     isTilted,
     tiltedJson},
    {{"over", "", "In place of tilted: the coordinates of --over, each with its name, unit and values", "-"},
     isOver,
     overJson},
    {{"stances", "",
      "Stances with these coordinates held, the first one changing fastest: at (a value of each), stands, "
      "refused, unique, xi, xi_bounds and off_unique as of the stance",
      "-"},
     isOver,
     stancesJson},
    {{"nearest", "",
      "The nearest stance in which every pair is unique, as the stance, and what moved from there; null "
      "where "
      "there is none",
      "stands: 1, unique: 1, xi: 1, off_unique: rad, pairs[0].gram: 1, moved: 1, moved[0].by, "
      "moved[0].value"},
     always,
     nearestJson},
    {{"no_nearest", "", "Why there is no nearest unique stance", "-"},
     [](L l) { return !l.answer.noNearest.empty(); },
     [](L l) { return Json(l.answer.noNearest); }},
    {{"spread", "",
      "Stances with joints that are off: joint_angle (rad), joint_length (m), samples, seed, refused, "
      "undecided, unique, and median, q95 and max of xi; null without joints",
      "joint_angle: rad, joint_length: m, samples: 1, refused: 1, undecided: 1, unique: 1, median: 1, q95: "
      "1, "
      "max: 1"},
     always,
     spreadJson},
    {{"complete", "", "Whether it was not stopped", ""},
     always,
     [](L l) { return Json(!l.answer.isCancelled); }},
};

}  // namespace
}  // namespace landing_rows

std::span<const LandingKey> landingKeys() {
  return landing_rows::rows;
}

Json landingDocument(const AnsweredLanding& landing, const std::vector<std::string_view>& only) {
  Json json;
  for (const LandingKey& row : landingKeys())
    if ((only.empty() || std::ranges::find(only, row.key) != only.end()) && row.present(landing))
      json[std::string(row.key)] = row.value(landing);
  return json;
}

}  // namespace carom
