// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <utility>

#include "core/model/part_ref.h"

namespace holonom {

/// The lists of a model file and the parts that stand in them.
inline constexpr std::array<std::pair<PartRef::Kind, const char*>, 8> kPartLists{
    {{PartRef::Kind::Body, "bodies"},
     {PartRef::Kind::Joint, "joints"},
     {PartRef::Kind::Driver, "drivers"},
     {PartRef::Kind::Constraint, "constraints"},
     {PartRef::Kind::Controller, "controllers"},
     {PartRef::Kind::Force, "forces"},
     {PartRef::Kind::Event, "events"},
     {PartRef::Kind::Output, "outputs"}}};

/// Where a part stands in the file of its model: "/joints/3"; empty for what has no list.
std::string jsonPath(const PartRef& part);

}  // namespace holonom
