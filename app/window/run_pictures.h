#pragma once

#include <QImage>
#include <QObject>
#include <QTimer>
#include <deque>

#include "answer/snapshot.h"
#include "tasks/latest_task.h"

namespace carom {

class RunsPanel;

/// Draws the small pictures of kept runs that a RunsPanel asks for, one after the other in the background.
class RunPictures : public QObject {
  Q_OBJECT
 public:
  RunPictures(RunsPanel* panel, QObject* parent);

 private:
  void drawNext();

  RunsPanel* m_panel;
  std::deque<SnapshotPtr> m_wanted;
  QTimer m_idle;
  bool m_isDrawing = false;
  LatestTask<QImage> m_task;
};

}  // namespace carom
