// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/floor_mark.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "gui/viewport/scene/grid.h"
#include "gui/viewport/scene/standing.h"
#include "gui/viewport/scene/work_plane.h"

namespace holonom {
namespace {

constexpr double kSamePlane = 1e-6;  // by which two planes may differ, in sizes of the model
constexpr double kMostCells = 14;    // along a side; then they become larger
constexpr double kMostWide = 60;     // along a side of what goes on beyond the picture
constexpr double kBeyond = 10;       // sizes of the model, by which that does
constexpr double kLevel = 0.999;     // cosine
constexpr double kThickness = 0.18;  // of the size of what rolls

/// What touches a plane: a point of a body, and how large it is.
struct Contact {
  int body;
  Vector3 local;  // about its centre of mass
  double size;
};

/// The plane of a joint that rolls or cuts in space, with the size of what rolls; 0 of a blade.
std::optional<std::pair<GroundPlane, double>> planeOf(const Mechanism& mechanism, const Joint& joint) {
  if (!actsInSpace(mechanism, joint)) return {};
  const PointRef on = endsOf(joint).first;
  if (on.body != kGround) return {};
  const Vector3* normal = groundNormal(joint);
  if (!normal) return {};
  const double* radius = discRadius(joint);
  return std::pair(GroundPlane{localPosition(mechanism, on), normal->normalized()}, radius ? *radius : 0);
}

/// Its lines go as those of the ground axes do.
WorkPlane workPlaneOf(const GroundPlane& plane) {
  constexpr double kSteep = 0.9;
  const Vector3 wish = std::abs(plane.normal.x()) < kSteep ? Vector3::UnitX() : Vector3::UnitY();
  Pose frame{plane.through};
  const Vector3 along = (wish - wish.dot(plane.normal) * plane.normal).normalized();
  frame.rotation << along, plane.normal.cross(along), plane.normal;
  return WorkPlane(frame);
}

class FloorMark : public Floor {
 public:
  FloorMark(SolidStock& stock, const SceneLayout& layout, const GroundPlane& plane, bool level,
            std::vector<Contact> contacts)
      : plane_(workPlaneOf(plane)), contacts_(std::move(contacts)),
        beyond_(level ? kBeyond * layout.sizes.model : 0), way_(touched(layout.initial)) {
    for (const Contact& contact : contacts_) size_ = std::max(size_, contact.size);
    if (way_.isEmpty()) return;
    cover(around(way_, 2 * size_));
    slab_ = stock.take(slab());
    slab_.place(plane_.frame());
  }

  void setPoses(const Mechanism&, std::span<const BodyPose> poses) override {
    const Box2 now = touched(poses);
    if (!slab_ || now.isEmpty()) return;
    way_.extend(now);
    if (box_.contains(around(now, 1.5 * size_ + 0.9 * room()))) return;
    cover(around(way_, 4 * size_ + room() + 0.15 * box_.sizes().maxCoeff()).merged(box_));
    slab_.setMesh(slab());
  }

  void setWide(bool on) override {
    if (!slab_ || on == wide_) return;
    wide_ = on;
    cover(around(way_, 2 * size_ + room()));
    slab_.setMesh(slab());
  }

 private:
  double room() const { return wide_ ? beyond_ : 0; }

  Box2 touched(std::span<const BodyPose> poses) const {
    Box2 box;
    for (const Contact& contact : contacts_)
      if (const Vector3 at = poseOf(poses, contact.body).toGround(contact.local); at.allFinite())
        box.extend(plane_.shadowOf(at));
    return box;
  }

  static Box2 around(const Box2& box, double room) {
    return {box.min() - Vector2::Constant(room), box.max() + Vector2::Constant(room)};
  }

  /// By whole cells.
  void cover(const Box2& box) {
    cell_ =
        niceSpacing(std::max(1.5 * size_, box.sizes().maxCoeff() / (room() > 0 ? kMostWide : kMostCells)));
    for (int i = 0; i < 2; ++i) {
      box_.min()[i] = cell_ * std::floor(box.min()[i] / cell_);
      box_.max()[i] = cell_ * std::ceil(box.max()[i] / cell_);
    }
  }

  /// Its upper face is the plane itself; the lines lie a hair above.
  Mesh slab() const {
    const double thick = kThickness * size_, hair = 0.03 * size_;
    Mesh mesh;
    addBox(mesh, {lifted(box_.center(), -0.5 * thick)}, lifted(0.5 * box_.sizes(), 0.5 * thick),
           {8, 0, Role::GridMinor, Role::GridMinor});
    const Vector2 eps = Vector2::Constant(1e-6 * cell_);  // that rounding makes no cell more
    addPlaced(mesh, gridMesh(box_.min() + eps, box_.max() - eps, cell_, hair, 1), Pose());
    return mesh;
  }

  WorkPlane plane_;
  std::vector<Contact> contacts_;
  double beyond_, size_ = 0, cell_ = 1;
  bool wide_ = false;
  Box2 way_, box_;  // where they have touched it, and what it covers
  Solid slab_;
};

}  // namespace

std::vector<GroundPlane> groundPlanesOf(const Mechanism& mechanism) {
  std::vector<GroundPlane> planes;
  for (const Joint& joint : mechanism.joints)
    if (const auto found = planeOf(mechanism, joint)) planes.push_back(found->first);
  return planes;
}

std::vector<std::unique_ptr<Floor>> floorsOf(SolidStock& stock, const Mechanism& mechanism,
                                             const SceneLayout& layout) {
  std::vector<std::pair<GroundPlane, std::vector<Contact>>> planes;
  for (const Joint& joint : mechanism.joints) {
    const auto found = planeOf(mechanism, joint);
    if (!found) continue;
    const GroundPlane& plane = found->first;
    const auto known = std::find_if(planes.begin(), planes.end(), [&](const auto& other) {
      return (other.first.normal - plane.normal).norm() < kSamePlane &&
             std::abs(plane.normal.dot(other.first.through - plane.through)) <
                 kSamePlane * layout.sizes.model;
    });
    const PointRef touches = endsOf(joint).second;
    auto& contacts =
        (known == planes.end() ? planes.emplace_back(plane, std::vector<Contact>()) : *known).second;
    contacts.push_back(
        {touches.body, aboutCentre(mechanism, touches), std::max(found->second, 3 * layout.sizes.halfWidth)});
  }
  std::vector<std::unique_ptr<Floor>> floors;
  for (auto& [plane, contacts] : planes) {
    const bool level = plane.normal.dot(upwardsOf(mechanism)) > kLevel;
    floors.push_back(std::make_unique<FloorMark>(stock, layout, plane, level, std::move(contacts)));
  }
  return floors;
}

}  // namespace holonom
