// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/part_load.h"

namespace holonom {

/// How long arrows are: one scale for all forces and one for all torques, so that arrows can be compared with
/// each other and from moment to moment. By itself it is chosen so that nine moments in ten have their
/// largest arrow within the reference length; spikes reach beyond it.
class ArrowScale {
 public:
  void forget();                               ///< another mechanism or run
  void meet(std::span<const PartLoad> loads);  ///< what a moment shows
  /// Moments of a whole run; from settle() on they alone count, and what is shown changes nothing any more.
  void survey(std::span<const PartLoad> loads);
  void settle();

  /// Drawn this many times as long as by itself.
  void setFactor(double factor) { factor_ = factor; }
  /// Off: stays as it is now, whatever comes.
  void setAutomatic(bool on);
  bool isAutomatic() const { return automatic_; }

  /// of an arrow of the reference length
  double newtons() const { return (automatic_ ? shown_.force.reference() : heldForce_) / factor_; }
  /// of one of the reference radius
  double newtonMetres() const { return (automatic_ ? shown_.torque.reference() : heldTorque_) / factor_; }

 private:
  /// The largest values of the moments so far; every second is dropped when there are many.
  class Peaks {
   public:
    void clear();
    void add(double value);
    double reference() const;  ///< 1, 2 or 5 times a power of ten; 1 when nothing was met

   private:
    std::vector<double> values_;
    int stride_ = 1, skipped_ = 0;
  };
  struct Both {
    Peaks force, torque;
    void add(std::span<const PartLoad> loads);
    void clear();
  };
  Both shown_, survey_;
  bool settled_ = false;
  double factor_ = 1, heldForce_ = 1, heldTorque_ = 1;
  bool automatic_ = true;
};

}  // namespace holonom
