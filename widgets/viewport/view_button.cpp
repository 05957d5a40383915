#include "viewport/view_button.h"

#include <QEvent>
#include <QPainter>
#include <QStyleOptionToolButton>
#include <utility>

namespace carom {

ViewButton::ViewButton(ViewIcon icon, const QString& name, const QString& tip, QWidget* parent)
    : QToolButton(parent), m_icon(icon) {
  setFixedSize(side, side);
  setIconSize({18, 18});
  setStyleSheet(QStringLiteral("padding: 0"));  // all of its room is for the icon
  setAccessibleName(name);
  setToolTip(tip);
  setIcon(viewIcon(icon));
}

void ViewButton::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
    setIcon(viewIcon(m_icon));
  m_look = {};
}

void ViewButton::paintEvent(QPaintEvent*) {
  QStyleOptionToolButton option;
  initStyleOption(&option);
  if (m_look.isNull() || m_look.devicePixelRatio() != devicePixelRatio() ||
      std::exchange(m_shownState, option.state) != option.state) {
    m_look = QPixmap(size() * devicePixelRatio());
    m_look.setDevicePixelRatio(devicePixelRatio());
    m_look.fill(Qt::transparent);
    QPainter painter(&m_look);
    style()->drawComplexControl(QStyle::CC_ToolButton, &option, &painter, this);
  }
  QPainter(this).drawPixmap(0, 0, m_look);
}

}  // namespace carom
