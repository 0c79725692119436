// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <utility>

#include "core/model/mechanism.h"
#include "gui/viewport/portrait.h"

namespace holonom {

/// A bar of 1 m along `along` from a joint in the origin of ground; z is up.
inline Mechanism barOn(AnyJoint kind, const Vector3& along = Vector3::UnitX()) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.ground.points = {{"O", {0, 0}}};
  Body bar;
  bar.name = "bar";
  bar.kind = Body::Kind::Spatial;
  bar.centreOfMass = 0.5 * along;
  bar.moments = {0.1, 0.1, 0.1};
  bar.points = {{"A", {0, 0}}, {"B", along}};
  m.bodies = {bar};
  m.joints = {{"joint", std::move(kind)}};
  return m;
}

inline QImage portrait(const Mechanism& m) { return portraitOf(m, {200, 150}, 1, false); }

inline int opaque(const QImage& picture) {
  int count = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) count += qAlpha(picture.pixel(x, y)) > 128;
  return count;
}

}  // namespace holonom
