#include "window/panels.h"

#include <QMainWindow>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

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

}  // namespace

Panels::Panels(const PanelParts& parts, QMainWindow* window)
    : QObject(window), m_docks(new QMainWindow(window, Qt::Widget)) {
  scrollWithin(window);
  auto* centre = new QWidget(m_docks);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  for (const PanelRow& row : panelTable()) {
    Entry entry{&row, row.make(parts, m_docks), nullptr};
    if (row.place == PanelRow::Place::Centre)
      column->addWidget(entry.panel);
    else if (row.place != PanelRow::Place::Bar)
      addDock(entry);
    m_all.push_back(entry);
    connect(entry.panel, &Panel::showWanted, this, [this, panel = entry.panel] { show(panel); });
  }
  column->setStretch(0, 1);
  m_docks->setCentralWidget(centre);
}

void Panels::scrollWithin(QMainWindow* window) {
  using Docks = QMainWindow;
  m_docks->setDockOptions(Docks::AnimatedDocks | Docks::AllowNestedDocks | Docks::AllowTabbedDocks);
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
}

void Panels::arrange() {
  m_docks->setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
  const QSize window = m_docks->window()->size();
  const bool isLow = window.height() < lowWindow, isMiddling = window.height() < middlingWindow;
  const bool isThin = window.width() < thinWindow;
  m_docks->setCorner(Qt::BottomRightCorner, isMiddling ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea);
  m_docks->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  for (const Entry& entry : m_all) {
    const char* tabOf = isMiddling && *entry.row->narrowTabOf ? entry.row->narrowTabOf : entry.row->tabOf;
    if (isLow && entry.row->place == PanelRow::Place::Bottom) tabOf = "outcomes";
    if (isThin && entry.row->place == PanelRow::Place::Left) tabOf = "ordering-graph";
    auto* first = m_docks->findChild<QDockWidget*>(QLatin1String(tabOf));
    if (!*tabOf || !first) continue;
    m_docks->tabifyDockWidget(first, entry.dock);
    first->raise();
  }
  for (const Entry& entry : m_all)
    if (entry.row->isHidden) entry.dock->hide();
  fitSizes();
}

void Panels::fitSizes() {
  const QSize window = m_docks->window()->size();
  resizeDocks(Qt::Horizontal, window.width(), roomyWindow.width());
  // The bars above the docks have the same height in every window.
  constexpr int bars = 190;
  resizeDocks(Qt::Vertical, std::max(1, window.height() - bars), roomyWindow.height() - bars);
}

void Panels::resizeDocks(Qt::Orientation orientation, int room, int roomy) {
  QList<QDockWidget*> docks;
  QList<int> sizes;
  for (const Entry& entry : m_all) {
    const int size = orientation == Qt::Horizontal ? entry.row->size.width() : entry.row->size.height();
    if (size <= 0) continue;
    docks << entry.dock;
    sizes << std::max(size * room / roomy, orientation == Qt::Horizontal ? entry.row->leastWidth : 0);
  }
  m_docks->resizeDocks(docks, sizes, orientation);
}

void Panels::show(Panel* panel) {
  for (const Entry& entry : m_all) {
    if (entry.panel != panel || !entry.dock) continue;
    entry.dock->show();
    entry.dock->raise();
  }
  reveal(panel);
}

void reveal(Panel* panel) {
  for (QWidget* around = panel->parentWidget(); around; around = around->parentWidget())
    if (auto* scroll = qobject_cast<QScrollArea*>(around)) scroll->ensureWidgetVisible(panel, 0, 0);
}

}  // namespace carom
