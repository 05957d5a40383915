#include "window/layout/title_button.h"

#include <QEvent>

#include "common/theme.h"

namespace carom {

TitleButton::TitleButton(const QString& icon, const QString& name, QWidget* parent) : QToolButton(parent) {
  setProperty("role", QStringLiteral("title"));
  setFocusPolicy(Qt::NoFocus);  // F11 and the View menu do the same by keys
  setIconSize({12, 12});
  setIconName(icon, name);
}

void TitleButton::setIconName(const QString& icon, const QString& name) {
  m_icon = icon;
  setAccessibleName(name);
  setToolTip(name);
  renew();
}

void TitleButton::renew() {
  const QString scheme = theme::isDark() ? QStringLiteral("dark") : QStringLiteral("light");
  setIcon(QIcon(QStringLiteral(":/carom/theme/%1-%2.svg").arg(m_icon, scheme)));
}

void TitleButton::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) renew();
}

}  // namespace carom
