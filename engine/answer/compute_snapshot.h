#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "answer/question/question.h"
#include "answer/snapshot.h"
#include "base/progress.h"

namespace carom {

/// A body dragged towards a point of the world (m), which changes parameters, see placeBody.
struct DragRequest {
  int body = -1;
  Eigen::Vector3d target = Eigen::Vector3d::Zero();
};

/// The text of a scene to parse, see Scene::parse.
struct SceneText {
  std::string text, file;
};

/// A request to the engine: the question about one state of a document.
struct SnapshotRequest : Question {
  std::uint64_t id = 0;  ///< returned as Snapshot::request
  std::shared_ptr<const Scene> scene;
  /// Parsed in place of `scene` where set; the answer drops assignments that the text does not allow.
  std::optional<SceneText> text;
  /// A drag that is applied to the assignments of the answer.
  std::optional<DragRequest> drag;
};

/// Who follows the work on an answer.
struct AnswerWatch {
  WorkProgress progress{};
  /// Receives the scene at its initial state, before its impact and motion are computed, see
  /// Snapshot::isPending.
  std::function<void(const SnapshotPtr&)> placed{};
  /// Receives the states of the run, and then those of its second run, at the ends of steps, see
  /// MotionOptions::observe.
  std::function<void(const ObservedState&, bool isSecond)> moved{};
};

/// Answers a request without the ξ curve: the instance, its impact in all orderings, one ordering, and its
/// motion.
///
/// The engine thread of the window and the command line both call it. Throws SceneError where the scene
/// rejects the assignments. Stopping returns an incomplete answer with a short motion.
SnapshotPtr computeSnapshot(const SnapshotRequest& request, std::stop_token stop = {},
                            const AnswerWatch& watch = {});

/// The snapshot with the curve of `previous` where that applies: the same scene and restitution, and the same
/// assignments except for the swept parameter. Otherwise the unchanged snapshot. `previous` may be null.
SnapshotPtr reuseCurve(SnapshotPtr snapshot, const SnapshotPtr& previous);

/// The snapshot with its ξ curve over the range of the sweep parameter of the scene. The unchanged snapshot
/// where the scene names no such parameter, its range is open, or when stopped.
SnapshotPtr computeCurve(SnapshotPtr snapshot, std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
