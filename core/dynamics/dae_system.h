// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>

#include "core/math/sparse_pattern.h"
#include "core/math/types.h"

namespace holonom {

class ChartedSystem;

/// The equations of a mechanism as an integrator sees them (000, eq. (1)–(5)):
///     M(q,t) a + C_qᵀ λ = Q(q,v,t),   C(q,t) = 0,
///     velocity level      C_q v + C_t = 0,
///     acceleration level  C_q a = γ,  γ = −(C_q v)_q v − 2 C_qt v − C_tt,
/// and, after the m_h holonomic rows C, nonholonomic rows G(q,v,t) = 0 (000, §7) that begin at the velocity
/// level: their forces are G_vᵀ μ with μ behind the holonomic multipliers in one vector λ. With G_v for C_q
/// in these rows and G − G_v v for C_t everything at the velocity and acceleration level reads the same for
/// both kinds:
///     C_q v + C_t = 0   is   G = 0,          C_q a = γ   is   G_v a = −G_q v − G_t.
/// n coordinates, m constraint rows. The sparsity patterns are fixed for the life of the object; evaluations
/// write values in the order of the patterns. One object serves one run at a time: moveTo() sets the state
/// that the evaluations after it refer to. Evaluations allocate nothing; numbers that are not finite are for
/// the caller to detect.
class DaeSystem {
 public:
  virtual ~DaeSystem() = default;

  virtual int coordinateCount() const = 0;  ///< n
  virtual int constraintCount() const = 0;  ///< m
  /// m_h: rows 0 … m_h − 1; the others are nonholonomic
  virtual int holonomicCount() const { return constraintCount(); }

  virtual const SparsePattern& massPattern() const = 0;  ///< n × n
  /// m × n; covers C_q, (C_q v + C_t)_q, and (C_q a − γ)_q, _v
  virtual const SparsePattern& constraintPattern() const = 0;
  virtual const SparsePattern& stiffnessPattern() const = 0;  ///< n × n
  virtual const SparsePattern& dampingPattern() const = 0;    ///< n × n

  /// This system when its coordinates are one chart of several (charted_system.h), otherwise null.
  virtual ChartedSystem* charts() { return nullptr; }

  /// Sets the state: t in s, q and v of length n.
  virtual void moveTo(double t, ConstVectorRef q, ConstVectorRef v) = 0;

  virtual void mass(double* values) const = 0;                ///< M
  virtual void forces(VectorRef Q) const = 0;                 ///< Q, length n
  virtual void constraints(VectorRef c) const = 0;            ///< C, length m; nonholonomic rows 0
  virtual void constraintJacobian(double* values) const = 0;  ///< C_q; nonholonomic rows G_v
  /// C_t, length m; nonholonomic rows G − G_v v
  virtual void constraintTimeDerivative(VectorRef ct) const = 0;
  virtual void gamma(VectorRef g) const = 0;  ///< γ, length m; nonholonomic rows −G_q v − G_t
  virtual void velocityJacobian(double* values) const = 0;  ///< P = (C_q v + C_t)_q; nonholonomic rows G_q

  /// ∂(C_q a − γ)/∂q = (C_q a)_q + ((C_q v)_q v)_q + 2 (C_qt v)_q + C_ttq for given a, in the pattern of C_q.
  /// Nonholonomic rows ∂(G_v a + G_q v + G_t)/∂q.
  virtual void accelerationJacobian(ConstVectorRef a, double* values) const = 0;
  /// ∂(C_q a − γ)/∂v: 2 P in holonomic rows, where −γ is quadratic in v; nonholonomic rows ∂(G_v a + G_q v +
  /// G_t)/∂v.
  virtual void accelerationVelocityJacobian(ConstVectorRef a, double* values) const;

  /// K = ∂(M a + C_qᵀ λ − Q)/∂q.
  virtual void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const = 0;
  /// (C_qᵀ λ)_q = Σ λ_i C^i_qq, for nonholonomic rows (G_vᵀ μ)_q, in the stiffness pattern.
  virtual void constraintHessian(ConstVectorRef lambda, double* values) const = 0;
  /// D = −∂Q/∂v, without the share of the constraints.
  virtual void damping(double* values) const = 0;
  /// (G_vᵀ μ)_v, the share of nonholonomic rows that are not linear in v, in the damping pattern; 0 for all
  /// others.
  virtual void constraintDamping(ConstVectorRef lambda, double* values) const;

  // Discontinuities. Between the events where a switching function changes its sign the equations are smooth:
  // the modes say which branch holds, and stay until the next setModes(). Nothing here for smooth systems.

  /// Number of switching functions.
  virtual int switchCount() const { return 0; }
  /// Their values at the present state, on the branches of the present modes. Length switchCount().
  virtual void switchValues(VectorRef) const {}
  /// Holds the branches: +1 or −1 per switch, the sign of its function. Empty: branches follow the state
  /// again.
  virtual void setModes(std::span<const signed char>) {}
  /// Whether the function depends on time only: then steps end exactly where it changes sign, without search
  /// behind them.
  virtual bool isTimeSwitch(int) const { return false; }
  /// Value of such a function at any time.
  virtual double timeSwitch(int, double /*t*/) const { return 1; }
  virtual std::string switchName(int) const { return {}; }  ///< "force 'jack': if(t > 1, 200, 0)"
  /// Whether the system takes an impulse instead of another branch when function i becomes negative: bodies
  /// hit each other, ġ·n jumps to −e times its value. `n` receives ∂s_i/∂q (length n).
  virtual bool hits(int /*i*/, VectorRef /*n*/, double& /*restitution*/) const { return false; }

