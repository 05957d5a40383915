#include "window/window_layout.h"

#include <QEvent>
#include <QMainWindow>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <algorithm>

#include "document/session_settings.h"
#include "window/layout/workspaces.h"
#include "window/panels.h"

namespace carom {

namespace {

/// Where the choices of a panel are kept, which has a property “kept” then.
QString keptKey(const Panel& panel) {
  return "window/panels/" + panel.objectName();
}

}  // namespace

WindowLayout::WindowLayout(Panels* panels, Workspaces* workspaces, QMainWindow* window)
    : QObject(window), m_panels(panels), m_workspaces(workspaces), m_window(window) {
  connect(workspaces, &Workspaces::ownChanged, this, [this, workspaces] {  // a crash does not lose them
    QSettings settings;
    workspaces->save(settings);
    if (const QString why = whyNotWritten(settings); !why.isEmpty()) emit told(why);
  });
  connect(workspaces, &Workspaces::told, this, &WindowLayout::told);
}

void WindowLayout::restore() {
  const QSize room = m_window->screen()->availableSize();
  constexpr double most = 0.86;  // of a large screen
  m_window->resize((most * room).expandedTo(roomyWindow).boundedTo(room));
  QSettings settings;
  m_window->restoreGeometry(settings.value("window/geometry").toByteArray());
  // It may have been closed on a larger screen, or its numbers may be broken.
  constexpr QSize leastWindow(640, 480);
  m_window->resize(m_window->size().expandedTo(leastWindow).boundedTo(room));
  for (const Panels::Entry& entry : m_panels->all())
    if (const QVariant kept = settings.value(keptKey(*entry.panel)); kept.isValid())
      entry.panel->setProperty("kept", kept);
  m_isArranged = m_workspaces->restore(settings);
  // The sizes of docks hold only once the window is shown.
  if (!m_isArranged) QTimer::singleShot(0, m_workspaces, &Workspaces::fitSizes);
}

QSize WindowLayout::frame() const {
  return m_window->frameGeometry().size() - m_window->size();
}

void WindowLayout::fitScreen() {
  m_frame = frame();
  m_window->installEventFilter(this);
  const QRect room = m_window->screen()->availableGeometry();
  m_window->resize(m_window->size().boundedTo(room.size() - m_frame));
  const QSize size = m_window->size() + m_frame;
  const QPoint last = room.bottomRight() - QPoint(size.width(), size.height()) + QPoint(1, 1);
  const QPoint at(std::clamp(m_window->x(), room.x(), std::max(room.x(), last.x())),
                  std::clamp(m_window->y(), room.y(), std::max(room.y(), last.y())));
  if (at != m_window->pos() && !m_window->isMaximized() && !m_window->isFullScreen()) m_window->move(at);
  if (!m_isArranged)
    QTimer::singleShot(0, m_workspaces, &Workspaces::fitSizes);  // as soon as it has that size
}

bool WindowLayout::eventFilter(QObject* watched, QEvent* event) {
  const bool mayHaveFrame = event->type() == QEvent::Move || event->type() == QEvent::WindowActivate;
  if (mayHaveFrame && frame() != m_frame && !m_window->isMaximized() && !m_window->isFullScreen())
    fitScreen();
  return QObject::eventFilter(watched, event);
}

QString WindowLayout::save() const {
  QSettings settings;
  settings.setValue("window/geometry", m_window->saveGeometry());
  for (const Panels::Entry& entry : m_panels->all())
    if (const QVariant kept = entry.panel->property("kept"); kept.isValid())
      settings.setValue(keptKey(*entry.panel), kept);
  m_workspaces->save(settings);
  return whyNotWritten(settings);
}

}  // namespace carom
