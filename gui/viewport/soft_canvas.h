// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <QImage>
#include <vector>

namespace holonom {

/// Draws triangles into a picture without OpenGL: colours are blended between the corners, and what is nearer
/// hides what is behind it. Small pictures only; drawn several times as large as wanted, their edges come out
/// smooth.
class SoftCanvas {
 public:
  struct Vertex {
    Eigen::Vector3f place;   ///< pixels from the left and from the top; larger z is nearer
    Eigen::Vector3f colour;  ///< red, green, blue, 0 … 255
  };

  SoftCanvas(int width, int height);
  void drawTriangle(const Vertex& a, const Vertex& b, const Vertex& c);
  void drawLine(const Vertex& a, const Vertex& b, float width);
  /// With `factor` × `factor` pixels taken together; what nothing was drawn on is transparent.
  QImage reduced(int factor) const;

 private:
  int width_, height_;
  std::vector<float> depth_;
  std::vector<QRgb> pixels_;
};

}  // namespace holonom
