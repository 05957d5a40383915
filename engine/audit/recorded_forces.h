#pragma once

#include <vector>

#include "audit/recorded_run.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The coordinates with a column of forces that are not 0 throughout, rising.
std::vector<int> coordinatesWithTorques(const RecordedRun& run);

/// The forces of a scene with those of the columns `tau` of a recording: as motors, linear between samples
/// and constant before the first and after the last. At coordinates of prismatic and revolute joints.
JointForces withTorques(JointForces forces, const RecordedRun& run);

/// The mechanism of the flights of a recording: its forces are `withTorques`, and motors that wait for the
/// first impact start at that of the recording, see firstImpact. Contacts, bodies and coordinates are those
/// of `mechanism`.
Mechanism flownMechanism(const Mechanism& mechanism, const RecordedRun& run);

}  // namespace carom
