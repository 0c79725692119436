// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/body_layer.h"

#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>

#include "gui/viewport/scene/solid.h"

namespace holonom {
namespace {

constexpr double kGhostOpacity = 0.35;
// of the distance of the layers: a ghost at the same place is hidden, not mixed in
constexpr double kGhostDepth = 0.05;

std::vector<Colour> coloursOf(const Mechanism& mechanism, std::optional<Colour> ghost) {
  if (ghost) return std::vector<Colour>(mechanism.bodies.size(), *ghost);
  std::vector<Colour> colours;
  for (size_t i = 0; i < mechanism.bodies.size(); ++i)
    colours.push_back(parseColour(mechanism.bodies[i].display.colour, paletteColour(static_cast<int>(i))));
  return colours;
}

/// Drawn in the pass of what is opaque, after it and with depth: one layer of glass, of what is nearest.
/// VTK's own pass for translucent things weighs all layers in two more pictures of the whole size, which
/// costs a software driver as much as all else.
void makeTranslucent(vtkActor& actor) {
  actor.GetProperty()->SetOpacity(kGhostOpacity);
  actor.GetProperty()->BackfaceCullingOn();
  actor.ForceOpaqueOn();
}

}  // namespace

class BodyLayer::Display {
 public:
  virtual ~Display() = default;
  virtual void build(const BodyShapes& shapes, const std::vector<Colour>& colours, bool translucent) = 0;
  virtual void setPoses(std::span<const BodyPose> poses) = 0;
  virtual void setSelected(int body, bool selected) = 0;
  virtual void setVisible(bool visible) = 0;
  double bendingFactor = 1;
  double sunk = 0;  // m, along the normals of the bodies
};

/// One actor per body; flexible ones also move the vertices of their mesh.
class BodyLayer::Actors : public BodyLayer::Display {
 public:
  explicit Actors(vtkRenderer& renderer) : renderer_(renderer) {}

  void build(const BodyShapes& shapes, const std::vector<Colour>& colours, bool translucent) override {
    stock_.begin(renderer_);
    shapes_.clear();
    solids_.clear();
    for (size_t i = 0; i < shapes.size(); ++i) {
      shapes_.push_back(shapes[i]);
      solids_.push_back(stock_.take({shapes[i], &shapes[i]->mesh}, colours[i]));
      if (translucent) makeTranslucent(*solids_.back().actor());
    }
    stock_.end();
  }

  void setPoses(std::span<const BodyPose> poses) override {
    for (size_t i = 0; i < solids_.size() && i < poses.size(); ++i) {
      solids_[i].place({poses[i].position - sunk * poses[i].normal(), poses[i].rotation});
      if (const auto& bending = shapes_[i]->bending)
        bending->apply(poses[i], bendingFactor, *solids_[i].data());
    }
  }

  void setVisible(bool visible) override {
    for (Solid& solid : solids_) solid.setVisible(visible);
  }

  void setSelected(int body, bool selected) override {
    const Solid& solid = solids_[static_cast<size_t>(body)];
    recolour(*solid.data(), solid.mesh().roles, solid.colour(), selected);
  }

 private:
  vtkRenderer& renderer_;
  SolidStock stock_;
  std::vector<std::shared_ptr<const BodyShape>> shapes_;
  std::vector<Solid> solids_;
};

/// One mesh for all bodies. The places of its vertices are computed from the bodies' meshes at every new
/// pose.
class BodyLayer::Batch : public BodyLayer::Display {
 public:
  explicit Batch(vtkRenderer& renderer) : renderer_(renderer) {}
  ~Batch() override {
    if (solid_) renderer_.RemoveActor(solid_.actor());
  }

  void build(const BodyShapes& shapes, const std::vector<Colour>& colours, bool translucent) override {
    std::vector<Member> before = std::move(members_);
    members_.clear();
    int first = 0;
    for (size_t i = 0; i < shapes.size(); ++i) {
      members_.push_back({shapes[i], colours[i], first});
      first += shapes[i]->mesh.vertexCount();
    }
    if (std::equal(before.begin(), before.end(), members_.begin(), members_.end(), haveOneTopology)) {
      for (size_t i = 0; i < members_.size(); ++i)
        if (before[i].colour != members_[i].colour) setSelected(static_cast<int>(i), false);
      return;
    }
    if (solid_) renderer_.RemoveActor(solid_.actor());
    solid_ = Solid(joined());
    for (size_t i = 0; i < members_.size(); ++i) setSelected(static_cast<int>(i), false);
    if (translucent) makeTranslucent(*solid_.actor());
    renderer_.AddActor(solid_.actor());
  }

