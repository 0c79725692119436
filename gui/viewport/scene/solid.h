// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vtkActor.h>
#include <vtkMatrix4x4.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkSmartPointer.h>

#include "gui/viewport/scene/mesh.h"

class vtkRenderer;

/// The bridge from our meshes to VTK.
namespace holonom {

vtkSmartPointer<vtkPolyData> toPolyData(const Mesh& mesh, Colour body = {});

/// Rewrites the colours of vertices from `first` on.
void recolour(vtkPolyData& data, const std::vector<Role>& roles, Colour body, bool selected, int first = 0);

/// Gives everything in the renderer but bodies the present colours of its roles.
void recolourAll(vtkRenderer& renderer);

/// A mesh with an actor and a matrix that is edited in place.
class Solid {
 public:
  Solid() = default;
  explicit Solid(const Mesh& mesh, Colour body = {});
  Solid sharingShape(double opacity) const;  ///< another actor over the same mapper

  vtkActor* actor() const { return actor_; }
  vtkPolyData* data() const { return data_; }
  void setMesh(const Mesh& mesh, Colour body = {});
  void setVisible(bool visible) { actor_->SetVisibility(visible); }

  void place(const Pose& pose);

  /// The x axis of the mesh goes from `from` along `along`, stretched by its length; the other axes keep
  /// their scale.
  void placeAlong(const Vector3& from, const Vector3& along, double lengthScale);

 private:
  void createActor();

  vtkSmartPointer<vtkPolyData> data_;
  vtkSmartPointer<vtkPolyDataMapper> mapper_;
  vtkSmartPointer<vtkMatrix4x4> matrix_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace holonom
