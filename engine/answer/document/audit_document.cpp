#include "answer/document/audit_document.h"

#include <algorithm>
#include <cmath>

#include "audit/recorded_forces.h"
#include "base/number_text.h"

namespace carom {

namespace audit_rows {
namespace {

using A = const AnsweredAudit&;
using J = const ExplainedJump&;

constexpr std::size_t mostWords = 64;

Json measured(const Measured& value) {
  return {{"value", number(value.value)}, {"error", number(value.error)}};
}
Json change(const Measured& value) {
  return {{"change", number(value.value)}, {"error", number(value.error)}};
}

std::string contactName(A a, int contact) {
  return a.mechanism.contacts()[static_cast<std::size_t>(contact)].name;
}

Json names(A a, const std::vector<int>& contacts) {
  Json list = Json::array();
  for (const int contact : contacts) list.push_back(contactName(a, contact));
  return list;
}

/// e (μ) of the classes that a word has, by the names of its contacts; null where it has no effect.
Json coefficients(A a, const WordFit& fit, bool friction) {
  Json all = Json::object();
  const auto& classes = a.audited.report.classes;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (friction && !classes[c].law) continue;
    const auto isOf = [&](int contact) {
      return std::ranges::find(classes[c].contacts, contact) != classes[c].contacts.end();
    };
    if (std::ranges::none_of(fit.word, isOf)) continue;
    const auto at = static_cast<Eigen::Index>(c);
    const int parameter = static_cast<int>(friction ? classes.size() + c : c);
    const bool isFitted = std::ranges::find(fit.parameters, parameter) != fit.parameters.end();
    const double error = (friction ? fit.deviation.mu : fit.deviation.e)[at];
    const double value = (friction ? fit.values.mu : fit.values.e)[at];
    all[classLabel(a.mechanism, classes[c])] =
        isFitted && error == 0 ? Json(nullptr) : measured({value, error});
  }
  return all;
}

Json wordsOf(A a, J jump) {
  Json list = Json::array();
  for (const WordFit& fit : jump.words) {
    if (list.size() >= mostWords) break;
    list.push_back({{"word", names(a, fit.word)},
                    {"likelihood", number(fit.likelihood)},
                    {"outcome", fit.outcome},
                    {"deviations", number(fit.deviations)},
                    {"restitution", coefficients(a, fit, false)},
                    {"friction", coefficients(a, fit, true)}});
  }
  return list;
}

Json nearestOf(A a, J jump) {
  if (!jump.nearest) return nullptr;
  return {{"word", names(a, jump.nearest->word)},
          {"distance", number(jump.distance)},
          {"deviations", number(jump.nearest->deviations)},
          {"restitution", coefficients(a, *jump.nearest, false)},
          {"friction", coefficients(a, *jump.nearest, true)}};
}

Json impossibleOf(A a, J jump) {
  Json list = Json::array();
  for (const Impossibility& one : jump.impossible)
    list.push_back({{"what", nameOf(one.kind)},
                    {"amount", number(one.amount)},
                    {"error", number(one.error)},
                    {"unit", unitOf(one.kind)},
                    {"contact", one.contact >= 0 ? Json(contactName(a, one.contact)) : Json(nullptr)}});
  return list;
}

Json permissibleOf(A, J jump) {
  if (!jump.permissible) return nullptr;
  return {{"energy", jump.permissible->energy},
          {"separation", jump.permissible->separation},
          {"compression", jump.permissible->compression},
          {"friction", jump.permissible->friction}};
}

Json rubbingOf(A a, J jump) {
  if (!jump.rubbing) return nullptr;
  Json json = measured(jump.rubbing->size);
  json["contact"] = contactName(a, jump.rubbing->contact);
  return json;
}

Json impulsesOf(A, J jump) {
  Json list = Json::array();
  for (const Measured& impulse : jump.impulses) list.push_back(measured(impulse));
  return list;
}

Json momentaOf(A, J jump) {
  return {{"before", list(jump.momentumBefore)}, {"after", list(jump.momentumAfter)}};
}

constexpr std::array jumpRows{
    JumpKey{{"time", "s", "Time of the first collision of the likeliest word", ""},
            [](A, J j) { return number(j.time); }},
    JumpKey{{"window", "s", "Times between which the jump lies", "[0]"},
            [](A, J j) {
              return Json{number(j.window[0]), number(j.window[1])};
            }},
    JumpKey{
        {"late", "s",
         "The time by which collisions are taken to be late: the steps of engines do not end at them, which "
         "adds to all errors; 0: they are where gaps close",
         ""},
        [](A, J j) { return number(j.late); }},
    JumpKey{
        {"late_energy", "J",
         "The most energy that a late collision gives, by the step of its rule: what appears beyond it, and "
         "beyond 5 standard deviations of the noise, is impossible",
         ""},
        [](A, J j) { return number(j.lateEnergy); }},
    JumpKey{{"contacts", "", "Contacts that meet", "-"}, [](A a, J j) { return names(a, j.contacts); }},
    JumpKey{{"xi", "1", "Indeterminacy of the impact of these contacts at once; null: not decided", ""},
            [](A, J j) { return orNull(j.xi); }},
    JumpKey{{"unique", "", "Whether that impact has one outcome for every momentum; null: not decided", "-"},
            [](A, J j) { return orNull(j.unique); }},
    JumpKey{{"certificate", "", "The rule that decides unique", "-"},
            [](A, J j) { return Json(j.certificate); }},
    JumpKey{{"verdict", "", "explained, unexplained, impossible or undecided", "-"},
            [](A, J j) { return Json(nameOf(j.verdict)); }},
    JumpKey{{"why", "", "The verdict in a sentence", "-"}, [](A a, J j) { return Json(whyJump(a, j)); }},
    JumpKey{
        {"words", "", "Words that fit, the likeliest first; the words of one outcome share its likelihood",
         "[0].likelihood, [0].deviations"},
        wordsOf},
    JumpKey{{"words_fitting", "1", "Number of words that fit; the document lists 64", ""},
            [](A, J j) { return Json(j.words.size()); }},
    JumpKey{{"words_tried", "1", "Number of words that were tried", ""},
            [](A, J j) { return Json(j.tried); }},
    JumpKey{{"complete", "", "Whether all words were tried", "-"}, [](A, J j) { return Json(j.triedAll); }},
    JumpKey{{"nearest", "",
             "The word that fits best, even where it does not fit: distance over the norm of the momentum "
             "before, deviations of the residual",
             "distance, deviations"},
            nearestOf},
    JumpKey{{"impossible", "",
             "Parts of the jump that no rigid body can have: energy or momentum that appeared, contacts that "
             "close into each other or would have to pull",
             "[0].amount, [0].error"},
            impossibleOf},
    JumpKey{{"in_hull", "",
             "Whether the momentum after the jump is in the hull of the outcomes, within the noise", "-"},
            [](A, J j) { return orNull(j.inHull); }},
    JumpKey{
        {"hull_distance", "1",
         "The distance of the momentum after the jump from that hull, over the norm of the momentum before",
         ""},
        [](A, J j) { return orNull(j.hullDistance); }},
    JumpKey{{"permissible", "", "Conditions on the impulses that fit best, within the noise", "-"},
            permissibleOf},
    JumpKey{
        {"rubbing", "N*s",
         "The largest impulse along the surface of a contact, where no word explains the jump and impulses "
         "along normals and surfaces do: of a contact without a law, or with another one; null: there is "
         "none",
         "value, error"},
        rubbingOf},
    JumpKey{{"impulses", "N*s", "Normal impulses of the contacts that fit best, none pulling",
             "[0].value, [0].error"},
            impulsesOf},
    JumpKey{{"energy", "J", "Change of kinetic and potential energy", "change, error"},
            [](A, J j) { return change(j.energy); }},
    JumpKey{{"momentum", "sqrt(J)",
             "Change of momentum that no impulse of these contacts gives, in the kinetic "
             "norm",
             "change, error"},
            [](A, J j) { return change(j.momentum); }},
    JumpKey{
        {"momenta", "", "Momenta before and after, in the order of the coordinates", "before[0], after[0]"},
        momentaOf},
};

Json mappingOf(A a) {
  Json json = {{"name", a.audited.map.name.empty() ? Json("scene") : Json(a.audited.map.name)},
               {"velocities", a.audited.run.hasVelocities()},
               {"tilt", number(a.audited.map.tilt)}};
  json["estimates"] = Json::array();
  for (const MapEstimate& one : a.audited.estimates)
    json["estimates"].push_back(
        {{"what", one.what},
         {"coordinate", one.coordinate.empty() ? Json(nullptr) : Json(one.coordinate)},
         {"value", number(one.value.value)},
         {"error", number(one.value.error)},
         {"samples", one.samples}});
  json["told_by_loops"] = Json::array();
  for (const int i : a.audited.run.told)
    json["told_by_loops"].push_back(a.mechanism.coordinates()[static_cast<std::size_t>(i)].name);
  json["recorded_forces"] = Json::array();
  for (const int i : coordinatesWithTorques(a.audited.run))
    json["recorded_forces"].push_back(a.mechanism.coordinates()[static_cast<std::size_t>(i)].name);
  return json;
}

Json noiseOf(A a) {
  Json list = Json::array();
  const RecordingNoise& noise = a.audited.report.motion.noise;
  for (Eigen::Index i = 0; i < noise.q.size(); ++i) {
    const Coordinate& coordinate = a.mechanism.coordinates()[static_cast<std::size_t>(i)];
    list.push_back({{"coordinate", coordinate.name},
                    {"unit", coordinate.unit},
                    {"deviation", number(noise.q[i])},
                    {"velocity_deviation", noise.v.size() > 0 ? number(noise.v[i]) : Json(nullptr)}});
  }
  return list;
}

/// The contacts that stand in a flight; of these, those that stick.
std::vector<int> standingIn(const RecordedFlight& flight, bool onlySticking) {
  std::vector<int> contacts;
  for (const StandingContact& one : flight.standing)
    if (one.sticks || !onlySticking) contacts.push_back(one.contact);
  return contacts;
}

Json flightsOf(A a) {
  Json list = Json::array();
  for (const RecordedFlight& flight : a.audited.report.motion.flights)
    list.push_back({{"from", number(a.audited.run.time[flight.first])},
                    {"to", number(a.audited.run.time[flight.last])},
                    {"samples", flight.count()},
                    {"lasting", names(a, flight.lasting)},
                    {"standing", names(a, standingIn(flight, false))},
                    {"sticking", names(a, standingIn(flight, true))},
                    {"chi2", number(flight.chi2)},
                    {"freedom", flight.freedom}});
  return list;
}

Json jumpsOf(A a) {
  Json list = Json::array();
  for (const ExplainedJump& jump : a.audited.report.jumps) {
    Json one;
    for (const JumpKey& row : jumpRows) one[std::string(row.key)] = row.value(a, jump);
    list.push_back(std::move(one));
  }
  return list;
}

Json fitOf(A a) {
  Json json = {{"restitution", Json::object()}, {"friction", Json::object()}};
  for (const CoefficientFit& fit : a.audited.report.fit)
    json[fit.isFriction ? "friction" : "restitution"]
        [classLabel(a.mechanism, a.audited.report.classes[fit.contactClass])] = {
            {"value", number(fit.value)},     {"error", number(fit.error)}, {"of_steps", number(fit.late)},
            {"scatter", number(fit.scatter)}, {"chi2", number(fit.chi2)},   {"jumps", fit.jumps},
            {"left_out", fit.leftOut}};
  return json;
}

Json driftOf(A a) {
  Json list = Json::array();
  for (const FlightDrift& drift : a.audited.report.drift)
    list.push_back({{"from", number(a.audited.run.time[a.audited.report.motion.flights[drift.flight].first])},
                    {"change", number(drift.change.value)},
                    {"error", number(drift.change.error)}});
  return list;
}

/// What contacts do between jumps that they cannot do: overlaps, with their depths, or pulls, with their
/// forces.
template <typename Fault>
Json faultsOf(A a, const std::vector<Fault>& faults, const char* key, double Fault::*amount) {
  Json list = Json::array();
  for (const Fault& fault : faults)
    list.push_back({{"contact", contactName(a, fault.contact)},
                    {"from", number(fault.times[0])},
                    {"to", number(fault.times[1])},
                    {key, number(fault.*amount)},
                    {"error", number(fault.error)}});
  return list;
}

Json offsetsOf(A a) {
  Json list = Json::array();
  for (const GapOffset& offset : a.audited.report.offsets)
    list.push_back({{"contacts", classLabel(a.mechanism, a.audited.report.classes[offset.contactClass])},
                    {"gap", number(offset.gap.value)},
                    {"error", number(offset.gap.error)},
                    {"jumps", offset.jumps}});
  return list;
}

constexpr std::array auditRows{
    AuditKey{{"scene", "", "Name of the scene", "-"}, [](A a) { return Json(a.scene); }},
    AuditKey{{"complete", "", "Whether every jump was examined", "-"},
             [](A a) { return Json(a.audited.report.complete); }},
    AuditKey{{"samples", "1", "Number of samples", ""}, [](A a) { return Json(a.audited.run.size()); }},
    AuditKey{
        {"mapping", "",
         "The map from columns to coordinates: name, velocities, tilt, the estimates of offsets, the "
         "coordinates without a column, which loops tell from the others, and those with recorded forces",
         "tilt"},
        mappingOf},
    AuditKey{{"recorded_step", "s",
              "The step of the rule of which the recording is a run: flights are followed by these steps. "
              "Null: of "
              "none that is known, and flights are followed exactly",
              ""},
             [](A a) { return orNull(a.audited.report.motion.step); }},
    AuditKey{
        {"recorded_rule", "",
         "That rule: midpoint rule, as of Carom's own runs, semi-implicit Euler rule, as of most engines, "
         "semi-implicit Euler rule with implicit damping, or explicit Euler rule",
         "-"},
        [](A a) {
          const DividedMotion& motion = a.audited.report.motion;
          return motion.step ? Json(nameOf(motion.rule)) : Json();
        }},
    AuditKey{
        {"motors_start", "s",
         "Time of the first impact of the recording, at which the motors start that wait for it. Null: no "
         "motor "
         "waits, or there is no impact",
         ""},
        [](A a) { return orNull(a.audited.report.motorsStart); }},
    AuditKey{{"noise", "", "Standard deviation of one sample of each coordinate", "[0].deviation"}, noiseOf},
    AuditKey{{"flights", "",
              "Parts without a jump; lasting names the contacts that press, standing those of them that are "
              "followed by "
              "the forces which keep them closed, sticking those of these that do not slip",
              "[0].chi2"},
             flightsOf},
    AuditKey{{"unexamined", "s",
              "Times between flights at whose ends no motion was found: whether there is a jump is not known",
              "[0]"},
             [](A a) { return Json(a.audited.report.motion.unknown); }},
    AuditKey{{"hints", "",
              "What to look at first, where verdicts may be about units, places or laws: sentences", "-"},
             [](A a) { return Json(auditHints(a)); }},
    AuditKey{{"jumps", "", "Jumps of velocity, one object each", "-"}, jumpsOf},
    AuditKey{
        {"fit", "",
         "Coefficients of all jumps together: error, the part of it that is of late collisions (`of_steps`), "
         "scatter of the single jumps",
         "restitution.*.value, friction.*.value"},
        fitOf},
    AuditKey{{"appeared", "J", "Energy that appeared in jumps", "value, error"},
             [](A a) { return measured(a.audited.report.appeared); }},
    AuditKey{{"vanished", "J", "Energy that vanished in jumps", "value, error"},
             [](A a) { return measured(a.audited.report.vanished); }},
    AuditKey{{"drift", "J", "Change of energy between the halves of flights", "[0].change, [0].error"},
             driftOf},
    AuditKey{{"overlaps", "m", "Contacts that overlap by more than the noise", "[0].depth, [0].error"},
             [](A a) { return faultsOf(a, a.audited.report.overlaps, "depth", &RecordedOverlap::depth); }},
    AuditKey{{"pulls", "N", "Contacts that stand and would have to pull their bodies together",
              "[0].force, [0].error"},
             [](A a) { return faultsOf(a, a.audited.report.pulls, "force", &RecordedPull::force); }},
    AuditKey{{"offsets", "m", "Gaps at which contacts collide, 0 where the places are right",
              "[0].gap, [0].error"},
             offsetsOf},
};

std::string joinedNames(A a, const std::vector<int>& word) {
  std::string text;
  for (const int contact : word) text += (text.empty() ? "" : " ") + contactName(a, contact);
  return word.empty() ? "no collision" : text;
}

/// A time to a tenth of a millisecond.
std::string timeText(double seconds) {
  return shortestText(std::round(seconds * 1e4) / 1e4);
}

/// "2.3 ± 0.1 J"
std::string withError(double value, double error, const std::string& unit) {
  return threeDigits(value) + " ± " + threeDigits(error) + (unit.empty() ? "" : " " + unit);
}

std::string listed(A a, const std::vector<int>& contacts) {
  std::string text;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == contacts.size() ? " and " : ", ") + contactName(a, contacts[i]);
  return text;
}

std::string lateness(J jump) {
  return "up to " + threeDigits(jump.late) + " s late, as those of engines are";
}

std::string whatMet(A a, J jump) {
  const std::string when = "between " + timeText(jump.window[0]) + " and " + timeText(jump.window[1]) + " s";
  if (jump.contacts.empty()) return "The velocity jumps " + when + ", and no contact is near.";
  std::string text =
      listed(a, jump.contacts) + (jump.contacts.size() > 1 ? " meet " : " meets ") + when + ".";
  if (jump.late > 0) text += " Collisions may be " + lateness(jump) + ".";
  return text;
}

/// "e = 0.7 ± 0.01 of floor, mu = 0.2 ± 0.1 of floor": what was fitted for a word.
std::string coefficientsFitted(A a, const WordFit& fit) {
  std::string text;
  const auto& classes = a.audited.report.classes;
  for (const int parameter : fit.parameters) {
    const auto count = static_cast<int>(classes.size());
    const bool isFriction = parameter >= count;
    const auto c = static_cast<std::size_t>(parameter % count);
    const double value = (isFriction ? fit.values.mu : fit.values.e)[static_cast<Eigen::Index>(c)];
    const double error = (isFriction ? fit.deviation.mu : fit.deviation.e)[static_cast<Eigen::Index>(c)];
    if (error == 0) continue;  // it has no effect
    text += (text.empty() ? "" : ", ") + std::string(isFriction ? "mu = " : "e = ") +
            withError(value, error, "") + " of " + classLabel(a.mechanism, classes[c]);
  }
  return text;
}

std::string explainedBy(A a, J jump) {
  const WordFit& best = jump.words.front();
  std::string text =
      "The ordering " + joinedNames(a, best.word) +
      " carries the flight before into the flight after within the noise, with a likelihood of " +
      threeDigits(best.likelihood);
  const std::string fitted = coefficientsFitted(a, best);
  text += fitted.empty() ? "." : ", for " + fitted + ".";
  if (jump.words.size() == 1) return text;
  constexpr std::size_t mostNamed = 3;
  text += jump.words.size() == 2 ? " Another one fits, too: "
                                 : " " + std::to_string(jump.words.size() - 1) + " others fit, too: ";
  for (std::size_t i = 1; i < std::min(jump.words.size(), mostNamed + 1); ++i)
    text += (i > 1 ? "; " : "") + joinedNames(a, jump.words[i].word) + " (" +
            threeDigits(jump.words[i].likelihood) + ")";
  return text + (jump.words.size() > mostNamed + 1 ? "; …" : "") + ".";
}

std::string notExplained(A a, J jump) {
  std::string text = (jump.triedAll ? "None of the " : "None of the first ") + std::to_string(jump.tried) +
                     (jump.tried == 1 ? " ordering" : " orderings") + " fits.";
  if (!jump.nearest) return text;
  text += " The nearest, " + joinedNames(a, jump.nearest->word) + ", ends " + threeDigits(jump.distance) +
          " of the momentum before away from what was recorded, " + threeDigits(jump.nearest->deviations) +
          " standard deviations";
  const std::string fitted = coefficientsFitted(a, *jump.nearest);
  return text + (fitted.empty() ? "." : ", for " + fitted + ".");
}

std::string impossibleBecause(A a, J jump, const Impossibility& one) {
  const std::string amount = withError(one.amount, one.error, std::string(unitOf(one.kind)));
  switch (one.kind) {
    case Impossibility::Kind::Energy:
      return "No impact of rigid bodies gives energy, and " + amount + " appeared" +
             (jump.late > 0 ? ", where a late one gives " + threeDigits(jump.lateEnergy) + " J at most."
                            : ".");
    case Impossibility::Kind::Momentum:
      return "Impulses along the normals and tangents of these contacts leave " + amount +
             " of the change of momentum.";
    case Impossibility::Kind::Overlap:
      return contactName(a, one.contact) + " still closes after the jump, at " + amount +
             ": its bodies go into each other.";
    case Impossibility::Kind::Pull:
      return contactName(a, one.contact) + " would have to pull its bodies together, with " + amount + ".";
  }
  return {};
}

/// Whether the order decides this impact, and where the recorded momentum is among its outcomes.
std::string orderMatters(J jump) {
  std::string text;
  if (jump.unique == true)
    text = "Every order of these contacts ends alike (" + jump.certificate + ")";
  else if (jump.xi)
    text = *jump.xi > 0 ? "The order of these contacts matters: outcomes are up to " + threeDigits(*jump.xi) +
                              " of the momentum before apart"
                        : "Every order of these contacts ends alike from this momentum";
  if (text.empty()) return text;
  if (jump.inHull && !*jump.inHull)
    text += "; the recorded momentum is " + threeDigits(jump.hullDistance.value_or(0)) +
            " of the momentum before outside the hull of the outcomes";
  else if (jump.inHull)
    text += "; the recorded momentum is in the hull of the outcomes";
  return text + ".";
}

}  // namespace
}  // namespace audit_rows

