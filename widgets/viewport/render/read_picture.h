#pragma once

#include <QImage>
#include <QSize>

class vtkRenderWindow;

namespace carom {

/// The picture that a window without a frame of its own has rendered, premultiplied. `size` in pixels.
QImage readPicture(vtkRenderWindow* window, QSize size);

}  // namespace carom
