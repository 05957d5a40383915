#pragma once

#include <QObject>
#include <vector>

#include "window/panels.h"

namespace carom {

/// Delivers the newest snapshot to each panel that is shown. A hidden panel gets the newest one when it is
/// shown, and until then only its title follows.
///
/// During an edit the centre of the window gets a snapshot first and is painted; the panels around it get it
/// after that. They are never more than one frame behind: if they still wait for a snapshot when the next one
/// comes, they get that one together with the centre.
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

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void customEvent(QEvent* event) override;

 private:
  /// A panel, and the news that wait until it is shown or until the centre is painted.
  struct Receiver {
    Panel* panel;
    PanelRow::About about;
    bool isCentre = false;
    bool isShown = false;
    bool hasOtherScene = false, isCancelled = false;
    SnapshotPtr snapshot{};
  };
  void deliver(PanelRow::About about, const SnapshotPtr& snapshot);
  void setShown(Receiver& receiver, bool shown);
  void handOver(Receiver& receiver);
  bool isOpen(const Receiver& receiver) const { return receiver.isShown || receiver.panel == m_followed; }
  bool mayWait(const Receiver& receiver) const;
  void deliverAfterPainting();

  const Edits* m_edits;
  std::vector<Receiver> m_receivers;
  const Panel* m_followed = nullptr;
  bool m_isWaiting = false;  ///< deliverAfterPainting() was called, and its event has not come yet
};

}  // namespace carom
