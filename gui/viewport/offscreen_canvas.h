// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <memory>

class vtkRenderer;

namespace holonom {

/// Where VTK renders a scene, and the way back into a QImage. All canvases share one OpenGL context: the
/// programs that its driver has made for one picture serve every other, and making them takes a software
/// driver a tenth of a second and more. Without a usable context it stays switched off and says why; nothing
/// of VTK touches OpenGL then.
class OffscreenCanvas {
 public:
  explicit OffscreenCanvas(vtkRenderer& renderer);
  ~OffscreenCanvas();
  OffscreenCanvas(const OffscreenCanvas&) = delete;
  OffscreenCanvas& operator=(const OffscreenCanvas&) = delete;

  bool isUsable() const;
  const QString& problem() const;

  /// True once for each context: whoever asks first may draw what the driver should know early.
  bool takeWarmUp();

  /// Draws the renderer's scene. Size in device pixels; smooth: with multisampling, several times dearer.
  /// Returns a null image when there is no context.
  QImage render(const QSize& size, bool smooth);

 private:
  class Context;
  std::shared_ptr<Context> context_;  // lives as long as any canvas
  vtkRenderer& renderer_;
};

}  // namespace holonom
