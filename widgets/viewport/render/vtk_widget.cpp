#include "viewport/render/vtk_widget.h"

#include <vtkCallbackCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QPainter>
#include <QTimer>
#include <utility>

#include "viewport/render/read_picture.h"
#include "viewport/render/vtk_errors.h"

namespace carom {

namespace {

constexpr int restAfterMs = 220;

/// OpenGL 3.2 core, which VTK needs.
QSurfaceFormat formatForVtk() {
  QSurfaceFormat format;
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  return format;
}

}  // namespace

struct VtkWidget::Vtk {
  QOpenGLContext context;
  QOffscreenSurface surface;
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  vtkNew<vtkCallbackCommand> answers;
  PictureReader reader;
};

VtkWidget::VtkWidget(QWidget* parent)
    : QWidget(parent), m_vtk(std::make_unique<Vtk>()), m_restTimer(new QTimer(this)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  vtkGenericOpenGLRenderWindow* window = m_vtk->window;
  quietExpectedErrors(window);
  window->SetReadyForRendering(false);
  window->SetOwnContext(0);
  window->SetMultiSamples(0);
  window->SetFrameBlitModeToNoBlit();
  window->SetSwapBuffers(0);  // the picture is read where it is drawn: no copy of it for a screen
  m_vtk->answers->SetCallback([](vtkObject*, unsigned long event, void* client, void* question) {
    static_cast<VtkWidget*>(client)->answer(event, question);
  });
  m_vtk->answers->SetClientData(this);
  for (const auto event :
       {vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent, vtkCommand::WindowFrameEvent,
        vtkCommand::WindowSupportsOpenGLEvent, vtkCommand::WindowIsDirectEvent})
    window->AddObserver(event, m_vtk->answers);
  m_restTimer->setSingleShot(true);
  m_restTimer->setInterval(restAfterMs);
  connect(m_restTimer, &QTimer::timeout, this, [this] {
    m_vtk->window->SetMultiSamples(m_restingSamples);
    updatePicture();
  });
}

/// Frees VTK's objects while their context lives.
VtkWidget::~VtkWidget() {
  if (m_vtk->context.isValid()) m_vtk->context.makeCurrent(&m_vtk->surface);
  m_vtk->window->Finalize();
  m_vtk->window->RemoveAllObservers();
  m_vtk->context.doneCurrent();
}

void VtkWidget::setRenderer(vtkRenderer* renderer) {
  m_vtk->window->AddRenderer(renderer);
}

void VtkWidget::setRestingSamples(int samples) {
  if (samples == m_restingSamples) return;
  m_restingSamples = samples;
  updateWhileMoving();
}

void VtkWidget::updatePicture() {
  m_isStale = true;
  update();
}

void VtkWidget::updateWhileMoving() {
  m_vtk->window->SetMultiSamples(0);
  if (m_restingSamples > 0) m_restTimer->start();
  updatePicture();
}

void VtkWidget::answer(unsigned long event, void* question) {
  switch (event) {
    case vtkCommand::WindowMakeCurrentEvent:
      m_vtk->context.makeCurrent(&m_vtk->surface);
      return;
    case vtkCommand::WindowIsCurrentEvent:
      *static_cast<bool*>(question) = QOpenGLContext::currentContext() == &m_vtk->context;
      return;
    case vtkCommand::WindowSupportsOpenGLEvent:
    case vtkCommand::WindowIsDirectEvent:
      *static_cast<int*>(question) = 1;
      return;
    case vtkCommand::WindowFrameEvent:
      if (!m_isRendering) updatePicture();
      return;
    default:
      return;
  }
}

/// Whether there is a context, which the first call makes.
bool VtkWidget::makeContext() {
  if (m_vtk->context.isValid()) return m_vtk->window->GetReadyForRendering();
  m_vtk->context.setFormat(formatForVtk());
  if (!m_vtk->context.create()) return false;
  m_vtk->surface.setFormat(m_vtk->context.format());
  m_vtk->surface.create();
  if (!m_vtk->context.makeCurrent(&m_vtk->surface)) return false;
  m_vtk->window->SetReadyForRendering(true);
  m_vtk->window->SetMapped(1);
  m_vtk->window->OpenGLInitContext();
  return true;
}

const QImage& VtkWidget::picture() {
  const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
  if ((m_isStale || m_picture.size() != pixels) && !m_isRendering && !pixels.isEmpty() && makeContext())
    render(pixels);
  return m_picture;
}

void VtkWidget::render(QSize pixels) {
  m_isRendering = true;
  m_isStale = false;
  vtkGenericOpenGLRenderWindow* window = m_vtk->window;
  m_vtk->context.makeCurrent(&m_vtk->surface);
  window->SetSize(pixels.width(), pixels.height());
  window->SetDPI(qRound(72 * devicePixelRatioF()));
  // The first picture takes long anyway: where the processor draws, multisampling is compiled in it, which
  // would stop the window for 100 ms after it.
  if (m_picture.isNull()) window->SetMultiSamples(m_restingSamples);
  m_picture = {};  // whoever keeps the last picture may go on in it
  m_picture = makePicture(pixels);
  m_picture.reinterpretAsFormat(QImage::Format_RGB32);  // what is behind must not shine through
  m_picture.setDevicePixelRatio(devicePixelRatioF());
  m_vtk->context.doneCurrent();
  m_isRendering = false;
  QMetaObject::invokeMethod(this, &VtkWidget::frameShown,
                            Qt::QueuedConnection);  // once the window is painted
}

int VtkWidget::samples() const {
  return m_vtk->window->GetMultiSamples();
}

QImage VtkWidget::draw(QSize pixels, QRect part) {
  vtkGenericOpenGLRenderWindow* window = m_vtk->window;
  window->GetState()->Reset();
  window->GetState()->vtkglDepthFunc(GL_LEQUAL);
  window->Render();
  return m_vtk->reader.read(window, part, pixels.height())
      .convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

void VtkWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (const QImage& shown = picture(); !shown.isNull()) return painter.drawImage(QPoint(), shown);
  painter.fillRect(rect(), palette().window());
  painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("The 3D view needs OpenGL 3.2."));
}

}  // namespace carom
