// What a drag and a sweep cost. The window wants an answer to a drag in less than a millisecond.
#include <benchmark/benchmark.h>

#include "mechanics/trajectory.h"
#include "scene/scene.h"
#include "study/placement.h"
#include "study/sweep.h"

namespace {

using namespace carom;

void instantiate(benchmark::State& state, const char* name, const Assignments& assignments) {
  const auto scene = Scene::open(name);
  for (auto _ : state) benchmark::DoNotOptimize(scene->instantiate(assignments));
}
BENCHMARK_CAPTURE(instantiate, break, "billiard-break", Assignments{{"theta", "101.25deg"}});
BENCHMARK_CAPTURE(instantiate, break_by_expression, "billiard-break",
                  Assignments{{"theta", "acos(ra/rc - 1.2)"}});
BENCHMARK_CAPTURE(instantiate, rack_of_15, "rack-break", Assignments{{"rows", "5"}});
BENCHMARK_CAPTURE(instantiate, line_of_60, "converging-line", Assignments{{"n", "60"}});

/// What a drag of θ asks the engine for: scene, impact in all orderings.
void dragOfTheta(benchmark::State& state) {
  const auto scene = Scene::open("billiard-break");
  for (auto _ : state) {
    const SceneInstance instance = scene->instantiate({{"theta", "131.4deg"}});
    benchmark::DoNotOptimize(
        resolveImpact(*impactAt(*instance.mechanism, instance.initial.q, instance.initial.p))
            .outcomes.size());
  }
}
BENCHMARK(dragOfTheta);

void placement(benchmark::State& state) {
  const auto scene = Scene::open("billiard-break");
  for (auto _ : state)
    benchmark::DoNotOptimize(placeBody(*scene, {}, 0, {0.02, 0.08, 0}, {"theta"}).distance);
}
BENCHMARK(placement);

void sweepOfTheta(benchmark::State& state) {
  const auto scene = Scene::open("billiard-break");
  const SweepAxis axis = sweepAxis("theta", 1.05, 3.14, 241);
  for (auto _ : state) benchmark::DoNotOptimize(sweep(*scene, {}, {axis}, parseMeasure("xi")).points.size());
}
BENCHMARK(sweepOfTheta)->Unit(benchmark::kMillisecond)->UseRealTime();

void motion(benchmark::State& state, const char* name, const Assignments& assignments) {
  const SceneInstance instance = Scene::open(name)->instantiate(assignments);
  const MotionOptions options{.duration = instance.view.duration, .leadIn = instance.view.leadIn};
  for (auto _ : state)
    benchmark::DoNotOptimize(runMotion(*instance.mechanism, instance.initial, options).impacts.size());
}
BENCHMARK_CAPTURE(motion, break, "billiard-break", Assignments{});
BENCHMARK_CAPTURE(motion, rack_of_15, "rack-break", Assignments{{"rows", "5"}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(motion, line_of_60, "converging-line", Assignments{{"n", "60"}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
