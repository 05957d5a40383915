#include "peers/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>

#include "audit/conformance/conform_problems.h"
#include "peers/impact_scenes.h"
#include "peers/lasting_worlds.h"

namespace carom::peers {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

struct NamedImpact {
  const char *name, *scene;
  Assignments assignments;
};
const std::vector<NamedImpact>& impactScenes() {
  static const std::vector<NamedImpact> scenes{
      {"cradle-3", "newtons-cradle", {{"n", "3"}}},
      {"cradle-5", "newtons-cradle", {{"n", "5"}}},
      {"balls-and-wall", "line-and-wall", {{"first", "1.1"}}},
      {"billiard-60", "billiard-break", {{"theta", "60deg"}}},
      {"billiard-90", "billiard-break", {{"theta", "90deg"}}},
      {"billiard-120", "billiard-break", {{"theta", "120deg"}}},
      {"billiard-150", "billiard-break", {{"theta", "150deg"}}},
      {"rack", "rack-break", {}},
  };
  return scenes;
}

constexpr int speedCount = 40;
constexpr double slowest = 0.1, quickest = 10;  // m/s

double seconds(Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

/// The middle one of some times, which another program's work does not change.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The largest change of a body's velocity.
double largestChange(const std::vector<Motion>& before, const std::vector<Motion>& after) {
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    largest = std::max(largest, (after[i].velocity - before[i].velocity).norm());
  return largest;
}

struct ImpactRun {
  std::vector<Motion> after;
  double impactTime = 0;  ///< s of computing, from the first step that changes a velocity to the last one
};

/// Steps until velocities have changed and then kept their values for 8 steps and 20 ms, or for a second more
/// than the way to the impact takes.
ImpactRun runImpact(Simulation& simulation, double step, double speed) {
  constexpr double noise = 1e-6;  // of single precision, over the speed
  const long quiet = std::max(8L, std::lround(0.02 / step)), most = std::lround((1 + 0.05 / speed) / step);
  ImpactRun run{simulation.motions()};
  double sinceFirst = 0;
  long lastChange = -1;
  for (long i = 0; i < most && (lastChange < 0 || i <= lastChange + quiet); ++i) {
    const auto start = Clock::now();
    simulation.step();
    const double time = seconds(Clock::now() - start);
    std::vector<Motion> motions = simulation.motions();
    const bool changes = largestChange(run.after, motions) > noise * speed;
    if (changes || lastChange >= 0) sinceFirst += time;
    if (changes) {
      lastChange = i;
      run.impactTime = sinceFirst;
    }
    run.after = std::move(motions);
  }
  return run;
}

Json measureImpacts(const Peer& peer, Settings settings, const NamedImpact& named) {
  ImpactScene scene(named.scene, named.assignments);
  Json rows = Json::array();
  for (const int rate : {60, 600, 6000})
    for (const double restitution : {1.0, 0.7, 0.0})
      for (int i = 0; i < speedCount; ++i) {
        const double step = 1.0 / rate,
                     speed = slowest * std::pow(quickest / slowest, i / (speedCount - 1.0));
        const auto simulation = peer.make(scene.world(speed, restitution), step, settings);
        const ImpactRun run = runImpact(*simulation, step, speed);
        const ImpactScene::Verdict verdict = scene.judge(run.after, speed, restitution);
        Json row{{"hz", rate}, {"restitution", restitution}, {"speed", speed}, {"energy", verdict.energy}};
        if (!std::isnan(verdict.momentum)) row["momentum"] = verdict.momentum;
        row["distance"] = verdict.distance;
        row["impact_us"] = 1e6 * run.impactTime;
        rows.push_back(row);
      }
  return rows;
}

/// The motion after the impact, of the bodies in the order of the scene; isReversed: the engine gets them the
/// other way round.
std::vector<Motion> afterImpact(const Peer& peer, Settings settings, World world, double step, double speed,
                                bool isReversed) {
  if (isReversed) std::ranges::reverse(world.bodies);
  std::vector<Motion> after = runImpact(*peer.make(world, step, settings), step, speed).after;
  if (isReversed) std::ranges::reverse(after);
  return after;
}

/// The planted problems of `carom conform` that are scenes of balls, each with its bodies in the order of the
/// scene and the other way round, and the verdicts on the answers.
Json measureConformance(const Peer& peer, Settings settings) {
  constexpr int rate = 6000;
  // Above the thresholds of restitution; the overlap at the end of a step turns normals by less than 0.01.
  constexpr double speed = 3, tolerance = 0.01;  // m/s
  Json rows = Json::array();
  for (const ConformProblem& problem : conformProblems()) {
    if (problem.scene.empty()) continue;
    const auto mechanism = Scene::open(problem.scene)->instantiate(problem.assignments).mechanism;
    if (!ImpactScene::isOfBalls(*mechanism) || (peer.isPlanar && !mechanism->isPlanar())) continue;
    const ImpactScene scene(problem.scene, problem.assignments);
    const World world = scene.world(speed, 1);
    if (ImpactScene::overlaps(world)) continue;
    Json row{{"hz", rate}, {"problem", problem.id}};
    try {
      std::vector<std::optional<Eigen::VectorXd>> answers;
      for (const bool isReversed : {false, true})
        answers.emplace_back(
            scene.momentum(afterImpact(peer, settings, world, 1.0 / rate, speed, isReversed), speed));
      const CheckedAnswer checked = checkAnswers(problem, answers, tolerance);
      std::string why;
      for (const std::string& one : checked.why) why += (why.empty() ? "" : " ") + one;
      row.update({{"verdict", nameOf(checked.verdict)},
                  {"why", why},
                  {"distance", checked.distance},
                  {"energy", checked.energyChange},
                  {"spread", checked.spread}});
    } catch (const std::runtime_error& error) {
      row.update({{"verdict", "failed"}, {"why", error.what()}});
    }
    rows.push_back(row);
  }
  return rows;
}

/// Steps for `duration`; `observe` sees the motions after every `every` of them. Steps per second, the median
/// over such parts.
double runSteps(Simulation& simulation, long count, long every,
                const std::function<void(const std::vector<Motion>&)>& observe) {
  std::vector<double> times;
  for (long done = 0; done < count; done += every) {
    const auto start = Clock::now();
    for (long i = 0; i < every; ++i) simulation.step();
    times.push_back(seconds(Clock::now() - start));
    observe(simulation.motions());
  }
  return static_cast<double>(every) / median(std::move(times));
}

/// 1000 s of a double pendulum. Its energy, over what it can turn into motion.
Json measurePendulum(const Peer& peer, Settings settings) {
  Json rows = Json::array();
  for (const int rate : {60, 600}) {
    const World world = doublePendulum();
    const auto simulation = peer.make(world, 1.0 / rate, settings);
    const double start = energy(world, simulation->motions());
    double worst = 0;
    const double speed = runSteps(*simulation, 1000L * rate, 100, [&](const std::vector<Motion>& motions) {
      const double error = (energy(world, motions) - start) / pendulumDepth;
      if (!(std::abs(error) <= std::abs(worst))) worst = error;
    });
    rows.push_back({{"hz", rate}, {"energy", worst}, {"steps_per_s", speed}});
  }
  return rows;
}

/// 10 s of boxes at rest. How far a body is from its place at the end.
Json measureRest(const Peer& peer, Settings settings, const World& world) {
  Json rows = Json::array();
  for (const int rate : {60, 600}) {
    const auto simulation = peer.make(world, 1.0 / rate, settings);
    std::vector<Motion> last;
    const double speed =
        runSteps(*simulation, 10L * rate, 50, [&](const std::vector<Motion>& motions) { last = motions; });
    double drift = 0;
    for (std::size_t i = 0; i < last.size(); ++i)
      drift = std::max(drift, (last[i].position - world.bodies[i].position).norm());
    rows.push_back({{"hz", rate}, {"drift_m", drift}, {"steps_per_s", speed}});
  }
  return rows;
}

/// 1 s of bodies that fall onto each other and come to rest. The deepest overlap, looked for every 10 ms.
Json measureSettling(const Peer& peer, Settings settings, const World& world) {
  Json rows = Json::array();
  if (peer.isPlanar && world.isSpatial) return rows;
  constexpr long rate = 1000;
  const auto simulation = peer.make(world, 1.0 / rate, settings);
  double deepest = 0;
  const double time = simulation->run(rate, 10, [&](const std::vector<Motion>& motions) {
    deepest = std::max(deepest, overlap(world, motions));
  });
  rows.push_back({{"hz", rate}, {"overlap_m", deepest}, {"steps_per_s", rate / time}});
  return rows;
}

/// 1 s of a box that slides. The error of its place, against v t − ½ μ g t².
Json measureSliding(const Peer& peer, Settings settings) {
  Json rows = Json::array();
  const World world = slidingBox();
  for (const int rate : {60, 600}) {
    const auto simulation = peer.make(world, 1.0 / rate, settings);
    std::vector<Motion> last;
    const double speed =
        runSteps(*simulation, rate, rate / 20, [&](const std::vector<Motion>& motions) { last = motions; });
    const double way = world.bodies[0].velocity.x() - 0.5 * world.friction * world.gravity.norm();
    rows.push_back({{"hz", rate}, {"drift_m", std::abs(last[0].position.x() - way)}, {"steps_per_s", speed}});
  }
  return rows;
}

struct NamedSettling {
  const char* name;
  World (*world)(int count);
  int count;
};
constexpr NamedSettling settlingScenes[] = {
    {"funnel-10", discsInFunnel, 10}, {"funnel-20", discsInFunnel, 20}, {"funnel-50", discsInFunnel, 50},
    {"pit-32", ballsInPit, 32},       {"pit-100", ballsInPit, 100},
};
constexpr const char *slidingName = "box-sliding", *highStackName = "ten-boxes";
constexpr const char* conformanceName = "conformance";
constexpr const char *pendulumName = "double-pendulum", *boxName = "box-at-rest", *stackName = "five-boxes";

}  // namespace

std::vector<std::string> measuredScenes() {
  std::vector<std::string> names;
  for (const NamedImpact& scene : impactScenes()) names.emplace_back(scene.name);
  names.insert(names.end(), {conformanceName, pendulumName, boxName, slidingName, stackName, highStackName});
  for (const NamedSettling& scene : settlingScenes) names.emplace_back(scene.name);
  return names;
}

Json measure(const Peer& peer, Settings settings, const std::string& scene) {
  if (scene == conformanceName) return measureConformance(peer, settings);
  if (scene == pendulumName) return measurePendulum(peer, settings);
  if (scene == boxName) return measureRest(peer, settings, stackOfBoxes(1));
  if (scene == slidingName) return measureSliding(peer, settings);
  if (scene == highStackName) return measureRest(peer, settings, stackOfBoxes(10));
  for (const NamedSettling& settling : settlingScenes)
    if (scene == settling.name) return measureSettling(peer, settings, settling.world(settling.count));
  if (scene == stackName) return measureRest(peer, settings, stackOfBoxes(5));
  for (const NamedImpact& impact : impactScenes())
    if (scene == impact.name) return measureImpacts(peer, settings, impact);
  return Json::array();
}

}  // namespace carom::peers
