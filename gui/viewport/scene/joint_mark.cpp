// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/joint_mark.h"

#include "gui/viewport/scene/contact_mark.h"
#include "gui/viewport/scene/guide.h"

namespace holonom {
namespace {

/// The mark of each kind of joint.
struct MarkMaker {
  using Mark = std::unique_ptr<JointMark>;
  const Mechanism& mechanism;
  const SceneLayout& layout;
  int joint;

  Mark operator()(const RevoluteJoint&) const { return nullptr; }
  Mark operator()(const FixedJoint&) const { return nullptr; }
  Mark operator()(const PrismaticJoint&) const { return std::make_unique<Guide>(mechanism, layout, joint); }
  Mark operator()(const SlotJoint&) const { return std::make_unique<Guide>(mechanism, layout, joint); }
  Mark operator()(const RollingJoint& disc) const {
    return std::make_unique<ContactMark>(mechanism, layout, disc);
  }
  Mark operator()(const KnifeEdgeJoint& blade) const {
    return std::make_unique<ContactMark>(mechanism, layout, blade);
  }
};

}  // namespace

std::unique_ptr<JointMark> makeJointMark(const Mechanism& mechanism, const SceneLayout& layout, int joint) {
  return std::visit(MarkMaker{mechanism, layout, joint},
                    mechanism.joints[static_cast<std::size_t>(joint)].kind);
}

}  // namespace holonom
