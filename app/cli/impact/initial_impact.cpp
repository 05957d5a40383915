#include "cli/impact/initial_impact.h"

#include <cmath>

#include "answer/document/json_values.h"
#include "answer/question/command_error.h"
#include "cli/given_file.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

namespace {

Eigen::VectorXd readVector(const std::string& file, const Json& document, const char* key, int n) {
  const auto refuse = [&](const std::string& problem) {
    throw CommandError(ExitStatus::InputFault, file + ": " + key + ": " + problem + "; expected " +
                                                   std::to_string(n) + " finite numbers");
  };
  if (!document.is_object() || !document.contains(key)) refuse("is missing");
  const Json& list = document[key];
  if (!list.is_array() || list.size() != static_cast<std::size_t>(n)) refuse("does not fit the scene");
  Eigen::VectorXd vector(n);
  for (int i = 0; i < n; ++i) {
    const Json& entry = list[static_cast<std::size_t>(i)];
    if (!entry.is_number() || !std::isfinite(entry.get<double>())) refuse("has an entry that is no number");
    vector[i] = entry.get<double>();
  }
  return vector;
}

}  // namespace

ImpactProblem initialImpact(const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  const State& initial = instance.initial;
  if (auto problem = impactAt(mechanism, initial.q, initial.p)) return *std::move(problem);
  return {mechanism.massMatrix(initial.q), Eigen::MatrixXd(0, mechanism.dof()), initial.p, {}};
}

SceneInstance startingAt(SceneInstance instance, const std::string& file) {
  if (file.empty()) return instance;
  constexpr std::size_t longest = std::size_t{1} << 24;
  const int n = instance.mechanism->dof();
  const std::string name = nameOfGiven(file);
  const Json document = Json::parse(readGiven(file, longest, "a file with q and p"), nullptr, false);
  if (document.is_discarded())
    throw CommandError(ExitStatus::InputFault, name + ": is not JSON; expected {\"q\": […], \"p\": […]}");
  State state{0, readVector(name, document, "q", n), readVector(name, document, "p", n)};
  return startingAt(std::move(instance), std::move(state), name + ": q");
}

SceneInstance startingAt(SceneInstance instance, State state, const std::string& place) {
  const Mechanism& mechanism = *instance.mechanism;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i)
    if (!(mechanism.gap(static_cast<int>(i), state.q) >= -closedGap))
      throw CommandError(ExitStatus::InputFault, place + ": contact " + mechanism.contacts()[i].name +
                                                     " overlaps; expected no overlap");
  if (state.q != instance.initial.q) {  // not what was moved for another start
    instance.touching.reset();
    instance.closing.reset();
  }
  if (!mechanism.loops().empty()) {
    LoopEquations loops(mechanism);
    loops.place(state.q);
    Eigen::Index worst = 0;
    if (!(loops.values().cwiseAbs().maxCoeff(&worst) <= closedGap))
      throw CommandError(
          ExitStatus::InputFault,
          place + ": loop " +
              mechanism.loops()[static_cast<std::size_t>(loops.loopOf()[static_cast<std::size_t>(worst)])]
                  .name +
              " is open; expected loops that are closed");
    loopsAt(mechanism, KineticMetric(mechanism.massMatrix(state.q)), state.q).project(state.p);
  }
  instance.initial = std::move(state);
  return instance;
}

}  // namespace carom
