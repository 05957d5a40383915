#pragma once

#include <cstddef>
#include <stop_token>

#include "answer/snapshot.h"
#include "base/progress.h"

namespace carom {

/// Whether gaps say something about the snapshot's impact: it is elastic in its reflections and cannot jam.
bool canSampleGaps(const Snapshot& snapshot);
/// Samples that a preview can afford (a millisecond or two of work), 0 where none; and that an answer in full
/// should have (a second or so at most).
std::size_t previewSamples(const Snapshot& snapshot);
std::size_t fullSamples(const Snapshot& snapshot);

/// Draws random gaps and fills ImpactReport::gaps, Outcome::probability and Snapshot::edgeProbabilities with
/// what they tell. Orderings are matched with outcomes along the graph; those that leave the part searched
/// count for no outcome. Without effect for 0 samples, or where gaps say nothing.
void addProbabilities(Snapshot& snapshot, std::size_t samples, std::stop_token stop,
                      const Progress& progress = {});

/// The snapshot with probabilities from as many samples as an answer in full has; as it is where it has none
/// to refine, or when stopped.
SnapshotPtr computeProbabilities(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress = {});

}  // namespace carom
