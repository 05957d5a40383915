#include "answer/drop_experiment.h"

#include <algorithm>

#include "answer/run_distance.h"
#include "study/design/design_search.h"

namespace carom {

namespace {

constexpr const char *heightName = "drop", *stanceName = "row";
constexpr const char *orthogonalStance = "optimised", *straightStance = "straight";
constexpr const char* usualHeight = "17cm";  // [SM14 VII-B]

[[noreturn]] void refuseDrop(const Scene& scene, const std::string& problem, const std::string& expected) {
  throw SceneError(scene.file(), "drop experiment", problem, expected);
}

/// The given assignments without those of the design variables, in a stance and at a height.
Assignments standing(const Snapshot& present, const char* stance, const std::string& height) {
  Assignments assignments = present.assignments;
  for (const ParameterSpec& parameter : present.scene->parameters())
    if (parameter.free) assignments.erase(parameter.name);
  assignments[stanceName] = stance;
  assignments[heightName] = height;
  return assignments;
}

/// The height that is assigned, else that of the paper.
std::string heightOf(const Snapshot& present) {
  const ParameterValue* height = present.instance.parameter(heightName);
  return height->value > 0 ? height->expression : usualHeight;
}

/// The nearest design whose two contacts are orthogonal, on the floor.
Assignments orthogonalDesign(const Snapshot& present, std::stop_token stop) {
  const Scene& scene = *present.scene;
  const Assignments start = standing(present, orthogonalStance, "0");
  const SceneInstance instance = scene.instantiate(start);
  if (!instance.touching || instance.touching->contacts.size() < 2)
    refuseDrop(scene, "closes fewer than two contacts", "a \"touching\" with two contacts");
  const auto nameOf = [&](std::size_t i) {
    const auto contact = static_cast<std::size_t>(instance.touching->contacts[i]);
    return instance.mechanism->contacts()[contact].name;
  };
  DesignQuestion question;
  question.pairs = {{{nameOf(0), nameOf(1)}, 2}};
  DesignAnswer answer = findDesign(scene, start, question, stop);
  if (!answer.found && !answer.isCancelled)
    refuseDrop(scene, "has no orthogonal design within the bounds of its variables", "wider sliders");
  return std::move(answer.assignments);
}

/// Follows the two runs of a gait.
class GaitWatch {
 public:
  GaitWatch(const DropWatch& watch, bool isStraight, double duration, std::stop_token stop)
      : m_watch(watch), m_isStraight(isStraight), m_duration(duration), m_stop(std::move(stop)) {}

  AnswerWatch answerWatch() {
    AnswerWatch answer;
    if (!m_watch.point && !m_watch.progress) return answer;
    answer.placed = [this](const SnapshotPtr& placed) { m_mechanism = placed->instance.mechanism; };
    answer.moved = [this](const ObservedState& state, bool isSecond) {
      if (m_stop.stop_requested()) return;
      report(isSecond, state.time);
      if (!m_watch.point) return;
      if (isSecond)
        compare(state);
      else
        m_first.push_back(state);
    };
    return answer;
  }

 private:
  void report(bool isSecond, double time) const {
    const int runs = (m_isStraight ? 2 : 0) + (isSecond ? 1 : 0);  // that are done, of four
    if (m_watch.progress) m_watch.progress((runs + std::clamp(time / m_duration, 0.0, 1.0)) / 4);
  }
  /// Both runs have the same ends of steps.
  void compare(const State& second) {
    while (m_next < m_first.size() && m_first[m_next].time < second.time) ++m_next;
    if (m_next == m_first.size() || m_first[m_next].time != second.time) return;
    const State& first = m_first[m_next];
    const KineticMetric metric(m_mechanism->massBlocks(first.q));
    m_watch.point({m_isStraight, first.time, metric.norm(first.p - second.p) / metric.norm(first.p)});
  }

  const DropWatch& m_watch;
  bool m_isStraight;
  double m_duration;
  std::stop_token m_stop;
  std::shared_ptr<const Mechanism> m_mechanism;
  std::vector<State> m_first;
  std::size_t m_next = 0;
};

SnapshotPtr runTwice(const Snapshot& present, Assignments assignments, std::stop_token stop, GaitWatch gait) {
  SnapshotRequest request;
  request.scene = present.scene;
  request.assignments = std::move(assignments);
  request.settings = present.settings;
  request.settings.later.clear();
  request.settings.comparison.reset();
  request.settings.rule.emplace().kind = OrderingRule::Kind::MostInfeasible;
  request.settings.branch.emplace().rule.emplace().kind = OrderingRule::Kind::LeastInfeasible;
  return computeSnapshot(request, stop, gait.answerWatch());
}

}  // namespace

bool canDrop(const Scene& scene) {
  const auto& choices = scene.choices();
  const auto stance = std::ranges::find(choices, stanceName, &ChoiceSpec::name);
  if (stance == choices.end() || !scene.parameter(heightName)) return false;
  const auto hasOption = [&](const char* option) {
    return std::ranges::find(stance->options, option) != stance->options.end();
  };
  return hasOption(orthogonalStance) && hasOption(straightStance);
}

double dropDuration(const Snapshot& present) {
  return present.settings.run.duration.value_or(present.instance.view.duration);
}

SnapshotPtr dropExperiment(const Snapshot& present, std::stop_token stop, const DropWatch& watch) {
  if (!canDrop(*present.scene))
    refuseDrop(*present.scene, "has no stances to drop",
               "a parameter \"drop\" and a choice \"row\" with \"optimised\" and \"straight\"");
  const std::string height = heightOf(present);
  const auto dropped = [&](Assignments assignments, bool isStraight) -> SnapshotPtr {
    if (stop.stop_requested()) return nullptr;
    return runTwice(present, std::move(assignments), stop,
                    GaitWatch(watch, isStraight, dropDuration(present), stop));
  };
  Assignments design = orthogonalDesign(present, stop);
  design[heightName] = height;
  const SnapshotPtr orthogonal = dropped(std::move(design), false);
  const SnapshotPtr straight = dropped(standing(present, straightStance, height), true);
  if (!orthogonal || !straight || stop.stop_requested()) return nullptr;
  auto run = std::make_shared<Snapshot>(*orthogonal);
  run->kept = {{.name = straightStance, .answer = straight}};
  return run;
}

std::optional<double> firstIndeterminacy(const Snapshot& run) {
  if (!run.comparison || !run.trajectory) return std::nullopt;
  const auto& impacts = run.trajectory->impacts;
  const auto first =
      std::ranges::find_if(impacts, [](const ImpactEvent& impact) { return impact.contacts.size() > 1; });
  if (first == impacts.end()) return std::nullopt;
  return distanceBetweenRuns(run, first->time);
}

}  // namespace carom
