#include "viewport/render/vtk_widget.h"

#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QTimer>

#include "viewport/render/vtk_errors.h"

namespace carom {

namespace {

constexpr int restAfterMs = 220;

}  // namespace

struct VtkWidget::Vtk {
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  vtkNew<vtkCallbackCommand> answers;
};

VtkWidget::VtkWidget(QWidget* parent)
    : QOpenGLWidget(parent), m_vtk(std::make_unique<Vtk>()), m_restTimer(new QTimer(this)) {
  setUpdateBehavior(NoPartialUpdate);
  quietExpectedErrors(m_vtk->window);
  m_vtk->window->SetReadyForRendering(false);
  m_vtk->window->SetOwnContext(0);
  m_vtk->window->SetMultiSamples(0);
  m_vtk->answers->SetCallback([](vtkObject*, unsigned long event, void* client, void* question) {
    static_cast<VtkWidget*>(client)->answer(event, question);
  });
  m_vtk->answers->SetClientData(this);
  for (const auto event :
       {vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent, vtkCommand::WindowFrameEvent,
        vtkCommand::WindowSupportsOpenGLEvent, vtkCommand::WindowIsDirectEvent})
    m_vtk->window->AddObserver(event, m_vtk->answers);
  m_restTimer->setSingleShot(true);
  m_restTimer->setInterval(restAfterMs);
  connect(m_restTimer, &QTimer::timeout, this, [this] {
    m_vtk->window->SetMultiSamples(m_restingSamples);
    update();
  });
}

VtkWidget::~VtkWidget() {
  if (m_glContext) disconnect(m_glContext, nullptr, this, nullptr);
  releaseGl();
  m_vtk->window->RemoveAllObservers();
}

void VtkWidget::setRenderer(vtkRenderer* renderer) {
  m_vtk->window->AddRenderer(renderer);
}

void VtkWidget::setRestingSamples(int samples) {
  if (samples == m_restingSamples) return;
  m_restingSamples = samples;
  updateWhileMoving();
}

void VtkWidget::updateWhileMoving() {
  m_vtk->window->SetMultiSamples(0);
  if (m_restingSamples > 0) m_restTimer->start();
  update();
}

void VtkWidget::answer(unsigned long event, void* question) {
  switch (event) {
    case vtkCommand::WindowMakeCurrentEvent:
      return makeVtkCurrent();
    case vtkCommand::WindowIsCurrentEvent:
      *static_cast<bool*>(question) = m_glContext && QOpenGLContext::currentContext() == m_glContext;
      return;
    case vtkCommand::WindowSupportsOpenGLEvent:
    case vtkCommand::WindowIsDirectEvent:
      *static_cast<int*>(question) = 1;
      return;
    case vtkCommand::WindowFrameEvent:
      if (!m_painting) update();
      return;
    default:
      return;
  }
}

/// Makes the context current without QOpenGLWidget::makeCurrent(), which would bind the widget's own
/// framebuffer in the midst of VTK's work.
void VtkWidget::makeVtkCurrent() {
  if (m_glContext && m_surface && QOpenGLContext::currentContext() != m_glContext)
    m_glContext->makeCurrent(m_surface);
}

void VtkWidget::initializeGL() {
  m_glContext = context();
  m_surface = m_glContext->surface();
  connect(m_glContext, &QOpenGLContext::aboutToBeDestroyed, this, &VtkWidget::releaseGl,
          Qt::UniqueConnection);
  m_vtk->window->SetFrameBlitModeToBlitToCurrent();
  vtkOpenGLState* state = m_vtk->window->GetState();
  state->Reset();
  state->vtkglDepthFunc(GL_LEQUAL);
  m_vtk->window->SetReadyForRendering(true);
  m_vtk->window->SetMapped(1);
  m_vtk->window->OpenGLInitContext();
  if (m_restingSamples > 0) m_restTimer->start();
}

void VtkWidget::resizeGL(int width, int height) {
  const double ratio = devicePixelRatioF();
  m_vtk->window->SetSize(qRound(width * ratio), qRound(height * ratio));
  m_vtk->window->SetDPI(qRound(72 * ratio));
}

void VtkWidget::paintGL() {
  if (m_painting || !m_vtk->window->GetReadyForRendering()) return;
  m_painting = true;
  prepareFrame();
  vtkOpenGLState* state = m_vtk->window->GetState();
  state->Reset();
  state->Push();
  state->vtkglDepthFunc(GL_LEQUAL);
  m_vtk->window->Render();
  makeCurrent();
  QOpenGLFunctions* gl = context()->functions();
  gl->glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  gl->glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);  // the window behind must not shine through
  gl->glClearColor(0, 0, 0, 1);
  gl->glClear(GL_COLOR_BUFFER_BIT);
  gl->glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  state->Pop();
  m_painting = false;
}

/// Frees VTK's objects while their context lives.
void VtkWidget::releaseGl() {
  if (!m_glContext) return;
  makeCurrent();
  m_vtk->window->Finalize();
  m_vtk->window->SetReadyForRendering(false);
  doneCurrent();
  m_glContext = nullptr;
  m_surface = nullptr;
}

}  // namespace carom
