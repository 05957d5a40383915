#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>

#include "common/selection.h"
#include "document/impact_thread.h"

namespace carom {

/// Follows the impact under the time cursor and provides the answer about it: the run's own snapshot at the
/// initial impact, a snapshot about that impact at later ones.
///
/// Answers are kept for the newest run. Until a slow answer arrives, what the run knows about the impact is
/// shown. While the log of impacts is on the screen, all impacts are searched in the background.
class ImpactFocus : public QObject {
  Q_OBJECT
 public:
  explicit ImpactFocus(Selection* selection, QObject* parent = nullptr);

  /// Takes the newest answer, about the same or another run; shownChanged() follows.
  void setRun(const SnapshotPtr& run, const Extras& extras);
  /// The answer whose orderings and outcomes are shown; null before the first run.
  const SnapshotPtr& shown() const { return m_shown; }
  /// Whether the impacts of the run are searched while there is no other work.
  void setSearching(bool wanted);
  /// While it is true, panels are shown that the answer is being computed, in place of the last one.
  void setOutdated(bool isOutdated);

 public slots:
  void cancel() { m_thread.cancel(); }

 signals:
  void shownChanged(const carom::SnapshotPtr& shown);
  /// The numbers found for impacts of this run, including those of an impact that was shown.
  void searched(const carom::SnapshotPtr& run, const carom::ImpactSearches& found);
  void failed(const QString& message);
  void busyChanged(bool busy);
  void progressed(carom::WorkStage stage, double fraction);

 private:
  void follow();
  void show(const SnapshotPtr& snapshot);
  void take(const SnapshotPtr& answer);
  void keep(const SnapshotPtr& answer);
  void glance();
  void searchAll();
  SnapshotPtr kept(int impact) const;
  bool isOfRun(const SnapshotPtr& snapshot) const {
    return m_run && snapshot->trajectory == m_run->trajectory;
  }

  Selection* m_selection;
  ImpactThread m_thread;
  SnapshotPtr m_run, m_shown;
  Extras m_extras;
  bool m_searching = false;
  bool m_isOutdated = false;
  int m_impact = -1;               ///< the number of the impact to show
  std::deque<SnapshotPtr> m_kept;  ///< answers about impacts of the run, the newest first
  QTimer m_patience, m_pace, m_idle;
  QElapsedTimer m_sinceShown;
};

}  // namespace carom
