// What the variation of a run costs over the run itself, for scenes of all kinds: flights, impacts, contacts
// that last, loops, bodies that turn; all futures of the break of a rack; an orbit with the maps of all
// orders. Run by `carom bench variation`.
#include <benchmark/benchmark.h>

#include <chrono>
#include <string>

#include "mechanics/motion/run_motion.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/futures/futures.h"
#include "study/orbit/orbit.h"

namespace {

using namespace carom;
using VariationClock = std::chrono::steady_clock;

double secondsSince(VariationClock::time_point start) {
  return std::chrono::duration<double>(VariationClock::now() - start).count();
}

/// Both at once, since a share of a machine that others use changes from second to second.
void variationOf(benchmark::State& state, const char* name, double duration) {
  const SceneInstance instance = Scene::open(name)->instantiate();
  MotionOptions options;
  options.duration = duration;
  options.mostNodes = 10'000'000;
  double running = 0, deriving = 0;
  for (auto _ : state) {
    auto start = VariationClock::now();
    const Trajectory run = runMotion(*instance.mechanism, instance.initial, options);
    running += secondsSince(start);
    start = VariationClock::now();
    const RunVariation variation = runVariation(*instance.mechanism, run);
    deriving += secondsSince(start);
    if (!variation.stopped.empty()) state.SkipWithError(variation.stopped.c_str());
  }
  state.counters["run_ms"] = 1e3 * running / static_cast<double>(state.iterations());
  state.counters["variation/run"] = deriving / running;
}

/// A triangle of five rows, 15 balls.
void futuresOfARack(benchmark::State& state) {
  const SceneInstance instance = Scene::open("rack-break")->instantiate({{"rows", "5"}});
  MotionOptions options;
  options.duration = 0.5;
  FuturesQuestion question;
  question.most = 100'000;
  question.gaps = 16'384;
  std::size_t count = 0;
  for (auto _ : state)
    count = futures(*instance.mechanism, instance.initial, options, question).futures.size();
  state.counters["futures"] = static_cast<double>(count);
}

void orbitOfRhex(benchmark::State& state) {
  const auto scene = Scene::open("rhex-gait");
  OrbitQuestion question;
  question.vary = {"height", "rise", "thigh", "thigh_rate", "shin", "shin_rate", "gamma"};
  question.travel = {{"body.x", std::nullopt}};
  question.period = 1.0 / 3;
  question.isUnique = true;
  for (auto _ : state) {
    const Orbit orbit = findOrbit(*scene, {{"gamma", "0.73"}}, question, {});
    if (!orbit.failed.empty()) state.SkipWithError(orbit.failed.c_str());
  }
}

[[maybe_unused]] const bool variationsRegistered = [] {
  const auto add = [](const char* scene, double duration) {
    benchmark::RegisterBenchmark((std::string("variation/") + scene).c_str(), variationOf, scene, duration)
        ->Unit(benchmark::kMillisecond);
  };
  add("double-pendulum", 2);
  add("rhex", 0.3);
  add("compass-gait", 1.2);
  add("hopper", 0.3);
  add("minitaur", 0.1);
  add("tumbling-box", 1);
  add("spinning-disc", 1);
  add("flat-cube", 0.3);
  add("billiard-break", 1);
  benchmark::RegisterBenchmark("variation/futures-of-a-rack", futuresOfARack)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("variation/orbit-of-rhex", orbitOfRhex)->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
