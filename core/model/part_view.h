// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/model/described.h"
#include "core/model/mechanism.h"

/// A part as a list of its values, the same type for all kinds: what works with values asks for no kind.
namespace holonom {

/// A value of a part. `when` says only whether it is one of an alternative.
struct PartValue : Described<void> {
  bool has = true;       ///< is not of an alternative that the part does not have
  bool isUsual = false;  ///< is what a new part has; references never are

  /// Whether the part has it, and it has a meaning where the part acts.
  bool applies(bool inSpace) const { return has && isMeant(inSpace); }
};

/// Leads into the part: values can be read and set there. What it tells of them holds until one is set.
struct PartView {
  std::vector<PartValue> values;
  std::optional<Objection> objection;               ///< why they do not go together
  std::function<bool(const Mechanism&)> isInSpace;  ///< whether the part acts there, with its values of then
};

PartView viewOf(Body& body);
PartView viewOf(Joint& joint);  ///< its points are the first value
PartView viewOf(Constraint& constraint);
PartView viewOf(PidController& pid);
PartView viewOf(Sampling& sampling);
PartView viewOf(Force& force);
PartView viewOf(Hand::Grab& grab);

}  // namespace holonom
