#include "viewport/render/read_picture.h"

#include <vtkRenderWindow.h>

#include <cstring>

namespace carom {

QImage PictureReader::read(vtkRenderWindow* window, QRect part, int height) {
  const int lowest = height - 1 - part.bottom();  // VTK counts rows from below
  window->GetRGBACharPixelData(part.left(), lowest, part.right(), lowest + part.height() - 1, 0, m_bottomUp);
  if (m_picture.size() != part.size() || !m_picture.isDetached())
    m_picture = QImage(part.size(), QImage::Format_RGBA8888_Premultiplied);
  const qsizetype row = m_picture.bytesPerLine();
  for (int y = 0; y < part.height(); ++y)
    std::memcpy(m_picture.scanLine(y), m_bottomUp->GetPointer((part.height() - 1 - y) * row),
                static_cast<std::size_t>(row));
  return m_picture;
}

}  // namespace carom
