#include "window/snapshot_delivery.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <algorithm>
#include <string_view>
#include <utility>

#include "common/edits.h"
#include "window/search_veil.h"

namespace carom {

/// The panels whose numbers are those of the answer alone. Runs, futures and recordings are others beside it.
static bool showsNumbers(const PanelRow& row) {
  using enum PanelRow::Group;
  for (const std::string_view own : {"runs", "futures", "audit"})
    if (row.dock == own) return false;
  return row.group == Impact || row.group == Motion || row.group == Design;
}

/// Comes once the window has laid out and painted what a turn changed, which Qt does with LowEventPriority.
static const auto turnPainted = static_cast<QEvent::Type>(QEvent::registerEventType());

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
    receiver.keepsNumbers = showsNumbers(*entry.row);
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
  if (receiver == m_receivers.end()) return;
  handOver(*receiver);
  if (receiver->pending) give(*receiver, receiver->pending);  // an old picture is exported under no new name
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
  m_turns.stop();
  if (!next) return;
  if (!m_turn.isValid()) {
    m_turn.start();
    QCoreApplication::postEvent(this, new QEvent(turnPainted), Qt::LowEventPriority - 1);
  }
  handOver(*next);
}

/// What a turn takes is mostly the layout and the painting that follow.
void SnapshotDelivery::customEvent(QEvent* event) {
  if (event->type() != turnPainted) return;
  constexpr qint64 noticed = 500'000, restPerTurn = 4;  // ns, of a turn that would delay a frame
  const qint64 taken = m_turn.nsecsElapsed();
  m_turn.invalidate();
  if (taken > noticed) m_nextTurn.setPreciseRemainingTime(0, restPerTurn * taken, Qt::PreciseTimer);
  awaitTurn();
}

void SnapshotDelivery::awaitTurn() {
  if (!m_turn.isValid()) m_turns.start(static_cast<int>(m_nextTurn.remainingTime()));
}

void SnapshotDelivery::workCancelled() {
  for (Receiver& receiver : m_receivers) {
    receiver.isCancelled = true;
    if (isOpen(receiver)) handOver(receiver);
  }
}

void SnapshotDelivery::handOver(Receiver& receiver) {
  const SnapshotPtr snapshot = std::exchange(receiver.snapshot, nullptr);
  if (snapshot && std::exchange(receiver.hasOtherScene, false)) {
    receiver.hasNumbers = false;
    receiver.panel->sceneOpened();
  }
  if (snapshot && snapshot->isPending && receiver.keepsNumbers && receiver.hasNumbers) {
    receiver.pending = snapshot;
    if (!receiver.veil) receiver.veil = new SearchVeil(receiver.panel);
  } else if (snapshot) {
    give(receiver, snapshot);
  }
  if (std::exchange(receiver.isCancelled, false)) receiver.panel->workCancelled();
}

void SnapshotDelivery::give(Receiver& receiver, const SnapshotPtr& snapshot) {
  delete receiver.veil;
  receiver.hasNumbers = !snapshot->isPending;
  const SnapshotPtr given = snapshot;  // which may be the one that waits
  receiver.pending.reset();
  receiver.panel->setSnapshot(given);
}

}  // namespace carom
