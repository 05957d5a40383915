#include "viewport/render/read_picture.h"

#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkUnsignedCharArray.h>

namespace carom {

QImage readPicture(vtkRenderWindow* window, QRect part, int height) {
  vtkNew<vtkUnsignedCharArray> pixels;
  const int lowest = height - 1 - part.bottom();  // VTK counts rows from below
  window->GetRGBACharPixelData(part.left(), lowest, part.right(), lowest + part.height() - 1, 0, pixels);
  const QImage bottomUp(pixels->GetPointer(0), part.width(), part.height(), 4 * part.width(),
                        QImage::Format_RGBA8888_Premultiplied);
  return bottomUp.mirrored();
}

}  // namespace carom
