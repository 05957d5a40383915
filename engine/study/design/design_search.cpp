#include "study/design/design_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/number_text.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "scene/edit/bake_assignments.h"
#include "scene/initial_velocity.h"
#include "study/design/design_iteration.h"

namespace carom {

namespace {

/// All pairs of closed contacts, with one m.
std::vector<DesignPair> closedPairs(const SceneInstance& instance, int m) {
  const std::vector<std::string> closed = closedContactNames(instance);
  std::vector<DesignPair> pairs;
  for (std::size_t i = 0; i < closed.size(); ++i)
    for (std::size_t j = i + 1; j < closed.size(); ++j) pairs.push_back({{closed[i], closed[j]}, m});
  return pairs;
}

std::vector<DesignPair> pairsOf(const DesignQuestion& question, const Scene& scene,
                                const SceneInstance& instance) {
  if (!question.pairs.empty()) return question.pairs;
  std::vector<DesignPair> pairs = closedPairs(instance, 2);
  if (pairs.empty())
    throw SceneError(scene.file(), "initial",
                     std::to_string(closedContactNames(instance).size()) + " contacts are closed",
                     "at least two, whose pair can fit");
  return pairs;
}

std::vector<std::string> freeParameters(const Scene& scene) {
  std::vector<std::string> names;
  for (const ParameterSpec& parameter : scene.parameters())
    if (parameter.free && !parameter.integer) names.push_back(parameter.name);
  return names;
}

std::vector<std::string> variablesOf(const DesignQuestion& question, const Scene& scene) {
  if (!question.variables.empty()) return question.variables;
  const std::vector<std::string> names = freeParameters(scene);
  if (names.empty())
    throw SceneError(scene.file(), "parameters", "the scene marks no parameter as free",
                     "names of the parameters to vary", SceneError::Fault::Command);
  return names;
}

/// ξ of the impact of an instance; empty where it is not exact.
std::optional<double> xiOf(const SceneInstance& instance, const std::stop_token& stop) {
  try {
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    if (!problem) return std::nullopt;
    ResolveOptions options;
    options.minimalityChecks = 0;
    options.choice = false;
    options.samplePastLimit.samples = 0;
    const ImpactReport report = resolveImpact(*problem, options, stop);
    if (report.jammed() || !report.complete()) return std::nullopt;
    return report.indeterminacy.xi;
  } catch (const ImpactError&) {
    return std::nullopt;
  }
}

/// The scene with other initial coordinates. A repeat with one of them becomes single bodies.
std::shared_ptr<const Scene> withCoordinates(const Scene& scene, const CoordinateValues& coordinates) {
  Assignments set;
  for (const auto& [name, value] : coordinates) set[name] = shortestText(value);
  return Scene::parse(bakedText(scene, set), scene.file());
}

/// Those of parameters, choices and velocities.
Assignments withoutCoordinates(Assignments assignments) {
  std::erase_if(assignments, [](const auto& one) {
    return isInitialName(one.first) && !one.first.starts_with(velocityPrefix);
  });
  return assignments;
}

void requireRanges(const Scene& scene, const DesignQuestion& question,
                   const std::vector<DesignVariable>& variables) {
  for (const auto& [name, least, greatest, weight] : question.ranges) {
    const auto refuse = [&, &at = name](const std::string& problem, const std::string& expected) {
      throw SceneError(scene.file(), at, problem, expected, SceneError::Fault::Command);
    };
    const auto variable = std::ranges::find(variables, name, &DesignVariable::name);
    if (variable == variables.end()) refuse("does not vary", "a variable of the design");
    if (!(weight > 0) || !std::isfinite(weight))
      refuse("has the weight " + shortestText(weight), "more than 0");
    const double low = least.value_or(variable->least.value_or(-HUGE_VAL));
    const double high = greatest.value_or(variable->greatest.value_or(HUGE_VAL));
    if (!(low <= high))
      refuse("has the bounds " + shortestText(low) + " and " + shortestText(high), "the smaller first");
  }
}

double gramFor(int m) {
  return m == 2 ? 0 : -std::cos(std::numbers::pi / m);  // cos(π/2) is not 0 in double
}

/// m ≥ 2, but for contacts with one normal, which fit m = 1.
int nearestMultiplicity(double G) {
  constexpr int most = 1000;
  if (G >= 1 - acceptedResidual) return 1;
  int best = 2;
  for (int m = 3; m <= most; ++m)
    if (std::abs(G - gramFor(m)) < std::abs(G - gramFor(best))) best = m;
  return best;
}

/// The contacts of a question, each once, and the pairs among them by their numbers.
struct Wanted {
  std::vector<std::string> contacts;
  std::vector<PairEquation> pairs;
  std::vector<int> multiplicities;  ///< of the pairs, once they are chosen

  int number(const std::string& name) {
    const auto known = std::ranges::find(contacts, name);
    const int at = static_cast<int>(known - contacts.begin());
    if (known == contacts.end()) contacts.push_back(name);
    return at;
  }
};

Wanted wantedBy(const Scene& scene, const DesignQuestion& question, const std::vector<DesignPair>& pairs) {
  Wanted wanted;
  for (const auto& [contacts, m] : pairs) {
    if (contacts[0] == contacts[1])
      throw SceneError(scene.file(), contacts[0], "is paired with itself", "two different contacts",
                       SceneError::Fault::Command);
    const int first = wanted.number(contacts[0]), second = wanted.number(contacts[1]);
    wanted.pairs.push_back({first, second, 0});
  }
  for (const std::string& contact : question.closed) wanted.number(contact);
  return wanted;
}

/// Gives each pair its m and its G, from those of the start.
void chooseMultiplicities(const std::vector<DesignPair>& pairs, const Eigen::MatrixXd& G, Wanted& wanted) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    PairEquation& pair = wanted.pairs[i];
    const int m =
        pairs[i].multiplicity > 0 ? pairs[i].multiplicity : nearestMultiplicity(G(pair.first, pair.second));
    wanted.multiplicities.push_back(m);
    pair.G = gramFor(m);
  }
}

