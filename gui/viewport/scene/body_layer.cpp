// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/body_layer.h"

#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "gui/viewport/scene/bending.h"
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

Detail detailFor(size_t bodies) {
  if (bodies <= 60) return {};
  if (bodies <= BodyLayer::kActorLimit) return {.segments = 16};
  return {.segments = 8, .bevels = false, .pins = bodies <= 300, .centreLines = true};
}

}  // namespace

class BodyLayer::Display {
 public:
  virtual ~Display() = default;
  virtual void setPoses(std::span<const BodyPose> poses) = 0;
  virtual void setGhostPoses(std::span<const BodyPose> poses) = 0;
  virtual void setSelected(int body, bool selected) = 0;
  virtual void setVisible(bool visible) = 0;
  virtual void makeGhost() = 0;
  virtual void recolourGhosts() = 0;
  double bendingFactor = 1;
};

namespace {

/// Drawn in the pass of what is opaque, after it and with depth: one layer of glass, of what is nearest.
/// VTK's own pass for translucent things weighs all layers in two more pictures of the whole size, which
/// costs a software driver as much as all else.
void makeTranslucent(vtkActor& actor) {
  actor.GetProperty()->SetOpacity(kGhostOpacity);
  actor.GetProperty()->BackfaceCullingOn();
  actor.ForceOpaqueOn();
}

}  // namespace

/// One actor per body; flexible ones also move the vertices of their mesh.
class BodyLayer::Actors : public BodyLayer::Display {
 public:
  Actors(vtkRenderer& renderer, const Mechanism& mechanism, std::vector<Mesh> meshes,
         std::vector<Colour> colours)
      : renderer_(renderer), colours_(std::move(colours)), bendings_(meshes.size()) {
    for (size_t i = 0; i < meshes.size(); ++i) {
      if (mechanism.bodies[i].flexible) {
        bendings_[i].emplace(mechanism.bodies[i], meshes[i]);
        bent_.push_back(meshes[i]);
      }
      solids_.emplace_back(meshes[i], colours_[i]);
      roles_.push_back(meshes[i].roles);
      renderer_.AddActor(solids_.back().actor());
    }
  }

  ~Actors() override {
    for (const Solid& solid : solids_) renderer_.RemoveActor(solid.actor());
    for (const Solid& solid : ghosts_) renderer_.RemoveActor(solid.actor());
  }

  void setPoses(std::span<const BodyPose> poses) override { place(solids_, poses); }

  void setGhostPoses(std::span<const BodyPose> poses) override {
    if (ghosts_.empty() && !poses.empty()) {
      size_t bent = 0;
      for (size_t i = 0; i < solids_.size(); ++i) {
        if (bendings_[i]) {  // bent in another way than the body that it stands for
          ghosts_.emplace_back(bent_[bent++], colours_[i]);
          makeTranslucent(*ghosts_.back().actor());
        } else {
          ghosts_.push_back(solids_[i].sharingShape(kGhostOpacity));
        }
        renderer_.AddActor(ghosts_.back().actor());
      }
    }
    for (Solid& ghost : ghosts_) ghost.setVisible(!poses.empty());
    place(ghosts_, poses);
  }

  void setVisible(bool visible) override {
    for (Solid& solid : solids_) solid.setVisible(visible);
  }

  void makeGhost() override {
    for (Solid& solid : solids_) makeTranslucent(*solid.actor());
  }

  void setSelected(int body, bool selected) override {
    recolour(*solids_[body].data(), roles_[body], colours_[body], selected);
  }

  void recolourGhosts() override {
    for (size_t i = 0; i < ghosts_.size(); ++i)
      if (ghosts_[i].data() != solids_[i].data()) recolour(*ghosts_[i].data(), roles_[i], colours_[i], false);
  }

 private:
  void place(std::vector<Solid>& solids, std::span<const BodyPose> poses) const {
    for (size_t i = 0; i < solids.size() && i < poses.size(); ++i) {
      solids[i].place(poses[i]);
      if (bendings_[i]) bendings_[i]->apply(poses[i], bendingFactor, *solids[i].data());
    }
  }

  vtkRenderer& renderer_;
  std::vector<Colour> colours_;
  std::vector<std::optional<Bending>> bendings_;
  std::vector<Mesh> bent_;  // undeformed, of the flexible bodies
  std::vector<Solid> solids_, ghosts_;
  std::vector<std::vector<Role>> roles_;
};

/// One mesh for all bodies. The places of its vertices are computed from the bodies' meshes at every new
/// pose.
class BodyLayer::Batch : public BodyLayer::Display {
 public:
  Batch(vtkRenderer& renderer, const std::vector<Mesh>& meshes, std::vector<Colour> colours)
      : renderer_(renderer), colours_(std::move(colours)) {
    for (const Mesh& mesh : meshes) {
      const int first = all_.vertexCount();
      ranges_.push_back({first, mesh.vertexCount()});
      all_.points.insert(all_.points.end(), mesh.points.begin(), mesh.points.end());
      all_.normals.insert(all_.normals.end(), mesh.normals.begin(), mesh.normals.end());
      all_.roles.insert(all_.roles.end(), mesh.roles.begin(), mesh.roles.end());
      for (int vertex : mesh.triangles) all_.triangles.push_back(first + vertex);
      for (int vertex : mesh.lines) all_.lines.push_back(first + vertex);
    }
    solid_ = Solid(all_);
    for (size_t i = 0; i < ranges_.size(); ++i) setSelected(static_cast<int>(i), false);
    renderer_.AddActor(solid_.actor());
  }

