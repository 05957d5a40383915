#pragma once

#include <vtkNew.h>
#include <vtkUnsignedCharArray.h>

#include <QImage>
#include <QRect>

class vtkRenderWindow;

namespace carom {

/// Reads pictures, one after the other. It keeps its memory while their size stays, because new pages take
/// the system longer than the pixels take Mesa.
class PictureReader {
 public:
  /// A part of the picture that a window without a frame of its own has rendered, premultiplied. `height` is
  /// that of the whole picture; all in pixels, y down.
  QImage read(vtkRenderWindow* window, QRect part, int height);

 private:
  vtkNew<vtkUnsignedCharArray> m_bottomUp;
  QImage m_picture;  ///< the last one, whose memory is the next one's unless somebody holds it
};

}  // namespace carom
