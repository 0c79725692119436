// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/simulation/loop/course.h"

namespace holonom {

/// A state of a controller that grows ever faster: at its present pace by so many times itself before the
/// end; −1: none.
int explodingControl(const Course& course, double times = 1e3);

/// Whether a run gets anywhere. It is looked at in rows of a thousand steps, or of many evaluations where a
/// step takes many.
class Pace {
 public:
  enum class Finding {
    Fine,
    Slow,      ///< at its present pace the end is out of reach, which may change
    Creeping,  ///< steps so small that the end is out of reach for any machine
    Stiff,     ///< as short as stability asks for, also that of a stabilisation which the user made too fast
  };

  /// The course must outlive this object.
  explicit Pace(const Course& course) : course_(course) {}

  void begin() { remember(); }
  /// Between two steps.
  Finding look();

 private:
  struct Row {  ///< since the last look
    double steps, progress, way, evaluations;
  };
  Row sinceLastLook() const;
  void remember();
  bool isOutOfReach(const Row& row, double most) const;

  const Course& course_;
  Counts then_;
  double since_ = 0;  // s
  Vector positions_;
};

}  // namespace holonom
