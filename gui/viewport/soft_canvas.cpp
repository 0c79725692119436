// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/soft_canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

constexpr float kBehindAll = -std::numeric_limits<float>::infinity();

/// Twice the area of the triangle a, b, p; positive when p is on one side of the line from a to b.
float side(const Eigen::Vector3f& a, const Eigen::Vector3f& b, float x, float y) {
  return (b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x());
}

int channel(float value) { return int(std::clamp(value, 0.0f, 255.0f) + 0.5f); }

/// Of the pixels 0 … size − 1 the first whose middle is not before `edge`; size when there is none.
int firstCentre(float edge, int size) { return int(std::ceil(std::clamp(edge - 0.5f, 0.0f, float(size)))); }

}  // namespace

SoftCanvas::SoftCanvas(int width, int height)
    : width_(width), height_(height), depth_(std::size_t(width) * std::size_t(height), kBehindAll),
      pixels_(depth_.size(), 0) {}

void SoftCanvas::drawTriangle(const Vertex& a, const Vertex& b, const Vertex& c) {
  const Eigen::Vector3f &p = a.place, &q = b.place, &r = c.place;
  const float area = side(p, q, r.x(), r.y());
  if (!(std::abs(area) > 1e-6f)) return;  // seen edge-on, or not a number
  const auto [low, high] = std::minmax({p.y(), q.y(), r.y()});
  const int top = firstCentre(low, height_), bottom = firstCentre(high, height_);
  for (int y = top; y < bottom; ++y) {
    const float middle = float(y) + 0.5f;
    float left = float(width_), right = 0;
    for (const auto& [from, to] : {std::pair(&p, &q), std::pair(&q, &r), std::pair(&r, &p)}) {
      if ((from->y() <= middle) == (to->y() <= middle)) continue;
      const float x = from->x() + (middle - from->y()) / (to->y() - from->y()) * (to->x() - from->x());
      left = std::min(left, x);
      right = std::max(right, x);
    }
    for (int x = firstCentre(left, width_), end = firstCentre(right, width_); x < end; ++x) {
      const float u = side(q, r, float(x) + 0.5f, middle) / area,
                  v = side(r, p, float(x) + 0.5f, middle) / area, w = 1 - u - v;
      const float z = u * p.z() + v * q.z() + w * r.z();
      const std::size_t at = std::size_t(y) * std::size_t(width_) + std::size_t(x);
      if (z <= depth_[at]) continue;
      depth_[at] = z;
      const Eigen::Vector3f colour = u * a.colour + v * b.colour + w * c.colour;
      pixels_[at] = qRgb(channel(colour.x()), channel(colour.y()), channel(colour.z()));
    }
  }
}

void SoftCanvas::drawLine(const Vertex& a, const Vertex& b, float width) {
  const Eigen::Vector2f along = (b.place - a.place).head<2>();
  if (!(along.norm() > 0)) return;
  const Eigen::Vector2f across = 0.5f * width / along.norm() * Eigen::Vector2f(-along.y(), along.x());
  const auto beside = [&](Vertex vertex, float sign) {
    vertex.place.head<2>() += sign * across;
    return vertex;
  };
  drawTriangle(beside(a, -1), beside(b, -1), beside(b, 1));
  drawTriangle(beside(a, -1), beside(b, 1), beside(a, 1));
}

QImage SoftCanvas::reduced(int factor) const {
  QImage image(width_ / factor, height_ / factor, QImage::Format_ARGB32_Premultiplied);
  for (int y = 0; y < image.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < image.width(); ++x) {
      int sum[4] = {};
      for (int j = 0; j < factor; ++j)
        for (int i = 0; i < factor; ++i) {
          const QRgb pixel =
              pixels_[std::size_t(y * factor + j) * std::size_t(width_) + std::size_t(x * factor + i)];
          sum[0] += qRed(pixel), sum[1] += qGreen(pixel), sum[2] += qBlue(pixel), sum[3] += qAlpha(pixel);
        }
      const int count = factor * factor;
      line[x] = qRgba(sum[0] / count, sum[1] / count, sum[2] / count, sum[3] / count);
    }
  }
  return image;
}

}  // namespace holonom
