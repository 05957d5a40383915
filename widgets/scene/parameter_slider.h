#pragma once

#include <QSlider>

namespace carom {

/// A slider whose handle jumps to the place of a press and follows the mouse until the release, wherever the
/// steps of its values lie.
class ParameterSlider : public QSlider {
  Q_OBJECT
 public:
  explicit ParameterSlider(QWidget* parent = nullptr);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void initStyleOption(QStyleOptionSlider* option) const override;

 private:
  int room() const;

  int m_grip = 0;   ///< from the left end of the handle to where the mouse holds it (px)
  int m_place = 0;  ///< of the mouse, at its last event (px)
};

}  // namespace carom
