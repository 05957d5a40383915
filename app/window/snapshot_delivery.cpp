#include "window/snapshot_delivery.h"

#include <QDockWidget>
#include <QElapsedTimer>
#include <QEvent>
#include <algorithm>
#include <utility>

#include "common/edits.h"

namespace carom {

SnapshotDelivery::SnapshotDelivery(const std::vector<Panels::Entry>& panels, const Edits* edits,
                                   QObject* parent)
    : QObject(parent), m_edits(edits) {
  const auto first = std::ranges::find(panels, PanelRow::Place::Centre,
                                       [](const Panels::Entry& entry) { return entry.row->place; });
  m_receivers.reserve(panels.size());  // the connections refer to the receivers
  for (const Panels::Entry& entry : panels) {
    Receiver& receiver = m_receivers.emplace_back(Receiver{entry.panel, entry.row->about});
    receiver.isFirst = &entry == &*first;
    receiver.isShown = entry.panel->isVisible();
    entry.panel->installEventFilter(this);
    if (entry.dock)  // it also reports the tabs that cover it
      connect(entry.dock, &QDockWidget::visibilityChanged, this,
              [this, &receiver, dock = entry.dock](bool shown) {
                if (dock->widget() == receiver.panel) setShown(receiver, shown);
              });
  }
  // Qt runs timers after all events, of the mouse and of painting too.
  connect(&m_turns, &QTimer::timeout, this, &SnapshotDelivery::takeTurn);
}

bool SnapshotDelivery::eventFilter(QObject* object, QEvent* event) {
  // Of a panel in its dock the dock speaks; it is elsewhere while it fills the window.
  const bool isInDock = qobject_cast<const QDockWidget*>(object->parent());
  if (!isInDock && (event->type() == QEvent::Show || event->type() == QEvent::Hide))
    setShown(*std::ranges::find(m_receivers, object, &Receiver::panel), event->type() == QEvent::Show);
  return QObject::eventFilter(object, event);
}

void SnapshotDelivery::setShown(Receiver& receiver, bool shown) {
  receiver.isShown = shown;
  if (shown) handOver(receiver);
}

void SnapshotDelivery::setFollowed(const Panel* panel) {
  m_followed = panel;
  if (panel) bringUpToDate(panel);
}

void SnapshotDelivery::bringUpToDate(const Panel* panel) {
  const auto receiver = std::ranges::find(m_receivers, panel, &Receiver::panel);
  if (receiver != m_receivers.end()) handOver(*receiver);
}

void SnapshotDelivery::sceneOpened() {
  for (Receiver& receiver : m_receivers) receiver.hasOtherScene = true;
}

void SnapshotDelivery::deliverRun(const SnapshotPtr& run) {
  deliver(PanelRow::About::Run, run);
  if (!m_hadTurn && m_nextTurn.hasExpired()) takeTurn();
  m_hadTurn = false;
}

void SnapshotDelivery::deliverImpact(const SnapshotPtr& shown) {
  deliver(PanelRow::About::Impact, shown);
}

void SnapshotDelivery::deliver(PanelRow::About about, const SnapshotPtr& snapshot) {
  ++m_delivered;
  for (Receiver& receiver : m_receivers) {
    if (receiver.about != about) continue;
    if (!receiver.snapshot) receiver.waitsSince = m_delivered;
    receiver.snapshot = snapshot;
    receiver.isCancelled = false;
    if (!isOpen(receiver))
      receiver.panel->showTitle(snapshot);
    else if (mayWait(receiver))
      awaitTurn();
    else
      handOver(receiver);
  }
}

bool SnapshotDelivery::mayWait(const Receiver& receiver) const {
  return (m_edits->isEditing() || m_isPlaying) && !receiver.isFirst;
}

/// Delivers to the panel that has waited longest.
void SnapshotDelivery::takeTurn() {
  m_hadTurn = true;
  Receiver* next = nullptr;
  for (Receiver& receiver : m_receivers)
    if (receiver.snapshot && isOpen(receiver) && (!next || receiver.waitsSince < next->waitsSince))
      next = &receiver;
  if (!next) return m_turns.stop();
  QElapsedTimer clock;
  clock.start();
  handOver(*next);
  constexpr qint64 noticed = 500'000, restPerTurn = 4;  // ns, of a turn that would delay a frame
  const qint64 taken = clock.nsecsElapsed();
  if (taken > noticed) m_nextTurn.setPreciseRemainingTime(0, restPerTurn * taken, Qt::PreciseTimer);
  awaitTurn();
}

void SnapshotDelivery::awaitTurn() {
  m_turns.start(static_cast<int>(m_nextTurn.remainingTime()));
}

void SnapshotDelivery::workCancelled() {
  for (Receiver& receiver : m_receivers) {
    receiver.isCancelled = true;
    if (isOpen(receiver)) handOver(receiver);
  }
}

void SnapshotDelivery::handOver(Receiver& receiver) {
  const SnapshotPtr snapshot = std::exchange(receiver.snapshot, nullptr);
  if (snapshot && std::exchange(receiver.hasOtherScene, false)) receiver.panel->sceneOpened();
  if (snapshot) receiver.panel->setSnapshot(snapshot);
  if (std::exchange(receiver.isCancelled, false)) receiver.panel->workCancelled();
}

}  // namespace carom
