// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/step_journal.h"

#include <algorithm>

#include "solvers/simulation/loop/stepping.h"

namespace holonom {
namespace {

constexpr int kMostAttempts = 51;  // of one step
constexpr double kFading = 0.95;   // of the usual step, per step

}  // namespace

StepJournal::StepJournal() { rejections_.reserve(kMostAttempts); }

void StepJournal::begin(double t) {
  counts_ = {};
  usual_ = 0;
  record_ = {};
  record_.t = t;
}

void StepJournal::forgetEvents() {
  events_.clear();
  allEvents_.clear();
}

void StepJournal::beginStep() {
  events_.clear();
  record_.events = {};
  record_.jacobians = 0;
}

void StepJournal::attempt(const Attempt& attempt) { record_.jacobians += attempt.jacobians; }

void StepJournal::reject(const Rejection& rejection) {
  rejections_.push_back(rejection);
  ++counts_.rejected;
  ++counts_.rejectedByCause[static_cast<int>(rejection.cause)];
}

void StepJournal::accept(const Attempt& attempt, double from, Stepping& steps) {
  // of the plan that led to this step
  record_.orderReason = attempt.orderReason.value_or(steps.plan().reason);
  record_.loweredForStability = steps.plan().loweredForStability;
  record_.restarted = steps.beginning();
  steps.accept();
  countLowered(steps.plan().loweredForStability);
  record_.rate = attempt.rate;
  from_ = from;
  endAt(steps.method().state().t);
  record_.order = steps.method().order();
  record_.newtonIterations = attempt.newtonIterations;
  record_.error = attempt.error;
  record_.dominantCoordinate = attempt.coordinate;
  record_.rejections = rejections_;
  ++counts_.steps;
  usual_ = std::max(record_.h, kFading * usual_);
  if (steps.properties().carriesErrors) counts_.errors += attempt.error;
  counts_.rejected += attempt.repeatedForError + attempt.repeatedForIteration;
  counts_.rejectedByCause[static_cast<int>(RejectionCause::ErrorTest)] += attempt.repeatedForError;
  counts_.rejectedByCause[static_cast<int>(RejectionCause::NewtonSlow)] += attempt.repeatedForIteration;
  counts_.jacobianReuses += attempt.newtonIterations > 0 && attempt.jacobians == 0;
  const Work& work = steps.work();
  counts_.residuals = work.residuals;
  counts_.jacobians = work.jacobians;
  counts_.factorizations = work.factorizations;
  counts_.newtonIterations = work.newtonIterations;
}

void StepJournal::leap(Text reason, double from, double to) {
  from_ = from;
  endAt(to);
  record_.order = 0;
  record_.orderReason = reason;
  record_.newtonIterations = 0;
  record_.restarted = record_.loweredForStability = false;
  record_.rate = record_.error = 0;
  record_.dominantCoordinate = -1;
  record_.rejections = rejections_;
  ++counts_.steps;
}

void StepJournal::endAt(double t) {
  record_.t = t;
  record_.h = t - from_;
}

void StepJournal::noteEvents() {
  for (const Event& event : events_)
    if (allEvents_.size() < Summary::kMostEvents) allEvents_.push_back(event);
  counts_.events += static_cast<long>(events_.size());
  record_.events = events_;
}

}  // namespace holonom
