// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// What a part holds on to: where it names points, bodies (kGround among them) and joints by index, and its
/// expressions. The pointers lead into the part and are good until it is changed otherwise.
struct PartReferences {
  std::vector<PointRef*> points;
  std::vector<int*> bodies;
  std::vector<int*> joints;
  std::vector<std::string*> expressions;
};

PartReferences referencesOf(Joint& joint);
PartReferences referencesOf(Driver& driver);
PartReferences referencesOf(Constraint& constraint);
PartReferences referencesOf(Controller& controller);
PartReferences referencesOf(Force& force);
PartReferences referencesOf(NamedEvent& event);
PartReferences referencesOf(Output& output);

/// Calls visit(part) with every part that can refer to others, kind by kind.
template <typename Visit>
void forEachReferring(Mechanism& mechanism, Visit&& visit) {
  for (Joint& part : mechanism.joints) visit(part);
  for (Driver& part : mechanism.drivers) visit(part);
  for (Constraint& part : mechanism.constraints) visit(part);
  for (Controller& part : mechanism.controllers) visit(part);
  for (Force& part : mechanism.forces) visit(part);
  for (NamedEvent& part : mechanism.events) visit(part);
  for (Output& part : mechanism.outputs) visit(part);
}

}  // namespace holonom
