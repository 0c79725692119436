// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/model/field_section.h"

namespace holonom {
namespace {

using Kind = decltype(Joint::kind);
constexpr double kShortest = 1e-100;  // of an axis

double angleOf(const Mechanism& mechanism, int body) {
  return body == kGround ? 0 : mechanism.bodies[std::size_t(body)].angle;
}

/// Another kind between the same points, as the bodies stand at the start.
Kind converted(const Mechanism& mechanism, const Joint& joint, int kind) {
  const auto [a, b] = endsOf(joint);
  const double angle = std::visit(
      [&](const auto& old) {
        if constexpr (requires { old.angle; }) return old.angle;
        else return angleOf(mechanism, b.body) - angleOf(mechanism, a.body);
      },
      joint.kind);
  const Vector2 axis = std::visit(
      [](const auto& old) -> Vector2 {
        if constexpr (requires { old.axis; }) return old.axis;
        else return Vector2::UnitX();
      },
      joint.kind);
  switch (kind) {
    case 0: return RevoluteJoint{a, b};
    case 1: return PrismaticJoint{a, b, axis, angle};
    case 2: return FixedJoint{a, b, angle};
    case 3: return RollingJoint{a, b, axis, 0.1 * characteristicLength(mechanism)};
    case 4: return KnifeEdgeJoint{a, b, axis};
    default: return SlotJoint{a, b, axis};
  }
}

template <typename Type>
void addAxis(FieldGroup& group, const typename Section<Type>::At& at, const char* help) {
  Field& field = Section<Type>(group, at).vector("axis", "Direction", "", &Type::axis, help);
  field.set = [at](Mechanism& m, const FieldValue& value) {
    const Vector2& axis = std::get<Vector2>(value);
    const double length = std::hypot(axis.x(), axis.y());
    if (length < kShortest) throw InputError("Direction", "its length is 0", "give a direction such as 1, 0");
    at(m).axis = std::fabs(length - 1) < 1e-15 ? axis : Vector2(axis / length);
  };
}

template <typename Type>
void addAngle(FieldGroup& group, const typename Section<Type>::At& at) {
  Section<Type>(group, at).number("angle", "Angle between the bodies", "rad", kAnyNumber, &Type::angle,
                                  "How far the second body is turned against the first; the joint keeps it.");
}

struct JointFields {
  FieldGroup& group;
  int index;

  template <typename Type>
  typename Section<Type>::At at() const {
    return
        [index = index](Mechanism& m) -> Type& { return std::get<Type>(m.joints[std::size_t(index)].kind); };
  }
  void operator()(const RevoluteJoint&) const {
    addEnds<RevoluteJoint>(group, at<RevoluteJoint>(), "First point", "Second point",
                           "The two points coincide.");
  }
  void operator()(const PrismaticJoint&) const {
    addEnds<PrismaticJoint>(group, at<PrismaticJoint>(), "Line through", "Sliding point",
                            "The second point slides along a line through the first.");
    addAxis<PrismaticJoint>(
        group, at<PrismaticJoint>(),
        "Direction of the line in the axes of the first body; its length does not matter.");
    addAngle<PrismaticJoint>(group, at<PrismaticJoint>());
  }
  void operator()(const FixedJoint&) const {
    addEnds<FixedJoint>(group, at<FixedJoint>(), "First point", "Second point",
                        "The two points coincide and the bodies do not turn against each other.");
    addAngle<FixedJoint>(group, at<FixedJoint>());
  }
  void operator()(const RollingJoint&) const {
    addEnds<RollingJoint>(group, at<RollingJoint>(), "Line through", "Centre of the disc",
                          "A disc around the second point rolls on a line through the first.");
    addAxis<RollingJoint>(group, at<RollingJoint>(),
                          "Direction of the line in the axes of the first body; the disc is on its left.");
    Section<RollingJoint>(group, at<RollingJoint>())
        .number("radius", "Radius", "m", kPositive, &RollingJoint::radius, "Radius of the disc.");
  }
  void operator()(const KnifeEdgeJoint&) const {
    addEnds<KnifeEdgeJoint>(
        group, at<KnifeEdgeJoint>(), "Surface", "Blade at",
        "The second point moves only along the blade, on the surface that the first body carries.");
    addAxis<KnifeEdgeJoint>(group, at<KnifeEdgeJoint>(),
                            "Direction of the blade in the axes of the second body.");
  }
  void operator()(const SlotJoint&) const {
    addEnds<SlotJoint>(group, at<SlotJoint>(), "Slot through", "Pin",
                       "The second point slides along a line through the first, and turns freely.");
    addAxis<SlotJoint>(group, at<SlotJoint>(),
                       "Direction of the slot in the axes of the first body; its length does not matter.");
  }
};

}  // namespace

void requireTwoBodies(const Mechanism& mechanism, const PointRef& a, const PointRef& b) {
  if (a.body != b.body) return;
  const std::string name = a.body == kGround ? "ground" : mechanism.bodies[std::size_t(a.body)].name;
  throw InputError("", "this connects " + name + " to itself", "choose points of two different bodies");
}

FieldGroups jointFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{"Joint"}};
  addName(groups[0], {PartRef::Kind::Joint, index}, "Name of the joint; expressions that use it follow.");
  Field& type = addField(
      groups[0], "type", "Kind", Field::Kind::Choice, "What the joint lets move.",
      [index](const Mechanism& m) -> FieldValue { return int(m.joints[std::size_t(index)].kind.index()); },
      [index](Mechanism& m, const FieldValue& value) {
        Joint& joint = m.joints[std::size_t(index)];
        if (std::get<int>(value) != int(joint.kind.index()))
          joint.kind = converted(m, joint, std::get<int>(value));
      });
  type.choices = {"hinge (revolute)", "slider (prismatic)", "rigid (fixed)",
                  "disc that rolls",  "blade (knife edge)", "pin in a slot"};
  type.structural = true;
  std::visit(JointFields{groups[0], index}, mechanism.joints[std::size_t(index)].kind);
  return groups;
}

FieldGroups driverFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{"Driver"}};
  const Section<Driver>::At at = [index](Mechanism& m) -> Driver& { return m.drivers[std::size_t(index)]; };
  addName(groups[0], {PartRef::Kind::Driver, index}, "Name of the driver; expressions that use it follow.");
  Section<Driver> section(groups[0], at);
  section
      .index("joint", "Drives joint", Field::Kind::Joint, &Driver::joint,
             "The hinge, slider or pin in a slot whose motion is prescribed; a joint has one driver at most.")
      .structural = true;
  const bool slides =
      slideAxis(mechanism.joints[std::size_t(mechanism.drivers[std::size_t(index)].joint)]) != nullptr;
  section.expression("motion", slides ? "Displacement" : "Angle", slides ? "m" : "rad", &Driver::motion,
                     "The prescribed motion, a formula of the time t and the parameters in SI units.",
                     Field::Symbols::Time);
  return groups;
}

}  // namespace holonom
