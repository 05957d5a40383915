#include "viewport/render/read_picture.h"

#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkUnsignedCharArray.h>

namespace carom {

QImage readPicture(vtkRenderWindow* window, QSize size) {
  vtkNew<vtkUnsignedCharArray> pixels;
  window->GetRGBACharPixelData(0, 0, size.width() - 1, size.height() - 1, 0, pixels);
  const QImage bottomUp(pixels->GetPointer(0), size.width(), size.height(), 4 * size.width(),
                        QImage::Format_RGBA8888_Premultiplied);
  return bottomUp.mirrored();
}

}  // namespace carom
