#pragma once

#include <QImage>
#include <QSize>
#include <memory>

class vtkRenderer;

namespace carom {

/// Renders pictures without window or display, through a surfaceless EGL context. Pictures of one context
/// share its compiled shaders, which take Mesa longer than a picture. For one thread at a time.
class OffscreenGl {
 public:
  /// samples: of multisampling. Throws FigureError where EGL has no such context.
  explicit OffscreenGl(int samples);
  ~OffscreenGl();
  OffscreenGl(const OffscreenGl&) = delete;
  OffscreenGl& operator=(const OffscreenGl&) = delete;

  /// `size` in pixels. The image is premultiplied, transparent where the renderer's ground is. An OpenGL
  /// context that was current on this thread is current again afterwards. The renderer must not be in use by
  /// a window.
  QImage render(vtkRenderer* renderer, QSize size);

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace carom
