// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

/// Changes of a mechanism that keep it whole: what refers to a part follows it or goes with it.
namespace holonom {

/// How many parts of that kind there are (1 for the ground, 0 for none).
int partCount(const Mechanism& mechanism, PartRef::Kind kind);

/// Whether the part, and its point if it names one, is there.
bool exists(const Mechanism& mechanism, const PartRef& part);

/// The name of the part, or of the point of it; "ground" for the ground, empty for what does not exist.
std::string partName(const Mechanism& mechanism, const PartRef& part);

/// `wanted`, or `wanted` with the smallest number behind it that no body, joint, driver, controller, force,
/// event, output or parameter has yet. A trailing number of `wanted` is counted on: "bar2" becomes "bar3".
std::string uniqueName(const Mechanism& mechanism, const std::string& wanted);
/// The same among the points of a body, or of the ground (kGround).
std::string uniquePointName(const Mechanism& mechanism, int body, const std::string& wanted);

/// Gives a part or point another name, in all expressions as well. Throws InputError where the name is taken
/// or is none (letters, digits and _, not beginning with a digit).
void renamePart(Mechanism& mechanism, const PartRef& part, const std::string& name);

/// Takes a part or a point away, and all that cannot be without it: joints and forces at it, drivers and
/// controllers of those joints, and whatever has an expression that mentions one of them. Returns the names
/// of what else went. The ground stays; of it only points can be removed.
std::vector<std::string> removePart(Mechanism& mechanism, const PartRef& part);

/// The same for several parts and points, which may hang on each other. Points of the ground at which nothing
/// is any more because of it go silently, too.
std::vector<std::string> removeParts(Mechanism& mechanism, const std::vector<PartRef>& parts);

/// The part of that name (kind None when there is none); an output only where no other part has the name.
PartRef findPart(const Mechanism& mechanism, const std::string& name);

/// Puts parts into the group of that name, which is made when there is none, out of those that they were in.
/// An empty name takes them out only. Groups without parts vanish.
void groupParts(Mechanism& mechanism, const std::vector<PartRef>& parts, const std::string& group);
/// Throws InputError where another group has the name or it is empty.
void renameGroup(Mechanism& mechanism, std::size_t group, const std::string& name);

/// A copy of a part under a new name behind the others; a body with its points but without its joints.
/// Returns it. Precondition: it exists and is no point and not the ground.
PartRef duplicatePart(Mechanism& mechanism, const PartRef& part);

/// Throws InputError where a text is no name: letters, digits and _, not beginning with a digit.
void requirePartName(const std::string& name);

/// Puts the symbol `after` in the place of `before` ("valve.z", "k") in all expressions.
void renameSymbol(Mechanism& mechanism, const std::string& before, const std::string& after);

/// Names of the parts whose expressions use the symbol.
std::vector<std::string> mentioning(const Mechanism& mechanism, const std::string& symbol);

/// Names of the parts that use a coordinate or a multiplier of a joint which `other` in its place would not
/// have.
std::vector<std::string> losersBy(const Mechanism& mechanism, int joint, const Joint& other);

/// Puts another joint in the place of one, where losersBy() finds none: what uses a coordinate uses the same
/// way or turn of the other, whatever number that has there.
void putJoint(Mechanism& mechanism, int joint, const Joint& other);

/// Whether an expression uses something of one of these parts or points.
bool mentions(std::string_view expression, const std::vector<std::string>& names);

}  // namespace holonom
