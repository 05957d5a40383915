#pragma once

#include <QSlider>

namespace carom {

/// A slider whose handle jumps to the place of a press, and which takes the wheel only while it has the
/// focus.
class ParameterSlider : public QSlider {
  Q_OBJECT
 public:
  explicit ParameterSlider(QWidget* parent = nullptr);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
};

}  // namespace carom
