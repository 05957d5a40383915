#pragma once

#include <memory>
#include <string>

#include "answer/energy_ledger.h"
#include "cli/json_stream.h"
#include "scene/scene.h"

namespace carom {

/// A run of `carom simulate`.
struct SimulatedRun {
  std::shared_ptr<const Scene> scene;
  SceneInstance instance;
  State initial{};
  Trajectory trajectory{};
  bool searched = false;  ///< the alternatives of every impact
};

/// Writes the document of `carom simulate --json` piece by piece, because the text of a million steps is
/// long.
void writeRunJson(const TextSink& sink, const SimulatedRun& run, const RunRecord& record);

/// Writes time, energy, and q and p of every coordinate, one step a line.
void writeRunCsv(const TextSink& sink, const Mechanism& mechanism, const RunRecord& record);

/// A run in a few lines for people.
std::string runSummary(const SimulatedRun& run, const RunRecord& record);

}  // namespace carom