  ~Batch() override {
    renderer_.RemoveActor(solid_.actor());
    if (ghost_.actor()) renderer_.RemoveActor(ghost_.actor());
  }

  void setPoses(std::span<const BodyPose> poses) override { place(solid_, poses); }

  void setGhostPoses(std::span<const BodyPose> poses) override {
    if (!ghost_.actor()) {
      if (poses.empty()) return;
      Mesh mesh = all_;
      ghost_ = Solid(mesh);
      for (size_t i = 0; i < ranges_.size(); ++i) colourRange(ghost_, static_cast<int>(i), false);
      makeTranslucent(*ghost_.actor());
      renderer_.AddActor(ghost_.actor());
    }
    ghost_.setVisible(!poses.empty());
    place(ghost_, poses);
  }

  void setVisible(bool visible) override { solid_.setVisible(visible); }
  void makeGhost() override { makeTranslucent(*solid_.actor()); }
  void setSelected(int body, bool selected) override { colourRange(solid_, body, selected); }

  void recolourGhosts() override {
    if (!ghost_.actor()) return;
    for (size_t i = 0; i < ranges_.size(); ++i) colourRange(ghost_, static_cast<int>(i), false);
  }

 private:
  struct Range {
    int first, count;
  };

  void colourRange(Solid& solid, int body, bool selected) {
    const auto begin = all_.roles.begin() + ranges_[body].first;
    recolour(*solid.data(), std::vector<Role>(begin, begin + ranges_[body].count), colours_[body], selected,
             ranges_[body].first);
  }

  void place(Solid& solid, std::span<const BodyPose> poses) {
    auto* points = static_cast<vtkFloatArray*>(solid.data()->GetPoints()->GetData());
    auto* normals = static_cast<vtkFloatArray*>(solid.data()->GetPointData()->GetNormals());
    float* p = points->GetPointer(0);
    float* n = normals->GetPointer(0);
    for (size_t i = 0; i < ranges_.size() && i < poses.size(); ++i) {
      using Columns = Eigen::Matrix3Xf;
      const Eigen::Matrix3f turn = poses[i].rotation.cast<float>();
      const int first = 3 * ranges_[i].first, count = ranges_[i].count;
      const Eigen::Map<const Columns> at(&all_.points[first], 3, count), out(&all_.normals[first], 3, count);
      Eigen::Map<Columns>(p + first, 3, count) = (turn * at).colwise() + poses[i].position.cast<float>();
      Eigen::Map<Columns>(n + first, 3, count) = turn * out;
    }
    points->Modified();
    normals->Modified();
    solid.data()->Modified();
    solid.data()->GetPoints()->Modified();
  }

  vtkRenderer& renderer_;
  std::vector<Colour> colours_;
  Mesh all_;  // every body in its own axes
  std::vector<Range> ranges_;
  Solid solid_, ghost_;
};

BodyLayer::BodyLayer(vtkRenderer& renderer, const Mechanism& mechanism, const SceneLayout& layout,
                     std::optional<Colour> ghost) {
  const size_t count = mechanism.bodies.size();
  std::vector<Mesh> meshes;
  for (size_t i = 0; i < count; ++i) {
    BodyShape shape = shapeOf(mechanism, layout, static_cast<int>(i), detailFor(count));
    if (ghost)
      for (size_t z = 2; z < shape.mesh.points.size(); z += 3)
        shape.mesh.points[z] -= static_cast<float>(kGhostDepth * layout.sizes.pitch);
    meshes.push_back(std::move(shape.mesh));
    footprints_.push_back(std::move(shape.footprints));
  }
  if (count <= kActorLimit)
    display_ = std::make_unique<Actors>(renderer, mechanism, std::move(meshes), coloursOf(mechanism, ghost));
  else display_ = std::make_unique<Batch>(renderer, meshes, coloursOf(mechanism, ghost));
  if (ghost) display_->makeGhost();
}

BodyLayer::~BodyLayer() = default;

void BodyLayer::setPoses(std::span<const BodyPose> poses) { display_->setPoses(poses); }

void BodyLayer::setBendingFactor(double factor) { display_->bendingFactor = factor; }

void BodyLayer::setVisible(bool visible) { display_->setVisible(visible); }

void BodyLayer::setGhostPoses(std::span<const BodyPose> poses) { display_->setGhostPoses(poses); }

void BodyLayer::restyle() {
  for (int body = 0; body < static_cast<int>(footprints_.size()); ++body)
    display_->setSelected(body, std::find(selected_.begin(), selected_.end(), body) != selected_.end());
  display_->recolourGhosts();
}

void BodyLayer::setSelected(const std::vector<int>& bodies) {
  for (const int body : selected_) display_->setSelected(body, false);
  selected_ = bodies;
  std::erase_if(selected_,
                [&](int body) { return body < 0 || body >= static_cast<int>(footprints_.size()); });
  for (const int body : selected_) display_->setSelected(body, true);
}

}  // namespace holonom
