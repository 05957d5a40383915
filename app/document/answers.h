#pragma once

#include <QObject>
#include <QTimer>

#include "document/engine_thread.h"
#include "document/impact_focus.h"

namespace carom {

class Document;
class Selection;

/// Sends the document's questions to the engine and publishes the answers: the newest answer about the run,
/// and the answer about the impact that the selected moment shows.
class Answers : public QObject {
  Q_OBJECT
 public:
  Answers(Document* document, Selection* selection, QObject* parent = nullptr);

  EngineThread* engine() { return &m_engine; }
  bool isBusy() const { return m_isEngineBusy || m_isFocusBusy; }
  /// The newest answer; null before the first one.
  const SnapshotPtr& run() const { return m_run; }
  /// The answer whose orderings and outcomes are shown: `run`, or the same run's answer about a later impact.
  const SnapshotPtr& impact() const { return m_focus.shown(); }

 public slots:
  /// Shows a scene that was opened, at its initial moment.
  void showOpened(const carom::SnapshotPtr& snapshot);
  /// Stops the work in flight.
  void cancel();
  /// Whether the impacts of the run are searched while there is no other work.
  void setSearching(bool wanted) { m_focus.setSearching(wanted); }

 signals:
  void runChanged(const carom::SnapshotPtr& run);
  void impactChanged(const carom::SnapshotPtr& shown);
  /// Work was cancelled: the newest answer stays incomplete.
  void workCancelled();
  /// The numbers that the search found for impacts of this run.
  void searched(const carom::SnapshotPtr& run, const carom::ImpactSearches& found);
  /// Why an impact has no answer, on one line.
  void told(const QString& message);
  /// Whether a thread is working.
  void busyChanged(bool busy);
  /// What it is doing, and the fraction done in [0,1], negative where the total is unknown.
  void progressed(carom::WorkStage stage, double fraction);

 private:
  void connectEngine();
  void connectFocus();
  bool isOutdated() const;
  void watchAge();
  void take(const SnapshotPtr& snapshot);
  void show(const SnapshotPtr& snapshot);
  void showBusy();

  Document* m_document;
  Selection* m_selection;
  EngineThread m_engine;
  ImpactFocus m_focus;
  SnapshotPtr m_run;
  QTimer m_late;  ///< runs until the numbers of an earlier state are no longer shown
  bool m_isEngineBusy = false, m_isFocusBusy = false;
};

}  // namespace carom
