#pragma once

#include <QAction>
#include <QPointer>
#include <QTimer>

#include "answer/snapshot.h"
#include "tasks/latest_task.h"

namespace carom {

class DropDialog;
class Edits;

/// The entry of the menu Motion that runs the drop experiment of the scene, see dropExperiment(): the
/// orthogonal gait with its second run becomes the document's run, and the straight gait is kept beside it.
/// An experiment that takes long shows its curves while they grow, in a dialog that can cancel it.
class DropAction : public QAction {
  Q_OBJECT
 public:
  DropAction(Edits* edits, QObject* parent);

 public slots:
  /// The newest answer; the entry is enabled where its scene can be dropped.
  void setSnapshot(carom::SnapshotPtr snapshot);

 signals:
  /// One line for the status bar.
  void told(const QString& message);
  /// Both gaits are in the document.
  void done();

 private:
  /// What the work has reported and the dialog does not show yet.
  struct Feed;

  void start();
  void show(const std::shared_ptr<Feed>& feed);
  void finish(const SnapshotPtr& experiment, const QString& why);
  void cancel();
  void take(const SnapshotPtr& experiment);

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  bool m_isRunning = false;
  QPointer<DropDialog> m_dialog;
  QTimer m_patience;  ///< until the dialog shows
  LatestTask<SnapshotPtr> m_task;
};

}  // namespace carom
