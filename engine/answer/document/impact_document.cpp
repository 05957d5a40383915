#include "answer/document/impact_document.h"

#include <algorithm>

#include "answer/document/certificate_json.h"
#include "answer/document/local_json.h"
#include "answer/document/outcomes_json.h"
#include "answer/document/slopes_json.h"
#include "answer/document/start_json.h"
#include "answer/verdict.h"
#include "impact/outcomes/endless_ordering.h"

namespace carom {

namespace impact_rows {
namespace {

using A = AnsweredImpact;

constexpr auto always = [](const A&) { return true; };
constexpr auto jams = [](const A& a) { return a.report().jammed(); };
constexpr auto searched = [](const A& a) { return a.isSearch(); };
constexpr auto isPair = [](const A& a) { return a.report().problem.contactCount() == 2; };
/// Whether every ordering was followed and counted.
constexpr auto counted = [](const A& a) {
  return a.isSearch() && a.report().complete() && !a.report().collapses;
};
constexpr auto countedToCut = [](const A& a) { return counted(a) && a.report().cut(); };
constexpr auto follows = [](const A& a) { return a.answer.path.has_value(); };
constexpr auto followsLong = [](const A& a) { return follows(a) && WordWriter::isLong(a.answer.path->word); };

/// Why the answer is cut short.
Limit limitOf(const A& a) {
  return a.answer.path ? a.answer.path->limit : a.answer.limit();
}

Json lengthsJson(const ImpactReport& report) {
  return {{"min", report.minLength}, {"max", report.maxLength}};
}

Json statesJson(const A& a) {
  const ImpactReport& report = a.report();
  if (report.jammed()) return 1;
  if (a.isSearch()) return exactNumber(report.states);
  if (a.answer.path->atOnce) return report.problem.isFeasible() ? 1 : 2;
  return a.answer.path->word.size() + 1;  // ⟨p,w⟩ rises with every reflection, so no momentum comes twice
}

Json orderingsJson(const A& a) {
  const ImpactReport& report = a.report();
  // Those that end: where some do and others never, they are not counted.
  if (report.jammed()) return report.termination.noneEnds ? Json("0") : Json(nullptr);
  return counted(a) && !report.cut() ? Json(report.orderings.str()) : Json(nullptr);
}

using O = AnsweredOutcome;

Eigen::VectorXd loopImpulses(const O& o) {
  return loopImpulsesOf(o.report.problem, o.outcome.impulses, o.outcome.friction);
}

constexpr auto ofAll = [](const O&) { return true; };
constexpr auto hasProbability = [](const O& o) { return o.outcome.probability.has_value(); };

constexpr OutcomeKey outcomeRows[] = {
    {{"momentum", "", "(n,) momentum after the impact (kg m/s, or kg m^2/s of angles)", "[0]: p", "Floats"},
     ofAll,
     [](const O& o) { return list(o.outcome.momentum); }},
    {{"velocity", "", "(n,) velocity after the impact (m/s or rad/s)", "[0]: v", "Floats"},
     ofAll,
     [](const O& o) { return list(o.outcome.velocity); }},
    {{"impulses", "N*s", "(k,) impulses of the example in N s: momentum = p + sum of impulses_i u_i", "[0]",
      "Floats"},
     ofAll,
     [](const O& o) { return list(o.outcome.impulses); }},
    {{"orderings", "1", "The number of orderings that end here, exact; None where not counted", "",
      "int | None"},
     ofAll,
     [](const O& o) {
       const bool isCounted = o.report.complete() && !o.report.cut() && o.outcome.orderings > 0;
       return isCounted ? Json(o.outcome.orderings.str()) : Json(nullptr);
     }},
    {{"minimal", "", "Whether the example is a minimal ordering; None where not decided", "", "bool | None"},
     ofAll,
     [](const O& o) { return orNull(o.outcome.minimal); }},
    {{"energy_loss", "J", "The kinetic energy that the impact takes, in J", "", "float"},
     ofAll,
     [](const O& o) { return number(o.outcome.energyLoss); }},
    {{"example", "", "An ordering that ends here, by the names of its contacts; None where it is very long",
      "", "tuple[str, ...] | None"},
     ofAll,
     nullptr},
    {{"cut", "", "Whether the example is the beginning of an endless ordering of an inelastic impact", "",
      "bool | None"},
     [](const O& o) { return !o.report.problem.isElastic(); },
     [](const O& o) { return Json(o.outcome.cut); }},
    {{"friction", "N*s",
      "(k, 2) impulses along the tangents of contacts with a collision law in N s; None where all reflect",
      "[0][0]", "Floats | None"},
     [](const O& o) { return !o.report.problem.reflectsOnly(); },
     [](const O& o) { return rowsJson(o.outcome.friction); }},
    {{"loop_impulses", "N*s",
      "(m,) impulses of the equations of the loops in N s, or N m s of angles; None without loops", "[0]",
      "Floats | None"},
     [](const O& o) { return loopImpulses(o).size() > 0; },
     [](const O& o) { return list(loopImpulses(o)); }},
    {{"probability", "1", "With gaps: the probability under random infinitesimal gaps", "", "float | None"},
     hasProbability,
     [](const O& o) { return Json(o.outcome.probability->value); }},
    {{"standard_error", "1", "With gaps: the standard error of the probability", "", "float | None"},
     hasProbability,
     [](const O& o) { return Json(o.outcome.probability->standardError); }},
    {{"exact_probability", "1", "With gaps: the exact probability, of two contacts", "", "float | None"},
     [](const O& o) {  // of a pair with two outcomes each has one ordering
       return hasProbability(o) && o.report.gaps->exactFirst && o.report.outcomes.size() == 2;
     },
     [](const O& o) { return Json((*o.report.gaps->exactFirst)[o.outcome.example.front()]); }},
};

Json outcomesJson(const ImpactReport& report) {
  Json outcomes = Json::array();
  WordWriter words(report.problem);
  for (const Outcome& outcome : report.outcomes) {
    Json& entry = outcomes.emplace_back();
    const O answered{report, outcome};
    for (const OutcomeKey& row : outcomeRows) {
      if (!row.present(answered)) continue;
      if (row.value)
        entry[std::string(row.key)] = row.value(answered);
      else
        words.add(entry, std::string(row.key), outcome.example);
    }
  }
  return outcomes;
}

Json outcomeList(const A& a) {
  if (a.report().jammed()) return Json::array();
  Json json = outcomesJson(a.report());
  if (a.answer.path && a.answer.path->atOnce)
    for (Json& outcome : json) outcome["example"] = nullptr;
  return json;
}

/// The names of the contacts of each group that was resolved on its own.
Json groupsJson(const A& a) {
  Json groups = Json::array();
  for (const auto& group : a.report().groups) {
    Json names = Json::array();
    for (const ContactIndex contact : group) names.push_back(a.report().problem.labels()[contact].name);
    groups.push_back(std::move(names));
  }
  return groups;
}

/// ξ where it is known, in a search.
bool knowsXi(const A& a) {
  return a.isSearch() && knownXi(a.report());
}

Json choiceJson(const A& a) {
  const auto& choice = a.report().choice;
  if (!a.isSearch() || choice.nearest < 0) return nullptr;
  return {{"nearest", choice.nearest},
          {"conic", projectionJson(choice.conic)},
          {"convex", projectionJson(choice.convex)}};
}

Json boundsJson(const A& a) {
  const auto& bounds = a.report().bounds;
  if (!bounds) return nullptr;
  return {{"seghete2014", bounds->seghete2014}, {"seghete2010", bounds->seghete2010}};
}

Json plasticJson(const A& a) {
  const auto& plastic = a.report().plastic;
  if (!plastic.converged) return nullptr;
  return {{"momentum", list(plastic.momentum)},
          {"velocity", list(plastic.velocity)},
          {"impulses", list(plastic.impulses)},
          {"energy_loss", number(plastic.energyLoss)}};
}

/// Of an angle between two normals that is nearly right; with the gradient the slopes of the orders besides.
Json sensitivityOf(const A& a) {
  Json json;
  if (const auto& sensitivity = a.report().sensitivity)
    json = {{"worst_xi", number(sensitivity->worstXi)},
            {"projection", number(sensitivity->projection)},
            {"epsilon", number(sensitivity->epsilon)},
            {"linear_xi", number(sensitivity->linearXi)}};
  if (a.answer.sensitivity) json.update(slopesJson(*a.answer.sensitivity));
  return json;
}

Json nearJamJson(const A& a) {
  const auto& termination = a.report().termination;
  return {{"weights", list(termination.jamWeights)},
          {"residual", number(termination.margin)},
          {"exact", termination.jamIsExact}};
}

Json jamJson(const A& a) {
  const auto& termination = a.report().termination;
  return {{"weights", list(termination.jamWeights)},
          {"proven", termination.noneEnds ? "no-ordering-ends" : "some-never-end"}};
}

Json cornersJson(const A& a) {
  const auto& corners = *a.report().corners;
  return {{"sides", sidesJson(corners.sides)},
          {"resolved", corners.resolved},
          {"outcomes", corners.outcomes},
          {"complete", corners.complete}};
}

Json atOnceJson(const A& a) {
  const auto& atOnce = *a.answer.path->atOnce;
  return {{"model", "friction-lcp"}, {"pivots", atOnce.pivots}, {"note", atOnce.note}};
}

std::span<const ContactIndex> pathOf(const A& a) {
  return a.answer.path->word;
}

constexpr ImpactKey rows[] = {
    {{"scene", "", "The name of the scene; '' for an impact without one", "-", "str"},
     always,
     [](const A& a) { return Json(a.scene); }},
    {{"dof", "1", "n, the number of coordinates", "", "int"},
     always,
     [](const A& a) { return Json(a.coordinates.size()); }},
    {{"coordinates", "",
      "Records with name and unit (m or rad; '' without a scene), in the order of all vectors (n,)", "",
      "tuple[Record, ...]"},
     always,
     [](const A& a) { return coordinatesJson(a.coordinates); }},
    {{"contacts", "",
      "Records of the k closed contacts: name, bodies, gap (m), approach (c_i, sqrt(J)), approach_speed "
      "(m/s, negative where the contact closes), restitution, law, and local: the mass, its inverse, the "
      "velocity and the impulses without friction and of sticking, along the axes of the contact at its "
      "point",
      ": 1, [0].bodies, [0].gap: m, [0].approach, [0].approach_speed: m/s, [0].restitution: 1, "
      "[0].local.mass[0][0], "
      "[0].local.inverse_mass[0][0], [0].local.velocity[0], [0].local.frictionless[0], "
      "[0].local.sticking[0], "
      "[0].local.axes[0][0], [0].local.point[0]",
      "tuple[Record, ...]"},
     always,
     [](const A& a) { return contactsJson(a.report().problem, a.instance); }},
    {{"gram", "1", "(k, k) Gram matrix of the unit normals", "[0][0]", "Floats"},
     always,
     [](const A& a) { return rowsJson(a.report().problem.gram()); }},
    {{"certificate", "",
      "The reason why the outcome is unique, or not: unique (True: for every momentum; False: proven not; "
      "None: not decided), reason, group (Coxeter group), multiplicity ((k, k), None where no whole m fits), "
      "deviation, angle (rad), xi_bound (of xi over all momenta, where every pair fits a finite group), "
      "worst_xi, closed_form; planar where contacts collide by laws and no rule decides: unique, reason, and "
      "cells and longest (collisions) or a counterexample (momentum (n,), xi, two orderings with word and "
      "momentum)",
      "unique, multiplicity[0][0], deviation[0][0], angle[0][0], xi_bound, worst_xi[0][0], "
      "closed_form.orderings, closed_form.states, closed_form.length, planar.unique, planar.cells, "
      "planar.longest, planar.counterexample.momentum[0], planar.counterexample.xi, "
      "planar.counterexample.orderings, "
      "planar.counterexample.orderings[0].word, planar.counterexample.orderings[0].momentum[0]",
      "Record"},
     always,
     [](const A& a) { return certificateJson(a.report()); }},
    {{"verdict", "",
      "The verdict on the outcome, in the words of the window: 'no impact', 'nothing closes', 'unique here', "
      "'unique for every momentum', 'order matters', 'side matters', 'not decided', 'cut', 'jammed'",
      "-", "str"},
     always,
     [](const A& a) { return Json(wordsOf(verdictOf(&a.report()))); }},
    {{"terminates", "", "Whether every ordering ends: True, False (proven) or None (not decided)", "",
      "bool | None"},
     always,
     [](const A& a) { return orNull(a.report().ends); }},
    {{"jammed", "1",
      "The jam: weights (k,) of the contacts that jam, and the proof, 'no-ordering-ends' or "
      "'some-never-end'; None where no contacts jam",
      "weights[0]", "Record | None"},
     jams,
     jamJson},
    {{"margin", "1", "The distance from a jam, 0 to 1; None where contacts jam", "", "float | None"},
     [](const A& a) { return !jams(a); },
     [](const A& a) { return number(a.report().termination.margin); }},
    {{"near_jam", "1",
      "A jam up to rounding, where terminates is None: weights (k,), the residual of their sum, and exact "
      "(True where the sum is 0 and only the search met its limit); else None",
      "weights[0], residual, exact", "Record | None"},
     [](const A& a) {
       const auto& termination = a.report().termination;
       return !termination.decided && termination.jamWeights.size() > 0;
     },
     nearJamJson},
    {{"bounds", "1",
      "The largest number of reflections of two contacts, by seghete2014 and seghete2010; else None",
      "seghete2014, seghete2010", "Record | None"},
     [](const A& a) { return isPair(a) || a.report().bounds; },
     boundsJson},
    {{"sensitivity", "",
      "The sensitivity of the outcome to small changes. Two elastic contacts have worst_xi, projection, "
      "epsilon and linear_xi. With gradient there are slopes, a record for each pair of contacts and "
      "continuous parameter, with gram, turn, w, orders (dp, projection p*), difference and xi; or refused "
      "and reason. Else None",
      "worst_xi: 1, projection: 1, epsilon: 1, linear_xi: 1, slopes, slopes[0].pair, slopes[0].gram, "
      "slopes[0].turn, "
      "slopes[0].w[0], slopes[0].orders, slopes[0].orders[0].order, slopes[0].orders[0].dp[0], "
      "slopes[0].orders[0].projection[0], slopes[0].orders[0].projection_norm, slopes[0].difference, "
      "slopes[0].xi, refused",
      "Record | None"},
     [](const A& a) { return isPair(a) || a.report().sensitivity || a.answer.sensitivity; },
     sensitivityOf},
    {{"plastic", "", "The plastic impact: momentum, velocity (n,), impulses (k,; N s), energy_loss (J)",
      "momentum[0]: p, velocity[0]: v, impulses[0]: N*s, energy_loss: J", "Record | None"},
     always,
     plasticJson},
    {{"restitution", "1", "R of the whole impact, where it was given", "", "float | None"},
     [](const A& a) { return a.report().restitution.has_value(); },
     [](const A& a) { return Json(*a.report().restitution); }},
    {{"reflection_restitution", "1", "e of each reflection, where it was given", "", "float | None"},
     [](const A& a) { return a.report().reflectionRestitution.has_value(); },
     [](const A& a) { return Json(*a.report().reflectionRestitution); }},
    {{"collapse_gram", "1",
      "With reflection_restitution: the G at and below which the orderings of a pair never end", "",
      "float | None"},
     [](const A& a) { return a.report().reflectionRestitution.has_value(); },
     [](const A& a) { return Json(collapseGram(*a.report().reflectionRestitution)); }},
    {{"complete", "", "Whether every ordering was followed; where not, limit has the reason", "", "bool"},
     always,
     [](const A& a) {
       const Limit limit = limitOf(a);
       if (a.answer.path) return Json(limit == Limit::None);
       return Json(limit != Limit::Cancelled && a.report().complete());
     }},
    {{"limit", "", "The limit that ended the search: 'max-states', 'memory', 'work', 'cancelled'; else None",
      "-", "str | None"},
     [](const A& a) { return limitOf(a) != Limit::None; },
     [](const A& a) { return Json(std::string(toString(limitOf(a)))); }},
    {{"states", "1", "The number of distinct momenta, with the first and the last", "", "int"},
     always,
     statesJson},
    {{"counts_of", "",
      "'impact', or 'ideal-group' where pairs fit the group of the certificate only nearly: then states, "
      "orderings and lengths are those of the group, and the example may be longer",
      "-", "str | None"},
     searched,
     [](const A& a) { return Json(a.report().countsIdealGroup ? "ideal-group" : "impact"); }},
    {{"groups", "", "The names of the contacts of each group that was resolved by itself; None for one group",
      ": 1, [0]", "tuple[tuple[str, ...], ...] | None"},
     [](const A& a) { return a.isSearch() && !a.report().groups.empty(); },
     groupsJson},
    {{"orderings", "1", "The number of orderings, exact; None where they were not all counted", "",
      "int | None"},
     always,
     orderingsJson},
    {{"lengths", "1",
      "The reflections of the shortest and of the longest ordering, min and max; None where not known",
      "min, max", "Record | None"},
     always,
     [](const A& a) { return counted(a) && !a.report().cut() ? lengthsJson(a.report()) : Json(nullptr); }},
    {{"orderings_to_cut", "1",
      "In place of orderings where some were cut because they never end: the number up to the cut", "",
      "int | None"},
     countedToCut,
     [](const A& a) { return Json(a.report().orderings.str()); }},
    {{"lengths_to_cut", "1", "In place of lengths where orderings were cut: min and max up to the cut",
      "min, max", "Record | None"},
     countedToCut,
     [](const A& a) { return lengthsJson(a.report()); }},
    {{"outcomes", "", "The distinct outcomes, a sequence of Outcome; empty where jammed",
      ": 1, [0].momentum[0]: p, [0].velocity[0]: v, [0].impulses[0]: N*s, [0].orderings: 1, [0].minimal, "
      "[0].energy_loss: J, "
      "[0].example, [0].cut, [0].friction[0][0]: N*s, [0].loop_impulses[0]: N*s, [0].probability: 1, "
      "[0].standard_error: 1, [0].exact_probability: 1",
      "Outcomes"},
     always,
     outcomeList},
    {{"xi", "1",
      "The indeterminacy: the largest distance of two outcomes over |p|, both in the kinetic metric; None "
      "where it is not known exactly, see xi_interval",
      "", "float | None"},
     always,
     [](const A& a) { return knowsXi(a) ? number(a.report().indeterminacy.xi) : Json(nullptr); }},
    {{"xi_minimal", "1", "The indeterminacy over the minimal orderings; None where not decided", "",
      "float | None"},
     always,
     [](const A& a) { return knowsXi(a) ? orNull(a.report().indeterminacy.xiMinimal) : Json(nullptr); }},
    {{"xi_pair", "1", "The indices of two outcomes whose distance is xi", "[0]", "tuple[int, int] | None"},
     always,
     [](const A& a) {
       return a.isSearch() && !a.report().outcomes.empty() ? Json(a.report().indeterminacy.pair)
                                                           : Json(nullptr);
     }},
    {{"xi_interval", "1", "(2,) Bounds of xi where it is not known exactly, NaN for no bound; else None",
      "[0]", "Floats | None"},
     [](const A& a) {
       return a.isSearch() && (!a.report().complete() || !a.report().indeterminacy.isExact());
     },
     [](const A& a) {
       return Json::array({number(a.report().indeterminacy.lower), number(a.report().indeterminacy.upper)});
     }},
    {{"tolerance", "1", "A bound on the error of the outcomes of an inelastic impact, over |p|; else None",
      "", "float | None"},
     [](const A& a) { return a.isSearch() && !a.report().problem.isElastic(); },
     [](const A& a) { return number(a.report().tolerance); }},
    {{"limit_normals", "1",
      "The sides of corners at which bodies meet, where the gap has several normals: sides (combinations of "
      "normals), resolved (their number), outcomes (of all sides; xi is over these), complete. The outcomes "
      "listed are of one side. None without corners",
      "sides, resolved, outcomes, complete", "Record | None"},
     [](const A& a) { return a.isSearch() && a.report().corners; },
     cornersJson},
    {{"choice", "",
      "Rules that choose an outcome: nearest (its index), conic and convex (momentum, energy_loss in J)",
      "nearest: 1, conic.momentum[0]: p, conic.energy_loss: J, convex.momentum[0]: p, convex.energy_loss: J",
      "Record | None"},
     always,
     choiceJson},
    {{"energy", "", "The kinetic energy before (J), and worst_relative_error of the outcomes",
      "before: J, worst_relative_error: 1", "Record"},
     always,
     [](const A& a) { return energyJson(a.report()); }},
    {{"orderings_estimate", "1",
      "With sample: an estimate of the number of orderings: value, standard_error, log10, samples, seed; "
      "else None",
      "value, standard_error, log10, samples, seed", "Record | None"},
     [](const A& a) { return a.isSearch() && a.report().estimate; },
     [](const A& a) { return estimateJson(*a.report().estimate); }},
    {{"lengths_seen", "1", "With sample: min and max of the lengths drawn", "min, max", "Record | None"},
     [](const A& a) { return a.isSearch() && a.report().estimate; },
     [](const A& a) { return lengthsJson(a.report()); }},
    {{"gaps", "1",
      "With gaps: the probabilities under random gaps: samples, seed, orderings with their probability, "
      "realisable, unrealised; else None",
      "samples, seed, exact_first[0], orderings, orderings[0].word, orderings[0].probability, "
      "orderings[0].standard_error, realisable, unrealised, unrealised_examples, unrealised_examples[0]",
      "Record | None"},
     [](const A& a) { return !a.answer.path && (a.answer.gapsAsked || (a.isSearch() && a.report().gaps)); },
     [](const A& a) {
       // No displacement opens all contacts of an impact without them.
       return a.isSearch() && a.report().gaps ? gapsJson(a.report()) : Json(nullptr);
     }},
    {{"path", "",
      "With policy or ordering: the names of the contacts in the order in which they reflect; else None", "",
      "tuple[str, ...] | None"},
     follows,
     [](const A& a) {
       return a.answer.path->atOnce || followsLong(a) ? Json(nullptr)
                                                      : wordJson(a.report().problem.labels(), pathOf(a));
     }},
    {{"path_length", "1", "The number of contacts where the path is too long to list", "", "int | None"},
     followsLong,
     [](const A& a) { return Json(pathOf(a).size()); }},
    {{"path_begins", "", "The first contacts where the path is too long to list", "",
      "tuple[str, ...] | None"},
     followsLong,
     [](const A& a) {
       return wordJson(a.report().problem.labels(), pathOf(a).first(WordWriter::shownOfLonger));
     }},
    {{"path_ends", "", "The last contacts where the path is too long to list", "", "tuple[str, ...] | None"},
     followsLong,
     [](const A& a) {
       return wordJson(a.report().problem.labels(), pathOf(a).last(WordWriter::shownOfLonger));
     }},
    {{"at_once", "",
      "With policy friction-lcp: model, pivots (their number), and a note on approximations and open "
      "decisions",
      "pivots", "Record | None"},
     [](const A& a) { return follows(a) && a.answer.path->atOnce && !a.report().jammed(); },
     atOnceJson},
    {{"derived", "", "The derived quantities of the scene by name, in SI; None without any", "*",
      "Record | None"},
     [](const A& a) { return a.instance && !a.instance->derived.empty(); },
     [](const A& a) { return derivedJson(*a.instance); }},
    {{"touching", "",
      "The closing of gaps, where the scene asks for it: contacts, gap and moved (name, by, value, unit), "
      "iterations and residual; else None",
      "contacts, gap, moved, moved[0].by, moved[0].value, iterations, residual", "Record | None"},
     [](const A& a) { return a.instance && a.instance->touching; },
     [](const A& a) { return touchingJson(*a.instance); }},
    {{"closing", "",
      "The closing of loops, where the scene has some: loops, moved (name, by, value, unit), iterations and "
      "residual; else None",
      "loops, moved, moved[0].by, moved[0].value, iterations, residual", "Record | None"},
     [](const A& a) { return a.instance && a.instance->closing; },
     [](const A& a) { return closingJson(*a.instance); }},
    {{"loops", "",
      "The loops, where the scene has some: name, residual (largest |g| of its equations) and impulse (of "
      "each "
      "equation, in N s or N m s, for the first outcome; null where there is none); else None",
      ": 1, [0].residual, [0].impulse[0]: N*s", "tuple[Record, ...] | None"},
     [](const A& a) { return a.instance && !a.instance->mechanism->loops().empty(); },
     [](const A& a) {
       return loopsJson(loopStates(*a.instance->mechanism, a.instance->initial.q),
                        firstLoopImpulses(a.report()));
     }},
    {{"xi_gradient", "",
      "With gradient: the slopes of xi, a record for each continuous parameter, with verdict, value (per SI "
      "unit), error, left, right; else None",
      ": 1, [0].value, [0].error, [0].left, [0].right", "tuple[Record, ...] | None"},
     [](const A& a) { return a.answer.gradient.has_value(); },
     [](const A& a) { return gradientJson(*a.answer.gradient); }},
};

}  // namespace
}  // namespace impact_rows

std::span<const ImpactKey> impactKeys() {
  return impact_rows::rows;
}

std::span<const OutcomeKey> outcomeKeys() {
  return impact_rows::outcomeRows;
}

Json impactDocument(const AnsweredImpact& impact, const std::vector<std::string_view>& only) {
  Json json;
  for (const ImpactKey& row : impactKeys())
    if ((only.empty() || std::ranges::find(only, row.key) != only.end()) && row.present(impact))
      json[std::string(row.key)] = row.value(impact);
  return json;
}

std::vector<NumberPath> numbersOf(const AnswerKey& key) {
  std::vector<NumberPath> numbers;
  std::string_view rest = key.numbers;
  if (rest == "-") return numbers;
  while (true) {
    const std::size_t comma = rest.find(", ");
    std::string_view one = rest.substr(0, comma), unit = key.unit;
    if (const std::size_t colon = one.find(": "); colon != std::string_view::npos) {
      unit = one.substr(colon + 2);
      one = one.substr(0, colon);
    }
    numbers.push_back(
        {std::string(key.key) + (one.empty() || one.front() == '[' ? "" : ".") + std::string(one),
         std::string(unit)});
    if (comma == std::string_view::npos) return numbers;
    rest.remove_prefix(comma + 2);
  }
}

std::vector<std::string> numberPaths(const AnswerKey& key) {
  std::vector<std::string> paths;
  for (NumberPath& number : numbersOf(key)) paths.push_back(std::move(number.path));
  return paths;
}

std::vector<Coordinate> namelessCoordinates(int dof) {
  std::vector<Coordinate> coordinates;
  for (int i = 0; i < dof; ++i) coordinates.push_back({"q" + std::to_string(i), "", -1, {}});
  return coordinates;
}

}  // namespace carom
