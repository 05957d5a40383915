#pragma once

#include <functional>
#include <optional>

#include "answer/snapshot.h"
#include "viewport/grips/body_pull.h"
#include "viewport/grips/grip.h"

namespace carom {

class Edits;
class Selection;
class ViewHint;

/// Draws the arrow of a push that a body gets at the moment shown.
class PushPull : public BodyPull {
 public:
  /// shown: the newest answer.
  PushPull(ViewportCanvas* canvas, const Pick& grabbed, QPointF position, std::function<SnapshotPtr()> shown,
           const Selection* selection, Edits* edits, ViewHint* hint);

  void moveTo(QPointF position) override;
  void commit(QPointF position) override;
  void cancel() override;
  /// It is a push of this moment.
  bool survives(const FrameChange& change) const override { return !change.isNewScene && !change.hasMoved; }

 private:
  std::optional<double> time() const;
  Eigen::Vector3d impulseOf(const Eigen::Vector3d& by) const;

  std::function<SnapshotPtr()> m_shown;
  const Selection* m_selection;
  Edits* m_edits;
  ViewHint* m_hint;
  Eigen::Vector3d m_start;  ///< where the body was grabbed (world, m)
};

}  // namespace carom
