#include "common/elided_button.h"

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
  return QToolButton::sizeHint().width() - fontMetrics().horizontalAdvance(text());
}

QSize ElidedButton::sizeHint() const {
  ensurePolished();
  return {frameWidth() + fontMetrics().horizontalAdvance(m_full) + 1, QToolButton::sizeHint().height()};
}

void ElidedButton::resizeEvent(QResizeEvent* event) {
  QToolButton::resizeEvent(event);
  elide();
}

void ElidedButton::elide() {
  ensurePolished();
  setText(fontMetrics().elidedText(m_full, Qt::ElideRight, width() - frameWidth()));
}

}  // namespace carom
