// The derivatives, tables and samples of a design search, against the same numbers by Scene::instantiate,
// impactAt and resolveImpact on one thread ("straightforward"). Run by `carom bench design`.
#include <benchmark/benchmark.h>

#include <chrono>

#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "study/design/design_model.h"
#include "study/robust.h"
#include "study/sweep.h"

namespace {

using namespace carom;

std::vector<std::string> freeOf(const Scene& scene) {
  std::vector<std::string> names;
  for (const ParameterSpec& spec : scene.parameters())
    if (spec.free) names.push_back(spec.name);
  return names;
}

/// The counter is the cost of one of `count` items in µs; `work` does all of them.
template <class Work>
void perItem(benchmark::State& state, const char* item, double count, const Work& work) {
  using Clock = std::chrono::steady_clock;
  double seconds = 0;
  for (auto _ : state) {
    const auto start = Clock::now();
    work();
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
  }
  state.counters[item] = 1e6 * seconds / static_cast<double>(state.iterations()) / count;
}

double gramAt(const Scene& scene, const Assignments& set) {
  const SceneInstance instance = scene.instantiate(set);
  return impactAt(*instance.mechanism, instance.initial.q, instance.initial.p)->gram()(0, 1);
}

/// dG by all free parameters of trex where its gaps are closed: exact, and by quotients of scenes.
void slopes(benchmark::State& state, bool exact) {
  const auto trex = Scene::open("trex");
  const DesignStart start = afterMoves(trex->instantiate(), {});
  const std::vector<std::string> names = freeOf(*trex);
  DesignModel model(*trex, start.assignments, names, {"tail", "left"}, start.coordinates);
  Eigen::VectorXd x(std::ssize(names));
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = model.variables()[static_cast<std::size_t>(i)].value;
  perItem(state, "us/slope", static_cast<double>(x.size()), [&] {
    for (Eigen::Index v = 0; v < x.size(); ++v) {
      if (exact) {
        benchmark::DoNotOptimize(gramSlope(model.along(x, static_cast<int>(v))));
        continue;
      }
      constexpr double h = 1e-6;
      double quotient = 0;
      for (const double sign : {1.0, -1.0}) {
        Assignments set = start.assignments;
        set[names[static_cast<std::size_t>(v)]] = shortestText(x[v] + sign * h);
        quotient += sign * gramAt(*trex, set) / (2 * h);
      }
      benchmark::DoNotOptimize(quotient);
    }
  });
}

/// G of rhex over 100 × 100 stances.
void table(benchmark::State& state, bool ours) {
  constexpr int points = 100;
  const auto rhex = Scene::open("rhex");
  const std::vector<SweepAxis> over{sweepAxis("gamma", 0.1, 1.5, points), sweepAxis("phi", -3, -0.1, points)};
  Measure gram;
  gram.kind = Measure::Kind::Gram;
  perItem(state, "us/point", points * points, [&] {
    if (ours) return benchmark::DoNotOptimize(sweep(*rhex, {}, over, gram).points.data());
    for (const double gamma : over[0].values)
      for (const double phi : over[1].values)
        benchmark::DoNotOptimize(gramAt(*rhex, {{"gamma", shortestText(gamma)}, {"phi", shortestText(phi)}}));
  });
}

/// ξ of rhex under tolerances.
void tolerances(benchmark::State& state, bool ours) {
  constexpr std::size_t samples = 10'000;
  const auto rhex = Scene::open("rhex");
  const RobustQuestion question{{{"gamma", 0.01}, {"phi", 0.01}}, false, samples, 1, {}};
  perItem(state, "us/sample", samples, [&] {
    if (ours) return benchmark::DoNotOptimize(robustness(*rhex, {}, question).samples);
    for (std::size_t i = 0; i < samples; ++i) {
      const double by = 0.01 * static_cast<double>(i) / samples;
      const SceneInstance instance =
          rhex->instantiate({{"gamma", shortestText(1.04 + by)}, {"phi", shortestText(-2.5 - by)}});
      ResolveOptions options;
      options.minimalityChecks = 0;
      const ImpactReport report =
          resolveImpact(*impactAt(*instance.mechanism, instance.initial.q, instance.initial.p), options);
      benchmark::DoNotOptimize(report.indeterminacy.xi);
    }
  });
}

void add(const std::string& name, void (*run)(benchmark::State&, bool)) {
  for (const bool ours : {true, false})
    benchmark::RegisterBenchmark((name + (ours ? "/ours" : "/straightforward")).c_str(), run, ours)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool isAdded = [] {
  add("design/slopes_of_trex", slopes);
  add("design/table_of_rhex", table);
  add("design/tolerances_of_rhex", tolerances);
  return true;
}();

}  // namespace