  // Poles. Where one of these functions changes its sign, a force or a motion may be infinite, or jump: what
  // an expression divides by, and for a force along the line between two points the side to which that line
  // leads.

  virtual int poleCount() const { return 0; }
  /// Their values at the present state, length poleCount(). The side of a line counts from its direction at
  /// the last holdLines().
  virtual void poleValues(VectorRef) const {}
  virtual void holdLines() {}
  /// The value of what has this pole at the present state; of a line a component of its direction.
  virtual double nearPole(int /*i*/) const { return 0; }
  virtual bool isLine(int /*i*/) const { return false; }
  /// "force 'jack': 1/(x - 2)"; of a line "force 'spring'"
  virtual std::string poleName(int) const { return {}; }

  // Fronts: places where smooth equations go steeply from one branch to another one
  // (core/expressions/fronts.h). A step over one that is much narrower than the step may not see it.

  /// Number of fronts.
  virtual int frontCount() const { return 0; }
  /// Their arguments at the present state: zero in the middle of a front, whose width is about one. Length
  /// frontCount().
  virtual void frontValues(VectorRef) const {}

  // Waves: sines, cosines and tangents in what is watched for changes of sign. One may turn over many times
  // within a step in which no coordinate goes far.

  virtual int waveCount() const { return 0; }
  /// their arguments at the present state, rad, length waveCount()
  virtual void waveValues(VectorRef) const {}

  // Ideal stops at which the mechanism may come to rest. Each has a holonomic row, minus its switching
  // function: C = −s. While the stop is open the row has no entries and says 0 = 0; while it is closed it
  // holds s = 0 with λ ≥ 0.

  /// The row of such a function; −1 for all others.
  virtual int stopRow(int /*i*/) const { return -1; }
  /// Which are closed from now on, one per switch; empty: none.
  virtual void closeStops(std::span<const char>) {}
  /// Whether the row belongs to a stop that is open.
  virtual bool isOpen(int /*row*/) const { return false; }

  // Sampled quantities: constant between the samples, where they jump. Part of the equations as the modes
  // are.

  /// Their number.
  virtual int heldCount() const { return 0; }
  virtual void initialHeld(VectorRef) const {}  ///< before the first sample, length heldCount()
  virtual void setHeld(ConstVectorRef) {}       ///< the values that hold from now on
  /// First time of a sample, or another one that a step must end on, behind t; infinite when there is none.
  /// Times that differ by rounding only are one.
  virtual double nextSample(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
  virtual bool sampleDue(double /*t*/) const { return false; }  ///< whether t is a time of a sample
  /// The values that hold behind the samples at the time of the present state.
  virtual void sample(VectorRef) const {}

  // Kinks over time, known beforehand: the forces are continuous there and their rates jump.

  struct Kink {
    double t = std::numeric_limits<double>::infinity();
    /// The most by which the rate of an acceleration may jump there: of a coordinate in its scale
    /// (coordinateScale), 1/s³.
    double size = 0;
  };
  /// The first one behind t, judged at the present state.
  virtual Kink nextKink(double /*t*/) const { return {}; }

  // Functions of the state whose changes of sign a run records, or ends at; the equations do not know them.

  struct Mark {
    std::string name;   ///< "event 'top'"
    int direction = 0;  ///< of the change: 1 rising, −1 falling, 0 both
    bool endsRun = false;
  };
  virtual int markCount() const { return 0; }
  virtual void markValues(VectorRef) const {}  ///< at the present state, length markCount()
  virtual Mark mark(int) const { return {}; }

  /// Size of coordinate i that counts as one when errors are weighed: 1 for an angle (rad), a length that
  /// represents the model for a length (m).
  virtual double coordinateScale(int i) const = 0;
  /// Time (s) in which the motion typically changes by its own size: a velocity counts as one when it is the
  /// scale of its coordinate per this time. 1 when the system knows nothing better.
  virtual double timeScale() const { return 1; }
  /// What of coordinate i is a quantity of its own. Of a first-order state z it is z alone: ż follows from z
  /// at once and carries its error divided by the time constant, however small. An algebraic variable is the
  /// velocity of a coordinate that means nothing.
  enum class Role { Motion, State, Variable };
  virtual Role role(int /*i*/) const { return Role::Motion; }
  /// Whether a row belongs to a controller and not to the mechanism.
  virtual bool isControlRow(int /*row*/) const { return false; }
  /// Coordinates that are components of one vector share a group (the index of its first): the x and y of a
  /// body.
  virtual int coordinateGroup(int i) const { return i; }
  virtual std::string coordinateName(int i) const = 0;    ///< "crank.theta"
  virtual std::string constraintName(int row) const = 0;  ///< "joint 'B': x"
  /// What at the present state is not a finite number, or has a derivative that is none, for a message:
  /// "force 'f': sqrt(b.x)"; empty when nothing is or the system does not know. May take memory.
  virtual std::string notFinitePart() const { return {}; }
};

inline void DaeSystem::accelerationVelocityJacobian(ConstVectorRef, double* values) const {
  velocityJacobian(values);
  for (int k = 0; k < constraintPattern().nonZeros(); ++k) values[k] *= 2;
}

inline void DaeSystem::constraintDamping(ConstVectorRef, double* values) const {
  std::fill_n(values, dampingPattern().nonZeros(), 0.0);
}

}  // namespace holonom
