#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "answer/energy_ledger.h"
#include "cli/json_stream.h"
#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/run_direction.h"

namespace carom {

/// A run of `carom simulate`.
struct SimulatedRun {
  std::shared_ptr<const Scene> scene;
  SceneInstance instance;
  Trajectory trajectory{};
  bool searched = false;  ///< the alternatives of every impact
  std::optional<RunVariation> variation{};
  std::optional<DirectedRun> directed{};  ///< in the direction asked for
};

/// A part of the energy of a run (J): where it is, or where it went since the start.
struct LedgerColumn {
  const char* name;
  double (*value)(const Mechanism& mechanism, const RunRecord::Entry& entry);
};
std::span<const LedgerColumn> ledgerColumns();

/// An impact of a run, without the contacts of its path.
Json runImpactJson(const SimulatedRun& run, std::size_t number);

/// The pushes of a run: time (s), body, impulse (N·s), work (J).
Json pushesJson(const SimulatedRun& run);
/// What the run did not locate as impacts: closings that settled within a step, what they took (J), and the
/// steps whose contact impulses are rough, see Trajectory.
Json settledJson(const SimulatedRun& run);

/// The states at which Coulomb's law has several solutions: time (s), contacts, how many solutions with
/// different accelerations, and the rule that chose.
Json severalSolutionsJson(const SimulatedRun& run);
/// "stays-at-rest", "least-forces"
std::string_view ruleWord(ForceChoice::Rule rule);

/// What the scene computed for the start of the run, see addStart; without "touching" where the run has
/// another start.
Json runStartJson(const SimulatedRun& run);

/// The word for the reason why a run ended early, "max-steps"; "none" where it did not.
std::string_view stopWord(StopKind kind);

/// Writes the document of `carom simulate --json` piece by piece, because the text of a million steps is
/// long. made: the record of the command, null where there is none.
void writeRunJson(const TextSink& sink, const SimulatedRun& run, const RunRecord& record,
                  const Json& made = nullptr);

/// Writes time, energy, and q and p of every coordinate, one step a line.
void writeRunCsv(const TextSink& sink, const Mechanism& mechanism, const RunRecord& record);

/// A run in a few lines for people.
std::string runSummary(const SimulatedRun& run, const RunRecord& record);

}  // namespace carom
