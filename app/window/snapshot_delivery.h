#pragma once

#include <QObject>
#include <vector>

#include "window/panels.h"

namespace carom {

/// Delivers the newest snapshot to each panel that is shown. A hidden panel gets the newest one when it is
/// shown, and until then only its title follows.
class SnapshotDelivery : public QObject {
  Q_OBJECT
 public:
  SnapshotDelivery(const std::vector<Panels::Entry>& panels, QObject* parent);

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

 private:
  /// A panel, and the news that wait until it is shown.
  struct Receiver {
    Panel* panel;
    PanelRow::About about;
    bool isShown = false;
    bool hasOtherScene = false, isCancelled = false;
    SnapshotPtr snapshot{};
  };
  void deliver(PanelRow::About about, const SnapshotPtr& snapshot);
  void setShown(Receiver& receiver, bool shown);
  void handOver(Receiver& receiver);
  bool isOpen(const Receiver& receiver) const { return receiver.isShown || receiver.panel == m_followed; }

  std::vector<Receiver> m_receivers;
  const Panel* m_followed = nullptr;
};

}  // namespace carom
