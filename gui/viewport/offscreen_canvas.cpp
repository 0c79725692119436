// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/offscreen_canvas.h"

#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkObjectFactory.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOutputWindow.h>
#include <vtkRenderer.h>

#include <QCoreApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QSurfaceFormat>
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace holonom {
namespace {

constexpr int kSmoothSamples = 4;

/// The samples of a smooth picture are put together from a texture. Software drivers read one whose side is a
/// power of two with a program of its own, which takes 50 ms to make: there is no such texture.
int beside(int side) { return (side & (side - 1)) == 0 ? side + 1 : side; }

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

/// One context and one window of VTK's for all renderers; only that of the picture that is asked for draws.
class OffscreenCanvas::Context {
 public:
  static std::shared_ptr<Context> shared() {
    static std::weak_ptr<Context> present;
    auto context = present.lock();
    if (!context) present = context = std::make_shared<Context>();
    return context;
  }

  Context() {
    if (startContext()) startWindow();
  }
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  bool isUsable() const { return window_ != nullptr; }
  const QString& problem() const { return problem_; }
  bool takeWarmUp() { return isUsable() && std::exchange(cold_, false); }
  void add(vtkRenderer& renderer);
  void remove(vtkRenderer& renderer);
  QImage render(vtkRenderer& renderer, const QSize& size, bool smooth);

 private:
  bool startContext();
  void startWindow();
  bool makeCurrent() { return context_.makeCurrent(&surface_); }
  void draw(vtkRenderer& renderer, const QSize& size, bool smooth);
  QImage readBack(const QSize& size, QImage::Format format);

  // Answers to what VTK asks its host.
  void onMakeCurrent(vtkObject*, unsigned long, void*) { makeCurrent(); }
  void onIsCurrent(vtkObject*, unsigned long, void* answer) {
    *static_cast<bool*>(answer) = QOpenGLContext::currentContext() == &context_;
  }
  void onSupportsOpenGL(vtkObject*, unsigned long, void* answer) { *static_cast<int*>(answer) = 1; }

  QOffscreenSurface surface_;
  QOpenGLContext context_;
  vtkGenericOpenGLRenderWindow* window_ = nullptr;
  QString problem_;
  bool cold_ = true;
};

OffscreenCanvas::Context::~Context() {
  if (!window_) return;
  makeCurrent();
  window_->Finalize();
  window_->SetReadyForRendering(false);
  window_->RemoveAllObservers();
  window_->Delete();
  context_.doneCurrent();
}

bool OffscreenCanvas::Context::startContext() {
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
    problem_ =
        QCoreApplication::translate("OffscreenCanvas",
                                    "No OpenGL context could be made. A graphics driver, or Mesa's software "
                                    "renderer (package libgl1-mesa-dri), brings the picture back; "
                                    "plots and solver work without.");
    return false;
  }
  const QSurfaceFormat given = context_.format();
  if (context_.isOpenGLES() || given.version() < qMakePair(3, 2)) {
    problem_ =
        QCoreApplication::translate("OffscreenCanvas", "OpenGL 3.2 is needed; this machine offers %1.%2.")
            .arg(given.majorVersion())
            .arg(given.minorVersion());
    return false;
  }
  return true;
}

void OffscreenCanvas::Context::startWindow() {
  installQuietOutput();
  window_ = vtkGenericOpenGLRenderWindow::New();
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, this, &Context::onMakeCurrent);
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, this, &Context::onIsCurrent);
  window_->AddObserver(vtkCommand::WindowSupportsOpenGLEvent, this, &Context::onSupportsOpenGL);
  window_->SetFrameBlitModeToNoBlit();
  window_->SetOwnContext(0);
  window_->SetMultiSamples(0);
  window_->SetAlphaBitPlanes(1);
  window_->SetReadyForRendering(true);
  window_->OpenGLInitContext();
}

void OffscreenCanvas::Context::add(vtkRenderer& renderer) {
  if (!window_) return;
  renderer.DrawOff();
  window_->AddRenderer(&renderer);
}

void OffscreenCanvas::Context::remove(vtkRenderer& renderer) {
  if (!window_ || !makeCurrent()) return;
  window_->RemoveRenderer(&renderer);  // frees what the scene holds of the context
}

void OffscreenCanvas::Context::draw(vtkRenderer& renderer, const QSize& size, bool smooth) {
  const QSize room = smooth ? QSize(beside(size.width()), beside(size.height())) : size;
  window_->SetSize(room.width(), room.height());
  renderer.SetViewport(0, 0, double(size.width()) / room.width(), double(size.height()) / room.height());
  window_->SetMultiSamples(smooth ? kSmoothSamples : 0);
  renderer.DrawOn();
  window_->Render();
  renderer.DrawOff();
}

QImage OffscreenCanvas::Context::render(vtkRenderer& renderer, const QSize& size, bool smooth) {
  if (!window_ || size.isEmpty() || !makeCurrent()) return {};
  draw(renderer, size, smooth);
  if (!makeCurrent()) return {};
  return readBack(
      size, renderer.GetBackgroundAlpha() < 1 ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
}

QImage OffscreenCanvas::Context::readBack(const QSize& size, QImage::Format format) {
  const int w = size.width(), h = size.height();
  QImage image(size, format);
  QOpenGLExtraFunctions* gl = context_.extraFunctions();
  gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, window_->GetDisplayFramebuffer()->GetFBOIndex());
  gl->glPixelStorei(GL_PACK_ALIGNMENT, 4);
  gl->glReadPixels(0, 0, w, h, 0x80E1 /* GL_BGRA */, 0x8367 /* GL_UNSIGNED_INT_8_8_8_8_REV */, image.bits());
  gl->glBindFramebuffer(GL_FRAMEBUFFER, 0);
  // OpenGL's first row is the lowest. Rows are exchanged here, because a driver in software takes longer for
  // it.
  for (int low = 0, high = h - 1; low < high; ++low, --high)
    std::swap_ranges(image.scanLine(low), image.scanLine(low) + 4 * w, image.scanLine(high));
  return image;
}

OffscreenCanvas::OffscreenCanvas(vtkRenderer& renderer) : context_(Context::shared()), renderer_(renderer) {
  context_->add(renderer_);
}

OffscreenCanvas::~OffscreenCanvas() { context_->remove(renderer_); }

bool OffscreenCanvas::isUsable() const { return context_->isUsable(); }

const QString& OffscreenCanvas::problem() const { return context_->problem(); }

bool OffscreenCanvas::takeWarmUp() { return context_->takeWarmUp(); }

QImage OffscreenCanvas::render(const QSize& size, bool smooth) {
  return context_->render(renderer_, size, smooth);
}

}  // namespace holonom
