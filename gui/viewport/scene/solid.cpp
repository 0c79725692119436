// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/solid.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkSmartPointer.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnsignedCharArray.h>

#include <Eigen/LU>
#include <algorithm>
#include <string>

namespace holonom {
namespace {

/// Only places, normals and colours differ.
bool haveOneTopology(const Mesh& a, const Mesh& b) {
  return &a == &b || (a.vertexCount() == b.vertexCount() && a.triangles == b.triangles && a.lines == b.lines);
}

vtkSmartPointer<vtkFloatArray> triples(int count) {
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(count);
  return array;
}

}  // namespace

struct Solid::Part {
  std::shared_ptr<const Mesh> mesh;
  Colour colour{};
  Pose pose;
  std::vector<float> bent;  // instead of the points of the mesh, where it bends
  bool isSelected = false;
  bool isNew = true, hasMoved = true, isRecoloured = true;  // since the last update()
  int first = 0;                                            // of its vertices in the stock
};

void Solid::setMesh(Mesh mesh) {
  part_->mesh = std::make_shared<const Mesh>(std::move(mesh));
  part_->bent.clear();
  part_->isNew = part_->hasMoved = part_->isRecoloured = true;
}

void Solid::setSelected(bool selected) {
  part_->isRecoloured |= selected != part_->isSelected;
  part_->isSelected = selected;
}

void Solid::place(const Pose& pose) {
  if (pose.position == part_->pose.position && pose.rotation == part_->pose.rotation) return;
  part_->pose = pose;
  part_->hasMoved = true;
}

void Solid::placeAlong(const Vector3& from, const Vector3& along, double lengthScale) {
  Matrix3 axes = axesAlong(along);
  axes.col(0) *= lengthScale;
  place({from, axes});
}

std::span<float> Solid::bend() {
  if (part_->bent.empty()) part_->bent = part_->mesh->points;
  part_->hasMoved = true;
  return part_->bent;
}

struct SolidStock::Picture {
  vtkRenderer* renderer = nullptr;
  vtkNew<vtkActor> actor;
  vtkNew<vtkPolyData> data;
  vtkSmartPointer<vtkFloatArray> points, normals;
  vtkSmartPointer<vtkUnsignedCharArray> colours;
  std::vector<std::shared_ptr<const Mesh>> laid;  // of which the data are
  bool isVisible = true;

  void place(const Solid::Part& part) const {
    using Columns = Eigen::Matrix3Xf;
    const int count = part.mesh->vertexCount(), first = 3 * part.first;
    if (count == 0) return;
    const Matrix3& turn = part.pose.rotation;  // it may stretch as well
    const std::vector<float>& own = part.bent.empty() ? part.mesh->points : part.bent;
    const Eigen::Map<const Columns> at(own.data(), 3, count), out(part.mesh->normals.data(), 3, count);
    Eigen::Map<Columns> places(points->GetPointer(first), 3, count);
    places.noalias() = turn.cast<float>() * at;
    places.colwise() += part.pose.position.cast<float>();
    Eigen::Map<Columns>(normals->GetPointer(first), 3, count).noalias() =
        turn.inverse().transpose().cast<float>() * out;
  }