std::span<const AuditKey> auditKeys() {
  return audit_rows::auditRows;
}

std::span<const JumpKey> jumpKeys() {
  return audit_rows::jumpRows;
}

Json auditDocument(const AnsweredAudit& audit) {
  Json json;
  for (const AuditKey& row : auditKeys()) json[std::string(row.key)] = row.value(audit);
  return json;
}

std::string classLabel(const Mechanism& mechanism, const ContactClass& of) {
  const auto& contacts = mechanism.contacts();
  if (of.contacts.size() == contacts.size() && contacts.size() > 1) return "all contacts";
  std::string text;
  constexpr std::size_t most = 4;
  for (std::size_t i = 0; i < std::min(most, of.contacts.size()); ++i)
    text += (i ? ", " : "") + contacts[static_cast<std::size_t>(of.contacts[i])].name;
  return of.contacts.size() > most ? text + ", ..." : text;
}

std::string threeDigits(double value) {
  if (value == 0 || !std::isfinite(value)) return shortestText(value);
  const double scale = std::pow(10, 3 - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  return shortestText(std::round(value * scale) / scale);
}

std::vector<std::string> jumpReasons(const AnsweredAudit& audit, const ExplainedJump& jump) {
  using namespace audit_rows;
  std::vector<std::string> reasons{whatMet(audit, jump)};
  if (jump.verdict == JumpVerdict::Explained) reasons.push_back(explainedBy(audit, jump));
  if (jump.verdict == JumpVerdict::Undecided) reasons.push_back("It is not decided: " + jump.undecided + ".");
  if (jump.isRefused()) reasons.push_back(notExplained(audit, jump));
  if (jump.verdict == JumpVerdict::Impossible)
    for (const Impossibility& one : jump.impossible) reasons.push_back(impossibleBecause(audit, jump, one));
  if (std::string text = orderMatters(jump); !text.empty()) reasons.push_back(std::move(text));
  reasons.push_back("Energy changed by " + withError(jump.energy.value, jump.energy.error, "J") + ".");
  return reasons;
}

std::string whyJump(const AnsweredAudit& audit, const ExplainedJump& jump) {
  using namespace audit_rows;
  switch (jump.verdict) {
    case JumpVerdict::Explained:
      return "explained by the ordering " + joinedNames(audit, jump.words.front().word) +
             (jump.words.size() > 1 ? ", and by " + std::to_string(jump.words.size() - 1) + " others" : "") +
             (jump.late > 0 ? ", " + lateness(jump) : "");
    case JumpVerdict::Undecided:
      return jump.undecided;
    case JumpVerdict::Unexplained:
      return jump.nearest
                 ? "no ordering explains it: the nearest, " + joinedNames(audit, jump.nearest->word) +
                       ", is " + threeDigits(jump.nearest->deviations) + " deviations off"
                 : "no ordering leads from the state before to one in which no contact closes";
    case JumpVerdict::Impossible:
      break;
  }
  std::string text;
  for (const Impossibility& one : jump.impossible) {
    const std::string amount =
        threeDigits(one.amount) + " +- " + threeDigits(one.error) + " " + std::string(unitOf(one.kind));
    const std::string at = one.contact >= 0 ? contactName(audit, one.contact) : "";
    text += text.empty() ? "" : "; ";
    if (one.kind == Impossibility::Kind::Energy) text += "energy appeared, " + amount;
    if (one.kind == Impossibility::Kind::Momentum)
      text += "momentum appeared that no contact gives, " + amount;
    if (one.kind == Impossibility::Kind::Overlap) text += at + " closes into an overlap at " + amount;
    if (one.kind == Impossibility::Kind::Pull) text += at + " would have to pull with " + amount;
  }
  return text;
}

}  // namespace carom
