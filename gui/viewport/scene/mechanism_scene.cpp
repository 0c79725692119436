// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/mechanism_scene.h"

#include <vtkLight.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "gui/viewport/scene/body_layer.h"
#include "gui/viewport/scene/grid.h"
#include "gui/viewport/scene/guide.h"
#include "gui/viewport/scene/load_arrow.h"
#include "gui/viewport/scene/picking.h"
#include "gui/viewport/scene/reach.h"
#include "gui/viewport/scene/spring.h"
#include "gui/viewport/scene/supports.h"

namespace holonom {
namespace {

constexpr double kGridCells = 12;       // across the model, at least
constexpr double kPickTolerance = 4;    // pixels

Box2 gridExtent(const Box2& reach, const Box2& current) {
  const Box2 box = reach.merged(current);
  const Vector2 margin = Vector2::Constant(0.6 * box.sizes().maxCoeff());
  return {box.min() - margin, box.max() + margin};
}

}  // namespace

struct MechanismScene::Parts {
  Parts(vtkRenderer& renderer, const Mechanism& mechanism)
      : renderer(renderer), layout(layoutOf(mechanism)), reach(reachableExtent(mechanism, layout)),
        bodies(renderer, mechanism, layout), arrows(loadArrowsOf(mechanism, layout)) {
    addGrid(mechanism);
    if (const Mesh mesh = supportsOf(mechanism, layout); mesh.vertexCount() > 0) {
      supports = Solid(mesh);
      renderer.AddActor(supports.actor());
    }
    for (const Joint& joint : mechanism.joints)
      if (const auto* slide = std::get_if<PrismaticJoint>(&joint.kind)) guides.emplace_back(mechanism, layout, *slide);
    for (const Force& force : mechanism.forces)
      if (const auto* element = std::get_if<SpringDamper>(&force.kind)) springs.emplace_back(renderer, mechanism, layout, *element);
    for (const Guide& guide : guides) renderer.AddActor(guide.actor());
    for (const LoadArrow& arrow : arrows) renderer.AddActor(arrow.actor());
  }

  void addGrid(const Mechanism& mechanism) {
    Box2 box = gridExtent(reach, currentExtent(mechanism, initialPoses(mechanism)));
    if (box.isEmpty() || box.sizes().maxCoeff() <= 0)
      box = Box2(Vector2::Constant(-layout.sizes.model), Vector2::Constant(layout.sizes.model));
    const double spacing = niceSpacing(box.sizes().maxCoeff() / (2.2 * kGridCells));
    gridBox = box;
    grid = gridSolid(gridMesh(box.min(), box.max(), spacing, layout.zLow(kGround) - layout.sizes.pitch));
    renderer.AddActor(grid.actor());
  }

  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) {
    bodies.setPoses(poses);
    for (Guide& guide : guides) guide.setPoses(poses);
    for (Spring& spring : springs) spring.setPoses(mechanism, poses);
    for (LoadArrow& arrow : arrows) arrow.setPoses(mechanism, poses);
  }

  vtkRenderer& renderer;
  SceneLayout layout;
  Box2 reach, gridBox;
  BodyLayer bodies;
  Solid grid, supports;
  std::vector<Guide> guides;
  std::vector<Spring> springs;
  std::vector<LoadArrow> arrows;
};

MechanismScene::MechanismScene() : renderer_(vtkRenderer::New()) {
  renderer_->GradientBackgroundOn();
  setBackground(false);
  vtkNew<vtkLight> light;  // over the viewer's left shoulder: faces of different tilt differ in tone
  light->SetLightTypeToCameraLight();
  light->SetPosition(-0.35, 0.55, 1);
  light->SetFocalPoint(0, 0, 0);
  renderer_->AddLight(light);
  setMechanism({});
}

MechanismScene::~MechanismScene() {
  parts_.reset();
  renderer_->Delete();
}

void MechanismScene::setBackground(bool dark) {
  if (dark) {
    renderer_->SetBackground(0.16, 0.17, 0.19);
    renderer_->SetBackground2(0.25, 0.27, 0.30);
  } else {
    renderer_->SetBackground(0.90, 0.915, 0.93);
    renderer_->SetBackground2(0.985, 0.987, 0.99);
  }
}

void MechanismScene::setMechanism(const Mechanism& mechanism) {
  parts_.reset();
  renderer_->RemoveAllViewProps();
  mechanism_ = mechanism;
  poses_ = initialPoses(mechanism_);
  parts_ = std::make_unique<Parts>(*renderer_, mechanism_);
  parts_->setPoses(mechanism_, poses_);
  setGridVisible(gridVisible_);
}

bool MechanismScene::setPoses(std::span<const BodyPose> poses) {
  if (poses.size() != poses_.size()) return false;
  std::copy(poses.begin(), poses.end(), poses_.begin());
  parts_->setPoses(mechanism_, poses_);
  return true;
}

bool MechanismScene::setGhostPoses(std::span<const BodyPose> poses) {
  if (!poses.empty() && poses.size() != poses_.size()) return false;
  parts_->bodies.setGhostPoses(poses);
  return true;
}

void MechanismScene::setSelectedBody(int body) { parts_->bodies.setSelected(body); }

void MechanismScene::setGridVisible(bool visible) {
  gridVisible_ = visible;
  parts_->grid.setVisible(visible);
}

void MechanismScene::fit() {
  const SceneLayout& layout = parts_->layout;
  Box2 box = parts_->reach.merged(currentExtent(mechanism_, poses_));
  if (box.isEmpty()) box = Box2(Vector2::Constant(-0.5 * layout.sizes.model), Vector2::Constant(0.5 * layout.sizes.model));
  const double margin = 3 * layout.sizes.halfWidth;
  std::vector<Vector3> corners;
  for (double x : {box.min().x() - margin, box.max().x() + margin})
    for (double y : {box.min().y() - margin, box.max().y() + margin})
      for (double z : {layout.zLow(kGround), layout.zFront()}) corners.push_back({x, y, z});
  camera_.fit(corners);
}

double MechanismScene::radiusAbout(const Vector3& centre) const {
  double radius = 0.5 * parts_->gridBox.sizes().norm();
  for (const BodyPose& pose : poses_)
    if (const double r = (Vector2(pose.x, pose.y) - centre.head<2>()).norm(); std::isfinite(r)) radius = std::max(radius, r);
  return 1.1 * (radius + parts_->layout.sizes.model + parts_->layout.zFront());
}

void MechanismScene::applyCamera() {
  const Vector2 middle = parts_->gridBox.center();
  const Vector3 centre(middle.x(), middle.y(), 0);
  camera_.applyTo(*renderer_->GetActiveCamera(), centre, radiusAbout(centre));
}

int MechanismScene::pick(double x, double y) const {
  const auto footprints = [this](int body) -> const std::vector<Footprint>& { return parts_->bodies.footprints(body); };
  return pickBody(camera_.rayThrough(x, y), parts_->layout, poses_, footprints, kPickTolerance * camera_.pixelSize());
}

std::vector<MechanismScene::Label> MechanismScene::labels() const {
  std::vector<Label> out;
  for (int body = 0; body < static_cast<int>(poses_.size()); ++body) {
    const auto& points = mechanism_.bodies[body].points;
    Vector2 at(poses_[body].x, poses_[body].y);
    if (points.size() >= 2)  // between the first two points rather than at the centre of mass, which may be at a pin
      at = placeOf(mechanism_, body, 0.5 * (points[0].position + points[1].position), poses_);
    out.push_back({camera_.project({at.x(), at.y(), parts_->layout.zHigh(body)}), body});
  }
  return out;
}

}  // namespace holonom
