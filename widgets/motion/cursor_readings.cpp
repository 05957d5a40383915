#include "motion/cursor_readings.h"

#include <QBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <algorithm>

namespace carom {

CursorReadings::CursorReadings(QWidget* parent) : QScrollArea(parent), m_table(new QLabel(this)) {
  m_table->setObjectName(QStringLiteral("readings"));
  m_table->setTextFormat(Qt::RichText);
  m_table->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_table->setContentsMargins(8, 2, 4, 2);
  setFrameShape(QFrame::NoFrame);
  setWidget(m_table);
  setWidgetResizable(true);
  hide();
}

void CursorReadings::setTable(const Html& table, bool isCompact) {
  constexpr double smaller = 0.82;
  QFont letters = font();  // in pixels, as all of the theme
  if (isCompact) letters.setPixelSize(qRound(smaller * QFontInfo(letters).pixelSize()));
  m_table->setFont(letters);
  m_table->setText(table.text());
  updateGeometry();
}

QSize CursorReadings::sizeHint() const {
  const int bar = verticalScrollBar()->sizeHint().width();
  return m_table->sizeHint() + QSize(bar, bar);
}

void CursorReadings::placeIn(QBoxLayout* body, const QSize& panel) {
  constexpr int narrow = 420;  // px
  const QSize wanted = sizeHint();
  const bool isBeside = panel.width() >= narrow;
  body->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  setMaximumWidth(isBeside ? std::min(wanted.width(), panel.width() / 2) : QWIDGETSIZE_MAX);
  setMaximumHeight(isBeside ? QWIDGETSIZE_MAX : std::min(wanted.height(), panel.height() * 2 / 5));
}

}  // namespace carom
