#include "window/layout/dock_window.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QLayout>
#include <QMouseEvent>
#include <QTimer>
#include <utility>

namespace carom {

namespace {

/// Whether a dock has a part of the window. One behind a tab stands left of all that is shown.
bool hasRoom(const QDockWidget* dock) {
  return !dock->isHidden() && !dock->isFloating() && dock->geometry().right() >= 0;
}

}  // namespace

DockWindow::DockWindow(QWidget* parent) : QMainWindow(parent, Qt::Widget) {}

QByteArray DockWindow::layoutState(int version) const {
  QByteArray layout;
  QDataStream out(&layout, QIODevice::WriteOnly);
  out << size() << saveState(version);
  return layout;
}

bool DockWindow::showLayout(const QByteArray& layout, int version) {
  QSize madeIn;
  QByteArray state;
  QDataStream in(layout);
  in >> madeIn >> state;
  const bool hasSize = in.status() == QDataStream::Ok && in.atEnd() && !madeIn.isEmpty();
  if (!restoreState(hasSize ? state : layout, version)) return false;
  m_madeIn = QSize();
  if (!hasSize) return true;
  if (isVisible())
    keepShares(madeIn);
  else
    m_madeIn = madeIn;
  return true;
}

void DockWindow::noteShares() {
  if (isVisible() && m_madeIn.isEmpty() && !size().isEmpty()) noteSharesOf(size());
}

void DockWindow::noteSharesOf(const QSize& window) {
  m_shares.clear();
  for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
    if (hasRoom(dock))
      m_shares.push_back(
          {dock, double(dock->width()) / window.width(), double(dock->height()) / window.height()});
}

/// Gives docks of the sizes that they had in another window their shares of this one.
void DockWindow::keepShares(const QSize& of) {
  if (of == size()) return;
  layout()->activate();
  noteSharesOf(of);
  share();
}

void DockWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (m_madeIn.isEmpty()) return;
  // The docks have their sizes, and the window its own, once it has been laid out.
  QTimer::singleShot(0, this, [this, madeIn = std::exchange(m_madeIn, QSize())] { keepShares(madeIn); });
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
  share();
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