Eigen::VectorXd startValues(const DesignModel& model) {
  Eigen::VectorXd x(std::ssize(model.variables()));
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = model.variables()[static_cast<std::size_t>(i)].value;
  return x;
}

/// The answer without what is about its contacts.
DesignAnswer answerOf(const DesignModel& model, const DesignIteration& search) {
  DesignAnswer answer;
  for (const DesignVariable& variable : model.variables())
    answer.variables.push_back(
        {variable.name, variable.unit, variable.value, search.x()[std::ssize(answer.variables)]});
  answer.iterations = search.iterations();
  answer.starts = search.starts();
  answer.corners = search.corners();
  answer.residual = search.residual();
  answer.assignments = model.assignments(search.x());
  answer.coordinates = model.coordinates(search.x());
  return answer;
}

void addContacts(const Wanted& wanted, const std::vector<DesignPair>& pairs,
                 const ImpactNumbers<double>& before, const ImpactNumbers<double>& after,
                 DesignAnswer& answer) {
  const Eigen::MatrixXd G = gramOf(before), H = gramOf(after);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [first, second, goal] = wanted.pairs[i];
    answer.pairs.push_back({pairs[i].contacts, wanted.multiplicities[i], G(first, second), H(first, second)});
  }
  for (std::size_t i = 0; i < wanted.contacts.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    answer.gaps.push_back({wanted.contacts[i], before.gaps[at], after.gaps[at]});
  }
}

/// G of a pair of closed contacts; empty where one of them is not closed.
std::optional<double> gramIn(const std::optional<ImpactProblem>& problem, const DesignAnswer::Pair& pair) {
  std::array<Eigen::Index, 2> at{};
  for (std::size_t side = 0; problem && side < 2; ++side) {
    const auto known = std::ranges::find(problem->labels(), pair.contacts[side], &ContactLabel::name);
    if (known == problem->labels().end()) return std::nullopt;
    at[side] = known - problem->labels().begin();
  }
  return problem ? std::optional(problem->gram()(at[0], at[1])) : std::nullopt;
}

/// Resolves the impact of the design as its scene has it: G there must be that of the search.
void checkAnswer(const Scene& scene, DesignAnswer& answer, const std::stop_token& stop) {
  constexpr double rounding = 1e-9;
  const SceneInstance instance = scene.instantiate(answer.assignments);
  answer.xiAfter = xiOf(instance, stop);
  if (!answer.found) return;
  const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  for (const DesignAnswer::Pair& pair : answer.pairs) {
    const std::optional<double> G = gramIn(problem, pair);
    if (G && std::abs(*G - pair.after) <= rounding) continue;
    answer.found = false;
    answer.refusal = "other parts of the bodies of " + pair.contacts[0] + " or " + pair.contacts[1] +
                     " are nearest there than at the start";
  }
}

}  // namespace

std::vector<std::string> closedContactNames(const SceneInstance& instance) {
  std::vector<std::string> names;
  for (const int contact : closedContacts(*instance.mechanism, instance.initial.q))
    names.push_back(instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
  return names;
}

std::vector<std::string> nearestVariables(const Scene& scene, const SceneInstance& instance) {
  std::vector<std::string> names = freeParameters(scene);
  if (!names.empty()) return names;
  for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
    const ParameterValue& value = instance.parameters[i];
    if (!scene.parameters()[i].integer && value.min && value.max && *value.min < *value.max)
      names.push_back(value.name);
  }
  return names;
}

DesignQuestion nearestQuestion(const Scene& scene, const SceneInstance& instance) {
  return {nearestVariables(scene, instance), closedPairs(instance, 0), {}, {}};
}

DesignAnswer findDesign(const Scene& scene, const Assignments& given, const DesignQuestion& question,
                        std::stop_token stop, const Progress& progress) {
  const SceneInstance instance = scene.instantiate(given);
  requireMotion(scene, instance);
  const DesignStart start = afterMoves(instance, given);
  const std::vector<DesignPair> pairs = pairsOf(question, scene, instance);
  Wanted wanted = wantedBy(scene, question, pairs);
  const std::vector<std::string> variables = variablesOf(question, scene);
  DesignModel model(scene, start.assignments, variables, wanted.contacts, start.coordinates);
  requireRanges(scene, question, model.variables());
  const Eigen::VectorXd x = startValues(model);
  const ImpactNumbers<double> before = model.at(x);
  chooseMultiplicities(pairs, gramOf(before), wanted);
  DesignIteration search(model, wanted.pairs, question.ranges, stop);
  search.run(progress);
  DesignAnswer answer = answerOf(model, search);
  addContacts(wanted, pairs, before, model.at(search.x()), answer);
  answer.isCancelled = stop.stop_requested();
  answer.found = answer.residual <= acceptedResidual && !answer.isCancelled;
  answer.xiBefore = xiOf(instance, stop);
  try {
    if (!answer.coordinates.empty()) {
      answer.scene = withCoordinates(scene, answer.coordinates);
      answer.assignments = withoutCoordinates(answer.assignments);
    }
    checkAnswer(answer.scene ? *answer.scene : scene, answer, stop);
  } catch (const SceneError& error) {
    answer.found = false;
    answer.refusal = error.what();
  }
  return answer;
}

}  // namespace carom
