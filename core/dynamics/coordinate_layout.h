// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/body_quantities.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/spaces.h"
#include "core/dynamics/system_layout.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Where the coordinates of a mechanism are: those of the frames of its bodies, one body after the other;
/// then the elastic ones of flexible bodies; then one for each state and variable of its controllers
/// (ControlQuantity::coordinate counts these). Nobody else counts coordinates.
class CoordinateLayout {
 public:
  /// Consecutive coordinates.
  struct Span {
    int first = 0, count = 0;
    int end() const { return first + count; }
    bool has(int i) const { return i >= first && i < end(); }
  };

  explicit CoordinateLayout(const Mechanism& mechanism);

  int count() const { return controls_.end(); }
  int bodyCount() const { return static_cast<int>(frames_.size()); }
  Span frames() const { return {0, elastics_.first}; }  ///< of all bodies
  Span elastics() const { return elastics_; }           ///< of all bodies
  Span controls() const { return controls_; }

  /// Of one body: x, y (m) of its centre of mass and, unless it is a particle, its angle (rad); in space
  /// x, y, z and, unless it is a particle, the Euler parameters or three Cardan angles (rad); x, y, θ of its
  /// own plane (BodyPlane) where it keeps to one.
  Span frame(int body) const { return frames_[static_cast<std::size_t>(body)]; }
  FrameKind kind(int body) const { return kinds_[static_cast<std::size_t>(body)]; }
  int place(int body) const { return frame(body).first; }                ///< of x; y (z) follows
  bool turns(int body) const { return kind(body) == FrameKind::Plane; }  ///< it has an angle
  /// Whether a body moves in space; whether it turns there, and by which coordinates. No ground and no
  /// station does.
  bool isSpatial(int frame) const {
    return isBody(frame) && (kind(frame) == FrameKind::Space || kind(frame) == FrameKind::SpacePoint);
  }
  bool hasRotation(int frame) const { return isBody(frame) && kind(frame) == FrameKind::Space; }
  bool hasParameters(int frame) const {
    return hasRotation(frame) && this->frame(frame).count == kSpatialFrameSize;
  }
  bool keepsPlane(int frame) const { return hasRotation(frame) && this->frame(frame).count == kFrameSize; }
  bool hasCardanAngles(int frame) const {
    return hasRotation(frame) && !hasParameters(frame) && !keepsPlane(frame);
  }
  int dimensions(int body) const { return isSpatial(body) && !keepsPlane(body) ? 3 : 2; }  ///< of its place
  /// Of e0, of the first angle, or of θ in its own plane.
  int rotation(int body) const { return place(body) + dimensions(body); }
  int parameters(int body) const { return rotation(body); }  ///< of e0
  int rotationCount(int body) const { return frame(body).end() - rotation(body); }
  /// Of θ; −1 of a body that does not turn.
  int angle(int body) const { return turns(body) ? frame(body).first + kFrameSize - 1 : -1; }
  /// θ, or its rate, among all coordinates; 0 of a body that does not turn.
  double angleIn(ConstVectorRef all, int body) const { return turns(body) ? all[angle(body)] : 0; }
  /// Of one body, none where it is rigid.
  Span elastic(int body) const { return elastic_[static_cast<std::size_t>(body)]; }
  int bodyOf(int coordinate) const;  ///< −1 for one of a controller

  /// Elements act on frames (core/dynamics/frames.h): those of the bodies, by their numbers, then the
  /// stations of flexible bodies. kGround is none of them.
  bool isStation(int frame) const { return frame >= bodyCount(); }
  /// Whether u of a frame are coordinates themselves, or constants.
  bool isPlain(int frame, Plane) const { return !isStation(frame); }
  bool isPlain(int frame, Space) const { return frame == kGround || hasParameters(frame); }
  const std::vector<PointRef>& stations() const { return stations_; }
  /// The coordinates that a frame follows; none on ground.
  std::vector<int> ofFrame(int frame) const;

  /// Scale, group, role and part of each; `length`: that represents the model, m.
  std::vector<Coordinate> describe(const Mechanism& mechanism, double length) const;
  /// "crank.theta", "rod.q1", "pid.integral".
  std::string nameOf(const Mechanism& mechanism, int coordinate) const;

 private:
  bool isBody(int frame) const { return frame >= 0 && frame < bodyCount(); }

  std::vector<Span> frames_, elastic_;
  std::vector<FrameKind> kinds_;
  std::vector<PointRef> stations_;
  Span elastics_, controls_;
};

}  // namespace holonom
