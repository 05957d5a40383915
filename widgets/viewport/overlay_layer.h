#pragma once

#include <QWidget>
#include <functional>

class QPainter;

namespace carom {

/// Vector art over the OpenGL picture of its parent. A widget of its own, because the raster engine draws
/// smooth lines without multisampling. The mouse goes through it.
class OverlayLayer : public QWidget {
 public:
  using Paint = std::function<void(QPainter&)>;
  OverlayLayer(QWidget* picture, Paint paint);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Paint m_paint;
};

}  // namespace carom
