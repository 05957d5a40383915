#pragma once

#include <vtkNew.h>
#include <vtkUnsignedCharArray.h>

#include <QImage>
#include <QSize>

class vtkRenderWindow;

namespace carom {

/// Reads pictures of one size after the other. It keeps its memory, because new pages take the system longer
/// than the pixels take Mesa.
class PictureReader {
 public:
  /// The picture that a window without a frame of its own has rendered, premultiplied. `size` in pixels.
  QImage read(vtkRenderWindow* window, QSize size);

 private:
  vtkNew<vtkUnsignedCharArray> m_bottomUp;
  QImage m_picture;  ///< the last one, whose memory is the next one's unless somebody holds it
};

}  // namespace carom
