// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/mechanism.h"
#include "solvers/integrators/methods.h"

namespace holonom {

/// What a user can set for a run. Unset values take the default of the chosen method; Summary keeps both.
struct SimulationOptions {
  std::string method = methods().front().name;
  int index = methods().front().indices.front();  ///< of the form that is integrated: 3, 2 or 1
  std::optional<double> rtol;  ///< relative tolerance; default: MethodDescriptor::defaultRtol
  /// Absolute tolerance of an angle (rad) and, times the characteristic length of the model, of a length;
  /// default: rtol.
  std::optional<double> atol;
  int maxOrder = 5;    ///< BDF: highest order
  double rho = 0.8;    ///< generalized-α: spectral radius at infinite frequency
  double alpha = 0.3;  ///< HHT: the balance holds at t_{n+1−α}
  /// Newmark: ½ damps nothing and has second order, more damps and has first
  double gamma = 0.55;
  double startTime = 0;  ///< s
  double endTime = 1;    ///< s
  /// s; 0: chosen (MethodProperties::firstStep of the interval)
  double initialStep = 0;
  double maxStep = 0;     ///< s; 0: no limit
  long maxSteps = 0;      ///< accepted steps; 0: no limit
  double fixedStep = 0;   ///< s; every step, whatever its error; 0: sizes by the error test
  bool realTime = false;  ///< each step of fixed size is made when its time has come by the clock
  double speed = 1;       ///< in real time: seconds of the model per second of the clock
  int fixedOrder = 0;     ///< BDF, Adams, GBS: the only order used; 0: chosen by the error
  /// implicit methods: of their iteration, in parts of the tolerance of a step; 0: what suits the method
  double newtonTolerance = 0;
  bool projectionFilter = true;  ///< BDF index 3: filter the velocity error (paper 000, eq. (80))
  /// generalized-α, HHT: second order with unequal steps; default: not at index 3
  std::optional<bool> stepCorrection;
  bool reuseJacobian = true;  ///< false: a fresh Jacobian in every Newton iteration
  OrderStrategy orderStrategy = OrderStrategy::Combined;  ///< BDF: choice of order and guard of high orders
  BdfForm bdfForm = BdfForm::Variable;                    ///< BDF: how unequal steps are treated
  /// Radau and L-stable blocks, index 3: v, a and λ at the ends of steps from the equations
  bool endProjection = true;
  int blockStages = 4;                                      ///< L-stable blocks: 2 to 6
  BlockNodes blockNodes = BlockNodes::Equidistant;          ///< L-stable blocks: where the stages lie
  BlockNumerator blockNumerator = BlockNumerator::TwoLess;  ///< L-stable blocks: of the stability function
  LocalRule localRule = LocalRule::Trapezoidal;             ///< local equivalence: for its local coordinates
  NullSpaceKind nullSpace = NullSpaceKind::Elimination;     ///< local equivalence: how the freedoms are found
  /// explicit methods of index 1: how drift is kept away
  Stabilisation stabilisation = Stabilisation::Projection;
  double baumgarteAlpha = 0;  ///< 1/s; 0: 0.1 per step
  double baumgarteBeta = 0;   ///< 1/s; 0: equal to α
  /// rkc, eserk4: χ of the penalty form, 1/s; 0: from the largest eigenvalue
  double penalty = 0;
  Rotations rotations = Rotations::EulerParameters;  ///< coordinates of bodies in space
  bool operator==(const SimulationOptions&) const = default;
};

/// One option as the command line, the solver panel, the summary and the documentation see it.
struct OptionField {
  std::string name;       ///< "rtol"; the command line adds "--"
  Text label;             ///< "Relative tolerance"
  std::string unit = {};  ///< "s", "" …
  Text help;              ///< one sentence: what it does and when to change it
  enum class Kind { Number, Integer, Switch, Choice } kind = Kind::Number;
  double minimum = 0, maximum = 0;        ///< for numbers and integers
  std::vector<std::string> choices = {};  ///< for Choice
  std::vector<Text> words = {};           ///< what the window calls the choices, one each; empty: as they are
  std::function<std::string(const SimulationOptions&)> get;         ///< "" when unset
  std::function<void(SimulationOptions&, const std::string&)> set;  ///< throws InputError
  Text zero = {};  ///< what 0 stands for: "automatic", "unlimited"; empty: for itself
  std::optional<MethodOption> option = {};  ///< where methods must read it; none: it belongs to every run
  std::vector<std::string> methods = {};    ///< that read it; empty: all
};

/// All options, in the order in which they should be shown. The only list there is.
const std::vector<OptionField>& optionFields();

/// Whether a method looks at the option.
bool isReadBy(const OptionField& field, const std::string& method);

/// The method of the options. Throws InputError for an unknown name.
const MethodDescriptor& methodOf(const SimulationOptions& options);

/// Options for a mechanism: the defaults overlaid with the model's own run settings.
SimulationOptions optionsFor(const Mechanism& mechanism);

/// What a model keeps of options: method, index, tolerances, highest order, end time, rotations.
RunSettings runSettingsOf(const SimulationOptions& options);

/// Sets the method by name; another method than before, or one without a form of the present index, comes
/// with its preferred index. Throws InputError for an unknown name.
void selectMethod(SimulationOptions& options, const std::string& name);

/// Checks ranges and combinations (method known, index supported, end after start …). Throws InputError that
/// names the option, the value and the rule.
void validate(const SimulationOptions& options);

/// Of an index that somebody has asked for now: throws InputError where the method chooses it itself.
void checkGivenIndex(const SimulationOptions& options);

/// The tolerances really used, after the defaults of the method.
double usedRtol(const SimulationOptions& options);
double usedAtol(const SimulationOptions& options);

/// "BDF, index 3" for legends and tables; runs that are told apart: solvers/options/variants.h.
std::string shortLabel(const SimulationOptions& options);

}  // namespace holonom
