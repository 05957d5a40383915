#pragma once

#include <QObject>
#include <QTimer>
#include <deque>

#include "answer/snapshot.h"

namespace carom {

class RunsPanel;

/// Draws the small pictures of kept runs that a RunsPanel asks for, between two events.
class RunPictures : public QObject {
  Q_OBJECT
 public:
  RunPictures(RunsPanel* panel, QObject* parent);

 private:
  void drawNext();

  RunsPanel* m_panel;
  std::deque<SnapshotPtr> m_wanted;
  QTimer m_idle;
};

}  // namespace carom
