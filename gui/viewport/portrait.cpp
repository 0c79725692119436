// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/portrait.h"

#include <vtkActorCollection.h>
#include <vtkCellArray.h>
#include <vtkCellArrayIterator.h>
#include <vtkMapper.h>
#include <vtkMatrix4x4.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/scene/standing.h"
#include "gui/viewport/soft_canvas.h"

namespace holonom {
namespace {

constexpr double kMargin = 0.04;    // of the picture
constexpr float kLineWidth = 1.2f;  // pixels

/// Triangles and lines of everything in a scene, in the axes of its camera: right, up, towards the viewer, m.
struct Drawing {
  std::vector<SoftCanvas::Vertex> vertices;
  std::vector<int> triangles, lines;
  Eigen::AlignedBox3f box;
};

/// Colours as the view lights them: over the viewer's left shoulder.
float brightness(const vtkProperty& property, const Eigen::Vector3f& normal) {
  static const Eigen::Vector3f light = Eigen::Vector3f(-0.2f, 0.3f, 1).normalized();
  auto& look = const_cast<vtkProperty&>(property);
  const Eigen::Vector3f facing = normal.z() < 0 ? Eigen::Vector3f(-normal) : normal;
  return float(look.GetAmbient()) + float(look.GetDiffuse()) * std::max(0.0f, facing.dot(light));
}

void takeCells(vtkCellArray& cells, int first, int perCell, std::vector<int>& into) {
  const auto iterator = vtk::TakeSmartPointer(cells.NewIterator());
  for (iterator->GoToFirstCell(); !iterator->IsDoneWithTraversal(); iterator->GoToNextCell()) {
    vtkIdType count = 0;
    const vtkIdType* ids = nullptr;
    iterator->GetCurrentCell(count, ids);
    for (vtkIdType i = 0; count == perCell && i < count; ++i) into.push_back(first + int(ids[i]));
  }
}

void takeActor(vtkActor& actor, const ViewCamera& camera, Drawing& drawing) {
  auto* data = actor.GetMapper() ? vtkPolyData::SafeDownCast(actor.GetMapper()->GetInput()) : nullptr;
  if (!actor.GetVisibility() || !data || data->GetNumberOfPoints() == 0) return;
  vtkDataArray *normals = data->GetPointData()->GetNormals(), *colours = data->GetPointData()->GetScalars();
  actor.ComputeMatrix();
  Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> matrix(actor.GetMatrix()->GetData());
  const Eigen::Matrix3d axes = matrix.topLeftCorner<3, 3>();
  const int first = int(drawing.vertices.size());
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
    const Vector3 place = axes * Eigen::Vector3d(data->GetPoint(i)) + matrix.col(3).head<3>();
    SoftCanvas::Vertex vertex{camera.inCameraAxes(place).cast<float>(), Eigen::Vector3f::Constant(128)};
    if (colours && colours->GetNumberOfComponents() >= 3)
      vertex.colour = Eigen::Vector3d(colours->GetTuple3(i)).cast<float>();
    if (normals) {
      const Vector3 normal =
          camera.inCameraAxes((axes * Eigen::Vector3d(normals->GetTuple3(i))).normalized());
      vertex.colour *= brightness(*actor.GetProperty(), normal.cast<float>());
    }
    drawing.vertices.push_back(vertex);
    if (vertex.place.allFinite()) drawing.box.extend(vertex.place);
  }
  takeCells(*data->GetPolys(), first, 3, drawing.triangles);
  takeCells(*data->GetLines(), first, 2, drawing.lines);
}

Drawing drawingOf(MechanismScene& scene) {
  Drawing drawing;
  const FirstLook look = firstLookAt(scene.mechanism());
  scene.camera().setAxes(standingAxes(scene.mechanism()));
  scene.camera().look(look.azimuth, look.elevation);
  vtkActorCollection* actors = scene.renderer().GetActors();
  vtkCollectionSimpleIterator at;
  actors->InitTraversal(at);
  while (vtkActor* actor = actors->GetNextActor(at)) takeActor(*actor, scene.camera(), drawing);
  return drawing;
}

/// From metres to pixels, as large as there is room.
void fitInto(Drawing& drawing, int width, int height) {
  const Eigen::Vector3f extent =
      drawing.box.sizes().cwiseMax(1e-6f * std::max(1e-6f, drawing.box.sizes().maxCoeff()));
  const float room = float(1 - 2 * kMargin),
              scale = std::min(room * float(width) / extent.x(), room * float(height) / extent.y());
  const Eigen::Vector3f middle = drawing.box.center();
  for (SoftCanvas::Vertex& vertex : drawing.vertices) {
    const Eigen::Vector3f way = scale * (vertex.place - middle);
    vertex.place = {0.5f * float(width) + way.x(), 0.5f * float(height) - way.y(), way.z()};
  }
}

}  // namespace

QImage portraitOf(const Mechanism& mechanism, const QSize& size, double ratio, bool dark) {
  const QSize pixels = (QSizeF(size) * ratio).toSize();
  const bool before = darkColours();
  useDarkColours(dark);
  MechanismScene scene;
  scene.setMechanism(mechanism);
  SceneItems items;
  items.grid = items.traces = false;
  scene.setItems(items);
  Drawing drawing = drawingOf(scene);
  useDarkColours(before);

  const int fineness = ratio < 2 ? 3 : 2;  // pixels drawn for one, each way
  const QSize fine = fineness * pixels;
  SoftCanvas canvas(fine.width(), fine.height());
  if (!drawing.box.isEmpty()) fitInto(drawing, fine.width(), fine.height());
  const auto at = [&](const std::vector<int>& list, std::size_t i) -> const SoftCanvas::Vertex& {
    return drawing.vertices[std::size_t(list[i])];
  };
  for (std::size_t i = 0; i + 2 < drawing.triangles.size(); i += 3)
    canvas.drawTriangle(at(drawing.triangles, i), at(drawing.triangles, i + 1), at(drawing.triangles, i + 2));
  for (std::size_t i = 0; i + 1 < drawing.lines.size(); i += 2)
    canvas.drawLine(at(drawing.lines, i), at(drawing.lines, i + 1), float(fineness * ratio) * kLineWidth);
  QImage picture = canvas.reduced(fineness);
  picture.setDevicePixelRatio(ratio);
  return picture;
}

}  // namespace holonom
