#pragma once

#include "audit/recorded_run.h"
#include "audit/recording/number_table.h"
#include "audit/recording/recording_map.h"

namespace carom {

/// The samples of a table in the coordinates of a scene, at the times of its clock. Angles that wrap are
/// continued; quaternions are scaled to 1. Throws SceneError with the place: columns that are missing (with
/// the nearest names), fewer than 8 rows, times that repeat or go back, a quaternion whose length is not 1
/// within a hundredth.
RecordedRun runOfTable(const NumberTable& table, const RecordingMap& map, const Mechanism& mechanism);

}  // namespace carom