  void colour(const Solid::Part& part) const {
    vtkIdType vertex = part.first;
    for (const Role role : part.mesh->roles)
      colours->SetTypedTuple(vertex++, colourOf(role, part.colour, part.isSelected).data());
  }
};

SolidStock::SolidStock() : picture_(std::make_unique<Picture>()) {
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(picture_->data);
  picture_->actor->SetMapper(mapper);
  look().SetAmbient(0.42);
  look().SetDiffuse(0.64);
  look().SetSpecular(0);
  look().SetLineWidth(2);
  look().BackfaceCullingOn();  // meshes are closed: nothing is seen of them from within
}

SolidStock::~SolidStock() {
  if (picture_->renderer) picture_->renderer->RemoveActor(picture_->actor);
}

vtkProperty& SolidStock::look() { return *picture_->actor->GetProperty(); }

void SolidStock::begin(vtkRenderer& renderer) {
  if (!picture_->renderer) renderer.AddActor(picture_->actor);
  picture_->renderer = &renderer;
  solids_.clear();
}

Solid SolidStock::take(std::shared_ptr<const Mesh> mesh, Colour body) {
  Solid& solid = solids_.emplace_back();
  solid.part_ = std::make_shared<Solid::Part>();
  solid.part_->mesh = std::move(mesh);
  solid.part_->colour = body;
  return solid;
}

void SolidStock::setVisible(bool visible) {
  picture_->isVisible = visible;
  picture_->actor->SetVisibility(visible && picture_->data->GetNumberOfPoints() > 0);
}

/// Drawn in the pass of what is opaque, after it and with depth: one layer of glass, of what is nearest.
/// VTK's own pass for translucent things weighs all layers in two more pictures of the whole size, which
/// costs a software driver as much as all else.
void SolidStock::makeTranslucent(double opacity) {
  look().SetOpacity(opacity);
  picture_->actor->ForceOpaqueOn();
}

void SolidStock::putBehind(double depth) {
  constexpr char kPlaces[] = "//VTK::PositionVC::Impl";  // VTK writes gl_Position there
  picture_->actor->GetShaderProperty()->AddVertexShaderReplacement(
      kPlaces, true, kPlaces + ("\n  gl_Position.z += " + std::to_string(2 * depth) + " * gl_Position.w;\n"),
      false);
}

void SolidStock::restyle() {
  for (Solid& solid : solids_) solid.part_->isRecoloured = true;
  update();
}

bool SolidStock::isLaid() const {
  const auto serves = [](const Solid& solid, const std::shared_ptr<const Mesh>& laid) {
    return !solid.part_->isNew || haveOneTopology(*solid.part_->mesh, *laid);
  };
  return std::equal(solids_.begin(), solids_.end(), picture_->laid.begin(), picture_->laid.end(), serves);
}

/// One mesh of all.
void SolidStock::lay() {
  int vertices = 0;
  vtkNew<vtkTypeInt32Array> triangles, lines;
  const auto append = [&](vtkTypeInt32Array& cells, const std::vector<int>& corners) {
    const vtkIdType size = cells.GetNumberOfValues();
    vtkTypeInt32* to = cells.WritePointer(size, static_cast<vtkIdType>(corners.size()));
    for (const int corner : corners) *to++ = vertices + corner;
  };
  for (const Solid& solid : solids_) {
    const Mesh& mesh = *solid.part_->mesh;
    append(*triangles, mesh.triangles);
    append(*lines, mesh.lines);
    vertices += mesh.vertexCount();
    solid.part_->hasMoved = solid.part_->isRecoloured = true;
  }
  const auto cells = [](vtkTypeInt32Array& corners, int each) {
    vtkNew<vtkCellArray> array;
    array->SetData(each, &corners);
    return vtkSmartPointer<vtkCellArray>(array);
  };
  Picture& picture = *picture_;
  picture.points = triples(vertices);
  picture.normals = triples(vertices);
  picture.colours = vtkSmartPointer<vtkUnsignedCharArray>::New();
  picture.colours->SetNumberOfComponents(3);
  picture.colours->SetNumberOfTuples(vertices);
  vtkNew<vtkPoints> points;
  points->SetData(picture.points);
  picture.data->SetPoints(points);
  picture.data->GetPointData()->SetNormals(picture.normals);
  picture.data->GetPointData()->SetScalars(picture.colours);
  picture.data->SetPolys(cells(*triangles, 3));
  picture.data->SetLines(cells(*lines, 2));
  setVisible(picture.isVisible);
}

void SolidStock::update() {
  if (!isLaid()) lay();
  bool moved = false, recoloured = false;
  picture_->laid.resize(solids_.size());
  int first = 0;
  for (std::size_t i = 0; i < solids_.size(); ++i) {
    Solid::Part& part = *solids_[i].part_;
    part.first = first;
    first += part.mesh->vertexCount();
    if (part.isNew) picture_->laid[i] = part.mesh;
    if (part.hasMoved) picture_->place(part);
    if (part.isRecoloured) picture_->colour(part);
    moved |= part.hasMoved;
    recoloured |= part.isRecoloured;
    part.isNew = part.hasMoved = part.isRecoloured = false;
  }
  if (recoloured) picture_->colours->Modified();
  if (moved) {
    picture_->points->Modified();
    picture_->data->GetPoints()->Modified();
    picture_->normals->Modified();
  }
  if (moved || recoloured) picture_->data->Modified();
}

}  // namespace holonom
