// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/joint_mark.h"

#include <algorithm>
#include <utility>

#include "gui/viewport/scene/contact_mark.h"
#include "gui/viewport/scene/guide.h"
#include "gui/viewport/scene/spatial_mark.h"

namespace holonom {
namespace {

/// A thin bar between the two points, with the mark of what holds it, if any.
class RodMark : public JointMark {
 public:
  RodMark(SolidStock& stock, const SceneLayout& layout, const std::pair<PointRef, PointRef>& ends,
          std::unique_ptr<JointMark> bearing = nullptr)
      : ends_(ends), bearing_(std::move(bearing)) {
    Mesh mesh;
    const Vector3 path[] = {{0, 0, 0}, {1, 0, 0}};
    addTube(mesh, path, 0.3 * layout.sizes.halfWidth, std::max(3, 3 * layout.detail.segments / 8),
            Role::Metal);
    solid_ = stock.take(std::move(mesh));
    heights_ = {layout.zLine(ends.first.body), layout.zLine(ends.second.body)};
  }
  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) override {
    const auto place = [&](const PointRef& end, double height) {
      return placeOf(mechanism, end.body, localPosition(mechanism, end), poses, height);
    };
    const Vector3 from = place(ends_.first, heights_.first),
                  along = place(ends_.second, heights_.second) - from;
    solid_.placeAlong(from, along, std::max(along.norm(), 1e-9));
    if (bearing_) bearing_->setPoses(mechanism, poses);
  }

 private:
  std::pair<PointRef, PointRef> ends_;
  std::unique_ptr<JointMark> bearing_;
  std::pair<double, double> heights_;  // of the ends
  Solid solid_;
};

/// The mark of each kind of joint in the plane.
struct MarkMaker {
  using Mark = std::unique_ptr<JointMark>;
  SolidStock& stock;
  const Mechanism& mechanism;
  const SceneLayout& layout;
  int joint;

  Mark operator()(const RevoluteJoint&) const { return nullptr; }
  Mark operator()(const FixedJoint&) const { return nullptr; }
  Mark operator()(const PrismaticJoint&) const {
    return std::make_unique<Guide>(stock, mechanism, layout, joint);
  }
  Mark operator()(const SlotJoint&) const { return std::make_unique<Guide>(stock, mechanism, layout, joint); }
  Mark operator()(const RollingJoint& disc) const {
    return std::make_unique<ContactMark>(stock, mechanism, layout, disc);
  }
  Mark operator()(const KnifeEdgeJoint& blade) const {
    return std::make_unique<ContactMark>(stock, mechanism, layout, blade);
  }
  Mark operator()(const RodJoint&) const { return nullptr; }
  Mark operator()(const SphericalJoint&) const { return nullptr; }
  template <typename OfSpace>
  Mark operator()(const OfSpace&) const {
    return nullptr;
  }
};

}  // namespace

std::unique_ptr<JointMark> makeJointMark(SolidStock& stock, const Mechanism& mechanism,
                                         const SceneLayout& layout, int index) {
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(index)];
  auto mark = actsInSpace(mechanism, joint)
                  ? makeSpatialMark(stock, mechanism, layout, index)
                  : std::visit(MarkMaker{stock, mechanism, layout, index}, joint.kind);
  if (!rodLength(joint)) return mark;
  return std::make_unique<RodMark>(stock, layout, endsOf(joint), std::move(mark));
}

}  // namespace holonom
