// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/branch.h"

#include <cmath>
#include <stdexcept>

#include "core/base/lookup.h"
#include "core/dynamics/sampled_controls.h"

namespace holonom {
namespace {

struct Row {
  const std::vector<Channel>& channels;
  std::span<const double> values;

  double value(const std::string& name) const {
    const int i = indexOf(channels, name);
    if (i < 0) throw std::logic_error("the recording has no channel " + name);
    return values[static_cast<std::size_t>(i)];
  }
  double time() const { return values.front(); }
};

void place(Body& body, const Row& row) {
  body.angle = row.value(body.name + ".theta");
  body.angularVelocity = row.value(body.name + ".omega");
  const double c = std::cos(body.angle), s = std::sin(body.angle);
  const Vector2 arm(c * body.centreOfMass.x() - s * body.centreOfMass.y(),
                    s * body.centreOfMass.x() + c * body.centreOfMass.y());
  body.position = Vector2(row.value(body.name + ".x"), row.value(body.name + ".y")) - arm;
  body.velocity = Vector2(row.value(body.name + ".vx"), row.value(body.name + ".vy")) -
                  body.angularVelocity * perpendicular(arm);
  if (!body.flexible) return;
  body.flexible->displacements.clear();
  body.flexible->rates.clear();
  for (int i = 1; i <= body.flexible->coordinateCount(); ++i) {
    body.flexible->displacements.push_back(row.value(body.name + ".q" + std::to_string(i)));
    body.flexible->rates.push_back(row.value(body.name + ".vq" + std::to_string(i)));
  }
}

void resume(Controller& controller, const Mechanism& mechanism, const Row& row) {
  const auto take = [&](auto& quantities) {
    for (auto& quantity : quantities) quantity.initial = row.value(controller.name + "." + quantity.name);
  };
  if (auto sampled = sampledLawOf(mechanism, controller)) {
    take(sampled->outputs);
    take(sampled->states);
    sampled->sampling.offset = nextSample(sampled->sampling, row.time());
    controller.kind = std::move(*sampled);
  } else {
    ControlLaw law = lawOf(mechanism, controller);
    take(law.states);
    take(law.variables);
    controller.kind = std::move(law);
  }
}

}  // namespace

BranchPoint branchAt(const Mechanism& mechanism, const std::vector<Channel>& channels,
                     std::span<const double> values) {
  const Row row{channels, values};
  BranchPoint branch{mechanism, row.time(), {row.value("energy.work"), row.value("energy.dissipated")}};
  for (Body& body : branch.mechanism.bodies) place(body, row);
  for (Controller& controller : branch.mechanism.controllers) resume(controller, mechanism, row);
  return branch;
}

}  // namespace holonom
