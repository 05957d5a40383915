#include "viewport/overlay_layer.h"

#include <QPainter>

namespace carom {

OverlayLayer::OverlayLayer(QWidget* picture, Paint paint) : QWidget(picture), m_paint(std::move(paint)) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
}

void OverlayLayer::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  m_paint(painter);
}

}  // namespace carom
