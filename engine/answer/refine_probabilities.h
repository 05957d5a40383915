#pragma once

#include <cstddef>
#include <stop_token>

#include "answer/snapshot.h"
#include "base/progress.h"

namespace carom {

/// Whether gaps apply to the impact of a snapshot: it is infeasible, elastic and cannot jam.
bool canSampleGaps(const Snapshot& snapshot);
/// Number of samples of a preview (a millisecond or two of work; 0 where that does not suffice), and of a
/// full answer (about a second at most).
std::size_t previewSamples(const Snapshot& snapshot);
std::size_t fullSamples(const Snapshot& snapshot);

/// Draws random gaps and sets ImpactReport::gaps, Outcome::probability and Snapshot::edgeProbabilities.
/// Orderings are matched with outcomes along the graph; those that leave it count for no outcome. No effect
/// with 0 samples or where canSampleGaps is false.
void addProbabilities(Snapshot& snapshot, std::size_t samples, std::stop_token stop,
                      const Progress& progress = {});

/// The snapshot with probabilities from fullSamples samples; the unchanged snapshot where gaps do not apply,
/// or when stopped.
SnapshotPtr computeProbabilities(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress = {});

}  // namespace carom
