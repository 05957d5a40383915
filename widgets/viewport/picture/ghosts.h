#pragma once

#include <QJsonArray>
#include <memory>
#include <vector>

#include "base/ghost_track.h"
#include "viewport/picture/scene_frame.h"

namespace carom {

/// Bodies that a picture shows elsewhere: where a recording has them, in futures, in another design.
struct Ghosts {
  SceneFrame::NamedRun as;
  std::shared_ptr<const SceneInstance> instance;  ///< whose shapes they have; never null
  std::vector<Eigen::VectorXd> q;                 ///< configurations of that instance
};

/// How a recording is named and coloured, and Carom's own motion from one of its jumps on.
SceneFrame::NamedRun recordingRun();
SceneFrame::NamedRun continuationRun(int jump);
/// What tracks show at a time (s) of the scene of a snapshot. One that has no bodies there keeps its name, so
/// that the legend of a movie, and with it the room of its pictures, stays.
std::vector<Ghosts> ghostsAt(const std::vector<GhostTrack>& tracks, const SnapshotPtr& snapshot, double time);

/// Ghosts as a member of a figure's view: name, colour, the parameters that differ from those of `snapshot`,
/// and the configurations. Those of a scene with other coordinates are left out.
QJsonArray ghostsJson(const std::vector<Ghosts>& ghosts, const Snapshot& snapshot);
/// Those ghosts of a scene; none where the member is undefined. Throws FigureError.
std::vector<Ghosts> ghostsIn(const QJsonValue& json, const SnapshotPtr& snapshot);

/// Adds the balls, rods and boxes of a scene at q in one colour, where the frame has none at the same place.
/// The frame names them in the colour.
void addGhosts(SceneFrame& frame, const SceneInstance& instance, const Eigen::VectorXd& q,
               const SceneFrame::NamedRun& as);
/// Adds those of several configurations, one name for all; what is in one place is shown once.
void addGhosts(SceneFrame& frame, const SceneInstance& instance, const std::vector<Eigen::VectorXd>& all,
               const SceneFrame::NamedRun& as);
/// Adds the rods and boxes of another motion of the frame's own bodies that are elsewhere in it.
void addSolidsElsewhere(SceneFrame& frame, std::vector<SceneFrame::Solid> there, const QColor& color = {});

}  // namespace carom
