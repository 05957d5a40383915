#include "window/panel_dock.h"

#include <QAction>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMouseEvent>
#include <QScreen>
#include <QTabBar>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <utility>

#include "common/plain_text.h"
#include "figure/panel.h"
#include "window/layout/panel_title.h"
#include "window/layout/tab_row_button.h"

namespace carom {

namespace {

/// The dock under a tab. Several rows may have a tab of one title only where two docks share it, which none
/// do.
PanelDock* dockOfTab(QMainWindow* window, const QTabBar* tabs, int tab) {
  const QString title = tab < 0 ? QString() : tabs->tabText(tab);
  for (PanelDock* dock : window->findChildren<PanelDock*>())
    if (tab >= 0 && dock->isTabbed() && dock->windowTitle() == title) return dock;
  return nullptr;
}

}  // namespace

PanelDock::PanelDock(Panel* panel, const QString& name, QMainWindow* window)
    : QDockWidget(titleText(menuText(panel->windowTitle())), window),
      m_panel(panel),
      m_window(window),
      m_title(new PanelTitle(this)),
      m_noBar(new QWidget(this)) {
  setObjectName(name);
  setWidget(panel);
  setTitleBarWidget(m_title);
  m_title->putIntoTabOrderBefore(panel);
  m_noBar->hide();
  connect(m_title, &PanelTitle::largeWanted, this, &PanelDock::largeWanted);
  connect(m_title, &PanelTitle::floatWanted, this, &PanelDock::toggleFloating);
  connect(m_title, &PanelTitle::closeWanted, this, [this] {
    if (isFloating()) setFloating(false);
    close();
  });
  // A title follows what is shown; in the menu the panel keeps its name.
  connect(panel, &QWidget::windowTitleChanged, this, [this, panel](const QString& title) {
    setWindowTitle(titleText(menuText(title)));
    toggleViewAction()->setText(panel->accessibleName());
  });
  // A dock that appears, disappears or floats changes whether its neighbours are under tabs. The window
  // arranges them after it has emitted these signals.
  const auto later = [this] { QTimer::singleShot(0, this, &PanelDock::updateAllBars); };
  connect(this, &QDockWidget::visibilityChanged, this, later);
  connect(this, &QDockWidget::topLevelChanged, this, later);
  connect(this, &QDockWidget::dockLocationChanged, this, later);
  connect(this, &QDockWidget::topLevelChanged, this, [this](bool floats) {
    floats ? QTimer::singleShot(0, this, &PanelDock::becomeWindow) : shareKeys(false);
  });
}

void PanelDock::setViews(const std::vector<PanelTitle::View>& views) {
  m_views = views;
  m_title->setViews(views);
  connect(m_title, &PanelTitle::viewWanted, this, &PanelDock::viewWanted);
}

void PanelDock::toggleFloating() {
  if (!isFloating()) {
    setTitleBarWidget(m_title);
    m_title->show();
  }
  setFloating(!isFloating());
  if (!isFloating()) raise();
}

/// The keys of the menus are those of their window: a dock that is a window of its own has them, too.
void PanelDock::shareKeys(bool floats) {
  for (const QPointer<QAction>& action : std::exchange(m_borrowed, {}))
    if (action) removeAction(action);
  if (!floats) return;
  for (QAction* action : m_window->window()->findChildren<QAction*>())
    if (!action->shortcuts().isEmpty() && action->shortcutContext() == Qt::WindowShortcut &&
        !actions().contains(action))
      m_borrowed += action;
  for (const QPointer<QAction>& action : m_borrowed) addAction(action);
}

/// Gives a floated dock the frame of a window, once no mouse drags it, and half of the screen where it still
/// has the size that it had in the window.
void PanelDock::becomeWindow() {
  if (!isFloating() || isHidden()) return;
  constexpr int untilDropped = 50;  // ms between looks at the mouse
  if (QGuiApplication::mouseButtons() != Qt::NoButton)
    return QTimer::singleShot(untilDropped, this, &PanelDock::becomeWindow);
  const QRect place = geometry(), room = screen()->availableGeometry();
  setWindowFlags(Qt::Window);
  const double side = std::sqrt(0.5);  // of the screen's, so that the area is half of it
  QRect wanted = place;
  if (place.size() == m_dockedSize) wanted.setSize((QSizeF(room.size()) * side).toSize());
  wanted.moveLeft(
      std::clamp(wanted.left(), room.left(), std::max(room.left(), room.right() - wanted.width())));
  wanted.moveTop(std::clamp(wanted.top(), room.top(), std::max(room.top(), room.bottom() - wanted.height())));
  setGeometry(wanted);
  show();
  shareKeys(true);
}

bool PanelDock::event(QEvent* event) {
  if (event->type() == QEvent::MouseButtonDblClick && widget() &&
      static_cast<QMouseEvent*>(event)->position().y() < widget()->y()) {
    emit largeWanted();
    return true;
  }
  return QDockWidget::event(event);
}

/// The frame of a floated dock closes it: it goes back into the window.
void PanelDock::closeEvent(QCloseEvent* event) {
  if (!isFloating()) return QDockWidget::closeEvent(event);
  event->ignore();
  toggleFloating();
}

void PanelDock::resizeEvent(QResizeEvent* event) {
  QDockWidget::resizeEvent(event);
  if (!isFloating()) m_dockedSize = event->size();
}

void PanelDock::updateAllBars() {
  for (PanelDock* dock : m_window->findChildren<PanelDock*>()) dock->updateBar();
  for (QTabBar* tabs : m_window->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) equip(tabs);
}

void PanelDock::updateBar() {
  QWidget* wanted = isTabbed() ? m_noBar : m_title;
  if (titleBarWidget() == wanted) return;
  setTitleBarWidget(wanted);
  wanted->setVisible(wanted == m_title);
}

/// Adds what a title has to a row of tabs, which the window creates by itself.
void PanelDock::equip(QTabBar* tabs) {
  if (tabs->contextMenuPolicy() == Qt::CustomContextMenu) return;
  tabs->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tabs, &QWidget::customContextMenuRequested, m_window, [window = m_window, tabs](QPoint at) {
    if (PanelDock* dock = dockOfTab(window, tabs, tabs->tabAt(at))) dock->offerMenu(tabs, at);
  });
  const auto enlarge = [window = m_window, tabs](int tab) {
    if (PanelDock* dock = dockOfTab(window, tabs, tab)) emit dock->largeWanted();
  };
  connect(tabs, &QTabBar::tabBarDoubleClicked, m_window, enlarge);
  connect(new TabRowButton(tabs), &QToolButton::clicked, m_window,
          [enlarge, tabs] { enlarge(tabs->currentIndex()); });
}

void PanelDock::offerMenu(QTabBar* tabs, QPoint at) {
  auto* menu = new QMenu(tabs);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(tr("&Fill the window"), this, &PanelDock::largeWanted);
  menu->addAction(tr("F&loat"), this, &PanelDock::toggleFloating);
  menu->addAction(tr("&Close"), this, &QDockWidget::close);
  if (m_views.size() > 1) menu->addSection(tr("View"));
  for (const PanelTitle::View& view : m_views)
    if (view.dock != this)
      menu->addAction(view.word, this, [this, dock = view.dock] { emit viewWanted(dock); });
  menu->popup(tabs->mapToGlobal(at));
}

bool PanelDock::isTabbed() const {
  if (isFloating()) return false;
  return std::ranges::any_of(
      m_window->tabifiedDockWidgets(const_cast<PanelDock*>(this)),
      [](const QDockWidget* other) { return !other->isHidden() && !other->isFloating(); });
}

}  // namespace carom
