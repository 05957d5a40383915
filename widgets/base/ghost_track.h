#pragma once

#include <QJsonArray>
#include <vector>

#include "audit/recorded_run.h"
#include "mechanics/motion/trajectory.h"

namespace carom {

/// A motion that pictures show beside the run: where a recording has the bodies, or how the scene goes on
/// from one of its jumps.
struct GhostTrack {
  enum class Kind { Recording, Continuation };
  Kind kind = Kind::Recording;
  int jump = -1;  ///< of a continuation, counted from 0
  RecordedRun motion{};
};

/// The tracks of a recording and, where it is there, of the scene's own motion from a jump on, as far as they
/// go beside the run that is shown; null: as they are. They have some hundred configurations at most: a
/// picture's record holds them.
std::vector<GhostTrack> tracksOf(const RecordedRun& run, const Trajectory* continuation, int jump,
                                 const Trajectory* shown);

/// Tracks as a member of a figure's view.
QJsonArray tracksJson(const std::vector<GhostTrack>& tracks);
/// Those tracks, of a scene with n coordinates; none where the member is undefined. Throws FigureError.
std::vector<GhostTrack> tracksIn(const QJsonValue& json, int n);

}  // namespace carom
