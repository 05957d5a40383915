#pragma once

#include <memory>
#include <string>

#include "answer/energy_ledger.h"
#include "cli/json_stream.h"
#include "scene/scene.h"

namespace carom {

/// A run of `carom simulate` and what was kept of its steps.
struct SimulatedRun {
  std::shared_ptr<const Scene> scene;
  SceneInstance instance;
  State initial{};
  Trajectory trajectory{};
  bool searched = false;  ///< the alternatives of every impact
};

/// The document of `carom simulate --json`, piece by piece: a million steps are as much text as memory.
void writeRunJson(const TextSink& sink, const SimulatedRun& run, const RunRecord& record);

/// time, energy, q and p of every coordinate, a line each.
void writeRunCsv(const TextSink& sink, const Mechanism& mechanism, const RunRecord& record);

/// The same run in a few lines for people.
std::string runSummary(const SimulatedRun& run, const RunRecord& record);

}  // namespace carom
