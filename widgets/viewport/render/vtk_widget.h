#pragma once

#include <QOpenGLWidget>
#include <QPointer>
#include <QSurface>
#include <memory>

class QOpenGLContext;
class QTimer;
class vtkRenderer;

namespace carom {

/// A widget that VTK draws into.
///
/// Docking and hiding keep the picture: contexts are shared, and VTK's objects are released while their
/// context still lives. Multisampling rests while the picture moves.
class VtkWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit VtkWidget(QWidget* parent = nullptr);
  ~VtkWidget() override;

  /// The scene to draw; must outlive the widget.
  void setRenderer(vtkRenderer* renderer);
  /// Multisampling of a picture that rests; 0 where nothing in it needs that.
  void setRestingSamples(int samples);
  /// The picture changes and will again soon: draw it without multisampling, and smoothly once it rests.
  void updateWhileMoving();

 protected:
  void initializeGL() override;
  void resizeGL(int width, int height) override;
  void paintGL() override;
  /// The context is current and the renderer is about to draw.
  virtual void prepareFrame() {}

 private:
  struct Vtk;

  void answer(unsigned long event, void* question);
  void makeVtkCurrent();
  void releaseGl();

  std::unique_ptr<Vtk> m_vtk;
  QPointer<QOpenGLContext> m_glContext;
  QSurface* m_surface = nullptr;
  QTimer* m_restTimer;
  int m_restingSamples = 0;
  bool m_painting = false;
};

}  // namespace carom
