#include "answer/question/options.h"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "base/near_names.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "scene/expression/expression.h"
#include "scene/expression/unit_check.h"
#include "study/measure.h"

namespace carom {

namespace option_rows {
namespace {

using Q = Question;
using Texts = std::vector<std::string>;
using Takes = Option::Takes;
using enum Command;

constexpr std::size_t mostTilts = 1'000, mostSamples = 1'000'000'000, mostTolerated = 10'000'000,
                      mostCloud = 1'000'000, mostTimes = 100'000, mostFutures = 1'000'000'000'000,
                      mostPoints = 10'000'000, mostImpact = 1'000'000'000;
constexpr Commands scenes{Resolve, Simulate, Figure,  Sweep,   Compare, Robust,
                          Design,  Audit,    Landing, Futures, Orbit},
    impacts{Resolve, Simulate, Figure, Study}, runs{Simulate, Figure, Study},
    moves{Simulate, Figure, Study, Futures, Orbit},
    searches{Resolve, Sweep, Compare, Robust, Landing, StudyLimits},
    restituted{Resolve, Simulate, Figure, Sweep, Compare, Robust, Study, StudyImpact, Futures, Orbit};

[[noreturn]] void refuseWord(const std::string& option, const std::string& text, const std::string& expected,
                             ExitStatus status = ExitStatus::CommandFault) {
  throw CommandError(status, option + ' ' + text + ": expected " + expected);
}

/// A number over the parameters of the scene, where there are some. of: the parameter that it is a value of.
double numberOver(const std::string& option, const std::string& text, const Known& known,
                  const std::string& of = {}) try {
  if (known.numbers && !of.empty())
    if (const auto fault = unitFault(text, {known.numbers->unitOf(of)}))
      throw CommandError(ExitStatus::CommandFault,
                         option + ": " + text + ' ' + fault->problem + "; expected " + fault->expected);
  return known.numbers ? (*known.numbers)(text) : Expression(text, {}, nullptr)();
} catch (const ExpressionError& error) {
  throw CommandError(ExitStatus::CommandFault, option + ": " + error.what());
}

/// "ac,bc" of indices. Those that the scene does not have, after an edit that took contacts away, are left
/// out, as a run leaves them out.
template <typename Indices>
std::string namesAt(const Indices& indices, const Texts& names) {
  Texts parts;
  for (const auto index : indices)
    if (static_cast<std::size_t>(index) < names.size())
      parts.push_back(names[static_cast<std::size_t>(index)]);
  return joined(parts, ",");
}

template <typename Index>
std::vector<Index> indicesOf(const std::string& option, const std::string& text, const Texts& names) {
  std::vector<Index> indices;
  for (const std::size_t index : contactsNamed(option, text, names))
    indices.push_back(static_cast<Index>(index));
  return indices;
}

/// "3:ac,bc": the ordering of impact 3.
std::pair<int, std::vector<int>> orderingAt(const Reading& r) {
  const std::size_t colon = r.text.find(':');
  if (colon == std::string::npos) refuseWord(r.option, r.text, "IMPACT:CONTACT,…");
  const std::size_t impact = parseCount(r.option, r.text.substr(0, colon), 0, mostImpact);
  return {static_cast<int>(impact), indicesOf<int>(r.option, r.text.substr(colon + 1), r.known.contacts)};
}

/// Empty where none of the contacts is there any more.
Texts orderingWord(int impact, const std::vector<int>& contacts, const Known& known) {
  const std::string names = namesAt(contacts, known.contacts);
  return names.empty() ? Texts() : Texts{std::to_string(impact) + ':' + names};
}

/// "c@0.2=0,1,0": an impulse (N·s) on body c at 0.2 s; a missing z is 0.
RunPush readPush(const Reading& r) {
  const std::string& text = r.text;
  const Known& known = r.known;
  const std::size_t equals = text.rfind('='), at = text.rfind('@', equals);
  if (equals == std::string::npos || at == std::string::npos) refuseWord("--push", text, "BODY@T=JX,JY,JZ");
  RunPush push{0, text.substr(0, at), Eigen::Vector3d::Zero()};
  if (std::ranges::find(known.bodies, push.body) == known.bodies.end())
    throw CommandError(ExitStatus::CommandFault, "--push: unknown body \"" + push.body + "\"; expected " +
                                                     expectedName(push.body, known.bodies));
  push.time = parseNumber("--push", text.substr(at + 1, equals - at - 1));
  const Texts parts = splitText(text.substr(equals + 1), ',');
  if (parts.size() < 2 || parts.size() > 3) refuseWord("--push", text, "two or three components");
  for (std::size_t i = 0; i < parts.size(); ++i)
    push.impulse[static_cast<Eigen::Index>(i)] = parseNumber("--push", parts[i]);
  if (!(push.time >= 0) || !std::isfinite(push.time) || !push.impulse.allFinite())
    refuseWord("--push", text, "a time >= 0 and finite components", ExitStatus::InputFault);
  return push;
}

OverRange readOver(const Reading& r) {
  const std::string& over = r.text;
  const Known& known = r.known;
  const std::string option = r.option + ' ' + over;
  const auto equals = over.find('=');
  const Texts range = splitText(equals == std::string::npos ? "" : over.substr(equals + 1), ':');
  if (range.size() != 3) throw CommandError(ExitStatus::CommandFault, option + ": expected NAME=A:B:N");
  const std::string name = over.substr(0, equals);
  const double a = numberOver(option, range[0], known, name), b = numberOver(option, range[1], known, name);
  if (!std::isfinite(a) || !std::isfinite(b))
    throw CommandError(ExitStatus::CommandFault, option + ": the ends are not finite");
  return {name, a, b, parseCount(option + ": N =", range[2], 1, mostPoints)};
}

/// A number ≥ 0, or > 0, of a landing.
template <double LandingQuestion::*member, bool isPositive = false>
void readLength(const Reading& r) {
  const double value = numberOver(r.option, r.text, r.known);
  if (!std::isfinite(value) || value < 0 || (isPositive && value == 0))
    refuseWord(r.option, r.text, isPositive ? "a number > 0" : "a number ≥ 0", ExitStatus::InputFault);
  r.question.landing.*member = value;
}
template <double LandingQuestion::*member>
Texts writeLength(const Q& question, const Known& /*known*/) {
  const double value = question.landing.*member;
  return value == LandingQuestion().*member ? Texts() : Texts{shortestText(value)};
}

/// "NAME=TEXT,…", in pairs; a name without a text has none.
std::vector<std::pair<std::string, std::string>> namedItems(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> items;
  for (const std::string& item : splitText(text, ',')) {
    const auto equals = item.find('=');
    items.emplace_back(item.substr(0, equals), equals == std::string::npos ? "" : item.substr(equals + 1));
  }
  return items;
}

void readTolerances(const Reading& r) {
  Q& question = r.question;
  const Known& known = r.known;
  for (const auto& [name, width] : namedItems(r.text)) {
    if (width.empty()) refuseWord("--tolerance", name, "NAME=WIDTH");
    question.tolerances.push_back(
        {name, numberOver("--tolerance " + name + '=' + width, width, known, name)});
  }
}

void readStiffness(const Reading& r) {
  Q& question = r.question;
  const Known& known = r.known;
  for (const auto& [name, ratio] : namedItems(r.text)) {
    const std::string item = name + (ratio.empty() ? "" : '=' + ratio);
    const auto refuse = [&](const std::string& problem) {
      throw CommandError(ExitStatus::CommandFault, "--stiffness " + item + ": " + problem);
    };
    if (ratio.empty()) refuse("expected CONTACT=RATIO");
    if (std::ranges::find(known.closed, name) == known.closed.end())
      refuse(known.closed.empty()
                 ? "no contact is closed"
                 : "no closed contact of this name; there are " + joined(known.closed, ", "));
    const double value = parseNumber("--stiffness " + name + ":", ratio);
    if (!(value > 0) || !std::isfinite(value))
      refuseWord("--stiffness", item, "a ratio > 0", ExitStatus::InputFault);
    if (!question.stiffness.emplace(name, value).second) refuse("the same contact twice");
  }
}

DesignRange& rangeOf(Q& question, const std::string& variable) {
  auto& ranges = question.design.ranges;
  const auto found = std::ranges::find(ranges, variable, &DesignRange::variable);
  return found != ranges.end() ? *found : ranges.emplace_back(DesignRange{variable, {}, {}});
}

/// "theta=60deg:100deg,ra".
void readVary(const Reading& r) {
  Q& question = r.question;
  const Known& known = r.known;
  for (const auto& [name, bounds] : namedItems(r.text)) {
    question.design.variables.push_back(name);
    if (bounds.empty()) continue;
    const std::string item = name + '=' + bounds;
    const Texts ends = splitText(bounds, ':');
    if (ends.size() != 2) refuseWord("--vary", item, "NAME=LEAST:GREATEST");
    DesignRange& range = rangeOf(question, name);
    range.least = numberOver("--vary " + name, ends[0], known, name);
    range.greatest = numberOver("--vary " + name, ends[1], known, name);
  }
}

void readWeights(const Reading& r) {
  Q& question = r.question;
  const Known& known = r.known;
  for (const auto& [name, weight] : namedItems(r.text)) {
    if (weight.empty()) refuseWord("--weight", name, "NAME=WEIGHT");
    rangeOf(question, name).weight = numberOver("--weight " + name, weight, known);
  }
}

/// "ac:bc=2,ab:bc": a pair without a number gets m = 2, with "nearest" the nearest m.
void readPairs(const Reading& r) {
  for (const auto& [pair, m] : namedItems(r.text)) {
    const std::string item = pair + (m.empty() ? "" : '=' + m);
    const Texts names = splitText(pair, ':');
    if (names.size() != 2 || names[0].empty() || names[1].empty())
      refuseWord("--pairs", item, "CONTACT:CONTACT=M");
    r.question.design.pairs.push_back(
        {{names[0], names[1]}, m.empty() ? 2 : parseMultiplicity("--pairs " + item + ": M =", m)});
  }
}

double readBelow(const Reading& r) {
  const double below = numberOver(r.option + ' ' + r.text, r.text, r.known);
  if (!(below > 0) || !std::isfinite(below)) refuseWord(r.option, r.text, "a ξ above 0");
  return below;
}

Texts writeVary(const Q& question, const Known& /*known*/) {
  Texts items;
  for (const std::string& name : question.design.variables) {
    const auto& ranges = question.design.ranges;
    const auto range = std::ranges::find(ranges, name, &DesignRange::variable);
    const bool isBound = range != ranges.end() && range->least && range->greatest;
    items.push_back(
        name + (isBound ? '=' + shortestText(*range->least) + ':' + shortestText(*range->greatest) : ""));
  }
  return items.empty() ? Texts() : Texts{joined(items, ",")};
}

Texts writePairs(const Q& question, const Known& /*known*/) {
  Texts items;
  for (const DesignPair& pair : question.design.pairs)
    items.push_back(pair.contacts[0] + ':' + pair.contacts[1] + '=' +
                    (pair.multiplicity == 0 ? "nearest" : std::to_string(pair.multiplicity)));
  return items.empty() ? Texts() : Texts{joined(items, ",")};
}

/// "a=1,b=2" of things with a name and a number; none for those that are as usual.
template <typename Things, typename Name, typename Value>
Texts writeNamed(const Things& things, Name name, Value value, double usual = NAN) {
  Texts items;
  for (const auto& thing : things)
    if (std::invoke(value, thing) != usual)
      items.push_back(std::invoke(name, thing) + '=' + shortestText(std::invoke(value, thing)));
  return items.empty() ? Texts() : Texts{joined(items, ",")};
}

std::string textOf(bool value) {
  return value ? "true" : "false";
}
std::string textOf(double value) {
  return shortestText(value);
}
std::string textOf(const std::string& value) {
  return value;
}
std::string textOf(const OrderingRule& rule) {
  return wordsOf(rule);
}
template <std::integral Number>
std::string textOf(Number value) {
  return std::to_string(value);
}
template <typename Value>
std::string textOf(const std::optional<Value>& value) {
  return textOf(*value);
}

/// Writes a part of a question where it is not as usual.
template <auto part>
Texts write(const Q& question, const Known& /*known*/) {
  static const Q usual;
  return part(question) == part(usual) ? Texts() : Texts{textOf(part(question))};
}

/// Reads it. parse: of a Reading.
template <auto part, auto parse>
void read(const Reading& reading) {
  part(reading.question) = parse(reading);
}

// Forms of values.
constexpr auto plainText = [](const Reading& r) { return r.text; };
constexpr auto truth = [](const Reading& r) { return r.text == "true"; };
constexpr auto coefficient = [](const Reading& r) { return parseCoefficient(r.option, r.text); };
constexpr auto duration = [](const Reading& r) { return parseTime(r.option, r.text); };
constexpr auto memory = [](const Reading& r) { return parseMemory(r.text); };
constexpr auto rule = [](const Reading& r) { return readRule(r.option, r.text, r.known.contacts); };
constexpr auto closedContactsNamed = [](const Reading& r) {
  return indicesOf<ContactIndex>(r.option, r.text, r.known.closed);
};
template <std::size_t least, std::size_t most = static_cast<std::size_t>(-1)>
constexpr auto count = [](const Reading& r) { return parseCount(r.option, r.text, least, most); };
constexpr auto probability = [](const Reading& r) {
  const double value = numberOver(r.option, r.text, r.known);
  if (!(value >= 0 && value < 1)) refuseWord(r.option, r.text, "a probability of at least 0, below 1");
  return value;
};
constexpr auto positiveTime = [](const Reading& r) {
  const double value = numberOver(r.option, r.text, r.known);
  if (!(value > 0) || !std::isfinite(value)) refuseWord(r.option, r.text, "a time > 0");
  return value;
};
constexpr auto impactNumber = [](const Reading& r) {
  return static_cast<int>(parseCount(r.option, r.text, 0, mostImpact));
};

/// A part of a question: a member of it, or a member of a member.
template <auto... members>
constexpr auto its = [](auto& q) -> auto& {
  return (q.*....*members);
};

constexpr Option table[] = {
    {.name = "scene",
     .value = "SCENE",
     .help = "Built-in scene or file instead of the figure's own",
     .group = "Scene",
     .commands = Figure},
    {.name = "scene-text",
     .value = "JSON",
     .help = "The text of that scene, instead of the file",
     .group = "Scene",
     .commands = Figure},
    {.name = "data",
     .value = "FILE.csv",
     .help =
         "The file of measurements that the figure draws; for bullet-energy that of `carom bench peers -o`",
     .group = "Scene",
     .commands = Figure},
    {.name = "set",
     .value = "NAME=EXPR",
     .help = "Set a parameter, a choice, an initial coordinate or its velocity, e.g. theta=120deg, a.x=12mm, "
             "v:a.x=0.2 (repeatable)",
     .group = "Scene",
     .commands = scenes,
     .takes = Takes::List,
     .read =
         [](const Reading& r) {
           for (const auto& [name, value] : parseAssignments({r.text})) r.question.assignments[name] = value;
         },
     .write =
         [](const Q& question, const Known&) {
           Texts texts;
           for (const auto& [name, value] : question.assignments) texts.push_back(name + '=' + value);
           return texts;
         }},
    {.name = "start",
     .value = "FILE",
     .help = "{\"q\": […], \"p\": […]} instead of the scene's initial state",
     .group = "Scene",
     .commands = {Resolve, Simulate, Compare},
     .read = read<its<&Q::start>, plainText>,
     .write = write<its<&Q::start>>},
    {.name = "ordering",
     .value = "CONTACT,…",
     .help = "The ordering of the impact at the initial state, e.g. ac,bc",
     .group = "Orderings",
     .commands = {Resolve, Simulate, Figure},
     .read = read<its<&Q::ordering>, closedContactsNamed>,
     .write =
         [](const Q& question, const Known& known) {
           return question.ordering ? Texts{namesAt(*question.ordering, known.closed)} : Texts();
         }},
    {.name = "policy",
     .value = "P",
     .help = "The rule that chooses orderings: ",
     .group = "Orderings",
     .commands = impacts,
     .read = read<its<&Q::settings, &ImpactSettings::rule>, rule>,
     .write = write<its<&Q::settings, &ImpactSettings::rule>>},
    {.name = "follow",
     .value = "IMPACT:CONTACT,…",
     .help = "The ordering of one impact of the run, counted from 0; the rule goes on where it ends "
             "(repeatable)",
     .group = "Orderings",
     .commands = runs,
     .takes = Takes::List,
     .read = [](const Reading& r) { r.question.settings.later.insert(orderingAt(r)); },
     .write =
         [](const Q& question, const Known& known) {
           Texts texts;
           for (const auto& [impact, contacts] : question.settings.later)
             std::ranges::copy(orderingWord(impact, contacts, known), std::back_inserter(texts));
           return texts;
         }},
    {.name = "impact",
     .value = "IMPACT",
     .help = "The impact of the run that the figure is about, counted from 0; else that of the initial state",
     .group = "Orderings",
     .commands = Figure,
     .read = read<its<&Q::impact>, impactNumber>,
     .write = write<its<&Q::impact>>},
    {.name = "compare",
     .value = "CONTACT,…",
     .help = "A second ordering to show beside it; for the figures of a difference, else the one that hits "
             "last contacts first",
     .group = "Orderings",
     .commands = Figure,
     .read = [](const Reading& r) { r.question.settings.comparison = closedContactsNamed(r); },
     .write =
         [](const Q& question, const Known& known) {
           const auto& word = question.settings.comparison;
           return word ? Texts{namesAt(*word, known.closed)} : Texts();
         }},
    {.name = "compare-policy",
     .value = "P",
     .help = "A second run under another rule",
     .group = "Orderings",
     .commands = Figure,
     .read =
         [](const Reading& r) {
           r.question.settings.branch = RunBranch{rule(r), 0, {}};
         },
     .write =
         [](const Q& question, const Known&) {
           const auto& branch = question.settings.branch;
           return branch && branch->rule ? Texts{wordsOf(*branch->rule)} : Texts();
         }},
    {.name = "fork",
     .value = "IMPACT:CONTACT,…",
     .help = "A second run, which follows another ordering at an impact of the first",
     .group = "Orderings",
     .commands = Figure,
     .read =
         [](const Reading& r) {
           auto [impact, contacts] = orderingAt(r);
           r.question.settings.branch = RunBranch{std::nullopt, impact, std::move(contacts)};
         },
     .write =
         [](const Q& question, const Known& known) {
           const auto& branch = question.settings.branch;
           return branch && !branch->rule ? orderingWord(branch->impact, branch->contacts, known) : Texts();
         }},
    {.name = "push",
     .value = "BODY@T=JX,JY,JZ",
     .unit = "N*s",
     .help = "An impulse in N s on a body at a time of the run, at its centre of mass (repeatable)",
     .group = "Motion",
     .commands = {Simulate, Figure, Study, Futures},
     .takes = Takes::List,
     .read = [](const Reading& r) { r.question.settings.pushes.push_back(readPush(r)); },
     .write =
         [](const Q& question, const Known&) {
           Texts texts;
           for (const RunPush& push : question.settings.pushes) texts.push_back(pushWord(push));
           return texts;
         }},
    {.name = "run",
     .value = "JSON",
     .help = "A further run beside this one in figures along time and in the scene, as the window copies it: "
             "its name, the number of its colour, and its options by name (repeatable)",
     .group = "Orderings",
     .commands = Figure,
     .takes = Takes::List},
    {.name = "restitution",
     .value = "R",
     .unit = "1",
     .help = "Restitution of the whole impact, 0 (plastic) to 1 (elastic)",
     .group = "Restitution",
     .commands = restituted,
     .read = read<its<&Q::settings, &ImpactSettings::restitution>, coefficient>,
     .write = write<its<&Q::settings, &ImpactSettings::restitution>>},
    {.name = "reflection-restitution",
     .value = "E",
     .unit = "1",
     .help = "Restitution of each reflection, 0 to 1: the factor 1 + sqrt(e) instead of 2",
     .group = "Restitution",
     .commands = restituted,
     .read = read<its<&Q::settings, &ImpactSettings::reflectionRestitution>, coefficient>,
     .write = write<its<&Q::settings, &ImpactSettings::reflectionRestitution>>},
    {.name = "until",
     .value = "T",
     .unit = "s",
     .help = "Duration of the run in seconds",
     .group = "Motion",
     .commands = {Simulate, Figure, Study, Futures},
     .needed = {Simulate, Study, Futures},
     .read = read<its<&Q::settings, &ImpactSettings::run, &RunSettings::duration>, duration>,
     .write = write<its<&Q::settings, &ImpactSettings::run, &RunSettings::duration>>},
    {.name = "step",
     .value = "H",
     .unit = "s",
     .help = "Step of the integrator, 1e-3 s where not given",
     .group = "Motion",
     .commands = moves,
     .read = read<its<&Q::settings, &ImpactSettings::run, &RunSettings::step>, duration>,
     .write = write<its<&Q::settings, &ImpactSettings::run, &RunSettings::step>>},
    {.name = "alternatives",
     .help = "Resolve every impact in all orderings: its outcomes and xi",
     .group = "Orderings",
     .commands = {Simulate, Study},
     .takes = Takes::Flag,
     .read = read<its<&Q::alternatives>, truth>,
     .write = write<its<&Q::alternatives>>},
    {.name = "local-error",
     .help = "Estimate the error of a step by step doubling, the largest of each coordinate",
     .group = "Motion",
     .commands = {Simulate, Study},
     .takes = Takes::Flag,
     .read = read<its<&Q::localError>, truth>,
     .write = write<its<&Q::localError>>},
    {.name = "variation",
     .help = "The derivative of the run by its initial state, with the orderings of ties and their cones",
     .group = "Motion",
     .commands = Simulate,
     .takes = Takes::Flag,
     .read = read<its<&Q::variation>, truth>,
     .write = write<its<&Q::variation>>},
    {.name = "direction",
     .value = "NAME=BY,…",
     .help = "The derivative of the run in one direction, along the orderings of its own: changes of "
             "initial coordinates a.x, of velocities v:a.x and of parameters",
     .group = "Motion",
     .commands = Simulate,
     .read =
         [](const Reading& r) {
           for (const auto& [name, by] : namedItems(r.text)) {
             if (by.empty()) refuseWord(r.option, name, "NAME=BY");
             r.question.direction.emplace_back(name, numberOver(r.option + ' ' + name, by, r.known));
             if (!std::isfinite(r.question.direction.back().second))
               refuseWord(r.option, name, "a finite number", ExitStatus::InputFault);
           }
         },
     .write =
         [](const Q& question, const Known&) {
           Texts items;
           for (const auto& [name, by] : question.direction) items.push_back(name + '=' + shortestText(by));
           return items.empty() ? Texts() : Texts{joined(items, ",")};
         }},
    {.name = "models",
     .help = "Mark the answers of other impact models, in outcome-set",
     .group = "Models",
     .commands = Figure,
     .takes = Takes::Flag,
     .read = read<its<&Q::extras, &Extras::models>, truth>,
     .write = write<its<&Q::extras, &Extras::models>>},
    {.name = "sample",
     .value = "N",
     .unit = "1",
     .help = "Follow N random orderings instead of all, and estimate how many there are",
     .group = "Orderings",
     .commands = Resolve,
     .read = read<its<&Q::sample>, count<1, mostSamples>>,
     .write = write<its<&Q::sample>>},
    {.name = "gaps",
     .value = "N",
     .unit = "1",
     .help = "Probabilities of outcomes and orderings under N random infinitesimal gaps",
     .group = "Orderings",
     .commands = {Resolve, Figure, Futures},
     .read = read<its<&Q::gaps>, count<1, mostSamples>>,
     .write = write<its<&Q::gaps>>},
    {.name = "cloud",
     .value = "N",
     .unit = "1",
     .help = "N more compliant impacts for each exponent, stiffness ratios log-uniform in 1/100 to 100",
     .group = "Models",
     .commands = Compare,
     .read = read<its<&Q::cloud>, count<1, mostCloud>>,
     .write = write<its<&Q::cloud>>},
    {.name = "stiffness",
     .value = "CONTACT=RATIO,…",
     .unit = "1",
     .help = "Ratios of the stiffnesses of compliant contacts; 1 if not named",
     .group = "Models",
     .commands = Compare,
     .read = readStiffness,
     .write =
         [](const Q& question, const Known&) {
           using Pair = std::pair<const std::string, double>;
           return writeNamed(question.stiffness, &Pair::first, &Pair::second);
         }},
    {.name = "tolerance",
     .value = "NAME=WIDTH,…",
     .help = "Tolerances of parameters, initial coordinates, and velocities v:COORDINATE",
     .group = "Tolerances",
     .commands = {Robust, Design},
     .needed = Robust,
     .read = readTolerances,
     .write =
         [](const Q& question, const Known&) {
           return writeNamed(question.tolerances, &Tolerance::name, &Tolerance::width);
         }},
    {.name = "normal",
     .help = "Normal deviations with the standard deviation WIDTH; uniform within ± WIDTH where not given",
     .group = "Tolerances",
     .commands = {Robust, Design},
     .takes = Takes::Flag,
     .read = read<its<&Q::normal>, truth>,
     .write = write<its<&Q::normal>>},
    {.name = "samples",
     .value = "N",
     .unit = "1",
     .help = "Random samples; 10000 where not given, 400 for a design, 200 for a landing. Of futures, random "
             "runs instead of all branches",
     .group = "Tolerances",
     .commands = {Robust, Design, Landing, Futures, StudyLanding},
     .read = read<its<&Q::samples>, count<1, mostTolerated>>,
     .write = write<its<&Q::samples>>},
    {.name = "below",
     .value = "XI",
     .unit = "1",
     .help =
         "Find the largest factor of all tolerances for which 95 % of the samples have ξ below this; of a "
         "design, make that factor as large as it can be nearby, instead of fitting pairs",
     .group = "Tolerances",
     .commands = {Robust, Design},
     .read = [](const Reading& r) { r.question.below = readBelow(r); },
     .write = write<its<&Q::below>>},
    {.name = "seed",
     .value = "S",
     .unit = "1",
     .help = "Seed of the random numbers; 1 where not given",
     .group = "Tolerances",
     .commands = {Resolve, Compare, Robust, Design, Landing, Futures, StudyLanding},
     .read = read<its<&Q::seed>, count<0>>,
     .write = write<its<&Q::seed>>},
    {.name = "feet",
     .value = "NAME,…",
     .help = "The feet: contacts with the ground, or bodies (in a robot's description links); the lowest "
             "ones where not given",
     .group = "Landing",
     .commands = {Landing, StudyLanding},
     .read = [](const Reading& r) { r.question.landing.feet = splitText(r.text, ','); },
     .write =
         [](const Q& question, const Known&) {
           return question.landing.feet.empty() ? Texts() : Texts{joined(question.landing.feet, ",")};
         }},
    {.name = "speed",
     .value = "V",
     .unit = "m/s",
     .help = "Speed of the fall; 1 m/s where not given",
     .group = "Landing",
     .commands = {Landing, StudyLanding},
     .read = readLength<&LandingQuestion::speed, true>,
     .write = writeLength<&LandingQuestion::speed>},
    {.name = "tilt",
     .value = "ANGLE",
     .unit = "rad",
     .help = "Pitch and roll from −ANGLE to ANGLE; 10deg where not given",
     .group = "Landing",
     .commands = {Landing, StudyLanding},
     .read = readLength<&LandingQuestion::tilt>,
     .write = writeLength<&LandingQuestion::tilt>},
    {.name = "points",
     .value = "N",
     .unit = "1",
     .help = "Number of values of pitch, and of roll; 9 where not given",
     .group = "Landing",
     .commands = {Landing, StudyLanding},
     .read =
         [](const Reading& r) {
           r.question.landing.points = static_cast<int>(parseCount(r.option, r.text, 1, mostTilts));
         },
     .write =
         [](const Q& question, const Known&) {
           const int points = question.landing.points;
           return points == LandingQuestion().points ? Texts() : Texts{std::to_string(points)};
         }},
    {.name = "joint-angle",
     .value = "ANGLE",
     .unit = "rad",
     .help = "Error of joints that turn, uniform within ± ANGLE; 1deg where not given",
     .group = "Landing",
     .commands = {Landing, StudyLanding},
     .read = readLength<&LandingQuestion::angle>,
     .write = writeLength<&LandingQuestion::angle>},
    {.name = "joint-length",
     .value = "LENGTH",
     .unit = "m",
     .help = "The same for joints that travel; 1mm where not given",
     .group = "Landing",
     .commands = {Landing, StudyLanding},
     .read = readLength<&LandingQuestion::length>,
     .write = writeLength<&LandingQuestion::length>},
    {.name = "max-futures",
     .value = "N",
     .unit = "1",
     .help = "Follow the N most probable branches at a time; 10000 where not given",
     .group = "Motion",
     .commands = Futures,
     .read = read<its<&Q::futures, &FuturesQuestion::most>, count<1, mostFutures>>,
     .write = write<its<&Q::futures, &FuturesQuestion::most>>},
    {.name = "least",
     .value = "P",
     .unit = "1",
     .help = "Drop branches below this probability; 1e-9 where not given",
     .group = "Motion",
     .commands = Futures,
     .read = read<its<&Q::futures, &FuturesQuestion::least>, probability>,
     .write = write<its<&Q::futures, &FuturesQuestion::least>>},
    {.name = "times",
     .value = "N",
     .unit = "1",
     .help = "Number of times at which futures are counted; 21 where not given",
     .group = "Motion",
     .commands = Futures,
     .read = read<its<&Q::futures, &FuturesQuestion::times>, count<2, mostTimes>>,
     .write = write<its<&Q::futures, &FuturesQuestion::times>>},
    {.name = "period",
     .value = "T",
     .unit = "s",
     .help = "The period where the search of an orbit begins; where not given, that of the first near return "
             "of the scene's own motion, with its travel and mirror",
     .group = "Motion",
     .commands = Orbit,
     .read = read<its<&Q::orbit, &OrbitQuestion::period>, positiveTime>,
     .write = write<its<&Q::orbit, &OrbitQuestion::period>>},
    {.name = "travel",
     .value = "COORDINATE[=AMOUNT],…",
     .help = "Coordinates that go on from period to period, such as a.x: freely, or by an amount",
     .group = "Motion",
     .commands = Orbit,
     .read =
         [](const Reading& r) {
           for (const auto& [name, amount] : namedItems(r.text))
             r.question.orbit.travel.emplace_back(
                 name, amount.empty() ? std::optional<double>()
                                      : numberOver(r.option + ' ' + name, amount, r.known));
         },
     .write =
         [](const Q& question, const Known&) {
           Texts items;
           for (const auto& [name, amount] : question.orbit.travel)
             items.push_back(amount ? name + '=' + shortestText(*amount) : name);
           return items.empty() ? Texts() : Texts{joined(items, ",")};
         }},
    {.name = "mirror",
     .value = "COORDINATE=[-]OTHER,…",
     .help =
         "Coordinates that a period exchanges: after it the first is the second at the start, or minus it",
     .group = "Motion",
     .commands = Orbit,
     .read =
         [](const Reading& r) {
           for (const auto& [name, other] : namedItems(r.text)) {
             const bool isMinus = other.starts_with('-');
             if (other.size() <= (isMinus ? 1U : 0U)) refuseWord(r.option, name, "COORDINATE=OTHER");
             r.question.orbit.mirror.push_back({name, other.substr(isMinus ? 1 : 0), isMinus ? -1.0 : 1.0});
           }
         },
     .write =
         [](const Q& question, const Known&) {
           Texts items;
           for (const auto& [name, other, sign] : question.orbit.mirror)
             items.push_back(name + (sign < 0 ? "=-" : "=") + other);
           return items.empty() ? Texts() : Texts{joined(items, ",")};
         }},
    {.name = "folds",
     .help = "Follow orbits along their curve, round folds of the parameter of --over",
     .group = "Motion",
     .commands = Orbit,
     .takes = Takes::Flag,
     .read = read<its<&Q::orbit, &OrbitQuestion::roundsFolds>, truth>,
     .write = write<its<&Q::orbit, &OrbitQuestion::roundsFolds>>},
    {.name = "unique",
     .help = "Search the orbit whose first impact of several contacts has one outcome in every order: each "
             "pair at the cosine -cos(pi/m) that is nearest",
     .group = "Motion",
     .commands = Orbit,
     .takes = Takes::Flag,
     .read = read<its<&Q::orbit, &OrbitQuestion::isUnique>, truth>,
     .write = write<its<&Q::orbit, &OrbitQuestion::isUnique>>},
    {.name = "most-stable",
     .help =
         "Where more varies than an orbit fixes, the orbit whose perturbations grow least in a period, in "
         "every order of its ties",
     .group = "Motion",
     .commands = Orbit,
     .takes = Takes::Flag,
     .read = read<its<&Q::orbit, &OrbitQuestion::isMostStable>, truth>,
     .write = write<its<&Q::orbit, &OrbitQuestion::isMostStable>>},
    {.name = "gradient",
     .help = "The slope of xi over every continuous parameter, and how each turns the normals of pairs",
     .group = "Table",
     .commands = Resolve,
     .takes = Takes::Flag,
     .read = read<its<&Q::gradient>, truth>,
     .write = write<its<&Q::gradient>>},
    {.name = "over",
     .value = "NAME=A:B:N",
     .help = "N points from A to B, both included, of a parameter or of an initial coordinate such as a.x; "
             "twice for a grid. An orbit is followed along one parameter. A landing has coordinates of the "
             "robot, which are held, in place of pitch and roll. A landscape has the first two free "
             "parameters over their sliders where it is "
             "not given",
     .group = "Table",
     .commands = {Sweep, Figure, Orbit, Landing},
     .takes = Takes::List,
     .needed = Sweep,
     .read = [](const Reading& r) { r.question.over.push_back(readOver(r)); },
     .write =
         [](const Q& question, const Known&) {
           Texts texts;
           for (const OverRange& over : question.over)
             texts.push_back(over.name + '=' + shortestText(over.a) + ':' + shortestText(over.b) + ':' +
                             std::to_string(over.points));
           return texts;
         }},
    {.name = "measure",
     .value = "MEASURE",
     .help =
         "xi (of a sweep the usual one), gram (of a landscape), gram:CONTACT:CONTACT, projection (p* over "
         "p), outcomes, orderings, certificate.unique or distance:MODEL (see carom compare)",
     .group = "Table",
     .commands = {Sweep, Figure},
     .read = [](const Reading& r) { r.question.measure = r.text, parseMeasure(r.text); },
     .write = write<its<&Q::measure>>},
    {.name = "vary",
     .value = "NAME[=LEAST:GREATEST],…",
     .help = "Parameters, and initial coordinates such as a.x, that may change: a parameter between the ends "
             "of its slider or between these bounds, a coordinate without bounds or between these; the "
             "parameters that the scene marks as free where not given. Of an orbit also velocities v:a.x and "
             "\"period\", without bounds; coordinates, velocities and period where not given",
     .group = "Design",
     .commands = {Design, Orbit},
     .read = readVary,
     .write = writeVary},
    {.name = "weight",
     .value = "NAME=W,…",
     .unit = "1",
     .help = "Weight of a change of a variable beside those of the others; 1 where not given",
     .group = "Design",
     .commands = Design,
     .read = readWeights,
     .write =
         [](const Q& question, const Known&) {
           return writeNamed(question.design.ranges, &DesignRange::variable, &DesignRange::weight, 1);
         }},
    {.name = "pairs",
     .value = "CONTACT:CONTACT=M,…",
     .help =
         "Pairs of contacts whose G becomes -cos(pi/M); M is 2 where not given, \"nearest\" picks it; all "
         "pairs of closed contacts where the option is not given",
     .group = "Design",
     .commands = Design,
     .read = readPairs,
     .write = writePairs},
    {.name = "closed",
     .value = "CONTACT,…",
     .help = "Contacts that the design closes beside those of the pairs",
     .group = "Design",
     .commands = Design,
     .read = [](const Reading& r) { r.question.design.closed = splitText(r.text, ','); },
     .write =
         [](const Q& question, const Known&) {
           const Texts& closed = question.design.closed;
           return closed.empty() ? Texts() : Texts{joined(closed, ",")};
         }},
    {.name = "max-states",
     .value = "N",
     .unit = "1",
     .help = "Stop a search after this many distinct momenta",
     .group = "Limits",
     .commands = searches,
     .read = read<its<&Q::maxStates>, count<1>>,
     .write = write<its<&Q::maxStates>>},
    {.name = "max-steps",
     .value = "N",
     .unit = "1",
     .help = "Stop a run after this many steps, 2000000 where not given; the results up to there stay",
     .group = "Limits",
     .commands = {Simulate, Study},
     .read = read<its<&Q::maxSteps>, count<1>>,
     .write = write<its<&Q::maxSteps>>},
    {.name = "max-memory",
     .value = "SIZE",
     .unit = "B",
     .help = "Keep at most this much in memory, e.g. 512MB; 1GB (2^30 bytes) where not given",
     .group = "Limits",
     .commands = {Resolve, Sweep, Compare, Robust, StudyLimits, Simulate, Futures},
     .read = read<its<&Q::maxBytes>, memory>,
     .write = write<its<&Q::maxBytes>>},
    {.name = "every",
     .value = "K",
     .unit = "1",
     .help = "Report every K-th step; the last one always",
     .group = "Motion",
     .commands = Simulate,
     .read = read<its<&Q::every>, count<1>>,
     .write = write<its<&Q::every>>},
    {.name = "quantity",
     .value = "KEY",
     .help = "Report a quantity of the run beside q and p, by its key in the panel Plot, e.g. \"E total\", "
             "\"v a.x\", \"gap ac\", \"impulse ac\" (repeatable)",
     .group = "Motion",
     .commands = Simulate,
     .takes = Takes::List,
     .read = [](const Reading& r) { r.question.quantities.push_back(r.text); },
     .write = [](const Q& question, const Known&) { return question.quantities; }},
    {.name = "view",
     .value = "JSON",
     .help = "View of the figure, as the window copies it: moment, camera, axes",
     .group = "Look",
     .commands = Figure},
    {.name = "width",
     .value = "LENGTH",
     .unit = "mm",
     .help = "Physical width, 88mm where not given",
     .group = "Look",
     .commands = Figure},
    {.name = "height",
     .value = "LENGTH",
     .unit = "mm",
     .help = "Physical height; the figure chooses it where not given",
     .group = "Look",
     .commands = Figure},
    {.name = "dpi",
     .value = "N",
     .unit = "1",
     .help = "Dots per inch of PNG and of pictures inside, 300 where not given",
     .group = "Look",
     .commands = Figure},
    {.name = "style",
     .value = "JSON",
     .help = "Fonts, sizes, palette, title, labels, ranges, legend and notes, as the window copies them",
     .group = "Look",
     .commands = Figure},
    {.name = "transparent",
     .help = "PNG and SVG without a white ground",
     .group = "Look",
     .commands = Figure,
     .takes = Takes::Flag},
};

constexpr Exclusion exclusionTable[] = {
    {"restitution", "reflection-restitution", restituted},
    {"compare", "compare-policy", Figure},
    {"compare", "fork", Figure},
    {"compare-policy", "fork", Figure},
    {"sample", "reflection-restitution", Resolve},
    {"gaps", "reflection-restitution", Resolve},
    {"policy", "ordering", Resolve},
    {"policy", "sample", Resolve},
    {"policy", "gaps", Resolve},
    {"ordering", "sample", Resolve},
    {"ordering", "gaps", Resolve},
    {"gradient", "policy", Resolve},
    {"gradient", "ordering", Resolve},
    {"gradient", "sample", Resolve},
    {"gradient", "start", Resolve},
    {"over", "tilt", Landing},
    {"over", "points", Landing},
};

/// Random numbers that nothing draws are a slip.
void checkSeed(const OptionWords& words, Command command) {
  const bool draws = words.has("sample") || words.has("gaps") || words.has("cloud");
  if (!words.has("seed") || draws || (command != Resolve && command != Compare)) return;
  refuseWord("--seed", words.text("seed"),
             command == Resolve ? "--sample or --gaps with it" : "--cloud with it");
}

template <typename Things>
Texts namesOfAll(const Things& things) {
  Texts names;
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

}  // namespace
}  // namespace option_rows

using option_rows::checkSeed, option_rows::exclusionTable, option_rows::namesOfAll, option_rows::table;

Known knownNames(const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  Known known{namesOfAll(mechanism.contacts()), {}, namesOfAll(mechanism.bodies())};
  for (const int contact : closedContacts(mechanism, instance.initial.q))
    known.closed.push_back(known.contacts[static_cast<std::size_t>(contact)]);
  return known;
}

Known knownNames(const ImpactProblem& problem) {
  const std::vector<std::string> contacts = namesOfAll(problem.labels());
  return {contacts, contacts, {}};
}

std::span<const Option> options() {
  return table;
}

std::vector<const Option*> optionsOf(Command command) {
  std::vector<const Option*> some;
  for (const Option& option : table)
    if (option.commands.contains(command)) some.push_back(&option);
  return some;
}

const Option* findOption(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Option::name);
  return found == std::end(table) ? nullptr : &*found;
}

std::string helpOf(const Option& option) {
  return std::string(option.help) + (option.name == "policy" ? ruleForms() : "");
}

std::string identifierOf(const Option& option) {
  std::string name(option.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::span<const Exclusion> exclusions() {
  return exclusionTable;
}

Question readQuestion(const OptionWords& words, Command command, const Known& known) {
  Question question;
  readInto(question, words, command, known);
  return question;
}

void readInto(Question& question, const OptionWords& words, Command command, const Known& known) {
  for (const Exclusion& pair : exclusionTable)
    if (pair.commands.contains(command))
      refuseTogether("--" + std::string(pair.a), words.has(pair.a), "--" + std::string(pair.b),
                     words.has(pair.b));
  checkSeed(words, command);
  for (const Option& option : table)
    if (option.read && option.commands.contains(command))
      for (const std::string& text : words.list(option.name)) {
        if (const auto fault = unitFault(text, {option.unit}))
          throw CommandError(ExitStatus::CommandFault, "--" + std::string(option.name) + ' ' + text + ": " +
                                                           fault->problem + "; expected " + fault->expected);
        option.read({question, "--" + std::string(option.name), text, known});
      }
}

OptionWords wordsOf(const Question& question, Command command, const Known& known) {
  OptionWords words;
  for (const Option& option : table)
    if (option.write && option.commands.contains(command))
      words.set(option.name, option.write(question, known));
  return words;
}

std::string pushWord(const RunPush& push) {
  std::string text = push.body + '@' + shortestText(push.time);
  for (int i = 0; i < 3; ++i) text += (i == 0 ? '=' : ',') + shortestText(push.impulse[i]);
  return text;
}

}  // namespace carom
