#pragma once

#include <QImage>
#include <QRect>

class vtkRenderWindow;

namespace carom {

/// A part of the picture that a window without a frame of its own has rendered, premultiplied. `height` is
/// that of the whole picture; all in pixels, y down.
QImage readPicture(vtkRenderWindow* window, QRect part, int height);

}  // namespace carom
