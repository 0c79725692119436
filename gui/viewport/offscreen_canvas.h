// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFramebufferObject>
#include <QString>
#include <memory>

class vtkGenericOpenGLRenderWindow;
class vtkObject;
class vtkRenderer;

namespace holonom {

/// An OpenGL context of its own in which VTK renders, and the way back into a QImage. Without a usable context it
/// stays switched off and says why; nothing of VTK touches OpenGL then.
class OffscreenCanvas {
 public:
  explicit OffscreenCanvas(vtkRenderer& renderer);
  ~OffscreenCanvas();
  OffscreenCanvas(const OffscreenCanvas&) = delete;
  OffscreenCanvas& operator=(const OffscreenCanvas&) = delete;

  bool isUsable() const { return window_ != nullptr; }
  const QString& problem() const { return problem_; }

  /// Draws the renderer's scene. Size in device pixels; smooth: with multisampling, several times dearer.
  /// Returns a null image when there is no context.
  QImage render(const QSize& size, bool smooth);

 private:
  bool startContext();
  void startWindow(vtkRenderer& renderer);
  bool makeCurrent();
  QImage readBack(const QSize& size);

  // Answers to what VTK asks its host.
  void onMakeCurrent(vtkObject*, unsigned long, void*);
  void onIsCurrent(vtkObject*, unsigned long, void* answer);
  void onSupportsOpenGL(vtkObject*, unsigned long, void* answer);

  QOffscreenSurface surface_;
  QOpenGLContext context_;
  std::unique_ptr<QOpenGLFramebufferObject> target_;
  vtkGenericOpenGLRenderWindow* window_ = nullptr;
  QString problem_;
};

}  // namespace holonom
