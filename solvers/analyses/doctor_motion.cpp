// SPDX-License-Identifier: GPL-3.0-or-later
// How fast the mechanism can move, and the method that suits it.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/model/editing.h"
#include "solvers/analyses/doctor_parts.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/integrators/automatic/chosen_method.h"
#include "solvers/integrators/automatic/method_choice.h"
#include "solvers/options/variants.h"

namespace holonom::doctor {
namespace {

using Kind = DoctorFinding::Kind;
using Method = MethodChoice::Method;

constexpr double kSame = 1.5, kStiff = 1000;  // of the rates, fastest to slowest
constexpr double kWithinRun = 100;  // times that the fastest motion fades or turns in a run: where it counts
constexpr double kBalance = 1e-9, kNearBalance = 0.1;  // of imbalance()
constexpr int kBdfOrder = 4;

std::string timeText(double seconds) {
  return seconds < 1e-3 ? shortText(1e6 * seconds) + " µs"
         : seconds < 1  ? shortText(1e3 * seconds) + " ms"
                        : shortText(seconds) + " s";
}

/// Whether a motion that does not vibrate grows, or one that grows as fast goes with it: such two are what an
/// unstable position has where nothing is damped, and no motion from there fades.
bool grows(const Mode& mode, const TimeScales& scales) {
  constexpr double kSameRate = 1e-3;
  return std::ranges::any_of(scales.modes, [&](const Mode& other) {
    return !other.vibrates() && other.real > 0 &&
           std::abs(other.real - std::abs(mode.real)) <= kSameRate * mode.rate();
  });
}

/// `estimated`: of the rate alone, whether it fades is not known.
std::string modeText(const Mode& mode, const TimeScales& scales, bool estimated = false) {
  if (mode.vibrates()) {
    const double frequency = mode.frequency();
    return frequency >= 1000 ? shortText(frequency / 1000) + " kHz" : shortText(frequency) + " Hz";
  }
  const std::string time = timeText(1 / mode.rate());
  return estimated ? time : grows(mode, scales) ? tr("{} (diverging)", time) : tr("{} (fading)", time);
}

std::vector<PartRef> partOf(const Patient& patient, const Mode& mode) {
  const PartRef part = partOfCoordinate(patient, mode.coordinate);
  return part.kind == PartRef::Kind::None ? std::vector<PartRef>() : std::vector<PartRef>{part};
}

/// The mode that leaves its place fastest, null where none grows.
const Mode* growingMode(const TimeScales& scales) {
  constexpr double kGrows = 1e-3;  // of its rate
  const Mode* fastest = nullptr;
  for (const Mode& mode : scales.modes)
    if (mode.real > kGrows * mode.rate() && (!fastest || mode.real > fastest->real)) fastest = &mode;
  return fastest;
}

/// Accelerations and velocities at the start, in sizes of the model and its time: zero at rest in
/// equilibrium.
double imbalance(const Patient& patient) {
  const Vector scale = coordinateScales(patient.equations);
  const double T = patient.equations.timeScale();
  const State& state = patient.assembly.state;
  return std::max(scaledSize(state.a, scale) * T * T, scaledSize(state.v, scale) * T);
}

void findBalance(const Patient& patient) {
  if (patient.diagnosis.check.mobility == 0 || imbalance(patient) > kBalance) return;
  if (const Mode* growing = growingMode(patient.diagnosis.scales))
    return patient.add(
        {Severity::Hint, Kind::Balance, tr("It starts at rest in an unstable position"),
         tr("All forces balance at the start, but what disturbs it grows e-fold in {}, like a pendulum that "
            "stands on its head. A run without a disturbance shows it at rest until rounding errors have "
            "grown; give it a small initial velocity or another start to see where it goes.",
            timeText(1 / growing->real)),
         partOf(patient, *growing)});
  patient.add(
      {Severity::Hint, Kind::Balance, tr("It starts at rest and in balance"),
       tr("All forces balance at the start and nothing moves: unless something changes with time, a run "
          "shows a mechanism at rest. Give an initial velocity, a force or a driver.")});
}

/// Why only the fastest is known.
std::string limitOfModes(const Patient& patient) {
  return tr(
      "All are computed of mechanisms with up to {} coordinates; of this one, with {}, the fastest is "
      "estimated",
      kMostCoordinates, patient.equations.coordinateCount());
}

/// The same in the words of the options: "bdf:2".
std::string variantOf(const MethodChoice& choice) {
  return descriptorOf(choice.method).name + ':' + std::to_string(choice.index);
}

/// What the automatic choice would be told of a motion that goes on as it begins: a step of accuracy is about
/// as long as the motion takes to change, a part of it for BDF, and stability limits the explicit ones by the
/// fastest mode.
MotionCharacter characterOf(const Patient& patient, double motion) {
  const TimeScales& scales = patient.diagnosis.scales;
  MotionCharacter character{.rtol = usedRtol(patient.options),
                            .freedoms = patient.diagnosis.check.mobility,
                            .constraints = static_cast<int>(patient.assembly.independentRows.size())};
  if (patient.equations.constrainsVelocities()) character.freedoms = std::max(1, character.freedoms);
  if (scales.modes.empty()) return character;
  const Mode& fastest = scales.modes.back();
  character.oscillatory = fastest.vibrates();
  const ExplicitStep step = explicitStep(chooseMethod(character).method, 8, character.oscillatory);
  const double explicitRate = step.work * std::max(motion, fastest.rate() / step.limit);
  character.bdfWork = kBdfStepWork * motion / std::pow(character.rtol, 1.0 / (kBdfOrder + 1)) / explicitRate;
  return character;
}

}  // namespace

void findTimeScales(const Patient& patient) {
  if (!patient.assembly.consistent || patient.assembly.immovable) return;
  RowSelection kept(patient.equations, patient.assembly.independentRows);
  State state = patient.assembly.state;
  state.lambda = patient.assembly.state.lambda(patient.assembly.independentRows);
  TimeScales& scales = patient.diagnosis.scales;
  scales = timeScales(kept, state);
  findBalance(patient);
  if (!scales.known) return;
  const bool balanced = imbalance(patient) < kNearBalance;
  const std::string from = (balanced ? tr("From the linearised equations at the start")
                                     : tr("From the linearised equations at the start, which is no rest in "
                                          "equilibrium: a swing about one takes another time")) +
                           (scales.allModes ? "" : ". " + limitOfModes(patient));
  if (scales.modes.empty()) {
    if (scales.freeModes > 0)
      patient.add({Severity::Fine,
                   Kind::TimeScales,
                   balanced ? tr("Free motion: nothing drives it back")
                            : tr("Free motion at the start: nothing drives it back"),
                   from + ". " + tr("Nothing vibrates or fades: what is displaced stays displaced."),
                   {}});
    return;
  }
  // Where all take about as long, what grows is what will be seen.
  const Mode* growing = scales.ratio() < kSame ? growingMode(scales) : nullptr;
  const Mode &slowest = scales.modes.front(), &fastest = growing ? *growing : scales.modes.back();
  const std::vector<PartRef> parts = partOf(patient, fastest);
  const std::string where = parts.empty() ? "" : quoted(patient.mechanism, parts.front());
  if (!scales.allModes && fastest.rate() < scales.motionRate) return;  // rounding, where nothing is stiff
  if (!scales.allModes || scales.ratio() < kSame) {
    patient.add({Severity::Fine, Kind::TimeScales,
                 !scales.allModes ? tr("Fastest motion: about {}", modeText(fastest, scales, true))
                 : balanced       ? tr("Natural motion: {}", modeText(fastest, scales))
                                  : tr("At the start position: {}", modeText(fastest, scales)),
                 where.empty() ? from + "." : tr("{}, most in {}.", from, where), parts});
    return;
  }
  const double span = patient.options.endTime - patient.options.startTime;
  const bool stiff = scales.ratio() >= kStiff && fastest.rate() * span >= kWithinRun;
  const std::string times = shortText(scales.ratio(), 2);
  patient.add(
      {stiff ? Severity::Hint : Severity::Fine, Kind::TimeScales,
       stiff
           ? tr("Stiff: fastest {}, slowest {}", modeText(fastest, scales), modeText(slowest, scales))
           : tr("Time scales: fastest {}, slowest {}", modeText(fastest, scales), modeText(slowest, scales)),
       from + ". " +
           (where.empty()
                ? tr("The fastest motion is {} times as fast as the slowest.", times)
                : tr("The fastest motion, most in {} is {} times as fast as the slowest.", where, times)) +
           (stiff ? " " + tr("Explicit methods must take steps for the fastest one even when it is not seen.")
                  : ""),
       parts});
}

void suggestMethod(const Patient& patient) {
  if (!patient.assembly.consistent || !patient.diagnosis.scales.known) return;
  const TimeScales& scales = patient.diagnosis.scales;
  double motion = scales.motionRate;
  if (!scales.modes.empty())
    motion = std::max(motion, scales.modes.front().rate() * (scales.allModes ? 1 : 0));
  if (!(motion > 0)) motion = 1 / patient.equations.timeScale();
  const MethodChoice choice = chooseMethod(characterOf(patient, motion));
  const std::string variant = variantOf(choice);
  patient.diagnosis.method = variant;
  const SimulationOptions suggested = parseVariant(variant, patient.options);
  const std::string name = shortLabel(suggested), reason = choice.because;
  const std::string estimate =
      tr("Because {}.", reason) +
      (choice.method == Method::Kinematics
           ? ""
           : " " + tr("An estimate from the start; “Automatic” watches the motion and changes the method on "
                      "the way."));
  const Remedy use{Remedy::Kind::UseMethod, tr("Use {}", name), nullptr, variant};
  DoctorFinding finding{Severity::Hint, Kind::Method, tr("Suggested method: {}", name), estimate, {}, {use}};
  const MethodRole role = methodOf(patient.options).role;
  if (role == MethodRole::Prescribed && choice.method != Method::Kinematics) {
    finding.severity = Severity::Blocks;
    finding.title = tr("Kinematic analysis cannot run this model");
    finding.explanation =
        trn(patient.diagnosis.check.mobility,
            "Its drivers do not prescribe the whole motion: {} degree of freedom remain. {1} suits it: {2}.",
            "Its drivers do not prescribe the whole motion: {} degrees of freedom remain. {1} suits it: {2}.",
            name, reason);
  } else if (role == MethodRole::Chooses) {
    finding.severity = Severity::Fine;
    finding.title = tr("The method is chosen automatically; at the start {} suits the model", name);
    finding.remedies.clear();
  } else if (suggested.method == patient.options.method && suggested.index == patient.options.index) {
    finding.severity = Severity::Fine;
    finding.title = tr("{} suits this model", name);
    finding.remedies.clear();
  }
  patient.add(std::move(finding));
}

}  // namespace holonom::doctor
