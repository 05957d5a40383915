#include "answer/answer_of_models.h"

namespace carom {

namespace {

constexpr std::size_t cloudSamples = 200;
constexpr std::uint64_t cloudSeed = 1;

bool hasClouds(const ImpactReport& report) {
  return !report.jammed() && !report.problem.isFeasible() &&
         (modelOptions(report).restitution.array() == 1).all();
}

}  // namespace

void addModels(Snapshot& snapshot) {
  if (!snapshot.report) return;
  const ImpactReport& report = *snapshot.report;
  snapshot.models = std::make_shared<const ModelComparison>(
      ModelComparison{compareModels(report, modelOptions(report)), {}});
}

SnapshotPtr computeModels(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress) {
  if (!snapshot->report || (snapshot->models && !snapshot->models->clouds.empty())) return snapshot;
  const ImpactReport& report = *snapshot->report;
  auto with = std::make_shared<Snapshot>(*snapshot);
  if (!with->models) addModels(*with);
  if (hasClouds(report)) {
    auto models = std::make_shared<ModelComparison>(*with->models);
    for (const double exponent : {1.0, 1.5})
      models->clouds.push_back(
          compliantCloud(report.problem, exponent, cloudSamples, cloudSeed, cloudSpread, stop, progress));
    with->models = std::move(models);
  }
  if (stop.stop_requested()) return snapshot;
  return with;
}

}  // namespace carom
