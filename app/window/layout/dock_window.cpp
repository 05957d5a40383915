#include "window/layout/dock_window.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QLayout>
#include <QMouseEvent>
#include <QTabBar>
#include <QTimer>
#include <utility>

namespace carom {

bool hasRoom(const QDockWidget* dock) {
  return !dock->isHidden() && !dock->isFloating() && dock->geometry().right() >= 0;
}

namespace {

/// The height of the row of tabs that belongs to a dock: with it the dock takes the room of its row.
int tabsHeight(const QDockWidget* dock) {
  const QRect place = dock->geometry();
  for (const QTabBar* tabs : dock->parentWidget()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
    const QRect row = tabs->geometry();
    const bool isBeside = row.bottom() + 1 == place.top() || place.bottom() + 1 == row.top();
    if (tabs->isVisible() && isBeside && row.left() <= place.center().x() &&
        place.center().x() <= row.right())
      return row.height();
  }
  return 0;
}

}  // namespace

DockWindow::DockWindow(QWidget* parent) : QMainWindow(parent, Qt::Widget) {}

QByteArray DockWindow::layoutState(int version) {
  noteShares();
  QByteArray layout;
  QDataStream out(&layout, QIODevice::WriteOnly);
  out << saveState(version) << quint32(m_shares.size());
  for (const Share& each : m_shares)
    out << (each.dock ? each.dock->objectName() : QString()) << each.width << each.height;
  return layout;
}

bool DockWindow::showLayout(const QByteArray& layout, int version) {
  QDataStream in(layout);
  QByteArray state;
  quint32 count = 0;
  in >> state >> count;
  std::vector<Share> shares;
  for (quint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
    QString name;
    Share share{nullptr, 0, 0};
    in >> name >> share.width >> share.height;
    share.dock = name.isEmpty() ? nullptr : findChild<QDockWidget*>(name, Qt::FindDirectChildrenOnly);
    if (share.width > 0 && share.width <= 1 && share.height > 0 && share.height <= 1)
      shares.push_back(std::move(share));
  }
  const bool hasShares = in.status() == QDataStream::Ok && in.atEnd();
  if (!restoreState(hasShares ? state : layout, version)) return false;
  m_coming = hasShares ? std::move(shares) : std::vector<Share>();
  if (isVisible()) takeComing();
  return true;
}

/// Gives docks the shares that they had where their layout was stored.
void DockWindow::takeComing() {
  if (m_coming.empty()) return;
  m_shares = std::exchange(m_coming, {});
  layout()->activate();
  share();
}

void DockWindow::noteShares() {
  if (!isVisible() || !m_coming.empty() || size().isEmpty()) return;
  m_shares.clear();
  for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
    if (hasRoom(dock))
      m_shares.push_back(
          {dock, double(dock->width()) / width(), double(dock->height() + tabsHeight(dock)) / height()});
}

void DockWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  // The docks have their sizes, and the window its own, once it has been laid out.
  QTimer::singleShot(0, this, &DockWindow::takeComing);
}

void DockWindow::noteFloating(QDockWidget* dock, bool floats) {
  if (floats) {
    m_beforeFloating[dock] = m_shares;
  } else if (m_beforeFloating.contains(dock)) {
    const std::vector<Share> before = m_beforeFloating.take(dock);
    // The window has laid out its docks once the dock has told that it is back.
    QTimer::singleShot(0, this, [this, before] {
      m_shares = before;
      share();
    });
  }
}

QDockWidget* DockWindow::dragged() const {
  auto* grabber = qobject_cast<QDockWidget*>(QWidget::mouseGrabber());  // it grabs the mouse meanwhile
  return findChildren<QDockWidget*>().contains(grabber) ? grabber : nullptr;
}

void DockWindow::drop() {
  QDockWidget* dock = dragged();
  if (!dock) return;
  QMouseEvent release(QEvent::MouseButtonRelease, QPointF(), dock->mapToGlobal(QPointF()), Qt::LeftButton,
                      Qt::NoButton, Qt::NoModifier);
  QCoreApplication::sendEvent(dock, &release);
}

/// A person moves a separator, which belongs to the window itself.
bool DockWindow::event(QEvent* event) {
  const bool result = QMainWindow::event(event);
  if (event->type() == QEvent::MouseButtonRelease) noteShares();
  return result;
}

void DockWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (m_coming.empty()) share();
}

void DockWindow::share() {
  QList<QDockWidget*> docks;
  QList<int> widths, heights;
  for (const Share& each : m_shares) {
    if (!each.dock || !hasRoom(each.dock)) continue;
    docks << each.dock;
    widths << qRound(each.width * width());
    heights << qRound(each.height * height());
  }
  if (docks.isEmpty()) return;
  resizeDocks(docks, widths, Qt::Horizontal);
  resizeDocks(docks, heights, Qt::Vertical);
  layout()->activate();  // before it is painted
}

}  // namespace carom
