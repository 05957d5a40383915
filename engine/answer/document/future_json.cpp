#include "answer/document/future_json.h"

#include <Eigen/Dense>
#include <algorithm>

#include "answer/document/start_json.h"

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
  return {{"until", number(variation.until)},
          {"along", alongJson(growthAlong)},
          {"direction", directed ? directedJson(run, *directed) : Json()},
          {"map", rowsJson(variation.map)},
          {"growth", list(growth.values)},
          {"directions", rowsJson(growth.directions.transpose())},
          {"continuous", orNull(variation.isContinuous())},
          {"corners", variation.hasCorners()},
          {"impacts", std::move(impacts)},
          {"stopped", variation.stopped.empty() ? Json() : Json(variation.stopped)}};
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

}  // namespace

Json futuresJson(const Scene& scene, const Mechanism& mechanism, const FuturesAnswer& answer,
                 std::size_t most) {
  Json futures = Json::array();
  for (const Future& future : answer.futures) {
    if (futures.size() == most) break;
    Json choices = Json::array();
    for (const FutureChoice* choice : choicesOf(future))
      choices.push_back({{"time", choice->time},
                         {"contacts", choice->contacts},
                         {"ordering", choice->ordering},
                         {"outcomes", choice->outcomes},
                         {"probability", number(choice->probability)}});
    futures.push_back({{"probability", number(future.probability)},
                       {"standard_error", number(future.standardError)},
                       {"time", number(future.state.time)},
                       {"q", list(future.state.q)},
                       {"momentum", list(future.state.p)},
                       {"choices", std::move(choices)},
                       {"decided_by", decidedJson(answer.futures.front(), future)},
                       {"stopped", future.stopped.empty() ? Json() : Json(future.stopped)}});
  }
  return {{"scene", scene.name()},
          {"coordinates", coordinatesJson(mechanism.coordinates())},
          {"count", answer.futures.size()},
          {"futures", std::move(futures)},
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
  Json varied = Json::object(), travel = Json::object(), maps = Json::array();
  for (std::size_t i = 0; i < orbit.values.size(); ++i) varied[orbit.names[i]] = number(orbit.values[i]);
  for (Eigen::Index i = 0; i < orbit.travel.size(); ++i)
    travel[question.travel[static_cast<std::size_t>(i)].first] = number(orbit.travel[i]);
  for (const OrbitMap& map : orbit.maps) {
    Json multipliers = Json::array();
    for (const auto& value : map.multipliers)
      multipliers.push_back({number(value.real()), number(value.imag())});
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
      {"travel", std::move(travel)},
      {"miss", number(orbit.miss)},
      {"steps", orbit.steps},
      {"coordinates", coordinatesJson(mechanism.coordinates())},
      {"q", list(orbit.start.q)},
      {"momentum", list(orbit.start.p)},
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
