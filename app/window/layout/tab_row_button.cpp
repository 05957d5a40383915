#include "window/layout/tab_row_button.h"

#include <QEvent>
#include <QTabBar>

namespace carom {

TabRowButton::TabRowButton(QTabBar* tabs)
    : TitleButton("large", tr("Fill the window (F11, or a double click)"), tabs), m_tabs(tabs) {
  setObjectName("tabs-large");
  tabs->installEventFilter(this);
  place();
}

bool TabRowButton::eventFilter(QObject* watched, QEvent* event) {
  // Tabs that come, go or get another title ask for a layout.
  if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest ||
      event->type() == QEvent::Paint || event->type() == QEvent::Move || event->type() == QEvent::Show)
    place();
  return TitleButton::eventFilter(watched, event);
}

void TabRowButton::place() {
  // A row that the window has put away, outside of itself, is none for the Tab key.
  const bool isAway = m_tabs->geometry().right() < 0 || m_tabs->geometry().bottom() < 0;
  for (QWidget* part : {static_cast<QWidget*>(m_tabs), static_cast<QWidget*>(this)})
    part->setFocusPolicy(isAway ? Qt::NoFocus : Qt::TabFocus);
  const int tabsEnd = m_tabs->count() > 0 ? m_tabs->tabRect(m_tabs->count() - 1).right() : 0;
  const QSize size = sizeHint();
  const QPoint at(m_tabs->width() - size.width() - 4, (m_tabs->height() - size.height()) / 2);
  if (geometry() != QRect(at, size)) setGeometry(QRect(at, size));
  const bool hasRoom = tabsEnd + 4 < at.x();
  if (hasRoom == isHidden()) setVisible(hasRoom);
}

}  // namespace carom
