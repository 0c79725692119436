// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include "gui/viewport/scene/layers/layer.h"

namespace holonom {

/// The paths of the points that are traced, and the lines that blades draw: what lies behind at full
/// strength, what is recorded but lies ahead of the moment shown pale.
class TraceLayer : public Layer {
 public:
  void build(const Stage& stage) override;
  void show(const Frame& frame) override;
  void restyle() override { changed_ = !paths_.empty(); }

  /// Whole runs instead of what was traced before; times (s) of the entries, or none: all of it lies behind.
  void trace(const Mechanism& mechanism, const Way& way, std::span<const double> times);
  void extend(const Frame& frame);  ///< a moment later than all before
  void setVisible(bool visible);
  bool isEmpty() const { return sources_.empty(); }

 private:
  struct Source {
    int body;
    Vector3 local;
    double z;
    Role role;
  };
  struct Path {
    std::size_t source;
    std::vector<Vector3> places;
    std::vector<double> times;  // s
  };
  void begin();
  void add(const Mechanism& mechanism, std::span<const BodyPose> poses, double time);
  void thin(Path& path) const;
  void lay();
  void colour(double time);

  vtkRenderer* renderer_ = nullptr;
  std::vector<Source> sources_;
  std::vector<Path> paths_;
  std::size_t open_ = 0;  // first of the paths that grow, one per source
  vtkSmartPointer<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_;
  bool changed_ = false, visible_ = true;
  double shownTime_ = 0;
};

}  // namespace holonom
