#include "window/search_veil.h"

#include <QEvent>
#include <QPainter>
#include <QWheelEvent>

#include "common/text_drawing.h"
#include "common/theme.h"

namespace carom {

SearchVeil::SearchVeil(QWidget* panel) : QWidget(panel) {
  setObjectName(QStringLiteral("searchVeil"));
  setAccessibleName(tr("searching…"));
  panel->installEventFilter(this);
  setGeometry(panel->rect());
  show();
  raise();
}

bool SearchVeil::eventFilter(QObject* panel, QEvent* event) {
  if (event->type() == QEvent::Resize) setGeometry(static_cast<QWidget*>(panel)->rect());
  return false;
}

void SearchVeil::paintEvent(QPaintEvent*) {
  constexpr double strength = 0.72;  // text below it can be read, and cannot be taken for an answer
  constexpr int margin = 14, high = 26;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = theme::panelGround();
  veil.setAlphaF(strength);
  painter.fillRect(rect(), veil);
  const QString word = accessibleName();
  QRect pill(0, 0, static_cast<int>(theme::textWidth(word, font())) + 2 * margin, high);
  pill.moveCenter(rect().center());
  painter.setPen(theme::hairline());
  painter.setBrush(theme::windowGround());
  painter.drawRoundedRect(QRectF(pill).adjusted(0.5, 0.5, -0.5, -0.5), high / 2.0, high / 2.0);
  painter.setPen(theme::quietInk());
  theme::drawText(painter, pill, Qt::AlignCenter, word, font());
}

void SearchVeil::wheelEvent(QWheelEvent* event) {
  event->accept();
}

void SearchVeil::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();
}

}  // namespace carom
