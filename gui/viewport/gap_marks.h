// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "gui/viewport/scene/mechanism_scene.h"

namespace holonom {

/// Two places that a joint should hold together, in ground axes (m), and how far they are apart in words.
/// With a centre a body of the plane would have to turn about it, by `turn` (rad), from one to the other.
struct GapMark {
  Vector3 from = Vector3::Zero(), to = Vector3::Zero();
  QString text;
  std::optional<Vector3> centre = {};
  double turn = 0;
  Vector3 axis = Vector3::UnitZ();  ///< of the turn
};

/// A red dashed line between the two places of each, an arc where it is a turn, with the text beside it. The
/// texts keep off each other: a mark whose text has no room shows its line only.
void paintGaps(QPainter& painter, const MechanismScene& scene, const std::vector<GapMark>& gaps);

}  // namespace holonom
