// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vtkActor.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkSmartPointer.h>

#include <memory>
#include <unordered_map>

#include "gui/viewport/scene/mesh.h"

class vtkRenderer;

/// The bridge from our meshes to VTK.
namespace holonom {

vtkSmartPointer<vtkPolyData> toPolyData(const Mesh& mesh, Colour body = {});

/// Rewrites the colours of vertices from `first` on.
void recolour(vtkPolyData& data, const std::vector<Role>& roles, Colour body, bool selected, int first = 0);

/// Gives everything in the renderer but bodies the present colours of its roles.
void recolourAll(vtkRenderer& renderer);

/// A mesh in the picture, with an actor and a matrix that is edited in place. Copies are the same solid.
class Solid {
 public:
  Solid() = default;
  explicit Solid(Mesh mesh, Colour body = {});
  explicit Solid(std::shared_ptr<const Mesh> mesh, Colour body = {});

  explicit operator bool() const { return shown_ != nullptr; }
  vtkActor* actor() const { return shown_ ? shown_->actor.Get() : nullptr; }
  vtkPolyData* data() const { return shown_->data; }
  const Mesh& mesh() const { return *shown_->mesh; }
  Colour colour() const { return shown_->colour; }
  void setMesh(Mesh mesh);
  void setVisible(bool visible) { shown_->actor->SetVisibility(visible); }

  void place(const Pose& pose);

  /// The x axis of the mesh goes from `from` along `along`, stretched by its length; the other axes keep
  /// their scale.
  void placeAlong(const Vector3& from, const Vector3& along, double lengthScale);

 private:
  struct Shown {
    std::shared_ptr<const Mesh> mesh;
    Colour colour{};
    vtkNew<vtkPolyDataMapper> mapper;
    vtkNew<vtkMatrix4x4> matrix;
    vtkNew<vtkActor> actor;
    vtkSmartPointer<vtkPolyData> data;
  };
  std::shared_ptr<Shown> shown_;
};

/// The solids of one layer. When that is built anew after a change, those whose mesh and colour are what they
/// were stay in the picture, with all that the driver holds of them.
class SolidStock {
 public:
  SolidStock() = default;
  ~SolidStock();
  SolidStock(const SolidStock&) = delete;
  SolidStock& operator=(const SolidStock&) = delete;

  void begin(vtkRenderer& renderer);  ///< what is taken from now on takes the place of what there is
  Solid take(Mesh mesh) { return take(std::make_shared<const Mesh>(std::move(mesh))); }
  Solid take(std::shared_ptr<const Mesh> mesh, Colour body = {});
  void end();  ///< what was not taken again leaves the picture

 private:
  vtkRenderer* renderer_ = nullptr;
  std::unordered_multimap<std::size_t, Solid> before_;  // by digests of their meshes
  std::vector<Solid> now_;
};

}  // namespace holonom
