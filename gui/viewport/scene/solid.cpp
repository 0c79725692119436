// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/solid.h"

#include <vtkActorCollection.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>

namespace holonom {
namespace {

constexpr const char* kRoles = "roles";

vtkSmartPointer<vtkFloatArray> triples(const std::vector<float>& values) {
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size() / 3));
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}

vtkSmartPointer<vtkCellArray> cells(const std::vector<int>& vertices, int perCell) {
  auto array = vtkSmartPointer<vtkCellArray>::New();
  for (size_t i = 0; i + perCell <= vertices.size(); i += perCell) {
    array->InsertNextCell(perCell);
    for (int k = 0; k < perCell; ++k) array->InsertCellPoint(vertices[i + k]);
  }
  return array;
}

/// Equal meshes have equal ones.
std::size_t digestOf(const Mesh& mesh) {
  std::size_t digest = mesh.points.size();
  for (const float place : mesh.points) digest = 31 * digest + std::hash<float>()(place);
  return digest;
}

}  // namespace

vtkSmartPointer<vtkPolyData> toPolyData(const Mesh& mesh, Colour body) {
  auto data = vtkSmartPointer<vtkPolyData>::New();
  vtkNew<vtkPoints> points;
  points->SetData(triples(mesh.points));
  data->SetPoints(points);
  if (!mesh.triangles.empty()) data->SetPolys(cells(mesh.triangles, 3));
  if (!mesh.lines.empty()) data->SetLines(cells(mesh.lines, 2));
  const auto normals = triples(mesh.normals);
  data->GetPointData()->SetNormals(normals);
  vtkNew<vtkUnsignedCharArray> colours;
  colours->SetNumberOfComponents(3);
  colours->SetNumberOfTuples(mesh.vertexCount());
  data->GetPointData()->SetScalars(colours);
  vtkNew<vtkUnsignedCharArray> roles;  // kept for recolourAll()
  roles->SetName(kRoles);
  roles->SetNumberOfTuples(mesh.vertexCount());
  for (int i = 0; i < mesh.vertexCount(); ++i)
    roles->SetValue(i, static_cast<unsigned char>(mesh.roles[static_cast<size_t>(i)]));
  data->GetPointData()->AddArray(roles);
  recolour(*data, mesh.roles, body, false);
  return data;
}

void recolour(vtkPolyData& data, const std::vector<Role>& roles, Colour body, bool selected, int first) {
  auto* colours = static_cast<vtkUnsignedCharArray*>(data.GetPointData()->GetScalars());
  for (size_t i = 0; i < roles.size(); ++i) {
    const Colour colour = colourOf(roles[i], body, selected);
    colours->SetTypedTuple(first + static_cast<vtkIdType>(i), colour.data());
  }
  colours->Modified();
}

void recolourAll(vtkRenderer& renderer) {
  vtkActorCollection* actors = renderer.GetActors();
  vtkCollectionSimpleIterator at;
  actors->InitTraversal(at);
  while (vtkActor* actor = actors->GetNextActor(at)) {
    auto* data = vtkPolyData::SafeDownCast(actor->GetMapper() ? actor->GetMapper()->GetInput() : nullptr);
    auto* stored =
        data ? vtkUnsignedCharArray::SafeDownCast(data->GetPointData()->GetArray(kRoles)) : nullptr;
    if (!stored) continue;
    std::vector<Role> roles;
    for (vtkIdType i = 0; i < stored->GetNumberOfTuples(); ++i)
      roles.push_back(static_cast<Role>(stored->GetValue(i)));
    recolour(*data, roles, {}, false);
  }
}

Solid::Solid(Mesh mesh, Colour body) : Solid(std::make_shared<const Mesh>(std::move(mesh)), body) {}

Solid::Solid(std::shared_ptr<const Mesh> mesh, Colour body) : shown_(std::make_shared<Shown>()) {
  shown_->mesh = std::move(mesh);
  shown_->colour = body;
  shown_->data = toPolyData(*shown_->mesh, body);
  shown_->mapper->SetInputData(shown_->data);
  shown_->actor->SetMapper(shown_->mapper);
  shown_->actor->SetUserMatrix(shown_->matrix);
  vtkProperty* property = shown_->actor->GetProperty();
  property->SetAmbient(0.42);
  property->SetDiffuse(0.64);
  property->SetSpecular(0);
  property->SetLineWidth(2);
  property->BackfaceCullingOn();  // meshes are closed: nothing is seen of them from within
}

void Solid::setMesh(Mesh mesh) {
  shown_->mesh = std::make_shared<const Mesh>(std::move(mesh));
  shown_->data = toPolyData(*shown_->mesh, shown_->colour);
  shown_->mapper->SetInputData(shown_->data);
}

void Solid::place(const Pose& pose) {
  Eigen::Matrix<double, 4, 4, Eigen::RowMajor> elements = Eigen::Matrix4d::Identity();
  elements.topLeftCorner<3, 3>() = pose.rotation;
  elements.topRightCorner<3, 1>() = pose.position;
  shown_->matrix->DeepCopy(elements.data());
}

void Solid::placeAlong(const Vector3& from, const Vector3& along, double lengthScale) {
  Matrix3 axes = axesAlong(along);
  axes.col(0) *= lengthScale;
  place({from, axes});
}

SolidStock::~SolidStock() {
  for (const Solid& solid : now_) renderer_->RemoveActor(solid.actor());
}

void SolidStock::begin(vtkRenderer& renderer) {
  renderer_ = &renderer;
  for (const Solid& solid : now_) before_.emplace(digestOf(solid.mesh()), solid);
  now_.clear();
}

Solid SolidStock::take(std::shared_ptr<const Mesh> mesh, Colour body) {
  const auto [first, last] = before_.equal_range(digestOf(*mesh));
  const auto same = std::find_if(first, last, [&](const auto& entry) {
    const Solid& solid = entry.second;
    return solid.colour() == body && (&solid.mesh() == mesh.get() || solid.mesh() == *mesh);
  });
  if (same != last) {
    now_.push_back(same->second);
    before_.erase(same);
    now_.back().place({});
    now_.back().setVisible(true);
  } else {
    now_.emplace_back(std::move(mesh), body);
    renderer_->AddActor(now_.back().actor());
  }
  return now_.back();
}

void SolidStock::end() {
  for (const auto& [digest, solid] : before_) renderer_->RemoveActor(solid.actor());
  before_.clear();
}

}  // namespace holonom
