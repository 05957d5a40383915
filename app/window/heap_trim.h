#pragma once

#include <QObject>
#include <QTimer>

#include "tasks/latest_task.h"

namespace carom {

/// Has the heap return blocks of 256 KiB or more to the system as soon as they are freed. Call it before
/// threads start. Otherwise glibc takes each large block that is freed as a sign to keep larger ones:
/// pictures and answers of different sizes then leave holes, and a window that is used takes ever more memory
/// although it holds no more. Smaller blocks are as quick as before.
void returnLargeBlocks();

/// Returns to the system what lies free between smaller blocks, once nothing has been computed for two
/// seconds: after a scene of 500 bodies a third of what the window keeps. A thread of its own does it,
/// because it takes some hundredths of a second.
class HeapTrim : public QObject {
  Q_OBJECT
 public:
  explicit HeapTrim(QObject* parent = nullptr);

 public slots:
  void setBusy(bool busy);

 private:
  QTimer m_rest;
  LatestTask<bool> m_task;
};

}  // namespace carom
