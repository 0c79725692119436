// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvers/simulation/loop/simulation.h"

/// Work against precision: what accuracy costs, method by method, on the same equations in the same process.
namespace holonom {

/// A problem that each measurement integrates anew, from t = 0.
struct BenchmarkProblem {
  std::string name;    ///< "andrews_relative"
  std::string title;   ///< "Andrews' mechanism, relative angles"
  double endTime = 1;  ///< s
  std::function<std::unique_ptr<DaeSystem>()> make;
  std::function<InitialGuess(const DaeSystem&)> guess;
};

struct WorkPrecisionSettings {
  std::vector<double> tolerances;  ///< rtol = atol, loosest first
  int repetitions = 5;             ///< of each run; its CPU time is the smallest
  double enough = 0.1;             ///< s of CPU time, after which a run is not repeated again
  double budget = 10;              ///< s of CPU time, after which one run is given up
};

/// One run of one method at one tolerance.
struct Measurement {
  std::string problem, method;
  int index = 0;
  std::string variant = {}, name = {};  ///< "bdf:2:max-order=3"; what tells it from the other variants
  double tolerance = 0;
  double error = 0;  ///< of what ReferenceEnd::judged names; NaN without a result
  double cpuSeconds = 0;
  Counts counts = {};
  Termination termination = Termination::NotRun;
  std::string message = {};

  bool finished() const { return termination == Termination::ReachedEnd; }
};

/// What the error of a run is measured by: that which a method can get wrong.
enum class Judged {
  Coordinates,  ///< at the end: coordinateError()
  /// Where the constraints prescribe the whole motion, every method finds the same coordinates: also
  /// accelerations and reactions along the way, PrescribedMotion::error(); the largest of all three.
  AccelerationsAndReactions
};

/// "largest error of a coordinate at the end"
Text inWords(Judged judged);

/// The end of the motion, found by two unrelated methods at tight tolerance, and how far they agree.
struct ReferenceEnd {
  Vector q;
  /// error of one as measured by the other; errors below ten times this say nothing
  double uncertainty = 0;
  std::string method = {}, other = {};  ///< that gave q, and that confirmed it
  Judged judged = Judged::Coordinates;
};

/// Whether all runs that reached the end are equally exact, as far as can be told: no method is then better
/// than another one. False while there are none.
bool nothingToJudge(const std::vector<Measurement>& measurements, const ReferenceEnd& reference);

/// Largest error of a coordinate: |q_i − ref_i| / max(|ref_i|, s_i), with the coordinate's scale s_i (1 rad,
/// or the length of the model).
double coordinateError(const DaeSystem& system, const Vector& q, const Vector& reference);

/// Empty when no two methods reach the end within the budget; throws InputError where none can begin. `stop`
/// (may be null) is looked at after every step.
std::optional<ReferenceEnd> referenceEnd(const BenchmarkProblem& problem,
                                         const WorkPrecisionSettings& settings,
                                         const std::atomic<bool>* stop = nullptr);

/// CPU time of one evaluation of the accelerations from the index-1 form at the start, s: the measure of what
/// a problem costs on this machine.
double evaluationSeconds(const BenchmarkProblem& problem);

/// Runs every variant at every tolerance, whatever its own. A variant whose run exceeds the budget is not
/// tried at tighter tolerances. `each` sees every measurement as it is made; the measuring ends early when
/// `stop` becomes true.
std::vector<Measurement> measure(const BenchmarkProblem& problem,
                                 const std::vector<SimulationOptions>& variants,
                                 const ReferenceEnd& reference, const WorkPrecisionSettings& settings,
                                 const std::function<void(const Measurement&)>& each = {},
                                 const std::atomic<bool>* stop = nullptr);

/// Every method that integrates, with every index that it offers.
std::vector<SimulationOptions> allVariants();

/// Half-decades from 10⁻² down to `tightest`.
std::vector<double> tolerancesDownTo(double tightest);

/// The cheapest way to an error of at most `level`, among the measurements that `counts` selects (null: all).
/// A run does not count where the next tighter tolerance of the same method misses the level: what reaches it
/// by luck tells nobody what the accuracy costs.
std::optional<Measurement> cheapest(const std::vector<Measurement>& measurements, double level,
                                    const std::function<bool(const Measurement&)>& counts = {});

}  // namespace holonom
