// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "gui/viewport/scene/bending.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/spatial_shape.h"

namespace holonom {

/// The pin of a cluster: a round one for hinges, a square one for welds, through z from low to high.
struct Pin {
  Vector2 at;
  bool welded = false;
  double radius = 0, low = 0, high = 0;
  int segments = 12;
  bool operator==(const Pin&) const = default;
};
void addPin(Mesh& mesh, const Pin& pin);

/// All that the shape of a body depends on; places about its centre of mass, in its axes, m.
struct BodyLook {
  /// What slides along the axis of a joint.
  struct Block {
    Vector2 centre;
    double angle;  ///< rad
    bool operator==(const Block&) const = default;
  };

  std::vector<Vector2> points;
  bool isParticle = false;
  Shape shape = Shape::Automatic;
  double width = 0;  ///< as Display
  bool rolls = false;
  std::vector<Block> blocks;
  std::vector<Pin> pins;
  double low = 0, high = 0;  ///< its layer, along z
  SceneSizes sizes;
  Detail detail;
  std::optional<Body> beam;            ///< of a flexible body: what its shapes depend on
  std::optional<SpatialLook> inSpace;  ///< of a body that moves there
  bool operator==(const BodyLook&) const = default;
};

/// Of all bodies.
std::vector<BodyLook> looksOf(const Mechanism& mechanism, const SceneLayout& layout);

/// A plate over the rounded hull of some points, in the axes of a body about its centre of mass, or in a
/// frame fixed there: what a click can hit.
struct Footprint {
  std::vector<Vector2> hull;
  double radius = 0;
  double low = 0, high = 0;  ///< along z
  std::optional<Pose> frame = {};
};

/// A body as drawn: axes of the body, origin in its centre of mass.
struct BodyShape {
  Mesh mesh;
  std::vector<Footprint> footprints;
  std::optional<Bending> bending;  ///< of a flexible body
};

BodyShape shapeOf(const BodyLook& look);

/// Half length and half height of a slider's block.
Vector2 blockSize(const Mechanism& mechanism, const SceneLayout& layout, int body);

/// The shapes of all bodies, for as many pictures and runs as there are. They do not change: after a change
/// of the mechanism those of the bodies that look otherwise are others.
class BodyShapes {
 public:
  void update(const Mechanism& mechanism, const SceneLayout& layout);
  std::size_t size() const { return shapes_.size(); }
  const std::shared_ptr<const BodyShape>& operator[](std::size_t body) const { return shapes_[body]; }

 private:
  struct Known {
    BodyLook look;
    std::shared_ptr<const BodyShape> shape;
  };
  std::map<std::string, Known> known_;  // by name, so that a body keeps its shape when others come or go
  std::vector<std::shared_ptr<const BodyShape>> shapes_;
};

}  // namespace holonom
