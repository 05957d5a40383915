#pragma once

#include <QString>
#include <string>

#include "answer/snapshot.h"
#include "cli/terminal.h"

namespace carom {

/// A recording that the figure scene shows beside the run.
struct ShownRecording {
  std::string file;  ///< empty: none
  std::string map;   ///< of its columns, see carom audit
  std::string jump;  ///< from which the scene's own motion goes on, counted from 1; empty: no such motion
};

/// The view of a figure with the recording as a track, and with the scene's own motion from a jump on. Throws
/// SceneError and CommandError.
QString withRecording(const QString& view, const Snapshot& snapshot, const ShownRecording& shown,
                      LongWork& work);

}  // namespace carom
