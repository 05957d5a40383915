// What a drag and a sweep cost. The window wants an answer to a drag in less than a millisecond.
#include <benchmark/benchmark.h>

#include "base/block_factor.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "scene/edit/move_bodies.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"
#include "scene/scene.h"
#include "study/drag_placement.h"
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

/// 500 discs on a table, any two of which may touch; the first two do.
std::shared_ptr<const Scene> manyDiscs() {
  std::string bodies, q;
  for (int i = 0; i < 500; ++i) {
    const std::string name = "b" + std::to_string(i);
    bodies +=
        (i > 0 ? ", {" : "{") + ("\"name\": \"" + name) +
        R"(", "joints": ["planar"], "mass": 1, "inertia": 0.5, "shapes": [{"type": "ball", "radius": 1}]})";
    q += (i > 0 ? ", \"" : "\"") + name + ".x\": " + std::to_string(i < 2 ? 2 * i : 3 * (i % 25)) + ", \"" +
         name + ".y\": " + std::to_string(3 * (i / 25));
  }
  return Scene::parse("{\"format\": 1, \"title\": \"discs\", \"bodies\": [" + bodies +
                          R"(], "initial": {"q": {)" + q + R"(}, "velocity": {"b0.x": 1}}})",
                      "discs");
}

/// What a step of a drag in a scene of 500 bodies asks the engine for: the scene, its gaps, its impact.
void dragAmong500(benchmark::State& state) {
  const auto scene = manyDiscs();
  for (auto _ : state) {
    const SceneInstance instance = scene->instantiate({});
    benchmark::DoNotOptimize(
        impactAt(*instance.mechanism, instance.initial.q, instance.initial.p)->contactCount());
  }
}
BENCHMARK(dragAmong500)->Unit(benchmark::kMillisecond);

/// What a step of a drag in *Edit* costs the window: the text of the scene with one body elsewhere.
void editAmong500(benchmark::State& state) {
  const auto scene = manyDiscs();
  const SceneInstance instance = scene->instantiate({});
  const edit::Json json = parseJson(scene->text(), "discs");
  for (auto _ : state)
    benchmark::DoNotOptimize(
        sceneText(edit::moveBodies(json, instance, {{"b0", {0, 0, 0}, {-0.5, 0.1, 0}, {}}})).size());
}
BENCHMARK(editAmong500)->Unit(benchmark::kMillisecond);

/// And the engine: the same as dragAmong500, from a text that is new.
void answerToEditAmong500(benchmark::State& state) {
  const auto scene = manyDiscs();
  scene->instantiate({});
  for (auto _ : state) {
    const SceneInstance instance = Scene::parse(scene->text(), "discs", scene.get())->instantiate({});
    benchmark::DoNotOptimize(
        impactAt(*instance.mechanism, instance.initial.q, instance.initial.p)->contactCount());
  }
}
BENCHMARK(answerToEditAmong500)->Unit(benchmark::kMillisecond);

/// 124,750 gaps: a pose for each body, or one for each side of each contact.
void gapsOf500(benchmark::State& state, bool together) {
  const SceneInstance instance = manyDiscs()->instantiate({});
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd& q = instance.initial.q;
  for (auto _ : state) {
    Eigen::VectorXd gaps(static_cast<Eigen::Index>(mechanism.contacts().size()));
    if (together)
      gaps = mechanism.gaps(q);
    else
      for (Eigen::Index i = 0; i < gaps.size(); ++i) gaps[i] = mechanism.gap(static_cast<int>(i), q);
    benchmark::DoNotOptimize(gaps.sum());
  }
  const auto count =
      static_cast<double>(state.iterations()) * static_cast<double>(mechanism.contacts().size());
  state.counters["ns/gap"] =
      benchmark::Counter(1e-9 * count, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(gapsOf500, ours, true)->Name("gaps-500/ours");
BENCHMARK_CAPTURE(gapsOf500, straightforward, false)->Name("gaps-500/straightforward");

/// The kinetic metric of 1500 coordinates of free bodies: block by block, or as one matrix.
template <class Factor>
void metricOf500(benchmark::State& state) {
  const SceneInstance instance = manyDiscs()->instantiate({});
  const Eigen::MatrixXd M = instance.mechanism->massMatrix(instance.initial.q);
  for (auto _ : state) {
    const Factor factor(M);
    benchmark::DoNotOptimize(factor.solve(instance.initial.p).sum());
  }
  state.counters["us/factor"] = benchmark::Counter(1e-6 * static_cast<double>(state.iterations()),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(metricOf500<BlockFactor<double>>)->Name("metric-500/ours");
BENCHMARK(metricOf500<Eigen::LLT<Eigen::MatrixXd>>)->Name("metric-500/straightforward");

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
