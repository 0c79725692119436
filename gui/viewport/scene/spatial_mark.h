// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/joint_mark.h"

namespace holonom {

/// Of the joint with that index, which acts in space: what its first body has of it and what its second has,
/// as solids fixed to them. Null where nothing is drawn.
std::unique_ptr<JointMark> makeSpatialMark(SolidStock& stock, const Mechanism& mechanism,
                                           const SceneLayout& layout, int joint);

/// A foot under a place of ground, without the joint that it bears; `size` times as large as usual.
void addStand(Mesh& mesh, const Vector3& at, const Vector3& upwards, const SceneSizes& sizes, double size);

}  // namespace holonom
