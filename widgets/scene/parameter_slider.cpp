#include "scene/parameter_slider.h"

#include <QMouseEvent>
#include <QStyle>
#include <cmath>

namespace carom {

namespace {

constexpr int handleWidth = 14;

}  // namespace

ParameterSlider::ParameterSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

void ParameterSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && isEnabled()) {
    setSliderDown(true);  // the edit starts before the value moves
    const int room = width() - handleWidth, x = static_cast<int>(event->position().x()) - handleWidth / 2;
    const int handle = QStyle::sliderPositionFromValue(minimum(), maximum(), value(), room);
    if (std::abs(x - handle) > handleWidth / 2)
      setSliderPosition(QStyle::sliderValueFromPosition(minimum(), maximum(), x, room));
  }
  QSlider::mousePressEvent(event);
}

void ParameterSlider::wheelEvent(QWheelEvent* event) {
  if (hasFocus())
    QSlider::wheelEvent(event);
  else
    event->ignore();
}

}  // namespace carom
