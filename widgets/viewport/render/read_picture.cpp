#include "viewport/render/read_picture.h"

#include <vtkRenderWindow.h>

#include <cstring>

namespace carom {

QImage PictureReader::read(vtkRenderWindow* window, QSize size) {
  window->GetRGBACharPixelData(0, 0, size.width() - 1, size.height() - 1, 0, m_bottomUp);
  if (m_picture.size() != size || !m_picture.isDetached())
    m_picture = QImage(size, QImage::Format_RGBA8888_Premultiplied);
  const qsizetype row = m_picture.bytesPerLine();
  for (int y = 0; y < size.height(); ++y)
    std::memcpy(m_picture.scanLine(y), m_bottomUp->GetPointer((size.height() - 1 - y) * row),
                static_cast<std::size_t>(row));
  return m_picture;
}

}  // namespace carom
