#pragma once

#include "viewport/grips/body_pull.h"

namespace carom {

class Edits;
class ViewHint;

/// Moves a body of the initial state: the parameters follow that put it there.
class MovePull : public BodyPull {
 public:
  MovePull(ViewportCanvas* canvas, const Pick& grabbed, QPointF position, const QString& name, Edits* edits,
           ViewHint* hint);

  void moveTo(QPointF position) override;
  void commit(QPointF position) override;
  void cancel() override;
  /// The frames of a drag are its own answers.
  bool survives(const FrameChange&) const override { return true; }

 private:
  Edits* m_edits;
  ViewHint* m_hint;
};

}  // namespace carom
