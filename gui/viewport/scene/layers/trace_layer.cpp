// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/trace_layer.h"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <limits>

namespace holonom {
namespace {

constexpr std::size_t kMostPlaces = 4000;  // of a path that grows; then every second goes
constexpr double kAlways = -std::numeric_limits<double>::infinity();

}  // namespace

void TraceLayer::build(const Stage& stage) {
  renderer_ = &stage.renderer;
  if (actor_) renderer_->RemoveActor(actor_);
  actor_ = nullptr;
  data_ = nullptr;
  sources_.clear();
  paths_.clear();
  open_ = 0;
  changed_ = false;
  shownTime_ = 0;
  for (const Joint& joint : stage.mechanism.joints)
    if (const PointRef b = endsOf(joint).second; b.body != kGround && !keepsPositions(stage.mechanism, joint))
      sources_.push_back({b.body, localPosition(stage.mechanism, b), 0, Role::Spring});
  for (std::size_t body = 0; body < stage.mechanism.bodies.size(); ++body)
    for (const Point& point : stage.mechanism.bodies[body].points)
      if (point.traced)
        sources_.push_back(
            {static_cast<int>(body), point.position, stage.layout.zSign(int(body)), Role::Trace});
}

void TraceLayer::begin() {
  open_ = paths_.size();
  for (std::size_t i = 0; i < sources_.size(); ++i) paths_.push_back({i, {}, {}});
}

void TraceLayer::add(const Mechanism& mechanism, std::span<const BodyPose> poses, double time) {
  for (std::size_t i = open_; i < paths_.size(); ++i) {
    const Source& source = sources_[paths_[i].source];
    const Vector3 at = placeOf(mechanism, source.body, source.local, poses, source.z);
    if (!at.allFinite()) continue;
    paths_[i].places.push_back(at);
    paths_[i].times.push_back(time);
  }
  changed_ = true;
}

void TraceLayer::trace(const Mechanism& mechanism, const Way& way, std::span<const double> times) {
  paths_.clear();
  changed_ = true;
  if (sources_.empty()) return;
  begin();
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way[i].size() == mechanism.bodies.size())
      add(mechanism, way[i], i < times.size() ? times[i] : kAlways);
    else if (i + 1 < way.size()) begin();  // between two runs
  }
}

void TraceLayer::thin(Path& path) const {
  if (path.places.size() < kMostPlaces) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < path.places.size(); i += 2, ++kept) {
    path.places[kept] = path.places[i];
    path.times[kept] = path.times[i];
  }
  path.places.resize(kept);
  path.times.resize(kept);
}

void TraceLayer::extend(const Frame& frame) {
  if (sources_.empty()) return;
  if (paths_.empty()) begin();
  add(frame.mechanism, frame.poses, frame.time);
  for (std::size_t i = open_; i < paths_.size(); ++i) thin(paths_[i]);
}

void TraceLayer::setVisible(bool visible) {
  visible_ = visible;
  if (actor_) actor_->SetVisibility(visible);
}

/// One line per path; colours follow.
void TraceLayer::lay() {
  changed_ = false;
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> lines;
  vtkNew<vtkUnsignedCharArray> colours;
  colours->SetNumberOfComponents(3);
  for (const Path& path : paths_) {
    if (path.places.size() > 1) lines->InsertNextCell(static_cast<int>(path.places.size()));
    for (const Vector3& place : path.places) {
      const vtkIdType id = points->InsertNextPoint(place.data());
      if (path.places.size() > 1) lines->InsertCellPoint(id);
    }
  }
  colours->SetNumberOfTuples(points->GetNumberOfPoints());
  if (!data_) {
    data_ = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(data_);
    actor_ = vtkSmartPointer<vtkActor>::New();
    actor_->SetMapper(mapper);
    actor_->GetProperty()->LightingOff();
    actor_->GetProperty()->SetLineWidth(1.5f);
    actor_->SetVisibility(visible_);
    renderer_->AddActor(actor_);
  }
  data_->SetPoints(points);
  data_->SetLines(lines);
  data_->GetPointData()->SetScalars(colours);
}

void TraceLayer::colour(double time) {
  auto* colours = static_cast<vtkUnsignedCharArray*>(data_->GetPointData()->GetScalars());
  vtkIdType id = 0;
  for (const Path& path : paths_) {
    const Role role = sources_[path.source].role;
    const Colour behind = colourOf(role, {}, false),
                 ahead = role == Role::Trace ? colourOf(Role::TraceAhead, {}, false) : behind;
    for (const double t : path.times) colours->SetTypedTuple(id++, (t <= time ? behind : ahead).data());
  }
  colours->Modified();
  shownTime_ = time;
}

void TraceLayer::show(const Frame& frame) {
  if (sources_.empty() || !visible_) return;
  const bool laid = changed_;
  if (changed_) lay();
  if (data_ && (laid || frame.time != shownTime_)) colour(frame.time);
}

}  // namespace holonom
