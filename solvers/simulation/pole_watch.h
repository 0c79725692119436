// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/simulation/step_scan.h"

namespace holonom {

/// Looks at steps before they are accepted for places where something becomes infinite, or jumps, without a
/// switching function: where what a formula divides by changes its sign (Poles). No error
/// estimate is sure to see these, because they lie between the places at which a method looks. Whether
/// anything happens there is judged by the value of the whole formula on both sides: sin(x)/x goes through x
/// = 0 as if nothing were there. Allocates only when made.
class PoleWatch {
 public:
  enum class Kind { Infinite, Jump };
  struct Finding {
    Kind kind;
    double t;  ///< s
    int pole;
  };

  /// Every look moves the system, which must outlive this object.
  explicit PoleWatch(DaeSystem& system);

  bool active() const { return values_.size() > 0; }
  /// The first such place between two states of one motion.
  std::optional<Finding> look(const State& from, const State& to);
  /// The first pole ahead of a state on its straight way on, at most so far (s).
  std::optional<Finding> ahead(const State& from, double least, double span);
  /// The one that has made the present step fail, for its message.
  void note(const Finding& finding) { noted_ = finding; }
  void forget() { noted_.reset(); }
  const std::optional<Finding>& noted() const { return noted_; }
  std::string describe(const Finding& finding) const;

 private:
  enum class Character { Smooth, Jump, Infinite };
  void moveTo(double t);
  double valueAt(int i, double t);
  double valueBeside(int i, double t, double distance);
  Character characterAt(int i, double t, double before);

  DaeSystem& system_;
  Poles& poles_;
  StepScan scan_;
  StepPieces pieces_;
  Vector values_;
  std::optional<Finding> noted_;
  const State* from_ = nullptr;
  const State* to_ = nullptr;
  State probe_, ahead_;
};

}  // namespace holonom
