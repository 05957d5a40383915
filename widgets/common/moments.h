#pragma once

#include "answer/snapshot.h"
#include "common/selection.h"

namespace carom {

/// The same moment in a changed trajectory: an impact keeps its number and takes its new time.
Moment fitMoment(const Moment& moment, const Trajectory& trajectory);
/// The moment at a time (s): that impact's p⁻ where one lies within `tolerance`, else in flight.
Moment momentAt(const Trajectory& trajectory, double time, double tolerance = 0);

/// The impact that is shown at a moment: the one that the moment is inside of, else the latest one before it,
/// else the one at the initial state or the first; −1 where there is none.
int impactShown(const Trajectory& trajectory, const Moment& moment);
/// The later impact whose orderings, outcomes and ξ are shown at a moment: the one that the moment is inside
/// of, else the latest one before it. −1: the impact of the initial state, or none.
int laterImpactShown(const Trajectory& trajectory, const Moment& moment);
/// The number of the impact of the snapshot's report: Snapshot::impact or the initial one; −1 where the run
/// has none.
int impactOfReport(const Snapshot& snapshot);
/// The moment after the impact of the snapshot's report as a model leaves it, with this label; without a
/// model where the model has no answer or the run has no such impact.
Moment momentAfterModel(const Snapshot& snapshot, const ComparedModel& model, const QString& label);

}  // namespace carom
