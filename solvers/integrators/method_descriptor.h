// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/method_formula.h"

namespace holonom {

/// Options that some methods read and others do not; the rest belongs to every run. What they say and how
/// they are written: solvers/options/option_fields.cpp.
enum class MethodOption {
  MaxOrder,
  FixedStep,
  FixedOrder,  ///< its values: MethodDescriptor::orders
  NewtonTolerance,
  ReuseJacobian,
  Rho,
  Alpha,
  Gamma,
  ProjectionFilter,
  StepCorrection,
  OrderStrategy,
  BdfForm,
  BlockShape,  ///< number of stages, nodes and numerator
  EndProjection,
  LocalRule,      ///< and how the null space is found
  Stabilisation,  ///< with Baumgarte's α and β
  Penalty,
};

/// What a method is for. What is more than integrating forms in its index alone is chosen by the user for a
/// purpose of its own, and other parts of the program must know it.
enum class MethodRole {
  Integrates,
  Chooses,     ///< takes other methods and their forms by itself
  Prescribed,  ///< solves for a motion that is prescribed, in the one form that there is
  Reference,   ///< of independent make, to compare with
};

/// Methods of one descent.
struct MethodFamily {
  Text name;     ///< "Backward differentiation"
  Text history;  ///< two sentences
};

/// Which steps a method bears where parts of the motion fade or vibrate much faster than is of interest.
enum class StiffSteps {
  Short,        ///< as short as the fastest part asks for
  FastDampers,  ///< longer ones where the fastest part fades, not where it vibrates
  Long,         ///< as long as accuracy allows
};

/// What becomes of the energy of a vibration in very many steps, beside what the tolerance allows.
enum class LongRuns {
  ErrorsAddUp,  ///< it grows or shrinks with the errors of the steps
  Damped,       ///< numerical damping takes it away, faster than the steps at once
  LinearOnly,   ///< that of linear vibrations stays; that of other motions is lost or gained
  Bounded,      ///< it stays near what it was
};

/// What a step asks of the machine that has to make it in time.
enum class StepWork {
  Varies,         ///< an iteration, or a formula chosen anew in each step
  Known,          ///< the same number of evaluations in each step
  InputsAtStart,  ///< that, and what comes from outside is needed at the start of the step only
};

/// Orders from the least to the most, so far apart.
struct OrderRange {
  int least = 1, most = 0, apart = 1;
  int asked = 0;  ///< where it is beyond `most`: up to this one, but only when the user asks for it
  int last() const { return std::max(most, asked); }
  bool contains(int order) const { return order >= least && order <= last() && (order - least) % apart == 0; }
  std::vector<int> all() const {
    std::vector<int> list;
    for (int order = least; order <= last(); order += apart) list.push_back(order);
    return list;
  }
};

/// All that the program has to know of a method but its steps. It stands beside the method, and methods.cpp
/// lists it; nothing else names the method.
struct MethodDescriptor {
  std::string name;          ///< "bdf": in options, files and tables
  Text shortName;            ///< "BDF": for legends and tables
  Text label;                ///< "BDF (variable order 1–5)"
  std::vector<int> indices;  ///< of the forms that it integrates, the preferred one first
  double defaultRtol;
  Text whenToChoose;  ///< one sentence
  Text source;        ///< where it was published
  MethodFormula (*formula)(const IntegratorSettings&) = [](const IntegratorSettings&) {
    return MethodFormula{};
  };
  std::unique_ptr<Integrator> (*create)(DaeSystem&, const IntegratorSettings&, Work&);
  MethodRole role = MethodRole::Integrates;
  std::vector<MethodOption> options = {};  ///< that it reads
  OrderRange orders = {};  ///< from which it chooses; they can be asked for where it reads FixedOrder
  MethodProperties (*properties)(const IntegratorSettings&) = [](const IntegratorSettings&) {
    return MethodProperties{};
  };
  const MethodFamily* family = nullptr;
  int order = 0;               ///< of its steps as it is usually set, where that is one; 0: see `orders`
  bool buildsUpOrder = false;  ///< a start has order 1, and more only with the steps behind it
  StiffSteps stiff = StiffSteps::Long;
  LongRuns longRuns = LongRuns::ErrorsAddUp;
  StepWork stepWork = StepWork::Varies;
  Text costPerStep = {};  ///< "4 evaluations"
  /// Of methods whose steps take as many stages as the fastest part asks for: with s evaluations they are
  /// stable on the negative real axis to about this times s^2. 0: another kind of method.
  double reachOfStages = 0;
  /// Where a step is no function of hλ alone: what its stability region then shows; "" mostly.
  Text regionNote = {};
  /// What the user should know about a choice that is allowed and rarely wise; "" mostly.
  std::string (*warning)(const IntegratorSettings&) = [](const IntegratorSettings&) { return std::string(); };
  /// Why it cannot treat a system with so many independent constraint rows, and what to do; "" when it can.
  std::string (*refusal)(const DaeSystem&, int independentRows,
                         bool singularStart) = [](const DaeSystem&, int, bool) { return std::string(); };

  bool reads(MethodOption option) const;
  bool offers(int index) const;
  std::unique_ptr<Integrator> make(DaeSystem& system, const IntegratorSettings& settings, Work& work) const;
};

}  // namespace holonom
