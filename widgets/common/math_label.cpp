#include "common/math_label.h"

#include <QPainter>
#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

MathLabel::MathLabel(double points, QWidget* parent) : QWidget(parent), m_points(points) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void MathLabel::setMath(const QString& math, const QString& text) {
  if (math == m_math && text == m_text) return;
  const QSize before = sizeHint();
  m_math = math;
  m_text = text;
  if (sizeHint() != before) updateGeometry();
  update();
}

double MathLabel::pixels() const {
  return m_points * logicalDpiY() / 72.0;
}

QFont MathLabel::wordFont() const {
  return theme::textFont(m_points * 0.92, QFont::DemiBold);
}

double MathLabel::contentWidth() const {
  const double text = m_text.isEmpty() ? 0 : theme::textWidth(m_text, wordFont()) * logicalDpiY() / 72.0;
  return theme::mathWidth(m_math, pixels()) + text;
}

QSize MathLabel::sizeHint() const {
  return {static_cast<int>(std::ceil(contentWidth())) + 2, static_cast<int>(std::ceil(1.4 * pixels()))};
}

void MathLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(isEnabled() ? theme::ink() : theme::quietInk());
  const double x = m_alignment & Qt::AlignRight ? width() - contentWidth() : 1;
  const double base = height() / 2.0 + 0.3 * pixels();
  const double advance = theme::drawMath(painter, {x, base}, m_math, pixels());
  painter.setFont(wordFont());
  painter.drawText(QPointF(x + advance, base), m_text);
}

void MathLabel::mouseDoubleClickEvent(QMouseEvent*) {
  emit doubleClicked();
}

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ElidedLabel::setFullText(const QString& text, const QString& rich) {
  if (text == m_full && rich == m_rich) return;
  m_full = text;
  m_rich = rich;
  updateGeometry();
  elide();
}

QSize ElidedLabel::sizeHint() const {
  ensurePolished();
  return {fontMetrics().horizontalAdvance(m_full) + 4, QLabel::sizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QLabel::resizeEvent(event);
  elide();
}

void ElidedLabel::elide() {
  const QString shown = fontMetrics().elidedText(m_full, Qt::ElideRight, width());
  const bool isWhole = shown == m_full;
  const bool isRich = isWhole && !m_rich.isEmpty();
  setTextFormat(isRich ? Qt::RichText : Qt::PlainText);
  setText(isRich ? m_rich : shown);
  setToolTip(isWhole ? QString() : m_full);
}

}  // namespace carom