  void setPoses(std::span<const BodyPose> poses) override {
    auto* points = static_cast<vtkFloatArray*>(solid_.data()->GetPoints()->GetData());
    auto* normals = static_cast<vtkFloatArray*>(solid_.data()->GetPointData()->GetNormals());
    using Columns = Eigen::Matrix3Xf;
    for (size_t i = 0; i < members_.size() && i < poses.size(); ++i) {
      const Mesh& mesh = members_[i].shape->mesh;
      const int first = 3 * members_[i].first, count = mesh.vertexCount();
      if (count == 0) continue;
      const Eigen::Matrix3f turn = poses[i].rotation.cast<float>();
      const Eigen::Vector3f origin = (poses[i].position - sunk * poses[i].normal()).cast<float>();
      const Eigen::Map<const Columns> at(mesh.points.data(), 3, count), out(mesh.normals.data(), 3, count);
      Eigen::Map<Columns> places(points->GetPointer(first), 3, count);
      places.noalias() = turn * at;
      places.colwise() += origin;
      Eigen::Map<Columns>(normals->GetPointer(first), 3, count).noalias() = turn * out;
    }
    points->Modified();
    normals->Modified();
    solid_.data()->Modified();
    solid_.data()->GetPoints()->Modified();
  }

  void setVisible(bool visible) override { solid_.setVisible(visible); }

  void setSelected(int body, bool selected) override {
    const Member& member = members_[static_cast<size_t>(body)];
    recolour(*solid_.data(), member.shape->mesh.roles, member.colour, selected, member.first);
  }

 private:
  struct Member {
    std::shared_ptr<const BodyShape> shape;
    Colour colour;
    int first;  // of its vertices
  };

  /// Only places and normals differ, which every new pose sets.
  static bool haveOneTopology(const Member& a, const Member& b) {
    const Mesh &one = a.shape->mesh, &other = b.shape->mesh;
    return a.shape == b.shape ||
           (one.triangles == other.triangles && one.lines == other.lines && one.roles == other.roles);
  }

  Mesh joined() const {
    Mesh all;
    for (const Member& member : members_) {
      const Mesh& mesh = member.shape->mesh;
      all.points.insert(all.points.end(), mesh.points.begin(), mesh.points.end());
      all.normals.insert(all.normals.end(), mesh.normals.begin(), mesh.normals.end());
      all.roles.insert(all.roles.end(), mesh.roles.begin(), mesh.roles.end());
      for (const int vertex : mesh.triangles) all.triangles.push_back(member.first + vertex);
      for (const int vertex : mesh.lines) all.lines.push_back(member.first + vertex);
    }
    return all;
  }

  vtkRenderer& renderer_;
  std::vector<Member> members_;
  Solid solid_;
};

Detail BodyLayer::detailFor(std::size_t bodies) {
  if (bodies <= 60) return {};
  if (bodies <= kActorLimit) return {.segments = 16};
  return {.segments = 8, .bevels = false, .pins = bodies <= 300, .centreLines = true};
}

BodyLayer::BodyLayer(vtkRenderer& renderer, std::optional<Colour> ghost)
    : renderer_(renderer), ghost_(ghost) {}

BodyLayer::~BodyLayer() = default;

void BodyLayer::build(const Mechanism& mechanism, const SceneLayout& layout, const BodyShapes& shapes) {
  setSelected({});
  if (!display_ || (count_ <= kActorLimit) != (shapes.size() <= kActorLimit)) {
    display_.reset();
    if (shapes.size() <= kActorLimit) display_ = std::make_unique<Actors>(renderer_);
    else display_ = std::make_unique<Batch>(renderer_);
  }
  count_ = shapes.size();
  display_->sunk = ghost_ ? kGhostDepth * layout.sizes.pitch : 0;
  display_->build(shapes, coloursOf(mechanism, ghost_), ghost_.has_value());
}

void BodyLayer::setPoses(std::span<const BodyPose> poses) { display_->setPoses(poses); }

void BodyLayer::setBendingFactor(double factor) { display_->bendingFactor = factor; }

void BodyLayer::setVisible(bool visible) { display_->setVisible(visible); }

void BodyLayer::restyle() {
  for (int body = 0; body < static_cast<int>(count_); ++body)
    display_->setSelected(body, std::find(selected_.begin(), selected_.end(), body) != selected_.end());
}

void BodyLayer::setSelected(const std::vector<int>& bodies) {
  for (const int body : selected_) display_->setSelected(body, false);
  selected_ = bodies;
  std::erase_if(selected_, [&](int body) { return body < 0 || body >= static_cast<int>(count_); });
  for (const int body : selected_) display_->setSelected(body, true);
}

}  // namespace holonom
