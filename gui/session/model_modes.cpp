// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/model_modes.h"

#include <algorithm>
#include <complex>

#include "solvers/analyses/stability.h"
#include "solvers/options/method_settings.h"
#include "solvers/simulation/branch.h"

namespace holonom {
namespace {

constexpr qint64 kShortestPause = 300;  // ms
constexpr qint64 kShare = 3;            // pauses last so many times as long as the work

std::complex<double> eigenvalueOf(const Mode& mode) { return {mode.real, mode.imaginary}; }

bool isStable(const StepGrowth& growth, const std::vector<Mode>& modes, double h) {
  return std::all_of(modes.begin(), modes.end(), [&](const Mode& mode) {
    return growsByItself(eigenvalueOf(mode)) || !(growth.of(h * eigenvalueOf(mode)) > 0);
  });
}

/// By halves, then by bisection: what is stable need not be one interval, but small steps belong to it.
std::optional<double> largestStable(const StepGrowth& growth, const std::vector<Mode>& modes, double h) {
  if (isStable(growth, modes, h)) return h;
  constexpr int kHalves = 40, kBisections = 8;
  double good = h;
  int halves = 0;
  do good /= 2;
  while (++halves < kHalves && !isStable(growth, modes, good));
  if (halves == kHalves) return std::nullopt;
  double bad = 2 * good;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (good + bad);
    (isStable(growth, modes, middle) ? good : bad) = middle;
  }
  return good;
}

ModeAnswer answerTo(const ModeQuestion& question) {
  ModeAnswer answer;
  if (!question.recording) {
    answer.motion = timeScalesAt(*question.mechanism, 0);
  } else {
    std::vector<double> row(question.recording->channels().size());
    question.recording->copyRow(question.row, row);
    const BranchPoint at = branchAt(*question.mechanism, question.recording->channels(), row);
    answer.motion = timeScalesAt(at.mechanism, at.time);
    answer.time = at.time;
  }
  answer.h = question.h;
  if (!question.method || !(question.h > 0)) return answer;
  const StabilityProbe probe(methodOf(*question.method), settingsOf(*question.method));
  const StepGrowth growth(probe);
  const std::vector<Mode>& modes = answer.motion.scales.modes;
  for (std::size_t i = 0; i < modes.size(); ++i) answer.growths.push_back(growth.of(answer.z(i)));
  answer.stableStep = largestStable(growth, modes, question.h);
  return answer;
}

}  // namespace

bool ModeAnswer::isUnstable(std::size_t mode) const {
  return mode < growths.size() && !growsByItself(eigenvalueOf(motion.scales.modes[mode])) &&
         growths[mode] > 0;
}

bool ModelModes::ask(const ModeQuestion& question) {
  if (last_ == question) return true;
  if (job_.busy() || (clock_.isValid() && clock_.elapsed() < pause_)) return false;
  last_ = question;
  clock_.start();
  job_.start([question] { return answerTo(question); },
             [this](Outcome<ModeAnswer> outcome) {
               pause_ = std::max(kShortestPause, kShare * clock_.elapsed());
               answer_ = std::move(outcome.result);
               failure_ = outcome.error;
               emit found();
             });
  return true;
}

void ModelModes::forget() {
  job_.cancel();
  last_.reset();
  answer_.reset();
  failure_.clear();
}

}  // namespace holonom
