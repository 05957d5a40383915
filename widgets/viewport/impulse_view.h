#pragma once

#include "picture/picture.h"
#include "viewport/camera_motion.h"
#include "viewport/picture/impulse_scene.h"
#include "viewport/render/surface_renderer.h"
#include "viewport/render/vtk_widget.h"

namespace carom {

class ImpulseLab;
class OverlayLayer;

/// Impulse space of the present case in 3D: the left button turns it, the middle one moves it, the wheel
/// zooms.
class ImpulseView : public VtkWidget {
  Q_OBJECT
 public:
  ImpulseView(ImpulseLab* lab, Panel* panel);

  const ImpulseScene& scene() const { return m_scene; }
  const Camera& camera() const { return m_camera; }
  void setCamera(const Camera& camera);
  std::optional<double> slice() const { return m_slice; }
  /// A section with P_n at this share of the ellipsoid's height; empty: none.
  void setSlice(const std::optional<double>& share);
  void followPalette();

 protected:
  QImage makePicture(QSize pixels) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  PictureDrag turn(const QPointF& from);
  QString words() const;

  ImpulseLab* m_lab;
  SurfaceRenderer m_renderer;
  ImpulseScene m_scene;
  Camera m_camera;
  CameraMotion m_motion{&m_camera, this};
  OverlayLayer* m_layer;
  std::optional<double> m_share, m_slice;  ///< of the height; P_n (N·s)
  Picture* m_picture;
  bool m_partsChanged = true;
  std::optional<QString> m_framed;  ///< the name of the case that the camera was placed for
};

}  // namespace carom
