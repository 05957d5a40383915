#pragma once

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <vector>

#include "window/panels.h"

namespace carom {

class SearchVeil;

/// Delivers the newest snapshot to each panel that is shown. A hidden panel gets the newest one when it is
/// shown, and until then only its title follows.
///
/// During an edit, and while the motion plays, the 3D view gets every snapshot at once. The other panels get
/// the newest one by turns: one panel whenever the window has nothing else to do, and at least one between
/// two snapshots, unless that takes, painting and all, more than a fifth of the time. A move of the mouse
/// thus never waits for all of them, and among hundreds of bodies seldom for one.
///
/// While an answer takes long, panels of its numbers keep those of the answer before under a veil that says
/// so; the scene's panels and the 3D view show the new values and places at once.
class SnapshotDelivery : public QObject {
  Q_OBJECT
 public:
  SnapshotDelivery(const std::vector<Panels::Entry>& panels, const Edits* edits, QObject* parent);

  /// Delivers the newest snapshot to a panel now, even if it is hidden.
  void bringUpToDate(const Panel* panel);
  /// Sets the panel that gets every snapshot even while it is hidden; null: no panel.
  void setFollowed(const Panel* panel);

 public slots:
  /// The snapshots to come are of another scene.
  void sceneOpened();
  /// Delivers to the panels about the run.
  void deliverRun(const carom::SnapshotPtr& run);
  /// Delivers to the panels about one impact of the run.
  void deliverImpact(const carom::SnapshotPtr& shown);
  void workCancelled();
  void setPlaying(bool playing) { m_isPlaying = playing; }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void customEvent(QEvent* event) override;

 private:
  /// A panel, and the news that wait until it is shown or until its turn comes.
  struct Receiver {
    Panel* panel;
    PanelRow::About about;
    bool isFirst = false;  ///< the 3D view, the upper panel of the centre
    bool isShown = false;
    bool hasOtherScene = false, isCancelled = false;
    bool keepsNumbers = false;  ///< it shows what is searched or computed, and not the scene itself
    bool hasNumbers = false;    ///< it shows an answer of this scene
    SnapshotPtr snapshot{};
    SnapshotPtr pending{};  ///< what the veil stands for
    QPointer<SearchVeil> veil{};
    quint64 waitsSince = 0;  ///< the number of the first snapshot that the panel has not got
  };
  void deliver(PanelRow::About about, const SnapshotPtr& snapshot);
  void setShown(Receiver& receiver, bool shown);
  void handOver(Receiver& receiver);
  void give(Receiver& receiver, const SnapshotPtr& snapshot);
  bool isOpen(const Receiver& receiver) const { return receiver.isShown || receiver.panel == m_followed; }
  bool mayWait(const Receiver& receiver) const;
  void takeTurn();
  void awaitTurn();

  const Edits* m_edits;
  std::vector<Receiver> m_receivers;
  const Panel* m_followed = nullptr;
  quint64 m_delivered = 0;  ///< the number of snapshots so far
  bool m_isPlaying = false;
  bool m_hadTurn = true;      ///< a panel has had its turn since the last snapshot
  QTimer m_turns;             ///< runs while panels wait for their turn
  QElapsedTimer m_turn;       ///< since the turn began that is not painted yet
  QDeadlineTimer m_nextTurn;  ///< not before: turns take a fifth of the time at most
};

}  // namespace carom
