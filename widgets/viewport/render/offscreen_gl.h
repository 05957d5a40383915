#pragma once

#include <QImage>
#include <QSize>

namespace carom {

class SceneRenderer;

/// Renders a scene without window or display, through a surfaceless EGL context.
///
/// `size` in pixels; `samples` of multisampling. The image is premultiplied, transparent where the backdrop
/// is Paper. An OpenGL context that was current on this thread is current again afterwards. The renderer must
/// not be in use by a window. Throws FigureError where EGL has no such context.
QImage renderOffscreen(SceneRenderer& scene, QSize size, int samples);

}  // namespace carom
