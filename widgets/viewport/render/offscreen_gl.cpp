#include "viewport/render/offscreen_gl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <QOpenGLContext>
#include <QSurface>

#include "figure/figure.h"
#include "viewport/render/read_picture.h"
#include "viewport/render/vtk_errors.h"

namespace carom {

namespace {

[[noreturn]] void refuse(const QString& why) {
  throw FigureError(QObject::tr("no 3D picture: %1 (Mesa's EGL with surfaceless contexts is needed)")
                        .arg(why)
                        .toStdString());
}

/// Takes Qt's context off the thread, and puts it back.
class QtContextAside {
 public:
  QtContextAside() : m_context(QOpenGLContext::currentContext()) {
    if (!m_context) return;
    m_surface = m_context->surface();
    m_context->doneCurrent();
  }
  ~QtContextAside() {
    if (m_context) m_context->makeCurrent(m_surface);
  }
  QtContextAside(const QtContextAside&) = delete;
  QtContextAside& operator=(const QtContextAside&) = delete;

 private:
  QOpenGLContext* m_context;
  QSurface* m_surface = nullptr;
};

/// An OpenGL 3.2 core context without a surface, current while it lives.
class EglContext {
 public:
  EglContext() {
    const auto getDisplay =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (!getDisplay) refuse(QObject::tr("EGL offers no platforms"));
    m_display = getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (m_display == EGL_NO_DISPLAY) refuse(QObject::tr("EGL has no surfaceless display"));
    if (!eglInitialize(m_display, nullptr, nullptr)) refuse(QObject::tr("EGL did not start"));
    if (!eglBindAPI(EGL_OPENGL_API)) refuse(QObject::tr("EGL offers no desktop OpenGL"));
    constexpr EGLint configAttributes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(m_display, configAttributes, &config, 1, &count) || count == 0)
      refuse(QObject::tr("EGL has no configuration for OpenGL"));
    constexpr EGLint contextAttributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                            3,
                                            EGL_CONTEXT_MINOR_VERSION,
                                            2,
                                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                            EGL_NONE};
    m_context = eglCreateContext(m_display, config, EGL_NO_CONTEXT, contextAttributes);
    if (m_context == EGL_NO_CONTEXT) refuse(QObject::tr("EGL has no OpenGL 3.2"));
    if (makeCurrent()) return;
    eglDestroyContext(m_display, m_context);
    refuse(QObject::tr("the EGL context cannot be made current"));
  }
  ~EglContext() {
    release();
    eglDestroyContext(m_display, m_context);
  }
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  void release() { eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
  bool makeCurrent() { return eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context); }
  bool isCurrent() const { return eglGetCurrentContext() == m_context; }

 private:
  EGLDisplay m_display = EGL_NO_DISPLAY;
  EGLContext m_context = EGL_NO_CONTEXT;
};

void answer(vtkObject*, unsigned long event, void* client, void* data) {
  auto* context = static_cast<EglContext*>(client);
  switch (event) {
    case vtkCommand::WindowMakeCurrentEvent:
      context->makeCurrent();
      break;
    case vtkCommand::WindowIsCurrentEvent:
      *static_cast<bool*>(data) = context->isCurrent();
      break;
    case vtkCommand::WindowSupportsOpenGLEvent:
    case vtkCommand::WindowIsDirectEvent:
      *static_cast<int*>(data) = 1;
      break;
    default:
      break;
  }
}

}  // namespace

struct OffscreenGl::Parts {
  EglContext context;
  vtkNew<vtkCallbackCommand> answers;
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  PictureReader reader;
};

OffscreenGl::OffscreenGl(int samples) {
  const QtContextAside aside;
  m_parts = std::make_unique<Parts>();
  const auto& window = m_parts->window;
  m_parts->answers->SetCallback(answer);
  m_parts->answers->SetClientData(&m_parts->context);
  quietExpectedErrors(window);
  for (const auto event : {vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent,
                           vtkCommand::WindowSupportsOpenGLEvent, vtkCommand::WindowIsDirectEvent})
    window->AddObserver(event, m_parts->answers);
  window->SetOwnContext(0);
  window->SetMapped(1);
  window->SetAlphaBitPlanes(1);
  window->SetMultiSamples(samples);
  window->SetFrameBlitModeToNoBlit();
  window->OpenGLInitContext();
  m_parts->context.release();
}

OffscreenGl::~OffscreenGl() {
  const QtContextAside aside;
  m_parts->context.makeCurrent();
  m_parts->window->Finalize();
  m_parts->window->RemoveAllObservers();
  m_parts.reset();
}

QImage OffscreenGl::render(vtkRenderer* renderer, QSize size) {
  const QtContextAside aside;
  const auto& window = m_parts->window;
  m_parts->context.makeCurrent();
  window->GetState()->Reset();
  window->GetState()->vtkglDepthFunc(GL_LEQUAL);
  window->SetSize(size.width(), size.height());
  window->AddRenderer(renderer);
  window->Render();
  const QImage image = m_parts->reader.read(window, QRect(QPoint(), size), size.height());
  window->RemoveRenderer(renderer);
  m_parts->context.release();
  return image;
}

}  // namespace carom
