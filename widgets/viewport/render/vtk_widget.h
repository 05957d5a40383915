#pragma once

#include <QImage>
#include <QWidget>
#include <memory>

class QTimer;
class vtkRenderer;

namespace carom {

/// A widget that shows what VTK renders.
///
/// VTK renders into a context of the widget's own, without a surface on the screen, and the widget paints the
/// picture that is read back. A QOpenGLWidget would have Qt compose the whole window in OpenGL for each
/// change of any of its widgets, which without a graphics card takes longer than the picture itself.
/// Multisampling rests while the picture moves.
class VtkWidget : public QWidget {
  Q_OBJECT
 public:
  explicit VtkWidget(QWidget* parent = nullptr);
  ~VtkWidget() override;

  /// Sets the scene to draw. It must outlive the widget.
  void setRenderer(vtkRenderer* renderer);
  /// Sets the multisampling of a picture that rests; 0 for a picture that is smooth without.
  void setRestingSamples(int samples);
  /// Renders the picture anew with the next painting.
  void updatePicture();
  /// Renders the picture without multisampling, because it will change again soon, and smoothly once it
  /// rests.
  void updateWhileMoving();
  /// The picture that is shown, rendered now if it is out of date.
  const QImage& picture();

 signals:
  /// The window shows a picture that was rendered anew.
  void frameShown();

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// Makes the whole picture by draw(). Called with the context current.
  virtual QImage makePicture(QSize pixels) { return draw(pixels, QRect(QPoint(), pixels)); }
  /// Draws what the renderer shows now, and returns a part of it: premultiplied, transparent where nothing is
  /// drawn.
  QImage draw(QSize pixels, QRect part);
  /// The multisampling of the picture that is drawn now.
  int samples() const;

 private:
  struct Vtk;

  bool makeContext();
  void answer(unsigned long event, void* question);
  void render(QSize pixels);

  std::unique_ptr<Vtk> m_vtk;
  QTimer* m_restTimer;
  QImage m_picture;
  int m_restingSamples = 0;
  bool m_isStale = true, m_isRendering = false;
};

}  // namespace carom
