#pragma once

#include <QImage>
#include <QSize>

class vtkRenderer;

namespace carom {

/// Renders a picture without window or display, through a surfaceless EGL context.
///
/// `size` in pixels; `samples` of multisampling. The image is premultiplied, transparent where the renderer's
/// ground is. An OpenGL context that was current on this thread is current again afterwards. The renderer
/// must not be in use by a window. Throws FigureError where EGL has no such context.
QImage renderOffscreen(vtkRenderer* renderer, QSize size, int samples);

}  // namespace carom
