// Reflections, paths and graphs of orderings, each beside a straightforward implementation in the same run.
//
// Benchmarks come in pairs WHAT/ours and WHAT/straightforward; a counter is a cost, and its name says of
// what.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <ctime>
#include <fstream>
#include <numbers>

#include "base/threads.h"
#include "bench/straightforward.h"
#include "impact/contact_path.h"
#include "impact/impact_report.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"
#include "scene/scene.h"

namespace {

using namespace carom;

ImpactProblem problemOf(const std::string& scene, const Assignments& assignments) {
  const SceneInstance instance = Scene::open(scene)->instantiate(assignments);
  return *impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
}

ImpactProblem line(int balls) {
  return problemOf("converging-line", {{"n", std::to_string(balls)}});
}

/// Two contacts whose ordering is 20 reflections long.
ImpactProblem longPair() {
  const double angle = std::numbers::pi / 20;
  Eigen::Matrix2d normals;
  normals << 1, 0, -std::cos(angle), std::sin(angle);
  return ImpactProblem(Eigen::Matrix2d::Identity(), normals, Eigen::Vector2d(-1, -9), {{}, {}});
}

ImpactProblem galperin() {
  return problemOf("galperin", {{"digits", "3"}});
}

ImpactProblem rack() {
  return problemOf("rack-break", {{"rows", "5"}});
}

/// Time of this thread on a processor, so that other programs' work counts little (ns).
double processorTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Runs an iteration as often as the benchmark wants; `unit` counts what one of its `parts` costs.
template <class Iteration>
void measure(benchmark::State& state, const char* unit, const Iteration& iteration) {
  std::size_t parts = 0;
  const double start = processorTime();
  for (auto _ : state) parts += iteration();
  state.counters[unit] = (processorTime() - start) / static_cast<double>(parts);
}

// ---- One path: most infeasible contact first.

using MakeProblem = ImpactProblem (*)();  // not made before main, where the built-in scenes may be missing

void pathOurs(benchmark::State& state, MakeProblem problem) {
  ContactPath path(problem());
  measure(state, "ns/reflection", [&] {
    path.restart();
    for (int j = path.mostInfeasible(); j >= 0; j = path.mostInfeasible()) path.reflect(j);
    return path.word().size();
  });
}

void pathStraightforward(benchmark::State& state, MakeProblem problem) {
  const straightforward::Reflections reflections(problem());
  Eigen::VectorXd p, c(reflections.contactCount());
  measure(state, "ns/reflection", [&] {
    std::size_t length = 0;
    p = reflections.start();
    for (int j = reflections.mostInfeasible(p, c); j >= 0; j = reflections.mostInfeasible(p, c)) {
      reflections.reflect(p, j);
      ++length;
    }
    return length;
  });
}

// ---- The graph of all orderings.

/// Bytes by which `work` lifts the peak of resident memory.
template <class Work>
double peakBytes(const Work& work) {
  const auto kilobytes = [](const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
      double value = 0;
      if (word == name && status >> value) return value;
    }
    return 0.0;
  };
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts again from what is resident now
  const double before = kilobytes("VmRSS:");
  work();
  return (kilobytes("VmHWM:") - before) * 1024;
}

template <class Explore>
void graph(benchmark::State& state, const ImpactProblem& problem, std::size_t maxStates,
           const Explore& explore) {
  double bytes = -1;
  measure(state, "ns/state", [&] {
    if (bytes >= 0) return explore(problem, maxStates);
    std::size_t states = 0;
    bytes = peakBytes([&] { states = explore(problem, maxStates); });
    bytes /= static_cast<double>(states);
    return states;
  });
  state.counters["bytes/state"] = bytes;
}

std::size_t exploreOurs(const ImpactProblem& problem, std::size_t maxStates) {
  return exploreOrderings(problem, {.maxStates = maxStates}).nodeCount();
}
std::size_t exploreStraightforward(const ImpactProblem& problem, std::size_t maxStates) {
  return straightforward::exploreOrderings(problem, maxStates).states;
}

/// The same search by one thread and by several.
void addThreads(const std::string& name, int balls) {
  for (const int threads : {1, 2, 4}) {
    const auto explore = [=](benchmark::State& state) {
      const ImpactProblem problem = line(balls);
      withThreads(threads,
                  [&] { measure(state, "ns/state", [&] { return exploreOurs(problem, 4'000'000); }); });
    };
    const std::string whole = name + "/threads-" + std::to_string(threads);
    benchmark::RegisterBenchmark(whole.c_str(), explore)->Unit(benchmark::kMillisecond)->UseRealTime();
  }
}

void addPath(const std::string& name, MakeProblem problem) {
  benchmark::RegisterBenchmark((name + "/ours").c_str(), pathOurs, problem);
  benchmark::RegisterBenchmark((name + "/straightforward").c_str(), pathStraightforward, problem);
}

void addGraph(const std::string& name, int balls, std::size_t maxStates) {
  const auto add = [&](const char* whose, auto explore) {
    benchmark::RegisterBenchmark((name + whose).c_str(), [=](benchmark::State& state) {
      graph(state, line(balls), maxStates, explore);
    })->Unit(benchmark::kMillisecond);
  };
  add("/ours", exploreOurs);
  add("/straightforward", exploreStraightforward);
}

[[maybe_unused]] const bool registered = [] {
  addPath("path/2-contacts", longPair);
  addPath("path/galperin-3141", galperin);
  addPath("path/rack-31-contacts", rack);
  for (const int balls : {7, 8, 9, 10}) addGraph("graph/line-" + std::to_string(balls), balls, 4'000'000);
  for (const int balls : {9, 10}) addThreads("graph/line-" + std::to_string(balls), balls);
  for (const int contacts : {8, 15, 30, 45, 60})
    addGraph("graph/200k-states-" + std::to_string(contacts) + "-contacts", contacts + 1, 200'000);
  return true;
}();

}  // namespace
