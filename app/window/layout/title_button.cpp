#include "window/layout/title_button.h"

#include <QEvent>

#include "common/theme.h"

namespace carom {

TitleButton::TitleButton(const QString& icon, const QString& name, QWidget* parent) : QToolButton(parent) {
  setProperty("role", QStringLiteral("title"));
  setFocusPolicy(Qt::TabFocus);  // a click leaves the keyboard in the panel
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
  const QLatin1String scheme = theme::isDark() ? QLatin1String("dark") : QLatin1String("light");
  setIcon(
      QIcon(QLatin1String(":/carom/theme/") + m_icon + QLatin1Char('-') + scheme + QLatin1String(".svg")));
}

void TitleButton::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) renew();
}

}  // namespace carom
