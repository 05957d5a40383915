#include "scene/parameter_slider.h"

#include <QMouseEvent>
#include <QStyle>
#include <QStyleOptionSlider>

namespace carom {

namespace {

constexpr int handleWidth = 14;

int placeOf(const QMouseEvent& event) {
  return static_cast<int>(event.position().x());
}

}  // namespace

ParameterSlider::ParameterSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

/// The way of the handle's left end (px).
int ParameterSlider::room() const {
  return width() - handleWidth;
}

void ParameterSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  m_place = placeOf(*event);
  m_grip = m_place - QStyle::sliderPositionFromValue(minimum(), maximum(), value(), room());
  setSliderDown(true);  // the edit starts before the value moves
  if (m_grip < 0 || m_grip > handleWidth) {
    m_grip = handleWidth / 2;
    setSliderPosition(QStyle::sliderValueFromPosition(minimum(), maximum(), m_place - m_grip, room()));
  }
  update();
}

void ParameterSlider::mouseMoveEvent(QMouseEvent* event) {
  if (!isSliderDown()) return event->ignore();
  if (placeOf(*event) == m_place) return;
  m_place = placeOf(*event);
  setSliderPosition(QStyle::sliderValueFromPosition(minimum(), maximum(), m_place - m_grip, room()));
}

void ParameterSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(false);
  update();
}

void ParameterSlider::initStyleOption(QStyleOptionSlider* option) const {
  QSlider::initStyleOption(option);
  if (!isSliderDown()) return;
  option->activeSubControls = QStyle::SC_SliderHandle;
  option->state |= QStyle::State_Sunken;
}

}  // namespace carom
