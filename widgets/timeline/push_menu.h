#pragma once

#include <QMenu>

#include "answer/snapshot.h"
#include "common/selection.h"

namespace carom {

class Edits;

/// The pushes of the run: one entry each, which changes or removes it, and one that adds a push at the
/// selected time.
class PushMenu : public QMenu {
  Q_OBJECT
 public:
  PushMenu(Selection* selection, Edits* edits, QWidget* parent);

  void setSnapshot(SnapshotPtr snapshot) { m_snapshot = std::move(snapshot); }

 private:
  void fill();
  void addEntry(std::size_t index);
  void ask(const RunPush& shown, const std::vector<RunPush>& others, const QString& name);

  Selection* m_selection;
  Edits* m_edits;
  SnapshotPtr m_snapshot;
};

}  // namespace carom
