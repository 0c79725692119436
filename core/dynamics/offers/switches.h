// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/math/types.h"

namespace holonom {

/// What changes where a switching function changes its sign, for those who tell of it.
enum class SwitchKind {
  Branch,
  Choice,   ///< if
  Step,     ///< on, off
  Sign,     ///< of a quantity
  Extreme,  ///< min, max
  Contact,  ///< of a stop that yields
  Push,     ///< of such a stop against what it damps: negative where it pushes
};

/// Discontinuities of a system. Between the events where a switching function changes its sign the equations
/// are smooth: the modes say which branch holds, and stay until the next setModes().
class Switches {
 public:
  virtual ~Switches() = default;

  virtual int count() const { return 0; }
  /// The functions at the present state, on the branches of the present modes. Length count().
  virtual void values(VectorRef) const {}
  /// Holds the branches: +1 or −1 per switch, the sign of its function. Empty: branches follow the state
  /// again.
  virtual void setModes(std::span<const signed char>) {}
  /// Whether the function depends on time only: then steps end exactly where it changes sign, without search
  /// behind them.
  virtual bool isOfTime(int) const { return false; }
  /// Value of such a function at any time.
  virtual double valueAt(int, double /*t*/) const { return 1; }
  virtual SwitchKind kind(int) const { return SwitchKind::Branch; }
  virtual std::string name(int) const { return {}; }  ///< "force 'jack': if(t > 1, 200, 0)"
};

}  // namespace holonom
