// What the impulse space panel asks of the engine for one frame of a drag: the region and the lines, and the
// answers and accessible sets of all laws; beside it the same sets by a plain grid over all coefficients,
// without borders.
//
// A frame has 10 ms for it. The counter is frames per second.
#include <benchmark/benchmark.h>

#include "laws/impulse_diagram.h"
#include "laws/impulse_diagram_laws.h"
#include "laws/impulse_space.h"

namespace {

using namespace carom;

constexpr std::size_t points = 160;

LocalImpact impactAt(int frame) {
  LocalImpact impact{LocalMatrix(2, 2), LocalVector(2)};
  impact.W << 1.43, 0.71, 0.71, 1.19;
  impact.V << -1, -0.6 - 1e-4 * frame;
  return impact;
}

void frameOurs(benchmark::State& state) {
  int frame = 0;
  for (auto _ : state) {
    const LocalImpact impact = impactAt(++frame % 1000);
    const LawCoefficients coefficients{0.35, 0.7, 0.3, 0.5};
    const ImpulseDiagram diagram(impact);
    const ImpulseWindow window{{-1, -1.5}, {2, 1.5}};
    benchmark::DoNotOptimize(diagram.energyRegion(window));
    benchmark::DoNotOptimize(diagram.permissibleRegion(coefficients.friction, window));
    benchmark::DoNotOptimize(routhPath(impact, coefficients));
    for (const std::string_view name : collisionLawNames())
      benchmark::DoNotOptimize(lawDiagram(*collisionLawNamed(name), impact, coefficients, points));
  }
  state.counters["frames"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// The sets as clouds: as many values of each coefficient as a side of the border has.
void frameStraightforward(benchmark::State& state) {
  int frame = 0;
  for (auto _ : state) {
    const LocalImpact impact = impactAt(++frame % 1000);
    for (const std::string_view name : collisionLawNames()) {
      const CollisionLaw law = *collisionLawNamed(name);
      constexpr std::size_t side = points / 4;
      for (std::size_t i = 0; i <= side; ++i)
        for (std::size_t j = 0; j <= side; ++j) {
          const LawCoefficients now{0.35, static_cast<double>(i) / side, static_cast<double>(j) / side, 0.5};
          benchmark::DoNotOptimize(lawDiagram(law, impact, now, 0));
        }
    }
  }
  state.counters["frames"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// One move of the mouse with an impulse: the coefficients that bring it nearest.
void dragImpulse(benchmark::State& state) {
  int frame = 0;
  for (auto _ : state) {
    const LocalImpact impact = impactAt(++frame % 1000);
    const LocalVector target = 1.4 * impact.frictionless() + LocalVector(Eigen::Vector2d(0, 0.1));
    benchmark::DoNotOptimize(
        nearestCoefficients(CollisionLaw::ChatterjeeRuina, impact, {0.35, 0.7, 0.3, 0.5}, target));
  }
}

BENCHMARK(frameOurs)->Name("impulse-space-frame/ours")->Unit(benchmark::kMicrosecond);
BENCHMARK(frameStraightforward)->Name("impulse-space-frame/straightforward")->Unit(benchmark::kMicrosecond);
BENCHMARK(dragImpulse)->Name("impulse-space-drag")->Unit(benchmark::kMicrosecond);

}  // namespace
