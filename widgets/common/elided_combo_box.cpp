#include "common/elided_combo_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace carom {

QString ElidedComboBox::shownText() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect room =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  return fontMetrics().elidedText(currentText(), Qt::ElideRight, room.width());
}

QString ElidedComboBox::cutText() const {
  return shownText() == currentText() ? QString() : currentText();
}

void ElidedComboBox::choose(int index) {
  m_isFromList = true;
  setCurrentIndex(index);
  emit activated(index);
}

void ElidedComboBox::showPopup() {
  m_isFromList = true;
  QComboBox::showPopup();
}

void ElidedComboBox::keyPressEvent(QKeyEvent* event) {
  m_isFromList = false;  // a key that opens the list says otherwise
  QComboBox::keyPressEvent(event);
}

void ElidedComboBox::wheelEvent(QWheelEvent* event) {
  m_isFromList = false;
  QComboBox::wheelEvent(event);
}

void ElidedComboBox::paintEvent(QPaintEvent*) {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  option.currentText = shownText();
  QStylePainter painter(this);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace carom
