#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "answer/snapshot.h"
#include "base/progress.h"

namespace carom {

/// A body pulled towards a point of the world (m): the parameters follow, see placeBody.
struct DragRequest {
  int body = -1;
  Eigen::Vector3d target = Eigen::Vector3d::Zero();
};

/// A scene that is still to be read, see Scene::parse.
struct SceneText {
  std::string text, file;
};

/// A question to the engine: one state of a document.
struct SnapshotRequest {
  std::uint64_t id = 0;  ///< comes back as Snapshot::request
  std::shared_ptr<const Scene> scene;
  /// Where set, it is read in place of `scene`, and the answer drops assignments that it has no use for.
  std::optional<SceneText> text;
  Assignments assignments;
  /// The ordering to follow at the initial impact. Where it is not an ordering of this impact (any more),
  /// the example of the first outcome is followed.
  std::optional<Word> ordering;
  /// The rule that chooses it otherwise, the ordering beside it, restitution.
  ImpactSettings settings;
  /// Tell how often random infinitesimal gaps lead where: a few samples at once, see computeProbabilities.
  bool probabilities = false;
  /// Where set, the answer's assignments are the given ones after the drag.
  std::optional<DragRequest> drag;
  ResolveOptions options;
};

/// Answers a request but for the ξ curve: instance, impact in all orderings, one ordering, its motion.
///
/// The window's engine thread and the command line both ask here. Throws SceneError where the scene refuses
/// the assignments. Stopping yields an answer that says that it is incomplete; its motion is short but there.
SnapshotPtr computeSnapshot(const SnapshotRequest& request, std::stop_token stop = {},
                            const Progress& progress = {});

/// The snapshot with the curve of `previous` where that is its curve, too: the same scene under the same
/// assignments but for the swept parameter, with the same restitution. Else the snapshot as it is. `previous`
/// may be null.
SnapshotPtr reuseCurve(SnapshotPtr snapshot, const SnapshotPtr& previous);

/// The snapshot with its ξ curve over the range of the scene's sweep parameter. The snapshot as it is where
/// the scene names none, where its range is open, or when stopped.
SnapshotPtr computeCurve(SnapshotPtr snapshot, std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
