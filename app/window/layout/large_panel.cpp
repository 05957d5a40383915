#include "window/layout/large_panel.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QMouseEvent>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "common/math_label.h"
#include "common/plain_text.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_panel.h"
#include "window/layout/panel_title.h"
#include "window/layout/title_button.h"
#include "window/panel_dock.h"

namespace carom {

LargePanel::LargePanel(Panels* panels, QMainWindow* window)
    : QWidget(window),
      m_panels(panels),
      m_pages(new QStackedLayout(this)),
      m_timeline(entryOf(panels->find<TimelinePanel>())),
      m_page(new QWidget(this)),
      m_column(new QVBoxLayout(m_page)),
      m_title(new ElidedLabel(m_page)),
      m_action(new QAction(tr("Fill the wi&ndow"), this)) {
  m_pages->addWidget(window->takeCentralWidget());
  m_pages->addWidget(m_page);
  window->setCentralWidget(this);
  makeHead();
  m_action->setShortcut(Qt::Key_F11);
  m_action->setObjectName("large");
  m_action->setCheckable(true);
  connect(m_action, &QAction::triggered, this, &LargePanel::toggleFocused);
  for (const Panels::Entry& entry : panels->all()) {
    connect(entry.panel, &Panel::largeWanted, this, [this, panel = entry.panel] { toggle(panel); });
    if (auto* dock = qobject_cast<PanelDock*>(entry.dock))
      connect(dock, &PanelDock::largeWanted, this, [this, panel = entry.panel] { toggle(panel); });
    connect(entry.panel, &QWidget::windowTitleChanged, this, [this, &entry](const QString& title) {
      if (m_large == &entry) m_title->setFullText(titleText(menuText(title)), richTitle(*entry.panel));
    });
  }
  // What a person asks for lies under the large panel.
  connect(panels, &Panels::showing, this, [this](const Panel* panel) {
    if (m_large && panel != m_large->panel && panel != m_timeline->panel) goBack();
  });
}

void LargePanel::makeHead() {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(6);
  auto* head = new QWidget(m_page);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(8, 4, 4, 0);
  m_title->setProperty("role", "heading");
  auto* back = new TitleButton("small", tr("Back to its place (Esc, F11)"), head);
  back->setObjectName("title-small");
  connect(back, &QToolButton::clicked, this, &LargePanel::goBack);
  row->addWidget(m_title, 1);
  row->addWidget(back);
  m_column->addWidget(head);
}

const Panels::Entry* LargePanel::entryOf(const QWidget* part) const {
  const auto found = std::ranges::find_if(m_panels->all(), [part](const Panels::Entry& entry) {
    return part && (entry.panel == part || entry.panel->isAncestorOf(part));
  });
  return found == m_panels->all().end() ? nullptr : &*found;
}

void LargePanel::toggleFocused() {
  if (m_large) return goBack();
  const Panels::Entry* entry = entryOf(QApplication::focusWidget());
  if (!entry || entry == m_timeline || entry->row->place == PanelRow::Place::Bar)
    entry = entryOf(m_panels->find<ViewportPanel>());
  toggle(entry->panel);
  m_action->setChecked(m_large);
}

void LargePanel::toggle(Panel* panel) {
  const Panels::Entry* entry = entryOf(panel);
  if (!entry) return;
  if (entry == m_large) return goBack();
  if (entry->dock && entry->dock->isFloating()) {
    QWidget* window = entry->dock;
    return window->isMaximized() ? window->showNormal() : window->showMaximized();
  }
  goBack();
  fill(*entry);
}

void LargePanel::fill(const Panels::Entry& entry) {
  const QPointer<QWidget> focus = QApplication::focusWidget();
  const bool hadFocus = focus && entry.panel->isAncestorOf(focus);
  m_large = &entry;
  m_pages->setCurrentWidget(
      m_page);  // the docks are hidden first: none of them paints in a place that it loses
  m_title->setFullText(titleText(menuText(entry.panel->windowTitle())), richTitle(*entry.panel));
  take(entry, m_column);
  m_column->setStretchFactor(entry.panel, 1);
  if (m_large != m_timeline) take(*m_timeline, m_column);
  if (hadFocus && focus)
    focus->setFocus();
  else
    entry.panel->setFocus();
  m_action->setChecked(true);
}

/// A widget of the same least size stands in for the panel in its dock, so that the docks around it stay.
void LargePanel::take(const Panels::Entry& entry, QVBoxLayout* into) {
  if (entry.dock) {
    m_standIn = new QWidget(entry.dock);
    m_standIn->setMinimumSize(entry.panel->minimumSizeHint().expandedTo(entry.panel->minimumSize()));
    entry.dock->setWidget(m_standIn);
  }
  into->addWidget(entry.panel);
  entry.panel->show();
}

void LargePanel::giveBack(const Panels::Entry& entry) {
  if (!entry.dock) return m_panels->putIntoCentre(entry);
  entry.dock->setWidget(entry.panel);
  entry.panel->show();
  delete m_standIn;
}

void LargePanel::goBack() {
  if (!m_large) return;
  const QPointer<QWidget> focus = QApplication::focusWidget();
  const Panels::Entry* entry = std::exchange(m_large, nullptr);
  giveBack(*entry);
  if (entry != m_timeline) giveBack(*m_timeline);
  m_pages->setCurrentIndex(0);
  if (entry->dock) entry->dock->raise();
  if (focus && focus->isVisible()) focus->setFocus();
  m_action->setChecked(false);
}

/// On the title of the large panel: the same that made it large puts it back.
void LargePanel::mouseDoubleClickEvent(QMouseEvent* event) {
  if (m_large && event->position().y() < m_large->panel->mapTo(this, QPoint()).y()) return goBack();
  QWidget::mouseDoubleClickEvent(event);
}

}  // namespace carom
