// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/offscreen_canvas.h"

#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>
#include <vtkRenderer.h>
#include <vtkRendererCollection.h>

#include <QCoreApplication>
#include <QOpenGLExtraFunctions>
#include <QSurfaceFormat>
#include <cstring>

namespace holonom {
namespace {

constexpr int kSmoothSamples = 4;

/// VTK's loader is built for GLX; under EGL it complains at every frame and then renders rightly.
class QuietOutput : public vtkOutputWindow {
 public:
  static QuietOutput* New();
  vtkTypeMacro(QuietOutput, vtkOutputWindow);
  void DisplayText(const char* text) override {
    if (!text || !std::strstr(text, "GLEW could not be initialized")) Superclass::DisplayText(text);
  }
};
vtkStandardNewMacro(QuietOutput);

void installQuietOutput() {
  static const bool installed = [] {
    vtkNew<QuietOutput> output;
    vtkOutputWindow::SetInstance(output);
    return true;
  }();
  Q_UNUSED(installed);
}

}  // namespace

OffscreenCanvas::OffscreenCanvas(vtkRenderer& renderer) {
  if (startContext()) startWindow(renderer);
}

OffscreenCanvas::~OffscreenCanvas() {
  if (!window_) return;
  makeCurrent();
  target_.reset();
  window_->Finalize();
  window_->SetReadyForRendering(false);
  window_->RemoveAllObservers();
  window_->Delete();
  context_.doneCurrent();
}

bool OffscreenCanvas::startContext() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setVersion(3, 2);
  format.setDepthBufferSize(24);
  format.setSamples(0);
  surface_.setFormat(format);
  surface_.create();
  context_.setFormat(format);
  if (!surface_.isValid() || !context_.create() || !makeCurrent()) {
    problem_ = QCoreApplication::translate("OffscreenCanvas", "No OpenGL context could be made.");
    return false;
  }
  const QSurfaceFormat given = context_.format();
  if (context_.isOpenGLES() || given.version() < qMakePair(3, 2)) {
    problem_ = QCoreApplication::translate("OffscreenCanvas", "OpenGL 3.2 is needed; this machine offers %1.%2.")
                   .arg(given.majorVersion()).arg(given.minorVersion());
    return false;
  }
  return true;
}

void OffscreenCanvas::startWindow(vtkRenderer& renderer) {
  installQuietOutput();
  window_ = vtkGenericOpenGLRenderWindow::New();
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, this, &OffscreenCanvas::onMakeCurrent);
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, this, &OffscreenCanvas::onIsCurrent);
  window_->AddObserver(vtkCommand::WindowSupportsOpenGLEvent, this, &OffscreenCanvas::onSupportsOpenGL);
  window_->SetFrameBlitModeToNoBlit();
  window_->SetOwnContext(0);
  window_->SetMultiSamples(0);
  window_->SetAlphaBitPlanes(1);
  window_->SetReadyForRendering(true);
  window_->OpenGLInitContext();
  window_->AddRenderer(&renderer);
}

bool OffscreenCanvas::makeCurrent() { return context_.makeCurrent(&surface_); }

void OffscreenCanvas::onMakeCurrent(vtkObject*, unsigned long, void*) { makeCurrent(); }

void OffscreenCanvas::onIsCurrent(vtkObject*, unsigned long, void* answer) {
  *static_cast<bool*>(answer) = QOpenGLContext::currentContext() == &context_;
}

void OffscreenCanvas::onSupportsOpenGL(vtkObject*, unsigned long, void* answer) { *static_cast<int*>(answer) = 1; }

QImage OffscreenCanvas::render(const QSize& size, bool smooth) {
  if (!window_ || size.isEmpty() || !makeCurrent()) return {};
  window_->SetSize(size.width(), size.height());
  window_->SetMultiSamples(smooth ? kSmoothSamples : 0);
  window_->Render();
  if (!makeCurrent()) return {};
  return readBack(size);
}

QImage OffscreenCanvas::readBack(const QSize& size) {
  if (!target_ || target_->size() != size) target_ = std::make_unique<QOpenGLFramebufferObject>(size);
  const int w = size.width(), h = size.height();
  QOpenGLExtraFunctions* gl = context_.extraFunctions();
  gl->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target_->handle());
  gl->glDisable(GL_SCISSOR_TEST);
  // A negative height turns the picture upside down on the way: OpenGL's first row is the lowest.
  window_->BlitDisplayFramebuffer(0, 0, 0, w, h, 0, h, w, -h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  gl->glBindFramebuffer(GL_FRAMEBUFFER, target_->handle());
  gl->glPixelStorei(GL_PACK_ALIGNMENT, 4);
  QImage image(size, window_->GetRenderers()->GetFirstRenderer()->GetBackgroundAlpha() < 1 ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  gl->glReadPixels(0, 0, w, h, 0x80E1 /* GL_BGRA */, 0x8367 /* GL_UNSIGNED_INT_8_8_8_8_REV */, image.bits());
  gl->glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

}  // namespace holonom
