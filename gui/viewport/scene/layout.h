// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/mesh.h"
#include "gui/viewport/scene/reach.h"

/// Where things go that the model does not say: sizes from the size of the model, and an offset of the
/// drawing along z of each body in the plane, its layer, so that linked bodies lie over each other like paper
/// strips and never in each other. Bodies in space are drawn where they are.
namespace holonom {

/// Lengths of the picture, m.
struct SceneSizes {
  double model = 1;      ///< characteristicLength
  double halfWidth = 0;  ///< of a bar
  double thickness = 0;  ///< of a plate in z
  double pitch = 0;      ///< from layer to layer
  double pin = 0;        ///< radius of a pin
  double typical = 1;    ///< extent of a body

  /// Of what fills about half of a view of that height, before anything is there.
  static SceneSizes ofView(double height);
  /// They still serve a mechanism that has sizes of its own: neither hairlines nor clumps.
  bool serve(const SceneSizes& own) const;
  bool operator==(const SceneSizes&) const = default;
};

/// Points that joints hold together: one pin through all of them.
struct JointCluster {
  std::vector<PointRef> members;  ///< at most one of ground
  bool grounded = false;
  bool welded = false;  ///< nothing turns there
};

/// How fine meshes are. Mechanisms of many parts take the coarse ones.
struct Detail {
  int segments = 32;  ///< for a full turn
  bool bevels = true;
  bool pins = true;
  /// lines through the points, so that links stay visible when thinner than a pixel
  bool centreLines = false;
  bool lineSprings = false;  ///< springs and dampers are lines: their coils would be finer than pixels
  bool operator==(const Detail&) const = default;
};

struct SceneLayout {
  SceneSizes sizes;
  Detail detail;
  std::vector<BodyPose> initial;  ///< initialPoses()
  std::vector<JointCluster> clusters;
  Reach reach;
  std::vector<int> layers;  ///< of each body, 0 at the back
  int layerCount = 1;
  std::vector<bool> spatial;             ///< of each body
  bool inSpace = false;                  ///< one of them is
  std::vector<std::vector<int>> guides;  ///< of each body: the joints that guide it as a block

  bool isSpatial(int body) const { return body != kGround && spatial[std::size_t(body)]; }
  double zLow(int body) const;  ///< of ground: the plane that carries the supports
  double zHigh(int body) const;
  double zMiddle(int body) const { return 0.5 * (zLow(body) + zHigh(body)); }
  double zFront() const { return layerCount * sizes.pitch; }  ///< in front of everything in the plane
  double zSign(int body) const;  ///< of signs at a body: in front of everything, in space at their place
  double zLine(int body) const;  ///< of the end of a spring or rod
};

/// Sizes that are `kept` stay as they are while they serve.
SceneLayout layoutOf(const Mechanism& mechanism, const SceneSizes* kept = nullptr);

/// Whether the second body slides without turning: it is drawn with a block between rails.
bool slidesAsBlock(const Joint& joint);

/// Initial pose of each body's centre of mass.
std::vector<BodyPose> initialPoses(const Mechanism& mechanism);

/// Where springs and their like, and rods, are hung up by pins.
std::vector<PointRef> pinnedEnds(const Mechanism& mechanism);

/// Of a body, or of ground.
Pose poseOf(std::span<const BodyPose> poses, int body);

/// A point from the centre of mass of its body, in its axes (m); one of ground as it is.
Vector3 aboutCentre(const Mechanism& mechanism, PointRef ref);

/// The place in the ground axes of a point given in the frame of a body (or ground), for a pose of its centre
/// of mass; or of what is drawn `above` (m) that point, along the normal of the body.
Vector3 placeOf(const Mechanism& mechanism, int body, const Vector3& local, std::span<const BodyPose> poses,
                double above = 0);

}  // namespace holonom
