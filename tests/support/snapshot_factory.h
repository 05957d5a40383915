#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "answer/snapshot.h"
#include "impact/impact_report.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "study/curve_corners.h"

namespace carom {

/// Adds the motion.
inline std::shared_ptr<Snapshot> withMotion(std::shared_ptr<Snapshot> snapshot, const MotionOptions& motion) {
  const SceneInstance& instance = snapshot->instance;
  snapshot->trajectory =
      std::make_shared<Trajectory>(runMotion(*instance.mechanism, instance.initial, motion));
  return snapshot;
}

/// What the engine answers for a scene: a built-in name, or a path. The motion follows the given outcome.
/// Answers of one program are numbered in order.
inline std::shared_ptr<Snapshot> makeSnapshot(const std::string& scene, const Assignments& assignments = {},
                                              int outcome = 0) {
  static std::uint64_t lastRequest = 0;
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->request = ++lastRequest;
  snapshot->scene = Scene::open(scene);
  snapshot->assignments = assignments;
  snapshot->instance = snapshot->scene->instantiate(assignments);
  const SceneInstance& instance = snapshot->instance;
  MotionOptions motion;
  motion.duration = instance.view.duration;
  motion.leadIn = instance.view.leadIn;
  if (const auto impact = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p)) {
    const auto report = std::make_shared<ImpactReport>(resolveImpact(*impact));
    snapshot->report = report;
    if (report->jammed()) return snapshot;
    snapshot->minimal = std::make_shared<const MinimalReflections>(*report);
    if (report->outcomes.empty()) return withMotion(snapshot, motion);
    snapshot->outcome = outcome;
    snapshot->ordering = report->outcomes.at(outcome).example;
    motion.firstWord = snapshot->ordering;
  }
  return withMotion(snapshot, motion);
}

/// The same snapshot with ξ over its sweep parameter, corners sharpened.
inline SnapshotPtr withCurve(const SnapshotPtr& snapshot, int points = 181) {
  const std::string& name = snapshot->instance.view.sweep;
  const auto& all = snapshot->instance.parameters;
  const auto swept =
      std::find_if(all.begin(), all.end(), [&](const ParameterValue& p) { return p.name == name; });
  SweepResult curve =
      sweep(*snapshot->scene, snapshot->assignments, {sweepAxis(name, *swept->min, *swept->max, points)}, {});
  auto with = std::make_shared<Snapshot>(*snapshot);
  with->curve = std::make_shared<SweepResult>(
      sharpenCorners(*snapshot->scene, snapshot->assignments, std::move(curve)));
  return with;
}

/// The same answer with another ordering beside the one in force.
inline std::shared_ptr<Snapshot> compared(const std::shared_ptr<Snapshot>& snapshot, const Word& word) {
  auto with = std::make_shared<Snapshot>(*snapshot);
  auto comparison = std::make_shared<OrderingComparison>();
  comparison->word = word;
  MotionOptions motion;
  motion.duration = with->instance.view.duration;
  motion.leadIn = with->instance.view.leadIn;
  motion.firstWord = word;
  comparison->trajectory =
      std::make_shared<Trajectory>(runMotion(*with->instance.mechanism, with->instance.initial, motion));
  with->settings.comparison = word;
  with->comparison = std::move(comparison);
  return with;
}

}  // namespace carom
