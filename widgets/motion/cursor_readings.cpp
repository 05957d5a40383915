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

/// Beside a plot that stays wide enough to be read; else below it, where the plot stays high enough.
void CursorReadings::placeIn(QBoxLayout* body, const QSize& panel) {
  constexpr int narrowest = 175;  // px: of the plot with its axes
  constexpr int least = 170;      // px: of its height with its buttons
  constexpr double most = 0.55, mostWhereLow = 0.62;
  const QSize wanted = sizeHint(), whole = m_table->sizeHint();
  const bool isLow = panel.height() - whole.height() < least;
  const int width = std::min(wanted.width(), qRound((isLow ? mostWhereLow : most) * panel.width()));
  const bool isBeside =
      panel.width() - width >= narrowest && (isLow || whole.width() <= most * panel.width());
  body->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int room = isLow ? panel.height() * 2 / 5 : panel.height() - least;
  setMaximumWidth(isBeside ? width : QWIDGETSIZE_MAX);
  setMaximumHeight(isBeside ? QWIDGETSIZE_MAX : std::min(wanted.height(), room));
}

}  // namespace carom
