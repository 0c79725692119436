// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include "core/model/mechanism.h"

/// Which bodies are uniform, and what becomes of their mass when points are moved: one rule for what is
/// drawn, stretched and typed. Whether a body is uniform is no property of its own, which could contradict
/// its values: it is uniform as long as mass, centre of mass and moment of inertia are those of its shape.
/// A value that is given makes them the body's own.
namespace holonom {

/// A flat body of even thickness.
struct UniformShape {
  enum class Kind {
    Bar,    ///< slender, between the two points that are farthest apart; of a beam: between its ends
    Plate,  ///< the convex hull of the points, as the picture draws it
  };
  Kind kind = Kind::Bar;
  double density = 0;  ///< kg/m of a bar, kg/m² of a plate
};

/// The shape whose mass properties a body has, to nine digits; none where it has values of its own.
std::optional<UniformShape> uniformShapeOf(const Body& body);

/// Gives a body the mass properties of a shape at its present points. False, and no change, where they make
/// no such shape: no length, no area.
bool takeShape(Body& body, const UniformShape& shape);

/// The shape of that kind that leaves the body its mass. Throws InputError where its points make none.
UniformShape shapeOfItsMass(const Body& body, UniformShape::Kind kind);

/// Changes the points of a body; mass properties that are from its shape follow. False where the points make
/// no such shape afterwards: the values are as they were.
bool changePoints(Body& body, const std::function<void(Body&)>& change);

}  // namespace holonom
