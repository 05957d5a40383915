#pragma once
// The answers that widgets are tested with: asked of the engine as the window and the command line ask.
#include <string>
#include <utility>

#include "answer/compute_snapshot.h"

namespace carom {

/// The engine's answer to a request. The answers of one program are numbered in the order of their requests.
inline SnapshotPtr answerTo(SnapshotRequest request) {
  static std::uint64_t lastRequest = 0;
  request.id = ++lastRequest;
  return computeSnapshot(request);
}

/// The request for a scene: a built-in name, or a path.
inline SnapshotRequest requestFor(const std::string& scene, const Assignments& assignments = {}) {
  SnapshotRequest request;
  request.scene = Scene::open(scene);
  request.assignments = assignments;
  return request;
}

/// The request that asks for the same state and the same ordering as a snapshot has.
inline SnapshotRequest requestLike(const Snapshot& snapshot) {
  SnapshotRequest request;
  request.scene = snapshot.scene;
  request.assignments = snapshot.assignments;
  request.ordering = snapshot.ordering;
  request.settings = snapshot.settings;
  return request;
}

/// The answer for a scene. Its ordering is the example of the given outcome.
inline SnapshotPtr makeSnapshot(const std::string& scene, const Assignments& assignments = {},
                                std::size_t outcome = 0) {
  SnapshotRequest request = requestFor(scene, assignments);
  SnapshotPtr first = answerTo(request);
  if (outcome == 0) return first;
  request.ordering = first->report->outcomes.at(outcome).example;
  return answerTo(std::move(request));
}

/// The answer for the same state with another ordering beside the one in force.
inline SnapshotPtr compared(const Snapshot& snapshot, const Word& word) {
  SnapshotRequest request = requestLike(snapshot);
  request.settings.comparison = word;
  return answerTo(std::move(request));
}

}  // namespace carom
