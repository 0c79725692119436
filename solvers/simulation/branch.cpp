// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/branch.h"

#include <algorithm>
#include <stdexcept>

#include "core/base/lookup.h"
#include "core/dynamics/sampled_controls.h"
#include "core/model/building.h"
#include "core/model/centre_motion.h"
#include "core/model/controller.h"
#include "core/results/body_columns.h"

namespace holonom {
namespace {

struct Row {
  const std::vector<Channel>& channels;
  std::span<const double> values;

  int find(const std::string& name) const { return indexOf(channels, name); }
  double operator[](int place) const { return values[static_cast<std::size_t>(place)]; }
  double value(const std::string& name) const {
    if (const int found = find(name); found >= 0) return (*this)[found];
    throw std::logic_error("the recording has no channel " + name);
  }
  double time() const { return values.front(); }
};

CentreMotion motionInPlane(const BodyColumns& columns, const Row& row) {
  const auto& [place, rate, _] = columns.frame;
  CentreMotion motion{.place = {row[place[0]], row[place[1]]}, .velocity = {row[rate[0]], row[rate[1]]}};
  if (columns.kind != FrameKind::Plane) return motion;
  motion.angle = row[place[2]];
  motion.angularVelocity = row[rate[2]];
  return motion;
}

CentreMotion motionInSpace(const BodyColumns& columns, const Row& row) {
  const auto& [place, rate, _] = columns.frame;
  CentreMotion motion{.place = {row[place[0]], row[place[1]], row[place[2]]},
                      .velocity = {row[rate[0]], row[rate[1]], row[rate[2]]}};
  if (columns.kind != FrameKind::Space) return motion;
  motion.p = Vector4(row[place[3]], row[place[4]], row[place[5]], row[place[6]]).normalized();
  motion.spin = {row[rate[3]], row[rate[4]], row[rate[5]]};
  return motion;
}

void place(Body& body, const Row& row) {
  const BodyColumns columns(body.name, [&](const std::string& name) { return row.find(name); });
  if (columns.kind != body.frame()) throw std::logic_error("the recording has no motion of " + body.name);
  setCentreMotion(body, body.isSpatial() ? motionInSpace(columns, row) : motionInPlane(columns, row));
  if (!body.flexible) return;
  body.flexible->displacements.clear();
  body.flexible->rates.clear();
  for (const auto& [displacement, slope] : columns.elastic) {
    body.flexible->displacements.push_back(row[displacement]);
    body.flexible->rates.push_back(row[slope]);
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
  BranchPoint branch{mechanism, row.time(), {{row.value("energy.work"), row.value("energy.dissipated")}, {}}};
  for (const auto& [joint, number] : countedTurns(mechanism))
    branch.before.turns.push_back(
        row.value(mechanism.joints[std::size_t(joint)].name + coordinateSymbols(number)[0]));
  for (Body& body : branch.mechanism.bodies) place(body, row);
  keepPrescribed(branch.mechanism, mechanism);
  for (Controller& controller : branch.mechanism.controllers) resume(controller, mechanism, row);
  return branch;
}

}  // namespace holonom
