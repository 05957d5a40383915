#include "common/elided_button.h"

#include "common/plain_text.h"

namespace carom {

ElidedButton::ElidedButton(QWidget* parent) : QToolButton(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedButton::setFullText(const QString& text) {
  if (text == m_full) return;
  m_full = text;
  updateGeometry();
  elide();
}

int ElidedButton::frameWidth() const {
  const Looks looks(icon().isNull(), menu() != nullptr, toolButtonStyle(), popupMode(), font());
  if (m_frame >= 0 && m_looks == looks) return m_frame;
  m_looks = looks;
  const QString shown = text().replace(QLatin1String("&&"), QLatin1String("&"));
  return m_frame = QToolButton::sizeHint().width() - fontMetrics().horizontalAdvance(shown);
}

void ElidedButton::changeEvent(QEvent* event) {
  m_frame = -1;
  QToolButton::changeEvent(event);
}

QSize ElidedButton::sizeHint() const {
  ensurePolished();
  return {frameWidth() + fontMetrics().horizontalAdvance(m_full) + 1, QToolButton::sizeHint().height()};
}

QSize ElidedButton::minimumSizeHint() const {
  constexpr int least = 58;  // px: the frame and some letters
  return sizeHint().boundedTo({least, QWIDGETSIZE_MAX});
}

void ElidedButton::resizeEvent(QResizeEvent* event) {
  QToolButton::resizeEvent(event);
  elide();
}

void ElidedButton::elide() {
  ensurePolished();
  const QString shown = fontMetrics().elidedText(m_full, Qt::ElideRight, width() - frameWidth());
  m_isCut = shown != m_full;
  setText(menuText(shown));
}

}  // namespace carom
