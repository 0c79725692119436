// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"

namespace holonom {

class Integrator;
class RowSelection;

/// The motion within one step, whoever made it or is about to: what all that looks at steps looks along.
class StepCurve {
 public:
  virtual ~StepCurve() = default;
  virtual double from() const = 0;  ///< s
  virtual double to() const = 0;    ///< s
  /// Any time between, s.
  virtual void at(double t, State& out) const = 0;
};

/// A step up to a place within it.
class StepPart final : public StepCurve {
 public:
  /// `step` must outlive the part.
  StepPart(const StepCurve& step, double to) : step_(step), to_(to) {}
  double from() const override { return step_.from(); }
  double to() const override { return to_; }
  void at(double t, State& out) const override { step_.at(t, out); }

 private:
  const StepCurve& step_;
  double to_;
};

/// The dense output of a method for its last accepted step, with λ of all rows.
class MethodCurve final : public StepCurve {
 public:
  /// `selection`: of the rows of the method; null: all. `scratch`: a state of these rows. All must outlive
  /// the curve.
  MethodCurve(const Integrator& method, const RowSelection* selection, State& scratch, double from)
      : method_(method), selection_(selection), scratch_(scratch), from_(from) {}
  double from() const override { return from_; }
  double to() const override;
  void at(double t, State& out) const override;

 private:
  const Integrator& method_;
  const RowSelection* selection_;
  State& scratch_;
  double from_;
};

/// A step in the making, by what it leads from and to: the polynomial of degree 5 where accelerations are
/// those of the equations; else, as those of an iteration carry noise, the cubic for places and straight
/// lines for velocities. Of both ends it gives what is there; no multipliers.
class GuessedCurve final : public StepCurve {
 public:
  GuessedCurve(const State& from, const State& to, bool accelerationsHold)
      : from_(from), to_(to), accelerationsHold_(accelerationsHold) {}
  double from() const override { return from_.t; }
  double to() const override { return to_.t; }
  void at(double t, State& out) const override;

 private:
  const State &from_, &to_;
  bool accelerationsHold_;
};

/// Between the ends of a leap over a singular configuration: a polynomial of a long step, and therefore
/// brought back onto the constraints where they allow it.
class LeapCurve final : public StepCurve {
 public:
  /// `method`: that made the leap with the rows of `selection` (null: all); null: none, and the polynomial of
  /// degree 5 stands for it.
  LeapCurve(State from, State to, std::unique_ptr<Integrator> method,
            std::shared_ptr<RowSelection> selection);
  ~LeapCurve() override;
  /// The constraints behind the leap, and the scales of the coordinates. Both must outlive the curve.
  void keepOn(DaeSystem& rows, const Vector& scale);
  double from() const override { return from_.t; }
  double to() const override { return to_.t; }
  void at(double t, State& out) const override;

 private:
  void along(double t, State& out) const;

  State from_, to_;
  std::shared_ptr<RowSelection> selection_;
  std::unique_ptr<Integrator> method_;
  DaeSystem* rows_ = nullptr;
  const Vector* scale_ = nullptr;
};

}  // namespace holonom
