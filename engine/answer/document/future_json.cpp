#include "answer/document/future_json.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>

#include "answer/document/start_json.h"
#include "mechanics/variation/step_variation.h"
#include "mechanics/variation/tie_branches.h"

namespace carom {

namespace {

Json wordsJson(const ImpactEvent& event, const ImpactOfVariation& impact) {
  Json words = Json::array();
  for (const WordVariation& word : impact.words.words)
    words.push_back({{"ordering", wordJson(event.labels, word.word)},
                     {"momentum", list(word.momentum)},
                     {"map", rowsJson(word.map)},
                     {"cone", rowsJson(word.cone)},
                     {"inside", list(word.inside)}});
  return words;
}

/// The largest growth along the run.
Json alongJson(const GrowthOfRun& growth) {
  Json along = Json::array();
  for (std::size_t i = 0; i < growth.times.size(); ++i)
    along.push_back({{"time", growth.times[i]}, {"growth", number(growth.values[i])}});
  return along;
}

Json directedJson(const Trajectory& run, const DirectedRun& directed) {
  const RunVariation& variation = directed.variation;
  Json impacts = Json::array();
  for (const ImpactOfVariation& impact : variation.impacts) {
    if (impact.followed < 0) continue;
    const ImpactEvent& event = run.impacts[impact.impact];
    const WordVariation& word = impact.words.words[static_cast<std::size_t>(impact.followed)];
    impacts.push_back(
        {{"impact", impact.impact}, {"time", event.time}, {"ordering", wordJson(event.labels, word.word)}});
  }
  return {{"start", list(directed.start)},
          {"until", number(variation.until)},
          {"end", list(Eigen::VectorXd(variation.map.col(0)))},
          {"impacts", std::move(impacts)},
          {"stopped", variation.stopped.empty() ? Json() : Json(variation.stopped)}};
}

}  // namespace

namespace {

/// (δq, δp) of (δq, δv) at a state: 2n×2n.
Eigen::MatrixXd momentaOf(const Mechanism& mechanism, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  const Eigen::Index n = q.size();
  StepVariation slopes(mechanism);
  Eigen::MatrixXd T = Eigen::MatrixXd::Identity(2 * n, 2 * n);
  T.bottomLeftCorner(n, n) = slopes.momentumSlope(q, v);
  T.bottomRightCorner(n, n) = mechanism.massMatrix(q);
  return T;
}

/// The map by (δq, δv) in place of (δq, δp), and the cones of perturbations on which there is a map:
/// "matrix" and "cones".
void addMatrix(Json& json, const Mechanism& mechanism, const Trajectory& run, const RunVariation& variation) {
  const Eigen::VectorXd q0 = run.configuration(run.start()), q1 = run.configuration(variation.until);
  const Eigen::VectorXd v0 = run.startsWithImpact
                                 ? KineticMetric(mechanism.massMatrix(q0)).velocity(run.initialMomentum)
                                 : run.velocity(run.start());
  const Eigen::MatrixXd start = momentaOf(mechanism, q0, v0),
                        end = momentaOf(mechanism, q1, run.velocity(variation.until));
  const auto matrix = [&](const Eigen::MatrixXd& map) {
    return rowsJson(Eigen::MatrixXd(end.partialPivLu().solve(map * start)));
  };
  const TieBranches branches = tieBranches(variation);
  Json cones = Json::array();
  for (const TieBranch& branch : branches.all) {
    Json words = Json::array();
    for (const auto& [tie, word] : branch.ties) {
      const ImpactOfVariation& impact = variation.impacts[tie];
      words.push_back(wordJson(run.impacts[impact.impact].labels, impact.words.words[word].word));
    }
    cones.push_back({{"words", std::move(words)},
                     {"matrix", matrix(branch.map)},
                     {"condition", rowsJson(Eigen::MatrixXd(branch.condition * start))}});
  }
  json["to"] = variation.stopped.empty() ? Json("end") : number(variation.until);
  json["matrix"] = matrix(variation.map);
  json["cones"] = branches.all.empty() ? Json() : std::move(cones);
  json["cones_complete"] = !branches.all.empty() && branches.areWhole;
}

}  // namespace

Json variationJson(const Mechanism& mechanism, const Trajectory& run, const RunVariation& variation,
                   const GrowthOfRun& growthAlong, const DirectedRun* directed) {
  const double from = run.start();
  const Growth growth = growthOf(variation.map, mechanism.massMatrix(run.configuration(from)),
                                 mechanism.massMatrix(run.configuration(variation.until)));
  Json impacts = Json::array();
  for (const ImpactOfVariation& impact : variation.impacts) {
    const ImpactEvent& event = run.impacts[impact.impact];
    impacts.push_back({{"impact", impact.impact},
                       {"time", event.time},
                       {"before", rowsJson(impact.before)},
                       {"followed", impact.followed >= 0 ? Json(impact.followed) : Json()},
                       {"complete", impact.words.complete},
                       {"words", wordsJson(event, impact)}});
  }
  Json json = {{"until", number(variation.until)},
               {"along", alongJson(growthAlong)},
               {"direction", directed ? directedJson(run, *directed) : Json()},
               {"map", rowsJson(variation.map)},
               {"growth", list(growth.values)},
               {"directions", rowsJson(growth.directions.transpose())},
               {"continuous", orNull(variation.isContinuous())},
               {"corners", variation.hasCorners()},
               {"impacts", std::move(impacts)},
               {"stopped", variation.stopped.empty() ? Json() : Json(variation.stopped)}};
  addMatrix(json, mechanism, run, variation);
  return json;
}

namespace {

/// What separates a future from the most probable one; null where it is that.
Json decidedJson(const Future& first, const Future& future) {
  const auto parted = separation(first, future);
  if (!parted) return nullptr;
  const auto [there, here] = *parted;
  return {{"time", here->time},
          {"contacts", here->contacts},
          {"ordering", here->ordering},
          {"in_place_of", there->ordering}};
}

Json decisionsJson(const FuturesAnswer& answer, std::size_t most) {
  Json decisions = Json::array();
  for (const std::size_t i : mostDecisive(answer, most)) {
    const FutureDecision& decision = answer.decisions[i];
    decisions.push_back({{"time", decision.time},
                         {"contacts", decision.contacts},
                         {"reached", number(decision.reached)},
                         {"entropy", number(decision.entropy)},
                         {"decided", number(decision.decided())}});
  }
  return decisions;
}

/// Of each coordinate over all futures, time by time.
Json spreadJson(const Mechanism& mechanism, const FuturesAnswer& answer) {
  Json coordinates = Json::array();
  for (std::size_t i = 0; i < mechanism.coordinates().size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const auto of = [row](const Eigen::MatrixXd& values) { return list(Eigen::VectorXd(values.row(row))); };
    coordinates.push_back({{"name", mechanism.coordinates()[i].name},
                           {"min", of(answer.least)},
                           {"max", of(answer.most)},
                           {"mean", of(answer.mean)},
                           {"deviation", of(answer.deviation)}});
  }
  return {{"times", list(answer.times)}, {"coordinates", std::move(coordinates)}};
}

/// The mean rate at which the number N of futures has grown, ln N/(t₁ − t₀) (1/s), up to the last time that
/// is known.
Json growthRate(const FuturesAnswer& answer) {
  for (Eigen::Index i = answer.times.size(); i-- > 1;)
    if (const double N = static_cast<double>(answer.distinct[static_cast<std::size_t>(i)]);
        answer.times[i] <= answer.reached && N > 0)
      return number(std::log(N) / (answer.times[i] - answer.times[0]));
  return nullptr;
}

}  // namespace

Json futuresJson(const Scene& scene, const Mechanism& mechanism, const FuturesAnswer& answer,
                 std::size_t most) {
  Json ends = Json::array();
  for (const Future& future : answer.futures) {
    if (ends.size() == most) break;
    Json choices = Json::array(), orderings = Json::array();
    for (const FutureChoice* choice : choicesOf(future)) {
      orderings.push_back(choice->ordering);
      choices.push_back({{"time", choice->time},
                         {"contacts", choice->contacts},
                         {"ordering", choice->ordering},
                         {"outcomes", choice->outcomes},
                         {"probability", number(choice->probability)}});
    }
    ends.push_back({{"probability", number(future.probability)},
                    {"standard_error", number(future.standardError)},
                    {"time", number(future.state.time)},
                    {"q", list(future.state.q)},
                    {"p", list(future.state.p)},
                    {"momentum", list(future.state.p)},
                    {"orderings", std::move(orderings)},
                    {"choices", std::move(choices)},
                    {"decided_by", decidedJson(answer.futures.front(), future)},
                    {"stopped", future.stopped.empty() ? Json() : Json(future.stopped)}});
  }
  return {{"scene", scene.name()},
          {"coordinates", coordinatesJson(mechanism.coordinates())},
          {"count", answer.futures.size()},
          {"futures",
           answer.isDrawn() ? Json(std::to_string(answer.futures.size())) : Json(answer.futures.size())},
          {"ends", std::move(ends)},
          {"decisions", decisionsJson(answer, most)},
          {"lost", number(answer.lost)},
          {"impacts", answer.impacts},
          {"ambiguous", answer.ambiguous},
          {"sampled", answer.sampled},
          {"corners", answer.corners},
          {"merged", answer.merged},
          {"times", list(answer.times)},
          {"distinct", answer.distinct},
          {"mass", list(answer.mass)},
          {"entropy", list(answer.entropy)},
          {"spread", spreadJson(mechanism, answer)},
          {"growth_rate", growthRate(answer)},
          {"mean", rowsJson(answer.mean.transpose())},
          {"deviation", rowsJson(answer.deviation.transpose())},
          {"reached", number(answer.reached)},
          {"complete", answer.isComplete()},
          {"limit", answer.limit != Limit::None ? Json(toString(answer.limit))
                    : answer.lost > 0           ? Json("branches")
                                                : Json()}};
}

namespace {

Json noReturnJson(const NoReturn& why) {
  return {{"kind", std::string(wordOf(why.kind))},
          {"time", number(why.time)},
          {"contact", why.contact.empty() ? Json() : Json(why.contact)},
          {"lost", number(why.lost)}};
}

}  // namespace

Json orbitJson(const Mechanism& mechanism, const OrbitQuestion& question, const Orbit& orbit) {
  Json varied = Json::object(), parameters = Json::object(), travel = Json::object(), maps = Json::array(),
       byWords = Json::array();
  for (std::size_t i = 0; i < orbit.values.size(); ++i) {
    varied[orbit.names[i]] = number(orbit.values[i]);
    if (orbit.assignments.contains(orbit.names[i])) parameters[orbit.names[i]] = number(orbit.values[i]);
  }
  for (Eigen::Index i = 0; i < orbit.travel.size(); ++i)
    travel[question.travel[static_cast<std::size_t>(i)].first] = number(orbit.travel[i]);
  Json mirror = Json::object();
  for (const auto& [name, other, sign] : question.mirror) mirror[name] = (sign < 0 ? "-" : "") + other;
  for (const OrbitMap& map : orbit.maps) {
    Json multipliers = Json::array(), values = Json::array();
    for (const auto& value : map.multipliers) {
      multipliers.push_back({number(value.real()), number(value.imag())});
      values.push_back({{"re", number(value.real())}, {"im", number(value.imag())}});
    }
    byWords.push_back({{"words", map.words}, {"values", std::move(values)}});
    maps.push_back({{"orderings", map.words},
                    {"grows", map.grows},
                    {"multipliers", std::move(multipliers)},
                    {"map", rowsJson(map.map)}});
  }
  const bool isFound = orbit.failed.empty();
  Json json = {
      {"found", isFound},
      {"failed", isFound ? Json() : Json(orbit.failed)},
      {"period", number(orbit.period)},
      {"varied", std::move(varied)},
      {"parameters", std::move(parameters)},
      {"travel", std::move(travel)},
      {"mirror", std::move(mirror)},
      {"first_period", number(question.period)},
      {"miss", number(orbit.miss)},
      {"steps", orbit.steps},
      {"coordinates", coordinatesJson(mechanism.coordinates())},
      {"q", list(orbit.start.q)},
      {"momentum", list(orbit.start.p)},
      {"v", list(orbit.start.q.size() > 0
                     ? Eigen::VectorXd(mechanism.massMatrix(orbit.start.q).llt().solve(orbit.start.p))
                     : orbit.start.p)},
      {"residual", number(orbit.miss)},
      {"iterations", orbit.steps},
      {"multipliers", std::move(byWords)},
      {"stable", orbit.stability == OrbitStability::Stable     ? Json(true)
                 : orbit.stability == OrbitStability::Unstable ? Json(false)
                                                               : Json()},
      {"stability", isFound ? Json(std::string(wordOf(orbit.stability))) : Json()},
      {"growth_bounds", isFound ? Json{number(orbit.leastGrowth), number(orbit.greatestGrowth)} : Json()},
      {"maps", std::move(maps)},
      {"maps_complete", orbit.mapsAreComplete},
      {"without_maps", orbit.withoutMaps.empty() ? Json() : Json(orbit.withoutMaps)}};
  if (orbit.mostStable)
    json["most_stable"] = {{"growth", number(orbit.growth())},
                           {"before", number(orbit.mostStable->before)},
                           {"freedoms", orbit.mostStable->freedoms},
                           {"orbits", orbit.mostStable->orbits},
                           {"complete", orbit.mostStable->isComplete}};
  if (orbit.noReturn) json["no_return"] = noReturnJson(*orbit.noReturn);
  json["impacts"] = Json::array();
  for (const ImpactEvent& event : orbit.run.impacts)
    json["impacts"].push_back({{"time", event.time}, {"ordering", wordJson(event.labels, event.word)}});
  json["ties"] = Json::array();
  for (const TiedPair& pair : orbit.ties)
    json["ties"].push_back({{"time", pair.time},
                            {"contacts", pair.contacts},
                            {"cosine", number(pair.cosine)},
                            {"m", pair.exponent > 0 ? Json(pair.exponent) : Json()}});
  return json;
}

}  // namespace carom
