// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/model/described.h"
#include "core/model/mechanism.h"

/// What bodies and controllers say of their numbers and vectors, and what there is to know of their kinds. Of
/// joints: core/model/joint_kinds.h; of forces: core/model/force_kinds.h.
namespace holonom {

/// All kinds, in the order of Body::Kind and of Controller::kind.
std::span<const PartKind> bodyKinds();
std::span<const PartKind> controllerKinds();

/// The names that a file may give, each once.
std::vector<std::string> kindNames(std::span<const PartKind> kinds);

/// Numbers and vectors that stand in a file and in the properties as they are, in the order of the file. A
/// key such as "pose.angle" is that of a member of an object within.
template <typename Part>
const std::vector<Described<Part>>& valuesOf();
template <>
const std::vector<Described<Body>>& valuesOf<Body>();
/// Those that bodies of a kind have.
const std::vector<Described<Body>>& valuesOf(Body::Kind kind);
template <>
const std::vector<Described<PidController>>& valuesOf<PidController>();
template <>
const std::vector<Described<Sampling>>& valuesOf<Sampling>();

}  // namespace holonom
