#include "viewport/view_button.h"

#include <QEvent>

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
}

}  // namespace carom
