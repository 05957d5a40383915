#pragma once

#include "audit/audit_run.h"
#include "audit/recording/read_recording.h"

namespace carom {

/// Something that the map leaves open and the recording tells.
struct MapEstimate {
  /// "tilt" (rad, added to that of the map), "time-shift" (s, added to the times) or "offset" (m or rad,
  /// added to a coordinate)
  std::string what;
  std::string coordinate{};
  Measured value;   ///< not a number where the recording does not tell it
  int samples = 0;  ///< flights or jumps that tell it
};

/// The audit of a recording of a scene.
struct AuditedRecording {
  RecordingMap map;
  RecordedRun run;  ///< in the coordinates of the scene, as audited
  std::vector<MapEstimate> estimates;
  AuditReport report;
};

/// Audits a table. Throws SceneError for what runOfTable refuses, and for recordings that are not of this
/// scene: in which no contact ever comes near, or which do not move as its bodies do or leave its loops open.
AuditedRecording auditRecording(const Mechanism& mechanism, const NumberTable& table, const RecordingMap& map,
                                AuditOptions options, std::stop_token stop = {},
                                const Progress& progress = {});

/// The same for samples that are in the coordinates of the scene already; `file` is its name in errors.
AuditedRecording auditSamples(const Mechanism& mechanism, RecordedRun run, const std::string& file,
                              const AuditOptions& options, std::stop_token stop = {},
                              const Progress& progress = {});

}  // namespace carom
