#pragma once

#include <QObject>

#include "common/shown_audit.h"
#include "common/shown_futures.h"
#include "viewport/picture/ghosts.h"

namespace carom {

/// What the 3D view shows besides the run: another design or stance, futures, a recording with the motion
/// from one of its jumps on.
class ShownGhosts : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  /// Those of a time (s). isInitial: whether the bodies are where the scene has them.
  std::vector<Ghosts> at(double time, bool isInitial) const;
  /// Those that move through all times of a run, for a movie of it: the recording, and the motion from the
  /// chosen jump on. None where the run has other coordinates.
  std::vector<GhostTrack> tracks(const Snapshot& beside) const;

 public slots:
  /// Shows another design of the scene, where it differs, at the initial moment; null: none.
  void setDesign(const std::shared_ptr<const carom::SceneInstance>& design, const QString& name);
  /// Shows a stance in which the scene could start, in the same way; null: none.
  void setStance(const std::shared_ptr<const carom::SceneInstance>& stance, const QString& name);
  /// Shows the bodies of futures at the present moment, where they are elsewhere; null: none.
  void setFutures(const std::shared_ptr<const carom::ShownFutures>& futures);
  /// Shows the bodies of a recording at the present moment, and those of Carom's own motion from the chosen
  /// jump on; null: none.
  void setAudit(const std::shared_ptr<const carom::ShownAudit>& audit);

 signals:
  void changed();

 private:
  struct Start {
    std::shared_ptr<const SceneInstance> scene;
    QString name;
  };
  void set(Start& start, const Start& next);

  Start m_design, m_stance;
  std::shared_ptr<const ShownFutures> m_futures;
  std::shared_ptr<const ShownAudit> m_audit;
};

}  // namespace carom
