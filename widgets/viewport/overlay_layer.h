#pragma once

#include <QWidget>
#include <functional>

class QPainter;

namespace carom {

/// Vector art over the rendered picture of its parent. A widget of its own, because it changes also where the
/// picture stays. The mouse goes through it.
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
