// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/state.h"

namespace holonom {

/// Positions in which a joint in space or the line of a force tells nothing any more, so that no run goes on
/// there.
class JointEnds {
 public:
  /// The mechanism of the equations must outlive it.
  explicit JointEnds(EquationsOfMotion& equations);

  /// Where a disc lies flat on its ground the rolling joint has no single point of contact: steps fail, or
  /// those of explicit methods creep along and make energy. That as a sentence, empty where none does.
  std::string discThatLiesFlat(const State& at) const;

  /// Where the second of Cardan angles is a right angle, the first and the last have no value, and those who
  /// use one of the three get none. That as a sentence, empty where that is far.
  std::string angleAtItsEnd(const State& at) const;

  /// Where the two ends of a spring, an actuator or a stop meet, its line has no direction. That as a
  /// sentence, empty where all are apart. Moves the equations to the state.
  std::string endsThatMeet(const State& at);

 private:
  struct Angles {
    const Joint* joint;
    int second;                      ///< the coordinate of the second angle
    std::vector<std::string> users;  ///< parts that use one of them
  };
  Matrix3 rotation(int body, const State& at) const;

  EquationsOfMotion& equations_;
  std::vector<const Joint*> discs_;
  std::vector<Angles> angles_;
};

}  // namespace holonom
