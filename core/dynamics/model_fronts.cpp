// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/model_fronts.h"

#include "core/dynamics/frames.h"
#include "core/expressions/fronts.h"
#include "core/model/part_words.h"

namespace holonom {

ModelFronts::ModelFronts(const Mechanism& mechanism, const ExpressionParts& parts, const Configuration& at)
    : at_(at) {
  for (const ExpressionPart& part : parts) {
    if (part.switches().frontCount() > 0) parts_.push_back(part);
    ofExpressions_ += part.switches().frontCount();
  }
  for (const Force& force : mechanism.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.kind);
        spring && spring->stiffness * spring->freeLength != 0)
      addLine(mechanism, force, spring->a, spring->b);
    if (const auto* actuator = std::get_if<Actuator>(&force.kind))
      addLine(mechanism, force, actuator->a, actuator->b);
  }
}

void ModelFronts::addLine(const Mechanism& mechanism, const Force& force, const PointRef& a,
                          const PointRef& b) {
  lines_.push_back({frameOf(mechanism, a), frameOf(mechanism, b), inSpatialFrame(mechanism, a),
                    inSpatialFrame(mechanism, b), Vector3(), partWords(PartRef::Kind::Force, force.name)});
}

Vector3 ModelFronts::along(const Line& line) const {
  return (at_.place(line.b, line.sb) - at_.place(line.a, line.sa)).normalized();
}

void ModelFronts::holdLines() {
  for (Line& line : lines_) line.held = along(line);
}

/// Of a line the cosine of the angle by which it has turned: where its length passes zero it turns over at
/// once, or fast where it misses it by little. The zone is between 60° and 120°.
void ModelFronts::values(VectorRef values) const {
  constexpr double kHalfTurn = 2 * Front::kZone;
  int first = 0;
  for (const ExpressionPart& part : parts_) {
    part.frontValues(at_, values.data() + first);
    first += part.switches().frontCount();
  }
  for (const Line& line : lines_) values[first++] = kHalfTurn * along(line).dot(line.held);
}

std::string ModelFronts::name(int i) const {
  if (i >= ofExpressions_) return lines_[i - ofExpressions_].force;
  auto part = parts_.begin();
  while (i >= part->switches().frontCount()) i -= (part++)->switches().frontCount();
  return part->name;
}

}  // namespace holonom
