#pragma once

#include <QAction>
#include <thread>

#include "answer/snapshot.h"

namespace carom {

class Edits;

/// The entry of the menu Motion that runs the drop experiment of the scene, see dropExperiment(): the
/// orthogonal gait with its second run becomes the document's run, and the straight gait is kept beside it.
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
  void start();
  void take(const SnapshotPtr& experiment);

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  bool m_isRunning = false;
  std::jthread m_worker;
};

}  // namespace carom
