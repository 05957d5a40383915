// What a study adds to the bare loop over its points: the same points by Scene::instantiate, impactAt and
// resolveImpact on one thread ("straightforward"), and by the study with its work file ("ours"); and what a
// second thread and a shard bring. Run by `carom bench study`.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "mechanics/contact/contacts.h"
#include "study/study_file/read_study.h"
#include "study/study_file/run_study.h"

namespace {

using namespace carom;
using Clock = std::chrono::steady_clock;

Study breakStudy() {
  return parseStudy(
      R"({"format": 1, "scene": "billiard-break", "axes": [{"name": "theta", "from": "61deg", "to":
      "179deg", "points": 200}, {"name": "speed", "from": 1, "to": 2, "points": 100}],
      "measures": ["xi", "outcomes", "certificate.unique"]})",
      "break.study.json");
}

Study lineStudy() {
  return parseStudy(
      R"({"format": 1, "scene": "converging-line", "set": {"n": 6}, "axes": [{"sample": "random",
      "points": 500, "seed": 1, "over": {"growth": {"uniform": [0, 1e-9]}}}], "measures": ["xi", "outcomes"]})",
      "line.study.json");
}

/// Deletes its file at the end.
struct TemporaryWork {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("carom-bench-" + std::to_string(::getpid()));
  WorkFile file;

  TemporaryWork(const Study& study, const Shard& shard)
      : file(WorkFile::create(path, workHeader(study, shard, ""))) {}
  TemporaryWork(const TemporaryWork&) = delete;
  TemporaryWork& operator=(const TemporaryWork&) = delete;
  ~TemporaryWork() { std::filesystem::remove(path); }
};

/// Seconds by the clock of a study or a shard.
double studySeconds(const Study& study, int threads, const Shard& shard = {}) {
  const auto start = Clock::now();
  TemporaryWork work(study, shard);
  computeStudy(study, work.file, {.threads = threads}, {});
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double bareSeconds(const Study& study) {
  const auto start = Clock::now();
  for (std::size_t point = 0; point < study.points(); ++point) {
    Assignments at = study.set;
    study.assign(point, at);
    const SceneInstance instance = study.scene->instantiate(at);
    const ImpactReport report =
        resolveImpact(*impactAt(*instance.mechanism, instance.initial.q, instance.initial.p), study.resolve);
    benchmark::DoNotOptimize(report.indeterminacy.xi);
    benchmark::DoNotOptimize(report.certificate.unique);
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The counter is the cost of a point in µs; `seconds` does all points.
template <class Seconds>
void perPoint(benchmark::State& state, const Study& study, const Seconds& seconds) {
  double all = 0;
  for (auto _ : state) all += seconds(study);
  state.counters["us/point"] =
      1e6 * all / static_cast<double>(state.iterations()) / static_cast<double>(study.points());
}

void add(const std::string& name, Study (*study)(), double (*seconds)(const Study&)) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) { perPoint(state, study(), seconds); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

/// Both at once, since a share of a machine that others use changes from second to second: how many times
/// longer one thread takes than two.
void twoThreads(benchmark::State& state) {
  const Study study = breakStudy();
  double one = 0, two = 0;
  for (auto _ : state) {
    one += studySeconds(study, 1);
    two += studySeconds(study, 2);
  }
  state.counters["one-thread/two-threads"] = one / two;
}

/// How much longer than its share of the points a shard takes (ms).
void shard(benchmark::State& state) {
  const Study study = breakStudy();
  constexpr std::size_t shards = 8;
  double whole = 0, share = 0;
  for (auto _ : state) {
    whole += studySeconds(study, 1);
    share += studySeconds(study, 1, {1 + static_cast<std::size_t>(state.iterations()) % shards, shards});
  }
  state.counters["ms/shard-above-its-share"] =
      1e3 * (share - whole / shards) / static_cast<double>(state.iterations());
}

[[maybe_unused]] const bool registered = [] {
  add("study/break/ours", breakStudy, [](const Study& study) { return studySeconds(study, 1); });
  add("study/break/straightforward", breakStudy, bareSeconds);
  add("study/line-6/ours", lineStudy, [](const Study& study) { return studySeconds(study, 1); });
  add("study/line-6/straightforward", lineStudy, bareSeconds);
  benchmark::RegisterBenchmark("study/two-threads", twoThreads)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RegisterBenchmark("study/shard", shard)->Unit(benchmark::kMillisecond)->UseRealTime();
  return true;
}();

}  // namespace
