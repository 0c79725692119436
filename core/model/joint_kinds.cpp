// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/joint_kinds.h"

#include <functional>
#include <type_traits>

namespace holonom {
namespace {

using Maker = std::function<AnyJoint(PointRef, PointRef, const JointStart&)>;

template <typename... Kinds>
std::vector<JointKind> describeAll(std::type_identity<std::variant<Kinds...>>) {
  return {Kinds::describe()...};
}

template <typename... Kinds>
std::vector<Maker> makersOf(std::type_identity<std::variant<Kinds...>>) {
  return {Kinds::make...};
}

template <typename... Kinds>
std::vector<AnyJoint> newOnes(std::type_identity<std::variant<Kinds...>>) {
  return {Kinds()...};
}

}  // namespace

std::span<const JointKind> jointKinds() {
  static const std::vector<JointKind> kinds = describeAll(std::type_identity<AnyJoint>());
  return kinds;
}

std::vector<std::string> jointKindNames() {
  std::vector<std::string> names;
  for (const JointKind& kind : jointKinds()) names.push_back(kind.name);
  return names;
}

std::string drivableKinds(bool inSpace) {
  std::vector<std::string> names;
  for (const JointKind& kind : jointKinds())
    if (!kind.coordinates.empty() && (inSpace || kind.isDrivableInPlane())) names.push_back(kind.name);
  std::string words = names.front();
  for (std::size_t i = 1; i + 1 < names.size(); ++i) words += ", " + names[i];
  return tr("{} or {} joint", words, names.back());
}

AnyJoint makeJoint(std::size_t kind, PointRef a, PointRef b, const JointStart& start) {
  static const std::vector<Maker> makers = makersOf(std::type_identity<AnyJoint>());
  return makers.at(kind)(a, b, start);
}

AnyJoint newJoint(std::size_t kind) {
  static const std::vector<AnyJoint> joints = newOnes(std::type_identity<AnyJoint>());
  return joints.at(kind);
}

}  // namespace holonom
