#pragma once

#include <QWidget>
#include <optional>

#include "impulse/impulse_picture.h"
#include "picture/picture.h"

namespace carom {

class ImpulseLab;

/// The picture of impulse space in the panel: its lines, points and impulses can be dragged.
class ImpulseCanvas : public QWidget {
  Q_OBJECT
 public:
  ImpulseCanvas(ImpulseLab* lab, Panel* panel);

  QSize sizeHint() const override { return {360, 300}; }
  QSize minimumSizeHint() const override { return {120, 90}; }

  /// What is drawn now; empty where the case has no picture.
  const std::optional<ImpulsePicture>& picture() const { return m_picture; }
  AxesFrame frame() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();
  AxesFrame restingFrame() const;
  QRectF area() const { return QRectF(rect()).adjusted(2, 2, -4, -2); }
  PictureSpot spotAt(const QPointF& place);
  PictureDrag dragOf(const ImpulseHandle& handle, const QPointF& from);
  PlanarImpulse impulseAt(QPointF point) const;
  QString words() const;

  ImpulseLab* m_lab;
  std::optional<ImpulsePicture> m_picture;
  std::optional<ImpulseHandle> m_hot;  ///< under the mouse, or held
  struct Drag {
    ImpulsePicture start;
    AxesFrame frame;  ///< at the start
  };
  std::optional<Drag> m_drag;
  Picture* m_handles;
};

}  // namespace carom
