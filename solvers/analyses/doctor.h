// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"
#include "solvers/analyses/model_check.h"
#include "solvers/analyses/time_scales.h"
#include "solvers/options/options.h"

/// What an engineer wants to know of a model before it runs: what stands in the way, how it can move, what is
/// redundant or open, how fast its motions are, and which method suits them. The window's Doctor and `holonom
/// check` show the same list.
namespace holonom {

enum class Severity { Blocks, Warns, Hint, Fine };
Text wordFor(Severity severity);  ///< "in the way", "warning", "hint", "fine"

/// What can be done about a finding.
struct Remedy {
  enum class Kind {
    Assemble,
    MakeVelocitiesConsistent,
    ChangeJoint,
    RemovePart,
    UseMethod
  } kind = Kind::Assemble;
  std::string label;                              ///< "Use a revolute joint for 'weld'"
  std::shared_ptr<const Mechanism> changed = {};  ///< the mechanism afterwards; null for UseMethod
  std::string variant = {};                       ///< of UseMethod, as parseVariant() reads it: "bdf:2"
};

struct DoctorFinding {
  enum class Kind {
    NothingThere,
    Mass,
    Expression,
    Assembly,
    NothingMoves,
    Unconnected,
    Gravity,
    Balance,
    Mobility,
    Redundancy,
    SingularStart,
    Gap,
    MeetingEnds,
    BehindStop,
    Velocities,
    Reactions,
    TimeScales,
    Method,
    Halt,
    ClampedBeam
  };
  Severity severity = Severity::Fine;
  Kind kind = Kind::Mobility;
  std::string title;        ///< one line, in engineers' words
  std::string explanation;  ///< what it means and what to do; may be empty
  std::vector<PartRef> parts = {};
  std::vector<Remedy> remedies = {};
};

/// A joint whose parts do not meet at the given positions, or that does not stand where its driver begins.
struct JointGap {
  int joint = 0;
  Vector3 from, to;  ///< where its two sides are, ground axes, m
  double turn = 0;   ///< error of its angle, rad
  /// that asks for another place: `from` should be at `to`; −1: none
  int driver = -1;
  /// Of the driver of a hinge: about this place and axis the body would have to be turned by `turn`, which
  /// takes a point of it from `from` to `to`.
  std::optional<Vector3> centre = {};
  Vector3 axis = Vector3::UnitZ();
  double length() const { return (to - from).norm(); }
};

struct Diagnosis {
  bool complete = false;  ///< false: it was stopped on the way
  ModelCheck check;
  std::vector<DoctorFinding> findings;  ///< the gravest first
  /// as given, those that can be seen, the widest first; also where assembly fails
  std::vector<JointGap> gaps;
  TimeScales scales;   ///< at the consistent start
  std::string method;  ///< that suits, as parseVariant() reads it; empty: not known

  int blocking() const;  ///< how many findings stand in the way of a run
  bool ready() const { return complete && blocking() == 0; }
  /// "Ready to run: 1 degree of freedom", "2 things stand in the way of a run"
  std::string summary() const;
};

/// Examines a model as a run with these options would find it. Does not throw. Between its parts it heeds the
/// token: a diagnosis that nobody waits for any more ends soon, incomplete.
Diagnosis diagnose(const Mechanism& mechanism, const SimulationOptions& options, std::stop_token stop = {});

}  // namespace holonom
