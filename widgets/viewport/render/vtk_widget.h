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

  /// Sets the scene to draw. It must outlive the widget.
  void setRenderer(vtkRenderer* renderer);
  /// Sets the multisampling of a picture that rests; 0 for a picture that is smooth without.
  void setRestingSamples(int samples);
  /// Draws the picture without multisampling, because it will change again soon, and smoothly once it rests.
  void updateWhileMoving();

 protected:
  void initializeGL() override;
  void resizeGL(int width, int height) override;
  void paintGL() override;
  /// Called with the context current, before the renderer draws.
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
