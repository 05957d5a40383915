#include "window/panels.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "window/layout/dock_window.h"
#include "window/layout/workspace_table.h"
#include "window/panel_dock.h"

namespace carom {

namespace {

Qt::DockWidgetArea areaOf(PanelRow::Place place) {
  switch (place) {
    case PanelRow::Place::Left:
      return Qt::LeftDockWidgetArea;
    case PanelRow::Place::Right:
      return Qt::RightDockWidgetArea;
    case PanelRow::Place::Bottom:
      return Qt::BottomDockWidgetArea;
    default:
      return Qt::NoDockWidgetArea;
  }
}

/// The property of a dock that a panel has opened by itself; a person who opens or closes it takes it over.
constexpr auto cameByItself = "came-by-itself";

QLatin1String familyOf(const char* dock) {
  const auto row = std::ranges::find_if(
      panelTable(), [dock](const PanelRow& each) { return QLatin1String(each.dock) == QLatin1String(dock); });
  return QLatin1String(row == panelTable().end() ? "" : row->family);
}

}  // namespace

Panels::Panels(const PanelParts& parts, QMainWindow* window)
    : QObject(window), m_docks(new DockWindow(window)) {
  scrollWithin(window);
  auto* centre = new QWidget(m_docks);
  m_centre = new QVBoxLayout(centre);
  m_centre->setContentsMargins(0, 0, 0, 0);
  m_centre->setSpacing(6);
  for (const PanelRow& row : panelTable()) {
    Entry entry{&row, row.maker.make(parts, m_docks), nullptr};
    if (row.place == PanelRow::Place::Centre)
      putIntoCentre(entry);
    else if (row.place != PanelRow::Place::Bar)
      addDock(entry);
    m_all.push_back(entry);
    connect(entry.panel, &Panel::showWanted, this, [this, entry] { show(entry.panel); });
  }
  m_docks->setCentralWidget(centre);
  joinFamilies();
}

DockWindow* Panels::docks() const {
  return m_docks;
}

bool Panels::isDragging() const {
  return m_docks->dragged() != nullptr;
}

void Panels::drop() {
  m_docks->drop();
}

/// The 3D view stands above the time line.
void Panels::putIntoCentre(const Entry& entry) {
  const bool isFirst = entry.row->key == 1;
  m_centre->insertWidget(isFirst ? 0 : -1, entry.panel, isFirst ? 1 : 0);
}

void Panels::scrollWithin(QMainWindow* window) {
  using Docks = QMainWindow;
  // Without Docks::AnimatedDocks: Qt ends the process where another layout comes while a dropped dock is
  // moving.
  m_docks->setDockOptions(Docks::AllowNestedDocks | Docks::AllowTabbedDocks);
  auto* scroll = new QScrollArea(window);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidgetResizable(true);
  scroll->setWidget(m_docks);
  window->setCentralWidget(scroll);
}

void Panels::addDock(Entry& entry) {
  entry.dock = new PanelDock(entry.panel, QLatin1String(entry.row->dock), m_docks);
  m_docks->addDockWidget(areaOf(entry.row->place), entry.dock);
  connect(entry.dock->toggleViewAction(), &QAction::toggled, entry.dock,
          [dock = entry.dock] { dock->setProperty(cameByItself, false); });
  // The window has laid out its docks once it has emitted these signals.
  const auto later = [this] { QTimer::singleShot(0, m_docks, &DockWindow::noteShares); };
  connect(entry.dock, &QDockWidget::visibilityChanged, m_docks, later);
  connect(entry.dock, &QDockWidget::topLevelChanged, m_docks,
          [this, dock = entry.dock](bool floats) { m_docks->noteFloating(dock, floats); });
  connect(entry.dock, &QDockWidget::topLevelChanged, m_docks, later);
  connect(entry.dock, &QDockWidget::dockLocationChanged, m_docks, later);
}

/// Tells each dock of a family the views of all.
void Panels::joinFamilies() {
  for (const Entry& entry : m_all) {
    auto* dock = qobject_cast<PanelDock*>(entry.dock);
    if (!dock || !*entry.row->family) continue;
    std::vector<PanelTitle::View> views;
    for (const Entry& other : m_all)
      if (QLatin1String(other.row->family) == QLatin1String(entry.row->family))
        views.push_back({QCoreApplication::translate("PanelTitle", other.row->view), other.dock});
    dock->setViews(views);
    connect(dock, &PanelDock::viewWanted, this,
            [this, dock](QDockWidget* wanted) { showInPlace(dock, wanted); });
  }
}

void Panels::showInPlace(QDockWidget* now, QDockWidget* wanted) {
  const auto entry = std::ranges::find(m_all, wanted, &Entry::dock);
  if (now == wanted || entry == m_all.end()) return;
  if (wanted->isHidden()) {
    if (now->isFloating()) {
      const QRect place = now->geometry();
      wanted->setFloating(true);
      wanted->setGeometry(place);
    } else {
      wanted->setFloating(false);
      m_docks->tabifyDockWidget(now, wanted);
    }
    wanted->show();
    now->hide();
  }
  show(entry->panel);
}

void Panels::arrange(const WorkspaceRow& workspace) {
  const bool isMiddling = m_docks->window()->height() < middlingWindow, isWide = workspace.isBottomWide;
  m_docks->setCorner(Qt::BottomLeftCorner, isWide ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea);
  m_docks->setCorner(Qt::BottomRightCorner,
                     isWide && !isMiddling ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
  m_docks->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  for (const Entry& entry : m_all) {
    if (!entry.dock) continue;
    entry.dock->setFloating(false);
    m_docks->removeDockWidget(entry.dock);
  }
  placeShown(workspace);
  for (const Entry& entry : m_all)
    if (entry.dock && m_docks->dockWidgetArea(entry.dock) == Qt::NoDockWidgetArea)
      placeHidden(workspace, entry);
  fitSizes(workspace);
}

/// A dock that others lie behind is placed before them, and is in front.
void Panels::placeShown(const WorkspaceRow& workspace) {
  for (const WorkspaceDock& place : workspace.docks) {
    if (*tabIn(workspace, place)) continue;
    m_docks->addDockWidget(areaOf(place.place), dock(place.dock));
    dock(place.dock)->show();
  }
  for (const WorkspaceDock& place : workspace.docks) {
    QDockWidget* front = dock(tabIn(workspace, place));
    if (!front) continue;
    m_docks->tabifyDockWidget(front, dock(place.dock));
    dock(place.dock)->show();
    front->raise();
  }
}

/// A panel that the workspace does not show opens as a tab beside another view of the same, or beside what
/// stands where the table of panels has it. In a low window none gets a row of its own below the others.
void Panels::placeHidden(const WorkspaceRow& workspace, const Entry& entry) {
  auto beside = std::ranges::find_if(workspace.docks, [&](const WorkspaceDock& place) {
    return *entry.row->family && familyOf(place.dock) == QLatin1String(entry.row->family);
  });
  if (beside == workspace.docks.end())
    beside = std::ranges::find(workspace.docks, entry.row->place, &WorkspaceDock::place);
  if (beside == workspace.docks.end() && m_docks->window()->height() < middlingWindow)
    for (auto place = workspace.docks.begin(); place != workspace.docks.end(); ++place)
      if (place->place == PanelRow::Place::Right) beside = place;  // the lowest: the first ones are in use
  if (beside != workspace.docks.end())
    m_docks->tabifyDockWidget(dock(beside->dock), entry.dock);
  else
    m_docks->addDockWidget(areaOf(entry.row->place), entry.dock);
  entry.dock->hide();
}

/// The dock that one lies behind in a window of this size; "" where it has a place of its own.
const char* Panels::tabIn(const WorkspaceRow& workspace, const WorkspaceDock& place) const {
  using Place = PanelRow::Place;
  const QSize window = m_docks->window()->size();
  const auto right = std::ranges::find(workspace.docks, Place::Right, &WorkspaceDock::place);
  const bool hasRight = right != workspace.docks.end();
  const bool isTooLow = window.height() < lowWindow && place.place == Place::Bottom;
  const bool isTooThin = window.width() < thinWindow && place.place == Place::Left;
  if (hasRight && (isTooLow || isTooThin)) return right->dock;
  return window.height() < middlingWindow && *place.narrowTabOf ? place.narrowTabOf : place.tabOf;
}

QDockWidget* Panels::dock(const char* name) const {
  const auto found = std::ranges::find_if(m_all, [name](const Entry& entry) {
    return entry.dock && QLatin1String(entry.row->dock) == QLatin1String(name);
  });
  return found == m_all.end() ? nullptr : found->dock;
}

void Panels::fitSizes(const WorkspaceRow& workspace) {
  const QSize window = m_docks->window()->size();
  resizeDocks(workspace, Qt::Horizontal, window.width(), roomyWindow.width());
  // The bars above the docks have the same height in every window.
  constexpr int bars = 190;
  resizeDocks(workspace, Qt::Vertical, std::max(1, window.height() - bars), roomyWindow.height() - bars);
  QTimer::singleShot(0, m_docks, &DockWindow::noteShares);
}

void Panels::resizeDocks(const WorkspaceRow& workspace, Qt::Orientation orientation, int room, int roomy) {
  const bool isAcross = orientation == Qt::Horizontal;
  QList<QDockWidget*> docks;
  QList<int> sizes;
  for (const WorkspaceDock& place : workspace.docks) {
    const int size = isAcross ? place.size.width() : place.size.height();
    if (size <= 0 || *tabIn(workspace, place)) continue;
    docks << dock(place.dock);
    sizes << std::max(size * room / roomy, isAcross ? place.leastWidth : 0);
  }
  m_docks->resizeDocks(docks, sizes, orientation);
}

void Panels::show(Panel* panel) {
  emit showing(panel);
  for (const Entry& entry : m_all) {
    if (entry.panel != panel || !entry.dock) continue;
    const bool comes = entry.dock->isHidden();
    entry.dock->show();
    entry.dock->raise();
    if (comes) giveRoom(entry.dock);
  }
  reveal(panel);
}

/// A dock that comes below the others with a place of its own is at least so high that a plot can be read.
void Panels::giveRoom(QDockWidget* dock) {
  constexpr double least = 0.27;  // of the docks
  if (dock->isFloating() || m_docks->window()->height() < middlingWindow ||
      m_docks->dockWidgetArea(dock) != Qt::BottomDockWidgetArea ||
      !m_docks->tabifiedDockWidgets(dock).isEmpty())
    return;
  m_docks->layout()->activate();
  const int wanted = qRound(least * m_docks->height());
  if (dock->height() < wanted) m_docks->resizeDocks({dock}, {wanted}, Qt::Vertical);
}

void Panels::bring(Panel* panel) {
  const auto entry = std::ranges::find(m_all, panel, &Entry::panel);
  QDockWidget* dock = entry == m_all.end() ? nullptr : entry->dock;
  const bool comes = dock && dock->isHidden();
  if (comes && !dock->isFloating() && shownIn(m_docks->dockWidgetArea(dock)).isEmpty()) {
    const QList<QDockWidget*> right = shownIn(Qt::RightDockWidgetArea);
    const auto lowest =
        std::ranges::max_element(right, {}, [](const QDockWidget* each) { return each->y(); });
    if (lowest != right.end()) m_docks->tabifyDockWidget(*lowest, dock);
  }
  const QList<QDockWidget*> before = inFront();
  show(panel);
  // A hidden dock is among no tabs.
  for (QDockWidget* other : dock ? m_docks->tabifiedDockWidgets(dock) : QList<QDockWidget*>())
    if (before.contains(other)) m_before[dock] = other;
  if (comes) dock->setProperty(cameByItself, true);
}

QList<QDockWidget*> Panels::inFront() const {
  QList<QDockWidget*> docks;
  for (const Entry& entry : m_all)
    if (entry.dock && hasRoom(entry.dock)) docks += entry.dock;
  return docks;
}

/// The docks that are seen in an area, those behind tabs, too.
QList<QDockWidget*> Panels::shownIn(Qt::DockWidgetArea area) const {
  QList<QDockWidget*> docks;
  for (const Entry& entry : m_all)
    if (entry.dock && !entry.dock->isHidden() && !entry.dock->isFloating() &&
        m_docks->dockWidgetArea(entry.dock) == area)
      docks += entry.dock;
  return docks;
}

void Panels::putAway(const Panel* panel) {
  for (const Entry& entry : m_all) {
    if (entry.panel != panel || !entry.dock) continue;
    const QPointer<QDockWidget> before = m_before.take(entry.dock);
    const bool wasInFront = hasRoom(entry.dock);
    if (entry.dock->property(cameByItself).toBool()) entry.dock->hide();
    if (wasInFront && before && !before->isHidden() && !before->isFloating()) before->raise();
  }
}

void reveal(QWidget* part) {
  for (QWidget* around = part->parentWidget(); around; around = around->parentWidget())
    if (auto* scroll = qobject_cast<QScrollArea*>(around)) scroll->ensureWidgetVisible(part, 0, 0);
}

}  // namespace carom
