// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gui/viewport/scene/mesh.h"

class vtkProperty;
class vtkRenderer;

/// The bridge from our meshes to VTK.
namespace holonom {

/// A mesh with a place in the picture: one of a SolidStock. Copies are the same solid. What is done to it is
/// seen after the next SolidStock::update().
class Solid {
 public:
  Solid() = default;

  explicit operator bool() const { return part_ != nullptr; }
  void setMesh(Mesh mesh);
  void setSelected(bool selected);

  void place(const Pose& pose);
  /// The x axis of the mesh goes from `from` along `along`, stretched by its length; the other axes keep
  /// their scale.
  void placeAlong(const Vector3& from, const Vector3& along, double lengthScale);
  /// The places of its own vertices (x, y, z of each, in the axes of the mesh), to be moved where it bends.
  std::span<float> bend();

 private:
  friend class SolidStock;
  struct Part;
  std::shared_ptr<Part> part_;
};

/// The solids of one layer. They are one mesh of VTK's whose vertices are moved here: a draw call for each
/// solid costs more than a thousand vertices. When a layer is built anew and the meshes have the same
/// triangles as before, as after most changes of a mechanism, the driver keeps what it holds of them.
class SolidStock {
 public:
  SolidStock();
  ~SolidStock();
  SolidStock(const SolidStock&) = delete;
  SolidStock& operator=(const SolidStock&) = delete;

  void begin(vtkRenderer& renderer);  ///< what is taken from now on takes the place of what there is
  Solid take(Mesh mesh) { return take(std::make_shared<const Mesh>(std::move(mesh))); }
  Solid take(std::shared_ptr<const Mesh> mesh, Colour body = {});
  /// Brings what was taken, moved and coloured since the last time into the picture.
  void update();

  void setVisible(bool visible);
  void makeTranslucent(double opacity);
  /// Behind what is at the same place, from wherever it is seen, by `depth` as a share of all depth in the
  /// picture: two surfaces in one place flicker.
  void putBehind(double depth);
  void restyle();  ///< after the colours of roles have changed
  vtkProperty& look();

 private:
  struct Picture;  // what VTK holds of them
  bool isLaid() const;
  void lay();
  std::unique_ptr<Picture> picture_;
  std::vector<Solid> solids_;
};

}  // namespace holonom
