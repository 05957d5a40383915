#pragma once

#include <QObject>
#include <vector>

#include "window/panels.h"

namespace carom {

/// Hands the newest snapshot to each panel that is shown. A hidden panel gets none until it is shown, and
/// then the newest one.
class SnapshotDelivery : public QObject {
  Q_OBJECT
 public:
  SnapshotDelivery(const std::vector<Panels::Entry>& panels, QObject* parent);

  /// Gives a panel the newest snapshot now, though it may be hidden.
  void bringUpToDate(const Panel* panel);
  /// The panel that gets each snapshot though it may be hidden; null: no panel.
  void setFollowed(const Panel* panel);

 public slots:
  /// The snapshots to come are of another scene.
  void sceneOpened();
  /// For the panels about the run.
  void deliverRun(const carom::SnapshotPtr& run);
  /// For the panels about one impact of it.
  void deliverImpact(const carom::SnapshotPtr& shown);
  void workCancelled();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  /// A panel, and what it has not been told yet.
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
