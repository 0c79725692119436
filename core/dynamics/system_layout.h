// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/sparse_pattern.h"
#include "core/model/part_ref.h"

namespace holonom {

/// One of the coordinates of a system, as those who weigh errors and speak of it need to know it.
struct Coordinate {
  /// What of it is a quantity of its own. Of a first-order state z it is z alone: ż follows from z at once
  /// and carries its error divided by the time constant, however small. An algebraic variable is the velocity
  /// of a coordinate that means nothing.
  enum class Role { Motion, State, Variable };

  /// Size that counts as one when errors are weighed: 1 for an angle (rad), a length that represents the
  /// model for a length (m).
  double scale = 1;
  /// Coordinates that are components of one vector share a group, the index of its first: the x and y of a
  /// body. −1: it is alone.
  int group = -1;
  Role role = Role::Motion;
  bool isAngle = false;     ///< of a body, rad
  bool isRotation = false;  ///< one of four Euler parameters
  bool inPlane = false;     ///< of a body in space that keeps to a plane: no row moves it out of that
  PartRef part = {};        ///< whose it is; None in a system written by hand
};

/// One of the constraint rows of a system.
struct ConstraintRow {
  PartRef part = {};  ///< whose it is; None in a system written by hand
  int number = 0;     ///< among the rows of its part; of a joint in the order of its kind
};

/// What is fixed for the life of a system: its coordinates, its constraint rows and the patterns of its
/// matrices.
struct SystemLayout {
  std::vector<Coordinate> coordinates;
  std::vector<ConstraintRow> rows;
  int holonomic = 0;       ///< m_h: rows 0 … m_h − 1; the others are nonholonomic
  int normalisations = 0;  ///< rows 0 … hold the length of Euler parameters at 1; always kept, never shown
  /// So many of the last coordinates count turns, each with its row among the last ones: its velocity is that
  /// of an angle, and nothing depends on it but which turn the angle is in.
  int counts = 0;
  SparsePattern mass;        ///< n × n
  SparsePattern constraint;  ///< m × n; covers C_q, (C_q v + C_t)_q, and (C_q a − γ)_q, _v
  SparsePattern stiffness;   ///< n × n
  SparsePattern damping;     ///< n × n
  /// Time (s) in which the motion typically changes by its own size: a velocity counts as one when it is the
  /// scale of its coordinate per this time. 1 when the system knows nothing better.
  double timeScale = 1;
};

}  // namespace holonom
